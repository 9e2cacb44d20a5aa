"""Deterministic signals: what a claim says and its passage says otherwise, seen by code in five languages.

Keeps true:
1. A hard signal holds against every clause of the passage that is aligned with the claim, and nothing anywhere in the passage
   takes it back: a number that the passage has elsewhere, an outcome both ways, a role both ways are no conflict.
2. What misfires (negation, modality, an added number, a universal) is shown and decides nothing.
3. Tables are data (`data/*.tsv`, the lexicons of `quotation`); thresholds stand here, by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pincite.judging.aligned import Aligned, Clause, align
from pincite.judging.clauses import content_of, tokens_of, words_of
from pincite.judging.judge import Question, Seen
from pincite.judging.quantities import Quantity, comparable, quantities_of, same
from pincite.judging.tables import Found, find_forms
from pincite.quotation.lexicon import lexicon_for
from pincite.quotation.tokens import NUMBER, Token
from pincite.quotation.translation import same_language
from pincite.text.folding import fold

__all__ = ["signals_of"]

COVER_NUMBER = 0.6
"""Share of a clause's content words that must stand in its counterpart before a number against a number counts."""
FEWEST_SHARED = 4
COVER_EDIT = 0.85
"""From here on a clause is its counterpart with something exchanged."""
COVER_TWOFOLD = 0.4
COVER_ROLE = 0.6
COVER_EXCEPTION = 0.5
FEWEST_UNRELATED = 6
LEAST_PASSAGE = 25


def signals_of(question: Question) -> tuple[Seen, ...]:
    """All signals of a question, hard ones first; none where the passage is a choice from what is cited."""
    if not question.claim_language or not question.passage.strip() or question.partial:
        return ()
    found: list[Seen] = []
    aligned = align(question)
    for each in aligned:
        if not _verbatim(each.clause, question):
            for signal in _SIGNALS:
                found += signal(each, question)
    found += _outcomes(question)
    found += _provisions(question)
    found += _unrelated(aligned, question)
    return tuple(dict.fromkeys(sorted(found, key=lambda seen: not seen.hard)))


def _verbatim(clause: Clause, question: Question) -> bool:
    """Whether a clause stands in the passage as it is."""
    return fold(clause.text).text.strip(" .;") in fold(question.passage).text


# ------------------------------------------------------------------------------------------------------------ numbers


def _numbers(aligned: Aligned, question: Question) -> Iterable[Seen]:
    """A duration, amount or percentage against another one of the same clause."""
    clause = aligned.clause
    mine = quantities_of(clause.text, clause.language)
    if not mine:
        return
    everywhere = quantities_of(question.passage, question.passage_language or clause.language)
    conflicts: list[Conflict] = []
    for quantity in mine:
        alike = [each for each in everywhere if comparable(quantity, each)]
        if any(same(quantity, each) for each in alike) or _reckoned(quantity, alike):
            continue
        against = tuple(tuple(_others(each, quantity, mine)) for each in aligned.there) if alike else ()
        if against and all(against):
            conflicts.append(Conflict(quantity, against))
        elif everywhere and (alike or aligned.cover >= COVER_NUMBER):
            yield Seen("number_added", quantity.words)
    twofold = not question.partial and _twofold(conflicts, aligned)
    for each in conflicts:
        code = _CODES.get(each.quantity.dimension, "number_conflict")
        decides = twofold or (not question.partial and _hard(each, aligned))
        yield Seen(code, each.quantity.words, each.against[0][0].words, decides)


class Conflict(NamedTuple):
    """A quantity of the claim, and for each aligned clause those that stand against it."""

    quantity: Quantity
    against: tuple[tuple[Quantity, ...], ...]


def _hard(conflict: Conflict, aligned: Aligned) -> bool:
    """Whether a conflict decides: the clauses speak of the same thing, and the two numbers cannot both hold."""
    quantity, against = conflict
    if _slip(quantity, [each for numbers in against for each in numbers]):
        return True
    if not _close(aligned) or _denials(aligned.clause) != _denials(aligned.there[0]):
        return False
    if aligned.cover < COVER_EDIT and any(len(numbers) > 1 for numbers in against):
        return False
    bounds = _bounds(aligned.clause)
    pairs = zip(against, aligned.there, strict=True)
    return all(_excludes(quantity, bounds, numbers[0], _bounds(each)) for numbers, each in pairs)


