"""The differences between a quote and its source, each with the code of the calculus.

Keeps true: every word that differs is in an alteration; a bracket licenses nothing that a change without one would not be
refused for, when a word of meaning is concerned. Rules are those of the calculus (docs/quotation.md); their numbers are given
where they are applied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.findings import Finding
from pincite.quotation.align import Step
from pincite.quotation.brackets import read_bracket
from pincite.quotation.citing import is_citation
from pincite.quotation.lexicon import MEANING
from pincite.quotation.meaning import meaning_changed, overlapping
from pincite.quotation.model import Alteration
from pincite.quotation.nearest_words import nearest_ends
from pincite.quotation.numerals import is_numeral, values
from pincite.quotation.omissions import read_gap
from pincite.quotation.orthography import bare_capital, same_character, same_spelling
from pincite.quotation.outcome import Differences
from pincite.quotation.reading import Reading, joined
from pincite.quotation.tokens import CHARACTER, NUMBER, PLACEHOLDER, PUNCTUATION, WORD, Token
from pincite.quotation.typography import name_typography
from pincite.text.span import Span

__all__ = ["differences"]

_HEAVENLY = "甲乙丙丁戊己庚辛"
_MARKS = "\"'"


@dataclass(slots=True)
class _Block:
    """Source tokens `[i, i2)` against quote tokens `[j, j2)`, a difference without a mark of the drafter."""

    i: int
    i2: int
    j: int
    j2: int


def differences(reading: Reading, *, citations_disclosed: bool, brackets_claimed: bool) -> Differences:
    """Name every difference of a reading."""
    out = Differences()
    name_typography(reading, out)
    hard: list[_Block] = []
    reading.steps = nearest_ends(reading, reading.steps)
    steps = reading.steps = _slid(reading)
    for index, step in enumerate(steps):
        if step.kind == "words":
            if _article_of_bracket(reading, index):
                continue
            soft = _soft(reading, step.i, step.i2, step.j, step.j2)
            if soft:
                out.add(soft)
            else:
                _join(reading, hard, _Block(step.i, step.i2, step.j, step.j2))
        elif step.kind == "gap":
            read_gap(reading, index, out, citations_disclosed=citations_disclosed)
        elif step.kind == "bracket":
            read_bracket(reading, index, out, claimed=brackets_claimed)
    gaps = [Span(s.i, s.i2) for s in steps if s.kind == "gap"]
    for block in hard:
        _classify(reading, block, out, gaps, citations_disclosed=citations_disclosed)
    _read_sic(reading, out)
    out.alterations = _in_order(out.alterations)
    return out


def _article_of_bracket(reading: Reading, index: int) -> bool:
    """Whether a step is «an» for «a» before a bracket that calls for it; it is named with the bracket."""
    step = reading.steps[index]
    if index + 1 >= len(reading.steps) or reading.steps[index + 1].kind != "bracket" or reading.language != "en":
        return False
    pair = (reading.source[step.i : step.i2], reading.tokens[step.j : step.j2])
    return all(len(side) == 1 and side[0].key in ("a", "an") for side in pair)


def _in_order(alterations: list[Alteration]) -> list[Alteration]:
    return sorted(alterations, key=lambda a: (a.quote.start, a.quote.end))


# ---------------------------------------------------------------------------------- one word for one: A10, A11, A13


def _soft(reading: Reading, i: int, i2: int, j: int, j2: int) -> Alteration | None:
    """A difference of one word that is no change of words: case at the start, glyph of a mark, spelling, placeholder."""
    source, quote = reading.source[i:i2], reading.tokens[j:j2]
    code = ""
    if len(source) == 1 and len(quote) == 1:
        code = _soft_pair(reading, i, j)
    elif not source and len(quote) == 1:
        code = _soft_added(reading, i, j)
    if not code:
        return None
    return Alteration(
        code,
        reading.quote.span(j, j2),
        reading.source_span(i, i2),
        reading.quote.words(j, j2),
        reading.source_words(i, i2),
    )


def _soft_pair(reading: Reading, i: int, j: int) -> str:
    source, quote = reading.source[i], reading.tokens[j]
    if source.kind == PUNCTUATION and quote.kind == PUNCTUATION:
        return "A1" if source.key in _MARKS and quote.key in _MARKS else ""
    if PLACEHOLDER in (source.kind, quote.kind):
        letter = source.text[0] == quote.text[0] and (len(source.text) == 1 or source.kind == PLACEHOLDER)
        single = len(quote.text) == 1 or quote.kind == PLACEHOLDER
        return "A11" if letter and single else ""
    if source.kind == CHARACTER and quote.kind == CHARACTER and source.text != quote.text:
        context = "".join(t.text for t in reading.source[max(0, i - 4) : i + 5])
        return "A10" if same_character(source.text, quote.text, context, i - max(0, i - 4)) else ""
    if source.kind == WORD and quote.kind == WORD:
        if source.key == quote.key:
            return "A13" if _opens(reading, j) and source.text[1:] == quote.text[1:] else ""
        if reading.language == "fr" and bare_capital(source.text, quote.text):
            return "A10"
        if same_spelling(source.key, quote.key, reading.language):
            same_case = source.text[0].isupper() == quote.text[0].isupper() or _opens(reading, j)
            return "A10" if same_case else ""
    return ""


def _opens(reading: Reading, j: int) -> bool:
    """Whether a quote word is the first of the quote or of a piece after an omission."""
    for token in reversed(reading.tokens[:j]):
        if token.counts or token.kind == "b":
            return False
        if token.kind == "g":
            return True
    return True


def _soft_added(reading: Reading, i: int, j: int) -> str:
    quote = reading.tokens[j]
    if quote.key == "." and j:
        before = reading.tokens[j - 1]
        step = next((s for s in reading.steps if s.j <= j - 1 < s.j2), None)
        if step is not None and step.kind == "words" and len(before.text) == 1 and step.i2 - step.i == 1:
            same = reading.source[step.i].kind == PLACEHOLDER and reading.source[step.i].text[0] == before.text
            return "A11" if same else ""
    if quote.key == "某" and j + 1 < len(reading.tokens) and reading.tokens[j + 1].text in _HEAVENLY:
        same = i < len(reading.source) and reading.source[i].text == reading.tokens[j + 1].text
        return "A11" if same else ""
    return ""


# ------------------------------------------------------------------------------------------------- joining differences


def _slid(reading: Reading) -> list[Step]:
    """Where «A or B» lost «or B» or «A or», read the loss as the one that begins with a mark, a conjunction or an exception."""
    steps = list(reading.steps)
    for k in range(1, len(steps) - 1):
        before, here, after = steps[k - 1 : k + 2]
        if here.kind != "words" or here.j2 > here.j or before.kind != "equal" or after.kind != "equal":
            continue
        shift = _better_start(reading, before, here, after)
        if shift:
            steps[k - 1] = before._replace(i2=before.i2 + shift, j2=before.j2 + shift)
            steps[k] = here._replace(i=here.i + shift, i2=here.i2 + shift, j=here.j + shift, j2=here.j2 + shift)
            steps[k + 1] = after._replace(i=after.i + shift, j=after.j + shift)
    return _whole_at_the_ends(reading, [s for s in steps if s.i2 > s.i or s.j2 > s.j])


def _whole_at_the_ends(reading: Reading, steps: list[Step]) -> list[Step]:
    """Where a line end breaks the first or the last word of the quote, the piece that was left out is taken in."""
    behind_gaps = [k for k in range(1, len(steps)) if steps[k - 1].kind == "gap"]
    for k, forward in ((0, False), *((k, False) for k in behind_gaps), (len(steps) - 1, True)):
        step = steps[k] if steps else None
        if step is None or step.kind != "words" or step.i2 - step.i != 1 or step.j2 - step.j != 1:
            continue
        for size in (1, 2):
            i, i2 = (step.i, step.i2 + size) if forward else (step.i - size, step.i2)
            if i < 0 or i2 > len(reading.source):
                break
            if _broken_at_line_end(reading, reading.source[i:i2], reading.tokens[step.j : step.j2]):
                steps[k] = step._replace(i=i, i2=i2)
                if k in behind_gaps:
                    steps[k - 1] = steps[k - 1]._replace(i2=i)
                break
    return steps


def _better_start(reading: Reading, before: Step, here: Step, after: Step) -> int:
    source = reading.source

    def begins(at: int) -> bool:
        return source[at].kind == PUNCTUATION or any(
            h.start == at and h.kind in ("conjunction", "exception", "negation", "scope") for h in reading.source_hits
        )

    if begins(here.i):
        return 0
    shift = 0
    while shift < after.i2 - after.i - 1 and source[here.i + shift].text == source[here.i2 + shift].text:
        shift += 1
        if begins(here.i + shift):
            return shift
    shift = 0
    while -shift < before.i2 - before.i - 1 and source[here.i + shift - 1].text == source[here.i2 + shift - 1].text:
        shift -= 1
        if begins(here.i + shift):
            return shift
    return 0


def _join(reading: Reading, blocks: list[_Block], new: _Block) -> None:
    """Differences side by side, or parted only by a mark or a numeral of the same number, are one."""
    if blocks:
        last = blocks[-1]
        if last.i2 == new.i and last.j2 == new.j:
            last.i2, last.j2 = new.i2, new.j2
            return
        between = new.i - last.i2
        if between == new.j - last.j2 and 0 < between <= 4 and _one_negation(reading, last, new):
            last.i2, last.j2 = new.i2, new.j2
            return
        if between == new.j - last.j2 and 0 < between <= 3 and _glue(reading, last, new):
            last.i2, last.j2 = new.i2, new.j2
            return
    blocks.append(new)


def _one_negation(reading: Reading, last: _Block, new: _Block) -> bool:
    """French «ne … pas» lost or gained around its verb is one difference."""
    if reading.language != "fr":
        return False
    for tokens, first, second in (
        (reading.source, (last.i, last.i2), (new.i, new.i2)),
        (reading.tokens, (last.j, last.j2), (new.j, new.j2)),
    ):
        opened = any(t.key in ("ne", "n") for t in tokens[first[0] : first[1]])
        closed = any(reading.lexicon.holds("negation", t) or t.key == "pas" for t in tokens[second[0] : second[1]])
        if opened and closed:
            return True
    return False


def _glue(reading: Reading, last: _Block, new: _Block) -> bool:
    inside = reading.source[last.i2 : new.i]
    marks = reading.tokens[last.j2 : new.j]
    if any(reading.pairs.get(last.i2 + k) != last.j2 + k for k in range(new.i - last.i2)):
        return False
    around = [*reading.source[last.i : new.i2], *reading.tokens[last.j : new.j2]]
    numeric = all(is_numeral(t, reading.language) or t.key in "()-" for t in around)
    if numeric:
        return True
    if len(inside) != 1 or inside[0].kind != PUNCTUATION:
        return False
    left = reading.tokens[last.j2 - 1] if last.j2 > last.j else None
    right = reading.tokens[new.j] if new.j2 > new.j else None
    return bool(left and right and left.end == marks[0].start and marks[0].end == right.start)


# ------------------------------------------------------------------------------------------------------ M1, M2, M3


def _classify(
    reading: Reading, block: _Block, out: Differences, gaps: Sequence[Span], *, citations_disclosed: bool
) -> None:
    source = reading.source[block.i : block.i2]
    quote = reading.tokens[block.j : block.j2]
    source_words = _words_written(reading, source)
    quote_words = sum(t.counts for t in quote)
    span, where = reading.quote.span(block.j, block.j2), reading.source_span(block.i, block.i2)

    def put(code: str, note: str = "", *findings: Finding) -> None:
        nonlocal span, where
        if code == "M1" and reading.lexicon.chinese:
            _whole_words(reading, block)
            span, where = reading.quote.span(block.j, block.j2), reading.source_span(block.i, block.i2)
        there = reading.prepared.source[where.start : where.end]
        out.add(Alteration(code, span, where, reading.quote.text[span.start : span.end], there, note), *findings)

    if not source_words and not quote_words:
        _marks_only(reading, block, out, gaps)
        return
    if _layout_kept(reading, block):
        return
    if source and quote:
        if _broken_at_line_end(reading, source, quote):
            put("A2")
            return
        mine, theirs = joined(source), joined(quote)
        if same_spelling(mine, theirs, reading.language):
            put("A10")
            return
        if mine == theirs:
            put("M2", "case")
            return
    if not quote_words and is_citation(reading.source_words(block.i, block.i2), disclosed=citations_disclosed):
        put("A7")
        return
    widened = _same_value(reading, block)
    if widened:
        put("M2", "same_value", Finding("same_value", {"source": reading.source_words(block.i, block.i2)}))
        return
    kind = meaning_changed(reading, block.i, block.i2, block.j, block.j2)
    if kind and not source_words and not quote_words:
        kind = ""
    if not quote_words:
        many = source_words >= (3 if reading.lexicon.chinese else 2)
        if many and not _nothing_but_meaning(reading, block):
            put("M3")
        elif kind and not _expletive(reading, block):
            put("M1", kind)
        else:
            put("M3" if many else "M2", "expletive" if kind else "")
        return
    put("M1" if kind else "M2", kind)


def _words_written(reading: Reading, source: Sequence[Token]) -> int:
    """How many words the source has there; one that a hyphen at a line end breaks is one."""
    count = sum(t.counts for t in source)
    for first, mark, last in zip(source, source[1:], source[2:], strict=False):
        if mark.key == "-" and first.kind == last.kind == WORD and first.end == mark.start:
            span = reading.prepared.span(mark.start, last.start)
            count -= "\n" in reading.prepared.source[span.start : span.end] and last.text[0].islower()
    return count


def _broken_at_line_end(reading: Reading, source: Sequence[Token], quote: Sequence[Token]) -> bool:
    """Whether the source's line end breaks the quoted word, with a hyphen or, where no word of its own arises, without."""
    if len(quote) != 1 or quote[0].kind != WORD or len(source) not in (2, 3):
        return False
    first, last = source[0], source[-1]
    if first.kind != WORD or last.kind != WORD or first.text + last.text != quote[0].text:
        return False
    start, end = reading.prepared.span(first.start, first.end).end, reading.prepared.span(last.start, last.end).start
    between = reading.prepared.source[start:end]
    if "\n" not in between or len(first.text) < _LEAST_PIECE or len(last.text) < _LEAST_PIECE:
        return False
    if len(source) == 3:
        return source[1].key == "-"
    known = reading.lexicon.single
    return first.key not in reading.lexicon.prefixes and not any(
        token.key in known for token in (first, last, quote[0])
    )


