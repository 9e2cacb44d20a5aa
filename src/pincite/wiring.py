"""Chooses the implementations: packs, readers, the folder a release is built in, the releases that are asked.

Keeps true: pincite's own packs come in by the door third parties use (an object with the shape of `JurisdictionPack`,
under the entry point group `pincite.packs`); a third party's pack that cannot be loaded stops the run with its name.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from glob import escape as glob_escape
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun
from pincite.law.reader import Reader

if TYPE_CHECKING:
    from httpx import BaseTransport

    from pincite.citations.extract import Extractor
    from pincite.citations.pack import Absence, JurisdictionPack
    from pincite.connectors.services import ServiceTools
    from pincite.corpus.answers import Corpus
    from pincite.corpus.publishers import Catalogue
    from pincite.corpus.services import Contract, Services
    from pincite.corpus.source_lock import Difference, LockLine
    from pincite.corpus.spec import FetchOrder, ReleaseSpec
    from pincite.drafts.shelf import Shelf
    from pincite.formats.docx import Tracked
    from pincite.judging.judge import Judge, Question
    from pincite.judging.kept import Opinions
    from pincite.judging.language_model import LanguageModel
    from pincite.ledger.port import Ledger
    from pincite.privacy.egress import Content, Door, Egress
    from pincite.privacy.modes import Privacy
    from pincite.reports.report import Report
    from pincite.reports.stored import StoredReport
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.storage.sqlite.corpus_pool import CorpusPool
    from pincite.transparency.policy import Policy
    from pincite.workflows.add_sources import Added, Said
    from pincite.workflows.build_release import Built, Progress
    from pincite.workflows.chat import Acting
    from pincite.workflows.check_services import ServiceState
    from pincite.workflows.compose_answer import Answering
    from pincite.workflows.fetch_sources import Fetched, Outcome
    from pincite.workflows.live_corpus import LiveCorpus
    from pincite.workflows.pull_release import Pulled
    from pincite.workflows.verify_draft import Stage

__all__ = [
    "acting",
    "add",
    "answering",
    "build",
    "catalogue",
    "check_lock",
    "check_services",
    "checks_again",
    "citation_in",
    "contracts_of",
    "door_of",
    "extractor",
    "fetch",
    "language_model",
    "live_corpus",
    "live_services",
    "names_of",
    "no_releases",
    "now",
    "official_url",
    "open_corpus",
    "open_ledger",
    "open_pool",
    "packs",
    "privacy_for",
    "pull",
    "readers",
    "ruled_out",
    "service_judge",
    "service_tools",
    "verify",
    "versions",
    "write_spec",
]

OWN = ("hk", "ch", "uk", "eu")
GROUP = "pincite.packs"

# what a reader's output depends on; a change of any of these files reads the sources again
_CODE = (
    "text",
    "formats",
    "law",
    "identity",
    "atoms",
    "quotation/fingerprints.py",
    "quotation/lexicon.py",
    "quotation/lexicons",
    "quotation/tokens.py",
    "quotation/numerals.py",
    "quotation/orthography.py",
    "quotation/orthography",
    "jurisdictions",
    "corpus/leaves.py",
    "corpus/scan.py",
    "corpus/data",
    "corpus/admission.py",
    "findings.py",
    "digests.py",
    "storage/fingerprints.py",
    "storage/ready.py",
    "storage/shelf.py",
    "storage/sqlite/fulltext.py",
    "storage/sqlite/index_db.py",
)


@cache
def packs() -> tuple[JurisdictionPack, ...]:
    """All packs: our own, then third parties' in the order of their names."""
    own = [import_module(module).PACK for name in OWN if _there(module := f"pincite.jurisdictions.{name}.pack")]
    return (*own, *_third_parties())


@cache
def _third_parties() -> tuple[JurisdictionPack, ...]:
    found: list[JurisdictionPack] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            found.append(point.load())
        except Exception as error:
            raise CannotRun(
                f"the pack {point.name!r} ({point.value}) cannot be loaded: {error}",
                remedy="Mend or uninstall the package it comes from.",
            ) from error
    return tuple(found)


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


