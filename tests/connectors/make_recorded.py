"""Makes the recorded exchanges of the specimen (`src/pincite/specimen/recorded`) from the local house of publishers.

    python -m tests.connectors.make_recorded

Run it when a question to a publisher changes (a query, an address): the commands of docs/sources.md are replayed from it.
"""

from __future__ import annotations

import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tests.connectors.publishers_house import SPECIMEN, open_house

from pincite import wiring
from pincite.connectors import recorded
from pincite.corpus.spec import FetchOrder

AT = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
DAY = "2026-11-30"
ORDERS = (
    FetchOrder("ch.fedlex", ("999.1",), ("de", "fr", "it"), DAY),
    FetchOrder("hk.elegislation", ("9001",), ("en", "zh-Hant"), DAY),
    FetchOrder("ch.opencaselaw", ("bger_9C_9903_2026",), (), DAY),
    FetchOrder("hk.lrs", ("[2026] HKCFA 391",), (), DAY),
)


def make(folder: Path) -> None:
    """Record all orders into a new folder."""
    with open_house() as house, tempfile.TemporaryDirectory() as scratch:
        for order in ORDERS:
            transport = recorded.Recording(house.transport, folder, lambda: AT)
            _, fetched = wiring.fetch([order], Path(scratch), transport=transport)
            assert not fetched.failed, fetched


if __name__ == "__main__":
    shutil.rmtree(SPECIMEN / "recorded", ignore_errors=True)
    make(SPECIMEN / "recorded")
