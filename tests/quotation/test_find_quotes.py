"""Quotations in drafts: marks of six languages, blocks, nesting, paragraphs, disclosures, and what is not a quotation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.quotation.find_quotes import Quote, find_quotes


def examined(text: str) -> list[str]:
    return [text[q.start : q.end] for q in find_quotes(text) if q.examined]


WORDS = "the warden shall open the bridge"


@pytest.mark.parametrize(
    "marked",
    [
        f"“{WORDS}”",
        f'"{WORDS}"',
        f"‘{WORDS}’",
        f"'{WORDS}'",
        f"„{WORDS}“",
        f"«{WORDS}»",
        f"«\u00a0{WORDS}\u00a0»",
        f"»{WORDS}«",
        f"‹{WORDS}›",
        f"‚{WORDS}‘",
        f"「{WORDS}」",
        f"『{WORDS}』",
        f"''{WORDS}''",
        f"``{WORDS}''",
        f'„{WORDS}"',
        f'“{WORDS}"',
        f'"{WORDS}”',
        # other hands: marks that stand for others, and both marks the same
        f"＂{WORDS}＂",
        f"〝{WORDS}〞",
        f"❝{WORDS}❞",
        f"″{WORDS}″",
        f",,{WORDS}''",
        f",,{WORDS}“",
        f"<<{WORDS}>>",
        f"”{WORDS}”",
        f"“{WORDS}“",
        f"»{WORDS}»",
    ],
)
def test_every_pair_of_marks_is_read(marked: str) -> None:
    assert examined(f"It says {marked} (s 7).") == [WORDS]


def test_a_quotation_inside_another_belongs_to_it() -> None:
    text = "He held: “the warden said ‘open at once’ and left” (s 7)."
    outer, inner = find_quotes(text)
    assert text[outer.start : outer.end] == "the warden said ‘open at once’ and left"
    assert (inner.reason, inner.level, inner.examined) == ("nested", 1, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('第7條規定"監督必須在日落前打開大橋"。', "監督必須在日落前打開大橋"),
        ("第7條規定＂監督必須在日落前打開大橋＂。", "監督必須在日落前打開大橋"),
        ("第7條規定'監督必須在日落前打開大橋'。", "監督必須在日落前打開大橋"),
        ("第7條規定‘監督必須在日落前打開大橋’。", "監督必須在日落前打開大橋"),
        ("第7條規定：”監督必須在日落前打開大橋”。", "監督必須在日落前打開大橋"),
        (f'It says:"{WORDS}" (s 7).', WORDS),
    ],
)
def test_attack_a_mark_without_a_space_before_it_hides_no_quotation(text: str, words: str) -> None:
    assert examined(text) == [words]


def test_a_mark_that_was_never_closed_swallows_no_later_quotation() -> None:
    text = f"He said “it was other.\n\nThe section says “{WORDS}” (s 7)."
    assert WORDS in examined(text)


def test_the_same_marks_may_nest() -> None:
    assert examined("It held “the “very old” bridge is safe” (s 7).") == ["the “very old” bridge is safe"]


def test_a_quotation_may_run_over_paragraphs_that_each_open_with_the_mark() -> None:
    text = "“The first paragraph goes on.\n\n“The second ends here.” (s 7)"
    assert examined(text) == ["The first paragraph goes on.\n\n“The second ends here."]


@pytest.mark.parametrize("ends", ["\n\n", "\n"])
def test_a_french_quotation_may_repeat_its_closing_mark_at_every_paragraph(ends: str) -> None:
    text = f"« Le garde veille.{ends}» Il ne dort pas.{ends}» Il éteint le fanal. » (art. 7). « Le garde rentre enfin » (art. 8)."
    assert examined(text) == [
        f"Le garde veille.{ends}» Il ne dort pas.{ends}» Il éteint le fanal.",
        "Le garde rentre enfin",
    ]


def test_a_typewriters_mark_does_not_close_what_a_typographic_one_goes_on_with() -> None:
    assert examined('It held “the "very" old bridge is safe” (s 7).') == ['the "very" old bridge is safe']
    assert examined('It held “a 6" nail is no lamp” (s 7).') == ['a 6" nail is no lamp']


def test_the_name_under_a_block_quote_is_no_quotation() -> None:
    text = "> The warden shall open.\n\n> — Reed v Mole [12]\n"
    assert examined(text) == ["The warden shall open."]


def test_a_block_quote_is_a_quotation_without_the_citation_at_its_end() -> None:
    text = "As it says:\n\n> The warden shall\n> open the bridge. (BGE 140 III 115 E. 2)\n\nSo be it."
    (quote,) = find_quotes(text)
    assert text[quote.start : quote.end] == "The warden shall\n> open the bridge."
    assert quote.opening == ">"


def test_a_note_in_a_block_is_not_a_quotation() -> None:
    (quote,) = find_quotes("> **Note** the bridge is closed on Mondays and Tuesdays\n")
    assert (quote.examined, quote.reason) == (False, "note")


@pytest.mark.parametrize(
    ("after", "disclosure"),
    [
        (" (emphasis added)", "(emphasis added)"),
        (" (s 7; emphasis added)", "(s 7; emphasis added)"),
        (" (s 7) (citations omitted)", "(citations omitted)"),
        (" (BGE 1 I 1; Hervorhebung durch den Verfasser)", "(BGE 1 I 1; Hervorhebung durch den Verfasser)"),
        (" (mis en évidence par la soussignée)", "(mis en évidence par la soussignée)"),
        ("（後加強調）", "（後加強調）"),
        (" (eigene Übersetzung)", "(eigene Übersetzung)"),
        (" (s 7)", ""),
    ],
)
def test_disclosures_that_follow_are_kept(after: str, disclosure: str) -> None:
    (quote,) = find_quotes(f"“{WORDS}”{after}.")
    assert quote.disclosures == disclosure


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("under the Bridges Ordinance (the “Ordinance”) the", "definition"),
        ("die Brückenordnung (nachfolgend «BrO») gilt", "definition"),
        ("《橋樑條例》（下稱「條例」）第七條", "title"),
        ("a so-called “bridge troll” lives there", "short"),
        ("# The “open bridge” rule in the courts of today\n", "heading"),
        ("he said “the warden shall open\n\nThe next paragraph.", "unclosed"),
    ],
)
def test_what_is_not_a_quotation_is_listed_with_its_reason(text: str, reason: str) -> None:
    found = find_quotes(text)
    assert found
    assert (found[0].examined, found[0].reason) == (False, reason)


def test_a_term_of_art_with_its_citation_is_a_quotation() -> None:
    assert examined("Such is a “durable medium” (Case C-12/34).") == ["durable medium"]


def test_apostrophes_and_measures_open_nothing() -> None:
    assert find_quotes("The tenants' rights, a 6\" pipe, a 5' wall and John's dog") == ()


def test_a_chinese_sentence_in_title_marks_is_a_quotation() -> None:
    assert examined("判決說《港長須於日落時點亮所有燈號，不得延誤。》") == ["港長須於日落時點亮所有燈號，不得延誤。"]


@given(st.text(alphabet=st.sampled_from("ab “”„«»‹›‘’‚「」『』《》\"'\n>()（） #"), max_size=120))
def test_any_text_is_read_and_top_level_spans_do_not_overlap(text: str) -> None:
    quotes = find_quotes(text)
    end = 0
    for quote in quotes:
        assert isinstance(quote, Quote)
        assert 0 <= quote.start <= quote.end <= len(text)
        assert quote.examined == (not quote.reason)
    for quote in (q for q in quotes if q.examined):
        assert quote.start >= end
        end = quote.end