@cache
def readers() -> Mapping[str, Reader]:
    """All readers by name; grammars are not loaded for them."""
    found: dict[str, Reader] = {}
    for name in ("shared", *OWN):
        module = f"pincite.jurisdictions.{name}.sources"
        if _there(module):
            found |= getattr(import_module(module), "READERS", {})
    for pack in _third_parties():
        found |= pack.readers
    return found


@cache
def extractor() -> Extractor:
    """One extractor over all packs."""
    from pincite.citations.extract import Extractor  # noqa: PLC0415 (the scanner takes time to compile)

    return Extractor(packs())


def official_url(reference: str, language: str) -> str:
    """The publisher's address of a reference, by the pack of its jurisdiction; "" when there is none."""
    jurisdiction = reference.partition("/")[0]
    for pack in packs():
        if jurisdiction in pack.jurisdictions:
            return pack.url(reference, language)
    return ""


def citation_in(reference: str, language: str) -> str:
    """A reference as a citation in a language, "" where its pack has no form for it there."""
    from pincite.citations.parse import write  # noqa: PLC0415 (what a citation needs, only a citation loads)
    from pincite.identity.reference import Reference  # noqa: PLC0415

    try:
        return write([Reference.parse(reference)], extractor(), language=language)
    except (BadInput, ValueError):
        return ""


def house_writer(style: str, language: str) -> Callable[[str], str]:
    """Writes works as citations in a house style; where a pack has not that style or language, in its usual one.

    Raises:
        BadInput: no pack has a style of that name; what is returned raises it where there is no form for a work.

    """
    from pincite.citations.render import pack_of, render  # noqa: PLC0415 (as above)
    from pincite.identity.reference import Reference  # noqa: PLC0415

    known = sorted({each.name for pack in packs() for each in pack.styles})
    if style and style not in known:
        raise BadInput(f"there is no citation style {style!r}", remedy=f"Styles: {', '.join(known)}.")

    def write(work: str) -> str:
        reference = Reference.parse(work)
        pack = pack_of(reference.jurisdiction, packs())
        styles = pack.styles if pack is not None else ()
        own = style if any(each.name == style for each in styles) else ""
        spoken = any(language in each.languages for each in styles if own in ("", each.name))
        return render(reference, packs(), language=language if spoken else "", style=own)

    return write


