"""Verify a release: every byte of its folder, every leaf, every text, the root, the signatures, the log.

Keeps true: the steps run in this order, and the first that does not hold ends them; a release is `ok` when all seven held.

1. manifest     strict JSON in canonical form; a folder that bears a tag bears this one
2. files        each has the size and SHA-256 that the manifest names, and no other file is there
3. leaves       canonical, sorted, each key once, as many of each type as the manifest says; their root is the manifest's
4. texts        each has its SHA-256; there are those that the leaves name, and no others; atoms stand where they say
5. lists        SOURCES.lock, findings.jsonl, atoms.jsonl and ops.jsonl say what the leaves say
6. signatures   the leaves' checkpoint is the manifest's name, count and root; both checkpoints are signed as the policy asks
7. log          the manifest stands in the log of releases; the log continues the one that was seen before, if it is named

`verify_content` takes the first five, which need no key: what a signer looks at before signing.

Of an edition (corpus.edition: texts that may not be passed on are not there) the same steps are taken: its files are those
that `edition.json` names; leaves withheld are of the types that it may withhold, and their hashes give the root; a text is
missing only where no work that may be passed on names it; the lists that repeat leaves are not there.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pincite.atoms.atom import AtomFault, atom_of_leaf, make_atom, shifted
from pincite.corpus.edition import EDITION, HIDDEN, Edition, withheld_hash
from pincite.corpus.leaves import TYPES, leaf_bytes, leaf_key
from pincite.corpus.manifest import Manifest
from pincite.digests import sha256, sha256_text, strict_json
from pincite.errors import CorruptRelease
from pincite.transparency.checkpoint import Checkpoint
from pincite.transparency.encoding import NotProven
from pincite.transparency.log_entry import log_entry
from pincite.transparency.merkle import RunningRoot, leaf_hash
from pincite.transparency.policy import Policy
from pincite.transparency.proof import Proof
from pincite.transparency.signatures import Signed, check_signatures
from pincite.workflows.cosign_release import continue_seen

__all__ = [
    "CHECKPOINT", "MANIFEST", "PROOF", "STEPS", "Parts", "ReleaseCheck", "ReleaseStep", "SeenLog", "verify_content",
    "verify_release", "verify_signatures",
]  # fmt: skip

MANIFEST = "manifest.json"
CHECKPOINT = "checkpoint"
PROOF = "release.tlog-proof"
LEAVES = "leaves.jsonl.zst"
TEXTS = "texts.jsonl.zst"
LOCK = "SOURCES.lock"
LISTED = {"finding": "findings.jsonl", "atom": "atoms.jsonl", "op": "ops.jsonl"}
"""Leaves that stand in a file of their own too."""


STEPS = ("manifest", "files", "leaves", "texts", "lists", "signatures", "log")
CONTENT = 5

_TAG = re.compile(r"\d{4}\.\d{2}\.\d{2}(\.\d+)?", re.ASCII)


class Parts(Protocol):
    """A release's files. What cannot be read is CorruptRelease."""

    @property
    def name(self) -> str:
        """The name of the folder."""

    def names(self) -> list[str]:
        """Every file, sorted."""

    def read(self, name: str) -> bytes:
        """The bytes of a small file."""

    def measure(self, name: str) -> tuple[int, str]:
        """Size and SHA-256."""

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines, unpacked."""


@dataclass(frozen=True, slots=True)
class SeenLog:
    """The signed checkpoint of the log that was seen before, and the proofs between two of its sizes."""

    note: str
    consistency: Callable[[int, int], Sequence[bytes]]


@dataclass(frozen=True, slots=True)
class ReleaseStep:
    """One step: number, name, whether it held, and what was seen or what was wrong."""

    number: int
    name: str
    ok: bool
    said: str


@dataclass(frozen=True, slots=True)
class ReleaseCheck:
    """What came of a release: the steps taken, the manifest and the signatures as far as they were read."""

    steps: tuple[ReleaseStep, ...]
    wanted: int
    manifest: Manifest | None = None
    signed: Signed | None = None

    @property
    def ok(self) -> bool:
        """Whether all steps wanted were taken and held."""
        return len(self.steps) == self.wanted and all(step.ok for step in self.steps)


def verify_content(parts: Parts) -> ReleaseCheck:
    """The five steps that need no key."""
    return _run(_Check(parts, None, None), CONTENT)


def verify_release(parts: Parts, policy: Policy, *, seen: SeenLog | None = None) -> ReleaseCheck:
    """All seven steps. Never raises for what a release holds."""
    return _run(_Check(parts, policy, seen), len(STEPS))


def verify_signatures(parts: Parts, manifest: Manifest, policy: Policy) -> ReleaseCheck:
    """Steps 6 and 7 alone, for a manifest that was read: cheap enough for every opening of a release."""
    check = _Check(parts, policy, None)
    check.manifest = manifest
    return _run(check, len(STEPS), first=CONTENT + 1)


def _run(check: _Check, last: int, *, first: int = 1) -> ReleaseCheck:
    actions = (check.read_manifest, check.files, check.leaves, check.texts, check.lists, check.signatures, check.log)
    steps: list[ReleaseStep] = []
    for number in range(first, last + 1):
        name, action = STEPS[number - 1], actions[number - 1]
        try:
            steps.append(ReleaseStep(number, name, ok=True, said=action()))
        except (CorruptRelease, NotProven) as error:
            steps.append(ReleaseStep(number, name, ok=False, said=str(error)))
            break
    return ReleaseCheck(tuple(steps), last - first + 1, check.manifest, check.signed)


class _Check:
    """The steps; each returns what was seen, or raises CorruptRelease or NotProven."""

    def __init__(self, parts: Parts, policy: Policy | None, seen: SeenLog | None) -> None:
        self.parts = parts
        self.policy = policy
        self.seen = seen
        self.manifest: Manifest | None = None
        self.signed: Signed | None = None
        self._proof: Proof | None = None
        self._lengths: dict[bytes, int] = {}
        self._sources: list[str] = []
        self._listed = {kind: hashlib.sha256() for kind in LISTED}
        self._atoms: dict[bytes, list[tuple[int, int, bytes]]] = {}
        self.edition: Edition | None = None
        self._named: dict[str, list[bytes]] = {}
        self._works: Counter[bytes] = Counter()
        self._of_work: tuple[tuple[str, str], set[bytes]] = ("", ""), set()
        self._granted: set[bytes] = set()

    @property
    def _held(self) -> Manifest:
        assert self.manifest is not None, "step 1 comes first"
        return self.manifest

    # 1
    def read_manifest(self) -> str:
        self.manifest = Manifest.read(self.parts.read(MANIFEST), name=MANIFEST)
        name = self.parts.name
        if _TAG.fullmatch(name) and name != self.manifest.tag:
            raise CorruptRelease(f"the folder is called {name} and holds {self.manifest.name}")
        return f"{self.manifest.name}, as of {self.manifest.as_of}, sha256 {self.manifest.digest()}"

    # 2
    def files(self) -> str:
        names = set(self.parts.names())
        self.edition = Edition.read(self.parts.read(EDITION)) if EDITION in names else None
        if self.edition is not None and self.edition.manifest_sha256 != self._held.digest():
            raise CorruptRelease(f"{EDITION} is of another manifest")
        named = {record.path: record for record in (self.edition or self._held).files}
        there = names - {MANIFEST, CHECKPOINT, PROOF, EDITION}
        by = EDITION if self.edition else "the manifest"
        for path in sorted(there ^ named.keys()):
            raise CorruptRelease(f"{path} is {f'not named by {by}' if path in there else 'missing'}")
        for path, record in sorted(named.items()):
            if self.parts.measure(path) != (record.bytes, record.sha256):
                raise CorruptRelease(f"{path} is not the file {by} names")
        return f"{len(named)} files"

    # 3
    def leaves(self) -> str:
        tree = RunningRoot()
        digest = hashlib.sha256()
        counts: Counter[str] = Counter()
        before: tuple[str, ...] = ()
        withheld = 0
        for line in self.parts.lines(LEAVES):
            number = tree.size
            hidden = withheld_hash(line) if self.edition else None
            if hidden is not None:
                withheld += 1
                tree.append(hidden)
                continue
            leaf = _record(line, f"leaf {number}")
            key = _key(leaf, number)
            if key <= before:
                raise CorruptRelease(f"leaf {number} is not in order")
            before = key
            counts[leaf["type"]] += 1
            tree.append(leaf_hash(line))
            digest.update(line + b"\n")
            self._note(leaf, line)
        held = self._held
        self._count(counts, withheld)
        wanted = digest.hexdigest() if withheld or held.leaves_sha256 is None else held.leaves_sha256
        if tree.size != held.leaf_count or digest.hexdigest() != wanted:
            raise CorruptRelease("the leaves are not those that the manifest counts")
        if tree.root.hex() != held.root:
            raise CorruptRelease(f"the leaves have the root {tree.root.hex()}, the manifest names {held.root}")
        return f"{tree.size} leaves, {f'{withheld} of them withheld, ' if withheld else ''}root {held.root}"

    def _count(self, counts: Counter[str], withheld: int) -> None:
        """Whether there are as many leaves of each type as the manifest says; those withheld are of the types in HIDDEN."""
        said = Counter(self._held.counts)
        missing = {kind: said[kind] - counts[kind] for kind in {*said, *counts} if said[kind] != counts[kind]}
        if sum(missing.values()) != withheld or any(
            kind not in HIDDEN or number < 0 for kind, number in missing.items()
        ):
            raise CorruptRelease("the leaves are not those that the manifest counts")
        if self.edition is not None and self.edition.withheld_leaves != withheld:
            raise CorruptRelease(f"{EDITION} counts other leaves withheld")

    def _note(self, leaf: Mapping[str, Any], line: bytes) -> None:
        """What the later steps need of a leaf."""
        if leaf["type"] == "block":
            self._note_work(leaf, _digest(leaf, "text_sha256"))
            self._lengths[_digest(leaf, "text_sha256")] = leaf["text_length"]
            if self.edition is not None:
                self._named.setdefault(leaf["expression"], []).append(_digest(leaf, "text_sha256"))
        elif leaf["type"] == "expression":
            for name in ("structure_sha256", "map_sha256"):
                self._note_work(leaf, _digest(leaf, name))
                self._lengths.setdefault(_digest(leaf, name), -1)
                if leaf.get("redistribute") == "full":
                    self._granted.add(_digest(leaf, name))
            if leaf.get("redistribute") == "full":
                self._granted.update(self._named.pop(leaf["id"], ()))
        elif leaf["type"] == "source":
            self._sources.append(leaf_bytes({k: v for k, v in leaf.items() if k not in ("type", "id")}).decode())
        if leaf["type"] in LISTED:
            self._listed[leaf["type"]].update(line + b"\n")
        if leaf["type"] == "atom":
            self._note_atom(leaf)

    def _note_work(self, leaf: Mapping[str, Any], digest: bytes) -> None:
        """Of a text that leaves of another work named before: it may stand once more. Leaves are in the order of works."""
        work = (leaf["type"], leaf["work"])
        if work != self._of_work[0]:
            self._of_work = work, set()
        if digest in self._lengths and digest not in self._of_work[1]:
            self._works[digest] += 1
        self._of_work[1].add(digest)

    def _note_atom(self, leaf: Mapping[str, Any]) -> None:
        """Whether an atom keeps its rules within itself; what its block's text must hold is kept for step 4."""
        try:
            atom = atom_of_leaf(leaf)
            make_atom(atom.quoted_text, shifted(atom, -atom.char_start))
        except AtomFault as broken:
            raise CorruptRelease(str(broken)) from broken
        if atom.char_start < 0:
            raise CorruptRelease(f"{atom.id}: it begins before its text")
        said = hashlib.sha256(atom.quoted_text.encode("utf-8", "surrogatepass")).digest()
        self._atoms.setdefault(_digest(leaf, "text_sha256"), []).append((atom.char_start, atom.char_end, said))

    # 4
    def texts(self) -> str:
        wanted = self._lengths
        number = len(wanted)
        there: set[bytes] = set()
        for line in self.parts.lines(TEXTS):
            record = _record(line, "a text")
            text = record.get("text")
            if record.keys() != {"sha256", "text"} or not isinstance(text, str):
                raise CorruptRelease("a line of the texts is none")
            digest = sha256_text(text)
            if digest == record["sha256"] and bytes.fromhex(digest) in there and self._works[bytes.fromhex(digest)]:
                self._works[bytes.fromhex(digest)] -= 1
                continue
            length = wanted.pop(bytes.fromhex(digest), None)
            if digest != record["sha256"] or length is None:
                raise CorruptRelease(
                    f"no leaf names the text {str(record['sha256'])[:64]}, or it is another, or twice there"
                )
            there.add(bytes.fromhex(digest))
            for start, end, said in self._atoms.pop(bytes.fromhex(digest), ()):
                if end > len(text) or hashlib.sha256(text[start:end].encode()).digest() != said:
                    raise CorruptRelease(f"an atom says that other words stand in the text {digest} at {start}..{end}")
            if length not in (-1, len(text)):
                raise CorruptRelease(f"the text {digest} is {len(text)} characters long, its leaf says {length}")
        if self.edition is not None:
            return self._withheld(number)
        if self._atoms:
            raise CorruptRelease(f"the atoms of {len(self._atoms)} texts stand in none that is there")
        if wanted:
            raise CorruptRelease(f"{len(wanted)} texts that the leaves name are missing")
        return f"{number} texts"

    def _withheld(self, number: int) -> str:
        """Whether the texts that an edition does not hold are those it may not hold."""
        assert self.edition is not None, "asked of editions alone"
        missing = self._lengths.keys() & self._granted
        if missing:
            raise CorruptRelease(f"{len(missing)} texts that may be passed on are missing")
        if self._atoms.keys() & self._granted:
            raise CorruptRelease("atoms stand in texts that are not there")
        if len(self._lengths) != self.edition.withheld_texts:
            raise CorruptRelease(f"{EDITION} counts other texts withheld")
        return f"{number} texts, {len(self._lengths)} of them withheld"

    # 5
    def lists(self) -> str:
        held = self._held
        lines = list(self.parts.lines(LOCK))
        if sorted(line.decode("utf-8", "replace") for line in lines) != sorted(self._sources):
            raise CorruptRelease(f"{LOCK} does not name the sources that the leaves name")
        if sha256(b"".join(line + b"\n" for line in lines)) != held.sources_lock_sha256:
            raise CorruptRelease(f"{LOCK} is not the one that the manifest names")
        named = {record.path for record in held.files}
        for kind, name in LISTED.items():
            if self.edition is not None or (name not in named and not held.counts.get(kind)):
                continue  # an edition does not repeat leaves; of others, a release built before there were any
            digest = hashlib.sha256()
            for line in self.parts.lines(name):
                digest.update(line + b"\n")
            if digest.digest() != self._listed[kind].digest():
                raise CorruptRelease(f"{name} does not hold the {kind} leaves")
        return f"{len(lines)} sources, {held.counts.get('finding', 0)} findings, {held.counts.get('atom', 0)} atoms"

    # 6
    def signatures(self) -> str:
        assert self.policy is not None, "asked for by verify_release alone"
        held = self._held
        self._proof = Proof.parse(_text(self.parts, PROOF))
        self.signed = check_signatures(_text(self.parts, CHECKPOINT), self._proof.note, self.policy)
        leaves = self.signed.leaves
        if (self.signed.release, leaves.size, leaves.root.hex()) != (held.name, held.leaf_count, held.root):
            raise NotProven(f"the checkpoint signed is of {leaves.origin}, {leaves.size} leaves, another tree")
        witnesses = self.signed.witnesses
        return f"signed by {self.signed.origin}" + (f", witnessed by {', '.join(witnesses)}" if witnesses else "")

    # 7
    def log(self) -> str:
        held, signed, proof = self._held, self.signed, self._proof
        assert signed is not None and proof is not None, "step 6 comes first"  # noqa: PT018
        entry = log_entry(signed.origin, signed.leaves, as_of=held.as_of, manifest_sha256=held.digest())
        if not proof.includes(entry):
            raise NotProven(f"the log does not hold this manifest of {held.name} at {proof.index}")
        said = f"entry {proof.index} of {signed.log.size}"
        if self.seen is None:
            return said
        before = Checkpoint.of_note(self.seen.note)
        continue_seen(self.seen.note, proof.note, self.seen.consistency)
        return f"{said}, continuing the log of {before.size} seen before"


def _record(line: bytes, what: str) -> dict[str, Any]:
    try:
        value = strict_json(line)
        same = leaf_bytes(value) == line
    except (ValueError, RecursionError) as error:
        raise CorruptRelease(f"{what} cannot be read: {error}") from error
    if not isinstance(value, dict) or not same:
        raise CorruptRelease(f"{what} is not a canonical record")
    return value


def _key(leaf: dict[str, Any], number: int) -> tuple[str, ...]:
    if leaf.get("type") not in TYPES or not isinstance(leaf.get("id"), str):
        raise CorruptRelease(f"leaf {number} has no type or id")
    key = leaf_key(leaf)
    if not all(isinstance(each, str) for each in key):
        raise CorruptRelease(f"leaf {number} has no key")
    return key


def _digest(leaf: Mapping[str, Any], name: str) -> bytes:
    value = leaf.get(name)
    if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
        raise CorruptRelease(f"the leaf {leaf['id']} names no {name}")
    return bytes.fromhex(value)


def _text(parts: Parts, name: str) -> str:
    if name not in parts.names():
        raise NotProven(f"the release is unsigned: it holds no {name}")
    try:
        return parts.read(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotProven(f"{name} is not UTF-8 text") from error
