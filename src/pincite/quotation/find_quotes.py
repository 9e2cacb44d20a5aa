"""Quotations as they are written in drafts: marks of six languages, block quotes, quotes in quotes, quotes over paragraphs.

Keeps true:
1. Every stretch between quotation marks is answered for: as a quotation to examine, or with the reason why not
   (`definition`, `short`, `heading`, `nested`, `title`, `unclosed`, `note`). None is dropped.
2. A span holds the words between the marks, without them; spans of one level do not overlap and come in order.
3. Time is linear in the text.

Marks: “ ” „ “ ‟ » « (both ways) ‹ › ‘ ’ ‚ ‘ 「 」 『 』 and the typewriter's " and '; 《 》 only where a sentence stands between
them (they mark titles otherwise); `>` at the line start of Markdown. What stands for one of them is read as that one (＂ 〝 ❝ ″, «,,», «<<»), and so is
a pair of the same mark («”words”», «“words“»): words between marks that nobody reads would be words that nobody checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pincite.quotation.citing import is_citation
from pincite.quotation.disclosures import disclosed, speaker_kind
from pincite.text.folding import is_han
from pincite.text.patterns import pattern
from pincite.text.span import Span

__all__ = ["Quote", "find_quotes"]

_PAIRS: dict[str, tuple[str, ...]] = {
    "“": ("”", '"', "“"),
    "”": ("”", '"'),
    "„": ("“", "”", '"'),
    "‟": ("”",),
    "«": ("»",),
    "»": ("«", "»"),
    "‹": ("›",),
    "›": ("‹",),
    "‘": ("’",),
    "‚": ("‘", "’"),
    "「": ("」",),
    "『": ("』",),
    "《": ("》",),
    '"': ('"', "”"),
    "'": ("'",),
    "''": ("''",),
    "``": ("''",),
    "﹁": ("﹂",),
    ",,": ("“", "”", '"', "''"),
    "<<": (">>",),
}
"""Opening marks with those that close them. The typewriter's mark also closes what a typographic one opened, and the other way."""
_AS = str.maketrans("＂〃″‶ʺˮ〝❝〞〟❞＇❛❜⟪⟫﹃﹄", '""""""““”””\'‘’«»『』')
"""Marks that stand for others, one for one."""
_MARK = pattern(r"''|``|,,(?=\w)|<<|>>|[“”„‟«»‹›‘’‚「」『』《》\"'﹁﹂]|\n[ \t]*\n\s*")
_BLOCK = pattern(r"(?:^[ \t]{0,3}>.*(?:\n|\Z))+", re.MULTILINE)
_HEADING = pattern(r"^[ \t]{0,3}#{1,6} .*$", re.MULTILINE)
_PARENTHESIS = pattern(
    r"[(（\[［]([^()（）\[\]［］\n]{2,200}(?:[(（][^()（）\n]{1,80}[)）][^()（）\n]{0,80})*)[)）\]］]"
)
_QUOTING = pattern(
    r"\b(?:quot|cit|zit|opinion|dissent|referring|verweis|abweich|per [A-Z]|Sondervotum|oben|rapport|dottrina|doctrine|Lehre)"
    r"|引|語|语|異議|异议|所言|援引",
    re.IGNORECASE,
)
_DEFINES = pattern(
    r"(?:\(|（|\b(?:called|known as|referred to as|hereinafter|hereafter|the|together|collectively|nachfolgend|nachstehend|im Folgenden|fortan|sog\.|sogenannte\w*|"
    r"genannt|ci-après|ci-dessous|dit[es]?|dénommé\w*|appelé\w*|di seguito|in seguito|detto|detta|denominat\w|cosiddett\w|so-called|References to|term|word|phrase|Begriff|Ausdruck|Wort|terme|mot|termine|parola)\b[^“„«「\"]{0,24}|下稱|下称|簡稱|简称|以下稱|以下称|統稱|统称|所謂|所谓|稱為|称为)[:：]?\s*\Z",
    re.IGNORECASE,
)
_AFTER_DEFINITION = pattern(r"\s*[)）]|\s+(?:means|mean|heisst|bedeutet|signifie|significa|are to|is a reference)\b")
_HAN = pattern(r"[\u3400-\u9fff]")
_NOTE = pattern(r"\s*(?:\*\*)?(?:\[!|Note|Hinweis|Anmerkung|Remarque|Nota|Warning|Achtung|注|註)", re.IGNORECASE)
_ATTRIBUTION = pattern(r"(?:—|–|--)[ \u00a0][^\n]{3,200}")
_CITED_NEXT = pattern(
    r"[.,;]?\s*(?:\[\^|[(（](?=[^)）]{0,120}(?:\d|ibid|supra|a\.a\.O|同上))|,\s+(?:at|in)\s+\[?\d|,?\s+(?:§|Art\.|art\.|section|s\.) ?\d)"
)


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation in a draft.

    Attributes:
        start, end: code points of the words between the marks.
        opening, closing: the marks (">" for a block quote; closing "" when it is missing).
        disclosures: the parentheses after it that say how it was altered or whose words it is, joined by a space; or "".
        examined: whether it reads as words quoted from a source.
        reason: why it is not examined: definition, short, heading, nested, title, unclosed, note; or "".
        level: 0 for a quotation, 1 and more for one inside another.

    """

    start: int
    end: int
    opening: str
    closing: str
    disclosures: str = ""
    examined: bool = True
    reason: str = ""
    level: int = 0

    @property
    def span(self) -> Span:
        """The span of the words."""
        return Span(self.start, self.end)


def find_quotes(text: str, language: str = "") -> tuple[Quote, ...]:  # noqa: ARG001 (marks tell their language themselves)
    """The quotations of `text`, in order of their place.

    Args:
        text: a draft, or the readable text of one.
        language: of the draft; not needed, the marks are told apart by how they stand.

    """
    text = text.translate(_AS)
    blocks = list(_block_quotes(text))
    found = [quote for quote, _ in blocks]
    covered = [span for _, span in blocks]
    headings = [Span(*m.span()) for m in _HEADING.finditer(text)]
    position = 0
    for start, end, opening, closing, level in _marked(text):
        while position < len(covered) and covered[position].end <= start:
            position += 1
        inside_block = position < len(covered) and covered[position].start <= start
        if inside_block:
            inner = _without_space(text, start, end)
            if not any(q.start == inner[0] for q in found):
                found.append(Quote(*inner, opening, closing, examined=False, reason="nested", level=level + 1))
            continue
        reason = _reason(text, start, end, opening, closing, level, headings)
        said = "" if level else _disclosures(text, end + len(closing))
        found.append(Quote(*_without_space(text, start, end), opening, closing, said, not reason, reason, level))
    return tuple(sorted(found, key=lambda q: (q.start, -q.end)))


# ------------------------------------------------------------------------------------------------------- marks


def _marked(text: str) -> Iterator[tuple[int, int, str, str, int]]:
    """Stretches between marks: start, end, opening, closing, level."""
    stack: list[tuple[str, int]] = []
    out: list[tuple[int, int, str, str, int]] = []
    repeated = -1  # where a paragraph repeats the mark of a quotation that goes on
    for match in _MARK.finditer(text):
        mark, at = match.group(), match.start()
        if at == repeated:
            continue
        if mark == "»" and stack and text[at - 1 : at] == "\n" and _goes_on(text, at, stack[0][0]):
            continue
        if mark.startswith("\n"):
            _paragraph_ends(text, at, match.end(), stack, out)
            again = text[match.end() : match.end() + 1]
            repeated = (
                match.end() if stack and (again == stack[0][0] or _goes_on(text, match.end(), stack[0][0])) else -1
            )
            continue
        if stack and mark in _PAIRS[stack[-1][0]] and _closes(text, at, mark, stack[-1][0]):
            opening, start = stack.pop()
            out.append((start, at, opening, mark, len(stack)))
        elif _opens(text, at, mark, alone=not stack) and not (mark in "\"'»›" and stack and stack[-1][0] == mark):
            stack.append((mark, match.end()))
        else:
            _closes_outer(text, at, mark, stack, out)
    _paragraph_ends(text, len(text), len(text), stack, out)
    yield from sorted(out, key=lambda item: (item[0], -item[1]))


def _goes_on(text: str, at: int, opening: str) -> bool:
    """Whether a paragraph repeats the closing mark of a French quotation that goes on («» Second alinéa … »»)."""
    if opening != "«" or text[at : at + 1] != "»" or not text[at + 1 : at + 4].strip("\u00a0\u202f ")[:1].isalnum():
        return False
    close, again = text.find("»", at + 1), text.find("«", at + 1)
    return close >= 0 and (again < 0 or close < again)


def _without_space(text: str, start: int, end: int) -> tuple[int, int]:
    """The words without white space at either end («\u00a0words\u00a0»)."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _closes_outer(
    text: str, at: int, mark: str, stack: list[tuple[str, int]], out: list[tuple[int, int, str, str, int]]
) -> None:
    """A closing mark of an outer quotation ends the inner ones that were never closed."""
    for depth in range(len(stack) - 2, -1, -1):
        if mark in _PAIRS[stack[depth][0]] and _closes(text, at, mark, stack[depth][0]):
            opening, start = stack[depth]
            del stack[depth:]
            out.append((start, at, opening, mark, depth))
            return


