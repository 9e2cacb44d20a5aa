"""Every example of the packs of Hong Kong, the United Kingdom and the Union, in both directions."""

from __future__ import annotations

import pytest
from tests.jurisdictions.examples import Example, examples, extractor, found, read

ALL = [example for pack in ("hk", "uk", "eu") for example in examples(pack)]


@pytest.mark.parametrize("example", ALL, ids=lambda example: f"{example.pack}: {example.text[:50]}")
def test_a_text_holds_exactly_the_citations_that_are_marked_in_it(example: Example) -> None:
    extraction = extractor("hk", "uk", "eu").extract(
        example.text, self_reference=example.self_reference, jurisdiction=example.pack
    )
    assert found(extraction.mentions) == example.expected


def test_each_pack_has_examples_of_both_kinds() -> None:
    for pack in ("hk", "uk", "eu"):
        texts = examples(pack)
        assert sum(bool(example.expected) for example in texts) >= 15
        assert sum(not example.expected for example in texts) >= 1


def test_a_changed_example_fails() -> None:
    example = read("hk", "", "⟦section 26 of the SFO|hk/cap571#s27⟧")
    extraction = extractor("hk").extract(example.text, jurisdiction="hk")
    assert found(extraction.mentions) != example.expected


@pytest.mark.parametrize("example", ALL, ids=lambda example: f"{example.pack}: {example.text[:50]}")
def test_a_text_cut_anywhere_in_its_first_half_still_reads_without_a_fault(example: Example) -> None:
    """A citation cut in two must neither break the reading nor give a span outside the text."""
    cut = example.text[: len(example.text) // 2]
    for mention in extractor("hk", "uk", "eu").extract(cut, self_reference=example.self_reference).mentions:
        assert cut[mention.start : mention.end] == mention.text