def _twofold(conflicts: Sequence[Conflict], aligned: Aligned) -> bool:
    """Whether two things counted in one clause both differ from their only counterparts: a fine and a term, say."""
    return (
        len({each.quantity.dimension for each in conflicts}) > 1
        and len(aligned.there) == 1
        and aligned.cover >= COVER_TWOFOLD
        and all(len(each.against[0]) == 1 for each in conflicts)
        and _bounds(aligned.clause) == _bounds(aligned.there[0])
    )


def _slip(quantity: Quantity, others: Sequence[Quantity]) -> bool:
    """Whether a long number is another one with digits exchanged or one of them changed: nobody reckons that."""
    one = _digits(quantity)
    return len(one) >= _LONG and any(
        len(one) == len(two := _digits(other))
        and (sorted(one) == sorted(two) or sum(a != b for a, b in zip(one, two, strict=True)) == 1)
        for other in others
    )


_LONG = 6
"""Digits, without zeros at the end, of a number that is nobody's round figure."""


def _digits(quantity: Quantity) -> str:
    return re.sub(r"\D", "", quantity.words).rstrip("0")


def _close(aligned: Aligned) -> bool:
    """Whether a clause and its counterpart speak of the same things, so that a number against a number is a conflict."""
    if aligned.cover >= COVER_EDIT:
        return aligned.shared >= 2
    return aligned.cover >= COVER_NUMBER and aligned.shared >= FEWEST_SHARED


_CODES = {"duration": "deadline_conflict", "workday": "deadline_conflict", "money": "amount_conflict"}


def _others(clause: Clause, quantity: Quantity, mine: Sequence[Quantity]) -> list[Quantity]:
    """The quantities of a clause that count what `quantity` counts, without those the claim has too."""
    return [
        each
        for each in quantities_of(clause.text, clause.language)
        if comparable(quantity, each) and not any(same(each, own) for own in mine)
    ]


def _excludes(one: Quantity, mine: frozenset[str], other: Quantity, theirs: frozenset[str]) -> bool:
    """Whether two numbers cannot both hold: bounded alike, or the claim's lies outside the passage's bound."""
    if mine == theirs:
        return True
    if mine:
        return False
    if theirs == {"min"}:
        return one.value < other.value
    return theirs == {"max"} and one.value > other.value


def _reckoned(quantity: Quantity, others: Sequence[Quantity]) -> bool:
    """Whether two numbers of the passage add up to it, or are that far apart."""
    values = [each.value for each in others]
    return any(
        abs(abs(quantity.value) - reckoned) < 0.01 * max(reckoned, 1)
        for at, one in enumerate(values)
        for other in values[at + 1 :]
        for reckoned in (one + other, abs(one - other))
    )


def _bounds(clause: Clause) -> frozenset[str]:
    """How the numbers of a clause are bounded: min, max, over, under."""
    return frozenset(
        hit.row[0] for hit in find_forms("bounds", clause.language, tokens_of(clause.text, clause.language))
    )


def _denials(clause: Clause) -> int:
    """Whether a clause is denied: an odd number of negations, those of a bound («not later than») left out."""
    tokens = tokens_of(clause.text, clause.language)
    bounded = {at for hit in find_forms("bounds", clause.language, tokens) for at in range(hit.start, hit.end)}
    hits = lexicon_for(clause.language).hits(tokens)
    return sum(hit.kind == "negation" and hit.start not in bounded for hit in hits) % 2


# -------------------------------------------------------------------------------------------------------------- roles


def _roles(aligned: Aligned, question: Question) -> Iterable[Seen]:
    """Who does it to whom, the other way round."""
    mine = _pair_of(aligned.clause)
    if mine is None or not aligned.there:
        return
    theirs = [_pair_of(each) for each in aligned.there]
    relation, order = mine
    if any(pair is None or pair[0] != relation for pair in theirs):
        return
    if all(pair is not None and pair[1] == order[::-1] for pair in theirs):
        held = _relation_orders(question, relation)
        hard = aligned.cover >= COVER_ROLE and not question.partial and order not in held
        yield Seen("role_swapped", " / ".join(word for _, word in _roles_in(aligned.clause)[:2]),
                   " / ".join(word for _, word in _roles_in(aligned.there[0])[:2]), hard)  # fmt: skip


def _relation_orders(question: Question, relation: str) -> set[str]:
    """In which orders the sides of a relation stand in the clauses of the passage."""
    whole = align(Question(question.passage, question.passage, question.passage_language, question.passage_language))
    pairs = [_pair_of(each.clause) for each in whole]
    return {pair[1] for pair in pairs if pair is not None and pair[0] == relation}


