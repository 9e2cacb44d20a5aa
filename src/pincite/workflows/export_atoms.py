"""Atoms as documents of two public standards: OSCAL (a catalogue of controls) and ODRL (a policy of rules).

Keeps true: nothing is said that the atoms do not say. The same atoms give the same bytes: ids are UUIDs of version 5, and
the only time is the release's as-of date. What a standard has no place for is left out and counted: ODRL knows no
recommendation, so that «should» stays out; in OSCAL every atom is a control.

OSCAL 1.1.2, catalog model: `uuid`, `metadata` (title, last-modified, version, oscal-version), `groups` (a work), `controls`
(an atom) with `props` and `parts`; ids are tokens. ODRL 2.2 information model: a policy of type Set with `uid`, `profile` (our
terms are not of the core vocabulary), rules with `action` and, for permissions and prohibitions, `target`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from pincite.atoms.atom import Field
from pincite.errors import BadInput
from pincite.workflows.atoms import Listed

__all__ = ["as_odrl", "as_oscal", "left_out_of_odrl"]

OSCAL_VERSION = "1.1.2"
SPACE = UUID("6f1d3c3a-5f0e-5c58-9d0b-7a3a3f7f8c11")
"""The name space of our UUIDs; any fixed value would do."""

NAMES = "urn:pincite:oscal"
PROFILE = "urn:pincite:odrl:obligation-atoms:1"
_RULES = {"must": "obligation", "must_not": "prohibition", "should_not": "", "should": "", "may": "permission"}
_NOT_TOKEN = re.compile(r"[^\w.\-]+")
_PARTS: tuple[Field, ...] = (
    "actor",
    "subject",
    "modal",
    "negation",
    "action",
    "recipient",
    "time",
    "condition",
    "exception",
)


def as_oscal(listed: Iterable[Listed]) -> dict[str, Any]:
    """A catalogue with a group for each wording and a control for each atom.

    Raises:
        BadInput: there is no atom: a catalogue without controls says nothing.

    """
    atoms = list(listed)
    if not atoms:
        raise BadInput(
            "there is no atom to export", remedy="Choose others; `pincite atoms coverage` says where there are some."
        )
    releases = sorted({(each.record.release, each.record.as_of) for each in atoms})
    name = ", ".join(release for release, _ in releases)
    return {
        "catalog": {
            "uuid": _uuid("catalog", name, *(each.atom.id for each in atoms)),
            "metadata": {
                "title": f"Obligations in {name}",
                "last-modified": f"{max(as_of for _, as_of in releases)}T00:00:00Z",
                "version": name,
                "oscal-version": OSCAL_VERSION,
                "props": [_prop("offsets", "Unicode code points of the block's text")],
            },
            "groups": [
                {
                    "id": _token(expression),
                    "title": run[0].record.title or expression,
                    "props": [_prop("expression", expression), _prop("release", run[0].record.release)],
                    "controls": [_control(each) for each in run],
                }
                for expression, run in _by_wording(atoms)
            ],
        }
    }


def _by_wording(atoms: Sequence[Listed]) -> list[tuple[str, list[Listed]]]:
    ordered = sorted(atoms, key=lambda each: each.record.id)
    return [(name, list(run)) for name, run in groupby(ordered, key=lambda each: each.record.id)]


def _control(each: Listed) -> dict[str, Any]:
    atom = each.atom
    name = _token(atom.id)
    said = [field for field in _PARTS if field in atom.fields]
    control: dict[str, Any] = {
        "id": name,
        "class": atom.modality,
        "title": each.heading.replace("\n", " ").strip() or f"{each.reference} ({atom.modality})",
        "props": [
            _prop("atom-id", atom.id),
            _prop("modality", atom.modality),
            _prop("reference", each.reference),
            _prop("char-start", str(atom.char_start)),
            _prop("char-end", str(atom.char_end)),
            _prop("text-sha256", atom.text_sha256),
        ],
        "parts": [
            {
                "id": f"{name}_smt",
                "name": "statement",
                "prose": atom.quoted_text,
                "parts": [
                    {
                        "id": f"{name}_{field}",
                        "name": field,
                        "ns": NAMES,
                        "props": [_prop("spans", " ".join(f"{a}-{b}" for a, b in atom.fields[field]))],
                        "prose": atom.words(field),
                    }
                    for field in said
                ],
            }
        ],
    }
    if each.record.url:
        control["links"] = [{"href": each.record.url, "rel": "source"}]
    return control


def _prop(name: str, value: str) -> dict[str, str]:
    return {"name": name, "ns": NAMES, "value": value}


def _uuid(*parts: str) -> str:
    return str(uuid5(SPACE, "\n".join(parts)))


def _token(name: str) -> str:
    """An OSCAL token: a letter or «_», then letters, digits, «.», «-» and «_»; distinct names stay distinct."""
    plain = _NOT_TOKEN.sub("_", name)
    mark = "" if plain == name else f"-{_uuid(name)[:8]}"
    return f"a_{plain}{mark}"


def left_out_of_odrl(listed: Iterable[Listed]) -> int:
    """How many atoms ODRL has no rule for: recommendations."""
    return sum(not _RULES[each.atom.modality] for each in listed)


def as_odrl(listed: Iterable[Listed]) -> dict[str, Any]:
    """A policy of type Set; each rule names its atom, and conditions and exceptions are constraints in words.

    Raises:
        BadInput: no atom that ODRL has a rule for: a policy needs one.

    """
    atoms = [each for each in listed if _RULES[each.atom.modality]]
    if not atoms:
        raise BadInput("there is no atom that ODRL has a rule for", remedy="Choose others: ODRL knows no «should».")
    rules: dict[str, list[dict[str, Any]]] = {}
    for each in atoms:
        rules.setdefault(_RULES[each.atom.modality], []).append(_rule(each))
    return {
        "@context": [
            "http://www.w3.org/ns/odrl.jsonld",
            {
                "dct": "http://purl.org/dc/terms/",
                "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
                "pin": f"{PROFILE}#",
            },
        ],
        "@type": "Set",
        "uid": f"urn:uuid:{_uuid('policy', *(each.atom.id for each in atoms))}",
        "profile": PROFILE,
        **dict(sorted(rules.items())),
    }


def _rule(each: Listed) -> dict[str, Any]:
    atom = each.atom
    name = f"urn:pincite:atom:{quote(atom.id, safe='/@')}"
    rule: dict[str, Any] = {
        "uid": name,
        "dct:description": atom.quoted_text,
        "dct:source": each.reference,
        "target": {
            "@type": "Asset",
            "uid": f"{name}:matter",
            "dct:description": atom.words("subject") or atom.words("action"),
        },
        "action": [{"rdf:value": {"@id": f"{name}:action"}, "dct:description": atom.words("action")}],
    }
    if atom.fields.get("actor"):
        rule["assignee"] = {"@type": "Party", "uid": f"{name}:actor", "dct:description": atom.words("actor")}
    beside: tuple[tuple[Field, str], ...] = (
        ("condition", "eq"),
        ("exception", "neq"),
        ("time", "eq"),
        ("recipient", "eq"),
    )
    constraints = [
        {
            "leftOperand": f"pin:{field}",
            "operator": operator,
            "rightOperand": {"@value": atom.words(field), "@language": atom.language},
        }
        for field, operator in beside
        if atom.fields.get(field)
    ]
    if constraints:
        rule["constraint"] = constraints
    return rule
