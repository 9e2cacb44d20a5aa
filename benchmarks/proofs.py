"""Sizes and times of proofs: `python -m benchmarks.proofs [--leaves 100000] [--big 1000000] [--release DIR]`.

Receipts are made over a tree of `--leaves` leaves, with a log of 128 releases and two witnesses (and once with none). Their
blocks are those of the releases below `--release`, padded with invented leaves; without it, invented leaves of usual size.
What is reported is the size beyond the block's text, by percentile, and the time to verify one.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import time
from pathlib import Path
from typing import Any

import zstandard
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pincite.digests import canonical_json, sha256_text
from pincite.transparency.checkpoint import Checkpoint
from pincite.transparency.log_entry import log_entry
from pincite.transparency.merkle import Tree, leaf_hash, verify_inclusion
from pincite.transparency.note import Signer, cosignature, sign_note
from pincite.transparency.policy import Policy
from pincite.transparency.proof import Proof
from pincite.transparency.receipt import make_receipt, verify_receipt

ORIGIN = "law.example/releases"
RELEASE = "hk/2026.11.30"
LOG_SIZE = 128
QUOTE = 120
MANIFEST = "ab" * 32


def key(name: str, seed: int) -> Signer:
    return Signer(name, Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32))


def invented(number: int) -> tuple[dict[str, Any], str]:
    text = f"({number}) A keeper of lanterns must light each lantern before dusk and must not leave it unattended. " * 4
    return {
        "type": "block", "id": f"s{number}", "work": "hk/cap9001", "expression": "hk/cap9001@en/2026-03-01",
        "eid": f"s{number}", "kind": "section", "label": f"{number}.", "heading": "Duty to light", "language": "en",
        "status": "in_force", "valid_from": "2024-01-01", "legal_value": "unofficial", "extractor": "hk.hklm/1",
        "source_sha256": "cd" * 32, "source_start": 20_000, "source_end": 21_000,
        "url": f"https://law.example/cap9001/s{number}",
        "text_sha256": sha256_text(text), "text_length": len(text),
    }, text  # fmt: skip


def held(folder: Path, most: int) -> list[tuple[dict[str, Any], str]]:
    """Blocks with text of the releases below a folder."""
    found: list[tuple[dict[str, Any], str]] = []
    for path in sorted(folder.rglob("leaves.jsonl.zst")):
        texts = {
            record["sha256"]: record["text"]
            for record in map(json.loads, unpacked(path.with_name("texts.jsonl.zst")).splitlines())
        }
        blocks = [leaf for leaf in map(json.loads, unpacked(path).splitlines()) if leaf["type"] == "block"]
        found += [(leaf, texts[leaf["text_sha256"]]) for leaf in blocks if leaf["text_length"] >= 40]
    step = max(1, len(found) // most)
    return found[::step][:most]


def unpacked(path: Path) -> bytes:
    with path.open("rb") as file:
        data: bytes = zstandard.ZstdDecompressor().stream_reader(file).read()
        return data


def receipts(leaves: int, blocks: list[tuple[dict[str, Any], str]], witnesses: int) -> None:
    log_key, others = key(ORIGIN, 1), [key(f"witness{n}.example", 10 + n) for n in range(witnesses)]
    hashes = [leaf_hash(number.to_bytes(8, "big")) for number in range(leaves)]
    step = leaves // len(blocks)
    for number, (leaf, _) in enumerate(blocks):
        hashes[number * step] = leaf_hash(canonical_json(leaf))
    tree = Tree(hashes)
    note = sign_note(Checkpoint(f"{ORIGIN}/{RELEASE}", tree.size, tree.root).text, [log_key])
    entry = log_entry(ORIGIN, Checkpoint.of_note(note), as_of="2026-11-30", manifest_sha256=MANIFEST)
    log = Tree([leaf_hash(bytes([n])) for n in range(LOG_SIZE - 1)] + [leaf_hash(entry)])
    log_note = sign_note(Checkpoint(ORIGIN, log.size, log.root).text, [log_key])
    log_note += "".join(cosignature(log_note, each, time=1_796_000_000) for each in others)
    log_proof = Proof(LOG_SIZE - 1, tuple(log.inclusion(LOG_SIZE - 1)), log_note)
    policy = Policy((log_key.verifier,), {each.name: each.verifier.as_witness() for each in others})
    sizes, without, times = [], [], []
    for number, (leaf, text) in enumerate(blocks):
        index = number * step
        start = len(text) // 3
        made = make_receipt(
            text, start, min(len(text), start + QUOTE), leaf=leaf,
            proof=Proof(index, tuple(tree.inclusion(index)), note), as_of="2026-11-30", manifest_sha256=MANIFEST,
            log_proof=log_proof,
        )  # fmt: skip
        data = made.to_bytes()
        # the text stands in the receipt as JSON: its escapes are part of it
        sizes.append(len(data) - len(json.dumps(text, ensure_ascii=False).encode()) + 2)
        without.append(sizes[-1] - len(json.dumps(made.quote, ensure_ascii=False).encode()))
        begin = time.process_time()
        check = verify_receipt(data, policy)
        times.append(time.process_time() - begin)
        assert check.ok, check.steps[-1]
    sizes.sort()
    without.sort()
    times.sort()
    print(f"receipts: {len(blocks)} over {leaves} leaves, log of {LOG_SIZE}, {witnesses} witnesses, quotes of {QUOTE}")
    print("  bytes beyond the block's text:", by_percentile(sizes, "{:d}"))
    print("  the same without the quote:   ", by_percentile(without, "{:d}"))
    print("  ms to verify:", by_percentile([each * 1000 for each in times], "{:.2f}"))
    print(f"  a leaf: mean {statistics.mean(len(canonical_json(leaf)) for leaf, _ in blocks):.0f} bytes")
    over = sum(size > 2500 for size in sizes)
    print(f"  above 2,500 bytes: {over} of {len(sizes)}; mean {statistics.mean(sizes):.0f}")


def by_percentile(values: list[Any], form: str) -> str:
    return "  ".join(
        f"p{p} {form.format(values[min(len(values) - 1, len(values) * p // 100)])}" for p in (0, 50, 90, 95, 99, 100)
    )


def big(leaves: int) -> None:
    begin = time.perf_counter()
    hashes = [leaf_hash(number.to_bytes(500, "big")) for number in range(leaves)]
    hashed = time.perf_counter()
    tree = Tree(hashes)
    built = time.perf_counter()
    paths = [tree.inclusion(number) for number in range(0, leaves, max(1, leaves // 20_000))]
    proved = time.perf_counter()
    numbers = range(0, leaves, max(1, leaves // 20_000))
    assert all(verify_inclusion(hashes[n], n, leaves, path, tree.root) for n, path in zip(numbers, paths, strict=True))
    verified = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"tree of {leaves} leaves of 500 bytes: hashed in {hashed - begin:.2f} s, built in {built - hashed:.2f} s, peak {peak:.0f} MB"
    )
    print(f"  proofs/s {len(paths) / (proved - built):,.0f}, verifications/s {len(paths) / (verified - proved):,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leaves", type=int, default=100_000)
    parser.add_argument("--big", type=int, default=1_000_000)
    parser.add_argument("--release", type=Path)
    parser.add_argument("--number", type=int, default=1000)
    said = parser.parse_args()
    big(said.big)
    blocks = held(said.release, said.number) if said.release else [invented(n) for n in range(said.number)]
    for witnesses in (0, 2):
        receipts(said.leaves, blocks, witnesses)


if __name__ == "__main__":
    main()