def _roles_in(clause: Clause) -> list[tuple[tuple[str, str], str]]:
    tokens = tokens_of(clause.text, clause.language)
    return [
        ((hit.row[0], hit.row[1]), " ".join(t.text for t in tokens[hit.start : hit.end]))
        for hit in find_forms("roles", clause.language, tokens)
    ]


def _pair_of(clause: Clause) -> tuple[str, str] | None:
    """The relation of the first two roles that are opposite sides of it, and who stands first («ab», «ba»).

    Nothing where a word stands between that turns the order round (a passive, a German object in front).
    """
    tokens = tokens_of(clause.text, clause.language)
    hits = list(find_forms("roles", clause.language, tokens))
    for one, other in pairwise(hits):
        if one.row[0] == other.row[0] and one.row[1] != other.row[1]:
            if _turned(tokens, one, clause.language) or _agent(tokens, other, clause.language):
                return None
            return one.row[0], one.row[1] + other.row[1]
    return None


_FRONT_OBJECT = frozenset(
    {"dem", "den", "des", "to", "au", "à", "al", "alla", "向", "對", "给", "給", "von", "gegen", "of"}
)
_AGENTS = frozenset({"by", "durch", "von", "par", "da", "dal", "dalla", "由", "被"})


def _turned(tokens: Sequence[Token], hit: Found, language: str) -> bool:
    """Whether the first role is no subject: an object or a genitive stands in front."""
    before = {token.key for token in tokens[max(0, hit.start - 2) : hit.start]}
    return bool(before & _FRONT_OBJECT) and not (language == "de" and "der" in before)


def _agent(tokens: Sequence[Token], hit: Found, language: str) -> bool:
    """Whether the second role is the one who acts in a passive."""
    return any(token.key in _AGENTS for token in tokens[max(0, hit.start - 2) : hit.start]) and language != ""


# ----------------------------------------------------------------------------------------------------------- outcomes


def _outcomes(question: Question) -> Iterable[Seen]:
    """What a court did with an appeal, an application or a claim, the other way round."""
    language = question.passage_language or question.claim_language
    claimed = _decisions(question.claim, question.claim_language)
    if len(claimed) != 1 or _names_below(question.claim, question.claim_language):
        return
    thing, given, words = claimed[0]
    held = [(value, there) for name, value, there in _decisions(question.passage, language) if name == thing]
    if held and all(value not in (given, "") for value, _ in held):
        yield Seen("outcome_reversed", words, held[-1][1], hard=not question.partial)


def _decisions(text: str, language: str) -> list[tuple[str, str, str]]:
    """What was decided of what in a text: the thing, + or - (or "" where it is denied, partial or conditional), the words."""
    found = []
    for each in _sentences(text, language):
        tokens = tokens_of(each.text, language)
        hits = list(find_forms("outcomes", language, tokens))
        objects = [hit for hit in hits if hit.row[0] == "object"]
        values = [hit for hit in hits if hit.row[0] == "outcome"]
        for value in values:
            near = min(objects, key=lambda hit: _apart(hit, value), default=None)
            if near is None or _apart(near, value) > _REACH[language.startswith("zh")]:
                continue
            unsure = any(hit.row[0] == "partly" for hit in hits) or _hedged(each)
            words = (
                each.text.strip() if len(each.text) < 90 else " ".join(t.text for t in tokens[value.start : value.end])
            )
            found.append((near.row[1], "" if unsure else value.row[1], words))
    return found


_REACH = {False: 9, True: 12}


def _apart(one: Found, other: Found) -> int:
    return max(one.start - other.end, other.start - one.end)


def _hedged(clause: Clause) -> bool:
    """Whether a clause denies, asks, supposes or demands what it names."""
    kinds = {hit.kind for hit in lexicon_for(clause.language).hits(tokens_of(clause.text, clause.language))}
    return bool(kinds & {"negation", "condition", "modal"})


def _names_below(text: str, language: str) -> bool:
    return any(True for _ in find_forms("outcomes", language, tokens_of(text, language), "below"))


def _sentences(text: str, language: str) -> tuple[Clause, ...]:
    return tuple(each.clause for each in align(Question(text, "", language, language)))


# --------------------------------------------------------------------------------------------------------- exceptions


