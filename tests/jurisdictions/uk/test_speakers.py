"""Who speaks in a British judgment: what headings and judges show, and no more."""

from __future__ import annotations

import pytest

from pincite.identity.reference import Place
from pincite.jurisdictions.uk.sources.speakers import role_of_heading, with_roles
from pincite.law.document import Provision


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("B. Factual background", "facts"),
        ("(2) The background facts", "facts"),
        ("The judgment of HHJ Moon", "court_below"),
        ("The FTT’s decision", "court_below"),
        ("The proceedings below", "court_below"),
        ("(3) The submissions of the parties", "submission"),
        ("The Claimant’s case in outline", "submission"),
        ("The Grounds of Appeal:", "submission"),
        ("Discussion and conclusions", "reasoning"),
        ("F. DISPOSITION", "order"),
        ("The lamps on the pier", None),
        ("Evidence and findings of fact", None),  # the judge's own
        ("Discussion of the submissions", "reasoning"),
        ("Submissions and discussion", None),
    ],
)
def test_a_heading_says_whose_words_stand_below_it_only_where_it_shows_it(heading: str, role: str | None) -> None:
    assert role_of_heading(heading) == role


def judgment(*parts: tuple[str, str]) -> list[tuple[str, str]]:
    """The role of every part (kind, words) of a judgment."""
    text, made = "", []
    for number, (kind, words) in enumerate(parts):
        start = len(text)
        text += words + "\n"
        heading = words if kind == "heading" else ""
        made.append(
            Provision(
                eid=Place(f"u_{number}"), kind=kind, start=start, end=start + len(words), heading=heading, block=True
            )
        )
    return [(text[p.start : p.end], p.role) for p in with_roles(made, text)]


def test_a_heading_of_another_kind_ends_the_role_of_the_one_before() -> None:
    found = judgment(
        ("heading", "Submissions"),
        ("heading", "The Claimant"),
        ("paragraph", "1. The lamps were hers."),
        ("heading", "The lamps"),
        ("paragraph", "2. They burned oil."),
        ("heading", "Discussion"),
        ("paragraph", "3. I agree."),
    )
    assert [role for words, role in found if words[0].isdigit()] == ["submission", "unknown", "reasoning"]


def test_a_judge_who_dissents_is_one_to_the_end_of_the_part() -> None:
    found = judgment(
        ("author", "LADY MOON (dissenting):"),
        ("paragraph", "1. I would allow the appeal."),
        ("author", "LORD LAMP:"),
        ("paragraph", "2. I agree with Lord Reed."),
        ("author", "LORD WICK:"),
        ("paragraph", "3. I respectfully dissent."),
        ("paragraph", "4. The lamps were his."),
    )
    assert [role for words, role in found if words[0].isdigit()] == ["dissent", "unknown", "dissent", "dissent"]
