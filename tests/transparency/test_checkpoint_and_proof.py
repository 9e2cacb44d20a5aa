"""Checkpoints and inclusion proofs as text: strict, one spelling each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transparency.keys import LOG, checkpoint_note

from pincite.transparency.checkpoint import Checkpoint, release_origin, release_under
from pincite.transparency.encoding import NotProven
from pincite.transparency.merkle import Tree, leaf_hash
from pincite.transparency.proof import Proof

ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="
BODY = f"example.com/behind-the-sofa\n20852163\n{ROOT}\n"


def test_a_checkpoint_is_three_lines() -> None:
    """The example of c2sp.org/tlog-checkpoint."""
    checkpoint = Checkpoint.parse(BODY)
    assert (checkpoint.origin, checkpoint.size) == ("example.com/behind-the-sofa", 20852163)
    assert checkpoint.text == BODY


@pytest.mark.parametrize(
    "text",
    ["", BODY[:-1], BODY + "extension\n", BODY + "\n", "\n1\n" + ROOT + "\n", BODY.replace("2085", "02085"),
     BODY.replace("20852163", "-1"), BODY.replace("q2I=", "q2J="), BODY.replace(ROOT, "AAAA"), BODY.replace("\n", "\r\n")],
)  # fmt: skip
def test_a_malformed_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NotProven):
        Checkpoint.parse(text)


def test_the_name_of_a_release_stands_in_its_origin() -> None:
    assert release_under("law.example", release_origin("law.example", "hk/2026.11.30.2")) == "hk/2026.11.30.2"
    for tree in ("law.example", "law.example/", "other.example/hk/2026.11.30", "law.example/x/hk/2026.11.30",
                 "law.example/hk/2026.1.30", "law.example/hk/2026.11.30/", "law.examplehk/2026.11.30"):  # fmt: skip
        with pytest.raises(NotProven):
            release_under("law.example", tree)


@given(st.integers(1, 40), st.data())
def test_a_proof_reads_back_and_proves(size: int, data: st.DataObject) -> None:
    tree = Tree([leaf_hash(bytes([each])) for each in range(size)])
    index = data.draw(st.integers(0, size - 1))
    proof = Proof(index, tuple(tree.inclusion(index)), checkpoint_note(tree, LOG.name))
    assert Proof.parse(proof.to_text()) == proof
    assert proof.includes(bytes([index]))
    assert not proof.includes(bytes([index + 1]))


PROOF = Proof(1, (b"\1" * 32,), checkpoint_note(Tree([leaf_hash(b"a"), leaf_hash(b"b")]), LOG.name)).to_text()


@pytest.mark.parametrize(
    "text",
    ["", PROOF.replace("@v1", "@v2"), PROOF.replace("index 1", "index 01"), PROOF.replace("index 1\n", ""),
     PROOF.replace("index 1", "extra AAAA\nindex 1"), PROOF.replace("AQE=", "AQF="), PROOF.replace("\n\n", "\n", 1),
     PROOF.replace("index 1\n", "index 1\n" + "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=\n" * 63)],
)  # fmt: skip
def test_a_malformed_proof_is_refused(text: str) -> None:
    with pytest.raises(NotProven):
        Proof.parse(text)