_LEAST_PIECE = 2


def _whole_words(reading: Reading, block: _Block) -> None:
    """Widen a Chinese difference to the words it falls in: 被告 for 原告, not 被 for 原."""
    hits = [*overlapping(reading.source_hits, block.i, block.i2)] if block.i2 > block.i else []
    first = min((h.start for h in hits), default=block.i)
    last = max((h.end for h in hits), default=block.i2)
    pairs = reading.pairs
    while block.i > first and pairs.get(block.i - 1) == block.j - 1:
        block.i, block.j = block.i - 1, block.j - 1
    while block.i2 < last and pairs.get(block.i2) == block.j2:
        block.i2, block.j2 = block.i2 + 1, block.j2 + 1


def _nothing_but_meaning(reading: Reading, block: _Block) -> bool:
    """Whether all the words of a dropped stretch are words of meaning («in no event»)."""
    covered: set[int] = set()
    for hit in overlapping(reading.source_hits, block.i, block.i2):
        if hit.kind in MEANING and hit.kind != "party":
            covered.update(range(hit.start, hit.end))
    return all(k in covered for k in range(block.i, block.i2) if reading.source[k].counts)


_EXPLETIVE_AFTER = {
    "fr": ("à moins que", "avant que", "de peur que", "de crainte que", "à moins qu", "avant qu", "empêche que"),
    "it": ("a meno che", "a meno", "prima che", "finché"),
}
_NEGATES_WITH_NE = {
    "pas",
    "point",
    "plus",
    "jamais",
    "guère",
    "aucun",
    "aucune",
    "rien",
    "nul",
    "nulle",
    "personne",
    "que",
    "ni",
}


