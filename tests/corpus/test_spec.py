"""A spec is read strictly: what is wrong is named with its line and what is allowed there."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.corpus.spec import read_spec
from pincite.errors import BadInput

GOOD = """jurisdiction: hk
tag: 2026.11.30
as_of: 2026-11-30
title: A title
sources:
  - files: ["a/*.xml"]
    exclude:
      - {files: ["a/b.xml"], reason: cut}
    reader: hk.hklm
    companions: {json: "{stem}.json?"}
    publisher: P
    licence: L
    legal_value: official
    redistribute: quote
    options: {language: en}
coverage:
  - name: all
    works: [hk/cap1]
    complete: true
    date_from: 2020-01-01
"""


def refusal(text: str) -> str:
    with pytest.raises(BadInput) as caught:
        read_spec(text.encode(), name="s.yaml")
    assert caught.value.remedy
    return str(caught.value)


def test_a_good_spec_says_what_stands_there() -> None:
    spec = read_spec(GOOD.encode(), name="s.yaml")
    assert (spec.jurisdiction, spec.tag, spec.as_of, spec.root) == ("hk", "2026.11.30", "2026-11-30", ".")
    source = spec.sources[0]
    assert source.files == ("a/*.xml",)
    assert source.exclude[0].reason == "cut"
    assert source.companions == {"json": "{stem}.json?"}
    assert source.options == {"language": "en"}
    assert spec.coverage[0].complete
    assert spec.coverage[0].date_from == "2020-01-01"  # characters, not a date of YAML's


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            ("licence: L", "licence: L\n    colour: red"),
            "line 13: an entry of sources has no key 'colour'; allowed are companions",
        ),
        (
            ("    licence: L\n", "    license: L\n"),
            "line 6: an entry of sources needs the key 'licence' (and 'license' is not known)",
        ),
        (
            ("legal_value: official", "legal_value: binding"),
            "line 13: legal_value: 'binding' is none of authentic, official, unofficial",
        ),
        (("tag: 2026.11.30", "tag: v1"), "line 2: tag: 'v1' is not YYYY.MM.DD"),
        (("as_of: 2026-11-30", "as_of: 2026-13-30"), "line 3: as_of: '2026-13-30' is not YYYY-MM-DD"),
        (("as_of: 2026-11-30", "as_of: 2026-02-30"), "line 3: as_of: '2026-02-30' is not YYYY-MM-DD"),
        (("date_from: 2020-01-01", "date_from: 2021-02-29"), "line 20: date_from: '2021-02-29' is not YYYY-MM-DD"),
        (
            ("date_from: 2020-01-01", "date_from: 2020-01-01\n    date_to: 2019-12-31"),
            "line 21: date_to: 2019-12-31 is before date_from, 2020-01-01",
        ),
        (("works: [hk/cap1]", "works: [hk/cap1, ch/sr/101]"), "line 18: works: 'ch/sr/101' is no work of 'hk'"),
        (("title: A title", "title: A title\ntitle: B"), "line 5: the key 'title' stands twice"),
        (("complete: true", "complete: yes"), "line 19: complete: 'yes' is none of true, false"),
        (('files: ["a/*.xml"]', "files: a"), "line 6: files must be a list of texts"),
        (('files: ["a/*.xml"]', "files: []"), "line 6: files must be a list of texts"),
        (("options: {language: en}", "options: [en]"), "options must be a mapping of keys"),
        (("jurisdiction: hk\n", ""), "a spec needs the key 'jurisdiction'"),
    ],
)
def test_what_is_wrong_is_named(change: tuple[str, str], says: str) -> None:
    changed = GOOD.replace(*change)
    assert changed != GOOD
    assert says in refusal(changed)


@pytest.mark.parametrize("text", ["", "- a", "a: [", "sources: *x", "\tx: 1", "jurisdiction: hk"])
def test_what_is_no_spec_is_refused_in_words(text: str) -> None:
    assert "s.yaml" in refusal(text)


def test_attack_an_alias_bomb_is_refused_before_it_grows() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "no aliases" in refusal(bomb)


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 50_000, "- " * 50_000, "title: " + "[" * 2000 + "]" * 2000])
def test_attack_a_deep_spec_is_refused_before_it_takes_time(text: str) -> None:
    assert "levels deep" in refusal(text)


def test_attack_a_huge_spec_is_refused_unread() -> None:
    assert "too many for a spec" in refusal(GOOD + "# " + "x" * 1_000_000)


@given(st.text(max_size=200))
def test_any_text_is_a_spec_or_bad_input(text: str) -> None:
    with contextlib.suppress(BadInput):
        read_spec(text.encode("utf-8", "surrogatepass"), name="s.yaml")
