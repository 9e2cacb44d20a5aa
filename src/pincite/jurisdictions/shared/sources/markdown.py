r"""Markdown (reader `markdown`): a firm's own sources and regulators' handbooks.

Keeps true: what is Markdown and not text goes to a side channel: marks of headings, emphasis, links, quotations, tables and
code, comments and tags to `furniture`, footnotes to `note`. A character reference or an escaped mark is the character it
stands for. The head says which work it is (document.py).

Recognised: ATX and Setext headings, paragraphs, lists, block quotations, pipe tables, fenced code, rules, footnotes,
reference definitions, emphasis, links and images, code spans, HTML comments and tags. All patterns are bounded.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from pincite.jurisdictions.shared.sources.document import read_prose
from pincite.jurisdictions.shared.sources.plain import paragraphs
from pincite.jurisdictions.shared.sources.prose import Inset, Part
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "markdown/1"

_ATX = re.compile(r"[ ]{0,3}(?P<marks>#{1,6})[ \t]+(?=\S)")
_ATX_END = re.compile(r"[ \t]+#{1,6}[ \t]*\Z")
_SETEXT = re.compile(r"[ ]{0,3}(?P<mark>=|-){2,80}[ \t]*\Z")
_RULE = re.compile(r"[ ]{0,3}(?:(?:-[ \t]*){3,80}|(?:\*[ \t]*){3,80}|(?:_[ \t]*){3,80})\Z")
_FENCE = re.compile(r"[ ]{0,3}(?P<mark>`{3,20}|~{3,20})[^`\n]{0,100}\Z")
_NOTE = re.compile(r"[ ]{0,3}\[\^(?P<label>[^\]\s]{1,40})\]:[ \t]*")
_DEFINITION = re.compile(r"[ ]{0,3}\[[^\]\n]{1,200}\]:[ \t]+\S{1,2000}(?:[ \t]+[\"'(][^\n]{0,300})?[ \t]*\Z")
_QUOTE = re.compile(r"[ ]{0,3}(?:>[ ]?)+")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-{2,80}:?[ \t]*(?:\|[ \t]*:?-{2,80}:?[ \t]*){0,60}\|?[ \t]*\Z")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_INLINE = re.compile(
    r"(?P<escape>\\[\\`*_{}\[\]()#+.!|>~-])"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
    r"|(?P<code>`{1,3})(?P<coded>[^`\n]{1,500})(?P=code)"
    r"|(?P<mark>\[\^[^\]\s]{1,40}\])"
    r"|(?P<link>!?\[)(?P<linked>[^\[\]\n]{0,500})(?P<target>\]\([^()\s]{0,1500}(?:[ ]\"[^\"\n]{0,200}\")?\)|\]\[[^\[\]\n]{0,100}\])"
    r"|(?P<tag></?[A-Za-z][^<>\n]{0,300}>)"
    r"|(?P<strong>(?<![\w*])\*{1,3}(?=[^\s*])|(?<![\w_])_{1,3}(?=[^\s_]))"
)

# what every one of them begins with: most lines of prose hold none
_BEGINS = re.compile(r"[\\&`\[!<*_]")
_MARKS = frozenset(" \t#=-*_`~[|:")
"""What a line begins with that is a heading, rule, fence, footnote or definition."""


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The text in a Markdown file.

    Raises:
        UnreadableSource: when it is no text, does not say its work and language, or holds nothing.

    """
    return [read_prose(data, _parts, name=name, options=options, extractor=EXTRACTOR)]


def _parts(text: str, start: int) -> Iterator[Part]:
    comments = [(found.start(), found.end()) for found in _COMMENT.finditer(text, start)]
    fence = ""
    for lines in paragraphs(text, start):
        kept: list[tuple[int, int]] = []
        for line in lines:
            words = text[line[0] : line[1]]
            if words[0] not in _MARKS and not fence:
                kept.append(line)
                continue
            fenced = _FENCE.match(words)
            if fence:
                closing = bool(fenced) and fenced is not None and fenced["mark"].startswith(fence)
                yield Part("furniture" if closing else "text", (line,), keep_lines=True)
                fence = "" if closing else fence
                continue
            single = _single_line(line, words)
            if fenced is not None:
                single = Part("furniture", (line,))
                fence = fenced["mark"]
            elif kept and _SETEXT.match(words) and "|" not in words:
                yield _paragraph(text, kept[:-1], comments) if kept[:-1] else Part("furniture", ())
                level = 1 if words.strip()[0] == "=" else 2
                yield Part("heading", (kept[-1],), level=level, insets=_insets(text, *kept[-1], comments))
                yield Part("furniture", (line,))
                kept = []
                continue
            if single is None:
                kept.append(line)
                continue
            if kept:
                yield _paragraph(text, kept, comments)
                kept = []
            yield single if single.role == "furniture" else _with_insets(text, single, comments)
        if kept:
            yield _paragraph(text, kept, comments)


