"""An index that was brought up to date answers as one that was written anew; nothing is taken from one that was changed."""

from __future__ import annotations

import gc
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.corpus import library, tiny

from pincite import wiring
from pincite.corpus.manifest import Manifest
from pincite.errors import CannotRun
from pincite.storage import release_index
from pincite.storage.fingerprints import FILE, LATER
from pincite.storage.release_parts import FolderParts
from pincite.storage.shelf import FolderShelf
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.build_release import Built
from pincite.workflows.verify_release import verify_content

INDEX = "index/corpus.db"
QUOTE = "the wick of house {} was trimmed by keeper {} before dawn on the day of the harvest moon"


def text(number: int, *, work: str = "", extra: str = "", language: str = "en") -> str:
    return f"""work: {work or f"hk/hkcfi/2026/{number}"}
kind: decision
language: {language}
state: 2026-02-{number % 27 + 1:02}
title: Wick {number} v Director of Lanterns
alias: hk/HCA/{number // 2}/2024

@ para_1 paragraph
1. In the Mietvertrag {QUOTE.format(number, number * 7)}, whatever the Kündigungsfrist says.
@ para_2 paragraph
2. The appellant is keeper {number} of lanterns. {extra}
@ para_3 paragraph
3. 每名看守人須點亮第{number}盞燈籠。
"""


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_index, "FEW", 0)
    monkeypatch.setattr(release_index, "MOST_CHANGED", 2)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {f"f{number:02}": text(number) for number in range(1, 31)}
    library.write(tmp_path / "sources", {**library.HK, **files})
    return tmp_path


def put(folder: Path, name: str, said: str) -> None:
    library.write(folder / "sources", {name: said})


def change(folder: Path) -> None:
    """Changed, gone, new in the middle, a new state of a work, a name that leads elsewhere."""
    put(folder, "f04", text(4, extra="He was late. The lantern fell into the harbour."))
    put(folder, "f09", text(9, extra="Words that stand in no other document at all, brightly.", language="de"))
    (folder / "sources" / "f20.tiny").unlink()
    (folder / "sources" / "f21.tiny").unlink()
    put(folder, "g1", text(15, work="hk/hkcfi/2026/155"))
    put(folder, "g2", text(16, work="hk/cap9").replace("kind: decision", "kind: legislation"))


def rebuilt(folder: Path) -> tuple[Built, Built]:
    again = library.build(library.spec(folder), folder / "out", replace=True)
    return again, library.build(library.spec(folder), folder / "fresh", replace=True, whole_index=True)


def held(built: Built) -> dict[str, bytes]:
    return {
        path.relative_to(built.path).as_posix(): path.read_bytes()
        for path in Path(built.path).rglob("*")
        if path.is_file() and path.name != "manifest.json" and path.parent.name != "index"
    }


def words(built: Built) -> Any:
    with closing(sqlite3.connect(Path(built.path) / INDEX)) as db:
        db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, words, row)")
        names = db.execute("SELECT name, work FROM name").fetchall()
        folded = db.execute("SELECT folded, name FROM folded").fetchall()
        totals = db.execute("SELECT block FROM words_data WHERE id = 1").fetchall()
        return db.execute("SELECT term, doc, cnt FROM temp.terms").fetchall(), names, folded, totals


def answers(corpus: SqliteCorpus) -> Any:
    found: list[Any] = [sorted(each.id for each in corpus.every_document())]
    for asked in ("lantern*", "wick", "Mietvertrag", "Frist", "late", "keeper 9", "燈籠", '"of lanterns"', "Director"):
        found.append([(hit.expression.id, hit.block.eid, hit.score) for hit in corpus.search(asked, limit=60)])
    for number in (*range(1, 31), 155):
        quote = QUOTE.format(number, number * 7)
        for each in (quote, quote.replace("before dawn", "after dusk"), "the wick", "keeper of"):
            hits = corpus.find_quote(each, limit=40)
            shown = [(hit.expression.id, hit.eid, hit.start, hit.exact, hit.codes) for hit in hits]
            # which of those that only come near is shown first may differ (docs/releases.md)
            found.append(shown if not hits or hits[0].exact else "near")
    for name in ("hk/HCA/10/2024", "hk/HCA/8/2024", "hk/hkcfi/2026/20", "hk/hkcfi/2026/155", "hk/cap9"):
        found.append(asdict(corpus.find_work(name)))
    return found


def compared(again: Built, fresh: Built) -> None:
    assert again.manifest.root == fresh.manifest.root
    assert held(again) == held(fresh)
    assert words(again) == words(fresh)
    check = verify_content(FolderParts(Path(again.path)))
    assert check.ok, check.steps[-1]
    with wiring.open_corpus([Path(again.path)]) as one, wiring.open_corpus([Path(fresh.path)]) as other:
        assert json.dumps(answers(one), default=str) == json.dumps(answers(other), default=str).replace(
            str(fresh.path), str(again.path)
        )


def was_updated(built: Built) -> bool:
    return (Path(built.path) / LATER).exists()


def test_an_index_that_was_brought_up_to_date_answers_as_one_that_was_written_anew(folder: Path) -> None:
    library.build(library.spec(folder), folder / "out")
    change(folder)
    again, fresh = rebuilt(folder)
    assert was_updated(again)
    assert not was_updated(fresh)
    compared(again, fresh)


def test_it_is_brought_up_to_date_again_and_again(folder: Path) -> None:
    library.build(library.spec(folder), folder / "out")
    for number in range(1, 5):
        put(folder, f"f{number:02}", text(number, extra=f"Once more, {number}."))
        put(folder, "f01", text(1, extra=f"Changed {number} times over."))
        (folder / "sources" / f"f{number + 24}.tiny").unlink()
        again, fresh = rebuilt(folder)
        assert was_updated(again)
    compared(again, fresh)


