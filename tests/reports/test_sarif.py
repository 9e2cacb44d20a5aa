"""Reports as SARIF: what blocks is an error, regions hold the words, fingerprints outlive edits, and the format's rules are kept."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.office import docx, para
from tests.reports.sarif_rules import assert_sarif

from pincite import wiring
from pincite.errors import BadInput
from pincite.interfaces.cli.main import main
from pincite.reports.json_report import render_json
from pincite.reports.messages import LANGUAGES, messages_in
from pincite.reports.sarif import LEVELS, SarifDraft, address_of, render_sarif
from pincite.reports.shown import show
from pincite.storage.sqlite.corpus import SqliteCorpus

MULTITOOL = "@microsoft/sarif-multitool-linux@5.7.0"
HOME = Path(__file__).resolve().parents[2] / "build" / "npm"


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sarif") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def corpus(specimen: Path) -> Iterator[SqliteCorpus]:
    with wiring.open_corpus([specimen / "releases"]) as opened:
        yield opened


def draft_of(data: bytes, name: str, corpus: SqliteCorpus, language: str = "en", *, text: bool = True) -> SarifDraft:
    report = wiring.verify(data, name, corpus, checked_on="2026-11-30")
    return SarifDraft(
        show(render_json(report).encode(), language, report.draft.text if text else None), address_of(name)
    )


def log_of(*drafts: SarifDraft) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(render_sarif(drafts))
    assert_sarif(log)
    return log


def results_of(*drafts: SarifDraft) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log_of(*drafts)["runs"][0]["results"]
    return found


def memo(specimen: Path) -> bytes:
    return (specimen / "drafts" / "memo-hk.md").read_bytes()


def test_there_are_as_many_errors_as_citations_that_block(specimen: Path, corpus: SqliteCorpus) -> None:
    draft = draft_of(memo(specimen), "memo-hk.md", corpus)
    blocking = len(draft.shown.values["delivery"]["reasons"])
    assert blocking > 3
    assert sum(result["level"] == "error" for result in results_of(draft)) == blocking


def test_the_level_follows_from_the_status_and_every_other_finding_is_a_note(
    specimen: Path, corpus: SqliteCorpus
) -> None:
    draft = draft_of(memo(specimen), "memo-hk.md", corpus)
    causes = {each["citation_id"]: each["told"] for each in draft.shown.values["mentions"]}
    for result in results_of(draft):
        given = result["properties"]
        own = given["status"] != "MATCH" and result["ruleId"] == causes[given["citationId"]]
        assert result["level"] == (LEVELS[given["status"]] if own else "note")


def test_rules_are_the_codes_of_the_catalogues(specimen: Path, corpus: SqliteCorpus) -> None:
    log = log_of(draft_of(memo(specimen), "memo-hk.md", corpus))
    words = messages_in("en")
    for rule in log["runs"][0]["tool"]["driver"]["rules"]:
        assert words.has("cause", rule["id"]) or words.has("finding", rule["id"])


@settings(max_examples=40)
@given(
    before=st.text(alphabet=st.sampled_from("aé𝔸中 \n\r"), max_size=40),
    bom=st.booleans(),
)
def test_a_region_holds_the_words_of_the_citation_wherever_it_stands(
    corpus: SqliteCorpus, before: str, bom: bool
) -> None:
    text = f"{before}\n\nThe keeper lit it: Cap. 9001, s. 44, and went.\r\n"
    data = ("\ufeff" if bom else "").encode() + text.encode()
    (result,) = [r for r in results_of(draft_of(data, "a.md", corpus)) if r["ruleId"] == "pinpoint_absent"]
    region = result["locations"][0]["physicalLocation"]["region"]
    words = text[region["charOffset"] : region["charOffset"] + region["charLength"]]
    assert words == region["snippet"]["text"] == "Cap. 9001, s. 44"
    line = text.split("\n")[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == words


def test_a_fingerprint_stays_when_lines_are_put_before_it_and_goes_with_its_claim(corpus: SqliteCorpus) -> None:
    def fingerprints(text: str) -> set[str]:
        found = results_of(draft_of(text.encode(), "a.md", corpus))
        prints = [each["partialFingerprints"]["pinciteCitation/1"] for each in found]
        assert len(set(prints)) == len(prints)
        return set(prints)

    sentence = "A keeper needs a licence (Cap. 9001, s. 44)."
    before = fingerprints(sentence)
    assert fingerprints(f"# Memo\n\nOther words.\n\n{sentence}") == before
    assert before < fingerprints(f"{sentence}\n\n{sentence}")
    assert not before & fingerprints("Nobody needs a licence (Cap. 9001, s. 44).")


def test_a_word_file_has_places_a_person_finds_and_no_lines(corpus: SqliteCorpus) -> None:
    data = docx(para("First.") + para("A keeper needs a licence (Cap. 9001, s. 44)."))
    for result in results_of(draft_of(data, "a.docx", corpus)):
        (location,) = result["locations"]
        assert "region" not in location["physicalLocation"]
        assert location["logicalLocations"] == [{"fullyQualifiedName": "paragraph 2"}]
        assert result["properties"]["charLength"] == len("Cap. 9001, s. 44")


def test_a_kept_report_without_its_draft_gives_lines(specimen: Path, corpus: SqliteCorpus) -> None:
    for result in results_of(draft_of(memo(specimen), "memo-hk.md", corpus, text=False)):
        assert set(result["locations"][0]["physicalLocation"]["region"]) == {"startLine"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_the_same_bytes_each_time_in_every_language(specimen: Path, corpus: SqliteCorpus, language: str) -> None:
    made = [render_sarif([draft_of(memo(specimen), "memo-hk.md", corpus, language)]) for _ in range(2)]
    assert made[0] == made[1]
    assert_sarif(json.loads(made[0]))


def test_several_drafts_are_one_run(specimen: Path, corpus: SqliteCorpus) -> None:
    drafts = [draft_of(memo(specimen), name, corpus) for name in ("a.md", "b.md")]
    (run,) = log_of(*drafts)["runs"]
    assert [each["location"]["uri"] for each in run["artifacts"]] == ["a.md", "b.md"]
    assert {r["locations"][0]["physicalLocation"]["artifactLocation"]["index"] for r in run["results"]} == {0, 1}


def test_no_draft_and_mixed_languages_are_refused(specimen: Path, corpus: SqliteCorpus) -> None:
    with pytest.raises(BadInput, match="no report"):
        render_sarif([])
    mixed = [draft_of(memo(specimen), "a.md", corpus, language) for language in ("en", "de")]
    with pytest.raises(BadInput, match="several languages"):
        render_sarif(mixed)


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("drafts/memo.md", "drafts/memo.md"),
        ("a b/«x»#1?.md", "a%20b/%C2%AB%78%C2%BB%231%3F.md".replace("%78", "x")),
        ("a\\b.md", "a/b.md"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
    ],
)
def test_attack_a_path_is_no_other_address(path: str, address: str) -> None:
    assert address_of(path) == address


def test_attack_a_draft_steers_no_screen_by_a_message(corpus: SqliteCorpus) -> None:
    data = "A keeper \u202e\u001b[31mneeds a licence (Cap. 9001, s. 44).".encode()
    for result in results_of(draft_of(data, "a.md", corpus)):
        assert "\u202e" not in result["message"]["text"]
        assert "\u001b" not in result["message"]["text"]


@pytest.mark.services
def test_the_formats_own_validator_finds_no_error(specimen: Path, corpus: SqliteCorpus, tmp_path: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: the validator of SARIF is a package of it")
    program = HOME / "node_modules" / "@microsoft" / "sarif-multitool-linux" / "Sarif.Multitool"
    if not program.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--prefix", str(HOME), "--no-audit", "--no-fund", MULTITOOL]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            pytest.skip(f"npm cannot install the validator: {done.stderr.strip().splitlines()[-1:]}")
    program.chmod(0o755)
    log, out = tmp_path / "log.sarif", tmp_path / "said.sarif"
    word = docx(para("A keeper needs a licence (Cap. 9001, s. 44)."))
    drafts = [draft_of(memo(specimen), "a b.md", corpus), draft_of(word, "c.docx", corpus)]
    log.write_bytes(render_sarif(drafts))
    command = [str(program), "validate", str(log), "--output", str(out), "--log", "ForceOverwrite"]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )
    if not out.exists():
        pytest.skip(f"the validator does not run here: {done.stderr[-300:] or done.stdout[-300:]}")
    said = json.loads(out.read_bytes())["runs"][0].get("results", [])
    assert [each["ruleId"] for each in said if each.get("level", "warning") == "error"] == []
    # a Word file has no lines that a region could name
    assert {each["message"]["id"] for each in said} <= {"Warning_MissingRegion"}
