"""Which words a citation is there for, and when a claim is nothing but a quotation."""

from __future__ import annotations

import re

import pytest

from pincite.citations.mention import Mention
from pincite.drafts.claims import claims_of, is_only_quotation
from pincite.drafts.draft import Draft, read_draft
from pincite.text.span import Span

CITED = re.compile(r"⟦(.*?)⟧", re.DOTALL)
QUOTED = re.compile(r"[“«「](.*?)[”»」]", re.DOTALL)


def read(marked: str, language: str = "en") -> tuple[Draft, list[Mention], list[Span]]:
    """A draft in which citations stand between ⟦ and ⟧, which are taken out."""
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    end = length = 0
    for match in CITED.finditer(marked):
        before = marked[end : match.start()]
        length += len(before)
        spans.append((length, length + len(match.group(1))))
        parts += [before, match.group(1)]
        length += len(match.group(1))
        end = match.end()
    text = "".join([*parts, marked[end:]])
    draft = read_draft(text.encode(), "a.md", language=language)
    mentions = [Mention(start, stop, text[start:stop], "case", "full", None, "test") for start, stop in spans]
    return draft, mentions, [Span(*match.span(1)) for match in QUOTED.finditer(text)]


def claims(marked: str, language: str = "en") -> list[str]:
    draft, mentions, quotes = read(marked, language)
    return [draft.text[claim.start : claim.end] for claim in claims_of(draft, mentions, quotes)]


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("One. The lamp burns (⟦Cap. 9001, s. 3⟧). Two.", ["The lamp burns (Cap. 9001, s. 3)."]),
        ("One. The lamp burns. ⟦Cap. 9001, s. 3⟧.", ["The lamp burns. Cap. 9001, s. 3."]),
        (
            "The lamp burns. See ⟦Cap. 9001, s. 3⟧; ⟦Cap. 9002⟧.",
            ["The lamp burns. See Cap. 9001, s. 3; Cap. 9002."] * 2,
        ),
        (
            "The lamp burns (⟦A 1⟧), but the oil does not (⟦B 2⟧).",
            ["The lamp burns (A 1)", "but the oil does not (B 2)."],
        ),
        ("The lamp burns (⟦A 1⟧; see also ⟦B 2⟧).", ["The lamp burns (A 1; see also B 2)."] * 2),
        ("The lamp burns.[^1] Oil.\n\n[^1]: ⟦A 1⟧ at 3.\n", ["The lamp burns.[^1]"]),
        ("| lamp | burns | ⟦A 1⟧ |\n", ["lamp | burns | A 1"]),
        ("1. The lamp burns (⟦A 1⟧).\n", ["The lamp burns (A 1)."]),
        ("> Lamps burn. Oil too.\n\n⟦A 1⟧.\n", ["Lamps burn. Oil too.\n\nA 1."]),
        ("He said: “Lamps burn. Oil burns.” (⟦A 1⟧) Then left.", ["He said: “Lamps burn. Oil burns.” (A 1)"]),
    ],
)
def test_a_claim_is_the_sentence_or_part_that_a_citation_supports(marked: str, wanted: list[str]) -> None:
    assert claims(marked) == wanted


def test_a_sentence_in_german_chinese_and_french_is_the_claim_of_its_citation() -> None:
    assert claims("Eins. Die Laterne brennt (vgl. ⟦Art. 3 LaG⟧). Zwei.", "de") == [
        "Die Laterne brennt (vgl. Art. 3 LaG)."
    ]
    assert claims("一。燈籠須點亮（⟦第9001章⟧）。二。", "zh-Hant") == ["燈籠須點亮（第9001章）。"]
    assert claims("Un. La lanterne brûle (cf. ⟦art. 3 LLan⟧). Deux.", "fr") == ["La lanterne brûle (cf. art. 3 LLan)."]


def only_quotation(marked: str, language: str = "en", names: tuple[str, ...] = ()) -> bool:
    draft, mentions, quotes = read(marked, language)
    return is_only_quotation(draft, claims_of(draft, mentions, quotes)[0], quotes, mentions, names)


@pytest.mark.parametrize(
    ("marked", "language"),
    [
        ("⟦Section 3(1) of Cap. 9001⟧ reads: “A keeper shall register.”", "en"),
        ("In *Moon v Lamp Ltd* the Court said: “Lamps burn.” (⟦[2026] HKDC 9902⟧)", "en"),
        ("Die Verfassung bestimmt: «Laternen brennen.» (⟦Art. 3 LaG⟧)", "de"),
        ("«Laternen brennen» (Laternengericht Hafenstadt, ⟦LA26-1⟧ vom 7. Januar 2026).", "de"),
        ("L'⟦art. 3⟧ dispose : « Les lanternes brûlent. » (⟦art. 3 LLan⟧)", "fr"),
        ("條例規定：「燈籠須點亮。」（⟦第9001章⟧）", "zh-Hant"),
    ],
)
def test_a_quotation_with_words_of_reference_alone_is_only_a_quotation(marked: str, language: str) -> None:
    assert only_quotation(marked, language, ("Moon v Lamp Ltd",))


@pytest.mark.parametrize(
    "marked",
    [
        "The Court did not say: “Lamps burn.” (⟦[2026] HKDC 9902⟧)",
        "In every case “lamps burn” (⟦[2026] HKDC 9902⟧).",
        "Only then “lamps burn” (⟦[2026] HKDC 9902⟧).",
        "Within 30 days “lamps burn” (⟦[2026] HKDC 9902⟧).",
        "The Court may have said: “Lamps burn.” (⟦[2026] HKDC 9902⟧)",
        "The Court accepted that “lamps burn” (⟦[2026] HKDC 9902⟧).",
        "“Lamps burn”, unless it rains (⟦[2026] HKDC 9902⟧).",
        "The lamp burns (⟦[2026] HKDC 9902⟧).",
        "But see: “Lamps burn.” (contra ⟦[2026] HKDC 9902⟧)",
    ],
)
def test_attack_one_word_of_substance_beside_a_quotation_makes_it_more_than_a_quotation(marked: str) -> None:
    assert not only_quotation(marked)


def test_attack_a_negation_in_chinese_beside_a_quotation_is_seen() -> None:
    assert not only_quotation("條例並非規定「燈籠須點亮」（⟦第9001章⟧）。", "zh-Hant")
