"""A provision through valid time and knowledge time."""

from __future__ import annotations

from dataclasses import replace

from tests.consolidation.laws import BY, lanterns, unit

from pincite.consolidation.operations import (
    Applicability,
    Commence,
    Correct,
    Expire,
    InsertUnit,
    Instrument,
    Postpone,
    Renumber,
    Source,
    TextReplace,
    TreeOperation,
    UnitPosition,
)
from pincite.consolidation.timeline import Timeline, language_drift

C = ("9", "c")


def act(name: str, day: str | None, *operations: TreeOperation, **more: object) -> Instrument:
    own = tuple(replace(each, source=Source(name, "§1")) for each in operations)
    return replace(Instrument(name, day, own), **more)  # type: ignore[arg-type]


def pays(old: str, new: str) -> TextReplace:
    return TextReplace(C, BY, find=f"{old} crowns", replace=f"{new} crowns")


def line(*instruments: Instrument, **more: object) -> Timeline:
    return replace(Timeline(lanterns(), "2019-01-01", tuple(instruments)), **more)  # type: ignore[arg-type]


def test_the_wording_of_a_date_is_that_of_the_instruments_in_force() -> None:
    time = line(act("Act 1", "2020-01-01", pays("5", "6")), act("Act 2", "2021-01-01", pays("6", "7")))
    assert "5 crowns" in time.get(C, "2019-12-31").text
    answer = time.get(C, "2020-01-01")
    assert "6 crowns" in answer.text
    assert answer.amended_by == ("Act 1 §1",)
    assert [(each.instrument, each.why) for each in answer.outstanding] == [("Act 2", "future")]
    assert answer.consolidated_to == "2020-01-01"


def test_before_the_base_nothing_is_known() -> None:
    answer = line().get(C, "2018-12-31")
    assert (answer.status, answer.unit) == ("unknown", None)


def test_temporary_law_lies_over_the_permanent_and_gives_it_back() -> None:
    time = line(
        act("Emergency 1", "2020-01-01", pays("5", "9"), expires="2020-04-01"),
        act("Act 1", "2020-06-01", pays("5", "6")),
    )
    said = [time.get(C, day).text for day in ("2019-12-31", "2020-01-01", "2020-03-31", "2020-04-01", "2020-06-01")]
    assert [word for text in said for word in text.split() if word.isdigit()] == ["5", "9", "9", "5", "6"]


def test_an_instrument_without_a_date_changes_nothing_and_is_outstanding() -> None:
    answer = line(act("Act 1", None, pays("5", "6"), condition="when funded")).get(C, "2030-01-01")
    assert "5 crowns" in answer.text
    assert [(each.instrument, each.effective, each.why) for each in answer.outstanding] == [("Act 1", None, "unknown")]


def test_commencement_postponement_and_expiry_are_orders_of_their_own() -> None:
    pending = act("Act 1", None, pays("5", "6"))
    assert "6 crowns" in line(pending, orders=(Commence("Act 1", "2020-01-01"),)).get(C, "2020-01-01").text
    dated = act("Act 1", "2020-01-01", pays("5", "6"))
    assert "5 crowns" in line(dated, orders=(Postpone("Act 1", "2021-01-01"),)).get(C, "2020-06-01").text
    assert "5 crowns" in line(dated, orders=(Expire("Act 1", "2020-03-01"),)).get(C, "2020-03-01").text


def test_a_correction_holds_from_the_start_and_is_known_from_its_publication() -> None:
    corrigendum = act(
        "Corr 1", "2019-01-01", Correct(C, BY, change=pays("5", "50")), known_from="2020-05-01", correction=True
    )
    time = line(corrigendum)
    assert "5 crowns" in time.get(C, "2019-06-01", known_at="2020-04-30").text
    assert "50 crowns" in time.get(C, "2019-06-01", known_at="2020-05-01").text
    assert "50 crowns" in time.get(C, "2019-06-01").text


def test_a_provision_is_followed_through_its_renumbering() -> None:
    time = line(act("Act 1", "2020-01-01", Renumber(C, BY, new_num="(d)", new_id="d")))
    answer = time.get(C, "2020-01-01")
    assert answer.path == ("9", "d")
    assert answer.text.startswith("(d) The keeper")


def test_what_is_inserted_later_is_not_yet_in_force_before() -> None:
    new = InsertUnit(("9",), BY, payload=(unit("d", "New."),), position=UnitPosition(by_number=True))
    time = line(act("Act 1", "2020-01-01", new, expires="2021-01-01"))
    days = ("2019-12-31", "2020-01-01", "2021-01-01")
    assert [time.get(("9", "d"), day).status for day in days] == ["not_yet_in_force", "in_force", "expired"]


def test_what_cannot_be_applied_leaves_the_text_of_the_day_before_and_says_so() -> None:
    answer = line(act("Act 1", "2020-01-01", pays("8", "9"))).get(C, "2020-01-01")
    assert answer.status == "unresolved"
    assert "5 crowns" in answer.text
    assert [each.code for each in answer.findings] == ["precondition_mismatch"]
    assert answer.outstanding[0].why == "refused"


def test_a_conflict_shows_both_texts_and_serves_the_day_before() -> None:
    time = line(act("Act 1", "2020-01-01", pays("5", "6")), act("Act 2", "2020-01-01", pays("5", "7")))
    answer = time.get(C, "2020-01-01")
    assert "5 crowns" in answer.text
    assert answer.status == "unresolved"
    assert {each.text for each in answer.candidates} == {
        "The keeper of a lantern pays 6 crowns.",
        "The keeper of a lantern pays 7 crowns.",
    }
    assert time.get(("9", "a"), "2020-01-01").status == "in_force"


def test_the_publishers_text_wins_and_a_divergence_is_found() -> None:
    printed = replace(lanterns(), heading="Wardens")
    answer = line(act("Act 1", "2020-01-01", pays("5", "6")), witnesses=(("2020-02-01", printed),)).get(C, "2020-03-01")
    assert "5 crowns" in answer.text
    assert (answer.publisher, answer.consolidated_to) == (True, "2020-02-01")
    assert [each.code for each in answer.findings] == ["witness_divergence"]


def test_applicability_is_said_beside_the_text() -> None:
    rule = Applicability(C, "to lanterns lit after 2020")
    assert line(orders=(rule,)).get(C, "2020-01-01").applicability == ("to lanterns lit after 2020",)


def test_languages_of_different_dates_drift() -> None:
    assert language_drift({"en": "2013-04-01", "zh-Hant": "2013-04-01"}) is None
    drift = language_drift({"en": "2013-04-01", "zh-Hant": "2014-12-05"})
    assert drift is not None
    assert drift.code == "language_drift"