def _expletive(reading: Reading, block: _Block) -> bool:
    """Rule 9: French «ne» after «à moins que», Italian «non» after «a meno che» deny nothing."""
    dropped = [t.key for t in reading.source[block.i : block.i2] if t.counts]
    word = {"fr": ("ne", "n"), "it": ("non",)}.get(reading.language, ())
    if len(dropped) != 1 or dropped[0] not in word:
        return False
    before = joined(reading.source[max(0, block.i - 14) : block.i])
    after = {t.key for t in reading.source[block.i2 : block.i2 + 4]}
    if reading.language == "fr" and after & _NEGATES_WITH_NE:
        return False
    return any(lead in before for lead in _EXPLETIVE_AFTER[reading.language])


def _same_value(reading: Reading, block: _Block) -> bool:
    """Whether the numbers on both sides are the same, written otherwise; widens the block to the whole numeral."""
    language = reading.language
    around = [*reading.source[block.i : block.i2], *reading.tokens[block.j : block.j2]]
    if not all(is_numeral(t, language) or t.key in "()-" for t in around if t.counts or t.key in "()-"):
        return False
    if not any(is_numeral(t, language) for t in around):
        return False
    i, i2, j, j2 = block.i, block.i2, block.j, block.j2
    pairs = reading.pairs
    numeric: list[Token]
    while (
        i > 0
        and pairs.get(i - 1) == j - 1
        and (is_numeral(reading.source[i - 1], language) or reading.source[i - 1].key in "()-")
    ):
        i, j = i - 1, j - 1
    while (
        i2 < len(reading.source)
        and pairs.get(i2) == j2
        and (is_numeral(reading.source[i2], language) or reading.source[i2].key in "()-")
    ):
        i2, j2 = i2 + 1, j2 + 1
    numeric = reading.source[i:i2]
    mine, theirs = values(numeric, language), values(reading.tokens[j:j2], language)
    if mine is None or theirs is None or set(mine) != set(theirs):
        return False
    if any(
        t.kind == NUMBER and t.key != u.key
        for t, u in zip(numeric, reading.tokens[j:j2], strict=False)
        if u.kind == NUMBER
    ):
        return set(mine) == set(theirs)
    return True


