"""What changed between two checks of a draft: citations that are new, gone, or judged otherwise than before.

Keeps true:
1. Every mention of both reports is counted once: the same, changed, new or gone. Mentions are paired by their words and the
   claim they support, then by their words alone, in order; never by their number, which moves when a citation is put in.
2. A change of the releases, the date, the rules or the privacy mode is named before any citation: it may be the reason.
3. It is made from the two reports' JSON, which a person may keep and compare years later.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.reports.messages import messages_in
from pincite.reports.shown import told_of
from pincite.reports.text import HEADINGS, MARKS, place_words, safe

__all__ = ["Changes", "Pair", "changes_between", "render_changes"]

_Values = Mapping[str, Any]
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Pair:
    """A mention of both reports; `before` None when it is new, `now` None when it is gone."""

    before: _Values | None
    now: _Values | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed.

    Attributes:
        conditions: (name, before, now) of releases, dates, versions, privacy that differ.
        same_draft: whether both reports are of the same bytes.
        same: how many mentions are as they were.
        changed: those whose status, cause or findings differ.
        new: those that only the newer report has; gone: those that only the older has.
        now: the newer report.

    """

    conditions: tuple[tuple[str, str, str], ...]
    same_draft: bool
    same: int
    changed: tuple[Pair, ...]
    new: tuple[Pair, ...]
    gone: tuple[Pair, ...]
    now: _Values

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "schema": "pincite.changes/1",
            "conditions": [{"name": name, "before": before, "now": now} for name, before, now in self.conditions],
            "same_draft": self.same_draft,
            "counts": {
                "same": self.same,
                "changed": len(self.changed),
                "new": len(self.new),
                "gone": len(self.gone),
            },
            "changed": [{"before": _short(p.before), "now": _short(p.now)} for p in self.changed],
            "new": [_short(p.now) for p in self.new],
            "gone": [_short(p.before) for p in self.gone],
            "delivery": self.now["delivery"]["decision"],
        }


def _short(values: _Values | None) -> dict[str, Any] | None:
    if values is None:
        return None
    return {key: values[key] for key in ("citation_id", "raw", "reference", "status", "cause", "group", "span")}


def changes_between(before: _Values, now: _Values) -> Changes:
    """What changed from one report (its JSON) to the next."""
    pairs = _pairs(before["mentions"], now["mentions"])
    both = [pair for pair in pairs if pair.before is not None and pair.now is not None]
    changed = [pair for pair in both if _judged(pair.before) != _judged(pair.now)]
    return Changes(
        tuple(_conditions(before, now)),
        before["draft"]["sha256"] == now["draft"]["sha256"],
        len(both) - len(changed),
        tuple(changed),
        tuple(pair for pair in pairs if pair.before is None),
        tuple(pair for pair in pairs if pair.now is None),
        now,
    )


def _pairs(before: Sequence[_Values], now: Sequence[_Values]) -> list[Pair]:
    partners: dict[int, int] = {}
    free = set(range(len(before)))
    for key in (lambda each: (each["raw"], each["claim"]["text"]), lambda each: (each["raw"],)):
        waiting: defaultdict[Any, deque[int]] = defaultdict(deque)
        for index in sorted(free):
            waiting[key(before[index])].append(index)
        for index, each in enumerate(now):
            if index not in partners and waiting[key(each)]:
                partners[index] = waiting[key(each)].popleft()
                free.discard(partners[index])
    found = [Pair(before[partners[i]] if i in partners else None, each) for i, each in enumerate(now)]
    return [*found, *(Pair(before[index], None) for index in sorted(free))]


def _judged(values: _Values | None) -> Any:
    """What of a mention is a judgement: not where it stands, nor its number."""
    if values is None:
        return None
    findings = [
        (each["code"], sorted((k, v) for k, v in each["parameters"].items() if k != "other"))
        for each in values["findings"]
    ]
    return values["status"], values["cause"], values["group"], values["reference"], values["state"], findings


def _conditions(before: _Values, now: _Values) -> Iterator[tuple[str, str, str]]:
    for name, one, other in (
        ("releases", _releases(before), _releases(now)),
        ("law_as_at", _dates(before), _dates(now)),
        ("read", _read(before), _read(now)),
        ("versions", _listed(before["versions"]), _listed(now["versions"])),
        (
            "privacy",
            str((before.get("privacy") or {}).get("mode", "")),
            str((now.get("privacy") or {}).get("mode", "")),
        ),
    ):
        if one != other:
            yield name, one, other


def _releases(report: _Values) -> str:
    return ", ".join(str(each["release"]) for each in report["releases"])


def _dates(report: _Values) -> str:
    return _listed(report["dates"]["law_as_at"])


def _read(report: _Values) -> str:
    return _listed(report["draft"].get("read", {}), only="tracked")


def _listed(values: _Values, only: str = "") -> str:
    return ", ".join(f"{key} {value}" for key, value in sorted(values.items()) if only in ("", key))


def render_changes(changes: Changes, language: str) -> str:
    """The changes for a terminal, ending with a line end."""
    return "\n".join(_lines(changes, language)) + "\n"


def _lines(changes: Changes, language: str) -> Iterator[str]:
    words = messages_in(language)

    def say(code: str, **parameters: object) -> str:
        return words.say("changes", code, **{key: safe(str(value)) for key, value in parameters.items()})

    def line(values: _Values) -> str:
        place = place_words(words, int(values["span"]["line"]), values["span"].get("place"))
        raw = " ".join(str(values["raw"]).split())
        return f"{MARKS[values['group']]} {place}: {safe(raw[:_LONGEST])}"

    def status(values: _Values) -> str:
        group = words.say("ui", HEADINGS[values["group"]])
        said = words.say("status", "MATCH") if values["status"] == "MATCH" else words.say("cause", told_of(values))
        return f"{group}. {said}"

    for name, before, now in changes.conditions:
        yield say(f"condition_{name}", before=before, now=now)
    if changes.same_draft:
        yield say("same_draft")
    yield say("counts", same=changes.same, changed=len(changes.changed), new=len(changes.new), gone=len(changes.gone))
    for pair in changes.changed:
        assert pair.before is not None
        assert pair.now is not None
        yield line(pair.now)
        yield f"    {say('was', status=status(pair.before))}"
        yield f"    {say('is', status=status(pair.now))}"
    for pair in changes.new:
        assert pair.now is not None
        yield line(pair.now)
        yield f"    {say('new', status=status(pair.now))}"
    for pair in changes.gone:
        assert pair.before is not None
        yield line(pair.before)
        yield f"    {say('gone', status=status(pair.before))}"
    if not changes.now["mentions"]:
        yield words.say("ui", "nothing")  # a draft that was emptied is clear, and that says nothing
    yield words.say("ui", "blocked" if changes.now["delivery_blocked"] else "clear")
