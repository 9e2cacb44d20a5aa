"""Which wording answers for a date and a language, and what must be said with it. Pure.

Keeps true:
1. The wording is the newest state held that is not later than the date asked about; a later one answers only for a
   provision that says itself that it has stood so since before that date, and this is disclosed.
2. A decision is what it is on every date; that it is later than the date asked about is disclosed.
3. A language asked for is preferred, never required; another one is disclosed.
4. Recitals and citations of acts of the Union are not consolidated: where the wording of a date has none, those of an
   earlier state answer, and this is disclosed. Nothing else is ever taken from an earlier state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pincite.corpus.answers import ExpressionRecord, NodeRecord, PlaceFound
from pincite.corpus.places import PlaceIndex
from pincite.errors import BadInput
from pincite.text.language import LANGUAGES as WRITTEN

__all__ = [
    "Choice",
    "checked_language",
    "choose_expressions",
    "disclosures",
    "place_found",
    "preferred_languages",
    "same_language",
    "stands_since",
]

_PREAMBLE = re.compile(r"(?:rct|cit)_[0-9]")

NOT_LAW = ("pending", "repealed", "omitted", "deleted", "prospective")

# the order in which languages are offered when none is asked for; the rest follow alphabetically
LANGUAGES = {"ch": ("de", "fr", "it", "rm", "en"), "hk": ("en", "zh-Hant", "zh-Hans")}


@dataclass(frozen=True, slots=True)
class Choice:
    """A wording that may answer, with what its choice discloses.

    `too_new`: its state is later than the date; `preamble_only`: it answers for recitals and citations alone (rule 4).
    """

    expression: ExpressionRecord
    findings: tuple[str, ...] = ()
    too_new: bool = False
    preamble_only: bool = False


def preferred_languages(work: str) -> tuple[str, ...]:
    """The languages of a work's jurisdiction in the order in which they are offered."""
    return LANGUAGES.get(work.partition("/")[0], ("en", "de", "fr", "it"))


def choose_expressions(held: Sequence[ExpressionRecord], *, language: str, as_of: str) -> list[Choice]:
    """The wordings of one work that may answer, best first. `as_of` "" is the release's own date."""
    choices: list[Choice] = []
    languages = sorted({each.language for each in held}, key=lambda each: _language_rank(held[0].work, each, language))
    for spoken in languages:
        choice = _of_language([each for each in held if each.language == spoken], as_of)
        findings = list(choice.findings)
        if language and not same_language(spoken, language):
            findings.append("other_language")
        if not choice.too_new and _newer_elsewhere(held, choice.expression, as_of):
            findings.append("newer_state_other_language")
        choices.append(Choice(choice.expression, tuple(findings), choice.too_new))
        if not choice.too_new and choice.expression.work.startswith("eu/"):
            choices += _for_preamble([each for each in held if each.language == spoken], choices[-1])
    # a wording that stood on the date in another language is better than a later one in the language asked for
    return sorted(choices, key=lambda choice: choice.too_new)


def _of_language(held: Sequence[ExpressionRecord], as_of: str) -> Choice:
    """The wording of one language for a date."""
    by_state = sorted(held, key=lambda each: (each.state, each.id), reverse=True)
    date = as_of or by_state[0].as_of
    findings = ("beyond_release",) if as_of > by_state[0].as_of else ()
    dated = [each for each in by_state if each.state]
    if not dated:
        return Choice(by_state[0], (*findings, "undated_state"))
    if dated[0].kind == "decision":
        later = ("later_than_as_of",) if as_of and dated[0].state > as_of else ()
        return Choice(dated[0], (*findings, *later))
    for each in dated:
        if each.state <= date:
            return Choice(each, findings)
    return Choice(dated[-1], findings, too_new=True)


def _for_preamble(held: Sequence[ExpressionRecord], chosen: Choice) -> list[Choice]:
    """The states before the one chosen, the newest first, for what is not consolidated (rule 4)."""
    state = chosen.expression.state
    before = sorted((each for each in held if "" < each.state < state), key=lambda each: each.state, reverse=True)
    return [Choice(each, (*chosen.findings, "preamble_as_published"), preamble_only=True) for each in before]