def _layout_kept(reading: Reading, block: _Block) -> bool:
    """Whether words that the quote has more are the layout of the source at that place (a paragraph number kept)."""
    if block.i2 > block.i:
        return False
    at = reading.source_span(block.i, block.i2).start
    kept = "".join(reading.quote.words(block.j, block.j2).split())
    for layout in reading.prepared.layout:
        if layout.kind != "line" and at - 3 <= layout.start <= at + 4:
            text = "".join(reading.prepared.source[layout.start : layout.end].split())
            if text.strip("[]()") == kept.strip("[]()"):
                return True
    return False


# ------------------------------------------------------------------------------------------------------ marks alone


def _marks_only(reading: Reading, block: _Block, out: Differences, gaps: Sequence[Span]) -> None:
    """Punctuation that differs: A13 at either end, part of an omission beside its mark, M9 for brackets, else M2."""
    source = [t.key for t in reading.source[block.i : block.i2]]
    quote = [t.key for t in reading.tokens[block.j : block.j2]]
    words = (reading.quote.words(block.j, block.j2), reading.source_words(block.i, block.i2))
    spans = (reading.quote.span(block.j, block.j2), reading.source_span(block.i, block.i2))
    if any(block.i == gap.end or block.i2 == gap.start for gap in gaps) or _beside_gap(reading, block):
        return
    both = source + quote
    if any(m in "[]()〔〕【】" for m in both) and any(a.code == "M9" for a in out.alterations):
        return  # the closing half of a pair that is named already
    if any(mark in "[]〔〕【】" for mark in both) or (any(m in "()" for m in both) and not _at_end(reading, block)):
        _brackets_differ(reading, block, out)
        return
    if _at_end(reading, block) and _closing_mark(quote) and len(source) <= 1:
        if quote:
            source_end = min(block.i2 + (0 if source else 1), len(reading.source))
            next_mark = reading.source[block.i : source_end]
            if next_mark and next_mark[0].kind == PUNCTUATION:
                spans = (spans[0], reading.source_span(block.i, source_end))
                words = (words[0], reading.source_words(block.i, source_end))
        out.add(Alteration("A13", *spans, *words))
        return
    if _at_start(reading, block):
        out.add(Alteration("A13", *spans, *words))
        return
    if not quote and all(mark in _MARKS for mark in source):
        out.add(Alteration("A7", *spans, *words, "quotation_marks"))
        return
    out.add(Alteration("M2", *spans, *words, "punctuation"))


