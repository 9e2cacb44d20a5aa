"""Marked omissions: A3, A7, and whether what was left out may change the sense.

Keeps true: a gap that holds a negation, an exception, a condition, a scope word, a limit, a form requirement, a hedge, a modal, the
verb of the clause, a provision that limits it, or that changes the subject, is never silently clean. Words inside a list item that was left out whole do not count (rule 12), and a
gap that holds only a citation or a note is A7.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.findings import Finding
from pincite.quotation.citing import is_citation
from pincite.quotation.denials import NOT_FINITE, finite_verbs, relatives, starts_a_clause
from pincite.quotation.lexicon import MEANING, Hit
from pincite.quotation.meaning import overlapping
from pincite.quotation.model import Alteration
from pincite.quotation.numerals import is_numeral
from pincite.quotation.outcome import Differences
from pincite.quotation.reading import Reading
from pincite.quotation.surroundings import clause_line_of, line_of
from pincite.quotation.tokens import PLACEHOLDER, Token, count_words
from pincite.text.patterns import pattern
from pincite.text.span import Span

__all__ = ["gap_span", "read_gap"]

_ALWAYS = frozenset({"negation", "exception", "condition", "scope", "comparative", "hedge", "form"})
_IF_KEPT = frozenset({"quantifier", "modal", "number", "pair"})
"""Classes that count when the word they bear on was kept: the gap ends with them."""

_ITEM = pattern(r"(?:^|\n)\s*(?:\(?[a-z0-9]{1,3}[.)]|\([ivx]+\)|[–—-]|\d+\.)[\s\u00a0]", re.IGNORECASE)


def gap_span(reading: Reading, index: int) -> tuple[int, int]:
    """The window tokens that the omission mark at step `index` stands for; at an end of the quote, to the edge of the sentence."""
    step = reading.steps[index]
    i, i2 = step.i, step.i2
    first = not any(t.counts for t in reading.tokens[: step.j])
    last = not any(t.counts for t in reading.tokens[step.j2 :])
    if not reading.source:
        return i, i2
    if first and not last:
        at = reading.source_span(i2, i2 + 1)
        edge = clause_line_of(reading.prepared, at.start, at.end).start
        while i > 0 and reading.source_span(i - 1, i).start >= edge:
            i -= 1
    elif last and not first and i > 0:
        at = reading.source_span(i - 1, i)
        edge = clause_line_of(reading.prepared, at.start, at.end).end
        i2 = i
        while i2 < len(reading.source) and reading.source_span(i2, i2 + 1).end <= edge:
            i2 += 1
        while i2 > i and reading.source[i2 - 1].key in (".", ";"):
            i2 -= 1
    return i, i2


def read_gap(reading: Reading, index: int, out: Differences, *, citations_disclosed: bool) -> None:
    """Name what an omission mark stands for."""
    step = reading.steps[index]
    i, i2 = gap_span(reading, index)
    span, where = reading.quote.span(step.j, step.j2), reading.source_span(i, i2)
    words = reading.source_words(i, i2)
    if words and is_citation(words, disclosed=citations_disclosed):
        out.add(Alteration("A7", span, where, reading.quote.words(step.j, step.j2), words))
        return
    omitted = count_words(reading.source[i:i2])
    out.add(
        Alteration("A3", span, where, reading.quote.words(step.j, step.j2), words, omitted=omitted),
        *_findings(reading, index, i, i2, span),
    )


def _findings(reading: Reading, index: int, i: int, i2: int, span: Span) -> list[Finding]:
    reason = _reason(reading, index, i, i2)
    if not reason:
        return []
    return [Finding("omission_may_change_sense", {"holds": reason}, span.start, span.end)]


def _reason(reading: Reading, index: int, i: int, i2: int) -> str:
    """What in the gap may change the sense, or ""."""
    tokens = reading.source[i:i2]
    if not any(t.counts for t in tokens):
        return ""
    items = _whole_items(reading, i, i2)
    hits = [h for h in overlapping(reading.source_hits, i, i2) if not any(a <= h.start < b for a, b in items)]
    for hit in hits:
        if hit.kind in _ALWAYS and _bears(reading, hit, i, i2):
            return f"{hit.kind}: {reading.source_words(hit.start, hit.end)}"
    step = reading.steps[index]
    last = not any(t.counts for t in reading.tokens[step.j2 :])
    covered = {k for h in hits if h.kind in MEANING for k in range(h.start, h.end)}
    if not last and hits and all(k in covered for k in range(i, i2) if reading.source[k].counts):
        return f"{hits[0].kind}: {reading.source_words(hits[0].start, hits[0].end)}"
    months = {
        h.end for h in hits if h.kind == "month"
    }  # «vom 20. Mai 2025 | …» ends with a date, not with a number of what follows
    closing = [h for h in hits if h.kind in _IF_KEPT and h.end == i2 and h.start not in months]
    if closing and not last:
        hit = closing[-1]
        return f"{hit.kind}: {reading.source_words(hit.start, hit.end)}"
    if not last and _alternative_to_more(reading, i2):
        return f"quantifier: {reading.source_words(i, i2)}"
    short = [h for h in hits if h.kind in ("modal", "quantifier") and count_words(tokens) <= 2]
    if short and not last:
        return f"{short[0].kind}: {reading.source_words(short[0].start, short[0].end)}"
    if _narrowing_relative(reading, i, i2, last=last):
        return f"qualifier: {reading.source_words(i, min(i2, i + 4))}"
    if reading.language == "de" and [t.key for t in tokens[:2]] == [",", "wonach"]:
        return f"qualifier: {reading.source_words(i, min(i2, i + 4))}"
    case = _case_led(reading, tokens) or _limit_named(reading, i, i2, items)
    if case:
        return case
    leading = not last and not any(t.counts for t in reading.tokens[: step.j])
    if leading and starts_a_clause(reading.lexicon, tokens, reading.standing()):
        return (
            ""  # nothing before the quotation's own clause governs it: the words without the mark are looked at alike
        )
    modal = [
        h for h in hits if h.kind == "modal" and h.end - h.start + (reading.source[h.start].key not in NOT_FINITE) > 1
    ]
    if modal and not _in_relative(reading, i, modal[0].start):
        return f"modal: {reading.source_words(modal[0].start, modal[0].end)}"
    return _main_verb(reading, i, i2, items, last=last) or _other_subject(reading, i, i2, items, last=last)


_DEFINITE = {
    "en": {"the", "his", "her", "its", "their", "this", "that", "these", "those", "such", "our", "my"},
    "fr": {"le", "la", "les", "l", "du", "des", "au", "aux", "son", "sa", "ses", "leur", "leurs", "ce", "cet", "cette", "ces"},
    "it": {"il", "lo", "la", "i", "gli", "le", "l", "del", "dello", "della", "dei", "degli", "delle", "al", "alla", "dal", "dalla",
           "nel", "nella", "suo", "sua", "questo", "questa", "quest", "tale"},
    "de": {"der", "die", "das", "dem", "den", "des", "im", "am", "vom", "zum", "zur", "beim", "dieser", "diese", "dieses", "diesem",
           "diesen", "sein", "seine", "ihr", "ihre", "unser", "unsere"},
}  # fmt: skip
_HEAD = 6
"""Words before a relative clause among which the article of its noun is looked for."""


def _narrowing_relative(reading: Reading, i: int, i2: int, *, last: bool) -> bool:
    """Whether the gap begins with a relative clause that narrows its noun.

    Without a comma it does. Behind a comma it does where the noun is no definite one («a company, which …»): what it says is then
    part of what the clause is about. A name needs no article.
    """
    lexicon, source = reading.lexicon, reading.source
    comma = source[i].key == ","
    at = i + comma
    if at >= i2 or lexicon.language not in _DEFINITE or not lexicon.holds("relative", source[at]):
        return False
    if source[at].key in ("que", "qu", "chi") or not i:
        return False  # «soutient que …» is no relative clause
    if any(lexicon.holds(kind, source[i - 1]) for kind in ("copula", "opinion", "attribution")):
        return False
    german = lexicon.language == "de"
    if not comma:
        return not german
    near = source[max(0, i - _HEAD) : i]
    stop = next((k + 1 for k in range(len(near) - 1, -1, -1) if near[k].key in (".", ";", ":", ",")), 0)
    definite = any(t.key in _DEFINITE[lexicon.language] for t in near[stop:])
    named = (near[-1].text[:1].isupper() and not german) or near[-1].kind == PLACEHOLDER
    return not last and not definite and not named


_OR = {
    "en": ("or",),
    "de": ("oder", "bzw"),
    "fr": ("ou",),
    "it": ("o", "od"),
    "zh": ("或",),
}


_OF = {"en": "of", "de": "von", "fr": "de", "it": "di"}


def _alternative_to_more(reading: Reading, i2: int) -> bool:
    """«one or | more», «eines oder | mehrerer», «d'un ou | de plusieurs»: the gap ends with an «or», a number or quantity follows."""
    source, language = reading.source, reading.lexicon.language
    if source[i2 - 1].key not in _OR.get(language, ()) or i2 >= len(source):
        return False
    at = i2 + (source[i2].key == _OF.get(language))
    return any(h.start == at and h.kind in ("quantifier", "comparative", "number") for h in reading.source_hits)


