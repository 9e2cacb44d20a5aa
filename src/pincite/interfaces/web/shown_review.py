"""A report as the review page shows it: kept ready in a reader's language, and narrowed to what the reader chose.

Keeps true: what is shown is `reports.shown` of the report's bytes and the draft's, so that page and file agree; a filter hides
and never drops: how many there are is always said.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from pincite.digests import sha256
from pincite.interfaces.web.words import words_in
from pincite.reports.html_report import page_values
from pincite.reports.shown import GROUPS, ShownMention, ShownReport, show
from pincite.workflows.kept_report import draft_again
from pincite.workflows.review import Decided

__all__ = ["Chosen", "Reports", "chosen_findings"]

_KEPT = 12


class Reports:
    """The reports looked at last, ready to be shown; each is found by its job and its own digest."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, str], ShownReport] = OrderedDict()
        self._lock = Lock()

    def shown(self, job: str, report: bytes, data: bytes, language: str) -> ShownReport:
        """A report with its draft, in a language.

        Raises:
            BadInput: it does not keep its schema, or is of another draft.

        """
        key = (job, sha256(report), language)
        with self._lock:
            held = self._kept.get(key)
        if held is None:
            held = show(report, language, draft_again(report, data).text)
        with self._lock:
            self._kept[key] = held
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return held

    @staticmethod
    def values(shown: ShownReport) -> dict[str, Any]:
        """What the templates of the report show, with the words of the pages beside those of the report."""
        return page_values(shown) | {"say": words_in(shown.language).say}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a reader chose to see: groups (none for all), words, and only what nobody has decided."""

    groups: tuple[str, ...] = ()
    words: str = ""
    undecided: bool = False

    @classmethod
    def of(cls, query: Any) -> Chosen:
        """As the address says it."""
        named = [each for each in query.getlist("show") if each in GROUPS]
        return cls(tuple(dict.fromkeys(named)), query.get("words", "").strip()[:200], query.get("undecided") == "1")


def chosen_findings(shown: ShownReport, decided: Mapping[str, Sequence[Decided]], chosen: Chosen) -> frozenset[str]:
    """The ids of the citations that fit."""
    return frozenset(
        each.id
        for each in shown.mentions
        if (not chosen.groups or each.group in chosen.groups)
        and (not chosen.undecided or not _is_decided(decided.get(each.id, ())))
        and chosen.words.casefold() in _words(each)
    )


def _is_decided(decided: Sequence[Decided]) -> bool:
    return any(each.decision != "comment" for each in decided)


def _words(mention: ShownMention) -> str:
    parts = (mention.id, mention.text, mention.title, mention.status, mention.said, mention.claim, *mention.notes)
    return " ".join(parts).casefold()