@cache
def code_of(reader: str) -> str:
    """The digest of the code a reader's output depends on."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(_code_files(package)):
        digest.update(path.relative_to(package).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    module = inspect.getmodule(readers()[reader])
    file = Path(module.__file__) if module and module.__file__ else None
    if file and package not in file.parents:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _code_files(package: Path) -> Iterable[Path]:
    for part in _CODE:
        path = package / part
        yield from (
            (each for each in path.rglob("*") if each.is_file() and "__pycache__" not in each.parts)
            if path.is_dir()
            else (path,)
        )


def build(
    spec_file: Path,
    out: Path,
    *,
    root: Path | None = None,
    keep_going: bool = False,
    jobs: int = 1,
    replace: bool = False,
    previous: Path | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
    readers_from: Callable[[], Mapping[str, Reader]] = readers,
    code: Callable[[str], str] = code_of,
) -> Built:
    """Build the release of a spec below `out`, as `<out>/<jurisdiction>/<tag>/`.

    What was read is kept in `<out>/.work/<jurisdiction>/`, so that a build that was stopped goes on, and the next one
    reads only what changed. `previous` is the folder of the release before this one, which the manifest will name.
    `readers_from` and `code` are module-level functions: other processes call them too.

    Raises:
        BadInput: a wrong spec, or files that cannot be read (all are named).
        CannotRun: the disk, or another build of this release at the same time.

    """
    from pincite.corpus.spec import read_spec  # noqa: PLC0415 (what a build needs, only a build loads)
    from pincite.storage.build_lock import build_lock  # noqa: PLC0415
    from pincite.storage.reading import Reading  # noqa: PLC0415
    from pincite.storage.release_writer import FolderWriter  # noqa: PLC0415
    from pincite.storage.shelf import FolderShelf  # noqa: PLC0415
    from pincite.storage.source_files import FolderFiles  # noqa: PLC0415
    from pincite.storage.source_folder import FolderLock  # noqa: PLC0415
    from pincite.workflows.build_release import build_release  # noqa: PLC0415

    try:
        data = spec_file.read_bytes()
    except OSError as error:
        raise BadInput(
            f"the spec {spec_file} cannot be read: {error.strerror}", remedy="Name the spec's YAML file."
        ) from error
    spec = read_spec(data, name=spec_file.name)
    before = _previous(previous, spec) if previous else None
    files = FolderFiles(root if root is not None else spec_file.parent / spec.root)
    work = out / ".work" / spec.jurisdiction
    writers: list[FolderWriter] = []

    def writer() -> FolderWriter:
        writers.append(FolderWriter(out, spec.jurisdiction, spec.tag, replace=replace))
        return writers[0]

    with build_lock(work):
        shelf = FolderShelf(work)
        try:
            return build_release(
                spec,
                files=files,
                readers=readers_from(),
                read=Reading(files, shelf, readers=readers_from, code=code, jobs=jobs),
                shelf=shelf,
                writer=writer,
                progress=progress,
                keep_going=keep_going,
                previous=before,
                lock=FolderLock(files.root),
            )
        except BaseException:
            for each in writers:
                each.abandon()
            raise


@cache
def catalogue() -> Catalogue:
    """The publishers' collections of all packs; a third party's pack may offer its own (`publishers`)."""
    from pincite.corpus.publishers import Catalogue  # noqa: PLC0415 (what fetching needs, only fetching loads)

    own = [
        import_module(module).PUBLISHERS
        for name in (*OWN, "shared")
        if _there(module := f"pincite.jurisdictions.{name}.publishers")
    ]
    return Catalogue.joined(
        [*own, *(found for pack in _third_parties() if (found := getattr(pack, "publishers", None)))]
    )


def fetch(
    what: Path | Sequence[FetchOrder],
    out: Path | None = None,
    *,
    locked: bool = False,
    only_list: bool = False,
    record: Path | None = None,
    replay: Path | None = None,
    transport: BaseTransport | None = None,
    progress: Callable[[Outcome, int, int], None] = lambda *_: None,
) -> tuple[Path, Fetched]:
    """Fetch law into a folder of sources; returns the folder and what came of each file.

    Args:
        what: a spec with `fetch`, a SOURCES.lock (exactly its files are fetched), or orders.
        out: the folder; a spec's own root when it is not named.
        locked: leave files that changed at their publisher as they are.
        only_list: say what exists, and fetch nothing.
        record: folder to which every exchange with a publisher is written.
        replay: such a folder, which answers instead of the network.
        transport: another than the network's (tests).
        progress: told of each outcome.

    Raises:
        BadInput: what is asked for cannot be.
        CannotRun: the folder cannot be written; what fails at a publisher is an outcome.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.http import Http, network  # noqa: PLC0415
    from pincite.corpus.source_lock import LOCK, read_lock  # noqa: PLC0415
    from pincite.corpus.spec import read_spec  # noqa: PLC0415
    from pincite.storage.source_folder import SourceFolder  # noqa: PLC0415
    from pincite.workflows.fetch_locked import fetch_locked  # noqa: PLC0415
    from pincite.workflows.fetch_sources import fetch_sources  # noqa: PLC0415

    lines = None
    orders: Sequence[FetchOrder] = ()
    if isinstance(what, Path):
        data = _file(what)
        if what.name == LOCK:
            lines = read_lock(data, name=LOCK)
        else:
            spec = read_spec(data, name=what.name)
            orders, out = spec.fetch, out or what.parent / spec.root
            if not orders:
                raise BadInput(f"{what.name} names nothing to fetch", remedy="Add the key `fetch` (docs/sources.md).")
    else:
        orders = what
    if out is None:
        raise BadInput("where to?", remedy="Name a folder with --out.")
    known = catalogue()
    named = [order.collection for order in orders] if lines is None else [each.collection for each in lines.values()]
    asked = [each for name, each in known.collections.items() if name in named and not (lines and each.one_at_a_time)]
    hosts = {host: each.seconds_between for each in asked for host in each.hosts}
    if replay is not None:
        from pincite.connectors.recorded import Replay  # noqa: PLC0415

        transport, hosts = Replay(replay), dict.fromkeys(hosts, 0.0)
    if record is not None:
        from pincite.connectors.recorded import Recording  # noqa: PLC0415

        transport = Recording(transport or network(settings.proxy(), settings.ca_file()), record)
    client = Http(hosts, transport=transport or network(settings.proxy(), settings.ca_file()))
    with client as net, SourceFolder(out) as store:
        if lines is not None:
            return out, fetch_locked(lines.values(), known, net, store, progress=progress)
        return out, fetch_sources(
            *(orders, known, net, store), readers=readers(), locked=locked, only_list=only_list, progress=progress
        )


