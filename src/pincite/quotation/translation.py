"""Quotes in another language than their source: A9 when the draft says so, M7 when it does not, and what a translation loses.

Keeps true: a translation is never called verbatim. A negation, a limit, a number or a modal that one side has and the other has
not is M1 beside A9, but only in the sentence of the source that the shared concepts show to be the one translated; all else
of the meaning is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pincite.findings import Finding
from pincite.quotation.lexicon import lexicon_for
from pincite.quotation.model import Alteration, Comparison, Nearest, verdict_of
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.tokens import Token, tokenise
from pincite.text.folding import fold
from pincite.text.sentences import sentences
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["compare_translation", "concepts_in", "same_language"]


def same_language(one: str, other: str) -> bool:
    """Whether two language tags name one language; the two ways of writing Chinese are one."""
    return one.split("-", maxsplit=1)[0].lower() == other.split("-", maxsplit=1)[0].lower()


@cache
def _concepts(language: str) -> dict[tuple[str, ...], str]:
    """Words of a language by the concept they name."""
    column = {"en": 1, "de": 2, "fr": 3, "it": 4, "zh": 5}.get(language.split("-", maxsplit=1)[0])
    table: dict[tuple[str, ...], str] = {}
    if column is None:
        return table
    for row in rows("pincite.quotation", "lexicons/concepts.tsv"):
        for form in row[column].split("|"):
            words = tuple(t.key for t in tokenise(form, language))
            if words:
                table.setdefault(words, row[0])
    return table


def _found(tokens: Sequence[Token], language: str) -> list[tuple[str, int, int]]:
    table = _concepts(language)
    chinese = language.startswith("zh")
    found: list[tuple[str, int, int]] = []
    at = 0
    while at < len(tokens):
        for size in range(min(6, len(tokens) - at), 0, -1):
            key = tuple(t.key for t in tokens[at : at + size])
            name = table.get(key)
            if name is None and size == 1 and not chinese and tokens[at].kind == "w":
                name = _by_stem(tokens[at].key, table)
            if name is not None:
                found.append((name, at, at + size))
                at += size
                break
        else:
            at += 1
    return found


def concepts_in(tokens: Sequence[Token], language: str) -> list[tuple[str, int, int]]:
    """The concepts that tokens of a language name, each with the tokens `[start, end)` that name it."""
    return _found(tokens, language)


def _by_stem(word: str, table: dict[tuple[str, ...], str]) -> str | None:
    for cut in range(1, 4):
        stem = word[:-cut]
        if len(stem) < 5:
            return None
        name = table.get((stem,))
        if name is not None and not name.startswith("!"):
            return name
    return None


def _signals(tokens: Sequence[Token], language: str) -> dict[str, tuple[int, str]]:
    """Concepts marked `!` (negation, limits, modals) and numbers: how often, and the words."""
    out: dict[str, tuple[int, str]] = {}
    for name, start, end in _found(tokens, language):
        if name.startswith("!"):
            count, words = out.get(name, (0, ""))
            out[name] = (count + 1, (words + " " if words else "") + " ".join(t.text for t in tokens[start:end]))
    for hit in lexicon_for(language).hits(tokens):
        if hit.kind == "number" and hit.lemma.isdigit():
            out[f"#{hit.lemma}"] = (1, " ".join(t.text for t in tokens[hit.start : hit.end]))
    return out


def compare_translation(quote: str, prepared: PreparedSource, *, language: str, marked: bool) -> Comparison:
    """A quote in another language than the source: A9 when marked, M7 when not."""
    tokens = tokenise(fold(quote).text, language)
    passage, sure = _model(prepared, tokens, language)
    nearest = None
    if passage is not None:
        words = prepared.source[passage.start : passage.end]
        unit = prepared.unit_at(passage.start)
        nearest = Nearest(passage, words, passage, words, unit.label if unit else "")
    whole = Span(0, len(quote))
    if not marked:
        alteration = Alteration(
            "M7", whole, passage or Span(0, 0), quote, nearest.words if nearest else "", "translation"
        )
        pair = ((nearest.words if nearest else "", quote),)
        return Comparison("refused", (alteration,), nearest=nearest, differs=pair)
    alterations = [Alteration("A9", whole, passage or Span(0, 0), quote, "")]
    differs: list[tuple[str, str]] = []
    if passage is not None and sure:
        begin, end = prepared.plain_offset(passage.start), prepared.plain_offset(passage.end)
        lost = _lost(tokenise(prepared.plain, prepared.language, begin, end), tokens, prepared.language, language)
        for source_words, quote_words in lost:
            alterations.append(Alteration("M1", whole, passage, quote_words, source_words, "translation"))
            differs.append((source_words, quote_words))
    findings = (Finding("translation", {"source_language": prepared.language}),)
    verdict = verdict_of((a.code for a in alterations), findings)
    spans = (passage,) if passage else ()
    return Comparison(
        verdict,
        tuple(alterations),
        findings,
        spans,
        nearest=nearest if verdict == "refused" else None,
        differs=tuple(differs),
    )


def _model(prepared: PreparedSource, quote: Sequence[Token], language: str) -> tuple[Span | None, bool]:
    """The sentence that shares most concepts and numbers with the quote, and whether that is clear."""
    wanted = {name for name, _, _ in _found(quote, language) if not name.startswith("!")}
    wanted |= {name for name in _signals(quote, language) if name.startswith("#")}
    scored: list[tuple[int, int, Span]] = []
    for span in _clauses(prepared):
        begin, end = prepared.plain_offset(span.start), prepared.plain_offset(span.end)
        there = tokenise(prepared.plain, prepared.language, begin, end)
        names = {name for name, _, _ in _found(there, prepared.language) if not name.startswith("!")}
        names |= {name for name in _signals(there, prepared.language) if name.startswith("#")}
        shared = len(wanted & names) + _cognates(quote, there)
        scored.append((shared, -len(names - wanted), span))
    if not scored:
        return None, False
    scored.sort(key=lambda s: s[:2], reverse=True)
    best = scored[0]
    clear = best[0] >= 1 and (len(scored) == 1 or scored[1][:2] < best[:2])
    return best[2], clear


def _cognates(quote: Sequence[Token], there: Sequence[Token]) -> int:
    """Words that two languages share: names, and words that begin with the same six letters."""
    stems = {t.key[:6] for t in there if t.kind == "w" and len(t.key) > 5}
    return len({t.key[:6] for t in quote if t.kind == "w" and len(t.key) > 5} & stems)


def _clauses(prepared: PreparedSource) -> list[Span]:
    """Sentences, cut at line ends and semicolons."""
    out: list[Span] = []
    for sentence in sentences(prepared.source[:60_000], prepared.language):
        start = sentence.start
        for at in range(sentence.start, sentence.end):
            if prepared.source[at] in "\n;；" and at - start > 12:
                out.append(Span(start, at + 1))
                start = at + 1
        if start < sentence.end:
            out.append(Span(start, sentence.end))
    return out


def _denial(source: Sequence[Token], quote: Sequence[Token], source_language: str, language: str) -> tuple[str, str]:
    """The words around the negation that one side has, and those around the concept it bears on in the other."""
    sides = []
    for tokens, tongue in ((source, source_language), (quote, language)):
        found = _found(tokens, tongue)
        sides.append((tokens, found, next(((s, e) for n, s, e in found if n in ("!negation", "!unless")), None)))
    has, lacks = (0, 1) if sides[0][2] else (1, 0)
    tokens, found, place = sides[has]
    assert place is not None
    near = sorted(
        (f for f in found if not f[0].startswith("!")), key=lambda f: (not f[0].startswith("~"), abs(f[1] - place[0]))
    )
    words = _around(tokens, *place)
    other_tokens, other_found, _ = sides[lacks]
    other = ""
    for name, _, _ in near:
        there = next(((s, e) for n, s, e in other_found if n == name), None)
        if there is not None:
            other = _around(other_tokens, *there)
            break
    other = other or " ".join(t.text for t in other_tokens)
    return (words, other) if has == 0 else (other, words)


def _around(tokens: Sequence[Token], start: int, end: int) -> str:
    return " ".join(t.text for t in tokens[max(0, start - 1) : end + 1])


def _denials(source: Sequence[Token], quote: Sequence[Token], source_language: str, language: str) -> tuple[int, int]:
    """How often each side denies.

    Where one side alone says «unless», and the other has a condition, that word is a denial within the condition («sofern er
    nicht beweist», «unless he proves») and counts as one.
    """
    mine, theirs = _signals(source, source_language), _signals(quote, language)
    counts = [side.get("!negation", (0, ""))[0] for side in (mine, theirs)]
    unless = [side.get("!unless", (0, ""))[0] for side in (mine, theirs)]
    if (unless[0] > 0) != (unless[1] > 0):
        tokens, lexicon = (quote, lexicon_for(language)) if unless[0] else (source, lexicon_for(source_language))
        if any(h.kind == "condition" or lexicon.holds("condition", tokens[h.start]) for h in lexicon.hits(tokens)):
            return counts[0] + unless[0], counts[1] + unless[1]
    return counts[0], counts[1]


def _lost(
    source: Sequence[Token], quote: Sequence[Token], source_language: str, language: str
) -> list[tuple[str, str]]:
    mine, theirs = _signals(source, source_language), _signals(quote, language)
    lost: list[tuple[str, str]] = []
    text = " ".join(t.text for t in quote)
    denied = _denials(source, quote, source_language, language)
    if denied[0] % 2 != denied[1] % 2:
        lost.append(_denial(source, quote, source_language, language))
    limits = [({n for n in side if n in ("!minimum", "!maximum")}) for side in (mine, theirs)]
    if limits[0] != limits[1]:
        words = [" ".join(side[n][1] for n in names) for side, names in zip((mine, theirs), limits, strict=True)]
        lost.append((words[0], words[1] or text))
    modals = [{n for n in side if n in ("!must", "!may")} for side in (mine, theirs)]
    if modals[0] and modals[1] and modals[0] != modals[1]:
        words = [" ".join(side[n][1] for n in names) for side, names in zip((mine, theirs), modals, strict=True)]
        lost.append((words[0], words[1]))
    numbers = [{n for n in side if n.startswith("#")} for side in (mine, theirs)]
    if numbers[1] - numbers[0]:
        lost.append(
            (" ".join(sorted(n[1:] for n in numbers[0])), " ".join(sorted(n[1:] for n in numbers[1] - numbers[0])))
        )
    return lost
