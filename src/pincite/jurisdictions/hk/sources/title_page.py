"""What the title page of a judgment says: citations, action numbers, court, coram, dates, the kind of decision.

Keeps true: a fact is taken only from the words that state it. An appeal's own citation is never mistaken for that of
the judgment under appeal, and a corrigendum never takes the place of what it corrects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pincite.findings import Finding
from pincite.identity.reference import WorkId
from pincite.jurisdictions.hk.courts import court_of
from pincite.jurisdictions.hk.sources.lines import Line, starts_as

__all__ = ["TitlePage", "is_decision_title", "is_rule", "iso_dates", "read_title_page"]

_NEUTRAL = re.compile(r"\[(\d{4})\]\s*(HK[A-Za-z]{1,5}|UKPC)\s*(\d{1,5})\b")
_ACTION_SLASH = re.compile(r"\b([A-Z]{3,5})\s?(\d{1,6}[A-Z]?)\s?/\s?((?:19|20)\d{2})\b")
_ACTION_OF = re.compile(r"\b([A-Z]{3,5})\s+NOS?\.?\s*(\d{1,6}[A-Z]?)\s+OF\s+((?:19|20)\d{2})\b", re.IGNORECASE)
_FILE = re.compile(r"([A-Z]{3,5})(\d{1,6}[A-Z]?)/((?:19|20)\d{2})\b\s*(.*)\Z", re.DOTALL)
_REPORT = re.compile(r"[\[(](\d{4})[\])]\s*(\d{1,3})?\s*(HKCFAR|HKLRD|HKC|HKLR)\s*(\d{1,4})\b")
_DATE_EN = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th)?(?:\s+day\s+of)?\s+(January|February|March|April|May|June|July|August|September|October|November|December)"
    r",?\s+((?:19|20)\d{2})",
    re.IGNORECASE,
)
_DATE_ZH = re.compile(r"((?:19|20)\d{2})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905 (a list of words reads best as words)
)
_RULE = re.compile(r"[\s_\-–—=*.…]{4,}\Z")
_FIELD = re.compile(r"([^:：]{2,80}?)\s*[:：]\s*(.*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TitlePage:
    """What was found; each is "" or empty when the page does not say it.

    Attributes:
        work: the judgment's id.
        aliases: its other references.
        state: ISO date of the decision.
        title: the parties' line.
        meta: court, court_name, coram, action_numbers, decision_type, date_of_hearing, appeal_from, corrects.
        findings: what does not fit together.

    """

    work: WorkId
    aliases: tuple[str, ...]
    state: str
    title: str
    meta: Mapping[str, str]
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class _Facts:
    own: list[str] = field(default_factory=list)  # lines that say which judgment this is
    appeal: list[str] = field(default_factory=list)  # lines that say what it is an appeal from
    labels: list[tuple[str, str]] = field(default_factory=list)  # label and value
    decision: str = ""


def is_decision_title(text: str) -> bool:
    """Whether a line is the title of the decision («J U D G M E N T», 判刑理由書)."""
    letters = re.sub(r"\s+", "", text)
    return 0 < len(letters) <= 160 and starts_as("title", letters)


def is_rule(text: str) -> bool:
    """Whether a line is a rule drawn with characters."""
    return bool(_RULE.match(text))


def read_title_page(
    lines: Sequence[Line], *, file_title: str = "", given: Mapping[str, str] | None = None
) -> TitlePage:
    """Read the lines of the title page.

    Args:
        lines: in order, rules and all.
        file_title: the publisher's name of the file («CACC28/2025 HKSAR v. …»).
        given: what the publisher's record says beside the text: neutral_citation, date, case_number, title, reportage.

    """
    record = dict(given or {})
    facts = _sort(line.text for line in lines if line.kind != "side" and line.text)
    findings: list[Finding] = []
    file_parts = _FILE.match(file_title.strip())
    corrigendum = starts_as("corrigendum", re.sub(r"\s+", "", facts.decision))

    neutral = _first_neutral(facts.own)
    stated = _first_neutral([record.get("neutral_citation", "")])
    if neutral and stated and neutral != stated:
        findings.append(Finding("citation_differs", {"text": str(neutral), "record": str(stated)}))
    neutral = neutral or stated

    actions = list(dict.fromkeys(_actions(facts.own)))
    file_action = f"hk/{file_parts.group(1)}/{file_parts.group(2)}/{file_parts.group(3)}" if file_parts else ""
    if not actions and not file_action:
        actions = _actions([record.get("case_number", "")])
    names = [neutral, *actions, file_action] if not corrigendum else [file_action, *actions]
    names = [name for name in dict.fromkeys(names) if name]
    if corrigendum and file_action in actions:
        names = [f"{file_action}/corrigendum"]
    meta: dict[str, str] = {}
    if corrigendum and neutral:
        meta["corrects"] = neutral
    work = names[0] if names else ""
    aliases = [*names[1:], *_reports(record.get("reportage", ""))]
    if corrigendum:
        # it bears the citation of what it corrects, which stays that of the judgment; this is where it is looked up
        aliases = [alias for alias in [f"{neutral}/corrigendum" if neutral else ""] if alias not in ("", work)]

    state, hearing = _dates(facts.labels)
    said = record.get("date", "")[:10]
    if state and said and state != said:
        findings.append(Finding("date_differs", {"text": state, "record": said}))
    _note(meta, "publisher_date", said)
    if not state and not hearing and said:
        state = said
    _note(meta, "date_of_hearing", hearing)
    _note(meta, "action_numbers", "; ".join(actions))
    _note(meta, "decision_type", facts.decision)
    _note(meta, "coram", next((value for label, value in facts.labels if starts_as("coram", label)), ""))
    _note(meta, "appeal_from", "; ".join(dict.fromkeys([*_neutrals(facts.appeal), *_actions(facts.appeal)])))
    court = court_of(work.split("/")[1]) if neutral and work == neutral else None
    if court is None and neutral:
        court = court_of(neutral.split("/")[1])
    _note(meta, "court", court.code if court else "")
    _note(meta, "court_name", court.name if court else record.get("court", ""))
    title = (file_parts.group(4).strip() if file_parts else "") or record.get("title", "")
    return TitlePage(WorkId(work), tuple(aliases), state or hearing, title, meta, tuple(findings))


def _note(meta: dict[str, str], key: str, value: str) -> None:
    if value:
        meta[key] = value


def _sort(texts: Iterable[str]) -> _Facts:
    """Each line to the facts it may state."""
    facts = _Facts()
    pending = ""
    in_appeal = 0
    named_court = False
    for text in texts:
        if in_appeal or starts_as("appeal_from", text):
            facts.appeal.append(text)
            # the words may be set on several lines, within one pair of brackets
            opened = in_appeal == 0
            in_appeal = (3 if opened else in_appeal - 1) if not re.search(r"[)）\d]\Z", text) else 0
            continue
        if facts.labels and re.search(r"(?:,|\band|及)\Z", facts.labels[-1][1]):
            label, value = facts.labels[-1]
            facts.labels[-1] = (label, f"{value} {text}")
            continue
        if is_decision_title(text):
            facts.decision = text
            pending = ""
            continue
        found = _FIELD.match(text)
        if found and _is_label(found.group(1)):
            label, value = found.group(1).strip(), found.group(2).strip()
            pending = "" if value else label
            if value:
                facts.labels.append((label, value))
            continue
        if pending:
            facts.labels.append((pending, text))
            pending = ""
            continue
        named_court = named_court or bool(re.match(r"IN THE\b|香港特別行政區", text))
        if not named_court or _NEUTRAL.search(text):
            facts.own.append(text)
    return facts


def _is_label(text: str) -> bool:
    return any(starts_as(kind, text) for kind in ("date_decision", "date_hearing", "coram"))


def _neutrals(texts: Iterable[str]) -> list[str]:
    found = []
    for text in texts:
        for year, code, number in _NEUTRAL.findall(text):
            if court_of(code):
                found.append(f"hk/{code.lower()}/{year}/{int(number)}")
    return found


def _first_neutral(texts: Iterable[str]) -> str:
    return next(iter(_neutrals(texts)), "")


def _actions(texts: Iterable[str]) -> list[str]:
    found = []
    for text in texts:
        matches = [*_ACTION_SLASH.finditer(text), *_ACTION_OF.finditer(text)]
        for match in sorted(matches, key=lambda each: each.start()):
            prefix, number, year = match.groups()
            if not prefix.upper().startswith("HK"):
                found.append(f"hk/{prefix.upper()}/{number.upper()}/{year}")
    return found


def _reports(text: str) -> list[str]:
    return [f"hk/report/{series}/{year}/{volume or '-'}/{page}" for year, volume, series, page in _REPORT.findall(text)]


def _dates(labels: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The date of the decision (the last that the page names as one) and of the hearing, ISO, or ""."""
    decided: list[str] = []
    heard: list[str] = []
    for label, value in labels:
        dates = iso_dates(value)
        if not dates:
            continue
        if starts_as("date_decision", label):
            decided.append(dates[-1])
        elif starts_as("date_hearing", label):
            heard.append(dates[-1])
    return max(decided, default=""), max(heard, default="")


def iso_dates(text: str) -> list[str]:
    """The dates in a text, English or Chinese, as ISO dates."""
    found = []
    for match in _DATE_EN.finditer(text):
        month = _MONTHS.index(match.group(2).lower()) + 1
        found.append(f"{match.group(3)}-{month:02d}-{int(match.group(1)):02d}")
    for year, month_number, day in _DATE_ZH.findall(text):
        found.append(f"{year}-{int(month_number):02d}-{int(day):02d}")
    return found
