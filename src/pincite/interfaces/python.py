"""The Python API: the same workflows as behind every other door, with the embedded default's implementations.

Every function is exported by `pincite` itself. Offsets are Unicode code points. Errors are those of `pincite.errors`:
BadInput (something given cannot be used, also for its type), CannotRun (the machine, a release or a file failed).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from pincite import wiring
from pincite.answers.streaming import Finished
from pincite.atoms.atom import Atom
from pincite.citations import parse as citations
from pincite.citations.extract import Extraction
from pincite.citations.parse import Citation, Validation
from pincite.corpus.answers import Coverage, Hit
from pincite.corpus.lookup import checked_language
from pincite.corpus.source_lock import LOCK
from pincite.corpus.spec import FetchOrder
from pincite.errors import BadInput
from pincite.formats.docx import Tracked
from pincite.identity.reference import Reference
from pincite.judging.judge import Judge, Opinion
from pincite.judging.language_model import LanguageModel
from pincite.ledger.memory import MemoryLedger
from pincite.quotation.compare import compare
from pincite.quotation.model import Comparison
from pincite.reports.json_report import render_json
from pincite.reports.report import Report
from pincite.reports.sarif import SarifDraft, address_of
from pincite.reports.shown import show
from pincite.reports.worklist import worklist as worklist_of
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.text.dates import checked_date
from pincite.workflows.add_sources import Added, Said
from pincite.workflows.answer_question import Answered, Asking, Budget, answer_question
from pincite.workflows.atoms import AtomCheck, Chosen
from pincite.workflows.atoms import as_json as atoms_as_json
from pincite.workflows.atoms import check_atoms as check_by_workflow
from pincite.workflows.atoms import list_atoms as atoms_by_workflow
from pincite.workflows.audit_answer import audit_answer as audit_by_workflow
from pincite.workflows.build_release import Built
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import compose_answer as compose_by_workflow
from pincite.workflows.export_atoms import as_odrl, as_oscal
from pincite.workflows.fetch_sources import Fetched
from pincite.workflows.judge_support import question_of
from pincite.workflows.open_place import Opened
from pincite.workflows.open_place import open_place as open_by_workflow
from pincite.workflows.search_corpus import search_corpus

__all__ = [
    "add_sources",
    "ask",
    "audit_answer",
    "build_release",
    "check_atoms",
    "compare_quote",
    "compose_answer",
    "coverage",
    "export_atoms",
    "extract",
    "fetch_sources",
    "judge_support",
    "list_atoms",
    "open_place",
    "open_releases",
    "parse",
    "render",
    "search",
    "validate",
    "verify",
    "verify_text",
    "worklist",
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
    folder = _path(root, "root") if root else None
    return wiring.build(_path(spec, "spec"), _path(out, "out"), root=folder, keep_going=keep_going)


def fetch_sources(
    what: str | Path,
    out: str | Path | None = None,
    *,
    items: str | Sequence[str] = (),
    languages: str | Sequence[str] = (),
    as_of: str = "",
    locked: bool = False,
    replay: str | Path | None = None,
) -> Fetched:
    """Fetch law from its publishers into a folder of sources, and lock what came.

    Args:
        what: the name of a collection («ch.fedlex»), with `items`; or the file of a spec with `fetch`, or a SOURCES.lock.
        out: the folder; a spec's own root when None.
        items: of the collection, as its publisher names them («235.1»).
        languages: of them; the collection's first when none.
        as_of: ISO date of the state wanted; today when "".
        locked: leave files that changed at their publisher as they are.
        replay: folder of recorded exchanges that answers instead of the network.

    Raises:
        BadInput: what is asked for cannot be.
        CannotRun: the folder cannot be written, or httpx is not installed. What fails at a publisher is an outcome.

    """
    folder = None if out is None else _path(out, "out")
    recorded = None if replay is None else _path(replay, "replay")
    if Path(what).suffix in (".yaml", ".yml") or Path(what).name == LOCK:
        return wiring.fetch(_path(what, "what"), folder, locked=locked, replay=recorded)[1]
    wanted = (items,) if isinstance(items, str) else tuple(_several(items, "items"))
    spoken = (languages,) if isinstance(languages, str) else tuple(_several(languages, "languages"))
    day = checked_date(as_of, "as_of") or _today()
    order = FetchOrder(_text(what, "what"), wanted, spoken, day)
    return wiring.fetch([order], folder, locked=locked, replay=recorded)[1]


def add_sources(
    files: str | Path | Sequence[str | Path], out: str | Path, *, reader: str = "", url: str = ""
) -> list[Added]:
    """Add files that somebody downloaded to a folder of sources: recognised, copied, locked.

    Args:
        files: one or several.
        out: the folder.
        reader: instead of recognising the format.
        url: where a single file comes from.

    Raises:
        BadInput: a file is not recognised, or another has its place.

    """
    given = (files,) if isinstance(files, str | Path) else _several(files, "files")
    return wiring.add([_path(each, "a file") for each in given], _path(out, "out"), Said(reader=reader, url=url))


def open_releases(
    releases: str | Path | Sequence[str | Path] = (), *, at_release: str | Sequence[str] = ()
) -> SqliteCorpus:
    """An ordered, verified set of releases; a context manager.

    Args:
        releases: a release folder or several, or folders that hold them; none: those of the setting PINCITE_RELEASES.
        at_release: tags such as `hk/2026.11.30`, where a folder holds several of one jurisdiction.

    Raises:
        BadInput: two releases of one jurisdiction and no choice.
        CannotRun: no release there, or a corrupt one.

    """
    tags = (at_release,) if isinstance(at_release, str) else _several(at_release, "at_release")
    given = (releases,) if isinstance(releases, str | Path) else _several(releases, "releases")
    return wiring.open_corpus(
        [_path(each, "a release") for each in given], at_release=[_text(tag, "a tag") for tag in tags]
    )


def verify(
    draft: str | Path,
    corpus: SqliteCorpus,
    *,
    as_of: str = "",
    draft_language: str = "",
    checked_on: str = "",
    tracked: Tracked = "final",
    judge: str | Judge = "signals",
) -> Report:
    """Verify the citations of a draft file (Word, OpenDocument, PDF, HTML, Markdown, text) against a set of releases.

    Args:
        draft: the file; it is never changed.
        corpus: from `open_releases`.
        as_of: ISO date the law is asked about; "" for each release's own date.
        draft_language: en, de, fr, it, zh-Hant ...; "" to find it out.
        checked_on: ISO date of the check; today when "".
        tracked: of tracked changes in the draft, which view is checked: final or original.
        judge: of claims that are not wholly quotation: none, signals or recorded:FILE by name, or a `Judge`. One by name that
            asks a model sends words as the privacy mode of the environment allows, which is strict where it says nothing.

    Raises:
        BadInput: no such file, or one that cannot be read.
        CannotRun: a release failed.

    """
    path = _path(draft, "draft")
    _corpus(corpus)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(
            f"the draft {path} cannot be read: {error.strerror}", remedy="Name a file that exists."
        ) from error
    checked_date(as_of, "as_of")
    day = checked_date(checked_on, "checked_on") or _today()
    if tracked not in ("final", "original"):
        raise BadInput(f"tracked={tracked!r} is no view of tracked changes", remedy="Write final or original.")
    return wiring.verify(
        data,
        path.name,
        corpus,
        checked_on=day,
        as_of=as_of,
        draft_language=draft_language,
        path=str(path),
        tracked=tracked,
        **_judging(judge, path),
    )


def _judging(judge: str | Judge, draft: Path | None) -> dict[str, Any]:
    """The judge, the privacy that holds for a draft, and the door it asks."""
    privacy = wiring.privacy_for(draft)
    if not isinstance(judge, str):
        return {"judge": judge, "privacy": privacy}
    door = wiring.door_of(privacy, judges=wiring.judge_addresses(judge))
    return {"judge": wiring.judge_of(judge, egress=door), "privacy": privacy, "egress": door}


def verify_text(
    text: str,
    corpus: SqliteCorpus,
    *,
    name: str = "draft.md",
    as_of: str = "",
    draft_language: str = "",
    checked_on: str = "",
    judge: str | Judge = "signals",
) -> Report:
    """As `verify`, for a draft in memory; `name` says by its ending how it is written."""
    _corpus(corpus)
    checked_date(as_of, "as_of")
    day = checked_date(checked_on, "checked_on") or _today()
    return wiring.verify(
        _text(text, "text").encode(),
        name,
        corpus,
        checked_on=day,
        as_of=as_of,
        draft_language=draft_language,
        **_judging(judge, None),
    )


def worklist(reports: Report | Sequence[Report], *, language: str = "en") -> dict[str, Any]:
    """What is to be done in one draft or several, as `pincite check --format json` prints it (`pincite.check/1`).

    `pass` is the gate's answer for all of them; `findings` is what a writer, a person or a model, is given to mend them.

    Args:
        reports: from `verify` or `verify_text`.
        language: of the messages: en, de, fr, it, zh-Hant.

    Raises:
        BadInput: no report, or no such language.

    """
    several = [reports] if isinstance(reports, Report) else list(_several(reports, "reports"))
    if wrong := [each for each in several if not isinstance(each, Report)]:
        raise BadInput(f"{type(wrong[0]).__name__} is no report", remedy="Give what verify or verify_text returned.")
    shown = [show(render_json(each).encode(), language, each.draft.text) for each in several]
    return worklist_of([SarifDraft(each, address_of(each.name)) for each in shown])


def judge_support(
    claim: str, passage: str, *, language: str = "", passage_language: str = "", judge: str | Judge = "signals"
) -> Opinion:
    """Whether a passage bears a claim out: SUPPORTED, PARTLY, CONTRADICTED, UNSUPPORTED or UNDECIDED (docs/judging.md).

    Args:
        claim: the sentence of a draft.
        passage: the words of the source.
        language: of the claim; "" to find it out.
        passage_language: of the passage; "" to find it out.
        judge: as in `verify`.

    Raises:
        BadInput: there is nothing to judge, or no judge.

    """
    row = {"claim": claim, "passage": passage, "claim_lang": language, "passage_lang": passage_language}
    try:
        question = question_of(row)
    except (TypeError, ValueError) as error:
        raise BadInput(str(error), remedy="Give a claim and a passage.") from error
    found = _judging(judge, None)["judge"]
    if found is None:
        raise BadInput("without a judge nothing is judged", remedy="Name another judge.")
    opinion: Opinion = found.judge([question])[0]
    return opinion


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
    return wiring.extractor().extract(
        _text(text, "text"), language=language, self_reference=self_reference, jurisdiction=jurisdiction
    )


def parse(text: str, *, language: str = "", jurisdiction: str | None = None) -> Citation:
    """Read one citation («Art. 8 BV», «BGE 140 III 86 E. 2.3»), a canonical reference, or a publisher's identifier.

    The whole text must be used up. The result holds one reference, several for a list, or the reason why there is none.

    Args:
        text: the citation, without the sentence around it.
        language: of the citation; "" to find it out.
        jurisdiction: the one to prefer where several could read it (hk, ch, eu, uk).

    """
    return citations.parse(_text(text, "text"), wiring.extractor(), language=language, jurisdiction=jurisdiction)


def validate(text: str, *, language: str = "", jurisdiction: str | None = None) -> Validation:
    """Say of a citation, before any corpus is asked: well_formed, repaired, impossible (with why), unknown_form.

    Parameters as for `parse`.
    """
    return citations.validate(_text(text, "text"), wiring.extractor(), language=language, jurisdiction=jurisdiction)


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
    given = [reference] if isinstance(reference, str | Reference) else _several(reference, "reference")
    return citations.write([_reference(each) for each in given], wiring.extractor(), language=language, style=style)


def _reference(given: str | Reference) -> Reference:
    if isinstance(given, Reference):
        return given
    try:
        return Reference.parse(_text(given, "reference"))
    except ValueError as error:
        raise BadInput(str(error), remedy="Give a reference as `pincite extract` prints it.") from error


def compare_quote(quote: str, source: str, *, language: str, disclosures: str = "") -> Comparison:
    """Compare the words of a quotation with a source by the quotation calculus; never a similarity score.

    `disclosures` is the parenthesis that follows the quotation («emphasis added»).
    """
    checked_language(language)
    return compare(_text(quote, "quote"), _text(source, "source"), language=language, disclosures=disclosures)


def ask(
    question: str,
    corpus: SqliteCorpus,
    *,
    model: str | LanguageModel | None = None,
    acting: Acting | None = None,
    language: str = "",
    as_of: str = "",
    budget: Budget | None = None,
) -> Answered:
    """Answer a question from the releases, in a chat whose every citation is earned; without a model by extracts.

    Args:
        question: what is asked; "" goes on with the last question of the chat.
        corpus: from `open_releases`.
        model: `openai:NAME`, `anthropic:NAME`, `ollama:NAME` (address and key from the environment), an object of your own
            with the shape of `pincite.judging.language_model.LanguageModel`, or None for extracts.
        acting: in which chat (`wiring.acting`); it is begun when it is not there. None for a chat in memory.
        language: of the answer; "" for the question's.
        as_of: ISO date the law is asked about.
        budget: of steps, tokens and seconds.

    Raises:
        BadInput: no question, no such model, a budget of nothing.
        CannotRun: a release, the ledger or the model failed; what was earned stays in the chat.

    """
    _corpus(corpus)
    checked_date(as_of, "as_of")
    _text(question, "question")
    asked_of = wiring.language_model(model) if isinstance(model, str) else model
    asking = Asking(
        corpus,
        wiring.answering(corpus, language=language, as_of=as_of),
        asked_of,
        budget or Budget(),
        clock=time.monotonic,
    )
    return answer_question(acting or wiring.acting(MemoryLedger(), ""), question, asking)


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
    _corpus(corpus)
    checked_date(as_of, "as_of")
    _text(text, "text")
    answering = wiring.answering(corpus, language=language, as_of=as_of)
    return audit_by_workflow(text, answering, at=acting.at if acting else wiring.now(), acting=acting)


def open_place(asked: str, corpus: SqliteCorpus, *, language: str = "", as_of: str = "") -> Opened:
    """Open a canonical reference (`hk/cap486#s33`) or a citation as it is written («Art. 8 BV»).

    Raises:
        BadInput: `asked` names no place, or several.

    """
    return open_by_workflow(
        _corpus(corpus),
        _text(asked, "asked"),
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
    court: str = "",
    date_from: str = "",
    date_to: str = "",
) -> Sequence[Hit]:
    """Passages that hold all the words or other forms of them, best first; a phrase in double quotes stands as it is.

    `court`: of decisions (hkca, bger); `date_from`, `date_to`: ISO dates, both included.

    Raises:
        BadInput: no words, or a filter that cannot hold anything.

    """
    checked_date(as_of, "as_of")
    found = search_corpus(
        _corpus(corpus),
        _text(words, "words"),
        jurisdiction=jurisdiction,
        kind=kind,
        language=language,
        as_of=as_of,
        limit=limit,
        court=court,
        date_from=date_from,
        date_to=date_to,
    )
    return found.hits


def list_atoms(
    corpus: SqliteCorpus,
    reference: str = "",
    *,
    modality: str = "",
    actor: str = "",
    words: str = "",
    language: str = "",
    as_of: str = "",
) -> list[Atom]:
    """The obligation atoms of the law held, each checked against its text; of a law in several states those on the date.

    Args:
        corpus: an open set of releases.
        reference: a work or a place in it; "" for all.
        modality: must, must_not, should, should_not or may.
        actor: words in who acts.
        words: words in the atom.
        language: of the wordings, "" for all.
        as_of: ISO date, "" for each release's own.

    Raises:
        BadInput: a modality or a date that is none, a work that is not held.

    """
    chosen = Chosen(reference, modality, words, actor, language, as_of)
    return [each.atom for each in atoms_by_workflow(_corpus(corpus), chosen)]


def check_atoms(corpus: SqliteCorpus) -> AtomCheck:
    """Check every rule of atoms (bounds, letters, fields, modality by the lexicon) on every atom held."""
    return check_by_workflow(_corpus(corpus))


def export_atoms(corpus: SqliteCorpus, reference: str = "", *, form: str = "json", as_of: str = "") -> dict[str, Any]:
    """Atoms as `json`, as an `oscal` catalogue or as an `odrl` policy (without «should», for which ODRL has no rule).

    Raises:
        BadInput: another form, nothing to export, or see `list_atoms`.

    """
    forms = {"json": atoms_as_json, "oscal": as_oscal, "odrl": as_odrl}
    if form not in forms:
        raise BadInput(f"no form {form!r}", remedy=f"Forms: {', '.join(forms)}.")
    return forms[form](list(atoms_by_workflow(_corpus(corpus), Chosen(reference, as_of=as_of))))


def coverage(corpus: SqliteCorpus) -> tuple[Coverage, ...]:
    """What each release of the set holds, and what it claims to be complete for."""
    return _corpus(corpus).coverage()


def _text(value: Any, name: str) -> str:
    if isinstance(value, str):
        return value
    raise BadInput(f"{name} must be a text (str), not {type(value).__name__}", remedy="Give a str.")


def _path(value: Any, name: str) -> Path:
    if isinstance(value, str | Path):
        return Path(value)
    raise BadInput(f"{name} must be a path (str or Path), not {type(value).__name__}", remedy="Give a str or a Path.")


def _several(value: Any, name: str) -> list[Any]:
    if isinstance(value, Iterable):
        return list(value)
    raise BadInput(f"{name} must be one or several, not {type(value).__name__}", remedy="Give one, or a list of them.")


def _corpus(value: Any) -> SqliteCorpus:
    if isinstance(value, SqliteCorpus):
        return value
    raise BadInput(
        f"corpus must be an open set of releases, not {type(value).__name__}",
        remedy="Open it first: with open_releases(FOLDER) as corpus.",
    )


def _today() -> str:
    return date.today().isoformat()  # noqa: DTZ011 (the day where the user is)
