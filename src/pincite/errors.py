"""What can go wrong with our machine, as exceptions; what is wrong with somebody's text is a Finding, never raised.

    PinciteError
    ├── BadInput            the user can mend it: a missing file, a wrong spec, an unreadable format   (exit 3)
    │   └── UnreadableSource    a source file that cannot be parsed, with the place and the reason
    └── CannotRun           the machine or a source failed: no release, a corrupt index, no permission  (exit 2)
        └── CorruptRelease      what a release holds is not what it says it holds

The message is the sentence a person reads: what was wrong, then what to do. Foreign errors are fenced at the port
where they enter and come out as one of these. What was given may be quoted in it whatever its length: a line of a message
is shortened in its middle, so that its end says what was wrong.
"""

from __future__ import annotations

__all__ = ["BadInput", "CannotRun", "CorruptRelease", "PinciteError", "UnreadableSource"]

LONGEST_LINE = 1_000
"""Characters of a line of a message: more than any list of names in one."""
_BEGINNING, _END = 200, 400


def _shortened(line: str) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    left_out = len(line) - _BEGINNING - _END
    return f"{line[:_BEGINNING]} [… {left_out:,} characters …] {line[-_END:]}"


class PinciteError(Exception):
    """Something pincite cannot do; `str()` is the sentence for the user, `remedy` what to do about it."""

    exit_code = 2
    code = "error"
    """The name of the kind, for machines."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        if len(message) > LONGEST_LINE:
            message = "\n".join(map(_shortened, message.split("\n")))
        super().__init__(message)
        self.remedy = remedy


class BadInput(PinciteError):
    """What was given cannot be used; the message names it and says what would do."""

    exit_code = 3
    code = "bad_input"


class UnreadableSource(BadInput):
    """A source file that cannot be parsed: `name` of the file, `place` in it, and the reason as the message."""

    code = "unreadable_source"

    def __init__(self, name: str, place: str, reason: str, *, remedy: str = "") -> None:
        where = f"{name}, {place}" if place else name
        super().__init__(f"{where}: {reason}", remedy=remedy)
        self.name = name
        self.place = place
        self.reason = reason


class CannotRun(PinciteError):
    """The machine, a file or a service failed: the answer is «could not be checked», never «not found»."""

    code = "cannot_run"


class CorruptRelease(CannotRun):
    """A release whose content differs from what its manifest or its leaves say; nothing is answered from it."""

    code = "corpus_tampered"
