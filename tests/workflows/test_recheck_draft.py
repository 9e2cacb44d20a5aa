"""A draft checked again: the same report as a check on its own, and only what is new asked of the releases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite import wiring
from pincite.corpus.remembered import RememberedCorpus
from pincite.drafts.shelf import Shelf
from pincite.interfaces.cli.main import main
from pincite.interfaces.cli.recheck import watch
from pincite.reports.changes import changes_between, render_changes
from pincite.reports.json_report import render_json, stable_bytes
from pincite.reports.messages import LANGUAGES
from pincite.reports.report import Report
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.recheck_draft import Recheck


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rechecked") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder / "releases" / "hk"


@pytest.fixture(scope="module")
def corpus(releases: Path) -> SqliteCorpus:
    return wiring.open_corpus([releases])


def check(data: bytes, corpus: RememberedCorpus, shelf: Shelf) -> Report:
    return wiring.verify(data, "a.md", corpus, checked_on="2026-11-30", shelf=shelf)


def alone(data: bytes, corpus: SqliteCorpus) -> Report:
    return wiring.verify(data, "a.md", corpus, checked_on="2026-11-30")


PARAGRAPHS = [
    "A keeper has 30 days (Lantern Keeping Ordinance (Cap. 9001), s. 3(1)).",
    "“A keeper must leave a lit lantern unattended” (Cap. 9001, s. 4(1)).",
    "“A keeper must not leave a lit lantern unattended” (Cap. 9001, s. 4(1)).",
    "*Registrar of Lanterns v Far Light Ltd* [2026] HKCFA 391 at [4]: “Registration is complete only when the Registrar has entered the lantern in the register.”",
    "Ibid., [5]: “Registration is complete.”",
    "See [2026] HKCFA 397 at [12] and section 44.",
    "Nothing is cited here.",
    "條例規定：「管理人須在首次點亮燈籠後30天內，向登記主任登記該燈籠。」(《燈籠管理條例》(第9001章)第3(1)條)",
]
DRAFTS = st.lists(st.lists(st.sampled_from(PARAGRAPHS), min_size=1, max_size=5), min_size=2, max_size=4)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(versions=DRAFTS)
def test_each_check_of_a_session_gives_the_report_of_a_check_on_its_own(
    corpus: SqliteCorpus, versions: list[list[str]]
) -> None:
    session = Recheck(check, RememberedCorpus(corpus))
    for version in versions:
        data = "\n\n".join(version).encode()
        assert stable_bytes(session.again(data).report) == stable_bytes(alone(data, corpus))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(versions=DRAFTS)
def test_a_recheck_after_an_old_report_gives_the_report_of_a_check_on_its_own(
    corpus: SqliteCorpus, versions: list[list[str]]
) -> None:
    before, now = ("\n\n".join(version).encode() for version in versions[:2])
    kept = json.loads(render_json(alone(before, corpus)))
    done = Recheck(check, RememberedCorpus(corpus), kept).again(now)
    assert stable_bytes(done.report) == stable_bytes(alone(now, corpus))


def test_attack_an_old_report_that_was_made_to_say_match_passes_nothing(
    releases: Path, corpus: SqliteCorpus, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, draft = tmp_path / "old.json", tmp_path / "a.md"
    draft.write_text(PARAGRAPHS[1], "utf-8")
    forged = json.loads(render_json(alone(PARAGRAPHS[1].encode(), corpus)))
    forged["mentions"][0] |= {"status": "MATCH", "group": "ok", "findings": [], "fix": []}
    forged |= {"delivery_blocked": False, "delivery": {"decision": "CLEAR", "policy": "", "reasons": []}}
    old.write_text(json.dumps(forged), "utf-8")
    arguments = ["recheck", str(old), str(draft), "--release", str(releases), "--date", "2026-11-30"]
    assert main([*arguments, "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert [pair["now"]["status"] for pair in said["changed"]] == ["MISMATCH"]
    assert said["asked_of_the_releases"] > 0


def test_what_did_not_change_is_not_asked_again(corpus: SqliteCorpus) -> None:
    session = Recheck(check, RememberedCorpus(corpus))
    first = session.again("\n\n".join(PARAGRAPHS[:4]).encode())
    assert first.changes is None
    assert first.asked > 0
    moved = session.again(("New words in front.\n\n" + "\n\n".join(PARAGRAPHS[:4])).encode())
    assert moved.asked == 0
    assert moved.changes is not None
    assert (moved.changes.same, moved.changes.changed, moved.changes.new, moved.changes.gone) == (4, (), (), ())
    assert session.again("\n\n".join(PARAGRAPHS[:6]).encode()).asked > 0


def test_a_quotation_that_was_mended_is_a_change_from_one_status_to_another(corpus: SqliteCorpus) -> None:
    before = alone("\n\n".join(PARAGRAPHS[:2]).encode(), corpus).as_json()
    now = alone("\n\n".join([PARAGRAPHS[0], PARAGRAPHS[2]]).encode(), corpus).as_json()
    changes = changes_between(before, now)
    (pair,) = changes.changed
    assert pair.before is not None
    assert pair.now is not None
    assert (pair.before["status"], pair.now["status"]) == ("MISMATCH", "MATCH")
    assert (changes.same, changes.new, changes.gone) == (1, (), ())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_of_both_reports_is_counted_once_and_shown_in_each_language(
    corpus: SqliteCorpus, language: str
) -> None:
    before = alone("\n\n".join(PARAGRAPHS[:5]).encode(), corpus).as_json()
    now = alone("\n\n".join(PARAGRAPHS[2:]).encode(), corpus).as_json()
    changes = changes_between(before, now)
    both = changes.same + len(changes.changed)
    assert both + len(changes.gone) == len(before["mentions"])
    assert both + len(changes.new) == len(now["mentions"])
    shown = render_changes(changes, language)
    assert "condition_" not in shown
    assert len(shown.splitlines()) == 2 + 3 * len(changes.changed) + 2 * len(changes.new) + 2 * len(changes.gone)


def test_attack_a_draft_that_was_emptied_is_not_only_called_clear(corpus: SqliteCorpus) -> None:
    before, now = (alone(text.encode(), corpus).as_json() for text in (PARAGRAPHS[1], ""))
    shown = render_changes(changes_between(before, now), "en").splitlines()
    assert shown[-2:] == [
        "No citation found to check. That is not the same as no fault found.",
        "Delivery: CLEAR",
    ]


def test_another_release_date_or_rule_is_named_before_any_citation(corpus: SqliteCorpus) -> None:
    before = alone(PARAGRAPHS[0].encode(), corpus).as_json()
    now = json.loads(json.dumps(before))
    now["releases"][0]["release"] = "hk/2027.01.01"
    now["versions"] = {"pincite": "9"}
    changes = changes_between(before, now)
    assert [name for name, _, _ in changes.conditions] == ["releases", "versions"]
    assert render_changes(changes, "en").startswith("Other releases: hk/2026.11.30 before, hk/2027.01.01 now.\n")
    assert changes.same_draft


def test_the_command_says_what_changed_since_a_report_that_was_kept(
    releases: Path, corpus: SqliteCorpus, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, draft = tmp_path / "old.json", tmp_path / "a.md"
    old.write_text(render_json(alone(PARAGRAPHS[1].encode(), corpus)), "utf-8")
    draft.write_text(PARAGRAPHS[2], "utf-8")
    arguments = ["recheck", str(old), str(draft), "--release", str(releases), "--date", "2026-11-30"]
    assert main(arguments) == 0
    assert "was: To fix. The quotation is not what the source says." in capsys.readouterr().out
    assert main([*arguments, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {"same": 0, "changed": 1, "new": 0, "gone": 0}
    old.write_text("{}", "utf-8")
    assert main(arguments) == 3


def test_a_watched_draft_is_checked_when_it_was_saved_and_a_damaged_save_ends_nothing(
    corpus: SqliteCorpus, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = tmp_path / "a.md"
    draft.write_text(PARAGRAPHS[1], "utf-8")
    session = Recheck(check, RememberedCorpus(corpus))
    session.again(draft.read_bytes())
    saves = {2: b"\0\0", 6: PARAGRAPHS[2].encode()}
    looks = iter(range(100))

    def pause(_seconds: float) -> None:
        data = saves.get(next(looks))
        if data is not None:
            draft.write_bytes(data)

    report = watch(draft, session, "en", pause=pause, rounds=12)
    said = capsys.readouterr()
    assert report is not None
    assert report.counts["MATCH"] == 1
    assert "binary data" in said.err
    assert said.out.count("Since the last check: 0 as before, 1 changed, 0 new, 0 gone") == 1
