"""Attack: texts made to be slow. None costs more than ten times a text that is nothing but citations, and time is linear.

The measure is processor time for a code point, the better of two runs. The worst that were found and mended took a hundred
times as long: lists that were read again from each of their members, and refused each time.
"""

from __future__ import annotations

import pytest
from tests.citations.hostile_texts import hostile_texts
from tests.timing import processor_seconds

from pincite import wiring

ORDINARY = (
    "Art. 5 Abs. 1 lit. a ZGB; BGE 140 III 86 E. 2.1; section 5(1) of the Companies Ordinance (Cap. 622); "
    "Muster v Beispiel [2020] HKCFA 12, [13]; Article 5(1) of Regulation (EU) 2016/679; «N. 12 zu Art. 5»; "
)
TIMES = 10


def seconds(text: str, jurisdiction: str | None, rounds: int = 2) -> float:
    return processor_seconds(lambda: wiring.extractor().extract(text, jurisdiction=jurisdiction), rounds)


def slow_ones(length: int, jurisdiction: str | None) -> dict[str, float]:
    """The hostile texts that take more than they may, in times of the ordinary one."""
    for _, text in hostile_texts(300):
        wiring.extractor().extract(text, jurisdiction=jurisdiction)  # every pattern compiled, every table read
    allowed = seconds((ORDINARY * (length // len(ORDINARY) + 1))[:length], jurisdiction, 3) * TIMES
    found = {}
    for kind, text in hostile_texts(length):
        taken = seconds(text, jurisdiction, 1)
        if taken > allowed:
            taken = seconds(text, jurisdiction)
        if taken > allowed:
            found[kind] = round(taken / allowed * TIMES, 1)
    return found


def test_attack_no_hostile_text_costs_ten_times_a_text_of_citations() -> None:
    assert slow_ones(1500, None) == {}


@pytest.mark.long
@pytest.mark.parametrize("jurisdiction", [None, "ch", "hk", "uk", "eu"])
def test_attack_nor_does_a_long_one_in_any_jurisdiction(jurisdiction: str | None) -> None:
    assert slow_ones(8_000, jurisdiction) == {}


@pytest.mark.long
def test_attack_the_time_for_a_hostile_text_grows_in_step_with_it() -> None:
    short, grown = 4_000, 4
    grew = {}
    for (kind, text), (_, longer) in zip(hostile_texts(short), hostile_texts(short * grown), strict=True):
        if kind.startswith("mixed"):
            continue  # not of one make from end to end
        ratio = seconds(longer, None) / grown / max(seconds(text, None), 0.002)
        if ratio > 2:
            grew[kind] = round(ratio, 1)
    assert grew == {}


def test_a_long_list_that_is_no_citation_hides_none_behind_it() -> None:
    text = "Art. 5, " * 60 + "vgl. BGE 140 III 86 und Art. 8 ZGB."
    found = [mention.text for mention in wiring.extractor().extract(text).mentions]
    assert found[-2:] == ["BGE 140 III 86", "Art. 8 ZGB"]
