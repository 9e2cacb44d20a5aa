"""Other processes of a build.

Keeps true: a process whose parent is gone ends itself, and Ctrl-C is the parent's business alone.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from multiprocessing.context import BaseContext

__all__ = ["begin_worker", "collect_seldom", "process_method", "seldom_collected"]

_LOADED = ["pincite.storage.reading", "pincite.storage.release_index"]
"""What every process of a build needs, loaded once before they part."""
_SELDOM = (100_000, 20, 50)
"""New objects after which those without an owner are looked for; the usual 700 are one document's."""


def process_method() -> BaseContext:
    """How processes are started: not by copying this one, which may hold threads."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    return context


def begin_worker() -> None:
    """What a process does first."""
    with contextlib.suppress(ValueError, OSError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()


def collect_seldom() -> None:
    """Look seldom for objects without an owner: a build makes many and leaves few."""
    gc.freeze()
    gc.set_threshold(*_SELDOM)


@contextlib.contextmanager
def seldom_collected() -> Iterator[None]:
    """The same in a process that does other things afterwards."""
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
