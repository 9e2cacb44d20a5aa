"""Attack: a receipt of a real release is forged: offsets, words, normal form, date, another release's proof."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

import pytest
from tests.attacks.signed import LOG, House
from tests.corpus import library

from pincite import wiring
from pincite.storage.release_proofs import CorpusProofs
from pincite.transparency.policy import trusting
from pincite.transparency.receipt import verify_receipt
from pincite.workflows.make_receipt import make_receipt

FRENCH = """work: hk/cap9
language: fr
state: 2024-06-01
title: Ordonnance sur les lanternes

@ s2 section
Le détenteur éclaire la clé dès la tombée de la nuit, sauf s'il a été excusé.
"""


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    house = House(tmp_path_factory.mktemp("receipts"))
    release = house.signed(files={**library.HK, "cap9.fr": FRENCH})
    with wiring.open_corpus([release]) as corpus:
        made = make_receipt(corpus, "hk/cap9#s2", "éclaire la clé", proofs=CorpusProofs(corpus), language="fr")
    value: dict[str, Any] = json.loads(made.to_bytes())
    return value


def step(value: dict[str, Any], **changes: Any) -> int:
    check = verify_receipt(json.dumps({**value, **changes}).encode(), trusting([LOG.verifier]))
    return 0 if check.ok else check.steps[-1].number


def test_the_receipt_itself_verifies(good: dict[str, Any]) -> None:
    assert step(good) == 0


def test_negative_offsets_that_slice_to_the_quote_are_refused(good: dict[str, Any]) -> None:
    size = len(good["text"])
    start, end = good["char_start"] - size, good["char_end"] - size
    assert good["text"][start:end] == good["quote"]  # which is why equality alone is unsound
    assert step(good, char_start=start, char_end=end) == 2


def test_an_edited_quote_is_refused(good: dict[str, Any]) -> None:
    assert step(good, quote="éclaire la clef") == 3
    assert step(good, text=good["text"].replace("éclaire la clé", "éteint l'abri "), quote="éteint l'abri ") == 4


def test_a_text_normalised_again_is_refused(good: dict[str, Any]) -> None:
    text = unicodedata.normalize("NFD", good["text"])
    quote = unicodedata.normalize("NFD", good["quote"])
    start = text.index(quote)
    around = {"char_start": start, "char_end": start + len(quote)}
    assert step(good, text=text, quote=quote, **around) == 4
    leaf = {**good["leaf"], "text_length": len(text)}
    assert step(good, text=text, quote=quote, leaf=leaf, **around) == 1  # what could be left out is


@pytest.mark.parametrize(
    "change",
    [
        {"expression": "hk/cap9@fr/2016-06-01"}, {"valid_from": "2016-01-01"}, {"status": "repealed"}, {"eid": "s3"},
        {"amended_by": ["hk/ord/2016/1"]}, {"work": "hk/cap10"}, {"flags": ["hidden_bidi"]},
    ],
)  # fmt: skip
def test_a_swapped_date_or_any_other_word_of_the_leaf_is_refused(good: dict[str, Any], change: dict[str, Any]) -> None:
    assert step(good, leaf={**good["leaf"], **change}) == 5


def test_a_receipt_of_an_unsigned_or_unlogged_release_is_refused(good: dict[str, Any]) -> None:
    unsigned = good["proof"].rpartition("\n\n")[0] + "\n\n"
    assert step(good, proof=unsigned) in (5, 6)
    assert step(good, manifest_sha256="0" * 64) == 7
