"""What the edge of a quote, or of a marked gap, cuts in half: a number, «not | less than», «even | if», a denial later in the clause.

Keeps true: a number of which a part was left out is another number (M1), verbatim as the rest may be; a quote that begins or ends
inside an expression of meaning, or leaves the denial of its own clause behind, is named for a person to look at.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.findings import Finding
from pincite.quotation.lexicon import Hit, Lexicon
from pincite.quotation.model import Alteration
from pincite.quotation.numerals import is_numeral
from pincite.quotation.outcome import Differences
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.reading import Reading
from pincite.quotation.tokens import CHARACTER, NUMBER, WORD, Token

__all__ = ["cut_in_half", "cut_numbers", "denied_later"]

_REACH = 40
"""Characters around a quote in which the rest of its first or last number is looked for."""
_NEAR = 8
"""Words on either side of an edge that an expression across it may have."""
_SPLIT = frozenset({"negation", "exception", "condition", "scope", "comparative", "quantifier"})
_HUNDREDS = ("hundred", "thousand", "cent", "cents", "mille", "million")
_AND = ("and", "et")
_STOPS = (".", ";", ":", "?", "!", "。")


# ------------------------------------------------------------------------------------------------------------ numbers


def cut_numbers(reading: Reading, found: Differences) -> None:
    """M1 for each number of the quote whose other half stands in the source right before or behind it, left out."""
    prepared, source, language = reading.prepared, reading.source, reading.language
    equal = [step for step in reading.steps if step.kind == "equal"]
    first = next(((s.i + k, s.j + k) for s in equal for k in range(s.i2 - s.i) if source[s.i + k].counts), None)
    last = next(
        ((s.i + k, s.j + k) for s in reversed(equal) for k in range(s.i2 - s.i - 1, -1, -1) if source[s.i + k].counts),
        None,
    )
    if first is None or last is None:
        return
    if is_numeral(source[first[0]], language) and not any(t.counts for t in reading.tokens[: first[1]]):
        start = source[first[0]].start
        _name(reading, found, first, _tokens(prepared, max(0, start - _REACH), start), before=True)
    if is_numeral(source[last[0]], language) and not any(t.counts for t in reading.tokens[last[1] + 1 :]):
        end = source[last[0]].end
        stop = min(len(prepared.plain), end + _REACH)
        _name(reading, found, last, _tokens(prepared, end, stop), before=False)
    for step in reading.steps:
        if step.kind != "gap" or not step.i < step.i2:
            continue
        if step.j and reading.pairs.get(step.i - 1, -1) == step.j - 1:
            _name(reading, found, (step.i - 1, step.j - 1), source[step.i : step.i2], before=False)
        if reading.pairs.get(step.i2, -1) == step.j2:
            _name(reading, found, (step.i2, step.j2), source[step.i : step.i2], before=True)


def _tokens(prepared: PreparedSource, start: int, end: int) -> list[Token]:
    """The tokens within `plain[start:end]`, and none of which a part stands outside."""
    if start >= end:
        return []
    return [t for t in prepared.tokens(start, end) if start <= t.start and (t.end <= end or end - start >= _REACH)]


def _name(
    reading: Reading, found: Differences, pair: tuple[int, int], around: Sequence[Token], *, before: bool
) -> None:
    i, j = pair
    token = reading.source[i]
    rest = _numeral_before(reading, token, around) if before else _numeral_behind(reading, token, around)
    if rest is None or any(a.code == "M1" and a.note == "number" for a in found.alterations):
        return
    start, end = min(rest.start, token.start), max(rest.end, token.end)
    where = reading.prepared.span(start, end)
    words = reading.prepared.source[where.start : where.end]
    found.add(Alteration("M1", reading.quote.span(j, j + 1), where, reading.quote.words(j, j + 1), words, "number"))


def _numeral_before(reading: Reading, token: Token, around: Sequence[Token]) -> Token | None:
    """The first half of a number whose second half is `token`: «one hundred and | twenty», «十 | 五»."""
    if not around or token.kind == NUMBER or not is_numeral(token, reading.language):
        return None
    near = around[-1]
    hyphen = near.key == "-" and near.end == token.start
    if len(around) > 1 and (hyphen or (near.key in _AND and around[-2].key in _HUNDREDS)):
        near = around[-2]
    if near.kind == NUMBER or not is_numeral(near, reading.language):
        return None
    return near if token.kind != CHARACTER or near.end == token.start else None


def _numeral_behind(reading: Reading, token: Token, around: Sequence[Token]) -> Token | None:
    """The second half of a number whose first half is `token`: «14 | bis», «twenty | -five», «5 | million»."""
    if not around:
        return None
    near = around[0]
    if token.kind == NUMBER:
        glued = near.start == token.end and near.kind == WORD
        return near if glued or reading.lexicon.holds("magnitude", near) else None
    if not is_numeral(token, reading.language):
        return None
    hyphen = near.key == "-" and near.start == token.end
    if len(around) > 1 and (hyphen or (near.key in _AND and token.key in _HUNDREDS)):
        near = around[1]
    if near.kind == NUMBER or not is_numeral(near, reading.language):
        return None
    return near if token.kind != CHARACTER or near.start == token.end else None


# ------------------------------------------------------------------------------------------------- words of meaning


def cut_in_half(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> list[Finding]:
    """An expression of meaning that the quote's first words end («not | less than ten», «even | if»), or a measure denied before it."""
    if not before or not quote:
        return []
    hit = _across(lexicon, before, quote)
    words = ("" if lexicon.chinese else " ").join(t.text for t in before)
    if hit is not None:
        edge = len(before[-_NEAR:])
        left = before[-_NEAR:][hit.start : edge]
        denies = hit.kind == "negation" or any(lexicon.holds("negation", t) for t in left)
        return [Finding("cut_after_negation" if denies else "cut_after_condition", {"words": words})]
    if _denied_measure(lexicon, before, quote):
        return [Finding("cut_after_negation", {"words": words})]
    return []


