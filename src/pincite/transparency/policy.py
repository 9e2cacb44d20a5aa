"""Whom to trust (c2sp.org/tlog-policy): logs, witnesses, groups of witnesses, a quorum. An offline file.

    log <vkey> [<url>]
    witness <name> <vkey> [<url>]
    group <name> <k|any|all> <name>...
    quorum <name|none>

Keeps true: a checkpoint is trusted when a log of the policy signed it whose name is the checkpoint's origin, or stands
before it, and the quorum of witnesses cosigned it; witnesses are counted by public key. A policy without a log trusts
nothing. Stricter than the specification in one point: a log's key cannot be a witness's too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.transparency.encoding import NotProven, from_decimal
from pincite.transparency.note import COSIGNATURE, ED25519, Note, VerifierKey, open_note, parse_vkey

__all__ = ["NONE", "Group", "Policy", "parse_policy", "trusting"]

NONE = "none"
LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Group:
    """Met when `threshold` of the members, witnesses or groups, are."""

    threshold: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Policy:
    """A trust policy; see the module."""

    logs: tuple[VerifierKey, ...]
    witnesses: dict[str, VerifierKey] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = NONE

    def log_of(self, note: str) -> tuple[VerifierKey, Note]:
        """The log that signed a note, and the opened note; its origin and the quorum are not looked at here.

        Raises:
            NotProven: no log of the policy signed it, or a known key's signature is bad.

        """
        if not self.logs:
            raise NotProven("the policy names no log: nothing is trusted")
        opened = open_note(note, (*self.logs, *self.witnesses.values()))
        for key in opened.signers:
            if key in self.logs:
                return key, opened
        raise NotProven("no log of the policy signed it")

    def witnessed(self, opened: Note) -> bool:
        """Whether the quorum of witnesses signed an opened note."""
        signed = {key.public for key in opened.signers if key.kind == COSIGNATURE}
        return self.quorum == NONE or self._met(self.quorum, signed)

    def _met(self, name: str, signed: set[bytes]) -> bool:
        if name in self.witnesses:
            return self.witnesses[name].public in signed
        group = self.groups[name]
        return sum(self._met(member, signed) for member in group.members) >= group.threshold


def trusting(keys: Sequence[VerifierKey]) -> Policy:
    """The policy that trusts these logs, without witnesses.

    Raises:
        NotProven: a key that is no log's.

    """
    for key in keys:
        _of_kind(key, ED25519, "log")
    return Policy(tuple(keys))


def parse_policy(text: str) -> Policy:
    """Read a policy file.

    Raises:
        NotProven: with the line and what is wrong with it.

    """
    if len(text) > LARGEST:
        raise NotProven("the policy is too large")
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            words = _words(line)
            if words and not words[0].startswith("#"):
                reader.line(words[0], words[1:])
        except NotProven as error:
            raise NotProven(f"line {number}: {error}") from error
    if reader.quorum is None:
        raise NotProven("there is no `quorum` line (write `quorum none` to ask for no witness)")
    return Policy(tuple(reader.logs), reader.witnesses, reader.groups, reader.quorum)


def _words(line: str) -> list[str]:
    if any(each < " " and each != "\t" for each in line):
        raise NotProven("a control character")
    return [word for word in line.replace("\t", " ").split(" ") if word]


class _Reader:
    def __init__(self) -> None:
        self.logs: list[VerifierKey] = []
        self.witnesses: dict[str, VerifierKey] = {}
        self.groups: dict[str, Group] = {}
        self.quorum: str | None = None
        self._used: set[str] = set()

    def line(self, word: str, rest: list[str]) -> None:
        readers = {"log": self._log, "witness": self._witness, "group": self._group, "quorum": self._quorum}
        if word not in readers:
            raise NotProven(f"{word!r} is none of log, witness, group, quorum")
        readers[word](rest)

    def _log(self, rest: list[str]) -> None:
        if len(rest) not in (1, 2):
            raise NotProven("log <vkey> [<url>]")
        self.logs.append(self._new_key(rest[0], ED25519, "log"))

    def _witness(self, rest: list[str]) -> None:
        if len(rest) not in (2, 3):
            raise NotProven("witness <name> <vkey> [<url>]")
        self._new_name(rest[0])
        self.witnesses[rest[0]] = self._new_key(rest[1], COSIGNATURE, "witness")

    def _group(self, rest: list[str]) -> None:
        if len(rest) < 3:
            raise NotProven("group <name> <k|any|all> <name>...")
        name, count, *members = rest
        self._new_name(name)
        for member in members:
            if member not in self.witnesses and member not in self.groups:
                raise NotProven(f"{member!r} is not named above")
            if member in self._used:
                raise NotProven(f"{member!r} is a member already")
            self._used.add(member)
        threshold = {"any": 1, "all": len(members)}.get(count)
        if threshold is None:
            threshold = from_decimal(count, "the threshold")
        if not 1 <= threshold <= len(members):
            raise NotProven(f"a threshold of {count} among {len(members)}")
        self.groups[name] = Group(threshold, tuple(members))

    def _quorum(self, rest: list[str]) -> None:
        if len(rest) != 1:
            raise NotProven("quorum <name|none>")
        if self.quorum is not None:
            raise NotProven("a second quorum")
        if rest[0] != NONE and rest[0] not in self.witnesses and rest[0] not in self.groups:
            raise NotProven(f"{rest[0]!r} is not named above")
        self.quorum = rest[0]

    def _new_name(self, name: str) -> None:
        if name == NONE or name in self.witnesses or name in self.groups:
            raise NotProven(f"the name {name!r} is taken")

    def _new_key(self, vkey: str, kind: int, what: str) -> VerifierKey:
        key = parse_vkey(vkey)
        _of_kind(key, kind, what)
        for other in (*self.logs, *self.witnesses.values()):
            if other.public == key.public:
                raise NotProven(f"the key of {key.name} is the key of {other.name}: one key counts once")
        return key


def _of_kind(key: VerifierKey, kind: int, what: str) -> None:
    if key.kind != kind:
        raise NotProven(f"the key of {key.name} is of type 0x{key.kind:02x}; a {what}'s is of type 0x{kind:02x}")