def _paragraph_ends(
    text: str, at: int, following: int, stack: list[tuple[str, int]], out: list[tuple[int, int, str, str, int]]
) -> None:
    """At the end of a paragraph a quotation goes on when the next one opens with the same mark, or closes it first."""
    if not stack:
        return
    opening, start = stack[0]
    if following < len(text) and text[following] == opening and opening not in "\"'":
        del stack[1:]
        return
    if _goes_on(text, following, opening):
        del stack[1:]
        return
    closing = tuple(c for c in _PAIRS[opening] if c != opening or c in "\"'")  # the same mark opens the next one
    rest = text[following : following + 3000]
    close = next((i for i, c in enumerate(rest) if c in closing), None)
    again = rest.find(opening) if opening not in closing else -1
    if opening not in "\"'‘‚" and close is not None and (again < 0 or close < again) and len(stack) == 1:
        return
    if opening not in "'‘‚" and at - start > 0:
        out.append((start, at, opening, "", 0))
    stack.clear()


def _opens(text: str, at: int, mark: str, *, alone: bool) -> bool:
    """Whether a mark opens a quotation, by what stands on both sides; `alone` when none is open that it could close."""
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    if is_han(before) or (before in "：，；、" and is_han(after)):
        # Chinese puts no space before a mark: «第7條規定"監督必須…"»
        before = " "
        if mark == "'" and is_han(after):
            return "'" in text[at + 1 : at + 600].split("\n", maxsplit=1)[0]
    elif alone and before in ":;," and after.isalpha():
        before = " "  # «dit:"le garde…"»
    if mark in "„「『《‚‟﹁":
        return mark != "‚" or not before.isalnum()
    if mark == "”":  # «”words”»: both marks the same
        return (before.isspace() or before in "([（") and after.isalnum()
    if mark in (",,", "<<"):
        return not before.isalnum()
    if mark == "“":
        return not after.isspace() or before.isspace()
    if mark in "«‹":
        return True
    if mark in "»›":
        return (before.isspace() or before in "([（") and after.isalnum()
    if mark == "‘":
        return not before.isalnum()
    if mark == '"':
        return (not before.isalnum() and before not in ".,;:!?)]”»") and not after.isspace()
    if mark in ("''", "``"):
        return (
            (before.isspace() or before in "([—–-:") and text[at + 2 : at + 3].isalnum() and _doubled_closes(text, at)
        )
    if mark == "'":
        return (before.isspace() or before in '([—–-“"') and after.isalpha() and _straight_single_closes(text, at)
    return False