def _closing_mark(marks: Sequence[str]) -> bool:
    """Whether marks at the end of a quote are one mark of the drafter's sentence, quotation marks apart; a bracket is none."""
    own = [mark for mark in marks if mark not in _MARKS]
    return len(own) <= 1 and not any(mark in "()[]〔〕【】" for mark in own)


def _beside_gap(reading: Reading, block: _Block) -> bool:
    return any(s.kind == "gap" and (s.j2 == block.j or s.j == block.j2) for s in reading.steps)


def _at_end(reading: Reading, block: _Block) -> bool:
    return not any(t.counts or t.kind in "gb" for t in reading.tokens[block.j :])


def _at_start(reading: Reading, block: _Block) -> bool:
    return not any(t.counts or t.kind in "gb" for t in reading.tokens[: block.j])


_PAIRS = {"[": "]", "(": ")", "〔": "〕", "【": "】"}


def _brackets_differ(reading: Reading, block: _Block, out: Differences) -> None:
    """M9: name the bracketed words with their brackets, on both sides, as far as the pair can be seen."""
    i, i2, j, j2 = block.i, block.i2, block.j, block.j2
    opened = next((k for k in range(i, i2) if reading.source[k].key in _PAIRS), None)
    if opened is not None:
        close = _PAIRS[reading.source[opened].key]
        end = next(
            (k for k in range(opened, min(len(reading.source), opened + 60)) if reading.source[k].key == close), None
        )
        if end is not None and end >= i2:
            shift = j2 - i2
            i2, j2 = end + 1, min(len(reading.tokens), max(j2, end + 1 + shift))
            j2 = _quote_index(reading, i2, j2)
    out.add(
        Alteration(
            "M9",
            reading.quote.span(j, j2),
            reading.source_span(i, i2),
            reading.quote.words(j, j2),
            reading.source_words(i, i2),
        )
    )