def _limit_named(reading: Reading, i: int, i2: int, items: list[tuple[int, int]]) -> str:
    """A provision that limits what was kept («under subsection (3C)», «nach Absatz 2»), or «without reasonable excuse»."""
    lexicon, source = reading.lexicon, reading.source
    for at in range(i, i2):
        if any(a <= at < b for a, b in items):
            continue
        for kind in ("limits", "limits_from", "special_case"):
            hit = lexicon.starts(kind, source, at)
            if hit is not None and at + hit[0] <= i2 and not _in_relative(reading, i, at):
                return f"limit: {reading.source_words(at, at + hit[0])}"
        if lexicon.holds("refers", source[at]) and _numbered(source, at, i2, chinese=lexicon.chinese):
            return f"reference: {reading.source_words(max(i, at - 2), min(i2, at + 4))}"
    return ""


def _numbered(source: Sequence[Token], at: int, i2: int, *, chinese: bool) -> bool:
    """Whether a number or a letter in brackets stands right at the name of a provision, both left out."""
    if chinese:
        near = source[max(0, at - 5) : at]
        return any(t.key == "第" for t in near)
    near = source[at + 1 : min(at + 4, i2)]
    return any(t.kind == "n" for t in near) or (len(near) > 2 and near[0].key == "(" and near[2].key == ")")


