"""What holds for every text: order, spans, shifting, both engines, and time linear in the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jurisdictions.ch.marked import Specimen, specimens
from tests.timing import processor_seconds

from pincite.citations.extract import Extractor
from pincite.citations.mention import Mention
from pincite.citations.scanner import Hit, Scanner, SlowScanner
from pincite.jurisdictions.ch.pack import PACK

EXTRACTOR = Extractor([PACK])
TEXTS = [specimen.text for specimen in specimens()]
FRAGMENTS = [
    "Art. ", "art. 5", "§ 12", " Abs. 2", " al. 1", " lit. a", "bis", " und ", ", ", " ff.", "; ", " OR", " ZGB", " Cst.", "\n", "\u00a0", "\u00ad",
    "(", ")", "[", "]", "BGE 140 III 86", "ATF ", " E. 3.2", "4A_12/2020", " vom 3. Mai 2020", "BSK OR-MUSTER, ", " N 12", "BBl 2017 6941", "SR 220",
    "Bundesgesetz ", "über ", "loi fédérale du 25 septembre 2020 sur ", "a.a.O.", "\ud800", "𝔘", "ä", "-\n", "99999", ".", "\x00", "- 46 -\n",
]  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.sampled_from(TEXTS), st.text(max_size=4)), max_size=14).map(
    "".join
)


@given(
    texts,
    st.sampled_from(["", "de", "fr", "it", "rm", "en"]),
    st.sampled_from([None, "ch/sr/999.9", "ch/ge/ATA/1/2020"]),
)
def test_mentions_are_in_order_disjoint_and_hold_the_text_they_cover(text: str, language: str, own: str | None) -> None:
    end = 0
    for mention in EXTRACTOR.extract(text, language=language, self_reference=own).mentions:
        assert end <= mention.start < mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]
        assert mention.text.strip() == mention.text
        assert mention.reference is None or "/?/" not in mention.reference
        end = mention.end


@given(texts)
def test_reading_a_text_twice_gives_the_same(text: str) -> None:
    assert EXTRACTOR.extract(text) == EXTRACTOR.extract(text)


JUNK = "Der Himmel war blau.\n\n\n"


@pytest.mark.parametrize("specimen", specimens(), ids=lambda specimen: specimen.name)
def test_words_around_a_text_shift_its_mentions_and_change_nothing(specimen: Specimen) -> None:
    def found(text: str, shift: int) -> list[Mention]:
        found = EXTRACTOR.extract(
            text, language=specimen.language, self_reference=specimen.own or None, jurisdiction="ch"
        )
        return [
            mention._replace(start=mention.start - shift, end=mention.end - shift, antecedent=None)
            for mention in found.mentions
        ]

    assert found(f"{JUNK}{specimen.text}\n\n\n{JUNK}", len(JUNK)) == found(specimen.text, 0)


# -------------------------------------------------------------------------------------------------------- both engines

PATTERNS = [anchor.pattern for anchor in PACK.anchors]
FAST, SLOW = Scanner(PATTERNS), SlowScanner(PATTERNS)


def hits(scanner: Scanner | SlowScanner, text: str) -> list[Hit]:
    scan = scanner.begin(text)
    found, position = [], 0
    while hit := scan.next_hit(position):
        found.append(hit)
        position = max(end for _, end in hit.matches)
    return found


@settings(deadline=None, max_examples=60)
@given(texts)
def test_the_automaton_and_the_standard_engine_see_the_same(text: str) -> None:
    assert hits(FAST, text) == hits(SLOW, text)


@pytest.mark.shared
def test_the_automaton_and_the_standard_engine_see_the_same_in_real_texts(shared: Path) -> None:
    for path in sorted((shared / "corpora/ch/decisions/from_api").glob("*.txt"))[:6]:
        text = path.read_text("utf-8")[:25_000]
        assert hits(FAST, text) == hits(SLOW, text), path.name


# ------------------------------------------------------------------------------------------------------------ the time

ATTACKS = {
    "articles without an end": "Art. 5 Abs. 1 lit. a und ",
    "one list of numbers": "1, ",
    "brackets that never close": "Gesetz (",
    "sections": "§§ ",
    "titles without an end": "Bundesgesetz über die ",
    "names of authors": "MUSTER/",
    "names in sentences": "Muster Beispiel ",
    "spaces": "Art. \u00a0 \n ",
    "dots": "Art. 5.",
    "hyphens at line ends": "Verord-\n",
    "considerations": "E. 1.1, ",
    "dockets": "SB140033 ",
    "quotations of margins": "N 5 zu Art. ",
    "dates": "vom 3. Mai 2020 ",
    "roman numerals": "IVIVIV ",
    "numbers of the collection": "SR 1.1.1.1.",
    "half a title": "loi du ",
    "commas": ", ",
    "the same work again": "a.a.O., N 5, ",
}


def seconds(text: str) -> float:
    return processor_seconds(lambda: EXTRACTOR.extract(text, language="de", jurisdiction="ch"), rounds=2)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_a_text_made_to_be_slow_takes_time_linear_in_its_length(attack: str) -> None:
    head = "Art. 5 des Bundesgesetzes "
    short, long = (head + attack * (size // len(attack)) for size in (10_000, 40_000))
    assert seconds(long) < 4 * 2.5 * seconds(short) + 0.05
    assert seconds(long) < 4.0


def test_a_long_text_takes_time_linear_in_its_length() -> None:
    unit = "\n\n".join(TEXTS) + "\n\n"
    assert seconds(unit * 16) < 4 * 2 * seconds(unit * 4) + 0.05
