"""The YAML head of a Markdown or text file, between two lines of `---`.

Keeps true: every value is a string or a list of strings as written (235.1 stays «235.1», a date stays a date's text);
nothing else is accepted, so that a hostile head can neither build objects nor grow.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import yaml

from pincite.errors import UnreadableSource

__all__ = ["FrontMatter", "decode", "split_front_matter"]

MAX_HEAD = 64 * 1024
_HEAD = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)(?:\r?\n)?^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_PLAIN = re.compile(r"([A-Za-z_]{1,64}): ([A-Za-z0-9][A-Za-z0-9_./(),;+ -]*)")
"""A line that needs no YAML parser: no quotation mark, no colon, no comment, nothing that YAML reads as a sign."""


class FrontMatter(NamedTuple):
    """What a head says, and the code point at which the body begins (0 when there is no head)."""

    values: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]
    body: int


def decode(data: bytes, *, name: str) -> str:
    """The text of a UTF-8 file, with its byte order mark if it has one.

    Raises:
        UnreadableSource: with the line at which it is not UTF-8, or when the file holds NUL characters or nothing.

    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableSource(
            name, f"line {line}", f"byte {error.start} is not UTF-8", remedy="Save the file as UTF-8."
        ) from None
    if not text.strip("\ufeff \t\r\n"):
        raise UnreadableSource(name, "line 1", "the file is empty")
    if "\0" in text:
        raise UnreadableSource(
            name, f"line {text.count(chr(10), 0, text.index(chr(0))) + 1}", "it holds NUL characters"
        )
    return text


def split_front_matter(text: str, *, name: str) -> FrontMatter:
    """Read the head of a file.

    Raises:
        UnreadableSource: when there is a head that is no flat YAML mapping of strings and lists of strings.

    """
    if not text.lstrip("\ufeff").startswith("---"):
        return FrontMatter({}, {}, 0)
    found = _HEAD.match(text)
    if found is None:
        raise UnreadableSource(name, "line 1", "the head that begins with «---» has no closing «---» line")
    if len(found[1]) > MAX_HEAD:
        raise UnreadableSource(name, "line 1", f"the head is longer than {MAX_HEAD} characters")
    try:
        head: Any = _plain(found[1])
        if head is None:
            head = yaml.load(found[1], Loader=yaml.BaseLoader)  # noqa: S506 (BaseLoader makes strings, lists and mappings only)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 2}" if mark is not None else "line 1"
        raise UnreadableSource(name, place, f"the head is not YAML: {getattr(error, 'problem', error)}") from None
    if head in (None, ""):
        return FrontMatter({}, {}, found.end())
    if not isinstance(head, dict):
        raise UnreadableSource(name, "line 1", "the head is not a list of «key: value» lines")
    values: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    for key, value in head.items():
        if isinstance(key, str) and isinstance(value, str):
            values[key] = " ".join(value.split())
        elif isinstance(key, str) and isinstance(value, list) and all(isinstance(one, str) for one in value):
            lists[key] = tuple(" ".join(one.split()) for one in value)
        else:
            raise UnreadableSource(
                name, "line 1", f"the value of {str(key)[:40]!r} in the head is neither text nor a list of texts"
            )
    return FrontMatter(values, lists, found.end())


def _plain(head: str) -> dict[str, str] | None:
    """What a head of plain lines says, at a twentieth of the parser's cost; None where one is not plain, or says a key again."""
    lines = [_PLAIN.fullmatch(line) for line in head.split("\n")]
    values = {line[1]: line[2] for line in lines if line is not None}
    return values if len(values) == len(lines) else None
