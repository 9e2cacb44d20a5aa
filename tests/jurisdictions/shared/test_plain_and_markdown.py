"""Plain text and Markdown with a head: places, what is no text, wrong heads."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.errors import UnreadableSource
from pincite.jurisdictions.shared.sources import READERS
from pincite.law.document import Document, Provision

HEAD = "---\nwork: {work}\nlanguage: en\nstate: 2026-01-15\ntitle: Lamps\n---\n\n"


def read(text: str | bytes, reader: str = "markdown", work: str = "hk/guideline/lamps", **options: str) -> Document:
    data = (HEAD.format(work=work) + text).encode() if isinstance(text, str) else text
    (document,) = READERS[reader](data, name="lamps.md", options=options)
    assert_every_character_is_accounted_for(data, [document], [])
    assert document.losses == ()
    return document


def node(document: Document, eid: str) -> Provision:
    (found,) = [one for one in document.provisions if one.eid == eid]
    return found


def text(document: Document, eid: str) -> str:
    return document.text_of(node(document, eid))


def places(document: Document) -> list[str]:
    return [str(one.eid) for one in document.provisions]


# The head


def test_the_head_says_what_the_file_is_and_goes_to_a_side_channel() -> None:
    data = (
        b"---\nwork: ch/firm/lamps\nlanguage: de\nstate: 2026-01-15\nkind: guidance\ntitle: Lampen\n"
        b"short_titles: [LamR, RLam]\naliases: ch/firm/lichter\npublisher: Erfundene AG\n---\n1.1 Licht.\n"
    )
    document = read(data)
    assert str(document.expression) == "ch/firm/lamps@de/2026-01-15"
    assert (document.title, document.short_titles, document.aliases) == (
        "Lampen",
        ("LamR", "RLam"),
        ("ch/firm/lichter",),
    )
    assert dict(document.meta) == {"publisher": "Erfundene AG"}
    assert document.text == "1.1 Licht."
    assert document.sides[0].kind == "front_matter"


def test_the_specs_options_say_what_the_head_leaves_out() -> None:
    (document,) = READERS["text"](b"1.1 Light.\n", name="x", options={"work": "hk/firm/lamps", "language": "en"})
    assert str(document.expression) == "hk/firm/lamps@en/undated"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"1.1 Light.", "which work"),
        (b"---\nwork: hk/a/b\n---\nLight.", "language"),
        (b"---\nwork: lamps\nlanguage: en\n---\nLight.", "no reference|cannot be read|not a reference"),
        (b"---\nwork: hk/a#s1\nlanguage: en\n---\nLight.", "names a place"),
        (b"---\nwork: hk/a\nlanguage: en\nstate: soon\n---\nLight.", "not a date"),
        (b"---\nwork: hk/a\nlanguage: en\nkind: poem\n---\nLight.", "one of legislation"),
        (b"---\nwork: hk/a\nlanguage: en\nlegal_value: holy\n---\nLight.", "one of authentic"),
        (b"---\nwork: hk/a\nlanguage: en\n---\n\n", "no text"),
        (b"---\nwork: hk/a\nlanguage: en\n", "no closing"),
        (b"---\nwork: [\n---\nx", "not YAML"),
        (b"---\n- one\n---\nx", "key: value"),
        (b"---\nwork: {a: b}\n---\nx", "neither text"),
        (b"\xff\xfe\x00x", "UTF"),
        (b"---\nwork: hk/a\nlanguage: en\n---\nx\x00y", "NUL"),
        (b"caf\xe9", "not utf-8"),
    ],
)
@pytest.mark.parametrize("reader", ["text", "markdown"])
def test_a_wrong_file_is_refused_in_words(data: bytes, reason: str, reader: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        READERS[reader](data, name="lamps.md", options={})
    assert caught.value.name == "lamps.md"


def test_attack_yaml_builds_no_object_and_does_not_grow() -> None:
    with pytest.raises(UnreadableSource):
        read(b"---\nwork: !!python/object/apply:os.system ['true']\nlanguage: en\n---\nx")
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    began = time.process_time()
    with pytest.raises(UnreadableSource, match="neither text"):
        read(f"---\n{bomb}---\nx".encode())
    assert time.process_time() - began < 2


# Places


def test_a_handbook_has_numbered_paragraphs_under_headings() -> None:
    document = read(
        "# Guide\n\n## 2. Records\n\n2.1 Keep a record:\n\n(a) of each lamp;\n(b) of each wick.\n\n2.2 Show it.\n"
    )
    assert text(document, "para_2.1") == "2.1 Keep a record:\n(a) of each lamp;\n(b) of each wick."
    assert text(document, "para_2.1/lbl_b") == "(b) of each wick."
    assert node(document, "para_2.2").path == "h_1 sec_2"
    assert node(document, "sec_2").heading == "Records"
    assert node(document, "sec_2/heading").block


def test_an_article_is_one_block_with_its_paragraphs_and_items() -> None:
    document = read(
        "# Art. 5 Zweck\n\n1 Die Lampe leuchtet.\n\n2 Sie ist verboten, wenn sie:\n\na. raucht;\nb. stinkt.\n\n1bis wäre falsch.\n\n## Art. 6bis\n\nFrei.\n",
        work="ch/firm/lamps",
    )
    assert text(document, "art_5/para_2/lbl_a") == "a. raucht;"
    assert (node(document, "art_5").label, node(document, "art_5").heading) == ("Art. 5", "Zweck")
    assert node(document, "art_5").block
    assert not node(document, "art_5/para_1").block
    assert "art_5/para_1_bis" not in places(document)
    assert text(document, "art_6_bis").endswith("Frei.")


def test_sections_join_their_labels_as_hong_kong_cites_them() -> None:
    document = read(
        "## Section 3 Lamps\n\n(1) A lamp must—\n(a) burn;\n(b) be—\n(i) clean; and\n(ii) dry.\n\n(2) No smoke.\n"
    )
    assert text(document, "s3_1_a") == "(a) burn;"
    assert text(document, "s3_1_b_ii") == "(ii) dry."
    assert text(document, "s3_2") == "(2) No smoke."


def test_a_heading_inside_a_provision_belongs_to_its_block() -> None:
    document = read("## Section 3\n\n(1) One.\n\n### Lamps\n\n(2) Two.\n")
    assert text(document, "s3") == "Section 3\n(1) One.\nLamps\n(2) Two."
    assert text(document, "s3_2") == "(2) Two."


def test_a_paragraph_sign_is_an_article() -> None:
    assert "art_7" in places(read("§ 7 Dauer\n\n1 Ein Jahr.\n", reader="text", work="ch/zh/LS 999.9"))


def test_a_number_that_does_not_count_up_is_text() -> None:
    document = read("# Art. 5\n\n12 Monate dauert es.\n\n1 Wer.\n\n3 Jahre später.\n\n2 Er.\n", work="ch/firm/lamps")
    assert [one for one in places(document) if "para" in one] == ["art_5/para_1", "art_5/para_2"]


def test_an_ordered_list_in_a_numbered_paragraph_is_no_paragraph_of_its_own() -> None:
    document = read("2.1 Keep:\n\n1. a lamp;\n2. a wick.\n\n2.2 Show it.\n")
    assert places(document) == ["para_2.1", "para_2.1/lbl_1", "para_2.1/lbl_2", "para_2.2"]


def test_margin_numbers_are_paragraphs() -> None:
    assert places(read("Rz 5 Licht.\n\nRz 6 Schatten.\n", reader="text")) == ["para_5", "para_6"]


def test_a_sentence_that_begins_with_an_article_is_no_heading() -> None:
    document = read("Art. 5 gilt auch für Kerzen und für alle anderen Lichter.\n", reader="text", work="ch/firm/lamps")
    assert places(document) == ["text"]


def test_lines_of_a_paragraph_run_on_but_labels_begin_lines() -> None:
    document = read("1.1 A lamp\nthat burns\n(a) day\n(b) night\n", reader="text")
    assert document.text == "1.1 A lamp that burns\n(a) day\n(b) night"


def test_repeated_places_are_counted_and_reported() -> None:
    document = read("1.1 One.\n\n1.1 Two.\n")
    assert [(one.eid, one.ordinal) for one in document.provisions] == [("para_1.1", 0), ("para_1.1", 1)]
    assert [one.code for one in document.findings] == ["repeated_ids"]


# Markdown


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("A **bold** and *thin* lamp", "A bold and thin lamp"),
        ("A __bold__ and _thin_ lamp_post_7", "A bold and thin lamp_post_7"),
        ("2 * 3 * 4 and free*", "2 * 3 * 4 and free*"),
        ("see [the act](https://example.invalid/a) now", "see the act now"),
        ("`code` and \\*stars\\*", "code and *stars*"),
        ("R&amp;D &sect;&nbsp;5", "R&D §\u00a05"),
        ("a<br>b <b>c</b> <!-- secret --> d", "a b c d"),
        ("a[^1] lamp", "a lamp"),
        ("> quoted\n> lines", "quoted lines"),
        ("One\n===\n\nTwo\n---\n\nthree", "One\nTwo\nthree"),
        ("# One #\n\n***\n\ntwo", "One\ntwo"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a b\n1 2"),
        ("```\nx **y**\n```\n\nz", "x **y**\nz"),
    ],
)
def test_markdown_is_not_text(source: str, plain: str) -> None:
    assert read(source).text == plain


def test_a_footnote_is_a_note_with_its_label() -> None:
    document = read("A lamp[^one] burns.\n\n[^one]: As of *today*.\n")
    assert document.text == "A lamp burns."
    assert [(side.kind, side.label, side.text.strip()) for side in document.sides if side.kind.startswith("note")] == [
        ("note_mark", "one", "[^one]"),
        ("note", "one", "As of today."),
    ]


@pytest.mark.parametrize(
    "evil",
    [
        "*" * 20000,
        "[" * 20000,
        "`" * 20000,
        "<" * 20000,
        "_a" * 10000,
        "|" * 20000,
        "&" * 20000,
        "> " * 9000,
        "<!--" * 8000,
    ],
)
def test_attack_marks_without_end_take_linear_time(evil: str) -> None:
    began = time.process_time()
    read(f"x {evil}\n")
    assert time.process_time() - began < 3


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=300))
def test_any_text_is_read_without_loss_or_refused(body: str) -> None:
    for reader in ("markdown", "text"):
        try:
            read(body, reader=reader)
        except UnreadableSource as error:
            assert "no text" in str(error)  # noqa: PT017


marks = st.lists(
    st.sampled_from(
        [
            "# ",
            "## 2. ",
            "**",
            "*",
            "_",
            "[a](b)",
            "\n",
            "\n\n",
            "1.1 ",
            "(a) ",
            "(i) ",
            "a. ",
            "1 ",
            "2 ",
            "Art. 5 ",
            "|",
            "> ",
            "```\n",
            "x",
            "&amp;",
            "[^1]",
            "\n[^1]: ",
            "<!--",
            "-->",
            "\r\n",
            "\u00a0",
            "ü",
        ]
    ),
    max_size=40,
).map("".join)


@given(marks)
def test_any_markdown_is_read_without_loss_or_refused(body: str) -> None:
    test_any_text_is_read_without_loss_or_refused.hypothesis.inner_test(body)  # type: ignore[attr-defined]