def _newer_elsewhere(held: Sequence[ExpressionRecord], chosen: ExpressionRecord, as_of: str) -> bool:
    """Whether another language is held in a newer state for the date (legislation only)."""
    if chosen.kind != "legislation" or not chosen.state:
        return False
    return any(chosen.state < each.state <= (as_of or each.as_of) for each in held if each.language != chosen.language)


def _language_rank(work: str, language: str, wanted: str) -> tuple[int, int, str]:
    order = preferred_languages(work)
    place = order.index(language) if language in order else len(order)
    return (0 if wanted and same_language(language, wanted) else 1, place, language)


def same_language(held: str, wanted: str) -> bool:
    """Whether a wording in `held` is one in `wanted`: `zh` is served by zh-Hant, `de-CH` by de."""
    return held == wanted or held.partition("-")[0] == wanted or held == wanted.partition("-")[0]


def checked_language(language: object, held: Iterable[str] = ()) -> str:
    """`language` as it was given, when it is "", one that pincite reads, or one that is held.

    Raises:
        BadInput: with the list of those.

    """
    known = dict.fromkeys((*WRITTEN, *sorted(held)))
    if isinstance(language, str) and (not language or any(same_language(each, language) for each in known)):
        return language
    raise BadInput(f"there is no language {language!r} here", remedy=f"Languages: {', '.join(known)}.")


def place_found(
    reference: str, place: str, choice: Choice, index: PlaceIndex, text: Callable[[], str], *, as_of: str
) -> PlaceFound | None:
    """The answer from one wording; None when the place is not in it or did not stand so on the date.

    Without a place, the whole document answers.
    """
    if choice.preamble_only and not _PREAMBLE.match(place):
        return None
    resolved = index.resolve(place) if place else index.whole()
    if resolved is None:
        return None
    expression = choice.expression
    date = as_of or expression.as_of
    findings = [*choice.findings, *resolved.findings]
    if choice.too_new:
        if not place or not all(_as_old(node, index, date) for node in resolved.nodes):
            return None
        findings.append("earlier_than_state")
    findings += disclosures(resolved.nodes, index.nodes, date)
    return PlaceFound(
        reference=reference,
        expression=expression,
        node=resolved.nodes[0],
        nodes=resolved.nodes,
        text=text()[resolved.start : resolved.end],
        as_of=date,
        findings=tuple(dict.fromkeys(findings)),
        start=resolved.start,
        end=resolved.end,
    )


def _as_old(node: NodeRecord, index: PlaceIndex, date: str) -> bool:
    since = stands_since(node, index.nodes)
    return since is not None and since <= date


def stands_since(node: NodeRecord, nodes: Sequence[NodeRecord]) -> str | None:
    """Since when a provision's wording stands, by its own word or that of the unit it belongs to."""
    at: NodeRecord | None = node
    while at is not None:
        if at.valid_from:
            return at.valid_from
        if at.status != node.status or at.parent is None or _is_unit(at):
            return None
        at = nodes[at.parent]
    return None


def _is_unit(node: NodeRecord) -> bool:
    """What carries dates of its own: above it stand containers, whose dates are those of their headings."""
    return node.kind in ("section", "article", "schedule", "rule", "regulation")


def disclosures(found: Iterable[NodeRecord], nodes: Sequence[NodeRecord], date: str) -> list[str]:
    """What must be said of provisions on a date."""
    findings: list[str] = []
    for node in found:
        if node.status in NOT_LAW:
            findings.append("not_in_force")
        elif node.status != "not_applicable":
            since = stands_since(node, nodes)
            if since and since > date:
                findings.append("not_yet_in_force")
        if node.valid_to and node.valid_to <= date:
            findings.append("wording_expired")
    return list(dict.fromkeys(findings))
