"""The tree of RFC 6962 has the published roots; a proof for anything else, or of another length, is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.transparency.merkle import (
    EMPTY_ROOT,
    RunningRoot,
    Tree,
    leaf_hash,
    node_hash,
    verify_consistency,
    verify_inclusion,
)

# the reference data of Certificate Transparency's own tests
CT_LEAVES = [
    bytes.fromhex(each)
    for each in (
        *("", "00", "10", "2021", "3031", "40414243", "5051525354555657"),
        "606162636465666768696a6b6c6d6e6f",
    )
]
CT_ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def tree(size: int) -> Tree:
    return Tree([leaf_hash(number.to_bytes(4, "big")) for number in range(size)])


@pytest.mark.parametrize("size", range(1, 9))
def test_the_roots_are_the_published_ones(size: int) -> None:
    hashes = [leaf_hash(each) for each in CT_LEAVES[:size]]
    assert Tree(hashes).root.hex() == CT_ROOTS[size - 1]
    running = RunningRoot()
    for each in hashes:
        running.append(each)
    assert running.root.hex() == CT_ROOTS[size - 1]


def test_the_empty_tree_has_the_hash_of_nothing() -> None:
    assert Tree([]).root == RunningRoot().root == EMPTY_ROOT
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_leaf_cannot_be_taken_for_a_node() -> None:
    left, right = leaf_hash(b"a"), leaf_hash(b"b")
    assert leaf_hash(left + right) != node_hash(left, right)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 33, 64, 70])
def test_every_leaf_is_proved_and_no_other_index_or_length_is(size: int) -> None:
    whole = tree(size)
    for index, leaf in enumerate(whole.levels[0]):
        path = whole.inclusion(index)
        assert verify_inclusion(leaf, index, size, path, whole.root)
        assert not verify_inclusion(leaf, index, size, [*path, b"\0" * 32], whole.root)
        assert not verify_inclusion(leaf_hash(b"other"), index, size, path, whole.root)
        for other in (-1, size, *(each for each in range(size) if each != index)):
            assert not verify_inclusion(leaf, other, size, path, whole.root)
        for cut in range(len(path)):
            assert not verify_inclusion(leaf, index, size, path[:cut], whole.root)


@given(st.integers(2, 400), st.data())
def test_a_changed_hash_of_a_path_is_refused(size: int, data: st.DataObject) -> None:
    whole = tree(size)
    index = data.draw(st.integers(0, size - 1))
    path = whole.inclusion(index)
    place = data.draw(st.integers(0, len(path) - 1))
    bit = data.draw(st.integers(0, 255))
    changed = bytearray(path[place])
    changed[bit // 8] ^= 1 << bit % 8
    assert not verify_inclusion(
        whole.levels[0][index], index, size, [*path[:place], bytes(changed), *path[place + 1 :]], whole.root
    )


@given(st.integers(1, 300), st.data())
def test_a_prefix_is_proved_and_an_altered_one_is_not(size: int, data: st.DataObject) -> None:
    whole = tree(size)
    first = data.draw(st.integers(1, size))
    before = Tree(whole.levels[0][:first])
    path = whole.consistency(first)
    assert verify_consistency(first, size, path, before.root, whole.root)
    altered = list(before.levels[0])
    altered[data.draw(st.integers(0, first - 1))] = leaf_hash(b"altered")
    assert not verify_consistency(first, size, path, Tree(altered).root, whole.root)
    assert not verify_consistency(first, size, [*path, b"\0" * 32], before.root, whole.root)
    if path:
        assert not verify_consistency(first, size, path[:-1], before.root, whole.root)
    if first < size:
        assert not verify_consistency(first, size, path, before.root, before.root)
        assert not verify_consistency(size, first, path, whole.root, before.root)


@given(st.lists(st.binary(max_size=8), max_size=200))
def test_the_running_root_is_the_tree_s(leaves: list[bytes]) -> None:
    running = RunningRoot()
    for leaf in leaves:
        running.append(leaf_hash(leaf))
    assert (running.root, running.size) == (Tree(map(leaf_hash, leaves)).root, len(leaves))


def test_what_is_not_there_has_no_proof() -> None:
    for index in (-1, 3):
        with pytest.raises(IndexError):
            tree(3).inclusion(index)
    for size in (0, 4):
        with pytest.raises(IndexError):
            tree(3).consistency(size)
