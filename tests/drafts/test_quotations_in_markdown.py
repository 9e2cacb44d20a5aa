"""Quotations of Markdown: however their marks are written they are examined, and nothing that a page does not show differs."""

from __future__ import annotations

import pytest

from pincite.drafts.draft import read_draft
from pincite.drafts.quotations import quotations_of

WORDS = "A keeper must not leave a lit lantern unattended"


def examined(text: str, name: str = "memo.md") -> list[str]:
    draft = read_draft(text.encode(), name)
    found, _ = quotations_of(draft, draft.readable())
    for quote in found:
        assert draft.text[quote.start : quote.end] == quote.text
    return [quote.words for quote in found]


@pytest.mark.parametrize(
    "marked",
    [
        f"&quot;{WORDS}&quot;",
        f"&ldquo;{WORDS}&rdquo;",
        f"&bdquo;{WORDS}&ldquo;",
        f"&laquo;&nbsp;{WORDS}&nbsp;&raquo;",
        f"&#34;{WORDS}&#34;",
        f"&#8220;{WORDS}&#8221;",
        f"&#x201C;{WORDS}&#x201D;",
        f"<q>{WORDS}</q>",
        f'\\"{WORDS}\\"',
        f"❝{WORDS}❞",
    ],
)
def test_attack_no_way_of_writing_its_marks_hides_a_quotation(marked: str) -> None:
    text = f"# Memo\n\nThe Ordinance says {marked} (Cap. 9001, s. 4(1)).\n"
    assert [words.strip("\u00a0") for words in examined(text)] == [WORDS]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("within 30&nbsp;days of the lighting", "within 30\u00a0days of the lighting"),
        ("leave it un&shy;attended at night", "leave it un\u00adattended at night"),
        ("must not\\\nleave it at night", "must not\nleave it at night"),
        ("must not<br>leave it at night", "must not\nleave it at night"),
        ("\\[A\\] keeper must not leave it", "[A] keeper must not leave it"),
        ("the fee of 5\\% is due at night", "the fee of 5% is due at night"),
        ("must <em>not</em> leave it at night", "must not leave it at night"),
        ("Lamps &amp; Lanterns are lit at night", "Lamps & Lanterns are lit at night"),
    ],
)
def test_markdown_is_compared_as_a_page_shows_it(written: str, shown: str) -> None:
    assert examined(f"The Ordinance says “{written}” (Cap. 9001, s. 4(1)).\n") == [shown]


def test_emphasis_written_as_html_is_emphasis() -> None:
    draft = read_draft("It says “must <strong>not</strong> leave it at night” (s. 4).\n".encode(), "memo.md")
    (quote,), _ = quotations_of(draft, draft.readable())
    assert [quote.words[a:b] for a, b in quote.emphasis or ()] == ["not"]


def test_a_plain_text_is_compared_as_it_stands() -> None:
    assert examined("It says “within 30&nbsp;days of it” (s. 4).\n", "memo.txt") == ["within 30&nbsp;days of it"]


def test_what_only_looks_like_a_mark_is_none() -> None:
    assert examined("Lamps &amp; oil, 5 &lt; 6, a\\b and &foo; are no quotations at all (s. 4).\n") == []
