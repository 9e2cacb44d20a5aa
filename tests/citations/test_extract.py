"""The extractor keeps order, precedence and honesty, whatever the packs answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pincite.citations.extract import Extractor
from pincite.citations.mention import Mention, Unparsed
from pincite.citations.pack import Anchor, JurisdictionPack, Parsed, Parser, TextReading


class TinyPack(JurisdictionPack):
    """A pack of a place that does not exist."""

    def __init__(self, name: str, anchors: Sequence[Anchor]) -> None:
        self._name, self._anchors = name, anchors

    @property
    def name(self) -> str:
        return self._name

    @property
    def anchors(self) -> Sequence[Anchor]:
        return self._anchors

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        return {}

    def url(self, reference: str, language: str) -> str:
        return ""


def taking(rule: str, *, back: int = 0) -> Parser:
    """A parser that takes the hit as it is, from `back` characters before it."""

    def parse(reading: TextReading, start: int, end: int) -> Parsed:
        first = start - back
        return Parsed((Mention(first, end, reading.text[first:end], "case", "full", None, rule),), end)

    return parse


def refusing(reading: TextReading, start: int, end: int) -> None:
    return None


def rules(extractor: Extractor, text: str, **options: str) -> list[tuple[str, str]]:
    return [(mention.rule, mention.text) for mention in extractor.extract(text, **options).mentions]


def test_a_pack_comes_in_without_touching_the_core() -> None:
    pack = TinyPack("xx", [Anchor("xx.law", r"\bLAW \d+", taking("xx.law"))])
    assert rules(Extractor([pack]), "see LAW 5, LAW 77") == [("xx.law", "LAW 5"), ("xx.law", "LAW 77")]


def test_the_longer_match_is_asked_first_then_the_earlier_anchor() -> None:
    pack = TinyPack(
        "xx",
        [
            Anchor("xx.a", "AB", taking("xx.a")),
            Anchor("xx.b", "AB", taking("xx.b")),
            Anchor("xx.c", "ABC", taking("xx.c")),
        ],
    )
    assert rules(Extractor([pack]), "ABC AB") == [("xx.c", "ABC"), ("xx.a", "AB")]


def test_a_refused_hit_is_offered_to_the_next_rule() -> None:
    pack = TinyPack(
        "xx",
        [Anchor("xx.a", "ABC", refusing), Anchor("xx.b", "AB", taking("xx.b")), Anchor("xx.c", "BC", taking("xx.c"))],
    )
    assert rules(Extractor([pack]), "ABC") == [("xx.b", "AB")]
    lone = TinyPack("xx", [Anchor("xx.a", "ABC", refusing), Anchor("xx.c", "BC", taking("xx.c"))])
    assert rules(Extractor([lone]), "ABC") == [("xx.c", "BC")]


def test_the_pack_of_the_documents_jurisdiction_comes_first() -> None:
    one = TinyPack("xx", [Anchor("xx.co", "CO 1", taking("xx.co"))])
    two = TinyPack("yy", [Anchor("yy.co", "CO", taking("yy.co"))])
    both = Extractor([one, two])
    assert rules(both, "CO 1") == [("xx.co", "CO 1")]
    assert rules(both, "CO 1", jurisdiction="yy") == [("yy.co", "CO")]
    assert rules(both, "CO 1", self_reference="yy/act") == [("yy.co", "CO")]


def test_a_mention_that_begins_earlier_swallows_those_inside_it() -> None:
    pack = TinyPack(
        "xx", [Anchor("xx.law", "LAW", taking("xx.law")), Anchor("xx.book", "BOOK", taking("xx.book", back=4))]
    )
    assert rules(Extractor([pack]), "LAW BOOK") == [("xx.book", "LAW BOOK")]


def test_a_mention_that_would_cut_another_is_listed_as_unparsed() -> None:
    pack = TinyPack(
        "xx", [Anchor("xx.law", "LAW", taking("xx.law")), Anchor("xx.book", "BOOK", taking("xx.book", back=2))]
    )
    found = Extractor([pack]).extract("LAW BOOK")
    assert [mention.text for mention in found.mentions] == ["LAW"]
    assert found.unparsed == (Unparsed(2, 8, "W BOOK", "overlaps_the_mention_before"),)


def test_a_parser_that_uses_up_nothing_does_not_stop_the_scan() -> None:
    def stuck(reading: TextReading, start: int, end: int) -> Parsed:
        return Parsed((), start)

    pack = TinyPack("xx", [Anchor("xx.a", "A", stuck), Anchor("xx.b", "B", taking("xx.b"))])
    assert rules(Extractor([pack]), "AAAB") == [("xx.b", "B")]


def test_packs_may_settle_mentions_at_the_end() -> None:
    class Late(TinyPack):
        def finish(self, reading: TextReading) -> None:
            reading.mentions[:] = [mention._replace(reference="xx/law") for mention in reading.mentions]

    found = Extractor([Late("xx", [Anchor("xx.a", "A", taking("xx.a"))])]).extract("A")
    assert found.mentions[0].reference == "xx/law"


def refusing_until(enough: int, asked: list[int]) -> Parser:
    """A parser that refuses so many hits, and takes all behind."""
    take = taking("xx.law")

    def parse(reading: TextReading, start: int, end: int) -> Parsed | None:
        asked.append(start)
        return take(reading, start, end) if len(asked) > enough else None

    return parse


def test_attack_a_row_of_hits_that_a_rule_refuses_is_not_read_at_the_price_of_each() -> None:
    asked: list[int] = []
    pack = TinyPack("xx", [Anchor("xx.law", r"LAW", refusing_until(10_000, asked))])
    found = Extractor([pack]).extract("LAW " * 1000)
    assert len(asked) < 200
    assert found.unparsed == (Unparsed(64 * 4, 64 * 4 + 3, "LAW", "refused_too_often_in_a_row"),)


def test_a_row_of_refusals_ends_with_what_is_accepted_and_where_the_hits_stand_apart() -> None:
    asked: list[int] = []
    pack = TinyPack("xx", [Anchor("xx.law", r"LAW", refusing_until(64, asked))])
    assert len(Extractor([pack]).extract("LAW " * 100).mentions) == 100 - 64 - 7
    asked.clear()
    pack = TinyPack("xx", [Anchor("xx.law", r"LAW", refusing_until(10_000, asked))])
    apart = "LAW " * 64 + " " * 40 + "LAW LAW"
    assert Extractor([pack]).extract(apart).unparsed == ()
    assert asked[-2:] == [64 * 4 + 40, 64 * 4 + 44]


def test_a_row_of_refusals_of_one_rule_takes_nothing_from_another() -> None:
    pack = TinyPack("xx", [Anchor("xx.no", r"LAW", refusing), Anchor("xx.law", r"LAW", taking("xx.law"))])
    assert len(Extractor([pack]).extract("LAW " * 300).mentions) == 300
