from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.jurisdictions.shared.labels import complete, read_labels
from pincite.jurisdictions.shared.provisions import Act, read_group, read_provision


@pytest.mark.parametrize(
    ("text", "plural", "parts"),
    [
        ("218(2) and (3) were", False, [("218", "2"), ("218", "3")]),
        ("2(1), 3 and 5 of Cap", True, [("2", "1"), ("3",), ("5",)]),
        ("31A(1)(b) and (3)(a)", False, [("31A", "1", "b"), ("31A", "3", "a")]),
        ("23(1)(c)(i) and (ii), (d)", False, [("23", "1", "c", "i"), ("23", "1", "c", "ii"), ("23", "1", "d")]),
        ("5, 10 years later", False, [("5",)]),
        ("3.2 of the report", False, []),
        ("5% of it", False, []),
    ],
)
def test_lists_of_labels_complete_what_is_printed_in_part(
    text: str, plural: bool, parts: list[tuple[str, ...]]
) -> None:
    assert [label.parts for label in read_labels(text, 0, plural=plural)] == parts


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("171-177", ("171",), ("177",)),
        ("194(1)(iv) A-D", ("194", "1", "iv", "A"), ("194", "1", "iv", "D")),
        ("311(1) to (3)", ("311", "1"), ("311", "3")),
    ],
)
def test_a_range_is_one_member_with_both_ends_in_full(text: str, first: tuple[str, ...], last: tuple[str, ...]) -> None:
    (label,) = read_labels(text, 0, plural=True)
    assert (label.parts, label.to) == (first, last)


def test_a_range_does_not_run_backward_or_to_a_year() -> None:
    (label,) = read_labels("5 to 2024", 0, plural=True)
    assert label.to is None


@given(st.lists(st.sampled_from(["1", "2", "a", "b", "i", "ii", "A"]), min_size=1, max_size=4))
def test_completing_keeps_the_number_and_ends_in_the_new_part(parts: list[str]) -> None:
    completed = complete(("33", "1", "a"), tuple(parts))
    assert completed[0] == "33"
    assert completed[-len(parts) :] == tuple(parts)


def _read(text: str) -> list[tuple[str, str, tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...], bool]]:
    act = re.compile(r"(?:the )?[A-Z]\w+ (?:Ordinance|Act)|SFO")

    def act_at(position: int, _tied: bool) -> Act | None:
        match = act.match(text, position)
        return Act("hk/cap1", match.start(), match.end(), full=True) if match else None

    provision = read_provision(text, 0, act_at)
    assert provision is not None
    return [
        (text[label.start : label.end], group.unit, label.parts, group.above, found is not None)
        for group, found in provision.groups
        for label in group.labels
    ]


def test_containers_stand_outermost_first_whichever_way_they_are_written() -> None:
    above = (("schedule", ("1",)), ("part", ("2",)))
    assert _read("section 3 of Part 2 of Schedule 1 to the Land Ordinance") == [
        ("section 3", "section", ("3",), above, True)
    ]
    assert _read("Items 5 and 6 of Schedule 1 - Part 2 of the Land Ordinance")[0][3] == above
    assert _read("Schedule 1, Part 2, paragraph 3")[0][3] == above


def test_an_act_named_behind_a_chain_is_the_act_of_the_whole_chain() -> None:
    assert [each[4] for each in _read("section 2(a) of, and Schedule 1 to, the Land Ordinance")] == [True, True]
    assert [each[4] for each in _read("section 194 and section 196 of the Land Ordinance")] == [True, True]


def test_a_subsection_of_a_section_is_a_label_of_the_section() -> None:
    assert _read("subsection (2) of section 5 of the Land Ordinance") == [
        ("subsection (2)", "section", ("5", "2"), (), True)
    ]


def test_a_margin_letter_between_unit_and_number_is_passed_over() -> None:
    assert _read("section G\n194 and section 196")[0][2] == ("194",)


@pytest.mark.parametrize(
    "text", ["S 56 The reference", "regulations.\n53. Fees", "Rules 2010 are", "section", "sections of"]
)
def test_what_only_begins_like_a_provision_is_none(text: str) -> None:
    assert read_group(text, 0) is None


@given(st.text(alphabet="section 1(a)[],.-andofSchedulePt\n", max_size=60))
def test_reading_stays_inside_the_text(text: str) -> None:
    group = read_group(text, 0)
    if group is not None:
        assert 0 < group.end <= len(text)
        assert all(label.start < label.end <= group.end for label in group.labels)
