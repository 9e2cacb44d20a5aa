"""Passages of real law for the benchmarks: plain text of every file of the shared corpora, with its language.

The text is taken roughly (mark-up stripped, JSON strings joined): a benchmark of quotations needs real prose, not a parsed
document. Nothing of it is written to the results.
"""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pincite.text.language import language_of

__all__ = ["shared_folder", "texts"]

_TAG = re.compile(r"<[^>]{1,400}>")
_BLOCK = re.compile(
    r"</?(?:p|div|li|tr|td|h\d|br|para|P\d?|Text|heading|num|content|paragraph|article|section)\b[^>]*>", re.IGNORECASE
)
_DROP = re.compile(r"<(script|style|head|meta|math)\b.*?</\1>", re.IGNORECASE | re.DOTALL)


def shared_folder() -> Path:
    """The shared corpora: PINCITE_SHARED, or ../shared beside the repository."""
    return Path(os.environ.get("PINCITE_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if len(value) > 400:
            yield _plain(value) if "<" in value else value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)


def _plain(markup: str) -> str:
    text = _BLOCK.sub("\n", _DROP.sub(" ", markup))
    text = html.unescape(_TAG.sub("", text))
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"[ \t]+", " ", text)).strip()


def texts(folder: Path, *, least: int = 1500, most: int = 400_000) -> Iterator[tuple[str, str, str]]:
    """(name, language, text) of every file that holds prose in a language that is known."""
    for path in sorted((folder / "corpora").rglob("*")):
        kind = path.suffix.lower()
        if not path.is_file() or kind not in (".xml", ".akn", ".json", ".htm", ".html", ".xhtml", ".md", ".txt"):
            continue
        raw = path.read_text(encoding="utf-8", errors="replace")[: most * 4]
        if kind == ".json":
            try:
                pieces = list(_strings(json.loads(raw)))
            except ValueError:
                continue
        elif kind in (".md", ".txt"):
            pieces = [raw]
        else:
            pieces = [_plain(raw)]
        for number, piece in enumerate(pieces):
            language = language_of(piece[:4000])
            if len(piece) >= least and language in ("en", "de", "fr", "it", "zh-Hant", "zh-Hans"):
                yield f"{path.relative_to(folder)}#{number}", language, piece[:most]
