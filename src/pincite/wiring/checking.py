"""A draft checked with all packs, in its privacy.

Keeps true: without a word said, nothing leaves this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.wiring.installed import extractor, names_of, ruled_out
from pincite.wiring.judges import judge_of
from pincite.wiring.rules import versions

if TYPE_CHECKING:
    from pincite.corpus.answers import Corpus
    from pincite.drafts.shelf import Shelf
    from pincite.formats.docx import Tracked
    from pincite.judging.judge import Judge
    from pincite.privacy.egress import Door, Egress
    from pincite.privacy.modes import Privacy
    from pincite.reports.report import Report
    from pincite.reports.stored import StoredReport
    from pincite.workflows.verify_draft import Seen, Stage


def verify(
    data: bytes,
    name: str,
    corpus: Corpus,
    *,
    checked_on: str,
    as_of: str = "",
    draft_language: str = "",
    path: str = "",
    tracked: Tracked = "final",
    judge: Judge | None = None,
    privacy: Privacy | None = None,
    egress: Egress | None = None,
    progress: Callable[[Stage, int], None] = lambda *_: None,
    seen: Callable[[Stage, Sequence[Seen]], None] = lambda *_: None,
    shelf: Shelf | None = None,
    treatment: bool = False,
    signed: bool = False,
) -> Report:
    """Verify a draft with all packs against a corpus.

    Args:
        data: the bytes of the draft.
        name: of its file; the ending says how to read it.
        corpus: an open set of releases.
        checked_on: ISO date of the check.
        as_of: ISO date the law is asked about, "" for each release's own.
        draft_language: of the draft, "" to find it out.
        path: where the draft lies, for the report's volatile block.
        tracked: of tracked changes in the draft, which view is checked.
        judge: of claims that are not wholly quotation (`judge_of`); None leaves them undecided.
        privacy: what was settled (`privacy_for`); strict when None.
        egress: the door that the judge and the services of `corpus` ask; one that is shut when None.
        progress: told each stage as it begins, with the number of citations.
        seen: told what is known of each citation when existence, and then the quotations, are settled.
        shelf: what is kept of sources for the next draft.
        treatment: whether it is looked up what later texts say of the decisions cited.
        signed: vouches for recorded judgements; a draft that rests on others stays blocked.

    """
    from pincite.privacy.modes import Privacy  # noqa: PLC0415 (as above)
    from pincite.workflows.verify_draft import Request, verify_draft  # noqa: PLC0415

    volatile = {"draft_path": path} if path else {}
    request = Request(data, name, checked_on, as_of, draft_language, versions(), volatile, tracked)
    settled = privacy or Privacy()
    return verify_draft(
        *(request, corpus, extractor()),
        absent=ruled_out,
        judge=judge,
        privacy=settled,
        egress=egress or door_of(settled),
        progress=progress,
        seen=seen,
        shelf=shelf,
        names=names_of if treatment else None,
        signed=signed,
    )


def checks_again(data: bytes, corpus: Corpus) -> Callable[[StoredReport], Report]:
    """Checks a draft again as its report says it was checked: on which day, for which law, in which view."""
    from pincite.privacy.modes import privacy_again  # noqa: PLC0415 (as above)

    def again(report: StoredReport) -> Report:
        values = report.values
        said = values["draft"]
        original = any(f["parameters"].get("view") == "original" for f in values["findings"])
        return verify(
            data,
            report.draft_name,
            corpus,
            checked_on=values["dates"]["checked_at"],
            as_of=next(iter(values["dates"]["law_as_at"].values()), "") if values["dates"]["law_as_at_given"] else "",
            draft_language=said["language"],
            tracked="original" if original else "final",
            judge=judge_of("signals") if any(_by_signals(mention) for mention in values["mentions"]) else None,
            privacy=privacy_again(values.get("privacy", {})),
            treatment=any(_is_treated(mention) for mention in values["mentions"]),
        )

    return again


def _is_treated(mention: Mapping[str, Any]) -> bool:
    """Whether later texts were looked at for a mention of a report."""
    return any(f["code"] in ("no_negative_signal", "negative_treatment") for f in mention["findings"])


def _by_signals(mention: Mapping[str, Any]) -> bool:
    """Whether the judge without a model judged a mention of a report: it can judge it again."""
    judge = (mention.get("judgement") or {}).get("judge") or {}
    return bool(judge.get("name") == "signals")


def privacy_for(
    draft: Path | None, mode: str = "", *, existence_lookup: str = "", local_judges: Sequence[str] = ()
) -> Privacy:
    """The privacy that holds for a draft: of the session's setting and the files beside the draft and where we are, the strictest.

    Args:
        draft: where it lies; None for one that lies nowhere.
        mode: of the session; that of the environment when not given.
        existence_lookup: local or remote, of the session.
        local_judges: of the session; those of the environment when not given.

    Raises:
        BadInput: something said is none, or a file cannot be read.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.privacy.modes import said_by_session, settle  # noqa: PLC0415
    from pincite.storage.local_settings import read_local_settings  # noqa: PLC0415

    session = said_by_session(
        mode or settings.privacy(),
        existence_lookup=existence_lookup,
        local_judges=local_judges or settings.local_judges(),
    )
    folders = [Path(), *([draft.parent] if draft is not None else [])]
    return settle([session, *read_local_settings(folders)])


def door_of(privacy: Privacy, *, judges: Sequence[str] = ()) -> Door:
    """The door that everything outgoing passes in a session with this privacy; connectors and remote judges are given it.

    `judges` are the addresses of judges that were configured by themselves; those on this machine count as local ones.
    """
    from pincite.privacy.egress import Door  # noqa: PLC0415 (as above)

    return Door(privacy.mode, (*privacy.local_judges, *judges), privacy.remote_existence)
