"""A look at a few characters changes nothing but the time: with it and without it, the same is read from any text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from hypothesis import example, given
from hypothesis import strategies as st

from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch import (
    act_reading,
    article_words,
    grammar_statutes,
    pinpoints,
    provisions,
    statute_mentions,
)
from pincite.jurisdictions.ch.grammar_statutes import anchors
from pincite.jurisdictions.ch.memory import memory_of
from pincite.jurisdictions.ch.pinpoints import read_pinpoints
from pincite.jurisdictions.ch.provisions import read_chain

_GOES_ON = st.sampled_from(
    [
        "Abs. 1", "Abs. 2bis", "al. 3", "cpv. 1", "lit. a", "let. bbis", "lett. c", "Ziff. 2", "ch. 1", "Satz 2", "S. 3", "n° 4", "(a)", "(2)",
        " ", " ", "\n", "\u00a0", "\u00ad", ", ", "; ", "/", "-", "–", " und ", " et ", " ou ", " à ", " bis ", " i.V.m. ", " ff.", " f.", "ss", " s.",
        "8", "12a", "4bis", " bis", "Art. 9", "§ 3", "BV", "OR", "ZGB", "StGB", "KV/ZH", "Cst.", "LS", "RS 210", "(SR 101)", "N 12", "Rz. 3",
        ".", ")", ":", "des Mietvertrags", "der Verordnung", "de la loi", "Anhang 2", "2.1", "E. 3", "consid. 4", "S. 90", "in fine", "2024", "1. Mai 2020",
    ]
)  # fmt: skip
tails = st.lists(st.one_of(_GOES_ON, st.text(max_size=2)), max_size=10).map("".join)
befores = st.sampled_from(
    ["", "ad ", "im Sinne von ", "(i.V.m. ", "Vertrag vom 1. Mai 2020, ", "gemäss ", "zu  ", "l'"]
)
numbers = st.sampled_from(["Art. 8", "Art. 8a", "art. 29", "Artikel 5bis", "Art. 1234", "Art.8", "§ 12", "articoli 3"])


@contextmanager
def without_glances() -> Iterator[None]:
    """The grammar with every look ahead answering «perhaps», and with no short patterns."""
    perhaps: dict[Any, Any] = {
        (provisions, "chain_ends"): lambda _: False,
        (provisions, "_plain_step"): lambda *_: None,
        (act_reading, "behind_an_act"): lambda _: 0,
        (grammar_statutes, "behind_an_act"): lambda _: 0,
        (grammar_statutes, "no_contract"): lambda _: False,
        (grammar_statutes, "_zu_before"): lambda *_: True,
        (statute_mentions, "no_aside"): lambda _: False,
        (pinpoints, "pinpoints_end"): lambda _: False,
    }
    patches = [mock.patch.object(module, name, new) for (module, name), new in perhaps.items()]
    patches.append(mock.patch.object(grammar_statutes, "PLAIN_ARTICLE", mock.Mock(match=lambda *_: None)))
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()


@given(numbers, tails)
def test_a_chain_is_read_the_same(number: str, tail: str) -> None:
    text = number + tail
    label = article_words.ARTICLE.match(text) or article_words.SECTION.match(text)
    assert label is not None
    read = read_chain(text, 0, label.end())
    with without_glances():
        assert read_chain(text, 0, label.end()) == read


@given(tails)
def test_pinpoints_are_read_the_same(tail: str) -> None:
    text = "BGE 140 III 86 E. 2" + tail
    read = read_pinpoints(text, 14)
    with without_glances():
        assert read_pinpoints(text, 14) == read


@given(befores, numbers, tails)
@example("", "Art. 8", "\u00ad8")  # a soft hyphen separates, though it is no white space
def test_a_provision_with_its_act_is_parsed_the_same(before: str, number: str, tail: str) -> None:
    text = before + number + tail

    def parsed() -> tuple[object, ...]:
        reading = TextReading(text, language="de", jurisdiction="ch")
        made = next(iter(anchors())).parse(reading, len(before), len(before))
        memory = memory_of(reading)
        return made, memory.defined, memory.last_act, memory.article, memory.topic, reading.refused

    first = parsed()
    with without_glances():
        assert parsed() == first


def test_no_label_of_a_step_stands_for_two_levels() -> None:
    words = [word for level in ("para", "lbl", "sent") for word in article_words.words(level)]
    assert len(words) == len(set(words))
