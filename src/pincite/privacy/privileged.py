"""Which passages of a draft are privileged: recognised by what stands in them, over them and around the whole.

Keeps true: in doubt a passage is privileged.
1. A marker («privileged and confidential», «Anwaltsgeheimnis», «律師與當事人通訊» ...) in a heading covers the part under it, up to
   the next heading of its rank or a higher one.
2. A marker at the head of a paragraph covers that paragraph and what follows, up to the next heading; one in running words
   covers its paragraph. A note is covered where the passage that calls it is.
3. A marker in the head of the draft (its first short lines), in its front matter or in the header or footer of its pages
   covers the whole draft.
4. What reports a client's words to his lawyer covers its paragraph, marked or not.
5. What a playbook names as privileged covers its paragraph, in a heading its part.
6. Markers are found whatever the letter case, white space, hyphens, emphasis, invisible characters and spaced letters are.

Data: `data/markers.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from pincite.errors import BadInput
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["Part", "PrivilegedPassage", "Reason", "playbook", "privileged_passages"]

Reason = Literal[
    "heading", "label", "head_of_draft", "front_matter", "page_header", "words", "client_words", "playbook"
]
"""What showed that a passage is privileged."""

PartKind = Literal["heading", "text", "note", "front_matter", "page_header"]

_HEAD_PARTS = 8
"""How many parts at the beginning of a draft may be its head."""
_HEAD_LENGTH = 160
"""Code points of a line of the head."""
_LABEL_LENGTH = 40
"""Within how many code points of its beginning a marker labels a paragraph."""
_LONGEST_PATTERN = 200
_LOWEST = 99
_BETWEEN = r"[\s\u200b-\u200f\u2060\ufeff\u00ad*_~'’`./,;:&+\-\u2010-\u2015·・／]*"
_INVISIBLE = r"[\u200b-\u200f\u2060\ufeff\u00ad]*"
_SPACED = re.compile(r"(?<!\w)(?:\w[ \u00a0\u2009]){5,}\w(?!\w)")
_SENTENCE = re.compile(r"[^.!?。！？\n]+")
_HAN = re.compile(r"[\u3400-\u9fff]")


class Part(NamedTuple):
    """A piece of a draft: its kind, its span, of a heading its rank (1 is the highest), of a note where it is called (or -1)."""

    kind: PartKind
    start: int
    end: int
    rank: int = 0
    called_at: int = -1


class PrivilegedPassage(NamedTuple):
    """A span that is to be kept back, why, and the words that showed it."""

    start: int
    end: int
    reason: Reason
    marker: str

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


Finder = Callable[[str], re.Match[str] | None]


def playbook(patterns: Iterable[str]) -> tuple[Finder, ...]:
    """What a playbook calls privileged: phrases, a word of which may end in «*» (any ending).

    Raises:
        BadInput: one is empty or too long.

    """
    found: list[Finder] = []
    for pattern in patterns:
        if not re.search(r"\w", pattern) or len(pattern) > _LONGEST_PATTERN:
            raise BadInput(
                f"{pattern[:40]!r} cannot be a pattern of a playbook",
                remedy=f"Give words, {_LONGEST_PATTERN} characters at most; «*» at the end of a word stands for any ending.",
            )
        found.append(re.compile(_phrase(pattern), re.IGNORECASE).search)
    return tuple(found)


def privileged_passages(text: str, parts: Sequence[Part], own: Sequence[Finder] = ()) -> list[PrivilegedPassage]:
    """The privileged passages of a draft, in order, those that touch joined.

    Args:
        text: the draft's.
        parts: its pieces in order; page headers and footers, which are no part of the text, have no place among them:
            they are given as `page_header` with the span of their words behind the text's own.
        own: of a playbook.

    """
    found: list[PrivilegedPassage] = []
    if not own and not _may_mark(text):
        return []
    whole = Span(0, max((part.end for part in parts), default=len(text)))
    for index, part in enumerate(parts):
        words = text[part.start : part.end]
        shown = _shown(words, part.kind, own)
        if shown is None:
            continue
        reason, marker, at = shown
        if part.kind in ("front_matter", "page_header"):
            return [PrivilegedPassage(*whole, part.kind, marker)]
        in_head = index < _HEAD_PARTS and part.kind == "text" and len(words) <= _HEAD_LENGTH and reason == "label"
        if in_head and not any(_is_running(text, each) for each in parts[:index]):
            return [PrivilegedPassage(*whole, "head_of_draft", marker)]
        if part.kind == "heading":
            found.append(PrivilegedPassage(part.start, _end_of_section(parts, index, part.rank), reason, marker))
        elif reason == "label" or (reason == "words" and at <= _LABEL_LENGTH):
            found.append(PrivilegedPassage(part.start, _end_of_section(parts, index, _LOWEST), reason, marker))
        else:
            found.append(PrivilegedPassage(part.start, part.end, reason, marker))
    return _joined([*found, *_notes_of(found, parts)])


def _is_running(text: str, part: Part) -> bool:
    """Whether a part is running text, which ends the head of a draft."""
    return part.kind == "text" and part.end - part.start > _HEAD_LENGTH and "." in text[part.start : part.end]


def _shown(words: str, kind: PartKind, own: Sequence[Finder]) -> tuple[Reason, str, int] | None:
    """What shows that a part is privileged: why, by which words, and where in the part they begin."""
    for find in own:
        if match := find(words):
            return "playbook", match.group(), match.start()
    if not _may_mark(words):
        return None
    if match := _marker("label")(words) or _spaced(words):
        if kind == "heading":
            return "heading", match.group(), match.start()
        return ("label" if match.start() <= _LABEL_LENGTH else "words"), match.group(), match.start()
    topic = _marker("topic")(words)
    if topic is not None and kind == "heading":
        return "heading", topic.group(), topic.start()
    if topic is not None and kind in ("front_matter", "page_header"):
        return kind, topic.group(), topic.start()
    if topic is not None and topic.start() <= _LABEL_LENGTH and _labels(words, topic):
        return "label", topic.group(), topic.start()
    for sentence in _SENTENCE.finditer(words):
        client, told = _marker("client")(sentence.group()), _marker("said")(sentence.group())
        if client and (told or _marker("topic")(sentence.group())):
            start = sentence.start() + client.start()
            return "client_words", words[start : start + len(client.group())], start
    return None


def _labels(words: str, topic: re.Match[str]) -> bool:
    """Whether a name of the privilege stands as a label: emphasised, in brackets, in capitals, before a colon or dash, or alone."""
    before, after = words[: topic.start()], words[topic.end() : topic.end() + 60]
    name = topic.group()
    if name.isupper() and name.lower() != name:
        return True
    if re.fullmatch(r"[\s*_\[\](（【「>#\d.]*", before) is None:
        return False
    return bool(re.match(r"\s*(?:[*_\])）】」]|[:：–—-]|\.\s*\Z|\Z)", after)) or before.strip(" \t>#0123456789.") != ""


def _spaced(words: str) -> re.Match[str] | None:
    """A label written with a space between its letters."""
    for run in _SPACED.finditer(words):
        squeezed = re.sub(r"\s", "", run.group())
        if _marker("label")(squeezed) or _marker("topic")(squeezed):
            return run
    return None


def _end_of_section(parts: Sequence[Part], index: int, rank: int) -> int:
    """Where the next heading begins that is not below `rank`; the end of the draft where there is none."""
    last = parts[index].end
    for part in parts[index + 1 :]:
        if part.kind == "heading" and part.rank <= rank:
            return last
        if part.kind in ("heading", "text"):
            last = part.end
    return last


def _notes_of(found: Sequence[PrivilegedPassage], parts: Sequence[Part]) -> list[PrivilegedPassage]:
    return [
        PrivilegedPassage(part.start, part.end, passage.reason, passage.marker)
        for part in parts
        if part.kind == "note" and part.called_at >= 0
        for passage in found
        if passage.start <= part.called_at < passage.end
    ]


def _joined(found: Iterable[PrivilegedPassage]) -> list[PrivilegedPassage]:
    joined: list[PrivilegedPassage] = []
    for passage in sorted(found):
        if joined and passage.start <= joined[-1].end:
            joined[-1] = joined[-1]._replace(end=max(joined[-1].end, passage.end))
        else:
            joined.append(passage)
    return joined


@cache
def _phrases() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for kind, _, cell in rows("pincite.privacy.data", "markers.tsv"):
        found.setdefault(kind, []).extend(cell.split("|"))
    return {kind: tuple(phrases) for kind, phrases in found.items()}


def _may_mark(words: str) -> bool:
    """Whether a marker may stand in a text: its letters stand there one after another, whatever lies between them.

    The patterns of rule 6 are slow, and most texts hold none of these words.
    """
    letters = _squeezed(words)
    return any(stem in letters for stem in _stems())


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


@cache
def _stems() -> tuple[str, ...]:
    """The letters of every phrase without which there is no marker (a client's words need a verb of telling or a topic)."""
    stems = sorted({_squeezed(p) for kind in ("label", "topic", "said") for p in _phrases()[kind]}, key=len)
    kept: list[str] = []
    for stem in stems:
        if not any(other in stem for other in kept):
            kept.append(stem)
    return tuple(kept)


@cache
def _marker(kind: str) -> Finder:
    phrases = sorted(_phrases()[kind], key=len, reverse=True)
    return re.compile("|".join(_phrase(phrase) for phrase in phrases), re.IGNORECASE).search


def _phrase(phrase: str) -> str:
    """A phrase as a pattern; see rule 6."""
    words = re.findall(r"\w+\*?", phrase)
    if _HAN.search(phrase):
        return _BETWEEN.join(_letters(character) for character in "".join(words))
    return rf"(?<![^\W_]){_BETWEEN.join(_letters(word) for word in words)}(?![^\W_])"


def _letters(word: str) -> str:
    ending = r"\w*" if word.endswith("*") else ""
    return _INVISIBLE.join(re.escape(letter) for letter in word.rstrip("*")) + ending