def _single_line(line: tuple[int, int], words: str) -> Part | None:
    """A heading, footnote, rule or definition, which is one line."""
    start, end = line
    heading = _ATX.match(words)
    if heading:
        closing = _ATX_END.search(words)
        marks = [Inset(start, start + heading.end(), "furniture")]
        if closing:
            marks.append(Inset(start + closing.start(), end, "furniture"))
        return Part("heading", (line,), level=len(heading["marks"]), insets=tuple(marks))
    note = _NOTE.match(words)
    if note:
        mark = Inset(start, start + note.end(), "furniture")
        return Part("note", (line,), label=note["label"], insets=(mark,))
    if _RULE.match(words) or _DEFINITION.match(words) or (_TABLE_RULE.match(words) and "|" in words):
        return Part("furniture", (line,))
    return None


def _paragraph(text: str, lines: list[tuple[int, int]], comments: list[tuple[int, int]]) -> Part:
    table = text.find("|", lines[0][0], lines[-1][1]) >= 0 and all(
        "|" in text[start:end].strip("|") or text[start:end].strip().startswith("|") for start, end in lines
    )
    found: list[Inset] = []
    for start, end in lines:
        quote = _QUOTE.match(text, start, end)
        if quote:
            found.append(Inset(start, quote.end(), "furniture"))
        found += _insets(text, quote.end() if quote else start, end, comments)
        if table:
            found += [
                Inset(at.start(), at.end(), "space") for at in re.compile(r"(?<!\\)\|").finditer(text, start, end)
            ]
    return Part("text", tuple(lines), insets=_apart(found), keep_lines=table)


def _with_insets(text: str, part: Part, comments: list[tuple[int, int]]) -> Part:
    start, end = part.lines[0]
    first = part.insets[0].end if part.insets else start
    last = part.insets[1].start if len(part.insets) > 1 else end
    insets = _apart([*part.insets, *_insets(text, first, last, comments)])
    return Part(part.role, part.lines, part.level, part.label, insets)


def _apart(insets: list[Inset]) -> tuple[Inset, ...]:
    """In order, without those that lie in another."""
    kept: list[Inset] = []
    for inset in sorted(insets, key=lambda one: (one.start, -one.end)):
        if not kept or inset.start >= kept[-1].end:
            kept.append(inset)
    return tuple(kept)


def _insets(text: str, start: int, end: int, comments: list[tuple[int, int]]) -> tuple[Inset, ...]:
    """What is no text in `text[start:end]`."""
    marked = _BEGINS.search(text, start, end)
    if not marked and not comments:
        return ()
    found = [Inset(max(a, start), min(b, end), "furniture") for a, b in comments if a < end and b > start]
    if not marked:
        return _apart(found)
    closers: dict[str, int] = {}
    for match in _INLINE.finditer(text, start, end):
        if any(inset.start <= match.start() < inset.end for inset in found[-3:]):
            continue
        if match["escape"]:
            found.append(Inset(match.start(), match.start() + 1, "furniture"))
        elif match["entity"]:
            character = html.unescape(match[0])
            if character != match[0]:
                found.append(Inset(match.start(), match.end(), "rendered", character))
        elif match["code"]:
            width = len(match["code"])
            found.append(Inset(match.start(), match.start() + width, "furniture"))
            found.append(Inset(match.end() - width, match.end(), "furniture"))
        elif match["mark"]:
            found.append(Inset(match.start(), match.end(), "note_mark", match[0][2:-1]))
        elif match["link"]:
            found.append(Inset(match.start(), match.start("linked"), "furniture"))
            found.append(Inset(match.start("target"), match.end(), "furniture"))
            found += _insets(text, match.start("linked"), match.end("linked"), [])
        elif match["tag"]:
            found.append(
                Inset(match.start(), match.end(), "space" if match[0].lower().startswith("<br") else "furniture")
            )
        elif match["strong"] and match.start() >= closers.get(match["strong"], 0):
            closing = _closing(text, match.end(), end, match["strong"])
            if closing is not None:
                found.append(Inset(match.start(), match.end(), "furniture"))
                found.append(Inset(closing, closing + len(match["strong"]), "furniture"))
                closers[match["strong"]] = closing + len(match["strong"])
    return _apart(found)


def _closing(text: str, start: int, end: int, mark: str) -> int | None:
    """Where the emphasis that begins before `start` ends, within 2,000 characters."""
    position = start
    while (at := text.find(mark, position, min(end, start + 2000))) >= 0:
        behind = text[at + len(mark) : at + len(mark) + 1]
        if not text[at - 1].isspace() and behind != mark[0] and not (mark[0] == "_" and behind.isalnum()):
            return at
        position = at + 1
    return None