def _across(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> Hit | None:
    """The expression that stands on both sides of an edge, unless the words behind the edge are one by themselves with its sense."""
    tail, head = list(before[-_NEAR:]), list(quote[:_NEAR])
    edge = len(tail)
    hit = next((h for h in lexicon.hits([*tail, *head]) if h.start < edge < h.end), None)
    if hit is None or hit.kind not in _SPLIT:
        return None
    return None if any(h.start == 0 and h.kind == hit.kind == "exception" for h in lexicon.hits(head)) else hit


_MEASURES = ("comparative", "quantifier")


def _denied_measure(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> bool:
    """«n'est pas | inférieur à dix jours», «not | more than two»: a measure right behind its denial, with or without a verb."""
    if not any(h.start == 0 and h.kind in _MEASURES for h in lexicon.hits(quote[:_NEAR])):
        return False
    tail = list(before[-_NEAR:])
    while tail and (lexicon.holds("copula", tail[-1]) or lexicon.holds("between", tail[-1])):
        tail.pop()
    return bool(tail) and lexicon.holds("negation", tail[-1])


# ------------------------------------------------------------------------------------------------------ a later denial


def denied_later(lexicon: Lexicon, quote: Sequence[Token], after: Sequence[Token]) -> list[Finding]:
    """What denies or limits the quote's own clause further on, when the quote breaks off before it.

    «Der Mieter haftet dem Vermieter | für den Schaden nicht», «ne répond du dommage | que s'il …», «is liable | under no circumstances».
    """
    if not quote or not after or quote[-1].key in _STOPS:
        return []
    at = next((k for k, t in enumerate(after[:2]) if t.counts), None)
    if at is None or (at and after[0].key != ","):
        return []
    stop = next((k for k in range(at, len(after)) if after[k].key in _STOPS), len(after))
    clause = list(after[at:stop])
    found = lexicon.starts("negation", clause, 0)
    if found is not None and found[0] > 1 and not at:
        return [_before_negation(clause[: found[0]])]
    if lexicon.language == "de":
        return _denied_at_the_end(lexicon, clause, comma=at > 0)
    if lexicon.language == "fr" and not at and _open_ne(lexicon, quote):
        own = next((k for k, t in enumerate(clause) if t.key == "," or lexicon.holds("conjunction", t)), len(clause))
        limit = next((k for k, t in enumerate(clause[:own]) if t.key in ("que", "qu")), None)
        if limit is not None:
            return [Finding("cut_before_exception", {"words": " ".join(t.text for t in clause[: limit + 1])})]
    if lexicon.language == "it" and not at and any(t.key == "non" for t in quote):
        for k in range(len(clause) - 1):
            if clause[k].key == "se" and clause[k + 1].key == "non":
                return [Finding("cut_before_exception", {"words": " ".join(t.text for t in clause[: k + 2])})]
    return []


def _before_negation(words: Sequence[Token]) -> Finding:
    return Finding("cut_before_negation", {"words": " ".join(t.text for t in words)})


_NEW_CLAUSE = ("und", "oder", "aber", "sondern", "denn", "doch", "sowie")
_NEGATIONS = ("nicht", "nie", "niemals", "keinesfalls", "keineswegs")
_MOST_VERBS = 3


def _denied_at_the_end(lexicon: Lexicon, clause: Sequence[Token], *, comma: bool) -> list[Finding]:
    """A German «nicht» behind which only verbs follow: it denies the clause, wherever that was broken off."""
    end = next((k for k, t in enumerate(clause) if t.key in (",", "(", "-")), len(clause))
    own = clause[:end]
    last = max((k for k, t in enumerate(own) if t.key in _NEGATIONS), default=None)
    if last is None or (comma and last) or any(t.key in _NEW_CLAUSE for t in own[:last]):
        return []
    rest = own[last + 1 :]
    verbs = all(
        t.kind == WORD
        and t.text.islower()
        and (
            t.key == "zu"
            or t.key.endswith(("en", "t", "ern", "eln"))
            or lexicon.holds("copula", t)
            or lexicon.starts("modal", [t], 0) is not None
        )
        for t in rest
    )
    return [_before_negation(own[: last + 1])] if verbs and len(rest) <= _MOST_VERBS else []


def _open_ne(lexicon: Lexicon, quote: Sequence[Token]) -> bool:
    """Whether a «ne» of the quote has no «pas», «jamais», «aucun» with it, nor a «que» of its own."""
    at = max((k for k, t in enumerate(quote) if t.key in ("ne", "n")), default=None)
    if at is None:
        return False
    closed = any(lexicon.holds("negation", t) and t.key not in ("ne", "n") for t in quote)
    closed = closed or any(t.key == "," for t in quote[at:])
    return not closed and not any(t.key in ("que", "qu", "personne", "plus", "guère") for t in quote[at + 1 :])