def _quote_index(reading: Reading, i: int, usual: int) -> int:
    """The quote token at which source token `i` begins."""
    for step in reading.steps:
        if step.i <= i <= step.i2:
            if step.kind == "equal":
                return step.j + (i - step.i)
            if i == step.i2:
                return step.j2
    return usual


# --------------------------------------------------------------------------------------------------------------- [sic]


def _read_sic(reading: Reading, out: Differences) -> None:
    """A8, or `false_disclosure` when the words before the mark are not the source's; the change is then named with the mark."""
    for step in reading.steps:
        if step.kind != "sic":
            continue
        mark = reading.quote.span(step.j, step.j2)
        words = reading.quote.words(step.j, step.j2)
        near = reading.quote.span(max(0, step.j - 2), step.j)
        changed = [
            a
            for a in out.alterations
            if a.code in ("M1", "M2", "M3") and a.quote.end >= near.start and a.quote.start < mark.start
        ]
        if not changed:
            out.add(Alteration("A8", mark, reading.source_span(step.i, step.i), " " + words, ""))
            continue
        first = changed[-1]
        i = step.i
        wide = Span(first.quote.start, mark.end)
        source = Span(first.source.start, max(first.source.end, reading.source_span(max(0, i - 1), i).end))
        out.alterations.remove(first)
        out.add(
            Alteration(
                first.code,
                wide,
                source,
                reading.quote.text[wide.start : wide.end],
                reading.prepared.source[source.start : source.end],
                first.note,
            ),
            Finding("false_disclosure", {"words": words}, mark.start, mark.end),
        )
