"""What a user writes becomes one reference, or a message; what is shown with a place is what stands there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.corpus import library

from pincite import wiring
from pincite.citations.mention import Mention
from pincite.corpus.answers import NodeRecord, PlaceFound
from pincite.errors import BadInput
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.open_place import Opened, as_json, instruments_behind, open_place, reference_of
from pincite.workflows.search_corpus import phrases, search_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    with wiring.open_corpus([library.library(tmp_path_factory.mktemp("open"))]) as opened:
        yield opened


def mention(reference: str | None, *candidates: str) -> Mention:
    return Mention(0, 1, "x", "statute", "full", reference, "test.rule", candidates=candidates)


def show(corpus: SqliteCorpus, asked: str, mentions: Sequence[Mention] = (), **more: Any) -> Opened:
    return open_place(corpus, asked, extract=lambda _: mentions, url=lambda *_: "", **more)


def test_a_reference_is_taken_as_it_stands(corpus: SqliteCorpus) -> None:
    assert show(corpus, " hk/cap9#s1 ").reference == "hk/cap9#s1"


def test_a_citation_is_read_by_the_extractor(corpus: SqliteCorpus) -> None:
    opened = show(corpus, "section 1 of the Lantern Ordinance", [mention("hk/cap9#s1"), mention("hk/cap9#s1")])
    assert opened.reference == "hk/cap9#s1"
    assert opened.found


@pytest.mark.parametrize(
    ("mentions", "says"),
    [
        ([], "neither a reference nor a citation"),
        ([mention(None)], "understood as statute, outside the scheme"),
        ([mention("hk/cap9#s1"), mention("hk/cap9#s2")], "several places: hk/cap9#s1, hk/cap9#s2"),
        ([mention(None, "hk/cap9", "hk/cap8")], "may mean hk/cap9 or hk/cap8"),
    ],
)
def test_what_names_no_single_place_is_refused_in_words(mentions: list[Mention], says: str) -> None:
    with pytest.raises(BadInput, match=says) as caught:
        reference_of("something", lambda _: mentions)
    assert caught.value.remedy


def test_a_citation_opens_the_wording_of_the_language_it_is_written_in(corpus: SqliteCorpus) -> None:
    def language(asked: str, said: str = "", **more: Any) -> str:
        read = [mention("hk/cap9#s2")._replace(language=said)]
        answer = show(corpus, asked, read, **more).answer
        assert isinstance(answer, PlaceFound)
        return answer.expression.language

    forms = {"en": "LO s. 2", "zh-Hant": "燈籠條例 第 條"}
    assert language("燈籠條例 第2條", write=lambda _, spoken: forms[spoken]) == "zh-Hant"
    assert language("LO s. 2", write=lambda _, spoken: forms[spoken]) == "en"
    assert language("LO s. 2", write=lambda _, spoken: forms[spoken], language="zh-Hant") == "zh-Hant"
    assert language("2", "zh-Hant", write=lambda *_: "") == "zh-Hant"  # the reader of citations says it
    assert language("2", "fr") == "en"  # not held in French: nothing is asked for, and nothing is to be disclosed
    assert language("hk/cap9#s2", "zh-Hant") == "en"  # a reference has no language


@pytest.mark.parametrize(
    ("asked", "says"),
    [({"language": "xx"}, "no language 'xx'"), ({"as_of": "2026-02-30"}, "'2026-02-30' is no date")],
)
def test_attack_a_language_or_a_day_that_there_is_not_is_refused(
    corpus: SqliteCorpus, asked: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadInput, match=says) as caught:
        show(corpus, "hk/cap9#s1", **asked)
    assert "zh-Hant" in caught.value.remedy or "YYYY" in caught.value.remedy


def test_notes_of_the_place_are_shown_and_those_of_others_are_not(corpus: SqliteCorpus) -> None:
    assert show(corpus, "hk/cap9#s2").notes == (("note", "", "(Amended 3 of 2024 s. 2)"),)
    assert show(corpus, "hk/cap9#s1").notes == ()


def test_the_instruments_that_the_notes_name_stand_behind_the_wording(corpus: SqliteCorpus) -> None:
    read = [mention("hk/ord/2024/3#s2"), mention("hk/cap8"), mention(None)]
    opened = show(corpus, "hk/cap9#s2", read)
    assert opened.amended_by == ("hk/ord/2024/3#s2",)
    assert opened.consolidated_to == "2024-06-01"
    assert show(corpus, "hk/cap9#s1", read).amended_by == ()  # it has no note
    assert show(corpus, "ch/bge/140/III/86#consid_2", read).consolidated_to == ""  # a decision is not consolidated
    assert as_json(opened)["amended_by"] == ["hk/ord/2024/3#s2"]


def test_the_instruments_of_the_tree_come_before_those_of_notes() -> None:
    def node(number: int, start: int, end: int, parent: int | None, *behind: str) -> NodeRecord:
        return NodeRecord(
            number,
            f"n{number}",
            "",
            0,
            "article",
            "",
            "",
            parent,
            start,
            end,
            "in_force",
            None,
            None,
            "unknown",
            None,
            "",
            behind,
        )

    nodes = [node(0, 0, 9, None, "eu/1"), node(1, 0, 4, 0, "eu/2"), node(2, 5, 9, 0)]
    assert instruments_behind([nodes[0]], nodes) == ("eu/1", "eu/2")
    assert instruments_behind([nodes[1]], nodes) == ("eu/2",)
    assert instruments_behind([nodes[2]], nodes) == ("eu/1",)  # of the unit it lies in


def test_pages_are_named_from_the_marks(corpus: SqliteCorpus) -> None:
    assert show(corpus, "ch/bge/140/III/86#consid_2").pages == ("86", "87")
    assert show(corpus, "ch/bge/140/III/86#consid_2.1").pages == ("87",)
    assert show(corpus, "ch/bge/140/III/86#consid_3").pages == ("88",)
    assert show(corpus, "hk/cap9#s1").pages == ()


def test_all_places_of_a_repeated_id_are_shown(corpus: SqliteCorpus) -> None:
    assert show(corpus, "hk/cap9#s5_a").repeated == (("s5_a", "(a) one thing;"), ("s5_a", "(a) another thing."))


def test_the_address_is_the_packs_or_the_documents(corpus: SqliteCorpus) -> None:
    assert show(corpus, "hk/cap9#s1", as_of="2021-01-01").url == "https://law.example/hk/cap9"
    opened = open_place(
        corpus, "hk/cap9#s1", extract=lambda _: [], url=lambda reference, language: f"{reference}!{language}"
    )
    assert opened.url == "hk/cap9#s1!en"


def test_json_holds_the_same_and_can_be_written(corpus: SqliteCorpus) -> None:
    found = json.loads(json.dumps(as_json(show(corpus, "hk/cap9#s2_1"))))
    assert found["answer"] == "found"
    assert found["text"] == "(1) The lanterns burn gas."
    assert found["expression"]["id"] == "hk/cap9@en/2024-06-01"
    absent = json.loads(json.dumps(as_json(show(corpus, "hk/cap9#s99"))))
    assert (absent["answer"], absent["level"]) == ("not_found", "place")
    assert json.loads(json.dumps(as_json(show(corpus, "fr/loi/1"))))["answer"] == "outside_coverage"


@pytest.mark.parametrize(
    ("filters", "says"),
    [
        ({"words": "  "}, "no words"),
        ({"kind": "poem"}, "no kind 'poem'"),
        ({"jurisdiction": "fr"}, "no release of jurisdiction 'fr'"),
        ({"language": "it"}, "nothing is held in 'it'"),
    ],
)
def test_a_filter_that_can_hold_nothing_is_bad_input(corpus: SqliteCorpus, filters: dict[str, str], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        search_corpus(corpus, **{"words": "lantern", **filters})  # type: ignore[arg-type]


def test_an_argument_with_a_space_is_a_phrase_among_words(corpus: SqliteCorpus) -> None:
    assert phrases(["dismiss the", "appeal"]) == '"dismiss the" appeal'
    assert phrases(["dismiss the appeal"]) == "dismiss the appeal"
    assert len(search_corpus(corpus, phrases(["dismiss the", "appeal"])).hits) == 1


def test_a_folder_opens_by_path(tmp_path: Path) -> None:
    releases = library.library(tmp_path)
    with wiring.open_corpus([releases / "ch" / "2026.11.30"]) as opened:
        assert [each.jurisdiction for each in opened.coverage()] == ["ch"]
