"""Which code and data decided: digests by which what was kept is read again, and a report names its rules.

Keeps true: a change of any file an outcome depends on changes its digest.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from pincite.wiring.installed import packs, readers

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
    "storage/frames.py",
    "storage/ready.py",
    "storage/shelf.py",
    "storage/sqlite/fulltext.py",
    "storage/sqlite/index_db.py",
    "storage/sqlite/index_update.py",
)


@cache
def code_of(reader: str) -> str:
    """The digest of the code a reader's output depends on."""
    package = Path(__file__).parent.parent
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

    package = Path(__file__).parent.parent
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
