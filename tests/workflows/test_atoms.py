"""Atoms of a built release: listed, checked, exported; where there are none; carried to a newer release."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.corpus import library

import pincite
from pincite.errors import BadInput
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.wiring import open_corpus
from pincite.workflows.atoms import Chosen, as_json, carried_to, check_atoms, coverage_of_atoms, list_atoms, one_atom
from pincite.workflows.export_atoms import as_odrl, as_oscal, left_out_of_odrl

TOKEN = r"^[A-Za-z_][A-Za-z0-9._-]*$"
UUID = r"^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"
PROPS = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["name", "value"],
        "additionalProperties": False,
        "properties": {
            "name": {"type": "string", "pattern": TOKEN},
            "ns": {"type": "string", "pattern": "^[a-z]+:"},
            "value": {"type": "string", "pattern": r"^\S(.*\S)?$"},
        },
    },
}
PART: dict[str, Any] = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "string", "pattern": TOKEN},
        "name": {"type": "string", "pattern": TOKEN},
        "ns": {"type": "string"},
        "props": PROPS,
        "prose": {"type": "string"},
        "parts": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/part"}},
    },
}
# what the catalog model of OSCAL 1.1.2 asks of the parts that an export uses
OSCAL = {
    "$defs": {"part": PART},
    "type": "object",
    "required": ["catalog"],
    "additionalProperties": False,
    "properties": {
        "catalog": {
            "type": "object",
            "required": ["uuid", "metadata"],
            "additionalProperties": False,
            "properties": {
                "uuid": {"type": "string", "pattern": UUID},
                "metadata": {
                    "type": "object",
                    "required": ["title", "last-modified", "version", "oscal-version"],
                    "additionalProperties": False,
                    "properties": {
                        "title": {"type": "string"},
                        "last-modified": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
                        "version": {"type": "string", "pattern": r"^\S(.*\S)?$"},
                        "oscal-version": {"const": "1.1.2"},
                        "props": PROPS,
                    },
                },
                "groups": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "required": ["title"],
                        "additionalProperties": False,
                        "properties": {
                            "id": {"type": "string", "pattern": TOKEN},
                            "title": {"type": "string"},
                            "props": PROPS,
                            "controls": {
                                "type": "array",
                                "minItems": 1,
                                "items": {
                                    "type": "object",
                                    "required": ["id", "title"],
                                    "additionalProperties": False,
                                    "properties": {
                                        "id": {"type": "string", "pattern": TOKEN},
                                        "class": {"type": "string", "pattern": TOKEN},
                                        "title": {"type": "string", "minLength": 1},
                                        "props": PROPS,
                                        "links": {
                                            "type": "array",
                                            "items": {"type": "object", "required": ["href"]},
                                        },
                                        "parts": {"type": "array", "items": {"$ref": "#/$defs/part"}},
                                    },
                                },
                            },
                        },
                    },
                },
            },
        }
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("atoms")


@pytest.fixture(scope="module")
def corpus(folder: Path) -> Iterator[SqliteCorpus]:
    library.write(folder / "sources", library.HK)
    library.build(library.spec(folder), folder / "releases")
    with open_corpus([folder / "releases"]) as opened:
        yield opened


def test_of_a_law_in_several_states_the_wording_for_the_date_is_listed(corpus: SqliteCorpus) -> None:
    new = [each.atom.quoted_text for each in list_atoms(corpus, Chosen("hk/cap9", language="en"))]
    old = [each.atom.quoted_text for each in list_atoms(corpus, Chosen("hk/cap9", language="en", as_of="2021-01-01"))]
    assert new == ["Every keeper shall light two lanterns."]
    assert old == ["Every keeper must light a lantern."]


def test_a_place_a_modality_and_words_choose(corpus: SqliteCorpus) -> None:
    assert {each.atom.block for each in list_atoms(corpus, Chosen("hk/cap9#s2"))} == {"s2"}
    assert {each.atom.modality for each in list_atoms(corpus, Chosen(modality="must"))} == {"must"}
    assert not list(list_atoms(corpus, Chosen(modality="may", words="no such words")))


@pytest.mark.parametrize(
    "chosen", [Chosen(modality="ought"), Chosen("hk/cap999"), Chosen("no reference"), Chosen(as_of="2026-02-30")]
)
def test_what_cannot_be_chosen_is_bad_input(corpus: SqliteCorpus, chosen: Chosen) -> None:
    with pytest.raises(BadInput):
        list(list_atoms(corpus, chosen))


def test_every_atom_of_a_release_keeps_every_rule(corpus: SqliteCorpus) -> None:
    checked = check_atoms(corpus)
    assert checked.ok
    assert checked.atoms == corpus.releases[0].manifest.counts["atom"] > 0


def test_an_atom_is_shown_by_its_id_and_others_are_refused(corpus: SqliteCorpus) -> None:
    first = next(list_atoms(corpus))
    shown, text = one_atom(corpus, first.atom.id)
    assert shown.atom == first.atom
    assert text[first.atom.char_start : first.atom.char_end] == first.atom.quoted_text
    for name in ("hk/cap9@en/2024-06-01#s2!a99", "hk/cap9", "hk/cap9@en/1999-01-01#s2!a1"):
        with pytest.raises(BadInput):
            one_atom(corpus, name)


def test_provisions_without_an_atom_are_named(corpus: SqliteCorpus) -> None:
    covered = {each.expression: each for each in coverage_of_atoms(corpus, Chosen("hk/cap9", language="en"))}
    found = covered["hk/cap9@en/2024-06-01"]
    assert ("s1", "Title") in found.without
    assert all(eid != "s2" for eid, _ in found.without)
    assert found.provisions == found.with_atoms + len(found.without)


def test_atoms_carried_to_another_release_are_same_moved_or_stale(corpus: SqliteCorpus, folder: Path) -> None:
    files = {**library.HK, "cap9.en.2024": library.HK["cap9.en.2024"].replace("two lanterns", "three lanterns")}
    later = folder / "later"
    library.write(later / "sources", files)
    library.build(library.spec(later), later / "releases")
    with open_corpus([folder / "later" / "releases"]) as newer:
        what = {each.old.id: each.what for each in carried_to(corpus, newer)}
    assert what["hk/cap9@en/2024-06-01#s2!a1"] == "stale"
    assert "same" in what.values()


def test_the_json_says_what_stands_at_every_span(corpus: SqliteCorpus) -> None:
    for each in as_json(list_atoms(corpus))["atoms"]:
        for spans in each["fields"].values():
            for span in spans:
                start = span["char_start"] - each["char_start"]
                assert each["quoted_text"][start : start + len(span["text"])] == span["text"]


def test_the_oscal_catalogue_is_what_its_model_asks(corpus: SqliteCorpus) -> None:
    catalogue = as_oscal(list_atoms(corpus))
    jsonschema.Draft202012Validator(OSCAL).validate(catalogue)
    ids = [control["id"] for group in catalogue["catalog"]["groups"] for control in group["controls"]]
    assert len(ids) == len(set(ids)) == len(list(list_atoms(corpus)))


def test_the_odrl_policy_is_what_its_model_asks(corpus: SqliteCorpus) -> None:
    atoms = list(list_atoms(corpus))
    policy = as_odrl(atoms)
    assert policy["@context"][0] == "http://www.w3.org/ns/odrl.jsonld"
    assert policy["@type"] == "Set"
    assert policy["uid"].startswith("urn:uuid:")
    assert policy["profile"].startswith("urn:"), "our terms are not of the core vocabulary"
    rules = [(name, rule) for name in ("permission", "prohibition", "obligation") for rule in policy.get(name, ())]
    assert len(rules) + left_out_of_odrl(atoms) == len(atoms)
    for _, rule in rules:
        assert len(rule["action"]) == 1
        assert rule["target"]["uid"].startswith("urn:")
        for constraint in rule.get("constraint", ()):
            assert set(constraint) == {"leftOperand", "operator", "rightOperand"}
            assert constraint["operator"] in ("eq", "neq")


def test_exports_are_the_same_every_time(corpus: SqliteCorpus) -> None:
    for export in (as_oscal, as_odrl):
        assert json.dumps(export(list_atoms(corpus))) == json.dumps(export(list_atoms(corpus)))


def test_an_empty_export_is_bad_input() -> None:
    for export in (as_oscal, as_odrl):
        with pytest.raises(BadInput):
            export([])


def test_the_python_functions_do_the_same(corpus: SqliteCorpus) -> None:
    assert [each.id for each in pincite.list_atoms(corpus, "hk/cap9")] == [
        each.atom.id for each in list_atoms(corpus, Chosen("hk/cap9"))
    ]
    assert pincite.check_atoms(corpus).ok
    assert pincite.export_atoms(corpus, form="oscal")["catalog"]
    with pytest.raises(BadInput):
        pincite.export_atoms(corpus, form="xml")
