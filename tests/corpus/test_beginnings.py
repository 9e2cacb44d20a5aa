"""Whether a provision began with the wording held: said only where nothing else is possible."""

from __future__ import annotations

import pytest

from pincite.corpus.answers import NodeRecord
from pincite.corpus.beginnings import began_later
from pincite.text.canonical import SideText


def node(number: int, kind: str, label: str, start: int, end: int, since: str | None, parent: int | None) -> NodeRecord:
    return NodeRecord(
        number, f"n{number}", "", 0, kind, label, "", parent, start, end, "in_force", since, None, "unknown", None, ""
    )


NODES = [
    node(0, "part", "Part 6A", 0, 100, None, None),
    node(1, "section", "35B", 20, 50, "2013-04-01", 0),
    node(2, "section", "35C", 51, 100, "2013-04-01", 0),
    node(3, "section", "14A", 101, 150, "2012-10-01", None),
    node(4, "section", "15", 151, 200, "2012-10-01", None),
    node(5, "subsection", "(1)", 110, 120, None, 3),
]
PART = SideText("source_note", "(Part 6A added 18 of 2012 s. 21)", 15, ())


def note(text: str, at: int) -> SideText:
    return SideText("source_note", text, at, ())


@pytest.mark.parametrize(
    ("number", "sides", "date", "later"),
    [
        (1, [PART], "2012-12-01", True),
        (1, [PART], "2013-04-01", False),
        (1, [], "2012-12-01", False),
        (2, [PART, note("(Amended 1 of 2020 s. 3)", 100)], "2012-12-01", False),
        (3, [note("(Added 18 of 2012 s. 8)", 150)], "2012-09-30", True),
        (5, [note("(Added 18 of 2012 s. 8)", 150)], "2012-09-30", True),
        (3, [note("(由2012年第18號第8條增補)", 150)], "2012-09-30", True),
        (3, [note("(Added 18 of 2012 s. 8)", 120)], "2012-09-30", False),  # a part of it was added
        (3, [note("(Amended 18 of 2012 s. 8)", 150)], "2012-09-30", False),
        (4, [note("(Added 18 of 2012 s. 8)", 200)], "2012-09-30", False),  # its last part was: 15 is no inserted number
    ],
)
def test_a_provision_began_later_where_its_notes_leave_nothing_open(
    number: int, sides: list[SideText], date: str, later: bool
) -> None:
    assert began_later(NODES[number], NODES, sides, date) is later
