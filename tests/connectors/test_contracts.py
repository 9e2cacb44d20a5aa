"""Every contract, whatever a service answers: a document that is the one asked for, or a reason; never an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.connectors import services_world as world

from pincite.corpus.services import Question
from pincite.identity.reference import Reference
from pincite.jurisdictions.ch.services import CONTRACTS
from pincite.jurisdictions.ch.services.labels import bears, label_of, other_than

KEYS = (
    "exists", "decision_id", "citation_string_de", "found", "decision", "decisions", "decisionId", "fullText", "metadata", "hierarchy",
    "reference", "hits", "_source", "attachment", "content", "act", "srNumber", "articles", "number", "text", "de", "success", "provision",
    "statute", "article", "commentaries", "commentary", "data", "id", "title", "legislative_act", "full_text", "court", "language", "spider",
    "decision_date", "e_number", "close_matches", "error", "authors", "date", "canton", "bgeReference", "signature",
)  # fmt: skip
WORDS = st.sampled_from(
    ["", world.BGE, world.DECISION, world.OTHER, world.CANTONAL_TEXT, "220", "305", "Art. 5 DSG", "DSG", "de", "CH_BGE", "bge_151_III_977",
     "\x00", "\ud800", "<p>1 Die Laterne ist aus Papier gemacht.</p>", "2.1", "ZH", "../..", world.COMMENTARY_ID]
)  # fmt: skip
SCALARS = st.one_of(WORDS, st.booleans(), st.none(), st.integers(-3, 10**20), st.floats(allow_nan=False))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=8)),
    max_leaves=25,
)
QUESTIONS = (
    ("ch/bge/151/III/977#consid_2.1", "federal-case"),
    ("ch/zh/LB259999", "cantonal-case"),
    ("ch/sr/220#art_305/para_2", "statute"),
    ("ch/ok/235.1#art_5/n_1", "doctrine-structured"),
)


@pytest.mark.parametrize("name", sorted(CONTRACTS))
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(answers=st.lists(VALUES, min_size=1, max_size=3), number=st.integers(0, len(QUESTIONS) - 1))
def test_attack_any_answer_gives_the_document_asked_for_or_a_reason(name: str, answers: list[Any], number: int) -> None:
    reference, class_ = QUESTIONS[number]
    question = Question(Reference.parse(reference), class_, "de", today="2026-11-30")
    waiting = list(answers)

    def ask(tool: str, arguments: Mapping[str, Any]) -> Any:
        del tool, arguments
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    served = CONTRACTS[name](question, ask)
    if served.document is not None:
        assert served.outcome == "served"
        assert bears(question.work, [str(served.document.work), *served.document.aliases])
    else:
        assert served.outcome != "served"


def _right(tool: str) -> Any:
    """What a good service answers."""
    record = world.record()
    return {
        "cite": {"exists": True, "decision_id": "bge_151_III_977", "citation_string_de": world.BGE, "language": "de", "decision_date": "2025-03-03"},
        "decision": record,
        "fetch": {"id": "bge_151_III_977", "text": world.DECISION, "url": "", "metadata": {**record, "full_text": ""}},
        "get_erwaegung": {"decision_id": "bge_151_III_977", "e_number": "2.1", "citation_string_de": world.BGE, "text": world.RULE},
        "get_bge_decision": {"found": True, "decision": world.portal()},
        "search_by_case_number": {"decisions": [world.cantonal(), world.portal()]},
        "get_decision_details": {"found": True, "decision": world.cantonal()},
        "search": {"hits": {"hits": [world.hit(world.portal()), world.hit(world.cantonal())]}},
        "get_article": {
            "found": True, "act": {"srNumber": "220", "title": {"de": "OR"}}, "articles": [{"number": "305", "text": {"de": world.ARTICLE_TEXT}}],
        },
        "get_provision_text": {"success": True, "provision": {"statute": "OR", "article": 305}, "text": world.ARTICLE_TEXT, "language": "de"},
        "list": {"data": [world.COMMENTARY]},
        "get_commentary_for_article": {"commentaries": [world.COMMENTARY]},
        "commentary": {"data": world.COMMENTARY},
        "get_commentary": {"commentary": world.COMMENTARY},
    }[tool]  # fmt: skip


def _altered(value: Any, data: st.DataObject) -> Any:
    """The answer with one value in it, at any depth, replaced by anything."""
    if isinstance(value, dict) and value and data.draw(st.integers(0, 3)):
        key = data.draw(st.sampled_from(sorted(value)))
        return {**value, key: _altered(value[key], data)}
    if isinstance(value, list) and value and data.draw(st.integers(0, 3)):
        at = data.draw(st.integers(0, len(value) - 1))
        return [*value[:at], _altered(value[at], data), *value[at + 1 :]]
    return data.draw(VALUES)


@pytest.mark.parametrize("name", sorted(CONTRACTS))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), number=st.integers(0, len(QUESTIONS) - 1))
def test_attack_a_good_answer_with_one_value_replaced(name: str, data: st.DataObject, number: int) -> None:
    reference, class_ = QUESTIONS[number]
    question = Question(Reference.parse(reference), class_, "de", today="2026-11-30")

    def ask(tool: str, arguments: Mapping[str, Any]) -> Any:
        del arguments
        right = _right(tool)
        return _altered(right, data) if data.draw(st.booleans()) else right

    served = CONTRACTS[name](question, ask)
    if served.document is not None:
        assert bears(question.work, [str(served.document.work), *served.document.aliases])


@pytest.mark.parametrize("name", ["ch.fedlex_sparql", "ch.legal_citations"])
def test_a_service_of_acts_is_not_asked_for_a_commentary_on_one(name: str) -> None:
    asked: list[str] = []

    def ask(tool: str, arguments: Mapping[str, Any]) -> Any:
        del arguments
        asked.append(tool)
        return {**_right(tool), "provision": 0}

    question = Question(Reference.parse("ch/ok/235.1#art_5/n_1"), "doctrine-structured", "de", today="2026-11-30")
    assert CONTRACTS[name](question, ask).document is None
    assert asked == []


@pytest.mark.parametrize(
    ("recorded", "told", "other"),
    [
        (["ch/bge/151/III/977", "ch/bger/4A_999/2025"], ["ch/bger/4A_999/2025"], ""),
        (["ch/bge/151/III/977"], [], ""),
        ([], ["ch/bge/151/III/977"], ""),
        (["ch/bge/151/III/977"], ["ch/bge/150/III/955"], "ch/bge/150/III/955"),
        (
            ["ch/bge/151/III/977", "ch/bger/4A_999/2025"],
            ["ch/bge/150/III/955", "ch/bger/4A_999/2025"],
            "ch/bge/150/III/955",
        ),
        (["ch/bge/150/III/955"], ["ch/bge/151/III/977"], "ch/bge/150/III/955"),
        (["ch/bge/150/III/955"], ["ch/bge/150/III/955"], "ch/bge/150/III/955"),
        ([], [], "a decision without a number"),
    ],
)
def test_which_decision_came_is_told_by_record_and_text_apart(recorded: list[str], told: list[str], other: str) -> None:
    assert other_than("ch/bge/151/III/977", recorded, told) == other


def test_a_registry_suffix_is_no_other_decision_and_a_longer_number_is() -> None:
    assert bears("ch/zh/LB259999", ["ch/zh/LB259999-O/U"])
    assert not bears("ch/bger/4A_99/2025", ["ch/bger/4A_999/2025"])
    assert not bears("ch/bge/151/III/9", ["ch/bge/151/III/977"])


def test_labels_are_written_as_services_know_them() -> None:
    works = ("ch/bge/151/III/977", "ch/bger/4A_999/2025", "ch/bvge/2014/39", "ch/tpf/2016/180", "ch/ge/ATA/917/2024")
    assert [label_of(work) for work in works] == [
        "BGE 151 III 977", "4A_999/2025", "BVGE 2014/39", "TPF 2016 180", "ATA/917/2024"
    ]  # fmt: skip
