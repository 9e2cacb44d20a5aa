"""Attack: whoever stands between a repository and those who pull shows them something else. Nothing of it is taken."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from securesystemslib.signer import CryptoSigner
from tests.connectors.published import (
    KEYS,
    NOW,
    ONLINE,
    ROOTS,
    TARGETS,
    Client,
    Publisher,
    Simulator,
    past,
)
from tuf.api.metadata import Metadata, Root

from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.storage.tuf_repository import Keys
from pincite.workflows.publish_release import Descriptor, descriptor_name


class Scene:
    """A repository in two states, and somebody who saw the second."""

    def __init__(self, folder: Path) -> None:
        self.publisher = Publisher(folder)
        self.publisher.repository().root(KEYS)
        self.publisher.publish(self.publisher.house.signed())
        self.first = self.publisher.state("first")
        self.publisher.publish(self.publisher.house.signed(tag="2026.11.30.1"))
        self.root = self.publisher.root


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("scene"))


@pytest.fixture
def client(scene: Scene, tmp_path: Path) -> Client:
    client = Client(tmp_path / "out")
    client.pull(Simulator(scene.publisher.path), root=scene.root)
    return client


def test_rollback_an_older_state_than_was_seen_is_refused(scene: Scene, client: Client) -> None:
    with pytest.raises(CorruptRelease, match="rollback"):
        client.pull(Simulator(scene.first))
    # to somebody new it is a state like any other, until its timestamp expires
    assert Client(client.out / "new").pull(Simulator(scene.first), root=scene.root).check is not None


def test_freeze_a_state_whose_timestamp_expired_is_refused(tmp_path: Path) -> None:
    publisher = Publisher(tmp_path / "house")
    publisher.repository(at=past(40)).root(KEYS)
    publisher.publish(publisher.house.signed(), at=past(40), days=30)
    with pytest.raises(CorruptRelease, match="freeze"):
        Client(tmp_path / "out").pull(Simulator(publisher.path), root=publisher.root)
    publisher.repository(at=NOW).renew(KEYS)
    assert Client(tmp_path / "out").pull(Simulator(publisher.path), root=publisher.root).check is not None


@pytest.mark.parametrize("old", ["snapshot", "targets"])
def test_mix_and_match_parts_of_two_states_are_refused(scene: Scene, tmp_path: Path, old: str) -> None:
    number = max(int(path.name.split(".")[0]) for path in (scene.publisher.path / "metadata").glob(f"*.{old}.json"))
    before = max(int(path.name.split(".")[0]) for path in (scene.first / "metadata").glob(f"*.{old}.json"))
    assert before < number

    def change(name: str, data: bytes) -> bytes:
        wanted = name == f"metadata/{number}.{old}.json"
        return (scene.first / "metadata" / f"{before}.{old}.json").read_bytes() if wanted else data

    with pytest.raises(CorruptRelease, match="not to be trusted"):
        Client(tmp_path).pull(Simulator(scene.publisher.path, change), root=scene.root)


@pytest.mark.parametrize("which", ["texts.jsonl.zst", "manifest.json", "leaves.jsonl.zst", "corpus.db", "current.json"])
def test_tampering_a_changed_file_is_refused(scene: Scene, tmp_path: Path, which: str) -> None:
    def change(name: str, data: bytes) -> bytes:
        return data[:-1] + bytes([data[-1] ^ 1]) if name.endswith(which) else data

    with pytest.raises(CorruptRelease, match="not the one that was signed"):
        Client(tmp_path).pull(Simulator(scene.publisher.path, change), root=scene.root)
    assert not list(tmp_path.glob("hk/2*"))


@pytest.mark.parametrize("role", ["timestamp", "snapshot", "targets"])
def test_tampering_changed_metadata_is_refused(scene: Scene, tmp_path: Path, role: str) -> None:
    def change(name: str, data: bytes) -> bytes:
        return data.replace(b'"version": ', b'"version":  ') + b" " if name.endswith(f"{role}.json") else data

    def other(name: str, data: bytes) -> bytes:
        if not name.endswith(f"{role}.json"):
            return data
        value = json.loads(data)
        value["signed"]["expires"] = "2099-01-01T00:00:00Z"
        return json.dumps(value).encode()

    with pytest.raises(CorruptRelease):
        Client(tmp_path).pull(Simulator(scene.publisher.path, other), root=scene.root)
    del change


@pytest.mark.parametrize("which", ["timestamp.json", "2.root.json", "snapshot.json", "targets.json", "texts.jsonl.zst"])
def test_endless_data_is_cut_off(scene: Scene, tmp_path: Path, which: str) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while True:
            sent += 1 << 16
            yield b"x" * (1 << 16)

    def change(name: str, data: bytes) -> Iterator[bytes] | bytes:
        return endless() if name.endswith(which) else data

    with pytest.raises(CorruptRelease, match="longer than what was signed"):
        Client(tmp_path).pull(Simulator(scene.publisher.path, change), root=scene.root)
    assert sent < 8 << 20


def stolen(scene: Scene, folder: Path, signers: tuple[int, ...], edit: Callable[[Root], None]) -> Path:
    """The repository with a second root that only these former keys signed."""
    shutil.copytree(scene.publisher.path, folder)
    made: Metadata[Root] = Metadata[Root].from_bytes(scene.root)
    made.signed.version += 1
    edit(made.signed)
    made.signatures.clear()
    for number in signers:
        made.sign(CryptoSigner(ROOTS[number].private), append=True)
    (folder / "metadata" / "2.root.json").write_bytes(made.to_bytes())
    return folder


def test_a_stolen_key_below_the_threshold_changes_no_root(scene: Scene, tmp_path: Path) -> None:
    def take_over(root: Root) -> None:
        root.add_key(CryptoSigner(ROOTS[3].private).public_key, "root")
        root.roles["root"].keyids[:] = root.roles["root"].keyids[-1:]
        root.roles["root"].threshold = 1

    for number, signers in enumerate([(0, 3), (3,), (2, 3), ()]):
        folder = stolen(scene, tmp_path / str(number), signers, take_over)
        with pytest.raises(CorruptRelease, match="as many keys as its root asks for"):
            Client(tmp_path / f"out{number}").pull(Simulator(folder), root=scene.root)


def test_one_key_under_two_names_does_not_count_twice(scene: Scene, tmp_path: Path) -> None:
    def double(root: Root) -> None:
        keyid = root.roles["targets"].keyids[0]
        key = root.keys[keyid]
        twin = type(key).from_dict("0" * 64, key.to_dict())
        root.keys[twin.keyid] = twin
        root.roles["targets"].keyids.append(twin.keyid)

    folder = stolen(scene, tmp_path / "repository", (0, 1), double)
    with pytest.raises(CorruptRelease, match="one key stands twice under the role targets"):
        Client(tmp_path / "out").pull(Simulator(folder), root=scene.root)


def test_a_threshold_that_is_not_met_is_refused(scene: Scene, tmp_path: Path) -> None:
    """Two keys must say which releases there are, and one did."""

    def two(root: Root) -> None:
        root.add_key(CryptoSigner(ROOTS[3].private).public_key, "targets")
        root.roles["targets"].threshold = 2

    folder = stolen(scene, tmp_path / "repository", (0, 1), two)
    with pytest.raises(CorruptRelease, match="as many keys"):
        Client(tmp_path / "out").pull(Simulator(folder), root=scene.root)


def test_another_repository_s_root_is_not_mixed_into_what_was_seen(
    scene: Scene, client: Client, tmp_path: Path
) -> None:
    other = Publisher(tmp_path / "other")
    other.repository().root(Keys(ROOTS[2:3], 1, (TARGETS,), 1, ONLINE))
    with pytest.raises(BadInput, match="another root"):
        client.pull(Simulator(other.path), root=other.root)
    with pytest.raises(CorruptRelease):
        client.pull(Simulator(other.path))


def test_without_a_root_nobody_is_trusted(scene: Scene, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nobody is trusted yet"):
        Client(tmp_path).pull(Simulator(scene.publisher.path))
    with pytest.raises(CorruptRelease):
        Client(tmp_path).pull(Simulator(scene.publisher.path), root=b"{}")


@pytest.mark.parametrize("name", ["../../escaped", "/etc/passwd", "index/../../x", ".hidden", "a/b/c", ""])
def test_a_descriptor_cannot_lead_out_of_the_folder(scene: Scene, tmp_path: Path, name: str) -> None:
    """Even one that the targets' keys signed."""
    publisher = Publisher(tmp_path / "house")
    shutil.copytree(scene.publisher.path, publisher.path)
    data = Descriptor("hk/2026.12.01", "2026-12-01", "ab" * 32, (name,)).to_bytes()
    publisher.repository().publish({}, {descriptor_name("hk"): data}, KEYS)
    with pytest.raises(CorruptRelease, match="names a file"):
        Client(tmp_path / "out").pull(Simulator(publisher.path), root=scene.root)


def test_a_descriptor_of_other_files_is_refused(scene: Scene, tmp_path: Path) -> None:
    publisher = Publisher(tmp_path / "house")
    shutil.copytree(scene.publisher.path, publisher.path)
    held = Descriptor.read(publisher.repository().current("hk") or b"")
    told = Descriptor(held.release, held.as_of, "ab" * 32, held.files)
    publisher.repository().publish({}, {descriptor_name("hk"): told.to_bytes()}, KEYS)
    with pytest.raises(CorruptRelease, match="its files are those of"):
        Client(tmp_path / "out").pull(Simulator(publisher.path), root=scene.root)


def test_a_mirror_that_lost_files_is_said_to_be_unreadable(scene: Scene, tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="is not there"):
        Client(tmp_path).pull(
            Simulator(scene.publisher.path, lambda name, data: None if "timestamp" in name else data), root=scene.root
        )
