"""Keys of the tests, made from fixed seeds; a log of releases in memory, and a small receipt."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pincite.digests import canonical_json, sha256_text
from pincite.transparency.checkpoint import Checkpoint
from pincite.transparency.log_entry import log_entry
from pincite.transparency.merkle import Tree, leaf_hash
from pincite.transparency.note import Signer, cosignature, sign_note
from pincite.transparency.policy import Policy, parse_policy
from pincite.transparency.proof import Proof
from pincite.transparency.receipt import Receipt, make_receipt

ORIGIN = "law.example/releases"
RELEASE = "hk/2026.11.30"
AS_OF = "2026-11-30"
TEXT = "(1) A keeper must light the café's lantern before dusk — 🏮 — and must not leave it."


def signer(name: str = ORIGIN, seed: int = 1) -> Signer:
    return Signer(name, Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32))


LOG = signer()
WITNESSES = [signer(f"witness{number}.example", 10 + number) for number in range(3)]

POLICY_TEXT = (
    f"log {LOG.verifier.vkey}\n"
    + "".join(f"witness w{i} {each.verifier.as_witness().vkey}\n" for i, each in enumerate(WITNESSES))
    + "group two 2 w0 w1 w2\nquorum two\n"
)


def policy() -> Policy:
    return parse_policy(POLICY_TEXT)


def leaf(text: str = TEXT, **said: Any) -> dict[str, Any]:
    return {
        "type": "block", "id": "s4", "work": "hk/cap9001", "expression": "hk/cap9001@en/2026-03-01", "eid": "s4",
        "language": "en", "status": "in_force", "valid_from": "2020-01-01", "legal_value": "unofficial",
        "text_sha256": sha256_text(text), "text_length": len(text), "amended_by": ["hk/ord/2020/7#s3"], **said,
    }  # fmt: skip


def checkpoint_note(tree: Tree, origin: str, key: Signer = LOG) -> str:
    return sign_note(Checkpoint(origin, tree.size, tree.root).text, [key])


def witnessed(note: str, *witnesses: int, time: int = 1_796_000_000) -> str:
    return note + "".join(cosignature(note, WITNESSES[number], time=time) for number in witnesses)


def receipt(
    *,
    quote: str = "light the café's lantern",
    text: str = TEXT,
    release: str = RELEASE,
    witnesses: tuple[int, ...] = (0, 1),
    key: Signer = LOG,
    leaves: int = 9,
    at: int = 5,
    **said: Any,
) -> Receipt:
    """The receipt of a quote in leaf `at` of a release, third entry of five in the log."""
    held = leaf(text, **said)
    hashes = [leaf_hash(bytes([each])) for each in range(leaves)]
    hashes[at] = leaf_hash(canonical_json(held))
    tree = Tree(hashes)
    note = checkpoint_note(tree, f"{key.name}/{release}", key)
    manifest = "ab" * 32
    entry = log_entry(key.name, Checkpoint.of_note(note), as_of=AS_OF, manifest_sha256=manifest)
    log = Tree([leaf_hash(b"0"), leaf_hash(b"1"), leaf_hash(entry), leaf_hash(b"3"), leaf_hash(b"4")])
    start = text.index(quote)
    return make_receipt(
        text, start, start + len(quote), leaf=held, proof=Proof(at, tuple(tree.inclusion(at)), note), as_of=AS_OF,
        manifest_sha256=manifest,
        log_proof=Proof(2, tuple(log.inclusion(2)), witnessed(checkpoint_note(log, key.name, key), *witnesses)),
    )  # fmt: skip
