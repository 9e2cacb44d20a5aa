"""Reading a draft: offsets as in the file, blocks, what is not read, and what is refused."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.drafts.draft import MAXIMUM_BYTES, note_marks, read_draft
from pincite.errors import BadInput


def kinds(text: str, name: str = "a.md") -> list[tuple[str, str]]:
    draft = read_draft(text.encode(), name)
    return [(block.kind, draft.text[block.start : block.end]) for block in draft.blocks]


def test_blocks_of_markdown_are_told_apart() -> None:
    text = "# Title\n\n1. First point\ngoes on.\n2. Second.\n\n> Words of\n> a court\n\n| a | b |\n|---|---|\n| c | d |\n\n[^1]: Note.\n"
    assert kinds(text) == [
        ("heading", "# Title"), ("item", "First point\ngoes on."), ("item", "Second."), ("quotation", "Words of\n> a court"),
        ("row", "| a | b |"), ("rule", "|---|---|"), ("row", "| c | d |"), ("note", "Note."),
    ]  # fmt: skip


def test_code_front_matter_and_comments_are_counted_and_blanked_with_offsets_kept() -> None:
    text = "---\ncite: Cap. 1\n---\nText Cap. 2.\n\n```\nCap. 3\n```\n<!-- Cap. 4 -->\nCap. 5\n"
    draft = read_draft(text.encode(), "a.md")
    assert [block.kind for block in draft.unread] == ["front_matter", "code", "comment"]
    readable = draft.readable()
    assert len(readable) == len(text)
    assert [number for number in "12345" if f"Cap. {number}" in readable] == ["2", "5"]
    assert readable.index("Cap. 5") == text.index("Cap. 5")


@pytest.mark.parametrize("opening", ["---\n", "```\n", "<!-- "])
def test_attack_an_unread_block_that_never_ends_hides_nothing(opening: str) -> None:
    draft = read_draft(f"{opening}Cap. 2 applies.\n".encode(), "a.md")
    assert "Cap. 2" in draft.readable()


def test_plain_text_has_no_code_and_no_front_matter() -> None:
    assert "Cap. 3" in read_draft(b"```\nCap. 3\n```\n", "a.txt").readable()


def test_crlf_and_a_byte_order_mark_stay_as_they_are() -> None:
    draft = read_draft("\ufeffOne\r\ntwo\r\n\r\nThree\r\n".encode(), "a.txt")
    assert draft.text == "\ufeffOne\r\ntwo\r\n\r\nThree\r\n"
    assert [draft.text[block.start : block.end] for block in draft.blocks] == ["One\r\ntwo", "Three"]


def test_a_note_leads_back_to_its_mark() -> None:
    draft = read_draft(b"It burns.[^a] Yes.\n\n[^a]: Cap. 2.\n", "a.md")
    assert note_marks(draft.text, draft.blocks) == {"a": 9}


@pytest.mark.parametrize(
    ("data", "name", "word"),
    [
        (b"PK\x03\x04rest", "a.docx", "damaged"),
        (b"%PDF-1.7", "a.md", "PDF"),
        (b"{\\rtf1 text}", "a.docx", "RTF"),
        (b"text", "a.odt", "calls itself .odt"),
        (b"", "a.docx", "a.docx is empty"),
        (b"text", "a.xyz", "format .xyz"),
        (b"a\0b", "a.txt", "binary"),
        (b"caf\xe9", "a.txt", "byte 3"),
    ],
)
def test_what_is_no_text_is_refused_in_words(data: bytes, name: str, word: str) -> None:
    with pytest.raises(BadInput, match=word) as caught:
        read_draft(data, name)
    assert caught.value.remedy


def test_a_draft_beyond_the_limit_is_refused() -> None:
    with pytest.raises(BadInput, match="bytes"):
        read_draft(b"a" * (MAXIMUM_BYTES + 1), "a.txt")


def test_attack_hidden_characters_are_named_with_their_place() -> None:
    (finding,) = read_draft("The law does \u200bnot \u202eyas\u202c this.".encode(), "a.txt").findings
    assert finding.code == "hidden_characters"
    assert finding.parameters["count"] == 3
    assert finding.start == 13


def test_an_empty_draft_is_a_draft_without_blocks() -> None:
    assert read_draft(b"", "a.md").blocks == ()


@pytest.mark.parametrize("line", ["<!-- a\n", "```\n", "---\n", "> a\n", "| a |\n", "[^1]: a\n", "1. a\n", "\n", "x"])
def test_attack_a_million_times_the_same_line_takes_linear_time(line: str) -> None:
    data = line.encode() * (1_000_000 // len(line))
    begun = time.process_time()
    read_draft(data, "a.md")
    assert time.process_time() - begun < 6


@given(st.text(alphabet="a#>|-`<!-[^1]: \n\r.*", max_size=150))
def test_blocks_hold_everything_but_markers_and_white_space(text: str) -> None:
    draft = read_draft(text.encode(), "a.md")
    end = 0
    for block in draft.blocks:
        assert end <= block.start < block.end <= len(text)
        end = block.end
    assert len(draft.readable()) == len(text)


def test_attack_a_language_that_is_unknown_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="klingon") as refusal:
        read_draft(b"Text.", "x.md", language="klingon")
    assert "zh-Hant" in refusal.value.remedy


@pytest.mark.parametrize("language", ["", "en", "de", "fr", "it", "zh-Hant"])
def test_an_abbreviated_chapter_ends_no_sentence_whatever_the_draft_is_in(language: str) -> None:
    text = "The lantern law (Cap. 9001) binds keepers."
    draft = read_draft(text.encode(), "x.md", language=language)
    assert [(span.start, span.end) for span in draft.sentences(draft.blocks[0])] == [(0, len(text))]


def test_a_paragraph_in_another_language_is_cut_by_its_own_rules() -> None:
    text = "Das Urteil wurde am 7. Januar 2026 von der Kammer in dieser Sache gefällt."
    draft = read_draft(text.encode(), "x.md", language="fr")
    assert len(draft.sentences(draft.blocks[0])) == 1
