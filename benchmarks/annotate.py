"""A long Word draft checked and annotated as a user does it: `pincite verify DRAFT --annotate OUT` in a process of its own.

    python -m benchmarks.annotate [--release FOLDER ...]     the specimen's release, built for it, when none is named

The draft is invented: 200 pages (600,000 characters), 800 paragraphs with one citation each, half of them in footnotes, a quarter with a
quotation, of which half are altered. Without --release it cites the specimen. With --release the same citations are not found
there, which costs more (near misses are looked for); the figure of both is written down.

`recheck`: the draft with one paragraph changed, checked in a session that knows the draft before.

Results: results/annotate.json: processor seconds, wall seconds (of a machine that does other things too), most memory.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.formats.office import docx, para

from pincite import wiring
from pincite.corpus.remembered import RememberedCorpus
from pincite.formats.docx import read_docx
from pincite.interfaces.cli.main import main as pincite
from pincite.workflows.recheck_draft import Recheck

RESULTS = Path(__file__).resolve().parent / "results" / "annotate.json"
CITATIONS = 800
FILLER = (
    "The keeper of the lantern at Northwick shall light it at dusk and see to the wick before dawn, and the keeper of the next "
    "lantern shall do the same. "
) * 4
CITED = (
    "Section 3(1) of the Lantern Keeping Ordinance (Cap. 9001) says when.",
    "“A keeper must not leave a lit lantern unattended” (Cap. 9001, s. 4(1)).",
    "See *Registrar of Lanterns v Far Light Ltd* [2026] HKCFA 391 at [4].",
    "“A keeper must leave a lit lantern unattended” (Cap. 9001, s. 4(1)).",
    "See Cap. 9001, s. 5 for permits.",
    "See [2026] HKCFA 391 at [5] for the power.",
    "See Cap. 9001, s. 6(1) on water.",
    "See [2026] HKCFA 397 at [12] on costs.",
)


def long_draft(changed: int = -1) -> bytes:
    """The draft; `changed` is the number of a paragraph with other words."""
    body, notes = [], []
    for number in range(CITATIONS):
        cited = CITED[number % len(CITED)] if number != changed else "See Cap. 9001, s. 2 for the words."
        words = f"{number + 1}. {FILLER}"
        if number % 2:
            body.append(para(words, cited))
            continue
        mark = f'<w:r><w:footnoteReference w:id="{number + 1}"/></w:r>'
        quoted, bracket, rest = cited.partition(" (Cap.")
        in_note = f"Cap.{rest}".replace(").", ".") if bracket else cited
        body.append(para(words, quoted if bracket else "It is so", mark, "."))
        notes.append(f'<w:footnote w:id="{number + 1}">{para(in_note)}</w:footnote>')
    return docx("".join(body), footnotes="".join(notes))


def figures(releases: list[Path], folder: Path) -> dict[str, Any]:
    """One run of the command on the draft."""
    draft, out = folder / "long.docx", folder / "annotated.docx"
    draft.write_bytes(long_draft())
    named = [word for release in releases for word in ("--release", str(release))]
    command = [
        sys.executable,
        "-m",
        "pincite",
        "verify",
        str(draft),
        *named,
        "--annotate",
        str(out),
        "--format",
        "json",
    ]
    before_it = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = before_it.ru_utime + before_it.ru_stime
    begun = time.monotonic()
    with (folder / "report.json").open("wb") as output:
        code = subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL, check=False).returncode
    wall = time.monotonic() - begun
    assert code in (0, 1), code
    cost = resource.getrusage(resource.RUSAGE_CHILDREN)
    report = json.loads((folder / "report.json").read_bytes())
    written = read_docx(out.read_bytes(), name="annotated.docx").written
    before = read_docx(draft.read_bytes(), name="long.docx").written
    assert written.text == before.text
    return {
        "characters": len(before.text),
        "citations": report["counts"]["mentions"],
        "comments": sum(beside.kind == "comment" for beside in written.besides),
        "processor_seconds": round(cost.ru_utime + cost.ru_stime - spent, 2),
        "wall_seconds": round(wall, 2),
        "memory_mb": cost.ru_maxrss // 1024,
    }


def rechecked(releases: list[Path]) -> dict[str, Any]:
    """A first check in a session and a second one after a change, in processor seconds."""
    found: dict[str, Any] = {}
    with wiring.open_corpus(releases) as corpus:
        session = Recheck(
            lambda data, remembered, shelf: wiring.verify(
                data, "long.docx", remembered, checked_on="2026-11-30", shelf=shelf
            ),
            RememberedCorpus(corpus),
        )
        for name, data in (("first", long_draft()), ("one paragraph changed", long_draft(changed=401))):
            begun = time.process_time()
            done = session.again(data)
            seconds = round(time.process_time() - begun, 2)
            found[name] = {"processor_seconds": seconds, "asked_of_the_releases": done.asked}
    return found


def main() -> None:
    """Run what the module says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", type=Path, action="append", default=[])
    named = parser.parse_args().release
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        assert pincite(["demo", "--into", str(folder / "specimen")]) == 0
        specimen = [folder / "specimen" / "releases" / "hk"]
        result: dict[str, Any] = {
            "date": datetime.now(UTC).date().isoformat(),
            "command": "python -m benchmarks.annotate",
            "versions": {"pincite": version("pincite"), "python": platform.python_version()},
            "specimen": figures(specimen, folder),
            "recheck": rechecked(specimen),
        }
        if named:
            result["other_releases"] = figures(named, folder)
    RESULTS.write_text(json.dumps(result, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
