"""Options several commands share, so that they mean the same everywhere."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from pincite.text.dates import checked_date

__all__ = ["AsOf", "AtRelease", "Format", "Language", "Releases", "print_json"]


class Format(StrEnum):
    """How an answer is written."""

    text = "text"
    json = "json"


def _date(value: str) -> str:
    return checked_date(value, "--as-of")


Releases = Annotated[
    list[Path] | None,
    typer.Option(
        "--release",
        help="A release, or a folder of releases; may be given more than once. PINCITE_RELEASES if not given.",
        show_default=False,
    ),
]
AtRelease = Annotated[
    list[str] | None,
    typer.Option(
        "--at-release",
        help="The release to use of a jurisdiction that has several, such as hk/2026.11.30.",
        show_default=False,
    ),
]
AsOf = Annotated[
    str,
    typer.Option(
        "--as-of",
        callback=_date,
        help="The law as at this date (YYYY-MM-DD); the release's own if not given.",
        show_default=False,
    ),
]
Language = Annotated[
    str, typer.Option("--language", help="Preferred language: en, zh-Hant, de, fr, it, rm.", show_default=False)
]


def print_json(value: Any) -> None:
    """One JSON document, keys in order, for people and machines."""
    typer.echo(json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2))
