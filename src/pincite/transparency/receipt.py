r"""Receipts (`pincite.receipt/2`): that these words stand in this place of a signed release, provable without us.

    {
      "schema": "pincite.receipt/2",
      "quote": "…", "char_start": 0, "char_end": 1,      code points of `text`, half open
      "text": "…",                                       the whole block
      "leaf": {…},                                       the block's record in the release
      "proof": "5 <path>\n<checkpoint>",                 that the leaf is in the release, with its signed checkpoint
      "as_of": "2026-11-30", "manifest_sha256": "…",     the release's date and manifest
      "log_proof": "2 <path>\n<checkpoint>"              that the release is in the log of releases
    }

A proof is its index, a space, the hashes of the path together in base64, a line feed, and the signed note; as
`Proof.to_text` writes it, it is a c2sp.org/tlog-proof@v1. What a leaf says twice a receipt says once: `type` (a block's) is
left out, `work` and `language` where they are the expression's before and behind its «@», `id` where it is the eid,
`text_length` where it is that of `text`; whoever reads puts them back.

Keeps true: `verify_receipt` says `ok` only when all seven steps held, in this order; the first that fails ends it:

1. strict parse       known keys only, each once, of the right type; no floats; Unicode text
2. bounds             0 <= char_start < char_end <= length of the text, because slices accept other numbers too
3. quote              text[char_start:char_end] is the quote, code point by code point
4. text digest        the text has the SHA-256 and the length that the leaf names
5. leaf inclusion     the leaf stands in the release's tree at the index of the proof
6. signatures         both checkpoints are signed as the policy asks
7. log                the release, with this root and manifest, stands in the log of releases

What a receipt proves: the release that the log signed holds these words at this place, under the dates and the status
that the leaf names. Not: that the release is complete, or that the text is the law.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pincite.digests import canonical_json, sha256_text, strict_json
from pincite.transparency.encoding import NotProven
from pincite.transparency.log_entry import log_entry
from pincite.transparency.merkle import leaf_hash, verify_inclusion
from pincite.transparency.policy import Policy
from pincite.transparency.proof import Proof
from pincite.transparency.signatures import Signed, check_signatures

__all__ = ["SCHEMA", "STEPS", "Receipt", "ReceiptCheck", "Step", "make_receipt", "read_receipt", "verify_receipt"]

SCHEMA = "pincite.receipt/2"
STEPS = ("strict parse", "bounds", "quote", "text digest", "leaf inclusion", "signatures", "log")
LARGEST = 8 << 20

_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TEXTS = ("quote", "text", "proof", "as_of", "manifest_sha256", "log_proof")
_KEYS = {"schema", "char_start", "char_end", "leaf", *_TEXTS}
_LEAF_TEXTS = ("type", "id", "work", "expression", "eid", "language", "text_sha256")


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt as it was read; its attributes are the keys of the JSON."""

    quote: str
    char_start: int
    char_end: int
    text: str
    leaf: Mapping[str, Any]
    proof: Proof
    as_of: str
    manifest_sha256: str
    log_proof: Proof

    def to_bytes(self) -> bytes:
        """Canonical JSON and a line feed."""
        value = {
            "schema": SCHEMA,
            "quote": self.quote,
            "char_start": self.char_start,
            "char_end": self.char_end,
            "text": self.text,
            "leaf": _once(self.leaf, self.text),
            "proof": self.proof.to_compact(),
            "as_of": self.as_of,
            "manifest_sha256": self.manifest_sha256,
            "log_proof": self.log_proof.to_compact(),
        }
        return canonical_json(value) + b"\n"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a verification: its number and name, whether it held, and what was seen or what was wrong."""

    number: int
    name: str
    ok: bool
    said: str


@dataclass(frozen=True, slots=True)
class ReceiptCheck:
    """What came of a receipt: the steps taken, the last one refused unless `ok`; the receipt and signatures if read."""

    steps: tuple[Step, ...]
    receipt: Receipt | None = None
    signed: Signed | None = None

    @property
    def ok(self) -> bool:
        """Whether all seven steps held."""
        return len(self.steps) == len(STEPS) and all(step.ok for step in self.steps)


def make_receipt(
    text: str, start: int, end: int, *, leaf: Mapping[str, Any], proof: Proof, as_of: str, manifest_sha256: str,
    log_proof: Proof,
) -> Receipt:  # fmt: skip
    """The receipt of `text[start:end]`, where `text` is that of the block whose leaf is given."""
    return Receipt(
        quote=text[start:end],
        char_start=start,
        char_end=end,
        text=text,
        leaf=leaf,
        proof=proof,
        as_of=as_of,
        manifest_sha256=manifest_sha256,
        log_proof=log_proof,
    )


def read_receipt(data: bytes) -> Receipt:
    """Step 1: read a receipt strictly; nothing is verified yet.

    Raises:
        NotProven: with the reason.

    """
    if len(data) > LARGEST:
        raise NotProven(f"larger than {LARGEST} bytes")
    try:
        value = strict_json(data.decode("utf-8"))
        canonical_json(value)  # refuses lone surrogates and numbers that two readers may read differently
    except (ValueError, RecursionError) as error:
        raise NotProven(f"not strict JSON: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise NotProven(f"not of the schema {SCHEMA}")
    if value.keys() != _KEYS:
        odd = sorted(value.keys() ^ _KEYS)
        raise NotProven(f"keys missing or unknown: {', '.join(odd)[:200]}")
    for key in _TEXTS:
        if not isinstance(value[key], str):
            raise NotProven(f"{key} is not a text")
    for key in ("char_start", "char_end"):
        if type(value[key]) is not int:  # a boolean is an int to Python and none here
            raise NotProven(f"{key} is not an integer")
    if not _HEX.fullmatch(value["manifest_sha256"]) or not _DATE.fullmatch(value["as_of"]):
        raise NotProven("manifest_sha256 or as_of is malformed")
    value["leaf"] = _again(value["leaf"], value["text"])
    del value["schema"]
    return Receipt(
        **{**value, "proof": _proof(value["proof"], "proof"), "log_proof": _proof(value["log_proof"], "log_proof")}
    )


def _implied(leaf: Mapping[str, Any], text: str) -> dict[str, Any]:
    """What a leaf says twice."""
    work, _, version = str(leaf.get("expression", "")).partition("@")
    language = version.partition("/")[0]
    return {"type": "block", "work": work, "language": language, "id": leaf.get("eid"), "text_length": len(text)}


def _once(leaf: Mapping[str, Any], text: str) -> dict[str, Any]:
    """A leaf without what it says twice."""
    implied = _implied(leaf, text)
    return {key: value for key, value in leaf.items() if key not in implied or implied[key] != value}


def _again(carried: Any, text: str) -> dict[str, Any]:
    """The leaf that a receipt carries, with what is left out; one spelling: nothing that could be left out is there."""
    if not isinstance(carried, dict):
        raise NotProven("leaf is not an object")
    implied = _implied(carried, text)
    for key, value in implied.items():
        if key in carried and carried[key] == value and type(carried[key]) is type(value):
            raise NotProven(f"the leaf says {key}, which is left out when it says nothing of its own")
    leaf = {**implied, **carried}
    _check_leaf(leaf)
    return leaf


def _check_leaf(leaf: Mapping[str, Any]) -> None:
    for key in _LEAF_TEXTS:
        if not isinstance(leaf.get(key), str):
            raise NotProven(f"the leaf names no {key}")
    if leaf["type"] != "block" or type(leaf.get("text_length")) is not int:
        raise NotProven("the leaf is not a block's")


def _proof(text: str, what: str) -> Proof:
    try:
        return Proof.parse_compact(text)
    except NotProven as error:
        raise NotProven(f"{what}: {error}") from error


def verify_receipt(data: bytes, policy: Policy) -> ReceiptCheck:
    """Verify a receipt by a policy, offline, without the release. Never raises for what stands in `data`."""
    check = _Check(policy)
    steps: list[Step] = []
    actions: tuple[Callable[[], str], ...] = (
        lambda: check.parse(data),
        check.bounds,
        check.quote,
        check.digest,
        check.inclusion,
        check.signatures,
        check.log,
    )
    for number, (name, action) in enumerate(zip(STEPS, actions, strict=True), start=1):
        try:
            steps.append(Step(number, name, ok=True, said=action()))
        except NotProven as error:
            steps.append(Step(number, name, ok=False, said=str(error)))
            break
    return ReceiptCheck(tuple(steps), check.receipt, check.signed)


class _Check:
    """The seven steps; each returns what was seen, or raises NotProven."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.receipt: Receipt | None = None
        self.signed: Signed | None = None

    @property
    def _held(self) -> Receipt:
        assert self.receipt is not None, "step 1 comes first"
        return self.receipt

    def parse(self, data: bytes) -> str:
        self.receipt = read_receipt(data)
        leaf = self.receipt.leaf
        return f"{leaf['expression']}, {leaf['eid']}"

    def bounds(self) -> str:
        held = self._held
        if not 0 <= held.char_start < held.char_end <= len(held.text):
            raise NotProven(f"{held.char_start} to {held.char_end} is no span of a text of {len(held.text)} characters")
        return f"characters {held.char_start} to {held.char_end} of {len(held.text)}"

    def quote(self) -> str:
        held = self._held
        if held.text[held.char_start : held.char_end] != held.quote:
            raise NotProven("the text says something else at that place")
        return "the text says exactly the quote there"

    def digest(self) -> str:
        held = self._held
        digest = sha256_text(held.text)
        if digest != held.leaf["text_sha256"] or len(held.text) != held.leaf["text_length"]:
            raise NotProven(f"the text has the SHA-256 {digest}; the leaf names another text")
        return f"the text has the SHA-256 {digest}"

    def inclusion(self) -> str:
        held = self._held
        tree = held.proof.checkpoint
        # the leaf's bytes are written anew: what is proved is what was read, whatever its spelling
        if not verify_inclusion(
            leaf_hash(canonical_json(dict(held.leaf))), held.proof.index, tree.size, held.proof.path, tree.root
        ):
            raise NotProven(f"the leaf does not stand at {held.proof.index} of the tree {tree.origin}")
        return f"leaf {held.proof.index} of {tree.size} of {tree.origin}"

    def signatures(self) -> str:
        held = self._held
        self.signed = check_signatures(held.proof.note, held.log_proof.note, self.policy)
        witnesses = self.signed.witnesses
        return f"signed by {self.signed.origin}" + (f", witnessed by {', '.join(witnesses)}" if witnesses else "")

    def log(self) -> str:
        held, signed = self._held, self.signed
        assert signed is not None, "step 6 comes first"
        entry = log_entry(signed.origin, signed.leaves, as_of=held.as_of, manifest_sha256=held.manifest_sha256)
        if not held.log_proof.includes(entry):
            raise NotProven(
                f"the log holds no release {signed.release} with this root, date and manifest at that place"
            )
        return f"release {signed.release} is entry {held.log_proof.index} of {signed.log.size} in the log"
