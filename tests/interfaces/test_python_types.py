"""What is given to the Python API in the wrong type, or as a day or a language that there is not, is refused in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.corpus import library

import pincite
from pincite.errors import BadInput
from pincite.storage.sqlite.corpus import SqliteCorpus


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library.library(tmp_path_factory.mktemp("api"))


@pytest.fixture(scope="module")
def corpus(releases: Path) -> Iterator[SqliteCorpus]:
    with pincite.open_releases(releases) as opened:
        yield opened


@pytest.mark.parametrize("given", [str, Path, lambda folder: [folder], lambda folder: (str(folder),)])
def test_one_folder_is_as_good_as_a_list_of_one(releases: Path, given: Callable[[Path], Any]) -> None:
    with pincite.open_releases(given(releases), at_release="hk/2026.11.30") as opened:
        assert len(pincite.coverage(opened)) == 2


NOTHING: Any = None


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda _: pincite.open_releases(7), "releases must be one or several, not int"),  # type: ignore[arg-type]
        (lambda _: pincite.open_releases([7]), "a release must be a path"),  # type: ignore[list-item]
        (lambda _: pincite.build_release(NOTHING, "out"), "spec must be a path"),
        (lambda corpus: pincite.verify(NOTHING, corpus), "draft must be a path"),
        (lambda corpus: pincite.verify_text(NOTHING, corpus), "text must be a text"),
        (lambda _: pincite.verify_text("Art. 8 BV", NOTHING), "corpus must be an open set of releases, not NoneType"),
        (lambda corpus: pincite.verify_text("", corpus, as_of="x"), "as_of 'x' is no date"),
        (lambda corpus: pincite.verify_text("", corpus, checked_on="2026-02-30"), "'2026-02-30' is no date"),
        (lambda corpus: pincite.open_place("hk/cap9#s1", corpus, as_of="2026-02-30"), "is no date"),
        (lambda corpus: pincite.open_place("hk/cap9#s1", corpus, language="xx"), "no language 'xx'"),
        (lambda corpus: pincite.open_place(NOTHING, corpus), "asked must be a text"),
        (lambda _: pincite.open_place("hk/cap9#s1", "releases"), "corpus must be"),  # type: ignore[arg-type]
        (lambda corpus: pincite.search(NOTHING, corpus), "words must be a text"),
        (lambda corpus: pincite.search("lantern", corpus, as_of="soon"), "is no date"),
        (lambda corpus: pincite.search("lantern", corpus, language="xx"), "nothing is held in 'xx'"),
        (lambda _: pincite.extract(NOTHING), "text must be a text"),
        (lambda _: pincite.parse(b"Art. 8 BV"), "text must be a text"),  # type: ignore[arg-type]
        (lambda _: pincite.render(NOTHING), "reference must be one or several"),
        (lambda _: pincite.compare_quote("a", NOTHING, language="en"), "source must be a text"),
        (lambda _: pincite.compare_quote("a", "a", language="xx"), "no language 'xx'"),
        (lambda corpus: pincite.audit_answer(NOTHING, corpus), "text must be a text"),
    ],
)
def test_attack_a_wrong_argument_is_bad_input_in_words(
    corpus: SqliteCorpus, call: Callable[[SqliteCorpus], Any], says: str
) -> None:
    with pytest.raises(BadInput) as caught:
        call(corpus)
    assert says in str(caught.value)
    assert caught.value.remedy
