"""How long a report takes to be shown: 1,000,000 characters, 2,000 citations, as a page, a table and on paper.

python -m benchmarks.reports     writes benchmarks/results/reports.json; seconds of processor time
"""

from __future__ import annotations

import json
import platform
import resource
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.attacks.test_hostile_reports import large, shown_of

from pincite.reports.csv_report import render_csv
from pincite.reports.html_report import render_html
from pincite.reports.xlsx_report import render_xlsx
from pincite.storage.fonts import fonts
from pincite.storage.pdf_report import render_pdf

RESULTS = Path(__file__).parent / "results" / "reports.json"


def main() -> None:
    values, text = large()
    shown = shown_of(values, "en", text)
    kinds: dict[str, Callable[[], str | bytes]] = {
        "html": lambda: render_html(shown_of(values, "en", text)),
        "csv": lambda: render_csv(shown),
        "xlsx": lambda: render_xlsx(shown),
        "pdf": lambda: render_pdf(shown, fonts()),
    }
    rows = []
    for kind, render in kinds.items():
        started = time.process_time()
        size = len(render())
        rows.append({"kind": kind, "seconds": round(time.process_time() - started, 2), "size": size})
    figures = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": "python -m benchmarks.reports",
        "python": platform.python_version(),
        "characters": len(text),
        "citations": len(shown.mentions),
        "renderings": rows,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    for row in rows:
        print(row)


if __name__ == "__main__":
    main()