def add(files: Sequence[Path], out: Path, said: Said) -> list[Added]:
    """Add files that somebody downloaded to a folder of sources.

    Raises:
        BadInput: a file is not recognised, or another has its place; those before it are added.

    """
    from pincite.storage.source_folder import SourceFolder  # noqa: PLC0415 (as above)
    from pincite.workflows.add_sources import Given, add_source  # noqa: PLC0415

    with SourceFolder(out) as store:
        added: list[Added] = []
        for path in files:
            beside = {each.name: _file(each) for each in _siblings(path)}
            given = Given(path.name, _file(path), beside)
            added.append(add_source(given, said, catalogue(), readers(), store, now=now()[:19] + "Z"))
        return added


def pull(
    source: str,
    jurisdictions: Sequence[str],
    out: Path,
    *,
    root: bytes | None = None,
    tag: str = "",
    policy: Policy | None = None,
    transport: BaseTransport | None = None,
) -> Iterator[Pulled]:
    """Pull the current release of each jurisdiction, or the one of a tag, from a repository into a folder of releases.

    What was seen of the repository is remembered in `<out>/.pull`.

    Args:
        source: `https://…` or a folder.
        jurisdictions: whose releases.
        out: the folder of releases.
        root: the repository's root, needed the first time.
        tag: of an older release.
        policy: whose signatures are asked of the releases themselves; None looks at all but them.
        transport: another than the network's (tests).

    Raises:
        CorruptRelease: the repository, or a release, is not to be trusted.
        BadInput, CannotRun: there is no such release; it cannot be reached.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.http import network  # noqa: PLC0415
    from pincite.connectors.releases import Repository, fetcher_of  # noqa: PLC0415
    from pincite.storage.build_lock import build_lock  # noqa: PLC0415
    from pincite.storage.pulled_folder import PulledFolder  # noqa: PLC0415
    from pincite.workflows.pull_release import pull_release  # noqa: PLC0415

    address, fetcher = fetcher_of(source, transport or network(settings.proxy(), settings.ca_file()))
    state = out / ".pull"
    with build_lock(state, "pull"):
        repository = Repository(address, fetcher, state, trusted=root)
        repository.refresh()
        for jurisdiction in jurisdictions:
            places: list[PulledFolder] = []

            def place(release: str, places: list[PulledFolder] = places) -> PulledFolder:
                places.append(PulledFolder(out, release, repository.download))
                return places[-1]

            try:
                yield pull_release(repository, jurisdiction, place, tag=tag, policy=policy)
            finally:
                for each in places:
                    each.clear()


def check_lock(folder: Path, *, accept: Sequence[str] = ()) -> tuple[Mapping[str, LockLine], Sequence[Difference]]:
    """The lock of a folder of sources and how the folder differs from it, after files were accepted as they are now.

    Raises:
        BadInput: there is no lock, or it has no line for a file to accept.

    """
    from dataclasses import replace  # noqa: PLC0415 (as above)

    from pincite.storage.source_folder import SourceFolder, differences, lock_of  # noqa: PLC0415

    if not lock_of(folder):
        raise BadInput(f"{folder} has no SOURCES.lock", remedy="Fetch or add files: docs/sources.md.")
    with SourceFolder(folder) as store:
        for name in accept:
            line = store.lines.get(name)
            if line is None:
                raise BadInput(f"the lock has no line for {name!r}", remedy="Add the file: pincite corpus add.")
            data = store.read(name)
            if data is None:
                store.forget(name)
            elif sha256(data) != line.sha256:
                # no longer what the publisher sent: since when is now, and whence is not known
                now_there = replace(line, sha256=sha256(data), bytes=len(data), retrieved_at=now()[:19] + "Z")
                store.put(replace(now_there, url="", etag="", last_modified="", collection="", member=""), data)
        return store.lines, differences(folder, store.lines.values())


def write_spec(
    folder: Path, *, jurisdiction: str, as_of: str, tag: str = "", title: str = "", out: Path | None = None
) -> str:
    """The spec of a release of what a folder of sources holds; written to `out`, if named.

    Raises:
        BadInput: there is nothing of the jurisdiction, or `out` is there already.

    """
    from pincite.storage.source_folder import lock_of  # noqa: PLC0415 (as above)
    from pincite.workflows.write_spec import spec_text  # noqa: PLC0415

    root = os.path.relpath(folder, out.parent) if out else str(folder)
    text = spec_text(
        lock_of(folder).values(),
        catalogue(),
        jurisdiction=jurisdiction,
        tag=tag or as_of.replace("-", "."),
        as_of=as_of,
        title=title,
        root=Path(root).as_posix(),
    )
    if out is not None:
        try:
            with out.open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise BadInput(f"{out} cannot be written: {error.strerror}", remedy="Name a new file.") from error
    return text


def _siblings(path: Path) -> Sequence[Path]:
    """Files beside a file that may belong to it: of the same stem."""
    found = path.parent.glob(f"{glob_escape(path.stem)}.*") if path.parent.is_dir() else ()
    return sorted(each for each in found if each != path and each.is_file())


def _file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", remedy="Name a file that is there.") from error


def _previous(folder: Path, spec: ReleaseSpec) -> Mapping[str, str]:
    from pincite.storage.release_folder import read_release  # noqa: PLC0415 (as above)

    manifest = read_release(folder).manifest
    if manifest.jurisdiction != spec.jurisdiction or manifest.tag == spec.tag:
        raise BadInput(
            f"{folder} holds {manifest.name}, which cannot come before {spec.jurisdiction}/{spec.tag}",
            remedy="Name a release of the same jurisdiction under another tag.",
        )
    return manifest.reference


def open_corpus(releases: Sequence[Path], *, at_release: Sequence[str] = ()) -> SqliteCorpus:
    """An ordered set of releases, verified; by the policy of the setting PINCITE_POLICY, if there is one.

    Args:
        releases: release folders, or folders in which releases lie (`<out>`, `<out>/<jurisdiction>`); when empty, those
            of the setting PINCITE_RELEASES.
        at_release: tags (`hk/2026.11.30`), to choose where a folder holds several of one jurisdiction.

    Raises:
        CannotRun: none is there, or one is corrupt.
        BadInput: two releases of one jurisdiction, and none is chosen.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.storage.release_folder import choose_releases  # noqa: PLC0415
    from pincite.storage.sqlite.corpus import SqliteCorpus  # noqa: PLC0415
    from pincite.storage.trust_files import read_policy  # noqa: PLC0415

    named = settings.policy()
    policy = read_policy(named) if named else None
    return SqliteCorpus(choose_releases(tuple(releases) or settings.releases(), at_release, policy))


