"""What stands beside a pinpoint of a case: a judgment's word, or a paper of the record.

Keeps true: papers of the parties are looked for in the pinpoint's own sentence or footnote alone.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.jurisdictions.shared.papers import names_a_paper
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = ["judgment_words", "of_a_paper", "of_the_record"]

_BEHIND_WORDS = lazy_pattern(r"\s{0,4}(?:of|to|in|from)\s{1,6}[^.;)]{0,60}")
_JUDGMENTS = lazy_pattern(r"[Jj]udgment|[Rr]easons")
_ORDERS = lazy_pattern(r"\b[Oo]rders?\b")


@cache
def judgment_words() -> tuple[re.Pattern[str], frozenset[str]]:
    """The words as a pattern, and the three characters in which one ends."""
    words = sorted(
        (row[0] for row in rows("pincite.jurisdictions.shared", "data/judgment_words.tsv")), key=len, reverse=True
    )
    spaced = "|".join(re.escape(word).replace(r"\ ", r"\s{1,6}") for word in words)
    return re.compile(rf"(?<![A-Za-z])(?P<word>{spaced})\Z"), frozenset(word[-3:] for word in words)


def of_the_record(text: str, start: int, end: int) -> bool:
    """Whether papers of the parties stand next to it, in its own sentence or footnote."""
    before = text[max(0, start - 90) : start]
    cut = max(
        before.rfind(". "),
        before.rfind(".\n"),
        before.rfind("\n\n"),
        before.rfind("\n \n"),
        before.rfind("。"),
        before.rfind("；"),
        before.rfind(";"),
    )
    return names_a_paper(before[cut + 1 :]) or of_a_paper(text, end)


def of_a_paper(text: str, end: int) -> bool:
    """«paragraph 1 of the Summons», «paragraph 5 of the Court of Appeal’s Order»."""
    after = _BEHIND_WORDS.match(text, end, end + 80)
    if after is None or _JUDGMENTS.search(after.group()):
        return False
    return bool(names_a_paper(after.group()) or _ORDERS.search(after.group()))