def _doubled_closes(text: str, at: int) -> bool:
    """Whether two apostrophes that may open a quotation have a partner in their paragraph."""
    stop = text.find("\n\n", at)
    return re.search(r"[^\s']''(?!\w)", text[at + 2 : stop if stop >= 0 else None]) is not None


def _straight_single_closes(text: str, at: int) -> bool:
    """Whether a typewriter's apostrophe that may open a quotation has a partner in its line."""
    line_end = text.find("\n", at)
    line = text[at + 1 : line_end if line_end >= 0 else len(text)]
    return re.search(r"[^\s]'(?=[\s.,;:)\]]|\Z)", line[:600]) is not None


def _closes(text: str, at: int, mark: str, opening: str) -> bool:
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    if mark == opening and mark in "“»":
        return not before.isspace() and not after.isalnum()
    if mark == "''":
        return not before.isspace() and not text[at + 2 : at + 3].isalnum()
    if mark in "’'":
        if after.isalnum():
            return False
        if before == "s" and after == " " and at + 2 < len(text) and text[at + 2].islower():
            # «the tenants’ rights»: an apostrophe when the quotation is closed later in the paragraph
            rest = text[at + 1 : at + 400].split("\n\n", maxsplit=1)[0]
            stop = rest.find(opening)
            return not re.search(rf"{mark}(?!\w)", rest[: stop if stop >= 0 else None])
        return True
    if mark == '"' and opening != mark:
        # typed for a typographic mark: it must look like an end, and no inch
        return not (before.isspace() or before.isdigit() or before in "([") and not after.isalnum()
    if mark == '"':
        return not before.isspace() or after.isspace() or after in ".,;:)"
    if mark == "«" and opening == "»":
        return not before.isspace()
    return True


