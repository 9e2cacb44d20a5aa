"""The JSON lines contract: fields in, fields out, and faults in the input named by case and field."""

from __future__ import annotations

import json

import pytest

from pincite.errors import BadInput
from pincite.workflows.explain_quote import explain_case, explain_cases

CASE = {
    "id": "x1",
    "lang": "en",
    "source": "7. The warden shall open the bridge.",
    "quote": "The warden may open the bridge",
}


def answer(**more: object) -> dict[str, object]:
    (line,) = explain_cases([json.dumps({**CASE, **more})])
    return json.loads(line)  # type: ignore[no-any-return]


def test_an_answer_names_verdict_codes_and_words() -> None:
    got = answer()
    assert (got["id"], got["verdict"], got["accepted"], got["codes"]) == ("x1", "refused", False, ["M1"])
    assert got["differs"] == [["shall", "may"]]
    assert "nearest" in got


def test_a_cited_label_is_found_in_the_units() -> None:
    source = "s 1 Bells ring. \ns 2 The warden shall open the bridge at noon."
    units = [[0, 17, "s 1"], [17, len(source), "s 2"]]
    got = answer(source=source, units=units, quote="The warden shall open the bridge", cited="s 1")
    assert got["findings"] == ["wrong_pinpoint"]
    assert got["stands_in"] == "s 2"
    assert (
        answer(source=source, units=units, quote="The warden shall open the bridge", cited="s 2")["verdict"] == "clean"
    )


def test_blank_lines_are_passed_over_and_order_is_kept() -> None:
    lines = [json.dumps({**CASE, "id": n}) for n in ("a", "b")]
    assert [json.loads(line)["id"] for line in explain_cases([lines[0], "", lines[1]])] == ["a", "b"]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"quote": None}, "quote"),
        ({"source": 7}, "source"),
        ({"layout": [[0, 1]]}, "layout"),
        ({"layout": [[0, 999, "page"]]}, "layout"),
        ({"units": "s 1"}, "units"),
        ({"emphasis_quote": [[5, 2]]}, "emphasis_quote"),
        ({"other_passages": ["text"]}, "other_passages"),
        ({"pinpoint": 5}, "pinpoint"),
        ({"pinpoint": {"label": "s 1"}}, "pinpoint"),
        ({"speaker": 5}, "speaker"),
        ({"speaker": {"draft": 5}}, "speaker"),
        ({"roles": {}}, "roles"),
        ({"units": ""}, "units"),
        ({"other_passages": {}}, "other_passages"),
    ],
)
def test_a_field_that_cannot_be_used_is_named(more: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        answer(**more)


def test_a_line_that_is_no_json_is_named_by_its_number() -> None:
    with pytest.raises(BadInput, match="line 2"):
        list(explain_cases([json.dumps(CASE), "{"]))


@pytest.mark.parametrize("key", ["lang", "source_lang"])
def test_attack_a_language_that_there_is_not_is_refused_and_never_accepted(key: str) -> None:
    case = {"id": "c", "lang": "en", "source": "A lantern burns.", "quote": "A lantern burns."}
    with pytest.raises(BadInput, match=f"case c: field '{key}'.*'xx'"):
        explain_case(case | {key: "xx"})


@pytest.mark.parametrize("name", ["x1", 7, None, ["a", 1]])
def test_an_id_comes_back_as_it_was_given(name: object) -> None:
    assert answer(id=name)["id"] == name


def test_what_is_no_number_of_json_is_no_case() -> None:
    lines = explain_cases([json.dumps({**CASE, "id": float("nan")})])
    assert json.loads(next(lines))["error"]["message"].endswith("(NaN is no number of JSON)")