def open_pool(releases: Sequence[Path], *, at_release: Sequence[str] = (), size: int = 4) -> CorpusPool:
    """The same set for several threads, as servers need it; arguments and errors are those of `open_corpus`.

    `size`: how many threads read at a time.
    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.storage.release_folder import choose_releases  # noqa: PLC0415
    from pincite.storage.sqlite.corpus_pool import CorpusPool  # noqa: PLC0415
    from pincite.storage.trust_files import read_policy  # noqa: PLC0415

    named = settings.policy()
    policy = read_policy(named) if named else None
    return CorpusPool(choose_releases(tuple(releases) or settings.releases(), at_release, policy), size)


def open_ledger(store: str | Path, *, create: bool = False) -> Ledger:
    """The ledger in a file, or in PostgreSQL when `store` begins with `postgresql://`; sealed by PINCITE_LEDGER_KEY, if it is set.

    Args:
        store: a path or an address.
        create: make the file where it is not there. A database is made ready by `pincite chat prepare`.

    Raises:
        BadInput: there is no ledger.
        CannotRun: it cannot be opened, or psycopg is not installed.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.storage.sealing import sealer_of  # noqa: PLC0415

    sealer = sealer_of(settings.ledger_key())
    if str(store).startswith(("postgresql://", "postgres://")):
        from pincite.storage.postgres.ledger import PostgresLedger  # noqa: PLC0415 (as above; an extra)

        return PostgresLedger(str(store), sealer=sealer)
    from pincite.storage.sqlite.ledger import SqliteLedger  # noqa: PLC0415 (as above)

    return SqliteLedger(Path(store), create=create, sealer=sealer)


