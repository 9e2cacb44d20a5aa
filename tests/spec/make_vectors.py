"""Makes spec/vectors/*.json: `python -m tests.spec.make_vectors` from the project's folder. Keys come from fixed seeds."""

from __future__ import annotations

import base64
import json
import unicodedata
from pathlib import Path
from typing import Any

from tests.transparency.keys import AS_OF, LOG, POLICY_TEXT, RELEASE, TEXT, receipt, signer
from tests.transparency.test_merkle import CT_LEAVES, CT_ROOTS
from tests.transparency.test_note import BY_ENOCH, BY_PETER, ENOCH, PETER
from tests.transparency.test_note import TEXT as NOTE_TEXT

from pincite.transparency.merkle import Tree, leaf_hash

FOLDER = Path(__file__).resolve().parents[2] / "spec" / "vectors"


def _with(**values: Any) -> str:
    return json.dumps({**_good(), **values}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _good() -> dict[str, Any]:
    value: dict[str, Any] = json.loads(receipt().to_bytes())
    return value


def _leaf(**values: Any) -> str:
    return _with(leaf={**_good()["leaf"], **values})


def _dropped(key: str) -> str:
    leaf = _good()["leaf"]
    del leaf[key]
    return _with(leaf=leaf)


def _doubled(log_proof: str) -> str:
    """The first witness's line a second time, the second witness's left out."""
    *head, first, _ = log_proof.splitlines(keepends=True)
    return "".join([*head, first, first])


def receipts() -> dict[str, Any]:
    """Receipts, good and bad, with the step that refuses the bad ones and the reason."""
    good, true = receipt().to_bytes().decode(), _good()
    size = len(TEXT)
    lone = receipt(witnesses=(1,)).to_bytes().decode()
    cases: list[tuple[str, str, int, str]] = [
        ("good", good, 0, ""),
        ("another spelling of the same JSON", json.dumps(true, indent=1, ensure_ascii=True), 0, ""),
        ("a quote with a character beyond the first plane", receipt(quote="— 🏮 — and").to_bytes().decode(), 0, ""),
        ("three witnesses where two are asked for", receipt(witnesses=(0, 1, 2)).to_bytes().decode(), 0, ""),
        ("not JSON", "{", 1, "not JSON"),
        ("a key twice", good.replace('{"as_of"', f'{{"as_of":"{AS_OF}","as_of"'), 1, "one key twice"),
        ("an unknown key", _with(note="x"), 1, "unknown key"),
        ("an offset that is a float", good.replace(f'"char_start":{true["char_start"]}', f'"char_start":{true["char_start"]}.0'), 1, "no floats"),
        ("an offset that is a boolean", _with(char_start=True), 1, "not an integer"),
        ("a lone surrogate", good.replace("café", "caf\\ud800", 1), 1, "not Unicode text"),
        ("unused bits of base64", _with(proof=true["proof"].replace(_path(true["proof"]), _other(_path(true["proof"])))), 1, "one spelling"),
        ("an extra word nobody signed", _with(proof=true["proof"].replace(" ", " AAAA ", 1)), 1, "one spelling"),
        ("a field of the leaf that is to be left out", _leaf(type="block"), 1, "one spelling"),
        ("a leaf of another type", _leaf(type="atom"), 1, "not a block"),
        ("negative offsets that slice to the quote", _with(char_start=true["char_start"] - size, char_end=true["char_end"] - size), 2, "bounds"),
        ("an end beyond the text", _with(quote=TEXT[5:], char_start=5, char_end=size + 100), 2, "bounds"),
        ("an empty quote", _with(quote="", char_end=true["char_start"]), 2, "nothing is quoted"),
        ("an edited quote", _with(quote="light the café's candle"), 3, "the text says something else"),
        ("a quote in another normal form", _with(quote=unicodedata.normalize("NFD", true["quote"])), 3, "compared code point by code point"),
        ("offsets in UTF-16 units", _with(quote="must not leave", char_start=size - 16, char_end=size - 2), 3, "offsets count code points"),
        ("a text in another normal form", _with(text=unicodedata.normalize("NFD", TEXT), quote="(1) A keeper", char_start=0, char_end=12), 4, "digest"),
        ("an edited text", _with(text=TEXT.replace("must not leave", "may well leave")), 4, "digest"),
        ("a length that is another", _leaf(text_length=size + 1), 4, "length"),
        ("another date of the wording", _leaf(expression="hk/cap9001@en/2016-03-01"), 5, "leaf"),
        ("another status", _leaf(status="repealed"), 5, "leaf"),
        ("amending instruments left out", _dropped("amended_by"), 5, "leaf"),
        ("a field added to the leaf", _leaf(note="x"), 5, "leaf"),
        ("another index", _with(proof=true["proof"].replace("5 ", "4 ", 1)), 5, "index"),
        ("a hash of the path left out", _with(proof=_without_hash(true["proof"])), 5, "path"),
        ("one witness where two are asked for", lone, 6, "quorum"),
        ("one witness's signature twice", _with(log_proof=_doubled(true["log_proof"])), 6, "public keys count, not lines"),
        ("no witness", receipt(witnesses=()).to_bytes().decode(), 6, "quorum"),
        ("a signature by another key of the same name", receipt(key=signer(LOG.name, 99)).to_bytes().decode(), 6, "unknown key"),
        ("a log of another name", receipt(key=signer("evil.example", 66)).to_bytes().decode(), 6, "unknown log"),
        ("the signature of another checkpoint", _with(proof=_resigned(true["proof"], true["log_proof"])), 6, "bad signature"),
        ("a manifest that is not in the log", _with(manifest_sha256="cd" * 32), 7, "log"),
        ("another date of the release", _with(as_of="2027-01-01"), 7, "log"),
        ("the log's proof of another release", _with(log_proof=_good_of("hk/2026.10.31")["log_proof"]), 7, "log"),
    ]  # fmt: skip
    return {
        "schema": "pincite.receipt/2",
        "policy": POLICY_TEXT,
        "release": RELEASE,
        "vectors": [
            {"name": name, "receipt": text, "ok": step == 0, **({"step": step, "why": why} if step else {})}
            for name, text, step, why in cases
        ],
    }


def _good_of(release: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(receipt(release=release).to_bytes())
    return value


def _path(proof: str) -> str:
    """The hashes of a path, as they stand."""
    return proof.partition("\n")[0].partition(" ")[2]


def _other(encoded: str) -> str:
    """Another spelling of the same bytes: an unused bit set in the last character."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bare = encoded.rstrip("=")
    assert bare != encoded, "no bits are unused"
    return bare[:-1] + alphabet[alphabet.index(bare[-1]) + 1] + "=" * (len(encoded) - len(bare))


def _without_hash(proof: str) -> str:
    path = _path(proof)
    return proof.replace(path, base64.b64encode(base64.b64decode(path)[32:]).decode())


def _resigned(proof: str, log_proof: str) -> str:
    """The leaves' checkpoint under the log checkpoint's signature, of the same key."""
    line = next(each for each in log_proof.split("\n") if each.startswith("— "))
    return "\n".join(line if each.startswith("— ") else each for each in proof.split("\n"))


def merkle() -> dict[str, Any]:
    """The published roots, and proofs made here over the same leaves."""
    hashes = [leaf_hash(each) for each in CT_LEAVES]
    return {
        "source": "RFC 6962 hashing; leaves and roots are the reference data of Certificate Transparency",
        "leaves": [each.hex() for each in CT_LEAVES],
        "roots": CT_ROOTS,
        "inclusion": [
            {"index": index, "size": size, "path": [each.hex() for each in Tree(hashes[:size]).inclusion(index)]}
            for size in (1, 3, 5, 8)
            for index in range(size)
        ],
        "consistency": [
            {
                "first": first,
                "second": second,
                "path": [each.hex() for each in Tree(hashes[:second]).consistency(first)],
            }
            for second in (1, 3, 5, 8)
            for first in range(1, second + 1)
        ],
    }


def notes() -> dict[str, Any]:
    """The published note."""
    return {
        "source": "golang.org/x/mod/sumdb/note, the example of its documentation (c2sp.org/signed-note)",
        "keys": [PETER, ENOCH],
        "note": f"{NOTE_TEXT}\n{BY_PETER}{BY_ENOCH}",
        "text": NOTE_TEXT,
    }


VECTORS = {"receipt.json": receipts, "merkle.json": merkle, "note.json": notes}


def rendered(name: str) -> str:
    """A file of vectors."""
    return json.dumps(VECTORS[name](), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for each in VECTORS:
        (FOLDER / each).write_text(rendered(each), "utf-8")
