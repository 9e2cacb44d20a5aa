"""What a person decides about a blocked draft, as a signed note: disclaim, judge, escalate, approve.

Keeps true:
1. An act names the very report and draft it is about by digest, so that it cannot be carried over to others, and the act before
   it, so that none is dropped between two.
2. What is signed begins with `pincite.gate/1`: a signature made for a log or a release is never one for a draft.
3. Who acted is the key that signed. What an act says of itself is read only after its signature was verified against the keys of
   known persons; an unknown key, or one that is no person's, counts for nothing.

The signed text, two lines: `pincite.gate/1`, and canonical JSON (RFC 8785). The note is that of c2sp.org/signed-note.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from pincite.digests import canonical_json, sha256_text, strict_json
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import Signer, VerifierKey, open_note, sign_note

__all__ = ["SCHEMA", "WHOLE_DRAFT", "Act", "SignedAct", "Way", "read_act", "sign_act"]

SCHEMA = "pincite.gate/1"
WHOLE_DRAFT = "draft"
"""Stands among the citations for what concerns the whole draft."""

Way = Literal["disclaim", "judge", "escalate", "approve"]
"""`disclaim`: the copy delivered bears a marker beside each citation; `judge`: the person read the source and says what it says;
`escalate`: put before somebody else; `approve`: to be delivered as it is."""

_TEXTS = ("way", "report", "draft", "reason", "on", "to", "copy", "support", "previous")


@dataclass(frozen=True, slots=True)
class Act:
    """One act.

    Attributes:
        way: what is decided.
        report, draft: sha256 of the report's file and of the draft's.
        citations: the ids concerned, in the order of the draft; `draft` for what concerns the whole.
        reason: why, in the person's words.
        on: ISO date of the act.
        to: whom it is put before (escalate).
        copy: sha256 of the copy with the markers (disclaim).
        support: SUPPORTED, PARTLY, UNSUPPORTED or CONTRADICTED (judge).
        previous: sha256 of the note of the act before, "" for the first.

    """

    way: Way
    report: str
    draft: str
    citations: tuple[str, ...]
    reason: str
    on: str
    to: str = ""
    copy: str = ""
    support: str = ""
    previous: str = ""

    def to_text(self) -> str:
        """What is signed."""
        value: dict[str, Any] = {key: getattr(self, key) for key in _TEXTS}
        value["citations"] = list(self.citations)
        return f"{SCHEMA}\n{canonical_json(value).decode()}\n"


@dataclass(frozen=True, slots=True)
class SignedAct:
    """An act whose signature was verified.

    Attributes:
        act: what it says.
        by: the person's key.
        sha256: of the note.

    """

    act: Act
    by: VerifierKey
    sha256: str


def sign_act(act: Act, person: Signer) -> str:
    """The note of an act, signed by one person."""
    return sign_note(act.to_text(), [person])


def read_act(note: str, persons: Sequence[VerifierKey]) -> SignedAct:
    """Verify the note of an act.

    Raises:
        NotProven: malformed, a bad signature, or signed by nobody that is known, or by several.

    """
    opened = open_note(note, persons)
    if len(opened.signers) != 1 or opened.unknown:
        raise NotProven("an act is one person's: the note bears more signatures than one")
    head, _, body = opened.text.partition("\n")
    if head != SCHEMA:
        raise NotProven(f"what is signed is no act of the gate: it begins with {head[:40]!r}")
    return SignedAct(_parsed(body.removesuffix("\n")), opened.signers[0], sha256_text(note))


def _parsed(body: str) -> Act:
    try:
        value = strict_json(body)
    except (ValueError, RecursionError) as error:
        raise NotProven(f"the act is not JSON: {error}") from error
    if not isinstance(value, dict) or set(value) != {*_TEXTS, "citations"}:
        raise NotProven("the act has other fields than an act has")
    citations = value.pop("citations")
    if not all(isinstance(each, str) for each in value.values()):
        raise NotProven("a field of the act is no text")
    if not isinstance(citations, list) or not citations or not all(isinstance(each, str) for each in citations):
        raise NotProven("the act names no citations")
    if value["way"] not in get_args(Way):
        raise NotProven(f"there is no way on {value['way'][:40]!r}")
    act = Act(cast("Way", value.pop("way")), citations=tuple(citations), **value)
    if f"{SCHEMA}\n{body}\n" != act.to_text():
        raise NotProven("the act is not written in its one form")
    return act