def acting(ledger: Ledger, chat: str, *, tenant: str = "local", matter: str = "default", actor: str = "user") -> Acting:
    """Who acts in a chat, now: what the functions of `workflows.chat` and `workflows.propose` are called with.

    `chat` "" gives a new name.
    """
    from pincite.ledger.entries import ChatId  # noqa: PLC0415 (as above)
    from pincite.workflows.chat import Acting  # noqa: PLC0415 (as above)

    return Acting(ledger, ChatId(tenant, matter, chat or f"chat-{secrets.token_hex(4)}"), actor, now())


def now() -> str:
    """The time, as entries bear it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def answering(corpus: SqliteCorpus | None, *, language: str = "", style: str = "", as_of: str = "") -> Answering:
    """What composing and auditing answers need, with all packs: `workflows.compose_answer`, `workflows.audit_answer`."""
    from pincite.workflows.compose_answer import Answering  # noqa: PLC0415 (as above)

    return Answering(extractor(), official_url, corpus, language, style, as_of, absent=ruled_out)


def language_model(name: str = "", *, seconds: float = 120.0) -> LanguageModel | None:
    """The model of a name (`ollama:NAME`), or of the setting PINCITE_MODEL; None when there is none, or for "none".

    Its server's address and key are those of the environment (`settings`).

    Raises:
        BadInput: the name or the address cannot be used.
        CannotRun: httpx is not installed.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.language_models.choose import model_client, provider_of  # noqa: PLC0415
    from pincite.connectors.language_models.transport import Secret  # noqa: PLC0415

    named = name.strip() or settings.model()
    if named in ("", "none"):
        return None
    key = Secret(settings.model_key(provider_of(named)[0]))
    return model_client(named, url=settings.model_url(), key=key, seconds=seconds)


def judge_addresses(name: str) -> tuple[str, ...]:
    """The addresses a judge of this name sends words to, for the door (`door_of`); none for code and for recorded ones."""
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.language_models.choose import PROVIDERS, provider_of  # noqa: PLC0415

    if name in ("", "none", "signals") or name.startswith(("recorded:", "service:")):
        return ()
    named = settings.model() if name == "model" else name
    return (settings.model_url() or PROVIDERS[provider_of(named)[0]],)


def judge_of(
    name: str, *, egress: Egress | None = None, opinions: Opinions | None = None, seconds: float = 120.0
) -> Judge | None:
    """The judge of a name (docs/judging.md): none, signals, model, PROVIDER:MODEL, service:NAME, recorded:FILE.

    Args:
        name: `model` is that of the setting PINCITE_MODEL; "" is none.
        egress: the door of the draft, asked before words leave.
        opinions: where a model's opinions are kept.
        seconds: to wait for one answer of a model.

    Raises:
        BadInput: there is no judge of that name, or its file cannot be read.
        CannotRun: what it needs is not installed.

    """
    from pincite.judging.by_model import ModelJudge  # noqa: PLC0415 (as above)
    from pincite.judging.by_signals import SignalsJudge  # noqa: PLC0415
    from pincite.judging.kept import KeptJudge  # noqa: PLC0415
    from pincite.judging.panel import Panel  # noqa: PLC0415
    from pincite.judging.recorded import RecordedJudge, read_judgements  # noqa: PLC0415
    from pincite.privacy.egress import is_loopback  # noqa: PLC0415

    if name in ("", "none"):
        return None
    if name == "signals":
        return SignalsJudge()
    kind, _, rest = name.partition(":")
    if kind == "recorded" and rest:
        return Panel((), RecordedJudge(read_judgements(_file(Path(rest)))))
    if kind == "service" and rest:
        asked = service_judge(rest, egress)
        return Panel((asked if opinions is None else KeptJudge(asked, opinions),))
    if name != "model" and not rest:
        raise BadInput(
            f"there is no judge {name!r}",
            remedy="Write none, signals, model, PROVIDER:MODEL, service:NAME or recorded:FILE.",
        )
    model = language_model("" if name == "model" else name, seconds=seconds)
    if model is None:
        raise BadInput("no language model is named", remedy="Set PINCITE_MODEL, or write --judge PROVIDER:MODEL.")
    address = judge_addresses(name)[0]
    judge: Judge = ModelJudge(model, address, egress, "local_model" if is_loopback(address) else "server_judge")
    return Panel((judge if opinions is None else KeptJudge(judge, opinions),))


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
        shelf=shelf,
        names=names_of if treatment else None,
        signed=signed,
    )


