"""A document made ready is the same after it was kept, and a damaged part is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.corpus.leaves import DocumentRecord, leaf_bytes, text_line
from pincite.digests import sha256_text
from pincite.storage.ready import ReadyDocument, ready

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
        "title": text[:5], "short_titles": [], "text_length": len(text), "structure_sha256": "a" * 64, "map_sha256": "b" * 64,
    }  # fmt: skip
    findings = ({"type": "finding", "id": "x/0", "code": "x", "parameters": {"what": text}},)
    return DocumentRecord(expression, blocks, findings, text, "{}", "[]", (), ({"type": "op", "id": "!o1", "eid": ""},))


@given(ANYTHING)
def test_a_document_taken_apart_and_put_together_again_is_the_same(text: str) -> None:
    made = ready(record(TEXT + text))
    again = ReadyDocument.from_parts(*made.to_parts())
    rows = again.rows._replace(
        words=[(node, said, head) for node, said, head in again.rows.words]
    )  # JSON has no tuples
    assert again._replace(rows=rows) == made._replace(rows=made.rows)


def test_blocks_stand_in_the_order_of_leaves_and_rows_in_that_of_the_text() -> None:
    made = ready(record(TEXT))
    assert [json.loads(line)["eid"] for line in made.blocks] == ["s10", "s2"]
    assert [node for node, _, _ in made.rows.words] == [0, 1]
    assert all("node" not in json.loads(line) for line in made.blocks)


@given(ANYTHING)
def test_the_line_of_a_text_is_canonical(text: str) -> None:
    assert text_line("0" * 64, text) == leaf_bytes({"sha256": "0" * 64, "text": text})


def test_the_line_of_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        text_line("0" * 64, "\ud800")


@pytest.mark.parametrize("cut", [0, 7, 40, -1])
def test_parts_that_are_cut_are_refused(cut: int) -> None:
    said, packed = ready(record(TEXT)).to_parts()
    with pytest.raises(ValueError, match="part"):
        ReadyDocument.from_parts(said[:cut], packed)
    with pytest.raises(ValueError, match="part"):
        ReadyDocument.from_parts(said, packed[:cut])
