"""Search by other forms of words, by titles, in compounds; courts and dates; what has the words themselves comes first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.errors import BadInput
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.wiring import build, open_corpus
from pincite.workflows.search_corpus import search_corpus

TEXTS = {
    "a.md": "---\nwork: ch/sr/999.7\nlanguage: de\nstate: 2026-01-01\ntitle: Laternenmietgesetz\nkind: legislation\n---\n\n"
    "# Artikel 1\n\nDer Mietvertrag endet mit der Kündigung. Die Miete ist bezahlt.\n\n"
    "# Artikel 2\n\nDie Kündigungsfrist läuft. Der Vertrag und die Frist gelten.\n\n"
    "# Artikel 3\n\nJede Kündigung der Miete und jeder Vertrag hat eine Frist.\n",
    "b.md": "---\nwork: ch/sr/999.7\nlanguage: fr\nstate: 2026-01-01\ntitle: Loi sur les lanternes\nkind: legislation\n---\n\n"
    "# Article 1\n\nLe bail est résilié par le propriétaire. Les délais courent.\n\n# Article 2\n\nLe délai court. La résiliation suit.\n",
    "c.md": "---\nwork: ch/bger/4A_9999/2026\nlanguage: de\nstate: 2026-05-01\ntitle: Urteil\nkind: decision\ncourt: Bundesgericht\n---\n\n"
    "# Erwägung\n\nDie Kündigung war missbräuchlich.\n",
}
SPEC = """jurisdiction: ch
tag: 2026.11.30
as_of: 2026-11-30
title: forms
sources:
  - files: ["*.md"]
    reader: markdown
    publisher: invented
    licence: Apache-2.0
    legal_value: unofficial
    redistribute: full
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    folder = tmp_path_factory.mktemp("forms")
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "spec.yaml").write_text(SPEC, "utf-8")
    build(folder / "spec.yaml", folder / "releases")
    with open_corpus([folder / "releases"]) as opened:
        yield opened


def found(corpus: SqliteCorpus, words: str, **filters: str) -> list[str]:
    hits = search_corpus(corpus, words, **filters).hits  # type: ignore[arg-type]
    return [" ".join(hit.block.text.split()).split(" ", 2)[-1][:40] for hit in hits]


def test_other_forms_of_a_word_are_found_after_the_word_itself(corpus: SqliteCorpus) -> None:
    assert [text[:7] for text in found(corpus, "délai", language="fr")] == ["Le déla", "Le bail"]


def test_accents_do_not_matter_to_forms(corpus: SqliteCorpus) -> None:
    assert len(found(corpus, "resiliations", language="fr")) == 2


def test_a_word_is_found_inside_a_compound(corpus: SqliteCorpus) -> None:
    texts = found(corpus, "Vertrag", kind="legislation", language="de")
    assert any("Mietvertrag" in text for text in texts)
    assert "Mietvertrag" not in texts[0], "the word itself comes first"


def test_a_compound_finds_its_parts(corpus: SqliteCorpus) -> None:
    assert any(text.startswith("Jede Kündigung") for text in found(corpus, "Kündigungsfrist", language="de"))


def test_a_phrase_in_quotation_marks_has_no_other_forms(corpus: SqliteCorpus) -> None:
    assert found(corpus, '"Le délai court"') != []
    assert found(corpus, '"Le délais court"') == []


def test_words_in_their_order_come_first(corpus: SqliteCorpus) -> None:
    assert found(corpus, "Kündigung der Miete", language="de")[0].startswith("Jede Kündigung der Miete")


def test_a_work_is_found_by_its_title(corpus: SqliteCorpus) -> None:
    assert found(corpus, "Laternenmietgesetz") != []


def test_courts_and_dates_narrow(corpus: SqliteCorpus) -> None:
    assert len(found(corpus, "Kündigung", court="bger")) == len(found(corpus, "Kündigung", court="Bundesgericht")) == 1
    assert found(corpus, "Kündigung", court="b%") == found(corpus, "Kündigung", court="bge_") == []
    assert len(found(corpus, "Kündigung", date_from="2026-05-01", date_to="2026-05-01")) == 1
    assert found(corpus, "Kündigung", date_to="2025-12-31") == []


@pytest.mark.parametrize("filters", [{"date_from": "2026-13-01"}, {"date_from": "2026-05-02", "date_to": "2026-05-01"}])
def test_dates_that_hold_nothing_are_bad_input(corpus: SqliteCorpus, filters: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        found(corpus, "Kündigung", **filters)


def test_the_same_sources_give_the_same_index(tmp_path: Path) -> None:
    indexes: list[bytes] = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        for file, text in TEXTS.items():
            (folder / file).write_text(text, "utf-8")
        (folder / "spec.yaml").write_text(SPEC, "utf-8")
        built = build(folder / "spec.yaml", folder / "releases")
        indexes.append((Path(built.path) / "index" / "corpus.db").read_bytes())
    assert indexes[0] == indexes[1]
