"""Write the spec of a release from a lock: what was fetched and added, entry by entry, for a person to complete.

Keeps true: the spec names each locked file of the jurisdiction once and no other, and says of each what its line says. It
claims nothing: what is complete, only a person knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import groupby

from pincite.corpus.publishers import Catalogue
from pincite.corpus.source_lock import LockLine
from pincite.errors import BadInput

__all__ = ["spec_text"]

WHOLE_FOLDER = 4
"""From so many files of one entry in a folder that holds nothing else, the folder's pattern stands for them."""


def spec_text(
    lines: Iterable[LockLine],
    catalogue: Catalogue,
    *,
    jurisdiction: str,
    tag: str,
    as_of: str,
    title: str = "",
    root: str = ".",
) -> str:
    """The spec as YAML.

    Raises:
        BadInput: the lock holds nothing of the jurisdiction.

    """
    held = [line for line in lines if line.reader and _of(line, jurisdiction)]
    if not held:
        raise BadInput(
            f"the lock holds no file of {jurisdiction!r}", remedy="Fetch or add files first, or name another."
        )
    kept = sorted((line for line in held if not line.companion_of), key=_key)
    out = [
        f"# What {root} held when this was written. Complete it: `coverage` says what is held completely; without a claim",
        "# nothing is ever «not found» (docs/releases.md).",
        f"jurisdiction: {jurisdiction}",
        f"tag: {tag}",
        f"as_of: {as_of}",
        f"title: {_quoted(title or f'{jurisdiction}, fetched and added')}",
        f"root: {_quoted(root)}",
        "sources:",
    ]
    for key, group in groupby(kept, key=_key):
        reader, publisher, licence, legal_value, redistribute, options, folder, suffix = key
        names = [line.name for line in group]
        beside = {line.name for line in held if line.name.rpartition("/")[0] == folder and line.name.endswith(suffix)}
        whole = len(names) >= WHOLE_FOLDER and beside == set(names)
        patterns = [f"{folder}/*{suffix}" if folder else f"*{suffix}"] if whole else names
        out.append(f"  - files: [{', '.join(_quoted(_literal(name, whole=whole)) for name in patterns)}]")
        out.append(f"    reader: {reader}")
        companions = _companions(reader, catalogue)
        if companions:
            out.append(f"    companions: {json.dumps(companions)}")
        if options:
            out.append(f"    options: {options}")
        out += [
            f"    publisher: {_quoted(publisher)}",
            f"    licence: {_quoted(licence)}",
            f"    legal_value: {legal_value}",
            f"    redistribute: {redistribute}",
        ]
    return "\n".join(out) + "\n"


def _of(line: LockLine, jurisdiction: str) -> bool:
    """Whether a line is of a jurisdiction: by its folder, or by its reader's pack."""
    return line.name.startswith(f"{jurisdiction}/") or line.reader.partition(".")[0] == jurisdiction


def _key(line: LockLine) -> tuple[str, ...]:
    folder, _, name = line.name.rpartition("/")
    suffix = f".{name.rpartition('.')[2]}" if "." in name else ""
    return (
        line.reader,
        line.publisher,
        line.licence,
        line.legal_value,
        line.redistribute,
        _options(line),
        folder,
        suffix,
    )


def _options(line: LockLine) -> str:
    return json.dumps(dict(sorted(line.options.items())), ensure_ascii=False) if line.options else ""


def _companions(reader: str, catalogue: Catalogue) -> Mapping[str, str]:
    return next((each.companions for each in catalogue.formats if each.reader == reader and each.companions), {})


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _literal(name: str, *, whole: bool) -> str:
    """A name as a pattern that matches it alone."""
    return name if whole else "".join(f"[{each}]" if each in "*?[" else each for each in name)
