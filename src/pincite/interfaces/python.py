"""The Python API: the same workflows as behind every other door, with the embedded default's implementations.

Every function is exported by `pincite` itself. Offsets are Unicode code points. Errors are those of `pincite.errors`:
BadInput (something given cannot be used), CannotRun (the machine, a release or a file failed).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

from pincite import wiring
from pincite.answers.streaming import Finished
from pincite.citations import parse as citations
from pincite.citations.extract import Extraction
from pincite.citations.parse import Citation, Validation
from pincite.corpus.answers import Coverage, Hit
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.quotation.compare import compare
from pincite.quotation.model import Comparison
from pincite.reports.report import Report
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.audit_answer import audit_answer as audit_by_workflow
from pincite.workflows.build_release import Built
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import compose_answer as compose_by_workflow
from pincite.workflows.open_place import Opened
from pincite.workflows.open_place import open_place as open_by_workflow

__all__ = [
    "audit_answer",
    "build_release",
    "compare_quote",
    "compose_answer",
    "coverage",
    "extract",
    "open_place",
    "open_releases",
    "parse",
    "render",
    "search",
    "validate",
    "verify",
    "verify_text",
]


def build_release(
    spec: str | Path, out: str | Path, *, root: str | Path | None = None, keep_going: bool = False
) -> Built:
    """Build the release that a spec describes below `out`.

    Args:
        spec: the spec's YAML file.
        out: folder in which `<jurisdiction>/<tag>/` is made.
        root: folder the spec's file patterns count from; by default as the spec says.
        keep_going: leave out files that cannot be read, and list them, instead of stopping.

    Raises:
        BadInput: a wrong spec, or files that cannot be read.
        CannotRun: the disk, or another build of the same release.

    """
    return wiring.build(Path(spec), Path(out), root=Path(root) if root else None, keep_going=keep_going)


def open_releases(releases: Sequence[str | Path] = (), *, at_release: Sequence[str] = ()) -> SqliteCorpus:
    """An ordered, verified set of releases; a context manager.

    Args:
        releases: release folders, or folders that hold them; none: those of the setting PINCITE_RELEASES.
        at_release: tags such as `hk/2026.11.30`, where a folder holds several of one jurisdiction.

    Raises:
        BadInput: two releases of one jurisdiction and no choice.
        CannotRun: no release there, or a corrupt one.

    """
    return wiring.open_corpus([Path(each) for each in releases], at_release=at_release)


def verify(
    draft: str | Path, corpus: SqliteCorpus, *, as_of: str = "", draft_language: str = "", checked_on: str = ""
) -> Report:
    """Verify the citations of a draft file (.md or .txt) against a set of releases.

    Args:
        draft: the file; it is never changed.
        corpus: from `open_releases`.
        as_of: ISO date the law is asked about; "" for each release's own date.
        draft_language: en, de, fr, it, zh-Hant ...; "" to find it out.
        checked_on: ISO date of the check; today when "".

    Raises:
        BadInput: no such file, or one that is not text.
        CannotRun: a release failed.

    """
    path = Path(draft)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(
            f"the draft {path} cannot be read: {error.strerror}", remedy="Name a file that exists."
        ) from error
    day = checked_on or _today()
    return wiring.verify(
        data, path.name, corpus, checked_on=day, as_of=as_of, draft_language=draft_language, path=str(path)
    )


def verify_text(
    text: str,
    corpus: SqliteCorpus,
    *,
    name: str = "draft.md",
    as_of: str = "",
    draft_language: str = "",
    checked_on: str = "",
) -> Report:
    """As `verify`, for a draft in memory; `name` says by its ending how it is written."""
    day = checked_on or _today()
    return wiring.verify(text.encode(), name, corpus, checked_on=day, as_of=as_of, draft_language=draft_language)


def extract(
    text: str, *, language: str = "", self_reference: str | None = None, jurisdiction: str | None = None
) -> Extraction:
    """The citations of a text: mentions in order, and what looks like one and was not understood.

    Args:
        text: any text.
        language: its main language; "" to find it out.
        self_reference: the canonical reference of the text itself, which its own bare articles and sections mean.
        jurisdiction: the text's own (hk, ch, eu, uk), preferred where a citation could belong to two.

    """
    return wiring.extractor().extract(text, language=language, self_reference=self_reference, jurisdiction=jurisdiction)


def parse(text: str, *, language: str = "", jurisdiction: str | None = None) -> Citation:
    """Read one citation («Art. 8 BV», «BGE 140 III 86 E. 2.3»), a canonical reference, or a publisher's identifier.

    The whole text must be used up. The result holds one reference, several for a list, or the reason why there is none.

    Args:
        text: the citation, without the sentence around it.
        language: of the citation; "" to find it out.
        jurisdiction: the one to prefer where several could read it (hk, ch, eu, uk).

    """
    return citations.parse(text, wiring.extractor(), language=language, jurisdiction=jurisdiction)


def validate(text: str, *, language: str = "", jurisdiction: str | None = None) -> Validation:
    """Say of a citation, before any corpus is asked: well_formed, repaired, impossible (with why), unknown_form.

    Parameters as for `parse`.
    """
    return citations.validate(text, wiring.extractor(), language=language, jurisdiction=jurisdiction)


def render(reference: str | Reference | Sequence[str | Reference], *, language: str = "", style: str = "") -> str:
    """Write a reference as a citation that reads back as the same reference; several as one list.

    Args:
        reference: `ch/sr/220#art_97/para_1`, or several.
        language: de, fr, it, rm, en, zh-Hant; "" for the style's first. Another language is how a citation is translated
            (BGE, ATF, DTF).
        style: a house style of the pack (federal, chancellery; neutral, report; oscola, full; official, celex, ecli, eli);
            "" for the usual one.

    Raises:
        BadInput: no reference, no such style or language, or no form for it.

    """
    given = [reference] if isinstance(reference, str | Reference) else list(reference)
    return citations.write([_reference(each) for each in given], wiring.extractor(), language=language, style=style)


def _reference(given: str | Reference) -> Reference:
    if isinstance(given, Reference):
        return given
    try:
        return Reference.parse(given)
    except ValueError as error:
        raise BadInput(str(error), remedy="Give a reference as `pincite extract` prints it.") from error


def compare_quote(quote: str, source: str, *, language: str, disclosures: str = "") -> Comparison:
    """Compare the words of a quotation with a source by the quotation calculus; never a similarity score.

    `disclosures` is the parenthesis that follows the quotation («emphasis added»).
    """
    return compare(quote, source, language=language, disclosures=disclosures)


def compose_answer(
    text: str, acting: Acting, corpus: SqliteCorpus | None = None, *, language: str = "", style: str = ""
) -> Finished:
    """Write out an answer in a chat: `[E1]` becomes a citation, References stand at its end; or it is refused with every span.

    Args:
        text: with placeholders, and without a case number, a pinned reference or an address of its own.
        acting: who answers, in which chat (`wiring.acting`).
        corpus: from `open_releases`; quotations beside placeholders are then compared with the passages around the rows.
        language: of the answer; "" to find it out.
        style: a house style of citation.

    Raises:
        BadInput: there is no such chat.

    """
    return compose_by_workflow(acting, text, wiring.answering(corpus, language=language, style=style))


def audit_answer(
    text: str, corpus: SqliteCorpus, *, acting: Acting | None = None, language: str = "", as_of: str = ""
) -> Finished:
    """Audit a finished text against a chat, or against releases alone: a corrected copy, and the account of every change.

    Args:
        text: as it was written; it is not changed.
        corpus: from `open_releases`.
        acting: the chat whose rows count and to which the audit adds its own; None for releases alone.
        language: of the text; "" to find it out.
        as_of: ISO date the law is asked about.

    Raises:
        BadInput: there is no such chat.
        CannotRun: a release or the ledger failed.

    """
    answering = wiring.answering(corpus, language=language, as_of=as_of)
    return audit_by_workflow(text, answering, at=acting.at if acting else wiring.now(), acting=acting)


def open_place(asked: str, corpus: SqliteCorpus, *, language: str = "", as_of: str = "") -> Opened:
    """Open a canonical reference (`hk/cap486#s33`) or a citation as it is written («Art. 8 BV»).

    Raises:
        BadInput: `asked` names no place, or several.

    """
    return open_by_workflow(
        corpus,
        asked,
        extract=lambda text: wiring.extractor().extract(text).mentions,
        url=wiring.official_url,
        language=language,
        as_of=as_of,
        write=wiring.citation_in,
    )


def search(
    words: str,
    corpus: SqliteCorpus,
    *,
    jurisdiction: str = "",
    kind: str = "",
    language: str = "",
    as_of: str = "",
    limit: int = 20,
) -> Sequence[Hit]:
    """Passages that hold all the words, best first; a phrase in double quotes stands as it is."""
    return corpus.search(words, jurisdiction=jurisdiction, kind=kind, language=language, as_of=as_of, limit=limit)


def coverage(corpus: SqliteCorpus) -> tuple[Coverage, ...]:
    """What each release of the set holds, and what it claims to be complete for."""
    return corpus.coverage()


def _today() -> str:
    return date.today().isoformat()  # noqa: DTZ011 (the day where the user is)
