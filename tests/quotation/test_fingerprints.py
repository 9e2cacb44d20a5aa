"""Fingerprints: a quotation copied from a text shares them with it, however it was typed."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.quotation.fingerprints import CHARACTERS, SEGMENT, WORDS, of_document, of_quote, shared, words_of

TEXT = (
    "7. The warden’s co-keeper shall open the bridge for every barge — unless, in a storm, the mayor objects within 30 days; "
    "le gardien de l’écluse n’ouvre qu’à l’aube, et la Brücke öffnet der Wärter 每名看守人須在首次點亮燈籠後三十天內登記該燈籠 "
    "Article 4(2)(b) of the Ordinance (Cap. 9001) applies mutatis mutandis. "
)
LONG = "".join(f"{TEXT} Paragraph {number} repeats nothing of number {number * 7}.\n" for number in range(40))
WORD_EDGES = [match.span() for match in re.finditer(r"[^\W_\u3400-\u9fff]+|[\u3400-\u9fff]", LONG)]


def kept(text: str) -> dict[int, set[int]]:
    return dict(of_document(text))


DOCUMENT = kept(LONG)


@given(at=st.integers(0, len(WORD_EDGES) - 60), length=st.integers(WORDS.guaranteed, 59))
@settings(max_examples=300, deadline=None)
def test_all_that_is_kept_of_a_quotation_is_kept_of_its_document_close_by(at: int, length: int) -> None:
    start, end = WORD_EDGES[at][0], WORD_EDGES[at + length - 1][1]
    quote = LONG[start:end]
    near = range(start // SEGMENT, end // SEGMENT + 1)
    for fingerprint in of_quote(quote).kept:
        assert any(fingerprint in DOCUMENT.get(segment, ()) for segment in near)


@given(words=st.lists(st.text("abcdeÄéß", min_size=1, max_size=4), min_size=WORDS.guaranteed, max_size=30))
def test_enough_words_in_a_row_are_always_kept_by_one_fingerprint(words: list[str]) -> None:
    assert of_quote(" ".join(words)).kept


def test_enough_chinese_characters_in_a_row_are_always_kept_by_one() -> None:
    assert of_quote("每名看守人須點亮燈籠"[: CHARACTERS.guaranteed]).kept
    assert not of_quote("每名看守人須點亮燈籠"[: CHARACTERS.guaranteed - 1]).kept


@pytest.mark.parametrize(
    "typed",
    [
        TEXT.replace("’", "'").replace("—", "–"),
        TEXT.upper().replace("SS", "ss"),
        TEXT.replace(" ", "\u00a0").replace("bridge", "bri\u00addge"),
        unicodedata.normalize("NFD", TEXT),
        TEXT.replace("30", "３０").replace("barge", "ｂａｒｇｅ"),
        TEXT.replace("點", "点").replace("燈籠", "灯笼").replace("須", "须").replace("內", "内").replace("後", "后"),
        TEXT.replace("\n", " ").replace(" ", "\n"),
    ],
    ids=[
        "quotes and dashes",
        "capitals",
        "spaces and soft hyphens",
        "accents apart",
        "full width",
        "simplified",
        "lines",
    ],
)
def test_typing_does_not_change_fingerprints(typed: str) -> None:
    assert of_quote(typed) == of_quote(TEXT)


def test_a_changed_word_changes_only_the_runs_it_stands_in() -> None:
    words = [f"word{number}" for number in range(20)]
    before = of_quote(" ".join(words)).every
    words[10] = "other"
    after = of_quote(" ".join(words)).every
    assert len(set(before) - set(after)) == WORDS.size


def test_attack_the_same_words_in_another_order_are_other_fingerprints() -> None:
    assert not set(of_quote("shall not open the bridge").every) & set(of_quote("bridge the open not shall").every)


def test_shared_runs_are_shown_where_they_stand() -> None:
    text = "Nothing here. The warden shall open the bridge. 每名看守人須點亮燈籠。"
    runs = shared(text, frozenset(of_quote("warden shall open").every + of_quote("看守人須點").every))
    assert [text[span.start : span.end] for span, _ in runs] == ["warden shall open", "看守人須點"]


def test_fingerprints_are_the_same_on_every_machine() -> None:
    # a change of these numbers is a new form of the file of a release
    assert of_quote("The warden shall open the bridge").kept == of_quote("the WARDEN shall open the bridge").kept
    assert of_quote("one two three").every == (ONE_TWO_THREE,)
    assert of_quote("燈籠須點亮").every == (LANTERNS,)


ONE_TWO_THREE = 4773787303
LANTERNS = 6984011747


@pytest.mark.parametrize("text", ["", "   ", "… — …", "one", "one two", "燈"])
def test_what_has_no_run_of_words_has_no_fingerprint(text: str) -> None:
    assert of_quote(text) == ((), ())
    assert list(of_document(text)) == []


def test_words_are_folded() -> None:
    assert words_of("L’ÉTAT — 30 ﬁnes 燈") == ["l", "état", "30", "fines", "灯"]
