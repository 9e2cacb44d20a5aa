"""Tables shipped with the package: tab-separated, one row a line, `#` begins a comment line.

Data stays out of code; this is the one way rooms below the wings come to it. It reads the installed package alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources

__all__ = ["rows", "table_text"]


@cache
def table_text(package: str, name: str) -> str:
    """The text of the data file `name`, a path with `/` from the folder of `package`."""
    return resources.files(package).joinpath(*name.split("/")).read_text(encoding="utf-8")


def rows(package: str, name: str) -> Iterator[list[str]]:
    """The rows of a table, cells as they stand."""
    for line in table_text(package, name).split("\n"):
        if line and not line.startswith("#"):
            yield line.split("\t")
