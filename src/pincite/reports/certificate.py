"""The certificate of a report: which file was checked, against what, on which dates; what was asked and answered; what was not checked.

Keeps true:
1. It repeats the report and judges nothing: every line of it is counted or copied from the report.
2. What was not checked is named one by one, whatever its number.
3. Four dates never merge: law asked about, checked, corpus published, source fetched.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pincite.reports.shown import AXES, ShownReport, by_its_schema
from pincite.reports.text import safe

__all__ = ["Certificate", "Table", "certificate_of"]


class Table(NamedTuple):
    """A table: what it shows, the heads of its columns, its rows. The first cell of a row names it."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """See the module. `file` and `dates` are pairs of a name and its values."""

    heading: str
    says: str
    file: tuple[tuple[str, str], ...]
    dates: tuple[tuple[str, tuple[str, ...]], ...]
    asked: Table
    not_checked: tuple[str, ...]
    not_judged: str
    never: str
    releases: Table
    sources: Table
    left: Table
    left_says: tuple[str, ...]


def certificate_of(shown: ShownReport) -> Certificate:
    """The certificate of a report.

    Raises:
        BadInput: the report does not keep its schema.

    """
    with by_its_schema():
        return _certificate(shown)


def _certificate(shown: ShownReport) -> Certificate:
    values, say = shown.values, shown.words.say
    draft = values["draft"]
    return Certificate(
        heading=say("page", "certificate"),
        says=say("page", "certificate_says"),
        file=(
            (say("page", "file"), shown.name),
            (say("page", "draft_sha256"), safe(str(draft["sha256"]))),
            (
                say("page", "size"),
                say("page", "size_is", bytes=int(draft["bytes"]), characters=int(draft["characters"])),
            ),
            (say("page", "report_sha256"), shown.report_sha256),
            (say("page", "program"), safe(", ".join(f"{k} {_short(str(v))}" for k, v in values["versions"].items()))),
        ),
        dates=tuple(_dates(shown)),
        asked=Table(
            say("page", "total", count=len(shown.mentions)),
            (say("page", "question"), say("page", "answers")),
            tuple(_asked(shown)),
        ),
        not_checked=tuple(_not_checked(shown)),
        not_judged=say("page", "not_judged", count=sum(len(g.mentions) for g in shown.groups if g.name == "found")),
        never=say("page", "never"),
        releases=_releases(shown),
        sources=_sources(shown),
        left=_left(shown),
        left_says=tuple(_left_says(shown)),
    )


def _short(version: str) -> str:
    """A version that is a digest by its beginning; the report holds all of it."""
    return f"{version[:12]}…" if re.fullmatch(r"[0-9a-f]{64}", version) else version


def _dates(shown: ShownReport) -> Iterator[tuple[str, tuple[str, ...]]]:
    dates, say = shown.values["dates"], shown.words.say
    unknown = say("page", "not_recorded")
    law = (say("page", "as_held", date=safe(str(d)), release=safe(str(r))) for r, d in dates["law_as_at"].items())
    yield say("page", "law_asked"), tuple(law) or (unknown,)
    yield say("page", "checked_at"), (safe(str(dates["checked_at"])) or unknown,)
    for key in ("corpus_published_at", "source_fetched_at"):
        found = Counter(safe(str(date)) or unknown for date in dates[key].values())
        if key == "corpus_published_at":
            rows = tuple(f"{safe(str(date)) or unknown} ({safe(str(r))})" for r, date in dates[key].items())
        else:
            # each source with its own date stands in the table of sources
            rows = tuple(f"{date} ({count})" for date, count in sorted(found.items()))
        yield say("page", key), rows or (unknown,)


def _asked(shown: ShownReport) -> Iterator[tuple[str, str]]:
    """Each axis with how many citations got which answer; what is out of scope was asked nothing."""
    say = shown.words.say
    axes = [each["axes"] for each in shown.values["mentions"] if not each["axes"].get("out_of_scope")]
    for name in AXES:
        found = Counter(str(each[name]) for each in axes)
        answers = (f"{say('value', f'{name}_{value}')}: {count}" for value, count in found.most_common())
        yield say("axis", name), "; ".join(answers) or say("page", "none")


def _not_checked(shown: ShownReport) -> Iterator[str]:
    for group in shown.groups:
        if group.name == "unchecked":
            yield from (f"{m.id}, {m.place}: {m.text} — {m.said}" for m in group.mentions)
    yield from (each.sentence for each in shown.beside)


def _releases(shown: ShownReport) -> Table:
    say = shown.words.say
    rows = []
    for each in shown.values["releases"]:
        complete = [safe(str(claim["name"])) for claim in each["claims"] if claim["complete"]]
        rows.append(
            (
                safe(str(each["release"])),
                say("ui", str(each.get("signature", "unsigned"))),
                "; ".join(complete) or say("page", "nothing_complete"),
            )
        )
    heads = (say("page", "release"), say("page", "signature"), say("page", "complete_for"))
    return Table(say("page", "releases"), heads, tuple(rows))


def _sources(shown: ShownReport) -> Table:
    say = shown.words.say
    unknown = say("page", "not_recorded")
    rows = tuple(
        (
            safe(str(each["title"])) or safe(str(each["expression"])),
            safe(str(each["expression"])),
            safe(str(each["release"])),
            safe(str(each["fetched_at"])) or unknown,
            safe(str(each["source_sha256"])),
        )
        for each in shown.values["sources"]
    )
    heads = ("source", "wording", "release", "source_fetched_at")
    return Table(say("page", "sources"), (*(say("page", head) for head in heads), "SHA-256"), rows)


def _left(shown: ShownReport) -> Table:
    say = shown.words.say
    rows = tuple(
        (
            safe(str(each["destination"])),
            say("page", f"content_{each['content']}"),
            str(int(each["characters"])),
            safe(str(each["sha256"])),
        )
        for each in _privacy(shown).get("left", ())
    )
    heads = ("destination", "content", "characters")
    return Table(say("page", "left"), (*(say("page", head) for head in heads), "SHA-256"), rows)


def _left_says(shown: ShownReport) -> Iterator[str]:
    privacy, say = _privacy(shown), shown.words.say
    if not privacy:
        yield say("page", "left_unrecorded")
        return
    yield f"{say('page', 'privacy_mode')}: {safe(str(privacy['mode']))}"
    yield say("page", "kept_back", count=len(privacy.get("privileged", ())))
    if not privacy.get("left"):
        yield say("page", "left_nothing")


def _privacy(shown: ShownReport) -> Mapping[str, Any]:
    found: Mapping[str, Any] = shown.values.get("privacy") or {}
    return found
