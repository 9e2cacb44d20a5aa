"""Which words of a source are held to be alike to a word of a quotation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.quotation.lexicon import lexicon_for
from pincite.quotation.paraphrase import _alike, _keys, is_paraphrase
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.tokens import tokenise

LANGUAGES = ("en", "de", "fr", "it")
STEMS = ("lantern", "keep", "keeping", "zünd", "gezünd", "gehalt", "hält", "allum", "spegn", "geh", "ging", "went")
ENDINGS = ("", "s", "ed", "en", "te", "er", "ern", "ement", "ements", "ere", "ono", "n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_two_forms_of_the_tables_share_a_key(language: str) -> None:
    lexicon = lexicon_for(language)
    by_lemma: dict[str, list[str]] = {}
    for form, lemma in lexicon.lemmas.items():
        by_lemma.setdefault(lemma, []).append(form)
    for forms in by_lemma.values():
        for one in forms:
            assert all(_keys(one, lexicon) & _keys(other, lexicon) for other in forms if _alike(one, other, lexicon))


@given(
    language=st.sampled_from(LANGUAGES),
    one=st.tuples(st.sampled_from(STEMS), st.sampled_from(ENDINGS)) | st.tuples(st.text("aäbeglnst", min_size=4)),
    other=st.tuples(st.sampled_from(STEMS), st.sampled_from(ENDINGS)) | st.tuples(st.text("aäbeglnst", min_size=4)),
)
def test_words_that_are_alike_share_a_key(language: str, one: tuple[str, ...], other: tuple[str, ...]) -> None:
    lexicon = lexicon_for(language)
    left, right = "".join(one), "".join(other)
    if _alike(left, right, lexicon):
        assert _keys(left, lexicon) & _keys(right, lexicon)


def test_the_sentence_that_shares_most_content_words_is_the_model_and_asking_again_says_the_same() -> None:
    source = PreparedSource(
        "The harbour has a wall. A keeper of lanterns must trim the wick before sunset.", language="en"
    )
    quote = tokenise("keepers shall trim their wicks when the sunset comes", "en")
    first, again = (is_paraphrase(source, quote, lexicon_for("en")) for _ in range(2))
    assert first == again
    span, like = first
    assert like
    assert span is not None
    assert source.source[span.start : span.end].startswith("A keeper")