def _in_relative(reading: Reading, i: int, at: int) -> bool:
    """Whether a relative pronoun of the gap stands before a word of it, so that the word says something about a noun alone."""
    return relatives(reading.lexicon, reading.source[i:at]) > 0


def _main_verb(reading: Reading, i: int, i2: int, items: list[tuple[int, int]], *, last: bool) -> str:
    """The verb of the clause that was left out of its middle: what stands before the gap has none, and the gap has."""
    lexicon = reading.lexicon
    if last or items or lexicon.chinese or i >= i2:
        return ""
    gap = reading.source[i:i2]
    verbs = finite_verbs(lexicon, gap)
    if len(verbs) <= relatives(lexicon, gap) or any(t.key in (".", ";", ":") for t in gap):
        return ""
    at = reading.source_span(i, i + 1)
    start = line_of(reading.prepared, at.start, at.end).start
    low = i
    while low and reading.source_span(low - 1, low).start >= start:
        low -= 1
    before = reading.source[low:i]
    if not any(t.counts for t in before) or len(finite_verbs(lexicon, before)) > relatives(lexicon, before):
        return ""
    return f"verb: {reading.source_words(i + verbs[0], i + verbs[0] + 1)}"


_HARMLESS = {
    "en": {"even", "substantially", "whether"},
    "de": {"auch", "schon", "ob", "sogar"},
    "fr": {"également", "même", "encore"},
    "it": {"anche", "perfino", "già"},
    "zh": {"亦", "甚至", "主要"},
}


_BEFORE_A_NUMBER = frozenset({"über", "unter", "over", "above", "below"})
"""Comparatives that are prepositions of place unless a number follows («über die Erhebung», «über 18 Jahre»)."""


def _bears(reading: Reading, hit: Hit, i: int, i2: int) -> bool:
    """Whether a word of an always-counted class really narrows what was kept; a few words do so only at the gap's end."""
    language = reading.lexicon.language
    if hit.lemma in _BEFORE_A_NUMBER:
        return any(is_numeral(t, reading.language) for t in reading.source[hit.end : hit.end + 2])
    if hit.kind == "scope" and _illustration(reading, hit, i, i2):
        return False
    if hit.kind in ("scope", "condition") and hit.lemma in _HARMLESS.get(language, ()):
        return False
    if hit.kind == "comparative" and hit.lemma in ("greater", "lower", "higher", "earlier", "later", "better"):
        return hit.end == i2
    return True


