"""The vectors for other implementations: ours agrees with every one, and so does the page, run by a JavaScript engine."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from tests.spec.make_vectors import FOLDER, VECTORS, rendered

from pincite.transparency.merkle import Tree, leaf_hash, verify_consistency, verify_inclusion
from pincite.transparency.note import open_note, parse_vkey
from pincite.transparency.policy import parse_policy
from pincite.transparency.receipt import verify_receipt

PAGE = resources.files("pincite.interfaces").joinpath("pages", "receipt.html").read_text("utf-8")


def load(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return value


RECEIPTS = load("receipt.json")


@pytest.mark.parametrize("name", sorted(VECTORS))
def test_the_vectors_are_those_that_are_made(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == rendered(name)


@pytest.mark.parametrize("vector", RECEIPTS["vectors"], ids=lambda vector: vector["name"])
def test_a_receipt_vector(vector: dict[str, Any]) -> None:
    check = verify_receipt(vector["receipt"].encode("utf-8", "surrogatepass"), parse_policy(RECEIPTS["policy"]))
    assert (check.ok, None if check.ok else check.steps[-1].number) == (vector["ok"], vector.get("step"))


def test_the_merkle_vectors() -> None:
    held = load("merkle.json")
    hashes = [leaf_hash(bytes.fromhex(each)) for each in held["leaves"]]
    roots = [bytes.fromhex(each) for each in held["roots"]]
    assert [Tree(hashes[:size]).root for size in range(1, 9)] == roots
    for each in held["inclusion"]:
        path = [bytes.fromhex(digest) for digest in each["path"]]
        assert verify_inclusion(hashes[each["index"]], each["index"], each["size"], path, roots[each["size"] - 1])
    for each in held["consistency"]:
        path = [bytes.fromhex(digest) for digest in each["path"]]
        first, second = each["first"], each["second"]
        assert verify_consistency(first, second, path, roots[first - 1], roots[second - 1])


def test_the_note_vector() -> None:
    held = load("note.json")
    opened = open_note(held["note"], [parse_vkey(each) for each in held["keys"]])
    assert (opened.text, len(opened.signers)) == (held["text"], 2)


# the page


def script() -> str:
    found = re.findall(r"<script>(.*?)</script>", PAGE, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def test_the_page_lets_nothing_in_or_out() -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', PAGE)
    assert policy is not None
    digest = base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none';")
    assert not re.search(r"https?://|\bfetch\(|XMLHttpRequest|WebSocket|innerHTML|<link|\bsrc=|\beval\(", PAGE)


RUN = """
const { verifyReceipt } = require(process.argv[2]);
const held = JSON.parse(require("fs").readFileSync(process.argv[3], "utf8"));
(async () => {
  const found = [];
  for (const vector of held.vectors) {
    const result = await verifyReceipt(new TextEncoder().encode(vector.receipt), held.policy);
    found.push([vector.name, result.ok, result.ok ? null : result.steps.length]);
  }
  console.log(JSON.stringify(found));
})();
"""


def test_the_page_agrees_with_every_vector(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine to run the page's script")
    (tmp_path / "verifier.js").write_text("globalThis.crypto ??= require('crypto').webcrypto;" + script(), "utf-8")
    (tmp_path / "run.js").write_text(RUN, "utf-8")
    done = subprocess.run(
        [node, str(tmp_path / "run.js"), str(tmp_path / "verifier.js"), str(FOLDER / "receipt.json")],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        [vector["name"], vector["ok"], vector.get("step")] for vector in RECEIPTS["vectors"]
    ]
