"""The five places from which the verifier is called, each run as its file says: a right draft passes, a wrong one does not, and what
could not be checked is no pass. Processes of a shell are of the second tier; what the tools say is of the first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.interfaces.mcp.asking import given
from tests.plugins.saying import MISSING, PLUGIN, RIGHT, WRONG, blocks, calls, shell

from pincite.interfaces.mcp.engine import Engine

SKILL = PLUGIN / "skills" / "citation-gate" / "SKILL.md"
EVALUATOR = PLUGIN / "skills" / "evaluator-gate" / "SKILL.md"
LOOP = PLUGIN / "commands" / "loop.md"
VALIDATE = PLUGIN / "commands" / "validate.md"
ORCHESTRATOR = PLUGIN / "agents" / "delivery-orchestrator.md"
SPECIALIST = PLUGIN / "agents" / "citation-specialist.md"


def draft(folder: Path, text: str) -> str:
    path = folder / "draft.md"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.services
def test_the_skill_says_how_a_draft_is_checked(tmp_path: Path, programs: Path, releases: str, engine: Engine) -> None:
    (script,) = blocks(SKILL, "sh")
    done = shell(
        script, tmp_path, programs, DRAFT=draft(tmp_path, WRONG), OUT=str(tmp_path / "audit"), PINCITE_RELEASES=releases
    )
    assert done.returncode == 1, done.stderr
    assert "- Delivery: BLOCKED" in done.stdout
    assert len(list(tmp_path.glob("audit/*/citation-verify.json"))) == 1
    ((tool, arguments),) = calls(SKILL, DRAFT_TEXT=WRONG)
    assert given(engine, tool, **arguments)["delivery_blocked"] is True


@pytest.mark.services
@pytest.mark.parametrize(("text", "status"), [(RIGHT, 0), (WRONG, 1)])
def test_the_evaluator_asks_the_gate_before_it_scores(
    tmp_path: Path, programs: Path, releases: str, text: str, status: int
) -> None:
    (script,) = blocks(EVALUATOR, "sh")
    out = tmp_path / "findings.json"
    done = shell(script, tmp_path, programs, DRAFT=draft(tmp_path, text), OUT=str(out), PINCITE_RELEASES=releases)
    assert done.returncode == status, done.stderr
    said = json.loads(out.read_bytes())
    assert (said["pass"], said["delivery_blocked"]) == (status == 0, status == 1)
    assert said["residual_count"] == sum(each["status"] == "FAIL" for each in said["findings"]) == status
    assert {"id", "status", "place", "citation", "detail", "evidence", "action"} <= set().union(*said["findings"], {
        "id", "status", "place", "citation", "detail", "evidence", "action"
    })  # fmt: skip
    named = {
        word.strip("`") for word in ("`delivery_blocked`", "`findings`", "`residual_count`", "`no_citation_found`")
    }
    assert named <= set(said)


@pytest.mark.services
def test_the_loop_ends_when_the_worker_writes_what_the_findings_say(
    tmp_path: Path, programs: Path, releases: str
) -> None:
    (script,) = blocks(LOOP, "sh")
    text, statuses, residual = WRONG, [], []
    for number in ("1", "2"):
        out = tmp_path / "loop"
        done = shell(
            script,
            tmp_path,
            programs,
            DRAFT=draft(tmp_path, text),
            OUT=str(out),
            ROUND=number,
            PINCITE_RELEASES=releases,
        )
        said = json.loads((out / f"round-{number}.json").read_bytes())
        statuses.append(done.returncode)
        residual.append(said["residual_count"])
        # a worker that is given the findings alone, and writes the words of the source between its quotation marks
        for finding in said["findings"]:
            before, _, rest = text.partition("“")
            text = f"{before}“{finding['evidence']}”{rest.partition('”')[2]}"
    assert (statuses, residual) == ([1, 0], [1, 0])


@pytest.mark.services
@pytest.mark.parametrize(("text", "status", "standing"), [(RIGHT, 0, "CLEAR"), (MISSING, 1, "BLOCKED")])
def test_the_orchestrator_holds_a_draft_back_before_delivery(
    tmp_path: Path, programs: Path, releases: str, text: str, status: int, standing: str
) -> None:
    (script,) = blocks(ORCHESTRATOR, "sh")
    done = shell(
        script, tmp_path, programs, DRAFT=draft(tmp_path, text), OUT=str(tmp_path / "audit"), PINCITE_RELEASES=releases
    )
    assert done.returncode == status, done.stderr
    assert done.stdout.startswith(f"draft.md: {standing}")


def test_the_specialist_finds_reads_and_checks_in_the_order_of_its_file(engine: Engine) -> None:
    said = [
        (tool, given(engine, tool, **arguments))
        for tool, arguments in calls(SPECIALIST, DRAFT_TEXT=WRONG + MISSING, CITATION="BGE 140 III 86 E. 2.3")
    ]
    assert [tool for tool, _ in said] == ["extract_citations", "parse_citation", "verify_draft"]
    found, read, checked = (answer for _, answer in said)
    assert found["count"] == 2
    assert "ATF 140 III 86" in json.dumps(read, ensure_ascii=False)
    assert checked["delivery_blocked"] is True
    assert {each["status"] for each in checked["citations"]} == {"MISMATCH", "UNVERIFIED"}


@pytest.mark.services
def test_validate_takes_a_list_and_a_draft(tmp_path: Path, programs: Path, releases: str, engine: Engine) -> None:
    for_list, for_draft = blocks(VALIDATE, "sh")
    listed = tmp_path / "list.txt"
    listed.write_text("Cap. 9001, s. 3(1)\n\nBGE 96 VII 3", "utf-8")
    done = shell(for_list, tmp_path, programs, LIST=str(listed))
    assert done.returncode == 1
    assert "impossible" in done.stdout
    listed.write_text("Cap. 9001, s. 3(1)\n", "utf-8")
    assert shell(for_list, tmp_path, programs, LIST=str(listed)).returncode == 0
    ((tool, arguments),) = calls(VALIDATE, CITATION="[2026] HKCFA 397")
    assert given(engine, tool, **arguments)["held"][0]["answer"] == "not_found"
    done = shell(for_draft, tmp_path, programs, DRAFT=draft(tmp_path, WRONG), PINCITE_RELEASES=releases)
    assert done.returncode == 1
    assert "[quote_refused]" in done.stdout


@pytest.mark.services
@pytest.mark.parametrize("path", [EVALUATOR, ORCHESTRATOR], ids=lambda path: path.stem)
def test_attack_a_check_that_could_not_be_made_is_no_pass(tmp_path: Path, programs: Path, path: Path) -> None:
    (script,) = blocks(path, "sh")
    done = shell(
        script,
        tmp_path,
        programs,
        DRAFT=draft(tmp_path, RIGHT),
        OUT=str(tmp_path / "out"),
        ROUND="1",
        PINCITE_RELEASES="/nowhere",
    )
    assert done.returncode in (2, 3)
