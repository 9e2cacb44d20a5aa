"""What is far longer than anybody writes, at every door: refused in words, or done in time that grows with its length."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.timing import processor_seconds

import pincite
from benchmarks import lying_writers
from pincite import wiring
from pincite.answers import raw_citations
from pincite.drafts import scanned
from pincite.errors import BadInput
from pincite.judging import tables
from pincite.quotation.compare import compare
from pincite.quotation.tokens import tokenise
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.storage.sqlite.fulltext import MOST_TIMES, match_expression
from pincite.storage.sqlite.release_db import ReleaseDb
from pincite.workflows.search_corpus import LONGEST, search_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    folder: Path = lying_writers.releases(tmp_path_factory.mktemp("attack") / "specimen")
    with wiring.open_corpus([folder]) as opened:
        yield opened


def growth(work: Callable[[int], object], length: int) -> float:
    """How many times longer four times the length takes: 4 when it grows with the length, 16 with its square; the best of three."""

    def seconds(many: int) -> float:
        return processor_seconds(lambda: work(many), rounds=3)

    return seconds(4 * length) / max(seconds(length), 0.001)


def test_a_word_said_ten_thousand_times_is_asked_for_a_few_times() -> None:
    expression = match_expression("Art. " * 10_000, lambda _: ('"article"',))
    assert expression.count('"Art"') == MOST_TIMES
    assert match_expression("the law of the land") == '"the" AND "law" AND "of" AND "the" AND "land"'


@pytest.mark.parametrize("words", ["keeper " * 1000, "keeper" * 1000, '"' + "a b " * 1500 + '"', "燈籠" * 2500])
def test_a_search_of_many_pages_is_refused_with_what_to_do(corpus: SqliteCorpus, words: str) -> None:
    with pytest.raises(BadInput, match=f"{LONGEST:,} are the most") as refused:
        search_corpus(corpus, words)
    assert "pincite quote" in refused.value.remedy


@pytest.mark.parametrize("run", ["ABCDEFGHIJ", "一二三四五六七八九十"])
def test_a_quotation_of_one_endless_word_takes_time_by_its_length(run: str) -> None:
    source = "A lantern keeper must keep each lantern lit. " * 20

    def work(length: int) -> None:
        compare(run * (length // len(run)), source, language="en")

    assert growth(work, 4_000) < 10


def test_a_reference_of_fifty_thousand_letters_is_not_repeated_at_the_user(corpus: SqliteCorpus) -> None:
    with pytest.raises(BadInput, match="neither a reference nor a citation") as refused:
        pincite.open_place("A" * 50_000, corpus)
    assert len(str(refused.value)) < 1_000


def test_a_long_list_of_lines_in_a_message_stays_whole() -> None:
    lines = "\n".join(f"file {number} cannot be read" for number in range(200))
    assert str(BadInput(lines)) == lines


def test_a_docket_that_is_not_there_costs_few_questions(corpus: SqliteCorpus, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    rows = ReleaseDb.rows

    def counted(db: ReleaseDb, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        asked.append(sql)
        return rows(db, sql, parameters)

    monkeypatch.setattr(ReleaseDb, "rows", counted)
    offered = corpus.find_work("ch/bger/4A_9911/2026")
    assert [each.reference for each in getattr(offered, "suggestions", ())] == ["ch/bger/4A_9901/2026"]
    assert len(asked) < 60


def test_a_sentence_of_a_thousand_words_is_not_cut_at_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    class Counted(dict[tuple[str, ...], tuple[tuple[str, ...], ...]]):
        def get(self, key: object, default: object = None) -> object:  # type: ignore[override]
            looked.append(key)
            return super().get(key, default)  # type: ignore[call-overload]

    forms, longest = tables._forms("outcomes", "en")
    monkeypatch.setattr(tables, "_forms", lambda *_: (Counted(forms), longest))
    tokens = tokenise("sections of the law on lanterns " * 200, "en")
    assert not list(tables.find_forms("outcomes", "en", tokens))
    assert len(looked) < len(tokens)


@pytest.mark.parametrize("run", ["ABCDEFGHIJ", "MUSTER ", "Muster Beispiel Of "])
def test_names_of_cases_are_not_looked_for_at_each_capital_of_an_endless_run(run: str) -> None:
    def work(length: int) -> None:
        assert not list(raw_citations._case_names(run * (length // len(run))))

    assert growth(work, 50_000) < 10


def test_names_of_cases_are_the_same_as_by_the_pattern_alone() -> None:
    text = "In Muster v Beispiel and Of v. The Lantern Co. Ltd vs Keeper of Lamps v X, versus none; Re A v \nB v c D v E v F"
    found = [match.span() for match in raw_citations._case_names(text)]
    assert found == [match.span() for match in raw_citations._CASE_NAME.finditer(text)]
    assert len(found) >= 3


def test_one_endless_word_beside_a_letter_of_another_script_takes_time_by_its_length() -> None:
    def work(length: int) -> None:
        assert (
            scanned._plain("é " + "a9/" * (length // 3) + " \u0410rt. 5 x\u0410y")
            == f"é {'a9/' * (length // 3)} Art. 5 xAy"
        )

    assert growth(work, 3_000) < 10
