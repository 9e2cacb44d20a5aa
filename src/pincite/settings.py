"""What the environment says; the only module that reads it.

PINCITE_DEBUG      set and not 0: tracebacks are shown
PINCITE_RELEASES   release folders used when no --release is given, separated as PATH is
PINCITE_SHARED     where the shared corpora and gold lie (tests and benchmarks only)
PINCITE_JOBS       processes of a build, when --jobs is not given
PINCITE_POLICY     trust policy used when neither --policy nor --vkey is given
PINCITE_KEY_PASSPHRASE  passphrase of a signing key; asked for on the terminal when it is not set
NO_COLOR           set and not empty: no colours on a terminal (no-color.org)
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["debug", "jobs", "key_passphrase", "no_color", "policy", "releases", "shared"]


def debug() -> bool:
    """Whether tracebacks are shown."""
    return os.environ.get("PINCITE_DEBUG", "") not in ("", "0")


def releases() -> tuple[Path, ...]:
    """The release folders used when none is named."""
    return tuple(Path(part) for part in os.environ.get("PINCITE_RELEASES", "").split(os.pathsep) if part)


def shared() -> Path | None:
    """The folder of the shared corpora, if one is named."""
    named = os.environ.get("PINCITE_SHARED", "")
    return Path(named) if named else None


def jobs() -> int:
    """How many processes a build uses: PINCITE_JOBS, or the cores this process may use, two at most."""
    named = os.environ.get("PINCITE_JOBS", "")
    if named.isdigit() and int(named) > 0:
        return int(named)
    return min(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def no_color() -> bool:
    """Whether colours are not wanted."""
    return bool(os.environ.get("NO_COLOR", "")) or os.environ.get("TERM", "") == "dumb"


def policy() -> Path | None:
    """The trust policy used when none is named."""
    named = os.environ.get("PINCITE_POLICY", "")
    return Path(named) if named else None


def key_passphrase() -> str | None:
    """The passphrase of a signing key, if the environment says it."""
    return os.environ.get("PINCITE_KEY_PASSPHRASE")
