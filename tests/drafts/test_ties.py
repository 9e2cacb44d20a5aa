"""Which citation a quotation belongs to, and what a short form leans on."""

from __future__ import annotations

from typing import Any

import pytest
from tests.drafts.test_claims import read

from pincite.citations.mention import Mention
from pincite.drafts.claims import claims_of
from pincite.drafts.quotes_of_mentions import tie_quotes
from pincite.drafts.resolve import parallels, resolve


def ties(marked: str, language: str = "en") -> tuple[list[str], int]:
    """For each quotation tied, the first citation it belongs to; and how many are loose."""
    draft, mentions, quotes = read(marked, language)
    found = tie_quotes(draft, quotes, mentions, claims_of(draft, mentions, quotes))
    return [mentions[tie.mentions[0]].text for tie in found.tied], len(found.loose)


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("The Court said “lamps burn” (⟦A 1⟧).", ["A 1"]),
        ("⟦A 1⟧ provides: “Lamps burn.”", ["A 1"]),
        ("Under ⟦A 1⟧ oil is free, but “lamps burn” (⟦B 2⟧).", ["B 2"]),
        ("“Lamps burn” (⟦A 1⟧) and “oil too” (⟦B 2⟧).", ["A 1", "B 2"]),
        ("“Lamps burn” and “oil too” (⟦A 1⟧).", ["A 1", "A 1"]),
        ("He said “lamps burn”.[^1]\n\n[^1]: ⟦A 1⟧.\n", ["A 1"]),
        ("⟦A 1⟧ reads:\n\n> “Lamps burn.”\n", ["A 1"]),
        ("| x | “lamps burn” | ⟦A 1⟧ |\n", ["A 1"]),
        ("“Lamps burn” (⟦A 1⟧; ⟦B 2⟧).", ["A 1"]),
    ],
)
def test_a_quotation_is_tied_by_distance_sentence_and_syntax(marked: str, wanted: list[str]) -> None:
    assert ties(marked) == (wanted, 0)


def test_the_other_citations_of_a_string_are_alternatives() -> None:
    draft, mentions, quotes = read("“Lamps burn” (⟦A 1⟧; ⟦B 2⟧; see also ⟦C 3⟧).")
    assert tie_quotes(draft, quotes, mentions, claims_of(draft, mentions, quotes)).tied[0].mentions == (0, 1, 2)


def test_a_quotation_without_a_citation_is_loose_and_never_dropped() -> None:
    assert ties("The Court said “lamps burn”. Oil is free (⟦A 1⟧).") == ([], 1)


def mention(start: int, reference: str | None, **more: Any) -> Mention:
    return Mention(start, start + 1, "x", "case", "short" if reference is None else "full", reference, "t")._replace(
        **more
    )


def test_a_short_form_takes_the_reference_of_its_antecedent() -> None:
    found = resolve([mention(0, "hk/hkca/2026/1#para_2"), mention(9, None, antecedent=0)])
    assert str(found[1].reference) == "hk/hkca/2026/1#para_2"
    assert found[1].by == "antecedent"


def test_what_the_text_leaves_open_stays_open() -> None:
    found = resolve(
        [mention(0, None, candidates=("hk/cap1", "hk/cap2")), mention(5, None), mention(8, None, antecedent=77)]
    )
    assert [each.by for each in found] == ["open", "none", "none"]
    assert all(each.reference is None for each in found)


def test_two_names_of_one_work_in_one_claim_are_parallel() -> None:
    _, mentions, _ = read("It is so (⟦A 1⟧, ⟦B 2⟧). And so (⟦B 2⟧).")
    named = [m._replace(reference=r) for m, r in zip(mentions, ("hk/a/1", "hk/b/2", "hk/b/2"), strict=True)]
    draft, _, _ = read("It is so (⟦A 1⟧, ⟦B 2⟧). And so (⟦B 2⟧).")
    assert parallels(named, claims_of(draft, named), {0: "w", 1: "w", 2: "w"}) == {1: 0}
