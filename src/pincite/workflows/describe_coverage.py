"""What the releases hold, and what they claim to be complete for: the ground of every «not found»."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pincite.corpus.answers import Corpus, Coverage

__all__ = ["as_json", "describe_coverage"]

SCHEMA = "pincite.coverage/1"


def describe_coverage(corpus: Corpus) -> tuple[Coverage, ...]:
    """Coverage of each release, in the order of the set."""
    return corpus.coverage()


def as_json(coverage: tuple[Coverage, ...]) -> dict[str, Any]:
    """Coverage as JSON of the schema `pincite.coverage/1`."""
    return {"schema": SCHEMA, "releases": [asdict(each) for each in coverage]}
