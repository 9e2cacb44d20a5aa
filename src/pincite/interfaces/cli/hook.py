"""`pincite hook`: holds back what an agent would deliver while the gate says BLOCKED; a hook of Claude Code calls it.

Keeps true:
1. It fails closed: where a text may hold a citation and the check cannot be made, the text is held back as not verified.
2. A draft in a delivery folder goes only when the gate calls it CLEAR, or when persons released it (`pincite gate`, signed). Nothing an
   agent can write counts as that.
3. An agent's last message is held back once for what was found wrong. When it comes again unmended, and for what an agent cannot mend
   (statements nobody judged, documents nobody holds), the person is told that it is BLOCKED: no agent is caught in a loop, and no
   reader takes it for verified. A citation that bears the marker of the gate tells the reader itself.
4. The exit status is 0 with an answer, or 2, which hosts take for «held back»; never another.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from pincite.errors import BadInput, PinciteError
from pincite.interfaces.cli.hook_event import (
    MESSAGE,
    Event,
    Outgoing,
    block,
    deny,
    files_to_deliver,
    outgoing,
    read_event,
    tell,
)
from pincite.interfaces.cli.judge import JudgeName, judge_for, judge_named
from pincite.interfaces.cli.options import Releases

if TYPE_CHECKING:
    from pincite.reports.worklist import Item
    from pincite.storage.sqlite.corpus import SqliteCorpus

__all__ = ["register"]

EXIT_HELD = 2
_MOST_LINES = 20
_MEND = (
    "Delivery is BLOCKED by pincite. Mend what is listed and have it checked again; what the sources do not settle is for a"
    " person to decide (`pincite gate`), not for you. Do not call it verified."
)
_TOLD = "pincite: BLOCKED. What the agent wrote is not verified:"
_NOT_CHECKED = "pincite could not check what was written, so it is not verified. Say so, and do not deliver it:"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("hook")(hook)


def hook(
    release: Releases = None,
    deliver: Annotated[
        list[str] | None,
        typer.Option("--deliver", help="A folder of what goes out; may be given more than once.", show_default=False),
    ] = None,
    audit: Annotated[
        str, typer.Option("--audit", help="The folder of `pincite verify --out`, where persons release drafts.")
    ] = "audit",
    messages: Annotated[
        bool, typer.Option("--messages/--no-messages", help="Whether the agent's last message is checked too.")
    ] = True,
    judge: JudgeName = "",
) -> None:
    """Answer an event of a hook (JSON on standard input): hold back what would be delivered and is BLOCKED.

    Exit status: 0 with an answer, 2 held back because it could not be checked.
    """
    try:
        event = read_event(sys.stdin.read())
        gate = _Gate(
            tuple(release or ()), tuple(deliver or ("final", "outbox")), audit, judge_named(judge), messages=messages
        )
        with gate:
            answer = gate.before_tool(event) if event.name == "PreToolUse" else gate.at_end(event)
    except PinciteError as error:
        typer.echo(
            f"pincite could not check this, so it is not verified: {error} {error.remedy or ''}".rstrip(), err=True
        )
        raise typer.Exit(EXIT_HELD) from error
    if answer:
        typer.echo(json.dumps(answer, ensure_ascii=False))


@dataclass
class _Gate:
    """The gate for one event; releases are opened when a text holds a citation, and not before."""

    release: tuple[Path, ...]
    folders: tuple[str, ...]
    audit: str
    judge: str = "signals"
    messages: bool = True
    _corpus: SqliteCorpus | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._corpus is not None:
            self._corpus.close()

    def before_tool(self, event: Event) -> dict[str, Any] | None:
        """The answer before a tool runs."""
        items = [item for each in outgoing(event, self.folders) for item in self.wrong(event, each)]
        return deny(_said(_MEND, items)) if items else None

    def at_end(self, event: Event) -> dict[str, Any] | None:
        """The answer when the agent would stop."""
        try:
            ready = self.files(event)
            message = self.message(event)
        except PinciteError as error:
            reason = f"{_NOT_CHECKED} {error}"
            return tell(reason) if event.held_before else block(reason)
        to_mend = [*ready, *(item for item in message if item.group == "fix")]
        if to_mend and not event.held_before:
            return block(_said(_MEND, [*ready, *message]))
        return tell(_said(_TOLD, [*ready, *message])) if ready or message else None

    def message(self, event: Event) -> list[Item]:
        """What is wrong with the agent's last message, what its reader is told beside the citation left out."""
        if not self.messages or not event.message:
            return []
        return self.wrong(event, Outgoing(MESSAGE, event.message.encode("utf-8", "replace")), told=True)

    def files(self, event: Event) -> list[Item]:
        """What is wrong with the drafts that lie ready, those that persons released left out."""
        from pincite.digests import sha256
        from pincite.interfaces.cli.verify import read_file

        released: frozenset[str] | None = None
        items: list[Item] = []
        for path in files_to_deliver(event.folder, self.folders):
            data = read_file(path)
            found = self.wrong(event, Outgoing(path.relative_to(event.folder).as_posix(), data))
            if found and released is None:
                released = _released(event.folder / self.audit)
            if found and sha256(data) not in (released or ()):
                items += found
        return items

    def wrong(self, event: Event, text: Outgoing, *, told: bool = False) -> list[Item]:
        """What blocks a text; with `told`, citations that bear the gate's marker left out."""
        from pincite import wiring
        from pincite.drafts.draft import read_draft
        from pincite.gate.disclaimers import bears_marker
        from pincite.interfaces.cli.verify import checked_day
        from pincite.reports.json_report import render_json
        from pincite.reports.sarif import SarifDraft
        from pincite.reports.shown import show
        from pincite.reports.worklist import items_of, unreadable

        name = Path(text.name).name
        try:
            read = read_draft(text.data, name)
        except BadInput as error:
            return [unreadable(text.name, str(error))]
        if text.name == MESSAGE and not read.findings and not wiring.extractor().extract(read.text).mentions:
            return []  # words between people need no law; a draft is checked whole
        settled = wiring.privacy_for(event.folder / text.name)
        egress = wiring.door_of(settled, judges=wiring.judge_addresses(self.judge))
        with judge_for(self.judge, egress) as judging:
            report = wiring.verify(
                text.data,
                name,
                self.corpus(),
                checked_on=checked_day(""),
                judge=judging,
                privacy=settled,
                egress=egress,
            )
        shown = show(render_json(report).encode(), "en", report.draft.text)
        if not shown.blocked:
            return []
        marked = {m.id for m in shown.mentions if told and bears_marker(report.draft.text, m.end)}
        items = items_of(SarifDraft(shown, text.name))
        return [item for item in items if item.status == "FAIL" and item.citation_id not in marked]

    def corpus(self) -> SqliteCorpus:
        """The releases, opened once."""
        from pincite import wiring

        if self._corpus is None:
            self._corpus = wiring.open_corpus(self.release)
        return self._corpus


