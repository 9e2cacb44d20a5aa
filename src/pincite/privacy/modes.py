"""Which privacy mode holds when several places say one, and what they say beside it.

Keeps true:
1. Places that may say a mode: the setting of the session, `pincite.local.md`, `bettercallclaude.local.md`. Where they differ the
   strictest wins; where none says one, `strict` holds.
2. What is said and not understood is strict: another program's file may have forms we do not know. Our own file is refused
   with the line to mend, because a mistyped key would otherwise be a setting that silently does not hold.
3. `existence_lookup: remote` holds only where nobody says otherwise; patterns of privileged passages add up.

The form of both files is Markdown with a YAML head between two lines of `---`; the text below the head is for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

import yaml

from pincite.errors import BadInput
from pincite.privacy.egress import MODES, Mode, is_loopback

__all__ = ["FOREIGN_FILE", "OWN_FILE", "Privacy", "Said", "privacy_again", "read_local", "said_by_session", "settle"]

OWN_FILE = "pincite.local.md"
FOREIGN_FILE = "bettercallclaude.local.md"

_HEAD = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_LINE = re.compile(
    r"^[ \t>*_-]*[\"'*_`]*privacy[ _-]*mode[\"'*_`]*[ \t]*[:=][ \t]*[\"'*_`]*([\w-]*)", re.IGNORECASE | re.MULTILINE
)
_OWN_KEYS = frozenset({"privacy_mode", "existence_lookup", "local_judges", "privileged_patterns"})
_MODE_KEYS = ("privacy_mode", "privacymode", "privacy-mode", "privacy mode", "privacy")
Lookup = Literal["local", "remote"]


@dataclass(frozen=True, slots=True)
class Said:
    """What one place says.

    Attributes:
        place: `session`, or the name of the file.
        mode: None where it says none.
        existence_lookup: None where it says nothing of it.
        local_judges: addresses of judges on this machine.
        patterns: what a playbook calls privileged.
        doubtful: whether it says a mode that was not understood, and `mode` is therefore strict.

    """

    place: str
    mode: Mode | None = None
    existence_lookup: Lookup | None = None
    local_judges: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Privacy:
    """What holds; `decided_by` names the places whose mode it is, «default» when none said one."""

    mode: Mode = "strict"
    remote_existence: bool = False
    local_judges: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    decided_by: tuple[str, ...] = ("default",)
    doubtful: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As in the report."""
        return {
            "mode": self.mode,
            "decided_by": list(self.decided_by),
            "not_understood": list(self.doubtful),
            "existence_lookup": "remote" if self.remote_existence else "local",
            "local_judges": list(self.local_judges),
            "playbook_patterns": len(self.patterns),
        }


def settle(said: Iterable[Said]) -> Privacy:
    """What holds of all that was said."""
    places = tuple(said)
    modes: list[Mode] = [each.mode for each in places if each.mode is not None]
    mode: Mode = min(modes, key=MODES.index) if modes else "strict"
    lookups = [each.existence_lookup for each in places if each.existence_lookup is not None]
    return Privacy(
        mode=mode,
        remote_existence=bool(lookups) and all(each == "remote" for each in lookups),
        local_judges=tuple(dict.fromkeys(judge for each in places for judge in each.local_judges)),
        patterns=tuple(dict.fromkeys(pattern for each in places for pattern in each.patterns)),
        decided_by=tuple(each.place for each in places if each.mode == mode) or ("default",),
        doubtful=tuple(each.place for each in places if each.doubtful),
    )


def privacy_again(values: Mapping[str, Any]) -> Privacy:
    """What was settled, as a report says it; its playbook's patterns are not kept in a report.

    Raises:
        BadInput: it says no mode.

    """
    mode = _mode(values.get("mode", "strict"), "the report's privacy mode") or "strict"
    return Privacy(
        mode,
        values.get("existence_lookup") == "remote",
        tuple(values.get("local_judges", ())),
        (),
        tuple(values.get("decided_by", ("default",))),
        tuple(values.get("not_understood", ())),
    )


def said_by_session(mode: str = "", *, existence_lookup: str = "", local_judges: Iterable[str] = ()) -> Said:
    """What the setting of the session says.

    Raises:
        BadInput: a mode that is none, or a judge that is not on this machine.

    """
    return Said(
        "session", _mode(mode, "the privacy mode"), _lookup(existence_lookup, "existence_lookup"), _judges(local_judges)
    )


def read_local(text: str, name: str, *, own: bool) -> Said:
    """What a file says: our own, read strictly, or another program's, of which only the mode is asked.

    Raises:
        BadInput: our own file cannot be read as one.

    """
    head = _HEAD.match(text)
    try:
        values = yaml.safe_load(head.group(1)) if head else {}
    except yaml.YAMLError as error:
        if own:
            raise BadInput(
                f"{name}: its head is not YAML: {error}", remedy="See docs/privacy.md for the form."
            ) from error
        return Said(name, "strict", doubtful=True)
    values = {} if values is None else values
    if not own:
        return _foreign(values, text, name)
    if not isinstance(values, Mapping) or (unknown := set(values) - _OWN_KEYS):
        what = f"unknown keys {', '.join(sorted(map(str, unknown)))}" if isinstance(values, Mapping) else "no mapping"
        raise BadInput(f"{name}: {what}", remedy=f"Known keys: {', '.join(sorted(_OWN_KEYS))}.")
    if not values and _LINE.search(text):
        raise BadInput(
            f"{name} says a privacy mode outside its head", remedy="Put it between two lines of --- at the beginning."
        )
    return Said(
        name,
        _mode(values.get("privacy_mode", ""), f"{name}, privacy_mode"),
        _lookup(values.get("existence_lookup", ""), f"{name}, existence_lookup"),
        _judges(_texts(values.get("local_judges"), name)),
        _texts(values.get("privileged_patterns"), name),
    )


def _foreign(values: Any, text: str, name: str) -> Said:
    """Of another program's file: every mode it names, in its head or its text, the strictest of them."""
    named = [line.group(1) for line in _LINE.finditer(text)]
    if isinstance(values, Mapping):
        for key, value in values.items():
            if str(key).lower() in _MODE_KEYS:
                named.append(str(value.get("mode", "") if isinstance(value, Mapping) else value))
    if not named:
        return Said(name)
    modes = [each.strip().lower() for each in named]
    if all(mode in MODES for mode in modes):
        return Said(name, cast("Mode", min(modes, key=lambda mode: MODES.index(cast("Mode", mode)))))
    return Said(name, "strict", doubtful=True)


def _mode(value: Any, what: str) -> Mode | None:
    if value == "":
        return None
    if value not in MODES:
        raise BadInput(f"{what}: {value!r} is none", remedy=f"Choose one of {', '.join(MODES)}.")
    return cast("Mode", value)


def _lookup(value: Any, what: str) -> Lookup | None:
    if value == "":
        return None
    if value not in ("local", "remote"):
        raise BadInput(f"{what}: {value!r} is none", remedy="Choose local or remote.")
    return cast("Lookup", value)


def _judges(addresses: Iterable[str]) -> tuple[str, ...]:
    found = tuple(addresses)
    for address in found:
        if not is_loopback(address):
            raise BadInput(
                f"{address!r} is no judge on this machine", remedy="Give an address such as http://127.0.0.1:11434."
            )
    return found


def _texts(value: Any, name: str) -> tuple[str, ...]:
    values = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(each, str) and each for each in values):
        raise BadInput(f"{name}: a list of texts is expected", remedy="See docs/privacy.md for the form.")
    return tuple(values)
