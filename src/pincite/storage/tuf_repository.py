"""A repository of releases in a folder (The Update Framework): which release is current, for whoever pulls.

    root.json                     the present root, to be handed to those who pull, by another way
    metadata/N.root.json          who may say what, by keys and thresholds; a new one for every rotation
    metadata/N.targets.json       every file of every release, and the descriptor of each, with size and SHA-256
    metadata/N.snapshot.json, metadata/timestamp.json
    targets/hk/<digest>.current.json, targets/hk/<tag>/<digest>.<file>

Keeps true: a version number only grows; nothing is written that its own roles would refuse: a root is signed by the
threshold of the root before it and by its own, and thresholds count distinct public keys. `timestamp.json` is written
last, so that who pulls sees the state before or the state after (while keys change hands, perhaps a refusal between). What a manifest names is never changed once it is published: a tag is given once.

What this adds to the signatures of a release: that it is the latest (an older one, once seen past, is refused), that it
is recent (the timestamp expires), and that keys change hands by a threshold of the former ones.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from securesystemslib.signer import CryptoSigner, Key
from tuf.api.exceptions import RepositoryError
from tuf.api.metadata import Metadata, MetaFile, Role, Root, Snapshot, TargetFile, Targets, Timestamp
from tuf.api.serialization import DeserializationError

from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.storage.build_lock import build_lock
from pincite.storage.release_log import write_whole
from pincite.transparency.note import Signer
from pincite.workflows.verify_release import CHECKPOINT, PROOF

__all__ = ["Keys", "Lifetimes", "TufRepository"]

SPEC = "1.0.31"
_SIGNED = (f"/{CHECKPOINT}", f"/{PROOF}")


@dataclass(frozen=True, slots=True)
class Keys:
    """Who signs.

    Attributes:
        root: keys of the root, kept off line, with how many of them must sign.
        targets: keys that say which releases there are, with how many must sign.
        online: the key of snapshot and timestamp.
        former_root: keys of the root before, which must sign a new one.

    """

    root: tuple[Signer, ...] = ()
    root_threshold: int = 1
    targets: tuple[Signer, ...] = ()
    targets_threshold: int = 1
    online: Signer | None = None
    former_root: tuple[Signer, ...] = ()


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """How many days each signature holds from the moment of signing."""

    root: int = 365
    targets: int = 365
    online: int = 30


class TufRepository:
    """A repository; `now` is when it is written, UTC."""

    def __init__(self, folder: Path, *, now: datetime, days: Lifetimes | None = None) -> None:
        self.folder = folder
        self.now = now.replace(microsecond=0)
        self.days = days or Lifetimes()

    # roots

    def root(self, keys: Keys) -> int:
        """Make the repository, or its next root with these keys; returns the root's version.

        Raises:
            BadInput: keys are missing, doubled or too few.

        """
        _enough("root", keys.root, keys.root_threshold)
        _enough("targets", keys.targets, keys.targets_threshold)
        if keys.online is None:
            raise BadInput("no key for snapshot and timestamp was named", remedy="Name one with --online-key.")
        with build_lock(self.folder / ".lock", "publication"):
            before = self._root()
            root = self._new_root(keys, before)
            made: Metadata[Root] = Metadata(root)
            for signer in _distinct((*keys.root, *keys.former_root)):
                made.sign(_signer(signer), append=True)
            self._acceptable(made, before)
            targets = self._latest(Targets, "targets")
            self._write_root(made)
            self._write_targets(targets.signed if targets else Targets(version=1, expires=self.now), keys)
            return root.version

    def _new_root(self, keys: Keys, before: Metadata[Root] | None) -> Root:
        assert keys.online is not None, "asked before"
        held: dict[str, Key] = {}
        roles: dict[str, Role] = {}
        for name, signers, threshold in (
            ("root", keys.root, keys.root_threshold),
            ("targets", keys.targets, keys.targets_threshold),
            ("snapshot", (keys.online,), 1),
            ("timestamp", (keys.online,), 1),
        ):
            named = [_signer(each).public_key for each in signers]
            held |= {key.keyid: key for key in named}
            roles[name] = Role([key.keyid for key in named], threshold)
        version = before.signed.version + 1 if before else 1
        return Root(version, SPEC, self._until(self.days.root), held, roles, consistent_snapshot=True)

    def _acceptable(self, made: Metadata[Root], before: Metadata[Root] | None) -> None:
        """Whether those who hold the root before will accept this one."""
        try:
            data = made.to_bytes()
            read = Metadata[Root].from_bytes(data)
            read.signed.verify_delegate("root", read.signed_bytes, read.signatures)
            if before is not None:
                before.signed.verify_delegate("root", read.signed_bytes, read.signatures)
        except RepositoryError as error:
            raise BadInput(
                f"nobody would accept this root: {error}",
                remedy="Sign it with as many keys as the root before and the new one ask for (--root-key, --former-root-key).",
            ) from error

    # releases

    def publish(self, files: Mapping[str, Path], descriptors: Mapping[str, bytes], keys: Keys) -> int:
        """Add files and descriptors as targets; returns the version of the targets.

        Args:
            files: by the name of the target; one that was published already must be equal.
            descriptors: by the name of the target; `current.json` of a jurisdiction takes the place of the one before.
            keys: those of targets and of snapshot and timestamp.

        Raises:
            BadInput: there is no repository, keys are not its own, or a target would change.

        """
        with build_lock(self.folder / ".lock", "publication"):
            held = self._latest(Targets, "targets")
            if self._root() is None or held is None:
                raise BadInput(f"{self.folder} is no repository", remedy="Make one with `pincite corpus repository`.")
            targets = held.signed
            for name, path in sorted(files.items()):
                self._add(targets, name, path)
            for name, data in sorted(descriptors.items()):
                made = TargetFile.from_data(name, data, ["sha256"])
                if not name.endswith("/current.json"):
                    _refuse_change(targets, made)
                write_whole(self._place(made), data)
                targets.targets[name] = made
            self._write_targets(targets, keys)
            return int(targets.version)

    def renew(self, keys: Keys) -> int:
        """Sign snapshot and timestamp again, so that they do not expire; returns the version of the timestamp."""
        with build_lock(self.folder / ".lock", "publication"):
            held = self._latest(Targets, "targets")
            if held is None:
                raise BadInput(f"{self.folder} is no repository", remedy="Make one with `pincite corpus repository`.")
            return self._write_online(held.signed.version, keys)

    def current(self, jurisdiction: str) -> bytes | None:
        """The descriptor of a jurisdiction's current release, if there is one."""
        held = self._latest(Targets, "targets")
        target = held.signed.targets.get(f"{jurisdiction}/current.json") if held else None
        return self._place(target).read_bytes() if target else None

    def _add(self, targets: Targets, name: str, path: Path) -> None:
        target = TargetFile.from_file(name, str(path), ["sha256"])
        _refuse_change(targets, target)
        place = self._place(target)
        if not place.is_file():
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                beside = place.with_name(f".{place.name}.part")
                shutil.copyfile(path, beside)
                beside.replace(place)
            except OSError as error:
                raise CannotRun(f"{place} cannot be written: {error.strerror}", remedy="Check the disk.") from error
        targets.targets[name] = target

    def _place(self, target: TargetFile) -> Path:
        folder, _, name = target.path.rpartition("/")
        return self.folder / "targets" / folder / f"{target.hashes['sha256']}.{name}"

    # writing

    def _write_root(self, made: Metadata[Root]) -> None:
        data = made.to_bytes()
        write_whole(self._metadata(f"{made.signed.version}.root"), data)
        write_whole(self.folder / "root.json", data)

    def _write_targets(self, targets: Targets, keys: Keys) -> None:
        root = self._held_root()
        if self._metadata(f"{targets.version}.targets").exists():
            targets.version += 1
        targets.expires = self._until(self.days.targets)
        made: Metadata[Targets] = Metadata(targets)
        for signer in _distinct(keys.targets):
            made.sign(_signer(signer), append=True)
        _signed_enough(root, "targets", made)
        self._signed_online(root, keys)  # before anything is written
        write_whole(self._metadata(f"{targets.version}.targets"), made.to_bytes())
        self._write_online(targets.version, keys)

    def _write_online(self, targets_version: int, keys: Keys) -> int:
        root = self._held_root()
        online = self._signed_online(root, keys)
        snapshots, timestamps = self._latest(Snapshot, "snapshot"), self._latest(Timestamp, "timestamp")
        until = self._until(self.days.online)
        number = snapshots.signed.version + 1 if snapshots else 1
        snapshot: Metadata[Snapshot] = Metadata(
            Snapshot(number, SPEC, until, {"targets.json": MetaFile(targets_version)})
        )
        snapshot.sign(online)
        write_whole(self._metadata(f"{number}.snapshot"), snapshot.to_bytes())
        version = timestamps.signed.version + 1 if timestamps else 1
        timestamp: Metadata[Timestamp] = Metadata(Timestamp(version, SPEC, until, MetaFile(number)))
        timestamp.sign(online)
        write_whole(self._metadata("timestamp"), timestamp.to_bytes())
        return version

    def _signed_online(self, root: Root, keys: Keys) -> CryptoSigner:
        if keys.online is None:
            raise BadInput("no key for snapshot and timestamp was named", remedy="Name one with --online-key.")
        signer = _signer(keys.online)
        if signer.public_key.keyid not in root.roles["timestamp"].keyids:
            raise BadInput(
                f"{keys.online.name} may not sign here: the root names another key", remedy="Rotate the root first."
            )
        return signer

    # reading

    def _metadata(self, name: str) -> Path:
        return self.folder / "metadata" / f"{name}.json"

    def _held_root(self) -> Root:
        root = self._root()
        assert root is not None, "written before"
        return root.signed

    def _root(self) -> Metadata[Root] | None:
        return self._latest(Root, "root")

    def _latest(self, kind: type[Any], name: str) -> Metadata[Any] | None:
        """The last version of a role's metadata, None before the first."""
        if kind is Timestamp:
            paths = [path for path in (self._metadata(name),) if path.is_file()]
        else:
            numbers = [
                int(path.name.partition(".")[0])
                for path in (self.folder / "metadata").glob(f"*.{name}.json")
                if path.name.partition(".")[0].isdigit()
            ]
            paths = [self._metadata(f"{max(numbers)}.{name}")] if numbers else []
        if not paths:
            return None
        try:
            return Metadata[Any].from_bytes(paths[0].read_bytes())
        except (OSError, DeserializationError) as error:
            raise CorruptRelease(f"{paths[0]} cannot be read: {error}", remedy="Put it back from a copy.") from error

    def _until(self, days: int) -> datetime:
        return self.now + timedelta(days=days)