# ------------------------------------------------------------------------------------------------ block quotes


def _block_quotes(text: str) -> Iterator[tuple[Quote, Span]]:
    """Markdown block quotes: the words of each, a citation at its end left out, and the span of the whole block."""
    for match in _BLOCK.finditer(text):
        start, end = match.span()
        first = re.compile(r"(?:[ \t]{0,3}>[ \t]?)+").match(text, start)
        begin = first.end() if first else start
        stop = end
        while stop > begin and text[stop - 1] in " \t\r\n>":
            stop -= 1
        if stop <= begin:
            continue
        note = bool(_NOTE.match(text, begin)) or bool(_ATTRIBUTION.fullmatch(text, begin, stop))
        begin, stop, opening, closing = _trim_block(text, begin, stop)
        said = _disclosures(text[:end], stop + len(closing), reach=end)
        reason = "note" if note else ""
        yield Quote(begin, stop, opening or ">", closing, said, not note, reason), Span(start, end)


def _trim_block(text: str, begin: int, stop: int) -> tuple[int, int, str, str]:
    """Leave out an attribution or a citation at the end of a block, and marks around all of it."""
    tail = re.compile(r"\n[ \t]*>[ \t]*(?:[—–-]{1,2}|\*)\s*[^\n]+\Z").search(text[:stop], begin)
    if tail:
        stop = tail.start()
    while True:
        closing = re.compile(r"\s*[(（]([^()（）]|[(（][^()（）]*[)）]){3,300}[)）][.。]?\s*\Z").search(
            text[begin:stop]
        )
        if closing is None:
            break
        inside = closing.group()
        if not (is_citation(inside) or disclosed(inside)):
            break
        stop = begin + closing.start()
    while stop > begin and text[stop - 1] in " \t\r\n>":
        stop -= 1
    mark = text[begin]
    if mark in _PAIRS and mark not in "'‘" and stop - begin > 2:
        last = text[stop - 1]
        if last in _PAIRS[mark] and not any(c in _PAIRS[mark] for c in text[begin + 1 : stop - 1]):
            return begin + 1, stop - 1, mark, last
    return begin, stop, "", ""


# ---------------------------------------------------------------------------------------- disclosures, reasons


def _disclosures(text: str, at: int, *, reach: int | None = None) -> str:
    """The parentheses after a quotation, before the next one and in the same line, that say something of it."""
    stop = text.find("\n", at)
    stop = len(text) if stop < 0 else stop
    if reach is not None:
        stop = reach
    stop = min(stop, at + 260)
    following = re.compile(r"[“„«「『\"]").search(text, at, stop)
    if following:
        stop = following.start()
    said: list[str] = []
    for match in _PARENTHESIS.finditer(text, at, stop):
        inside = match.group()
        near = match.start() - at <= 3
        if disclosed(inside) or (near and (_QUOTING.search(inside) or speaker_kind(inside) in ("dissent", "headnote"))):
            said.append(inside)
    return " ".join(said)


def _reason(text: str, start: int, end: int, opening: str, closing: str, level: int, headings: list[Span]) -> str:
    words = text[start:end].strip()
    if level:
        return "nested"
    if not closing:
        return "unclosed"
    if any(h.start <= start < h.end for h in headings):
        return "heading"
    if opening == "《":
        return "" if re.search(r"[，。；：]", words) and len(words) > 14 else "title"
    if not words or not any(c.isalnum() for c in words):
        return "short"
    chinese = len(_HAN.findall(words)) * 2 > len(words.replace(" ", ""))
    size = len(_HAN.findall(words)) if chinese else len(words.split())
    before = text[max(0, start - 60) : start - 1]
    if (
        size <= (12 if chinese else 6)
        and _DEFINES.search(before)
        and (
            _AFTER_DEFINITION.match(text, end + 1)
            or re.search(r"(?:[(（]|稱|称|genannt|ci-après|di seguito|hereinafter)[^“„«「\"]{0,12}\Z", before)
        )
    ):
        return "definition"
    if size <= (4 if chinese else 3) and not _CITED_NEXT.match(text, end + 1) and not words.endswith((".", "。")):
        return "short"
    return ""