def _exceptions(aligned: Aligned, question: Question) -> Iterable[Seen]:
    """«even if X», where the passage says «unless X»."""
    clause = aligned.clause
    denied = _tail(clause, "denies")
    if not denied:
        return
    words, wanted = denied
    for each in aligned.there:
        made = _tail(each, "makes")
        if made is None:
            continue
        shared = wanted & _keys(made[0], each.language, clause.language)
        if wanted and len(shared) / len(wanted) >= COVER_EXCEPTION and len(shared) >= 2:
            yield Seen("exception_denied", words, made[0], hard=not question.partial and not _denials(clause))
            return


def _tail(clause: Clause, kind: str) -> tuple[str, frozenset[str]] | None:
    """The words behind a mark of this kind, with their content."""
    tokens = tokens_of(clause.text, clause.language)
    hits = find_forms("exceptions", clause.language, tokens)
    hit = next((hit for hit in hits if hit.row[0] == kind), None)
    if hit is None or hit.end >= len(tokens):
        return None
    words = " ".join(token.text for token in tokens[hit.end :])
    return words, _keys(words, clause.language, clause.language)


@cache
def _keys(words: str, language: str, other: str) -> frozenset[str]:
    one_language = same_language(language, other)
    return content_of(words, language, across=not one_language)


# ------------------------------------------------------------------------------------------------- unrelated, and shown


def _unrelated(aligned: Sequence[Aligned], question: Question) -> Iterable[Seen]:
    """No word of the claim stands in the passage; only where both are long enough and in one language."""
    language = question.passage_language or question.claim_language
    if question.partial or not aligned or not same_language(question.claim_language, language):
        return
    wanted = frozenset().union(*(words_of(each.clause.text, language) for each in aligned))
    there = words_of(question.passage, language)
    if len(wanted) >= FEWEST_UNRELATED and len(there) >= LEAST_PASSAGE and not wanted & there:
        yield Seen("unrelated", question.claim.strip(), "", hard=True)


def _shown(aligned: Aligned, question: Question) -> Iterable[Seen]:
    """Negation and modality that differ in the best counterpart: shown, never decided by."""
    if not aligned.there or aligned.cover < COVER_NUMBER or not question.passage:
        return
    clause, best = aligned.clause, aligned.there[0]
    if _denials(clause) != _denials(best):
        yield Seen("negation", _words(clause, "negation"), _words(best, "negation"))
    one, other = _words(clause, "modal"), _words(best, "modal")
    if one and other and _modals(clause) != _modals(best):
        yield Seen("modality", one, other)
    universal, theirs = _words(clause, "quantifier"), _tail(best, "makes")
    if universal and theirs is not None and _tail(clause, "makes") is None:
        yield Seen("universal_claimed", universal, theirs[0])


def _provisions(question: Question) -> Iterable[Seen]:
    """A provision the claim names, where the passage names others: shown, since a passage may lean on what it does not repeat."""
    claim = question.claim
    for citation in question.citations:
        end = min(citation.end, len(claim))
        claim = claim[: citation.start] + " " * (end - citation.start) + claim[end:]
    theirs = _named(question.passage, question.passage_language or question.claim_language)
    mine = _named(claim, question.claim_language)
    for number, words in mine.items():
        if theirs and number not in theirs:
            yield Seen("provision_conflict", words, ", ".join(theirs.values()))


def _named(text: str, language: str) -> dict[str, str]:
    """The numbers of the provisions a text names, with the words that name them."""
    tokens = tokens_of(text, language)
    folded = fold(text).text
    found: dict[str, str] = {}
    for hit in find_forms("provisions", language, tokens):
        if language.startswith("zh"):
            at, start, end = hit.start - 1, hit.start - 1, hit.end
        else:
            at = hit.end + (hit.end < len(tokens) and tokens[hit.end].key == ".")
            start, end = hit.start, at + 1
        if 0 <= at < len(tokens) and tokens[at].kind == NUMBER:
            found.setdefault(tokens[at].key, folded[tokens[start].start : tokens[end - 1].end])
    return found


def _modals(clause: Clause) -> set[str]:
    tokens = tokens_of(clause.text, clause.language)
    return {hit.lemma for hit in lexicon_for(clause.language).hits(tokens) if hit.kind == "modal"}


def _words(clause: Clause, kind: str) -> str:
    tokens = tokens_of(clause.text, clause.language)
    hits = [hit for hit in lexicon_for(clause.language).hits(tokens) if hit.kind == kind]
    return ", ".join(dict.fromkeys(" ".join(t.text for t in tokens[hit.start : hit.end]) for hit in hits))


_SIGNALS: tuple[Callable[[Aligned, Question], Iterable[Seen]], ...] = (_numbers, _roles, _exceptions, _shown)
