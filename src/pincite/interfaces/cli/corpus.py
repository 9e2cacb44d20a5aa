"""`pincite corpus …`: build a release from a spec, check one."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pincite.workflows.build_release import Built, Progress

__all__ = ["ended_as_interrupted", "register"]

MANY = 40

corpus = typer.Typer(
    help="Build and check local releases.", no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    from pincite.interfaces.cli import corpus_diff, corpus_publish, corpus_signing, corpus_sources

    corpus_sources.register(corpus)
    corpus_signing.register(corpus)
    corpus_publish.register(corpus)
    corpus_diff.register(corpus)
    app.add_typer(corpus, name="corpus")


@corpus.command("build")
def build(
    spec: Annotated[
        Path, typer.Argument(help="The spec: which files, which reader, what is claimed to be complete (YAML).")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder of releases; this one becomes OUT/<jurisdiction>/<tag>.")],
    root: Annotated[
        Path | None,
        typer.Option("--root", help="Folder of the source files, instead of the spec's root.", show_default=False),
    ] = None,
    keep_going: Annotated[
        bool,
        typer.Option("--keep-going", help="List files that cannot be read as refused instead of stopping at them."),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", min=1, help="Processes; the cores of this machine, two at most, if not given.", show_default=False
        ),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a different release of the same tag.")] = False,
    previous: Annotated[
        Path | None,
        typer.Option(
            "--previous", help="The release before this one: its tag and digest enter the manifest.", show_default=False
        ),
    ] = None,
    whole_index: Annotated[
        bool,
        typer.Option(
            "--whole-index", help="Write the index anew: all bytes are then those of a build in an empty folder."
        ),
    ] = False,
) -> None:
    """Build a local release from official files.

    A build that was stopped, by whatever, goes on where it was when the same command is run again; nothing is seen at
    the release's place before all of it is written.
    """
    from pincite import settings, wiring
    from pincite.interfaces.cli.fence import Interrupted

    shown = _Shown()
    try:
        with ended_as_interrupted():
            built = wiring.build(
                spec,
                out,
                root=root,
                keep_going=keep_going,
                jobs=jobs or settings.jobs(),
                replace=replace,
                previous=previous,
                whole_index=whole_index,
                progress=shown,
            )
    except KeyboardInterrupt as stop:
        raise Interrupted(
            f"{shown.done} files are read and kept in {out / '.work'}: the same command goes on from there."
        ) from stop
    finally:
        shown.end()
    _summary(built)


@corpus.command("check")
def check(
    folders: Annotated[list[Path], typer.Argument(help="Releases, or folders of releases.")],
) -> None:
    """Check every file of a release against its manifest.

    The index is checked whenever a release is opened; this checks the leaves, the texts and the lists too.
    """
    from pincite.errors import BadInput
    from pincite.storage.release_folder import find_releases, read_release, verify_files

    found = [path for folder in folders for path in find_releases(folder)]
    if not found:
        raise BadInput(
            f"there is no release in {', '.join(map(str, folders))}",
            remedy="Name a folder made by `pincite corpus build`.",
        )
    for path in found:
        release = read_release(path)
        verify_files(release)
        said = (
            "the manifest says"
            if release.edition is None
            else "edition.json says (texts that may not be passed on are not there)"
        )
        typer.echo(f"{release.manifest.name}  {len(release.files)} files as {said}; manifest sha256 {release.digest}")


@contextlib.contextmanager
def ended_as_interrupted() -> Iterator[None]:
    """Let SIGTERM end a build as Ctrl-C does: its processes are ended, and what can be resumed is said."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:  # not in the main thread, which alone is told of signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _Shown:
    """Progress on stderr: one line that is rewritten on a terminal; elsewhere a line a stage, a quarter when there is much."""

    def __init__(self) -> None:
        self.done = 0
        self._last = ("", -1)
        self._width = 0
        self._terminal = sys.stderr.isatty()

    def __call__(self, progress: Progress) -> None:
        if progress.stage == "reading":
            self.done = progress.done
        quarter = progress.done * 4 // max(progress.total, 1)
        line = f"{progress.stage} {progress.done}/{progress.total}"
        if self._terminal:
            whole = f"{line}  {progress.name[-60:]}"
            sys.stderr.write("\r" + whole.ljust(self._width))
            sys.stderr.flush()
            self._width = len(whole)
        elif progress.done == progress.total or (progress.total >= MANY and (progress.stage, quarter) != self._last):
            sys.stderr.write(line + "\n")
        self._last = (progress.stage, quarter)

    def end(self) -> None:
        """Leave the terminal on a line of its own."""
        if self._width:
            sys.stderr.write("\n")


def _summary(built: Built) -> None:
    manifest = built.manifest
    counts = manifest.counts
    typer.echo(f"{manifest.name}  {manifest.title}, as of {manifest.as_of}")
    typer.echo(
        f"  {counts.get('work', 0)} works, {counts.get('expression', 0)} documents, {counts.get('block', 0)} blocks"
        f" from {built.files - len(built.refused_files)} files ({built.known} known from an earlier run)"
    )
    for language, number in sorted(manifest.by_language.items()):
        typer.echo(f"  {language}: {number} documents")
    if manifest.excluded:
        typer.echo(f"  {len(manifest.excluded)} files excluded by the spec, with reasons, in manifest.json")
    if built.refused:
        typer.echo(f"  {len(built.refused)} refused:")
        for each in built.refused:
            typer.echo(f"    {each.name}{f', {each.place}' if each.place else ''}: {each.reason}")
        for claim in manifest.coverage:
            typer.echo(f"  {'complete' if claim.complete else 'in part'}: {claim.name}")
    for warning in built.warnings:
        typer.echo(f"  Warning: {warning}")
    typer.echo(f"  leaves {manifest.leaf_count}, root {manifest.root}")
    typer.echo(f"  manifest sha256 {manifest.digest()}")
    typer.echo(f"Release: {built.path}")