def names_of(work: str) -> tuple[str, ...]:
    """The ways in which a decision is cited in each language, as a text would have them."""
    found = [citation_in(work, language) for language in ("en", "de", "fr", "it", "zh-Hant")]
    number = "/".join(work.split("/")[2:])
    # a docket is cited with many words before it («Urteil des BVGer …»): the number alone finds them all
    bare = [number if number and name.endswith(number) else name for name in found]
    return tuple(dict.fromkeys(name for name in bare if name))


_RULES = {
    "rules": ("drafts", "gate", "judging"),
    "lexicons": ("quotation",),
    "grammars": ("citations", "jurisdictions"),
    "privacy": ("privacy",),
}


@cache
def versions() -> Mapping[str, str]:
    """What a report names as its rules: program, packs, and a digest of the code and data of each kind of rules."""
    from pincite._version import __version__  # noqa: PLC0415 (as above)

    package = Path(__file__).parent
    found = {"pincite": __version__, "packs": ", ".join(pack.name for pack in packs())}
    for name, rooms in _RULES.items():
        digest = hashlib.sha256()
        for room in rooms:
            for path in sorted((package / room).rglob("*")):
                # readers of sources are part of a release, not of a check
                if path.is_file() and not {"__pycache__", "sources"} & set(path.parts):
                    digest.update(path.relative_to(package).as_posix().encode())
                    digest.update(hashlib.sha256(path.read_bytes()).digest())
        found[name] = digest.hexdigest()
    return found


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


def live_services(own: Path | None = None) -> Services:
    """The live services and routes of all packs, with a user's own before them (docs/services.md).

    Args:
        own: the file; that of the setting PINCITE_SERVICES when there is none.

    Raises:
        BadInput: it cannot be read or used.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.corpus.services import Services, read_services  # noqa: PLC0415

    joined = Services({}, {})
    for name in OWN:
        if _there(module := f"pincite.jurisdictions.{name}.services"):
            joined = joined.with_own(import_module(module).SERVICES)
    path = own or settings.services()
    return joined.with_own(read_services(_file(path), name=path.name)) if path is not None else joined


def contracts_of(services: Services) -> Mapping[str, Contract]:
    """How each service is spoken to: the contracts of the packs, and by their own names those that a file describes.

    Raises:
        BadInput: a service names a contract that is not there, or describes itself in a way that will not do.

    """
    from pincite.corpus.described_service import described  # noqa: PLC0415 (as above)

    found: dict[str, Contract] = {}
    for name in OWN:
        if _there(module := f"pincite.jurisdictions.{name}.services"):
            found |= import_module(module).CONTRACTS
    for service in services.services.values():
        if service.contract == "described":
            found[f"described:{service.name}"] = described(service, citation_in, _reference_in)
        elif service.kind != "publisher" and service.contract not in found:
            known = ", ".join(["described", *sorted(found)])
            raise BadInput(f"{service.name}: there is no contract {service.contract!r}; contracts are {known}")
    return found


def _reference_in(text: str) -> str:
    """The reference that a citation's text stands for, when it is one citation and nothing else."""
    found = extractor().extract(text).mentions
    return found[0].reference or "" if len(found) == 1 and found[0].text.strip() == text.strip() else ""


