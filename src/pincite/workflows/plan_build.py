"""What a build will read: the files that a spec names, which reader takes each, and what is left out with the reason.

Keeps true: every file that a pattern finds is read, excluded with a reason, beside another as its companion, or refused by
name; none is named by two entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple, Protocol

from pincite.corpus.spec import ReleaseSpec, SourceSpec
from pincite.errors import BadInput
from pincite.law.reader import Reader

__all__ = ["ReadTask", "SourceFiles", "plan"]


class ReadTask(NamedTuple):
    """One file to read: its name, its companions by key, and what the spec says of it."""

    name: str
    companions: Mapping[str, str]
    source: SourceSpec


class SourceFiles(Protocol):
    """The files below the root of a spec."""

    def match(self, pattern: str) -> Sequence[str]:
        """Names of files, with «/», that a glob matches, sorted."""

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""


def plan(spec: ReleaseSpec, files: SourceFiles, readers: Mapping[str, Reader]) -> tuple[list[ReadTask], dict[str, str]]:
    """The files to read, in order of their names, and those excluded with the reason.

    Raises:
        BadInput: for a reader nobody offers, a glob that finds nothing, a file named by two entries, a companion missing.

    """
    tasks: dict[str, ReadTask] = {}
    excluded: dict[str, str] = {}
    for source in spec.sources:
        where = f"{spec.name}, line {source.line}"
        if source.reader not in readers:
            known = ", ".join(sorted(readers)) or "none"
            raise BadInput(f"{where}: there is no reader {source.reader!r}", remedy=f"Readers: {known}.")
        out = {
            name: rule.reason
            for rule in source.exclude
            for pattern in rule.files
            for name in _matched(files, pattern, where, spec)
        }
        named = {name for pattern in source.files for name in _matched(files, pattern, where, spec)}
        companions = {name: _companions(source, name, files, where) for name in sorted(named - out.keys())}
        beside = {other for found in companions.values() for other in found.values()}
        for name in sorted(named - out.keys() - beside):
            if name in tasks:
                first = tasks[name].source.line
                raise BadInput(
                    f"{where}: {name} is already named by the entry in line {first}",
                    remedy="Exclude it in one of the two, with the reason.",
                )
            tasks[name] = ReadTask(name, companions[name], source)
        excluded |= {name: reason for name, reason in out.items() if name in named}
    excluded = {name: reason for name, reason in excluded.items() if name not in tasks}
    return [tasks[name] for name in sorted(tasks)], dict(sorted(excluded.items()))


def _matched(files: SourceFiles, pattern: str, where: str, spec: ReleaseSpec) -> Sequence[str]:
    names = files.match(pattern)
    if not names:
        raise BadInput(
            f"{where}: no file matches {pattern!r} below the root {spec.root!r}",
            remedy="Correct the pattern or the root (`root` in the spec is taken from the spec's folder; --root overrides it).",
        )
    return names


def _companions(source: SourceSpec, name: str, files: SourceFiles, where: str) -> dict[str, str]:
    """The companion files of a file: the template's `{stem}` and `{name}` are those of the file, in its own folder."""
    found: dict[str, str] = {}
    if not source.companions:
        return found
    path = PurePosixPath(name)
    for key, template in source.companions.items():
        optional = template.endswith("?")
        beside = template.rstrip("?").replace("{stem}", path.stem).replace("{name}", path.name)
        other = (path.parent / beside).as_posix()
        if files.exists(other):
            found[key] = other
        elif not optional:
            raise BadInput(
                f"{where}: {name} has no companion {other} ({key})",
                remedy="Put it there, correct `companions`, or end the template with «?» to make it optional.",
            )
    return found
