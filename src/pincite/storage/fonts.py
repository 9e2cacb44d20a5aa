"""Finds fonts on this machine for the PDF report: Latin letters, bold ones, Chinese characters.

Keeps true: only files of the places where systems keep fonts are looked at, and only by the names of `data/fonts.tsv`; a font the
user names comes before all others.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pincite.errors import BadInput
from pincite.text.tables import rows

__all__ = ["Font", "fonts"]


_BEGINNINGS = (b"\x00\x01\x00\x00", b"OTTO", b"ttcf", b"true")


class Font(NamedTuple):
    """A font: what for (plain, bold or han), its file, its number in a collection."""

    role: str
    path: Path
    number: int = 0


def fonts(named: Sequence[Path] = ()) -> list[Font]:
    """The user's fonts, each for all characters, then the first found of each role.

    Raises:
        BadInput: a named font is no file, or none of a kind that can be embedded.

    """
    found: list[Font] = []
    for path in named:
        if not path.is_file():
            raise BadInput(f"there is no font {path}", remedy="Name a file: .ttf, .otf or .ttc.")
        if path.suffix.lower() not in (".ttf", ".otf", ".ttc", ".otc"):
            raise BadInput(f"{path} is no font that can be embedded", remedy="Name a file: .ttf, .otf or .ttc.")
        with path.open("rb") as file:
            if file.read(4) not in _BEGINNINGS:
                raise BadInput(f"{path} cannot be embedded: it is no font", remedy="Name another with --font FILE.")
        found.append(Font("plain", path))
    return found + list(_of_this_machine())


@cache
def _of_this_machine() -> tuple[Font, ...]:
    files = {path.name: path for place in _places() for path in _files(place)}
    found: dict[str, Font] = {}
    for role, name, number in rows("pincite.storage", "data/fonts.tsv"):
        if name in files:
            found.setdefault(role, Font(role, files[name], int(number)))
    return tuple(found.values())


def _places() -> Iterator[Path]:
    home = Path.home()
    yield from (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".fonts", home / ".local/share/fonts")
    yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
    yield Path(r"C:\Windows\Fonts")


def _files(place: Path) -> Iterator[Path]:
    # in order, so that of two files of one name the same is taken every time
    for folder, _, names in sorted(os.walk(place), reverse=True):
        yield from (Path(folder) / name for name in names)
