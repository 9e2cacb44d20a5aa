"""Templates and paths: nothing of an answer leads anywhere but where a template says."""

from __future__ import annotations

import contextlib
import json
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite import wiring
from pincite.corpus.publishers import Step, read_publishers
from pincite.corpus.recipes import address_of, path_of, rows_of, select, text_of
from pincite.corpus.strict_yaml import read_map
from pincite.errors import BadInput, CannotRun
from pincite.wiring import installed

values = st.text(max_size=40)


@given(values)
def test_a_value_in_an_address_changes_neither_host_nor_path(value: str) -> None:
    address = address_of("https://law.example/docs/{id}.json?x={id}", {"id": value.encode("utf-8", "replace").decode()})
    parts = urlsplit(address)
    assert parts.netloc == "law.example"
    assert parts.path.count("/") == 2
    assert parts.query.count("&") == 0


@given(values)
def test_a_value_in_a_path_leads_nowhere(value: str) -> None:
    path = path_of("hk/{id}/{id}.xml", {"id": value})
    assert path.startswith("hk")
    assert not path.startswith("/")
    assert all(part not in ("", ".", "..") and not part.startswith(".") for part in path.split("/"))


@given(values)
def test_a_value_in_a_string_of_a_query_does_not_end_it(value: str) -> None:
    filled = text_of('"{id}"', {"id": value})
    assert json.loads(filled) == value


def test_a_variable_nobody_found_is_said() -> None:
    with pytest.raises(CannotRun, match="'missing'"):
        address_of("https://law.example/{missing}", {})


def test_paths_reach_lists_objects_and_the_level_above() -> None:
    value = {"a": [{"n": "1", "b": [{"m": "x"}, {"m": "y"}]}, {"n": "2", "b": []}], "o": {"k": {"v": 3}, "l": "text"}}
    assert [stack[0] for stack in select(value, "a[].b[]")] == [{"m": "x"}, {"m": "y"}]
    assert [stack[1]["n"] for stack in select(value, "a[].b[]")] == ["1", "1"]
    assert [stack[0]["@"] for stack in select(value, "o{}")] == ["k", "l"]
    assert list(select(value, "nothing[].b")) == []
    step = Step("GET", "", "json", rows="a[].b[]", let={"number": "^n", "m": "m"}, where={"number": "{want}"})
    rows, following, held = rows_of(step, json.dumps(value).encode(), {"want": "1"}, address="https://law.example/")
    assert [(row["number"], row["m"]) for row in rows] == [("1", "x"), ("1", "y")]
    assert (following, held) == ("", 2)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | values,
        lambda each: st.lists(each) | st.dictionaries(values, each),
        max_leaves=12,
    )
)
def test_any_answer_makes_rows_or_is_refused(value: object) -> None:
    for step in (
        Step("GET", "", "json", rows="Chapter[].Version[]", let={"a": "^CapNo"}, join={"rows": "D[].R", "on": "u", "equals": "a", "let_s": "s"}),
        Step("GET", "", "sparql", first_by=("abstract",)),
        Step("GET", "", "json", rows="data[]", next="links.next"),
    ):  # fmt: skip
        with contextlib.suppress(CannotRun):
            rows_of(step, json.dumps(value).encode(), {}, address="https://law.example/")


def test_every_collection_has_readers_and_examples_that_its_forms_admit() -> None:
    catalogue = wiring.catalogue()
    known = wiring.readers()
    for collection in catalogue.collections.values():
        for form in collection.forms:
            assert collection.form(form.example)[0] == form
            assert all(recipe.reader in known for recipe in form.files if recipe.reader)
        assert bool(collection.hosts) == bool(collection.forms)
    for name in ("hk.lrs", "hk.hklii"):
        collection = catalogue.collection(name)
        assert (collection.one_at_a_time, collection.redistribute) == (True, "none")
    assert {form.collection for form in catalogue.formats} <= catalogue.collections.keys()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("collections: []\nmore: 1", "no key 'more'"),
        ("collections:\n  - {name: x}", "needs the key 'title'"),
        (
            (
                "collections:\n  - {name: x, title: t, publisher: p, licence: l, legal_value: official, redistribute: full,"
                " reader: r, hosts: [h], forms: [{name: f, item: '(', example: e, about: a, files: []}]}"
            ),
            "not a regular expression",
        ),
    ],
)
def test_a_wrong_list_of_publishers_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=r"publishers\.yaml, line \d+") as raised:
        read_publishers(text, name="publishers.yaml", query=lambda _: "")
    assert said in str(raised.value)


def test_what_no_yaml_of_ours_is_is_refused_before_it_is_composed() -> None:
    for data in (b"a: &x 1\nb: *x", b"[" * 30, b"\xff", b"", b"a: 1\na: 2", b"- 1", b"a: " + b"x" * 1_000_001):
        with pytest.raises(BadInput):
            read_map(data, name="x.yaml", what="a list")


def test_a_pack_of_a_third_party_brings_its_publishers(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """collections:
  - {name: li.laws, title: t, publisher: p, licence: l, legal_value: official, redistribute: full, reader: r, hosts: [laws.example],
     forms: [{name: law, item: '[0-9]+', example: "1", about: a, files: [{get: "https://laws.example/{item}", path: "li/{item}.xml"}]}]}
"""
    pack = SimpleNamespace(publishers=read_publishers(text, name="x", query=lambda _: ""))
    monkeypatch.setattr(installed, "third_parties", lambda: (pack, SimpleNamespace(publishers=None), SimpleNamespace()))
    wiring.catalogue.cache_clear()
    try:
        assert wiring.catalogue().collection("li.laws").hosts == ("laws.example",)
        assert wiring.catalogue().collection("ch.fedlex").reader == "ch.fedlex_akn"
    finally:
        monkeypatch.undo()
        wiring.catalogue.cache_clear()
