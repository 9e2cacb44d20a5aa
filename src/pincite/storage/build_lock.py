"""One build at a time in a work folder, one fetch at a time in a folder of sources.

Keeps true: the lock is the operating system's, so that a killed build leaves none behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pincite.errors import CannotRun

__all__ = ["build_lock"]


@contextmanager
def build_lock(folder: Path, what: str = "build") -> Iterator[None]:
    """Hold the folder's lock, making the folder where it is not there; `what` is said to be at work in it.

    Raises:
        CannotRun: another holds it, or the folder cannot be made.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "lock").open("a")
    except OSError as error:
        raise CannotRun(f"{folder} cannot be made: {error.strerror}", remedy="Name another --out.") from error
    with file:
        try:
            import fcntl  # noqa: PLC0415 (absent on Windows, where two builds at once are the user's own care)
        except ImportError:
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CannotRun(
                f"another {what} is at work in {folder}", remedy="Wait for it, or name another --out."
            ) from error
        try:
            yield
        finally:
            with suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_UN)
