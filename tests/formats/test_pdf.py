"""PDF files: lines to paragraphs, what is layout, and the page and line of every character."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.office import Word, lines, pdf

from pincite.errors import UnreadableSource
from pincite.formats.pdf import read_pdf
from pincite.formats.pdf_plain import read_pdf_lines
from pincite.formats.written import WrittenFile

LONG = "words of a line that is long enough to reach the margin on the right of it"


def read(data: bytes) -> WrittenFile:
    written = read_pdf(data, name="a.pdf")
    assert not written.unread
    for piece in written.located.pieces(0, len(written.located)):
        if piece.verbatim:
            assert written.view[piece.start : piece.end].decode() == piece.text
    return written


def texts(written: WrittenFile) -> list[str]:
    return [written.text[passage.start : passage.end] for passage in written.passages]


def besides(written: WrittenFile, kind: str) -> list[str]:
    return [beside.text for beside in written.besides if beside.kind == kind]


def test_lines_make_paragraphs_and_every_character_has_its_page_and_line() -> None:
    page = [
        *lines([f"First {LONG}", f"second {LONG}", "end of it."]),
        *lines([f"Another {LONG}", "paragraph."], top=700),
    ]
    written = read(pdf([page]))
    assert texts(written) == [f"First {LONG} second {LONG} end of it.", f"Another {LONG} paragraph."]
    place = written.place(written.text.index("paragraph."))
    assert place is not None
    assert (place.page, place.line) == (1, 5)


def test_a_divided_word_is_joined_and_a_hanging_hyphen_stays() -> None:
    page = lines([
        f"The Vertrags-verhältnis {LONG[:50]} Ver-", "pflichtung and Zivil-", "und Strafrecht of the EU-", "Recht, vertrags-",
        "verhältnis.",
    ])  # fmt: skip
    written = read(pdf([page]))
    assert "Verpflichtung and Zivil- und Strafrecht of the EU-Recht, vertrags-verhältnis." in " ".join(texts(written))
    assert besides(written, "line_hyphen") == ["-"]


def test_a_paragraph_goes_on_over_the_page() -> None:
    written = read(pdf([lines([f"It begins {LONG}", f"and goes on {LONG}"]), lines(["over the page."])]))
    assert len(written.passages) == 1
    place = written.place(written.text.index("over"))
    assert place is not None
    assert (place.page, place.line) == (2, 1)


def headed(number: int, body: list[str]) -> list[Word]:
    return [(72, 800, 9, f"Matter of Lantern v Wick {number}"), *lines(body), (290, 30, 9, f"- {number} -")]


def test_running_heads_and_feet_stand_beside_the_text() -> None:
    written = read(
        pdf([headed(number, [f"Page text {'abcd'[number]} {LONG}.", f"More of it {LONG}."]) for number in range(4)])
    )
    assert besides(written, "page_head") == [f"Matter of Lantern v Wick {number}" for number in range(4)]
    assert besides(written, "page_foot") == [f"- {number} -" for number in range(4)]
    assert "Lantern" not in written.text


def test_attack_a_first_line_that_does_not_return_is_no_head() -> None:
    pages = [
        lines([f"{['Alpha', 'Beta', 'Gamma'][number]} stands first here.", f"Then {LONG}."]) for number in range(3)
    ]
    written = read(pdf(pages))
    assert all(word in written.text for word in ("Alpha", "Beta", "Gamma"))


def test_line_numbers_in_the_margin_are_layout() -> None:
    texts_ = [f"Line {'abcdefghij'[number]} of the pleading says that" for number in range(10)]
    page = [*lines(texts_), *[(40, 770 - number * 14, 8, str(number + 1)) for number in range(10)]]
    written = read(pdf([page]))
    assert besides(written, "line_number") == [str(number) for number in range(1, 11)]
    assert written.text.startswith("Line a of the pleading says that Line b")


def test_numbers_of_paragraphs_are_none() -> None:
    page = [
        word
        for number in range(7)
        for word in (
            (40, 770 - number * 60, 11, f"{number + 1}."),
            (72, 770 - number * 60, 11, f"Paragraph {LONG}"),
            (72, 756 - number * 60, 11, "goes on." if number % 2 else "goes on and on, as some of them do."),
            *(((72, 742 - number * 60, 11, "It has a third line."),) if number % 3 else ()),
        )
    ]
    written = read(pdf([page]))
    assert [text[:12] for text in texts(written) if "Paragraph" in text] == [
        f"{n}. Paragraph"[:12] for n in range(1, 8)
    ]


def test_two_columns_are_read_one_after_the_other() -> None:
    left = [(50, 770 - n * 14, 10, f"left column line {n} is this long one") for n in range(20)]
    right = [(320, 770 - n * 14, 10, f"right column line {n} is as long one") for n in range(20)]
    page = [word for pair in zip(left, right, strict=True) for word in pair]
    text = " ".join(texts(read(pdf([page]))))
    assert text.index("left column line 19") < text.index("right column line 0")


def test_a_footnote_is_a_passage_and_its_raised_mark_no_character() -> None:
    page = [
        *lines([f"Tenants pay {LONG}", f"and so do {LONG}", "landlords."]),
        (72 + 50, 746, 6, "21"),
        *lines(["Taylor, On Lanterns, p. 4."], x=84, top=80, size=8),
        (72, 82, 5, "21"),
    ]
    written = read(pdf([page]))
    notes = [passage for passage in written.passages if passage.kind == "note"]
    assert [(note.label, written.text[note.start : note.end]) for note in notes] == [
        ("21", "Taylor, On Lanterns, p. 4.")
    ]
    assert list(written.marks) == ["21"]
    assert "landlords" in written.text
    assert "21" not in written.text


def test_small_print_without_a_raised_number_is_no_note() -> None:
    page = [
        *lines([f"Before it {LONG}", f"and more {LONG}."]),
        *lines(["2 per cent of the sum are due, says the tariff."], top=730, size=9),
    ]
    assert all(passage.kind != "note" for passage in read(pdf([page])).passages)


def test_words_that_run_up_the_margin_are_layout() -> None:
    written = read(pdf([lines([f"First {LONG}", f"second {LONG}", "end."])], stamp="DRAFT OF MAY"))
    assert texts(written) == [f"First {LONG} second {LONG} end."]
    assert [text.replace(" ", "") for text in besides(written, "turned")] == ["DRAFTOFMAY"]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_page_is_read_the_way_its_words_run(rotate: int) -> None:
    page = lines([f"First {LONG}", "second line."])
    assert texts(read(pdf([page], rotate=rotate))) == [f"First {LONG} second line."]


def test_pages_of_pictures_between_others_are_named() -> None:
    (finding,) = read(pdf([lines([f"Words {LONG}."]), []], picture=True)).findings
    assert (finding.code, finding.parameters["pages"]) == ("pages_without_text", "2")


def test_a_scan_is_refused_with_what_to_do() -> None:
    with pytest.raises(UnreadableSource, match="scan") as caught:
        read(pdf([[], []], picture=True))
    assert "OCR" in caught.value.remedy


def test_the_lines_of_a_file_hold_every_character() -> None:
    data = pdf([headed(number, [f"{'abc'[number]} {LONG}.", f"{'xyz'[number]} more."]) for number in range(3)])
    found = read_pdf_lines(data, name="a.pdf")
    held = sorted(piece.start for line in found.lines for piece in line.line.pieces)
    shown = sum(len(piece.text.replace(" ", "")) for line in found.lines for piece in line.line.pieces)
    assert shown == sum(len(piece.text) for piece in found.pieces)
    assert held
    assert {line.role for line in found.lines} == {"text", "page_head", "page_foot"}


WORDS = st.text("abcdeABC1 .-", min_size=1, max_size=30)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.tuples(st.integers(20, 560), st.integers(20, 820), st.sampled_from([6, 9, 11, 20]), WORDS), max_size=8), min_size=1, max_size=4))  # fmt: skip
def test_no_character_is_lost_wherever_it_stands(pages: list[list[tuple[int, int, int, str]]]) -> None:
    data = pdf([[(float(x), float(y), float(size), text) for x, y, size, text in words] for words in pages])
    if not any(text.strip() for words in pages for *_, text in words):
        with pytest.raises(UnreadableSource, match="no text"):
            read(data)
        return
    read(data)


def test_attack_pages_that_are_alike_are_text_and_no_heads_that_hide_it() -> None:
    alike = [f"See {LONG}.", f"It is so {LONG}."]
    written = read(pdf([[*lines(alike), (290, 30, 9, f"- {number} -")] for number in range(3)]))
    assert written.text.count("It is so") == 3
    assert besides(written, "page_foot") == [f"- {number} -" for number in range(3)]
