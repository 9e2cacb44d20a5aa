"""The language of a text is told by its words and its script, or not at all."""

from __future__ import annotations

import pytest

from pincite.text.language import language_of


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The court held that the tenant was not liable for the loss of the goods in the store."),
        ("de", "Das Gericht hielt fest, dass die Mieterin für den Verlust der Ware im Lager nicht haftet."),
        ("fr", "Le tribunal a retenu que la locataire ne répond pas de la perte des marchandises dans le dépôt."),
        ("it", "Il tribunale ha ritenuto che la conduttrice non risponde della perdita della merce nel deposito."),
        ("rm", "La dretgira ha decidì che la locataria na stat betg buna per la perdita da las rauba en il deposit."),
        ("zh-Hant", "法院認為租客無須對倉庫內貨物的損失負責，這是因為該條款應予適用。"),
        ("zh-Hans", "法院认为租客无须对仓库内货物的损失负责，这是因为该条款应予适用。"),
        ("", "Nummer 12"),
        ("", ""),
    ],
)
def test_the_language_of_a_sentence(language: str, text: str) -> None:
    assert language_of(text) == language


SENTENCES = {
    "en": "The court held that the tenant was not liable for the loss of the goods in the store. ",
    "fr": "Le tribunal a retenu que la locataire ne répond pas de la perte des marchandises dans le dépôt. ",
    "de": "Das Gericht hielt fest, dass die Mieterin für den Verlust der Ware im Lager nicht haftet. ",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_long_text_has_the_language_of_its_sentences(language: str) -> None:
    assert language_of(SENTENCES[language] * 200) == language


@pytest.mark.parametrize(("most", "other"), [("de", "fr"), ("fr", "de"), ("en", "de")])
def test_a_headnote_in_another_language_at_the_places_looked_at_first_does_not_decide(most: str, other: str) -> None:
    half = SENTENCES[most] * 60
    text = SENTENCES[other] * 7 + half + SENTENCES[most] * 7 + half
    assert language_of(text) == most


def test_a_text_half_in_one_language_and_half_in_another_is_looked_at_whole() -> None:
    german, english = SENTENCES["de"] * 60, SENTENCES["en"] * 60
    assert language_of(german[:3000] + english) == "en"
