"""What the pages of a release show, made from the answers of a corpus: places, timelines, comparisons, works, searches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.workflows.house_simulator import HouseSimulator

from pincite.corpus.answers import Coverage, CoverageClaim, Hit
from pincite.corpus.manifest import Manifest
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_compared import shown_compared, shown_differences
from pincite.interfaces.web.shown_place import shown_absent, shown_place, shown_timeline
from pincite.interfaces.web.shown_releases import SHAPES, shown_release
from pincite.interfaces.web.shown_search import PAGE, filters_of, shown_search
from pincite.interfaces.web.shown_text import Mark, changed_runs, lines_safe, runs_of
from pincite.interfaces.web.shown_work import shown_work
from pincite.workflows.diff_corpus import diff_wordings
from pincite.workflows.open_place import Opened, open_place
from pincite.workflows.timeline import compare_dates, timeline_of

WORK, PLACE = "hk/cap9001", "hk/cap9001#s3"
EVIL = '<script>alert(1)</script>" onload="x'
HIDDEN = "pay \u202eback\u200b now"


def cite(reference: str, _language: str) -> str:
    return f"cited {reference}"


def house(**said: Any) -> HouseSimulator:
    made = HouseSimulator()
    made.add(WORK, ("s1", "Title."), ("s3", "within 60 days", said), ("s4", "No light."), state="2024-01-01")
    made.add(WORK, ("s1", "Title."), ("s3", "within 30 days", said), ("s5", "New."), state="2026-01-01")
    return made.claim(WORK)


def opened(corpus: HouseSimulator, asked: str, as_of: str = "") -> Opened:
    corpus.sides = lambda _: ()  # type: ignore[attr-defined]
    return open_place(corpus, asked, extract=lambda _: (), url=lambda *_: "https://law.example/s3", as_of=as_of)  # type: ignore[arg-type]


def place(corpus: HouseSimulator, asked: str = PLACE, as_of: str = "") -> Any:
    found = opened(corpus, asked, as_of)
    record = found.answer.expression  # type: ignore[union-attr]
    return shown_place(found, corpus.nodes(record.id), corpus.expressions(record.work), cite=cite, as_of=as_of)


# ---------------------------------------------------------------------------------------------------------------- text


@given(st.text(), st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40))))
def test_runs_put_together_are_the_text(text: str, spans: list[tuple[int, int]]) -> None:
    marks = [Mark(start, end, "hit") for start, end in spans]
    assert "".join(run.text for run in runs_of(text, marks)) == lines_safe(text)


@given(st.text(alphabet="ab \u200b\u202e", max_size=30), st.integers(0, 20), st.integers(1, 20))
def test_a_mark_covers_its_characters_and_no_others(text: str, start: int, size: int) -> None:
    end = min(start + size, len(text))
    if start >= end:
        return
    marked = "".join(run.text for run in runs_of(text, [Mark(start, end, "hit")]) if run.kind)
    assert marked == lines_safe(text[start:end])


def test_what_nobody_sees_is_written_by_its_name_and_flagged() -> None:
    runs = runs_of(HIDDEN)
    assert "<U+202E>" in "".join(run.text for run in runs)
    assert {run.text: run.flag for run in runs}["<U+202E>"]


def test_words_that_differ_are_marked_on_their_own_side() -> None:
    corpus = house()
    found = compare_dates(corpus, PLACE, "2025-01-01", "2026-06-01", language="en")
    old = changed_runs(found.old.text, found.words or (), side="old")
    new = changed_runs(found.new.text, found.words or (), side="new")
    assert [(run.text, run.kind) for run in old if run.kind] == [("60", "del")]
    assert [(run.text, run.kind) for run in new if run.kind] == [("30", "ins")]


# ----------------------------------------------------------------------------------------------------------- addresses


@given(st.text(min_size=1), st.text())
def test_no_name_breaks_out_of_an_address(work: str, name: str) -> None:
    for address in (addresses.law(work, name, as_of=name), addresses.chat(work), addresses.search(q=name)):
        assert address.startswith("/")
        assert address.isascii()
        assert not set(address) & set("\"'<> \\")


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", 'https://x.example/" onclick="', "//evil.example", "data:text/html,x", ""]
)
def test_an_address_of_a_source_that_is_none_of_the_web_is_no_link(address: str) -> None:
    assert addresses.official(address) == ""


# -------------------------------------------------------------------------------------------------------------- places


def test_a_place_names_wording_release_and_date() -> None:
    shown = place(house())
    assert (shown.reference, shown.citation) == (PLACE, f"cited {PLACE}")
    assert (shown.state, shown.release, shown.as_of) == ("2026-01-01", "hk/2026-11-30", "2026-11-30")
    assert shown.official == "https://law.example/hk/cap9001#s3"
    assert (shown.before.words, shown.after.words) == ("s1", "s5")
    assert shown.address == "/law/hk/cap9001?at=s3&wording=en&as_of=2026-11-30"


def test_what_the_corpus_discloses_is_shown() -> None:
    shown = place(house(status="pending"))
    assert shown.status == "pending"
    assert "not_in_force" in shown.findings
    assert "beyond_release" in place(house(), as_of="2027-01-01").findings


def test_a_repealed_provision_does_not_make_its_work_no_law() -> None:
    corpus = HouseSimulator().add(WORK, ("s1", "Title."), ("s3", "gone", {"status": "repealed"}))
    shown = place(corpus, WORK)
    assert ("not_in_force" in shown.findings, shown.parts_not_law) == (False, True)
    corpus = HouseSimulator().add(
        WORK, ("s1", "Title.", {"status": "repealed"}), ("s3", "gone", {"status": "repealed"})
    )
    shown = place(corpus, WORK)
    assert ("not_in_force" in shown.findings, shown.parts_not_law) == (True, False)


def test_a_deep_link_keeps_the_date_that_was_asked_about() -> None:
    shown = place(house(), as_of="2025-05-05")
    assert shown.state == "2024-01-01"
    assert "as_of=2025-05-05" in shown.address
    assert all("as_of=2025-05-05" in step.address for step in (shown.before, shown.after))


def test_hostile_text_of_a_source_stays_text_and_its_address_no_script() -> None:
    corpus = HouseSimulator().add(WORK, ("s3", f"{EVIL} {HIDDEN}"), title=EVIL)
    shown = place(corpus)
    assert EVIL in "".join(run.text for run in shown.runs)
    assert "\u202e" not in "".join(run.text for run in shown.runs)
    assert shown.flags


def test_a_place_that_is_not_there_says_who_says_so_and_what_is_near() -> None:
    shown = shown_absent(opened(house(), "hk/cap9001#s33"))
    assert (shown.code, shown.level, shown.release) == ("not_found", "place", "hk/2026-11-30")
    shown = shown_absent(opened(house(), "hk/cap7777"))
    assert shown.code == "outside"


def test_a_timeline_is_shown_newest_first_with_the_wording_shown_marked() -> None:
    corpus = house()
    new, old = shown_timeline(timeline_of(corpus, PLACE, "en"), "hk/cap9001@en/2024-01-01", "2025-01-01")
    assert (old.current, new.current) == (True, False)
    assert (old.known, old.until, new.since) == ("unknown", "2026-01-01", "2026-01-01")
    assert new.later
    assert new.compare == "/compare/hk/cap9001?at=s3&wording=en&old=2024-01-01&new=2026-01-01"
    assert old.compare == ""
    assert "as_of=2024-01-01" in old.address


def test_a_wording_without_the_place_leads_nowhere() -> None:
    corpus = house()
    new, old = shown_timeline(timeline_of(corpus, "hk/cap9001#s4", "en"), "", "2026-01-01")
    assert (new.absent, new.address, new.compare) == (True, "", "")
    assert not old.absent


# ------------------------------------------------------------------------------------------------------------ compared


def test_two_dates_of_a_place_stand_side_by_side() -> None:
    corpus = house()
    dates = ("2025-01-01", "2026-06-01")
    shown = shown_compared(PLACE, compare_dates(corpus, PLACE, *dates, language="en"), dates, cite)
    assert shown.old is not None
    assert shown.new is not None
    assert (shown.old.state, shown.new.state, shown.differing) == ("2024-01-01", "2026-01-01", 1)
    assert "as_of=2025-01-01" in shown.old.address


def test_two_dates_of_a_work_list_every_provision_that_differs() -> None:
    corpus = house()
    diff = diff_wordings(corpus, "hk/cap9001@en/2024-01-01", corpus, "hk/cap9001@en/2026-01-01")
    shown = shown_differences(WORK, diff, ("2025-01-01", "2026-06-01"), cite)
    assert {(each.what, each.eid) for each in shown.changes} == {("changed", "s3"), ("added", "s5"), ("removed", "s4")}
    removed = next(each for each in shown.changes if each.what == "removed")
    assert "as_of=2025-01-01" in removed.address
    assert shown.same == 1
    inside = shown_differences(WORK, diff, ("2025-01-01", "2026-06-01"), cite, frozenset({"s3"}))
    assert [each.eid for each in inside.changes] == ["s3"]


# --------------------------------------------------------------------------------------------------------------- works


def test_a_work_shows_its_wordings_tree_and_text() -> None:
    corpus = house(status="repealed")
    record = corpus.expressions(WORK)[0]
    shown = shown_work(record, corpus.nodes(record.id), corpus.blocks(record.id), corpus.expressions(WORK))
    assert [(state, current) for _, state, _, current in shown.wordings] == [
        ("2026-01-01", True),
        ("2024-01-01", False),
    ]
    assert [(branch.words, branch.status) for branch in shown.tree] == [("s1", ""), ("s3", "repealed"), ("s5", "")]
    assert [block.id for block in shown.blocks] == ["s1", "s3", "s5"]
    assert shown.states == ("2024-01-01", "2026-01-01")


def test_the_heading_of_a_container_is_one_line_of_the_tree() -> None:
    corpus = HouseSimulator().add(WORK, ("part_1", "Part 1 Keepers"), ("part_1/hd", "Part 1 Keepers"), ("s1", "Title."))
    nodes = corpus.held[0].nodes
    nodes[0] = replace(nodes[0], label="Part 1", heading="Keepers")
    nodes[1] = replace(nodes[1], label="Part 1", heading="Keepers", parent=0)
    nodes[2] = replace(nodes[2], parent=0)
    shown = shown_work(corpus.held[0].record, nodes, corpus.held[0].blocks, (corpus.held[0].record,))
    assert [(branch.words, [child.words for child in branch.children]) for branch in shown.tree] == [
        ("Part 1  Keepers", ["s1"])
    ]
    assert shown.tree_lines == 2


def test_the_pages_of_a_long_work_hold_every_block_once() -> None:
    corpus = HouseSimulator().add(WORK, *((f"s{number}", "word " * 900) for number in range(40)))
    record = corpus.expressions(WORK)[0]
    seen: list[str] = []
    first = shown_work(record, corpus.nodes(record.id), corpus.blocks(record.id), (record,))
    for page in range(1, first.pages + 1):
        seen += [
            each.id
            for each in shown_work(
                record, corpus.nodes(record.id), corpus.blocks(record.id), (record,), page=page
            ).blocks
        ]
    assert first.pages > 1
    assert seen == [f"s{number}" for number in range(40)]
    assert (
        shown_work(record, corpus.nodes(record.id), corpus.blocks(record.id), (record,), page=9_999).page == first.pages
    )


# -------------------------------------------------------------------------------------------------------------- search


def hits(corpus: HouseSimulator, words: str) -> list[Hit]:
    return list(corpus.search(words, limit=1_000))


def test_hits_name_their_place_and_mark_the_words_asked_for() -> None:
    corpus = house(status="repealed")
    shown = shown_search("days", {"as_of": "2026-02-02"}, corpus.coverage(), hits(corpus, "days"), cite)
    first = shown.hits[0]
    assert (first.reference, first.status) == (PLACE, "repealed")
    assert [run.text for run in first.snippet if run.kind == "hit"] == ["days"]
    assert "as_of=2026-02-02" in first.address


def test_a_search_of_more_than_a_page_leads_on_with_its_filters() -> None:
    corpus = HouseSimulator().add(WORK, *((f"s{number}", f"days {number}") for number in range(PAGE + 2)))
    shown = shown_search("days", {"kind": "legislation"}, corpus.coverage(), hits(corpus, "days"), cite)
    assert len(shown.hits) == PAGE
    assert shown.more == "/search?q=days&kind=legislation&page=2"
    last = shown_search("days", {"kind": "legislation"}, corpus.coverage(), hits(corpus, "days"), cite, page=2)
    assert (len(last.hits), last.more) == (2, "")


def test_words_with_signs_of_a_pattern_are_words() -> None:
    corpus = HouseSimulator().add(WORK, ("s1", "a (.*) b"))
    shown = shown_search("(.*) (?P<x", {}, corpus.coverage(), hits(corpus, "(.*)"), cite)
    assert shown.hits


def test_only_filters_of_a_search_are_taken_from_a_form() -> None:
    assert filters_of({"kind": " decision ", "court": "", "evil": "x", "wording": "de"}) == {
        "kind": "decision",
        "wording": "de",
    }


# ------------------------------------------------------------------------------------------------------------ releases


@pytest.mark.parametrize("state", ["unsigned", "signed", "verified"])
def test_each_state_of_a_signature_has_a_shape_of_its_own(state: Any) -> None:
    claims = (CoverageClaim("all", (WORK,), True), CoverageClaim("some", ("hk/hkdc",), False))
    held = Coverage(
        "hk/2026.11.30", "hk", "2026-11-30", claims, 1, 2, 3, {"decision": 1, "legislation": 2}, {"en": 3}, state
    )
    manifest = Manifest(
        jurisdiction="hk", tag="2026.11.30", as_of="2026-11-30", title=EVIL, leaf_count=3, leaves_sha256="", counts={}, by_kind={},
        by_language={}, extractors={}, coverage=claims, sources_lock_sha256="", files=(),
    )  # fmt: skip
    shown = shown_release(held, manifest, "d" * 64)
    assert shown.state == state
    assert len(set(SHAPES.values())) == len(SHAPES)
    assert shown_release(held, manifest, "d" * 64, state="untrusted").shape == SHAPES["untrusted"]
    assert shown.kinds == (("legislation", 2), ("decision", 1))
    assert [each.name for each in shown.complete] == ["all"]
    assert [each.name for each in shown.partial] == ["some"]
