"""The fence around every command: whatever goes wrong, a person reads one clear message, never a traceback.

Keeps true:
1. A `PinciteError` is its message and its remedy on stderr, and its exit code (2 could not run, 3 bad input).
2. A wrong command line is bad input too: exit 3.
3. Anything else is a fault in pincite: it says so, exits 2, and shows the traceback only when PINCITE_DEBUG is set.
4. A disk that is full, a file that refuses, a standard input or output that is closed is said to be that: exit 2.
5. A closed pipe ends quietly with 141, as a shell says it, and never with 0: a gate whose reader went away has passed nothing.
   Ctrl-C exits 130 and says what can be resumed.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, cast

from typer.core import TyperGroup

from pincite.errors import CannotRun, PinciteError
from pincite.settings import debug

__all__ = ["FencedGroup", "Interrupted", "fenced"]

EXIT_INTERRUPTED = 130
EXIT_OUTPUT_CLOSED = 141
EXIT_FAULT = 2
EXIT_BAD_INPUT = 3


class Interrupted(Exception):
    """The user pressed Ctrl-C; the message says what was kept and how to go on."""


class _OutputClosed(Exception):
    """Whoever read our output went away (`pincite … | head`)."""


class _ClosedInput:
    """Stands for a standard input that is closed: to ask it is to be told so."""

    def isatty(self) -> bool:
        """Nobody types here."""
        return False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise CannotRun("standard input is closed, and was to be read", remedy="Give a file, or open it: < FILE.")

    def __iter__(self) -> Any:
        return self.lines


class FencedGroup(TyperGroup):
    """Hands Ctrl-C and a closed pipe to the fence before typer turns them into exit codes of its own."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            raise Interrupted("Nothing was left half-written.") from stop
        except BrokenPipeError as closed:
            raise _OutputClosed from closed


def _check_streams() -> None:
    """A closed stream is None to the interpreter: no command can be told anything, or tell anything, by it."""
    if sys.stdin is None:
        sys.stdin = cast("Any", _ClosedInput())
    if sys.stdout is None:
        raise CannotRun("standard output is closed: nothing could be told", remedy="Open it, or send it to a file.")


def fenced(command: Callable[[], Any]) -> int:
    """Run `command` and return the exit code; all failures are told on stderr."""
    try:
        _check_streams()
        code = command()
        sys.stdout.flush()
    except (_OutputClosed, BrokenPipeError):
        _to_nowhere()
        return EXIT_OUTPUT_CLOSED
    except (Interrupted, KeyboardInterrupt) as stop:
        _say(f"Interrupted. {stop}".rstrip())
        return EXIT_INTERRUPTED
    except PinciteError as error:
        _say(f"pincite: {error}")
        if error.remedy:
            _say(f"  {error.remedy}")
        return error.exit_code
    except OSError as error:
        return _refused_by_the_machine(error)
    except Exception as error:  # noqa: BLE001 (the fence: nothing may pass)
        return _other(error)
    return code if isinstance(code, int) else 0


def _refused_by_the_machine(error: OSError) -> int:
    """A full disk, a closed or full standard output, a missing permission: none of them a fault in pincite."""
    if debug():
        traceback.print_exception(error)
    try:
        sys.stdout.flush()
    except OSError:
        _to_nowhere()
    where = error.filename or "standard output, or a file being written,"
    _say(f"pincite: {where} cannot be used: {error.strerror or error}")
    _say("  Look at the disk's space, the permissions and where the output goes, and run it again.")
    return EXIT_FAULT


def _to_nowhere() -> None:
    """The interpreter would complain of what is still buffered when it flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _other(error: Exception) -> int:
    """A wrong command line as typer reports it, or a fault in pincite."""
    say_usage = getattr(error, "format_message", None)
    if say_usage is not None:
        _say(f"pincite: {say_usage()}")
        context = getattr(error, "ctx", None)
        if context is not None:
            _say(f"  Try '{context.command_path} --help'.")
        return EXIT_BAD_INPUT
    if type(error).__name__ == "Abort":
        return EXIT_INTERRUPTED
    if debug():
        traceback.print_exception(error)
    reason = str(error).strip() or "no message"
    _say(f"pincite: this is a fault in pincite, not in your input ({type(error).__name__}: {reason}).")
    if not debug():
        _say("  Run it again with PINCITE_DEBUG=1 to see where, and report that.")
    return EXIT_FAULT


def _say(line: str) -> None:
    """One line on stderr; a closed stderr is nobody listening."""
    try:
        print(line, file=sys.stderr)  # noqa: T201 (the door prints)
    except OSError:
        return
