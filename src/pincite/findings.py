"""A Finding says that something in somebody's text, or in a source, is to be looked at. It is data and is never raised.

A finding is a code and parameters; prose lives only in the catalogues of `reports/`, one a language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = ["Finding"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found.

    Attributes:
        code: snake_case name of the kind, the key of the message catalogues (`page_inside_decision`).
        parameters: what the message needs: strings and integers only, so that a report can be hashed.
        start: first code point concerned in the text examined, or None when no span is meant.
        end: the code point after the last one.

    """

    code: str
    parameters: Mapping[str, str | int] = field(default_factory=lambda: MappingProxyType({}))
    start: int | None = None
    end: int | None = None
