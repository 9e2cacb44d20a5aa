"""Reading documents: without loss, with the same words as other copies of them, and how fast.

    python -m benchmarks.documents --shared FOLDER       all; FOLDER holds corpora/ (PINCITE_SHARED if not given)

1. `judgments`: Word files of British judgments against the Akoma Ntoso that their publisher made of them, white space apart. What the
   Akoma Ntoso has and the reading has not is `missing`; what only the reading has is `more`.
2. `triplets`: PDF against HTML of Swiss decisions, between the first and the last words both hold (a PDF of printed
   reports begins and ends with pages that it shares with its neighbours). White space and quotation marks apart, dashes as one sign;
   the HTML's words joined over its lines by a rule of this file's own.
3. `speed`: an invented PDF of 500 pages and an invented Word file of 200 pages with 800 citations. Processor seconds.

Results: results/documents.json.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import platform
import re
import resource
import sys
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rapidfuzz.distance import Levenshtein
from tests.formats.office import docx, lines, para, pdf, run

from pincite.formats.docx import read_docx
from pincite.formats.pdf import read_pdf
from pincite.formats.tree import Element, Instruction
from pincite.formats.xml import read_xml
from pincite.text.canonical import Piece

RESULTS = Path(__file__).resolve().parent / "results" / "documents.json"
_CORE = 40
_WITHOUT_TEXT = frozenset(("meta", "embeddedStructure_meta"))
_HANGING = frozenset(("und", "oder", "bzw", "sowie", "resp", "noch"))
Row = dict[str, Any]


def judgments(corpora: Path) -> Iterable[Row]:
    """Each Word file of a judgment against its Akoma Ntoso."""
    for file in sorted((corpora / "uk" / "judgments_docx_akn").glob("*.docx")):
        begun = time.process_time()
        written = read_docx(file.read_bytes(), name=file.name, numbers=True).written
        seconds = time.process_time() - begun
        mine = "".join(
            written.text[passage.start : passage.end]
            for passage in written.passages
            if passage.kind not in ("header", "footer")
        )
        akn = "".join(_texts(read_xml(file.with_suffix(".xml").read_bytes(), name=file.name)))
        ours, theirs = _folded(mine.replace(" | ", "")), _folded(akn)
        missing, more = _differences(theirs, ours)
        yield {
            "file": file.name,
            "characters": len(theirs),
            "missing": sum(map(len, missing)),
            "more": sum(map(len, more)),
            "missing_words": missing[:8],
            "more_words": more[:8],
            "unread": len(written.unread),
            "seconds": round(seconds, 3),
        }


def _texts(element: Element) -> Iterable[str]:
    for child in element.children:
        if isinstance(child, Piece):
            yield child.text
        elif not isinstance(child, Instruction) and child.tag not in _WITHOUT_TEXT:
            yield from _texts(child)


def _folded(text: str) -> str:
    return re.sub(r"[\s\u00a0\u00ad]", "", text).replace("\u2011", "-")


def _differences(theirs: str, ours: str) -> tuple[list[str], list[str]]:
    missing: list[str] = []
    more: list[str] = []
    for step in Levenshtein.opcodes(theirs, ours):
        if step.tag in ("delete", "replace"):
            missing.append(theirs[step.src_start : step.src_end])
        if step.tag in ("insert", "replace"):
            more.append(ours[step.dest_start : step.dest_end])
    return missing, more


def triplets(corpora: Path) -> Iterable[Row]:
    """Each PDF of a Swiss decision against its HTML."""
    for file in sorted((corpora / "ch" / "decisions" / "entscheidsuche_AG").glob("*.pdf")):
        written = read_pdf(file.read_bytes(), name=file.name)
        theirs = _signs(_joined(_html_lines(file.with_suffix(".html").read_text("utf-8"))))
        ours = _signs(written.text)
        theirs, ours = _core(theirs, ours)
        wrong = Levenshtein.distance(theirs, ours)
        missing, more = _differences(theirs, ours)
        yield {
            "file": file.name,
            "characters": len(theirs),
            "wrong": wrong,
            "error_rate": round(wrong / max(1, len(theirs)), 6),
            "missing_words": missing[:8],
            "more_words": more[:8],
            "unread": len(written.unread),
        }


def _html_lines(page: str) -> list[str]:
    body = page[page.index("<body>") :]
    body = re.sub(r'<div class="header">.*?</div>|<!--.*?-->', "", body, flags=re.DOTALL)
    body = re.sub(r"<br ?/?>|</div>", "\n", re.sub(r"\s+", " ", body))
    texts = html.unescape(re.sub(r"<[^>]+>", "", body)).split("\n")
    return [text.strip() for text in texts if text.strip()]


def _joined(texts: list[str]) -> str:
    out = texts[0]
    for text in texts[1:]:
        word = re.match(r"[^\W\d_]+", text)
        divided = out.endswith("-") and word is not None and text[0].islower() and word.group() not in _HANGING
        out = out[:-1] + text if divided else f"{out} {text}"
    return out


def _signs(text: str) -> str:
    text = re.sub(r"[\s\"„“”«»ʺ]|´´", "", re.sub("[–—]", "-", text))
    return text.replace("…", "...").replace("≥", ">=")


def _core(theirs: str, ours: str) -> tuple[str, str]:
    """Both between the first and the last characters that stand in both."""
    first = next(i for i in range(len(theirs)) if theirs[i : i + _CORE] in ours)
    last = next(i for i in range(len(theirs), 0, -1) if theirs[i - _CORE : i] in ours)
    begin = ours.index(theirs[first : first + _CORE])
    return theirs[first:last], ours[begin : ours.rindex(theirs[last - _CORE : last]) + _CORE]


def _timed(name: str, read: Callable[[], int]) -> Row:
    begun = time.process_time()
    characters = read()
    return {
        "what": name,
        "characters": characters,
        "processor_seconds": round(time.process_time() - begun, 2),
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def speed() -> Iterable[Row]:
    """Reading of large invented files."""
    sentence = "The keeper of the lantern at Northwick shall light it at dusk and see to the wick before dawn"
    pages = [
        [(290.0, 810.0, 9.0, f"Lantern v Wick, page {number}"), *lines([f"{sentence} {line}." for line in range(45)])]
        for number in range(500)
    ]
    large = pdf(pages)
    yield _timed("a PDF of 500 pages", lambda: len(read_pdf(large, name="large.pdf").text))
    body = "".join(
        para(
            f"{number}. ",
            run(f"{sentence}, as section {number % 90 + 1} of the Lantern Ordinance (Cap. 486) says. " * 5),
        )
        for number in range(800)
    )
    word = docx(body)
    yield _timed("a Word file of 200 pages", lambda: len(read_docx(word, name="large.docx").written.text))


def main() -> None:
    """Run what the module says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("PINCITE_SHARED", "../shared")))
    shared = parser.parse_args().shared
    if not (shared / "corpora").is_dir():
        sys.exit(f"no corpora at {shared}: give --shared")
    times = list(speed())  # first, so that the memory is theirs
    read, pairs = list(judgments(shared / "corpora")), list(triplets(shared / "corpora"))
    characters, wrong = sum(row["characters"] for row in pairs), sum(row["wrong"] for row in pairs)
    figures: Row = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": "python -m benchmarks.documents",
        "versions": {
            "pincite": version("pincite"),
            "pypdfium2": version("pypdfium2"),
            "python": platform.python_version(),
        },
        "judgments": {
            "files": len(read),
            "characters": sum(row["characters"] for row in read),
            "missing": sum(row["missing"] for row in read),
            "more": sum(row["more"] for row in read),
            "each": read,
        },
        "triplets": {
            "files": len(pairs),
            "characters": characters,
            "wrong": wrong,
            "error_rate": round(wrong / max(1, characters), 6),
            "worst": max((row["error_rate"] for row in pairs), default=0),
            "each": pairs,
        },
        "speed": times,
    }
    RESULTS.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    for key in ("judgments", "triplets"):
        print(key, {name: value for name, value in figures[key].items() if name != "each"})
    for row in times:
        print(row)
    print(RESULTS)


if __name__ == "__main__":
    main()