def test_documents_that_are_gone_alone_leave_an_index_that_can_be_read(folder: Path) -> None:
    library.build(library.spec(folder), folder / "out")
    (folder / "sources" / "f07.tiny").unlink()
    again, fresh = rebuilt(folder)
    assert not was_updated(again)
    assert (Path(again.path) / FILE).read_bytes() != (Path(fresh.path) / FILE).read_bytes()
    compared(again, fresh)


def test_the_number_of_the_last_document_is_not_given_again_when_it_is_gone(folder: Path) -> None:
    library.build(library.spec(folder), folder / "out")
    (folder / "sources" / "f09.tiny").unlink()  # the last by its id
    library.build(library.spec(folder), folder / "out", replace=True)
    put(folder, "f17", text(17, extra="Something else."))
    again, fresh = rebuilt(folder)
    assert was_updated(again)
    compared(again, fresh)


def test_nothing_changed_is_the_same_release(folder: Path) -> None:
    first = library.build(library.spec(folder), folder / "out")
    again = library.build(library.spec(folder), folder / "out")
    assert again.manifest == first.manifest


def test_a_release_of_the_next_tag_is_made_from_the_one_before(folder: Path) -> None:
    first = library.build(library.spec(folder), folder / "out")
    before = (Path(first.path) / INDEX).read_bytes()
    change(folder)
    again = library.build(library.spec(folder, tag="2026.12.01"), folder / "out")
    assert was_updated(again)
    assert (Path(first.path) / INDEX).read_bytes() == before
    with wiring.open_corpus([Path(first.path)]) as corpus:
        assert corpus.find_quote(QUOTE.format(20, 140))


@given(
    st.lists(st.tuples(st.integers(1, 30), st.sampled_from(["change", "remove", "again"])), min_size=1, max_size=9),
)
@settings(max_examples=6, deadline=None)
def test_any_changes_give_the_answers_of_a_new_index(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, str]]
) -> None:
    folder = tmp_path_factory.mktemp("steps")
    library.write(folder / "sources", {f"f{number:02}": text(number) for number in range(1, 31)})
    library.build(library.spec(folder), folder / "out")
    for number, what in steps:
        if what == "change":
            put(folder, f"f{number:02}", text(number, extra="Something else."))
        elif what == "remove" and number > 1:
            (folder / "sources" / f"f{number:02}.tiny").unlink(missing_ok=True)
        else:
            library.build(library.spec(folder), folder / "out", replace=True)
    compared(*rebuilt(folder))


# when it is written anew


def test_when_much_changed_it_is_written_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library.build(library.spec(folder), folder / "out")
    change(folder)
    monkeypatch.setattr(release_index, "MOST_CHANGED", 10)
    again, fresh = rebuilt(folder)
    assert again.manifest == fresh.manifest


def other_code(reader: str) -> str:
    return f"other {reader}"


def test_an_index_that_other_code_made_is_written_anew(folder: Path) -> None:
    library.build(library.spec(folder), folder / "out")
    change(folder)
    again = wiring.build(library.spec(folder), folder / "out", readers_from=tiny.readers, code=other_code, replace=True)
    _, fresh = rebuilt(folder)
    assert again.manifest == fresh.manifest


@pytest.mark.parametrize("name", [INDEX, FILE])
@pytest.mark.parametrize("damage", [lambda data: data[:-1] + bytes([data[-1] ^ 1]), lambda data: b"", None])
def test_attack_an_index_that_was_changed_is_never_carried_on(
    folder: Path, name: str, damage: Callable[[bytes], bytes] | None
) -> None:
    first = library.build(library.spec(folder), folder / "out")
    path = Path(first.path) / name
    if damage is None:
        path.unlink()
    else:
        path.write_bytes(damage(path.read_bytes()))
    change(folder)
    again, fresh = rebuilt(folder)
    assert again.manifest == fresh.manifest


def test_attack_a_manifest_that_was_changed_is_not_believed(folder: Path) -> None:
    first = library.build(library.spec(folder), folder / "out")
    path = Path(first.path) / "manifest.json"
    manifest = Manifest.read(path.read_bytes(), name="m")
    path.write_bytes(manifest.to_bytes().replace(b"Fictional", b"Factional"))
    change(folder)
    again, fresh = rebuilt(folder)
    assert again.manifest == fresh.manifest


def test_attack_fingerprints_of_later_documents_that_are_not_those_of_the_index_are_refused(folder: Path) -> None:
    library.build(library.spec(folder), folder / "out")
    change(folder)
    again, _ = rebuilt(folder)
    path = Path(again.path) / LATER
    path.write_bytes(path.read_bytes()[:-8])
    assert not verify_content(FolderParts(Path(again.path))).ok
    with wiring.open_corpus([Path(again.path)]) as corpus, pytest.raises(Exception, match="changed after the build"):
        corpus.find_quote(QUOTE.format(4, 28))


# written anew in another process


def test_an_index_written_in_another_process_is_the_same_bytes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = library.build(library.spec(folder), folder / "here")
    monkeypatch.setattr(release_index, "OWN_PROCESS", 0)
    aside = library.build(library.spec(folder), folder / "aside")
    assert aside.manifest.digest() == here.manifest.digest()


def test_what_the_other_process_cannot_write_is_said(folder: Path) -> None:
    rows = release_index._RowsAside(FolderShelf(folder / "work"), folder / "missing" / "corpus.db")
    with pytest.raises(CannotRun, match="cannot be written"):
        rows.end()
    rows.abandon()


def test_a_build_leaves_the_process_as_it_was(folder: Path) -> None:
    before = gc.get_threshold()
    library.build(library.spec(folder), folder / "out")
    assert gc.get_threshold() == before
