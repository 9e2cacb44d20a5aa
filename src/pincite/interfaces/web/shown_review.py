"""A report as the review page shows it: kept ready in a reader's language, and narrowed to what the reader chose.

Keeps true: what is shown is `reports.shown` of the report's bytes and the draft's, so that page and file agree; a filter hides
and never drops: how many there are is always said.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

from pincite.digests import sha256
from pincite.drafts.draft import read_draft
from pincite.errors import PinciteError
from pincite.interfaces.web.words import words_in
from pincite.reports.html_report import page_values
from pincite.reports.marked import Part, Stretch, marked
from pincite.reports.shown import GROUPS, ShownMention, ShownReport, show
from pincite.workflows.kept_report import draft_again
from pincite.workflows.review import Decided
from pincite.workflows.verify_draft import Seen

__all__ = ["Chosen", "Reports", "ShownSoFar", "chosen_findings", "seen_group", "shown_so_far"]

_KEPT = 12


class Reports:
    """The reports looked at last, ready to be shown; each is found by its job and its own digest, and forgotten with its job."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, str], ShownReport] = OrderedDict()
        self._texts: OrderedDict[str, str] = OrderedDict()
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

    def text(self, job: str, data: bytes, name: str, language: str, tracked: str) -> str:
        """The text of a draft that is being checked; "" for one that cannot be read."""
        with self._lock:
            held = self._texts.get(job)
        if held is None:
            try:
                held = read_draft(
                    data, name, language=language, tracked="original" if tracked == "original" else "final"
                ).text
            except PinciteError:
                held = ""
        with self._lock:
            self._texts[job] = held
            self._texts.move_to_end(job)
            while len(self._texts) > _KEPT:
                self._texts.popitem(last=False)
        return held

    def forget(self, job: str) -> None:
        """Let go of a check that was erased or has expired."""
        with self._lock:
            self._texts.pop(job, None)
            for key in [each for each in self._kept if each[0] == job]:
                del self._kept[key]

    @staticmethod
    def values(shown: ShownReport) -> dict[str, Any]:
        """What the templates of the report show, with the words of the pages beside those of the report."""
        return page_values(shown) | {"say": words_in(shown.language).say}


def seen_group(seen: Seen) -> str:
    """Where a citation stands by what is known of it before its report: one of GROUPS; never `ok`, for the content is not judged yet."""
    if seen.existence in ("not_found", "malformed") or seen.quote == "refused":
        return "fix"
    if seen.existence != "found":
        return "unchecked"
    return "look" if seen.quote == "look" else "found"


class ShownSoFar(NamedTuple):
    """A draft while it is checked: its paragraphs with what is known marked; how many citations have each value of an axis."""

    paragraphs: tuple[list[Part], ...]
    groups: Mapping[str, str]
    counts: Sequence[tuple[str, Sequence[tuple[str, int]]]]


def shown_so_far(text: str, seen: Sequence[Seen]) -> ShownSoFar:
    """What is known so far, in the draft.

    Args:
        text: of the draft.
        seen: of each citation.

    """
    ids = {f"c{number:03}": each for number, each in enumerate(seen, 1) if each.start < each.end <= len(text)}
    stretches = [Stretch(each.start, each.end, name) for name, each in ids.items()]
    existence = Counter(each.existence for each in seen if each.existence)
    quotes = Counter(each.quote for each in seen if each.quote not in ("", "none"))
    counts = [(axis, found.most_common()) for axis, found in (("existence", existence), ("quote", quotes)) if found]
    return ShownSoFar(tuple(marked(text, stretches)), {name: seen_group(each) for name, each in ids.items()}, counts)


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