_AMONG_OTHERS = frozenset({"insbesondere", "notamment", "particularly", "segnatamente", "尤其"})


def _illustration(reading: Reading, hit: Hit, i: int, i2: int) -> bool:
    """Whether the gap is an example set between commas that begins with this word («, notamment à toute installation,»)."""
    source = reading.source
    if hit.lemma not in _AMONG_OTHERS or any(t.counts for t in source[i : hit.start]):
        return False
    edge = (",", ";", ".", ":", "(", ")", "-")
    opened = (i and source[i - 1].key in edge) or source[i].key in edge
    closed = source[i2 - 1].key in edge or i2 >= len(source) or source[i2].key in edge
    return bool(opened) and closed and count_words(source[hit.end : i2]) > 1


def _whole_items(reading: Reading, i: int, i2: int) -> list[tuple[int, int]]:
    """List items that lie wholly in the gap: their words say nothing about what was kept."""
    if i2 <= i:
        return []
    where = reading.source_span(i, i2)
    source = reading.prepared.source
    line = source.rfind("\n", 0, where.start) + 1
    low = max(0, line - 1) if not source[line : where.start].strip() else where.start
    starts = [m.start() for m in _ITEM.finditer(source, low, where.end)]
    inside: list[tuple[int, int]] = []
    for a, b in pairwise([*starts, where.end]):
        # the last one ends where the gap does: with its own mark, or at the end of its line («…; und»), not at a comma inside it
        closed = source[a:b].rstrip()[-1:] in (";", ".") or "\n" in source[b:].lstrip(" \t")[:1]
        ended = b < where.end or closed or _label_only(source[a:b])
        if ended:
            first = next((k for k in range(i, i2) if reading.source_span(k, k + 1).start >= a), i2)
            last = next((k for k in range(first, i2) if reading.source_span(k, k + 1).start >= b), i2)
            inside.append((first, last))
    return inside


def _label_only(text: str) -> bool:
    return len(text.split()) <= 1


_CASE = {
    "en": ("in the case of", "in cases of", "in the event of", "save", "upon", "on condition"),
    "de": ("bei ",),
    "fr": ("en cas ", "lors "),
    "it": ("in caso ", "nel caso "),
}


def _case_led(reading: Reading, tokens: Sequence[Token]) -> str:
    """«, bei Gefahr im Verzug …»: a special case led in after a comma."""
    words = [t for t in tokens if t.counts]
    if not tokens or tokens[0].key != "," or len(words) < 2:
        return ""
    text = " ".join(t.key for t in words) + " "
    lead = next((c for c in _CASE.get(reading.language, ()) if text.startswith(c)), "")
    return f"case: {lead.strip()}" if lead else ""


def _other_subject(reading: Reading, i: int, i2: int, items: list[tuple[int, int]], *, last: bool) -> str:
    """Whether the gap ends a sentence and begins another, so that what follows has another subject."""
    if last or items:
        return ""
    for at in range(i, i2):
        token = reading.source[at]
        if token.key in (".", ";", "?", "!") and count_words(reading.source[at + 1 : i2]) and _stops(reading, at, i2):
            return "subject"
    party = [h for h in overlapping(reading.source_hits, i, i2) if h.kind == "party"]
    led = [
        h
        for h in party
        if h.start > i
        and any(t.key in _AND.get(reading.lexicon.language, ()) for t in reading.source[max(i, h.start - 3) : h.start])
    ]
    after = reading.source[i2] if i2 < len(reading.source) else None
    if led and after is not None and (reading.lexicon.holds("copula", after) or reading.lexicon.holds("modal", after)):
        return f"subject: {reading.source_words(led[-1].start, led[-1].end)}"
    return ""


_AND = {
    "en": {"and", "while"},
    "de": {"und", "während"},
    "fr": {"et"},
    "it": {"e", "ed", "mentre"},
    "zh": {"而", "及", "且"},
}


def _stops(reading: Reading, at: int, i2: int) -> bool:
    """Whether a full stop or semicolon ends a sentence: what follows begins with a capital, or it is a semicolon."""
    if reading.source[at].key == ";":
        return True
    if at + 1 >= i2:
        return False
    after = reading.source[at + 1]
    before = reading.source[at - 1] if at else None
    abbreviated = before is not None and (len(before.text) <= 3 or before.kind == "n")
    return after.kind == "c" or (after.text[:1].isupper() and not abbreviated)
