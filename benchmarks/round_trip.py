"""How many references can be written, and how many of the citations written read back as the same reference.

    python -m benchmarks.round_trip            every reference of the shared corpora, every entry of the packs' tables
    python -m benchmarks.round_trip --misses   with those that did not read back

What is measured is the packs' own writing (`render`); `pincite.render` gives only what reads back.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from benchmarks.passages import shared_folder, texts

from pincite import wiring
from pincite.citations.parse import parse
from pincite.citations.render import pack_of, render
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.text.tables import rows
from pincite.wiring.installed import OWN

__all__ = ["Share", "read_back", "reads_back", "references_of_corpora", "references_of_tables", "ways"]

RESULTS = Path(__file__).resolve().parent / "results"
OF_TABLES = (
    ("ch", "federal_acts", "ch/sr/{0}", "art_1", (0,)),
    ("hk", "ordinances", "hk/cap{0}", "s5", (0,)),
    ("hk", "case_prefixes", "hk/{0}/5/2015", "para_12", (0,)),
    ("uk", "acts", "uk/ukpga/{1}/{2}", "section-5", (1, 2)),
    ("uk", "courts", "{3}/2020/5", "para_12", (3,)),
)


class Share(NamedTuple):
    """Counts over some references, and what did not read back: (reference, style, language, citation)."""

    references: int
    written: int
    citations: int
    read_back: int
    misses: tuple[tuple[str, str, str, str], ...]


def ways(reference: Reference) -> Iterator[tuple[str, str, str]]:
    """(style, language, citation) in each way the packs write a reference."""
    pack = pack_of(reference.jurisdiction, wiring.packs())
    for style in pack.styles if pack else ():
        for language in style.languages:
            try:
                written = render(reference, wiring.packs(), language=language, style=style.name)
            except BadInput:
                continue
            yield style.name, language, written


def reads_back(reference: Reference, language: str, citation: str) -> bool:
    """Whether a citation reads as the reference it was made of, in its language and jurisdiction."""
    found = parse(citation, wiring.extractor(), language=language, jurisdiction=reference.jurisdiction)
    return found.references == (reference,)


def read_back(references: Iterable[Reference]) -> Share:
    """Write all references in all ways and read them again."""
    total = some = citations = 0
    misses = []
    for reference in references:
        total += 1
        written = list(ways(reference))
        some += bool(written)
        citations += len(written)
        misses += [(str(reference), *way) for way in written if not reads_back(reference, way[1], way[2])]
    return Share(total, some, citations, citations - len(misses), tuple(misses))


def references_of_tables() -> list[Reference]:
    """Every act, chapter, prefix and court of the packs' tables, as a whole and at one place."""
    found = []
    for pack, table, work, place, needed in OF_TABLES:
        for row in rows(f"pincite.jurisdictions.{pack}", f"data/{table}.tsv"):
            if all(row[index] for index in needed):
                found += [Reference.parse(work.format(*row) + behind) for behind in ("", f"#{place}")]
    return found


def references_of_corpora(shared: Path, *, most: int = 150_000) -> list[Reference]:
    """Every reference of the shared corpora's first characters, once."""
    found: dict[str, None] = {}
    for name, _, text in texts(shared, most=most):
        jurisdiction = name.split("/")[1]
        if jurisdiction in OWN:
            for mention in wiring.extractor().extract(text, jurisdiction=jurisdiction).mentions:
                if mention.reference and "/?/" not in mention.reference:
                    found[mention.reference] = None
    return [Reference.parse(reference) for reference in sorted(found)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.round_trip", description=__doc__)
    parser.add_argument("--misses", action="store_true", help="list what did not read back")
    given = parser.parse_args(arguments)
    shared = shared_folder()
    if not (shared / "corpora").is_dir():
        print(f"no corpora at {shared}: set PINCITE_SHARED", file=sys.stderr)
        return 2
    corpora = references_of_corpora(shared)
    sets = {pack: [each for each in corpora if _pack(each) == pack] for pack in OWN}
    sets["tables"] = references_of_tables()
    figures = {}
    for name, references in sets.items():
        begun = time.perf_counter()
        share = read_back(references)
        seconds = time.perf_counter() - begun
        figures[name] = {
            "references": share.references,
            "written": share.written,
            "citations": share.citations,
            "read_back": share.read_back,
            "share": round(share.read_back / max(share.citations, 1), 5),
            "seconds": round(seconds, 2),
        }
        print(f"{name:<8}{json.dumps(figures[name])}")
        for miss in share.misses if given.misses else ():
            print("   ", *miss, sep="  ")
    day = datetime.now(UTC).date().isoformat()
    record = {
        "date": day,
        "command": "python -m benchmarks.round_trip",
        "versions": {"pincite": version("pincite"), "python": platform.python_version()},
        "figures": figures,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"round_trip-{day}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    return 0


def _pack(reference: Reference) -> str:
    pack = pack_of(reference.jurisdiction, wiring.packs())
    return pack.name if pack else ""


if __name__ == "__main__":
    sys.exit(main())
