"""Instructions in words: read whole, or refused with a finding."""

from __future__ import annotations

import pytest
from tests.consolidation.laws import lanterns, unit

from pincite.consolidation.apply import apply
from pincite.consolidation.instructions.reader import read_instruction
from pincite.consolidation.operations import InsertUnit, Renumber, RepealUnit, ReplaceUnit, TextDelete, TextReplace
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import reading_text

ACT = "Section 4 of the Lantern Act (D.C. Official Code § 8-313) is amended as follows:"
US = [ACT, "Subsection (h) is amended as follows:"]
EU = ["Directive 2090/1/EU is amended as follows:", "Article 27 is amended as follows:"]


def test_words_struck_and_inserted_are_read() -> None:
    read = read_instruction(
        'Paragraph (9) is amended by striking the phrase "the "great" lamp" and inserting the word "lamp" in its place.',
        context=US,
    ).operation
    assert isinstance(read, TextReplace)
    assert (read.target, read.find, read.replace, read.count) == (("8-313", "h", "9"), 'the "great" lamp', "lamp", 1)


@pytest.mark.parametrize(
    ("sentence", "kind", "target"),
    [
        ('Strike the word "lit".', TextDelete, ("8-313", "h")),
        ("Paragraph (9)(A) is repealed.", RepealUnit, ("8-313", "h", "9", "A")),
        ("Paragraph (9) is amended to read as follows:", ReplaceUnit, ("8-313", "h", "9")),
        ("A new paragraph (9A) is added to read as follows:", InsertUnit, ("8-313", "h")),
        ("The existing text is designated as paragraph (1).", Renumber, ("8-313", "h")),
        ("Section 7(b) (D.C. Official Code § 8-317(b)) is repealed.", RepealUnit, ("8-317", "b")),
    ],
)
def test_orders_of_american_drafting_are_read(sentence: str, kind: type, target: tuple[str, ...]) -> None:
    read = read_instruction(sentence, context=US).operation
    assert type(read) is kind
    assert read is not None
    assert read.target == target


@pytest.mark.parametrize(
    ("sentence", "kind", "target"),
    [
        ("paragraph 2 is deleted;", RepealUnit, ("27", "2")),
        ("paragraph 3 is replaced by the following:", ReplaceUnit, ("27", "3")),
        ("in paragraph 1, the date ‘3 March 2090’ is replaced by ‘3 March 2091’;", TextReplace, ("27", "1")),
        ("in Article 28(1), the following points are added:", InsertUnit, ("28", "1")),
        (
            "in point (a) of Article 25(4), the second subparagraph is replaced by the following:",
            ReplaceUnit,
            ("25", "4", "sub1", "a", "sub2"),
        ),
    ],
)
def test_orders_of_the_unions_drafting_are_read(sentence: str, kind: type, target: tuple[str, ...]) -> None:
    read = read_instruction(sentence, context=EU, style="eu").operation
    assert type(read) is kind
    assert read is not None
    assert read.target == target


UNREADABLE = [
    (
        'Paragraph (9) is amended by striking the phrase "a" and inserting the phrase "b" in its place and by striking the phrase "c" and inserting the phrase "d" in its place.',
        "us",
    ),
    ('Strike the word "a" the second time it appears and insert the word "b" in its place.', "us"),
    ("Sections 4 and 5 are repealed.", "us"),
    ("The act is improved.", "us"),
    ("Section 499c(a)(1) (D.C. Official Code § 42-404) is amended to read as follows:", "us"),
    ("Title I (D.C. Official Code § 32-581.01 et seq.) is amended to read as follows:", "us"),
    ("in paragraph 2 the date ‘1 May’ is replaced by ‘2 May’ and the date ‘3 May’ is replaced by ‘4 May’;", "eu"),
    ("", "us"),
]


@pytest.mark.parametrize(("sentence", "style"), UNREADABLE)
def test_attack_an_order_that_may_be_read_in_two_ways_is_refused(sentence: str, style: str) -> None:
    read = read_instruction(sentence, context=US if style == "us" else EU, style=style)
    assert read.operation is None
    assert read.finding is not None
    assert read.finding.code == "instruction_unreadable"


def test_what_was_read_is_applied_with_its_preconditions() -> None:
    here = ["Section 1 (D.C. Official Code § 9-9(c)) is amended as follows:"]
    read = read_instruction('Strike the figure "5" and insert the figure "6" in its place.', context=here).operation
    assert isinstance(read, TextReplace)
    with pytest.raises(Refused, match="TARGET_MISSING"):
        apply(lanterns(), read)


def test_a_new_wording_is_given_beside_the_sentence() -> None:
    read = read_instruction(
        "Paragraph (9) is amended to read as follows:", context=US, payload=(unit("9", "New."),)
    ).operation
    assert isinstance(read, ReplaceUnit)
    assert reading_text(read.payload[0]) == "(9) New."
