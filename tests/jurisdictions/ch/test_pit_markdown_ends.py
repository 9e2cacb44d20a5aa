"""Articles of a glued copy whose words end in unusual ways keep them, and a repealed one is repealed."""

from __future__ import annotations

import pytest

from pincite.jurisdictions.ch.sources.pit_markdown import read
from pincite.law.document import Document

HEAD = """---
abbreviation: LG
language: de
sr_number: '999.9'
title: Laternengesetz
version_date: '2090-01-01'
---

# Erster Titel: Laternen
"""


def act(body: str) -> Document:
    return read((HEAD + body).encode(), name="lg.md", options={})[0]


def text_of(document: Document, eid: str) -> tuple[str, str]:
    node = next(each for each in document.provisions if each.eid == eid)
    return document.text_of(node), node.status


LAST = "Art. 3Wer eine Laterne hält, bezahlt eine Abgabe."
FIRST = "Art. 1Wer eine Laterne hält, meldet sie an."


def test_an_article_that_is_only_repealed_is_no_law() -> None:
    document = act(f"{FIRST}Art. 2AufgehobenB. Abgaben{LAST}")
    text, status = text_of(document, "art_2")
    assert text.endswith("Aufgehoben")
    assert status == "repealed"
    assert document.losses == ()


@pytest.mark.parametrize(
    "words",
    [
        "Noch nicht in Kraft (AS 2089 4017).",
        "Pas encore en vigueur",
        "Non ancora in vigore (RU 2089 1)",
        "Not yet in force.",
    ],
)
def test_an_article_that_only_says_that_it_is_not_yet_in_force_is_pending(words: str) -> None:
    document = act(f"{FIRST}Art. 2{words}{LAST}")
    text, status = text_of(document, "art_2")
    assert words.rstrip(".") in text
    assert status == "pending"
    assert text_of(document, "art_1")[1] == text_of(document, "art_3")[1] == "in_force"


def test_a_rule_about_what_is_not_yet_in_force_is_law() -> None:
    document = act(f"{FIRST}Art. 2Noch nicht in Kraft (AS 2089 1) stehende Bestimmungen gelten nicht.{LAST}")
    assert text_of(document, "art_2")[1] == "in_force"


def test_an_article_repealed_with_its_instrument_in_brackets_is_repealed() -> None:
    document = act(f"{FIRST}Art. 2Aufgehoben (AS 2089 4017){LAST}")
    assert text_of(document, "art_2")[1] == "repealed"


def test_words_before_a_heading_behind_a_space_belong_to_the_article() -> None:
    document = act(f"{FIRST}Art. 2Die Vorschriften über Kerzen sind sinngemäss anwendbar. B. Abgaben{LAST}")
    assert text_of(document, "art_2") == ("Art. 2\nDie Vorschriften über Kerzen sind sinngemäss anwendbar.", "in_force")


def test_a_reference_to_the_collection_behind_a_no_break_space_is_a_note() -> None:
    document = act(f"{FIRST}Art. 2Es gilt das Kerzengesetz vom 8. November 2034\u00a0 SR 952.0 sinngemäss.{LAST}")
    assert "SR" not in text_of(document, "art_2")[0]
