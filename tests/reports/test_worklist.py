"""The list of work keeps its schema and the gate's answer, whatever the draft."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pincite
from pincite.errors import BadInput
from pincite.interfaces.cli.main import main
from pincite.reports.messages import LANGUAGES
from pincite.reports.worklist import schema, worklist
from pincite.storage.sqlite.corpus import SqliteCorpus

RIGHT = (
    "Section 3(1) of the Lantern Keeping Ordinance (Cap. 9001) reads: “A keeper shall register each lantern with the Registrar"
    " within 30 days after lighting it for the first time.”"
)
PARTS = (
    RIGHT,
    RIGHT.replace("30", "60"),
    "A costs order may be refused: [2026] HKCFA 397 at [12].",
    "There is a further duty in Cap. 9001, s. 44.",
    "A keeper must know the rules well (Cap. 9001, s. 3(1)).",
    "Nothing of law.",
    "He said: “no such words are known to anybody here”.",
    "```\nCap. 9001, s. 44\n```",
    "One\u200bhidden Cap. 9001, s.\u200b 44.",
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    folder = tmp_path_factory.mktemp("worklist") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    with pincite.open_releases([str(folder / "releases" / "hk")]) as opened:
        yield opened


def listed(corpus: SqliteCorpus, text: str, language: str = "en") -> dict[str, Any]:
    found = pincite.worklist(pincite.verify_text(text, corpus, checked_on="2026-11-30"), language=language)
    jsonschema.validate(found, schema())
    return found


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


@settings(max_examples=25)
@given(parts=st.lists(st.sampled_from(PARTS), max_size=4))
def test_what_blocks_fails_and_nothing_passes_that_the_gate_blocks(corpus: SqliteCorpus, parts: list[str]) -> None:
    report = pincite.verify_text("\n\n".join(parts), corpus, checked_on="2026-11-30")
    found = pincite.worklist(report)
    jsonschema.validate(found, schema())
    assert found["pass"] is not report.delivery_blocked
    assert found["residual_count"] == len(report.decision.reasons)
    assert sum(found["counts"].values()) == len(report.mentions)
    assert len(found["findings"]) == len({each["id"] for each in found["findings"]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_verdict_is_the_same_in_every_language(corpus: SqliteCorpus, language: str) -> None:
    english, other = (listed(corpus, "\n\n".join(PARTS), each) for each in ("en", language))
    words = ("detail", "action", "place")
    for one, two in zip(english["findings"], other["findings"], strict=True):
        assert {k: v for k, v in one.items() if k not in words} == {k: v for k, v in two.items() if k not in words}


def test_several_reports_pass_only_together(corpus: SqliteCorpus) -> None:
    right, wrong = (pincite.verify_text(text, corpus) for text in PARTS[:2])
    assert pincite.worklist([right, right])["pass"] is True
    assert pincite.worklist([right, wrong])["pass"] is False


def test_nothing_checked_is_no_pass() -> None:
    assert worklist([])["pass"] is False


@pytest.mark.parametrize("given", [None, "report", [None], 3])
def test_what_is_no_report_is_refused_in_words(given: Any) -> None:
    with pytest.raises(BadInput):
        pincite.worklist(given)
