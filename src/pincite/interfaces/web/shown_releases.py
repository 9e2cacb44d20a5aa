"""Releases as a page shows them: what is held, what is claimed complete, by whom it is signed, and whether it was tampered with.

Keeps true: a state is a code with a word and a shape of its own; «signed» is never shown like «verified», and what nobody
looked at is said to be that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.corpus.answers import Coverage, CoverageClaim
from pincite.corpus.edition import Edition
from pincite.corpus.manifest import Manifest
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_text import lines_safe
from pincite.workflows.verify_release import ReleaseCheck

__all__ = ["SHAPES", "ShownCheck", "ShownRelease", "shown_check", "shown_release"]

REFUSED_SHOWN = 50

SHAPES: Mapping[str, str] = {"verified": "✔", "signed": "◐", "unsigned": "○", "untrusted": "✘", "tampered": "✖"}
"""The shape beside the word of each state: what a reader without colours sees."""


@dataclass(frozen=True, slots=True)
class ShownRelease:
    """A release.

    Attributes:
        state: verified, signed (by whom, nobody has looked), untrusted (signed, and not as the policy asks), unsigned.
        shape: of the state.
        kinds, languages: (code, how many), most first.
        complete, partial: the claims; outside `complete` nothing follows from absence.
        refused: (file, place, reason) of what could not enter it, the first of them; `refused_count`: of all.
        excluded: (files, why) that the spec left out.
        withheld: how many leaves are not in this copy because their licence keeps them out.

    """

    name: str
    jurisdiction: str
    title: str
    as_of: str
    state: str
    shape: str
    address: str
    works: int
    documents: int
    blocks: int
    kinds: tuple[tuple[str, int], ...]
    languages: tuple[tuple[str, int], ...]
    complete: tuple[CoverageClaim, ...]
    partial: tuple[CoverageClaim, ...]
    root: str
    digest: str
    leaves: int
    refused: tuple[tuple[str, str, str], ...] = ()
    refused_count: int = 0
    excluded: tuple[tuple[str, str], ...] = ()
    previous: str = ""
    edition: bool = False


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """A release verified: whether all steps held, and each step; `signatures`: whether they were among them."""

    ok: bool
    shape: str
    steps: tuple[tuple[int, str, bool, str], ...]
    signatures: bool


def shown_release(
    held: Coverage, manifest: Manifest, digest: str, edition: Edition | None = None, state: str = ""
) -> ShownRelease:
    """A release as a page shows it; `state` is that of its signature, "" as the corpus has it."""
    state = state or held.signature
    return ShownRelease(
        name=held.release,
        jurisdiction=held.jurisdiction,
        title=lines_safe(manifest.title),
        as_of=held.as_of,
        state=state,
        shape=SHAPES[state],
        address=addresses.release(held.release),
        works=held.works,
        documents=held.expressions,
        blocks=held.blocks,
        kinds=_most_first(held.by_kind),
        languages=_most_first(held.by_language),
        complete=tuple(each for each in held.claims if each.complete),
        partial=tuple(each for each in held.claims if not each.complete),
        root=manifest.root or "",
        digest=digest,
        leaves=manifest.leaf_count,
        refused=tuple(
            (lines_safe(each.name), lines_safe(each.place), lines_safe(each.reason))
            for each in manifest.refused[:REFUSED_SHOWN]
        ),
        refused_count=len(manifest.refused),
        excluded=tuple((lines_safe(name), lines_safe(why)) for name, why in manifest.excluded.items()),
        previous=str((manifest.previous or {}).get("tag", "")),
        edition=edition is not None,
    )


def _most_first(counted: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counted.items(), key=lambda each: (-each[1], each[0])))


def shown_check(check: ReleaseCheck, names: Sequence[str]) -> ShownCheck:
    """The steps of a verification, as far as they were taken."""
    return ShownCheck(
        ok=check.ok,
        shape=SHAPES["verified" if check.ok else "tampered"],
        steps=tuple((each.number, each.name, each.ok, lines_safe(each.said)) for each in check.steps),
        signatures="signatures" in names,
    )