def _said(head: str, items: Sequence[Item]) -> str:
    """A head and a line for each item, what was found wrong first."""
    from pincite.reports.worklist import line_of

    ordered = sorted(items, key=lambda item: item.group != "fix")
    lines = [line_of(item) + (f" Do: {item.action}" if item.action else "") for item in ordered[:_MOST_LINES]]
    rest = len(ordered) - _MOST_LINES
    return "\n".join([head, *lines, *([f"and {rest} more"] if rest > 0 else [])])


def _released(audit: Path) -> frozenset[str]:
    """The sha256 of every draft, or marked copy, that persons let go, by the reports of an audit folder.

    A report that cannot be read, or was changed, releases nothing.
    """
    from pincite.interfaces.cli.gate import keys_of_persons, read_stored
    from pincite.storage.audit_folder import REPORT_NAME
    from pincite.storage.gate_folder import notes_beside
    from pincite.workflows.decide_delivery import standing

    found: set[str] = set()
    persons = keys_of_persons(None)
    for path in sorted(audit.glob(f"*/{REPORT_NAME}")) if persons else ():
        try:
            stored = read_stored(path)
            where = standing(stored, notes_beside(path), persons)
        except PinciteError:
            continue
        if where.value == "RELEASED":
            found |= set(where.copies) or {stored.draft_sha256}
    return frozenset(found)