def _refuse_change(targets: Targets, target: TargetFile) -> None:
    if target.path.endswith(_SIGNED):
        return  # a release may be witnessed, and proved against the log as it is now, again and again
    held = targets.targets.get(target.path)
    if held is not None and (held.length, held.hashes) != (target.length, target.hashes):
        raise BadInput(
            f"{target.path} was published before and was another; what is published is not changed",
            remedy="Build the release under a new tag.",
        )


def _signed_enough(root: Root, role: str, made: Metadata[Any]) -> None:
    try:
        read = Metadata[Any].from_bytes(made.to_bytes())
        root.verify_delegate(role, read.signed_bytes, read.signatures)
    except RepositoryError as error:
        raise BadInput(
            f"the {role} would be refused: {error}", remedy=f"Name enough of its keys with --{role}-key."
        ) from error


def _enough(role: str, signers: Sequence[Signer], threshold: int) -> None:
    distinct = {sha256(each.verifier.public) for each in signers}
    if len(distinct) != len(signers):
        raise BadInput(f"a key of the {role} is named twice", remedy="A threshold counts distinct keys.")
    if not 1 <= threshold <= len(signers):
        raise BadInput(
            f"the {role} asks for {threshold} of {len(signers)} keys",
            remedy="A threshold is 1 up to the number of keys.",
        )


def _distinct(signers: Iterable[Signer]) -> list[Signer]:
    return list({each.verifier.public: each for each in signers}.values())


def _signer(signer: Signer) -> CryptoSigner:
    return CryptoSigner(signer.private)
