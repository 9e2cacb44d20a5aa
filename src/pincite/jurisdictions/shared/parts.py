"""Parts of a pack that stand in modules of their own and may be absent: a pack without readers still reads citations.

Keeps true: only the absence of the module itself is passed over; a fault inside it is raised.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

__all__ = ["part_of"]


def part_of(package: str, module: str, name: str, otherwise: Any) -> Any:
    """`name` of the module `package.module`, or `otherwise` where there is no such module or name."""
    if find_spec(f"{package}.{module}") is None:
        return otherwise
    return getattr(import_module(f"{package}.{module}"), name, otherwise)
