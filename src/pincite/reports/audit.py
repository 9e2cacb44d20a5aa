"""The audit trail of a run: what is to be written, as names and contents; writing is the wings' business.

    <out>/<YYYY-MM-DD>-<slug>/citation-verify.json     the report
    <out>/<YYYY-MM-DD>-<slug>/sources.md               every consulted source, appended
    the summary of three to five lines                 for whoever ran it

Keeps true: the summary has the form of the design to the letter; sources already listed are not listed again.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from pincite.reports.json_report import render_json
from pincite.reports.messages import messages_in
from pincite.reports.report import STATUSES, Report
from pincite.reports.services import LIVE
from pincite.reports.text import safe

__all__ = ["AuditFolder", "audit_folder", "slug", "sources_lines", "summary"]


@dataclass(frozen=True, slots=True)
class AuditFolder:
    """What a run leaves behind: the folder's name below `<out>`, the report, and the lines for sources.md."""

    name: str
    report: str
    sources: tuple[str, ...]


def audit_folder(report: Report) -> AuditFolder:
    """The audit folder of a report."""
    return AuditFolder(f"{report.checked_on}-{slug(report.draft.name)}", render_json(report), sources_lines(report))


def slug(name: str) -> str:
    """The name of a draft as a folder's name: letters and digits of any script, joined by hyphens; never empty."""
    stem = re.split(r"[\\/]", name)[-1]
    stem = stem.rpartition(".")[0] or stem
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", stem).lower())
    return "-".join(words)[:60].strip("-") or "draft"


def sources_lines(report: Report) -> tuple[str, ...]:
    """One line of Markdown a source; the four dates stand apart."""
    return (*_opened_lines(report), *_asked_lines(report))


def _asked_lines(report: Report) -> tuple[str, ...]:
    """One line a question to a live service: what was sent, and what came."""
    return tuple(
        "- "
        + "; ".join(
            part
            for part in (
                f"service {each.service}",
                each.address,
                f"asked for `{each.reference}`: {_plain(each.query)}"
                if each.query
                else f"not asked for `{each.reference}`",
                each.outcome.replace("_", " "),
                _plain(each.why),
                f"sha256 {each.sha256}" if each.sha256 else "",
                each.at,
            )
            if part
        )
        for each in (report.services.consulted if report.services is not None else ())
    )


def _opened_lines(report: Report) -> tuple[str, ...]:
    law = report.law_as_at()
    published = {each.release: each.as_of for each in report.coverage}
    return tuple(
        "- "
        + "; ".join(
            part
            for part in (
                f"`{source.expression}`",
                _plain(source.title),
                source.url,
                f"service {source.release.removeprefix(LIVE)}"
                if source.release.startswith(LIVE)
                else f"release {source.release}",
                f"law as at {law.get(source.release) or report.as_of or report.checked_on}",
                f"checked at {report.checked_on}",
                f"corpus published at {published.get(source.release) or 'unknown'}",
                f"source fetched at {source.fetched_at or 'unknown'}",
                f"sha256 {source.source_sha256}",
            )
            if part
        )
        for source in report.sources
    )


def _plain(title: str) -> str:
    return re.sub(r"[\[\]<>`]", "", safe(title))


def summary(report: Report, path: str) -> str:
    """The closing summary; `path` is where the report lies, "" when none was written."""
    counts = report.counts
    messages = messages_in("en")
    by_status = " | ".join(f"{status}: {counts[status]}" for status in STATUSES)
    lines = [
        "## Citation Content Verification",
        f"- Citations checked: {len(report.mentions)}",
        f"- {by_status}",
        f"- Delivery: {report.decision.delivery}",
        f"- Report: {path or 'not kept (--out FOLDER keeps it)'}",
    ]
    if report.delivery_blocked:
        records = {record.citation_id: record for record in report.mentions}
        for reason in report.decision.reasons:
            record = records.get(reason.citation_id)
            text = f" {safe(record.mention.text)}" if record is not None else ""
            cause = record.told if record is not None else reason.cause
            lines.append(
                f"  - {reason.citation_id or 'the draft'}{text}: {reason.status}, {messages.say('cause', cause)}"
            )
        lines.append("  fix / disclaim / escalate")
    lines.append(messages.say("ui", "disclaimer"))
    return "\n".join(lines) + "\n"
