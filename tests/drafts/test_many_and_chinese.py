"""Many citations in one line cost what they would in many; a Chinese citation before its quotation keeps it."""

from __future__ import annotations

import pytest
from tests.timing import processor_seconds

from pincite import wiring
from pincite.drafts.claims import claims_of
from pincite.drafts.draft import read_draft
from pincite.drafts.quotations import quotations_of
from pincite.drafts.quotes_of_mentions import tie_quotes
from pincite.drafts.resolve import parallels
from pincite.text.measure import words_in

WORDS = "本席認為管理人在這件事情上並無合理辯解。"


@pytest.mark.parametrize(
    "draft",
    [
        f"[2025] HKDC 600 第66段：「{WORDS}」",
        f"[2025] HKDC 600 第58段指出：「{WORDS}」",
        f"[2025] HKDC 600 第70段︰「{WORDS}」",
        f"[2025] HKDC 600 第58段指出：\n\n「{WORDS}」",
        f"[2025] HKDC 600 第58段︰\n\n> {WORDS}",
    ],
)
def test_a_chinese_citation_before_its_quotation_is_tied_to_it(draft: str) -> None:
    read = read_draft(draft.encode(), "x.md")
    mentions = wiring.extractor().extract(draft).mentions
    quotes = [quote.span for quote in quotations_of(read, draft)[0]]
    ties = tie_quotes(read, quotes, mentions, claims_of(read, mentions, quotes))
    assert ([tie.mentions[0] for tie in ties.tied], ties.loose) == ([0], ())


def test_the_length_of_chinese_is_counted_in_characters() -> None:
    assert (words_in("管理人不得離開"), words_in("a lit lantern, 9001"), words_in("— …")) == (7, 4, 0)


def test_attack_many_citations_in_one_line_take_linear_time() -> None:
    def seconds(count: int) -> float:
        text = "Cap. 9001, s. 4(1) (Cap. 9001) " * count
        read = read_draft(text.encode(), "x.md")
        mentions = wiring.extractor().extract(text).mentions
        works = dict.fromkeys(range(len(mentions)), "hk/cap9001")
        return processor_seconds(lambda: parallels(mentions, claims_of(read, mentions), works))

    seconds(10)
    assert seconds(2000) < 8 * seconds(500) + 0.2


def test_a_citation_that_announces_a_quotation_keeps_it_from_one_in_the_next_sentence() -> None:
    draft = "Art. 3 ZGB lautet: «Der gute Glaube wird vermutet.» Vgl. Art. 5 OR."
    read = read_draft(draft.encode(), "x.md", language="de")
    mentions = wiring.extractor().extract(draft).mentions
    quotes = [quote.span for quote in quotations_of(read, draft)[0]]
    ties = tie_quotes(read, quotes, mentions, claims_of(read, mentions, quotes))
    assert [tie.mentions[0] for tie in ties.tied] == [0]
