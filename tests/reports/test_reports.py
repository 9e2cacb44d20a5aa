"""The report: as data by its published schema, as text, in five languages, as an audit trail."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
from tests.workflows.house_simulator import HouseSimulator, house

from pincite.corpus.near import __doc__ as near_doc
from pincite.errors import BadInput
from pincite.judging import verdict
from pincite.quotation.model import LOOK_FINDINGS
from pincite.reports.audit import audit_folder, slug, sources_lines, summary
from pincite.reports.json_report import render_json, schema
from pincite.reports.messages import LANGUAGES, messages_in
from pincite.reports.report import Report, class_of
from pincite.reports.text import _columns, render_text, safe, wrapped

GOLDENS = Path(__file__).parent / "goldens"
DRAFT = """# Memorandum

1. ⟦Section 3 of Cap. 9001|hk/cap9001#s3⟧ reads: “A keeper shall register each lantern with the Registrar within 30 days after lighting it for the first time.”

2. “A keeper must leave a lit lantern unattended” (⟦Cap. 9001, s. 4|hk/cap9001#s4⟧).

3. Keepers of wax are free (⟦Cap. 9001, s. 5|hk/cap9001#s5⟧).

4. It is so (⟦[2026] HKCFA 9902|hk/hkcfa/2026/9902⟧), and so (⟦[2026] HKCFI 1|hk/hkcfi/2026/1⟧).

5. The Court said: “Registration is complete only when the Registrar has entered the lantern in the register.” (⟦[2026] HKCFA 9901 at [9]|hk/hkcfa/2026/9901#para_9⟧)

6. See ⟦Wick, Law of Lanterns, 2nd ed.||doctrine⟧.

The harbour master wrote that “no lantern was ever lit on the old pier at night”.
"""


def report_of(sim: HouseSimulator | None = None, draft: str = DRAFT) -> Report:
    return (sim or house()).verify(
        draft, name="memo.md", versions={"pincite": "test"}, volatile={"draft_path": "x/memo.md"}
    )


def golden(name: str, text: str) -> None:
    """Compare with a golden file; to write it anew, delete it, run, and review what was written."""
    path = GOLDENS / name
    if not path.exists():
        path.write_text(text, "utf-8")
        pytest.fail(f"{path.name} was not there and has been written: review it and run again")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_report_is_as_reviewed(language: str) -> None:
    golden(f"memo.{language}.txt", render_text(report_of(), language=language, width=90))


def test_the_json_report_is_as_reviewed() -> None:
    golden("memo.json", render_json(report_of()))


def test_the_summary_has_the_form_of_the_design() -> None:
    text = summary(report_of(), "out/x/citation-verify.json")
    golden("memo.summary.txt", text)
    lines = text.splitlines()
    assert lines[0] == "## Citation Content Verification"
    assert re.fullmatch(r"- Citations checked: \d+", lines[1])
    assert re.fullmatch(r"- MATCH: \d+ \| PARTIAL: \d+ \| MISMATCH: \d+ \| UNVERIFIED: \d+ \| SKIPPED: \d+", lines[2])
    assert lines[3] in ("- Delivery: CLEAR", "- Delivery: BLOCKED")
    assert lines[4] == "- Report: out/x/citation-verify.json"


# the schema


def test_the_schema_is_itself_valid_and_every_report_keeps_it() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    for draft in (DRAFT, "", "No citation.\n"):
        jsonschema.validate(json.loads(render_json(report_of(draft=draft))), schema())


def test_the_schema_refuses_a_match_without_evidence() -> None:
    values = json.loads(render_json(report_of()))
    match = next(m for m in values["mentions"] if m["status"] == "MATCH")
    match["evidence"] = None
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(values, schema())


def test_the_schema_names_every_value_of_every_axis() -> None:
    axes = schema()["$defs"]["axes"]["properties"]
    for name, type_ in (
        ("existence", verdict.Existence), ("identity", verdict.Identity), ("pinpoint", verdict.Pinpoint), ("quote", verdict.Quote),
        ("currency", verdict.Currency), ("support", verdict.Support), ("speaker", verdict.Speaker),
    ):  # fmt: skip
        assert set(axes[name]["enum"]) == set(get_args(type_)), name


def test_the_record_holds_the_fields_of_the_design() -> None:
    record = report_of().mentions[0].as_json()
    assert list(record)[:6] == [
        "citation_id",
        "source_mcp",
        "query_used",
        "status",
        "matched_snippet",
        "confidence_score",
    ]
    assert {"span", "raw", "claim", "class", "axes", "findings", "fix", "evidence", "receipt_id"} <= set(record)


def test_evidence_leads_back_to_the_text() -> None:
    sim = house()
    for record in report_of(sim).mentions:
        if record.evidence is None:
            continue
        block = next(b for b in sim.blocks(record.evidence.expression) if b.eid == record.evidence.place)
        assert block.text[record.evidence.start : record.evidence.end] == record.evidence.snippet
        assert block.text_sha256 == record.evidence.text_sha256


# messages


def codes_of_the_program() -> set[str]:
    """Every code that a Finding or a fix is made with, in quotation/, drafts/ and the workflow."""
    source = Path(__file__).resolve().parents[2] / "src" / "pincite"
    found: set[str] = set()
    rooms = [*(source / "drafts").rglob("*.py"), *(source / "quotation").rglob("*.py")]
    for path in [*rooms, source / "workflows" / "verify_draft.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in ("Finding", "fix", "_finding"):
                found |= {
                    c.value for c in ast.walk(node.args[0]) if isinstance(c, ast.Constant) and isinstance(c.value, str)
                }
    # a code put together from a beginning and a kind is among LOOK_FINDINGS
    return {code for code in found - {"short", "full"} if not code.endswith("_")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_message_in_every_language(language: str) -> None:
    messages = messages_in(language)
    for code in codes_of_the_program():
        assert any(messages.has(section, code) for section in ("finding", "fix", "authorities")), code
    assert [code for code in LOOK_FINDINGS if not messages.has("finding", code)] == []
    assert all(messages.has("code", f"A{n}") for n in range(14))
    assert all(messages.has("code", f"M{n}") for n in range(1, 10))
    assert all(messages.has("status", status) for status in get_args(verdict.Status))
    assert near_doc is not None
    whys = {line.split()[0] for line in near_doc.splitlines() if re.match(r"[a-z]+(?:_[a-z]+)+ {2,}", line)}
    assert whys
    assert all(messages.has("why", why) for why in whys)


def causes() -> set[str]:
    good = verdict.Axes("found", "agrees", "confirmed", "clean", "in_force", "SUPPORTED", "reasoning")
    found: set[str] = {verdict.cause_of(good._replace(out_of_scope=True))}
    for field, type_ in (
        ("existence", verdict.Existence), ("identity", verdict.Identity), ("pinpoint", verdict.Pinpoint), ("quote", verdict.Quote),
        ("currency", verdict.Currency), ("support", verdict.Support), ("speaker", verdict.Speaker),
    ):  # fmt: skip
        found |= {verdict.cause_of(good._replace(**{field: value})) for value in get_args(type_)}
    for field in ("low_confidence", "other_version", "withheld"):
        values: dict[str, Any] = {field: True}
        found.add(verdict.cause_of(good._replace(**values)))
    return found - {""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cause_has_a_message_in_every_language(language: str) -> None:
    assert all(messages_in(language).has("cause", cause) for cause in causes())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogues_have_the_same_keys_and_parameters_as_the_english_one(language: str) -> None:
    def parameters(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    english, other = messages_in("en").catalogue, messages_in(language).catalogue
    assert {s: set(m) for s, m in other.items()} == {s: set(m) for s, m in english.items()}
    for section, entries in english.items():
        for code, text in entries.items():
            assert parameters(other[section][code]) == parameters(text), (section, code)


def test_no_message_accuses() -> None:
    words = re.compile(r"\b(?:fake|fabricat|fälsch|falsif|inventé|fraud)\w*|偽造|捏造", re.IGNORECASE)
    for language in LANGUAGES:
        for entries in messages_in(language).catalogue.values():
            assert not [text for text in entries.values() if words.search(text)]


def test_a_language_without_messages_is_bad_input() -> None:
    with pytest.raises(BadInput, match="no messages"):
        messages_in("tlh")


def test_a_code_without_a_message_is_shown_by_its_name() -> None:
    assert messages_in("en").say("finding", "never_heard_of") == "never heard of"


# text


def test_what_was_not_checked_is_counted_first_and_no_score_is_shown() -> None:
    text = render_text(report_of())
    assert text.splitlines()[1].startswith("Not checked: ")
    assert "%" not in text
    assert "0 problems" not in text


def test_every_mention_is_shown() -> None:
    report = report_of()
    text = render_text(report)
    assert all(record.citation_id in text for record in report.mentions)


def test_no_citation_found_is_said_in_words() -> None:
    assert "No citation found to check" in render_text(report_of(draft="Nothing here.\n"))


@pytest.mark.parametrize("width", [40, 60, 90])
@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_lines_are_wrapped_to_the_width(width: int, language: str) -> None:
    for line in render_text(report_of(), language=language, width=width).splitlines():
        assert _columns(line) <= width or line.strip().startswith("https://"), line


def test_chinese_characters_take_two_columns() -> None:
    assert list(wrapped("燈籠" * 10, 20)) == ["燈籠" * 5, "燈籠" * 5]


def test_colours_are_used_only_when_asked_for() -> None:
    assert "\033" not in render_text(report_of())
    assert "\033[" in render_text(report_of(), colour=True)


def test_attack_a_draft_cannot_steer_the_terminal() -> None:
    report = house().verify("It is so (⟦Cap. 9001, s. 3\033[2J\u202e\u200b|hk/cap9001#s3⟧).\n")
    text = render_text(report)
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e\u200b]", text)
    assert "<U+001B>" in text
    assert "<U+202E>" in text
    assert safe("a\u2066b") == "a<U+2066>b"


# audit


def test_the_audit_folder_is_named_by_date_and_draft() -> None:
    folder = audit_folder(report_of())
    assert folder.name == "2026-11-30-memo"
    assert json.loads(folder.report)["draft"]["name"] == "memo.md"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("../../etc/passwd.md", "passwd"),
        ("Mémo Nr. 3 (final).md", "mémo-nr-3-final"),
        ("備忘錄.txt", "備忘錄"),
        ("...", "draft"),
        ("a/..", "draft"),
    ],
)
def test_attack_a_draft_s_name_cannot_leave_the_folder(name: str, wanted: str) -> None:
    assert slug(name) == wanted


def test_every_consulted_source_has_a_line_with_four_dates() -> None:
    lines = sources_lines(report_of())
    assert len(lines) == 2
    for line in lines:
        for date in ("law as at", "checked at", "corpus published at", "source fetched at"):
            assert date in line


def test_a_clear_summary_names_no_ways_on() -> None:
    report = report_of(
        draft="⟦Section 3 of Cap. 9001|hk/cap9001#s3⟧ reads: “A keeper shall register each lantern with the Registrar within 30 days after lighting it for the first time.”"
    )
    text = summary(report, "")
    assert "- Delivery: CLEAR" in text
    assert "disclaim" not in text


# classes


@pytest.mark.parametrize(
    ("kind", "reference", "wanted"),
    [
        ("statute", "hk/cap9001#s3", "statute"),
        ("case", "ch/bge/999/III/1", "federal-case"),
        ("case", "ch/bger/4A_9901/2026", "federal-case"),
        ("case", "ch/zh/LA26", "cantonal-case"),
        ("case", "hk/hkcfa/2026/9901", "case"),
        ("commentary", "ch/commentary/X/999#art_1", "doctrine-structured"),
        ("commentary", None, "doctrine-structured"),
        ("doctrine", None, "doctrine-informal"),
        ("gazette", None, "gazette"),
        ("other", None, "doctrine-informal"),
    ],
)
def test_the_class_of_a_mention(kind: str, reference: str | None, wanted: str) -> None:
    assert class_of(kind, reference) == wanted


def test_the_group_follows_what_is_to_be_done() -> None:
    groups = report_of().groups()
    assert [len(groups[name]) for name in ("fix", "look", "ok", "found", "unchecked")] == [3, 1, 1, 0, 2]
    record = groups["ok"][0]
    assert replace(record, status="PARTIAL").group == "look"