def service_tools(egress: Egress, *, transport: BaseTransport | None = None) -> ServiceTools:
    """The clients of live services, behind a door; a context manager.

    Raises:
        CannotRun: httpx is not installed.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.services import ServiceTools  # noqa: PLC0415

    return ServiceTools(egress, transport=transport, proxy=settings.proxy(), ca_file=settings.ca_file())


def live_corpus(local: Corpus, tools: ServiceTools, services: Services, *, today: str) -> LiveCorpus:
    """A corpus that asks services for what `local` does not hold.

    Args:
        local: the releases, asked first.
        tools: of `service_tools`, with the door that `verify` is given too.
        services: of `live_services`.
        today: ISO date of the check.

    Raises:
        CannotRun: a service of a route is an MCP server, and the SDK is not installed.

    """
    from functools import partial  # noqa: PLC0415 (as above)

    from pincite.workflows.live_corpus import LiveCorpus  # noqa: PLC0415
    from pincite.workflows.live_publisher import from_publisher  # noqa: PLC0415

    routed = {name for route in services.routes.values() for name in route}
    if find_spec("mcp") is None and any(services.services[name].kind == "mcp" for name in routed):
        raise CannotRun(
            "asking an MCP server needs the MCP SDK, which is not installed",
            remedy="Install it: pip install 'pincite[live]'.",
        )
    publisher = partial(from_publisher, tools=tools, catalogue=catalogue(), readers=readers())
    return LiveCorpus(local, services, tools, contracts_of(services), today=today, publisher=publisher)


def no_releases() -> SqliteCorpus:
    """A set of no releases at all: only what services send is then checked."""
    from pincite.storage.sqlite.corpus import SqliteCorpus  # noqa: PLC0415 (as above)

    return SqliteCorpus(())


def check_services(
    services: Services, names: Sequence[str] = (), *, transport: BaseTransport | None = None
) -> list[ServiceState]:
    """Whether services answer and offer what they are used for; nothing of any draft is sent.

    Raises:
        BadInput: there is no service of a name.
        CannotRun: what a service needs is not installed.

    """
    from pincite.privacy.egress import Door  # noqa: PLC0415 (as above)
    from pincite.workflows.check_services import check_services as check  # noqa: PLC0415

    with service_tools(Door("cloud"), transport=transport) as tools:
        return check(services, tools, contracts_of(services), catalogue(), names)


def service_judge(name: str, egress: Egress | None = None, *, own: Path | None = None) -> Judge:
    """A live service as judge: `check_claim_support` of an opencaselaw MCP server, its excerpts proved here.

    Args:
        name: of the service (`live_services`).
        egress: the door of the draft; one that is shut when None.
        own: a file of services, as for `live_services`.

    Raises:
        BadInput: there is no service of that name that judges.

    """
    from pincite.judging.by_service import ServiceJudge  # noqa: PLC0415 (as above)
    from pincite.jurisdictions.ch.services.swiss_caselaw import claim_support  # noqa: PLC0415
    from pincite.privacy.egress import Parcel, nothing_leaves  # noqa: PLC0415

    known = live_services(own).services
    judging = [each.name for each in known.values() if each.contract == "ch.swiss_caselaw"]
    if name not in judging:
        raise BadInput(f"the service {name!r} judges nothing", remedy=f"Services that do: {', '.join(judging)}.")
    service, door = known[name], egress or nothing_leaves()

    def check(question: Question) -> Mapping[str, Any]:
        with service_tools(door) as tools:

            def ask(tool: str, arguments: Mapping[str, Any]) -> Any:
                words = " ".join(str(value) for value in arguments.values())
                work = question.reference.partition("#")[0]
                content: Content = "claim" if tool == "check_claim_support" else "reference"
                parcel = Parcel(service.address, content, words, question.spans, work if content == "reference" else "")
                return tools.call(service, tool, arguments, parcel).value

            return claim_support(ask, question.claim, question.reference)

    return ServiceJudge(name, check)


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


def ruled_out(reference: str) -> Absence | None:
    """What a complete list of a reference's pack says against it."""
    jurisdiction = reference.partition("/")[0]
    found = (pack.absent(reference) for pack in packs() if pack.name == jurisdiction)
    return next((each for each in found if each is not None), None)
