"""Differences from the publisher's text: each has a kind, and what changes the law is never called editorial."""

from __future__ import annotations

import pytest

from pincite.consolidation.compare import changes, differences, divergence

KINDS = [
    ("as section 14 says.", "as § 7-1671.13 says.", "citation_rewrite"),
    ("under this act.", "under this chapter.", "citation_rewrite"),
    (
        "as in section 20(b) of the Lantern Act of 1999, effective May 9, 2000 (D.C. Law 13-105; D.C. Official Code § 6-219(b)).",
        "as in § 6-219(b).",
        "citation_rewrite",
    ),
    ("from the effective date of the Lantern Act of 2022, on.", "from May 18, 2022, on.", "date_substitution"),
    ('the "keeper" of it', "the “keeper” of it", "typography"),
    ("a keeper's lamp", "a keeper’s lamp", "typography"),
    ("one;two", "one; two", "white_space"),
    ("Repealed.", "[Repealed].", "tombstone"),
    ("must pay.", "must pay;", "punctuation"),
    ("upon the person", "upon [service] the person", "bracketed_note"),
]


@pytest.mark.parametrize(
    ("applied", "published", "kind"), KINDS, ids=[f"{kind}-{index}" for index, (*_, kind) in enumerate(KINDS)]
)
def test_an_editorial_difference_has_its_kind(applied: str, published: str, kind: str) -> None:
    assert [each.kind for each in differences(applied, published)] == [kind] * (2 if '"' in applied else 1)
    assert divergence(applied, published) is None


SUBSTANTIVE = [
    ("pays 40 crowns", "pays 35 crowns"),
    ("must pay", "may pay"),
    ("shall not pay", "shall pay"),
    ("by 3 July 2016", "by 3 July 2017"),
    ("under § 6-219 of it", "under § 6-220 of it"),
    ("as section 20(b) says", "as § 6-219(c) says"),
    ("as in section 2(3) of the Lantern Act of 1999 (D.C. Official Code § 6-219(3)).", "as in § 6-220(3)."),
    ("the keeper", "the keeper [and every helper of the keeper]"),
]


@pytest.mark.parametrize(("applied", "published"), SUBSTANTIVE)
def test_attack_a_change_of_the_law_dressed_as_editing(applied: str, published: str) -> None:
    assert "substantive" in {each.kind for each in differences(applied, published)}
    finding = divergence(applied, published)
    assert finding is not None
    assert finding.code == "witness_divergence"


def test_equal_texts_do_not_differ() -> None:
    assert differences("one", "one") == ()


def test_changes_put_one_text_into_the_other() -> None:
    old, new = "Every keeper must light a lantern.", "Every keeper shall light two lanterns at dusk."
    built, at = "", 0
    for change in changes(old, new):
        assert old[change.old_start :].startswith(change.old)
        assert new[change.new_start :].startswith(change.new)
        built += old[at : change.old_start] + change.new
        at = change.old_start + len(change.old)
    assert built + old[at:] == new
