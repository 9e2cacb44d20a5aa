"""What every test may ask for. Tests on the shared corpora and gold find them through one setting, PINCITE_SHARED."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A property is about results: how long one example takes says how busy the machine is, and speed has its own benchmarks.
settings.register_profile(
    "pincite", derandomize=bool(os.environ.get("CI")), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("pincite")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora/ and gold/; skips where it is absent, fails where CI promises that it is there."""
    folder = Path(os.environ.get("PINCITE_SHARED") or ROOT / ".." / "shared").resolve()
    if (folder / "corpora").is_dir() and (folder / "gold").is_dir():
        return folder
    reason = f"no shared corpora at {folder}: set PINCITE_SHARED to the folder that holds corpora/ and gold/"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
