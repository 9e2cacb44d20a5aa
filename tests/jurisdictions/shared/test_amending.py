"""Instruments behind a provision, from the notes of amendments that publishers print."""

from __future__ import annotations

import pytest

from pincite.jurisdictions.shared.sources.amending import instruments_of_note

NOTES = [
    ("hk", "(Replaced 18 of 2031 s. 12)", ("hk/ord/2031/18#s12",)),
    (
        "hk",
        "(Amended L.N. 362 of 2027; 34 of 2029 s. 3; 18 of 2031 s. 2)",
        ("hk/ln/2027/362", "hk/ord/2029/34#s3", "hk/ord/2031/18#s2"),
    ),
    ("hk", "(Amended E.R. 1 of 2033)", ()),
    ("hk", "(由2031年第18號第10條增補)", ("hk/ord/2031/18#s10",)),
    ("hk", "(由2031年第18號第30條增補。編輯修訂——2033年第1號編輯修訂紀錄)", ("hk/ord/2031/18#s30",)),
    ("hk", "(由2027年第362號法律公告修訂)", ("hk/ln/2027/362",)),
    ("hk", "See section 18 of Cap. 9.", ()),
    (
        "ch",
        "Eingefügt durch Ziff. I des BG vom 1. April 2031, in Kraft seit 1. Jan. 2032 (AS 2031 4005; BBl 2029 117).",
        ("ch/as/2031/4005",),
    ),
    (
        "ch",
        "Nouvelle teneur selon le ch. I de la LF du 1er avr. 2031 (RO 2031 4005; FF 2029 117).",
        ("ch/as/2031/4005",),
    ),
    ("ch", "Abrogato dal n. I della LF del 1° apr. 2031 (RU 2031 4005; FF 2029 117).", ("ch/as/2031/4005",)),
    ("ch", "SR 999.1; vgl. AS 2031 4005", ()),
]


@pytest.mark.parametrize(("jurisdiction", "note", "named"), NOTES, ids=[note[:25] for _, note, _ in NOTES])
def test_a_note_of_amendments_names_its_instruments(jurisdiction: str, note: str, named: tuple[str, ...]) -> None:
    assert instruments_of_note(note, jurisdiction) == named
