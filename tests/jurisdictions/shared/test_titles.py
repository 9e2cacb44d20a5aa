"""Titles of acts in English: over the end of a line, never over the end of a paragraph."""

from __future__ import annotations

import pytest

from pincite import wiring
from pincite.jurisdictions.shared.titles import runs_over_a_paragraph, title_at, title_start

ENDS = ["\n\n", "\n \t\n", "\r\n\r\n", "\r\r", "\u2029", "\f"]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    ("heading", "cited", "reference"),
    [
        ("Legislation", "Lantern Keeping Ordinance (Cap. 9001)", "hk/cap9001"),
        ("Table of Statutes", "Lantern Keeping Act 2016", "uk/ukpga/2016/lantern-keeping-act"),
        ("Regulations", "Lantern Keeping (Audit) Regulations 2011", "uk/uksi/2011/lantern-keeping-audit-regulations"),
        ("Interpretation and General Clauses", "Ordinance (Cap. 1)", "hk/cap1"),
    ],
)
def test_a_heading_above_a_list_of_acts_is_no_part_of_the_first(
    end: str, heading: str, cited: str, reference: str
) -> None:
    found = wiring.extractor().extract(heading + end + cited).mentions
    assert [mention.reference for mention in found] == [reference]
    assert found[0].start >= len(heading)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n    ", "\r"])
def test_a_title_runs_over_the_end_of_a_hard_wrapped_line(end: str) -> None:
    text = f"Lantern Keeping{end}Act"
    assert title_at(text, 0) == len(text)
    assert title_start(text, text.index("Act"), 0) == 0
    (found,) = wiring.extractor().extract(f"The Lantern{end}Keeping{end}Ordinance (Cap. 9001) applies.").mentions
    assert found.reference == "hk/cap9001"
    assert found.text.startswith("Lantern")


@pytest.mark.parametrize("end", ENDS)
def test_a_title_does_not_begin_before_the_end_of_a_paragraph(end: str) -> None:
    text = f"Lantern{end}Keeping Act"
    assert title_at(text, 0) is None
    assert title_start(text, text.index("Act"), 0) == text.index("Keeping")
    assert runs_over_a_paragraph(text, 0, len(text))
    assert not runs_over_a_paragraph(text, text.index("Keeping"), len(text))
