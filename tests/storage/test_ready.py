"""A document made ready is the same after it was kept, and a damaged part is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.corpus.leaves import DocumentRecord, block_lines, leaf_bytes, signed_block, text_line
from pincite.digests import sha256_text
from pincite.storage.frames import unpacked
from pincite.storage.ready import index_part, ready, stream_part
from pincite.storage.sqlite.index_db import rows_stored, words_of
from pincite.transparency.merkle import leaf_hash

TEXT = "1. A keeper must light the lantern.\n2. «Öl» 油 is to be paid for.\u2028\u0085 End."

ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def record(text: str) -> DocumentRecord:
    half = len(text) // 2
    blocks = tuple(
        {
            "type": "block", "id": eid, "eid": eid, "node": node, "text_sha256": sha256_text(text[start:end]),
            "text_length": end - start, "document_start": start, "heading": text[:9],
        }
        for node, (eid, start, end) in enumerate((("s2", 0, half), ("s10", half, len(text))))
    )  # fmt: skip
    expression = {
        "type": "expression", "id": "hk/cap9001@en", "work": "hk/cap9001", "language": "de", "state": "", "kind": "guidance",
        "title": text[:5], "short_titles": [], "aliases": [], "text_length": len(text), "structure_sha256": "a" * 64, "map_sha256": "b" * 64,
    }  # fmt: skip
    findings = ({"type": "finding", "id": "x/0", "code": "x", "parameters": {"what": text}},)
    return DocumentRecord(expression, blocks, findings, text, "{}", "[]", (), ({"type": "op", "id": "!o1", "eid": ""},))


@given(ANYTHING)
def test_a_document_taken_apart_and_put_together_again_is_the_same(text: str) -> None:
    made = ready(record(TEXT + text))
    parts = made.to_parts()
    stream = stream_part(parts[:6])
    assert stream == made.stream
    again = index_part(stream, parts[6:])
    assert again.rows._replace(compounds=()) == made.indexed.rows._replace(compounds=())
    assert list(again.rows.compounds) == list(made.indexed.rows.compounds)
    assert again[1:] == made.indexed[1:]


def test_blocks_stand_in_the_order_of_leaves_and_rows_in_that_of_the_text() -> None:
    made = ready(record(TEXT))
    lines = unpacked(made.stream.blocks).splitlines()
    assert [json.loads(line)["eid"] for line in lines] == ["s10", "s2"]
    assert [node for node, _, _ in words_of(made.indexed.rows)] == [0, 1]
    assert all("node" not in json.loads(line) for line in lines)
    assert made.stream.hashes == b"".join(map(leaf_hash, lines))


@given(ANYTHING, ANYTHING, st.lists(ANYTHING, max_size=2))
def test_the_lines_of_blocks_are_canonical(heading: str, label: str, flags: list[str]) -> None:
    one = {**record(TEXT).blocks[0], "heading": heading, "label": label, "work": heading}
    blocks = [one, {**one, "id": "a", **({"flags": flags} if flags else {})}]
    assert block_lines(blocks) == [leaf_bytes(signed_block(leaf)) for leaf in (blocks[1], one)]


def test_what_fts5_was_given_of_a_document_is_made_again_from_its_row() -> None:
    text = "油燈\n2. «Öl» für 油."
    nodes: list[list[Any]] = [
        ["s1", "", 0, "section", "1", "Kopf 油", None, 0, 2, 1, "in_force", None, None, "unknown", None, ""],
        ["s2", "", 0, "part", "", "", None, 3, 17, 0, "in_force", None, None, "unknown", None, ""],
        ["s2", "", 1, "section", "2", "", None, 3, 17, 1, "in_force", None, None, "unknown", None, ""],
    ]
    blocks = tuple(
        {"node": number, "document_start": nodes[number][7], "text_length": nodes[number][8] - nodes[number][7],
         "heading": nodes[number][5], "text_sha256": sha256_text(str(number)), "eid": "s", "id": str(number)}
        for number in (0, 2)
    )  # fmt: skip
    expression = {**record(text).expression, "title": "Öl", "short_titles": ["油"]}
    rows = ready(DocumentRecord(expression, blocks, (), text, json.dumps({"nodes": nodes}), "[]")).indexed.rows
    again = rows_stored(rows.line, rows.text, rows.structure)
    assert words_of(again) == words_of(rows)
    assert words_of(rows) == [
        (0, " 油  燈 ", "Öl\n 油 \nKopf  油 "),
        (2, "2. «Öl» für  油 .", ""),
    ]


@given(ANYTHING)
def test_the_line_of_a_text_is_canonical(text: str) -> None:
    assert text_line("0" * 64, text) == leaf_bytes({"sha256": "0" * 64, "text": text})


def test_the_line_of_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        text_line("0" * 64, "\ud800")


@pytest.mark.parametrize("part", range(6))
def test_parts_that_are_not_there_are_refused(part: int) -> None:
    parts = list(ready(record(TEXT)).to_parts()[:6])
    del parts[part]
    with pytest.raises(ValueError, match="values to unpack"):
        stream_part(parts)
