"""The calculus on small texts: each permission, each refusal, each finding, with its spans and words."""

from __future__ import annotations

from typing import Any

import pytest

from pincite.quotation.compare import compare, places_verbatim
from pincite.quotation.model import Comparison, LayoutSpan, OtherPassage, RoleSpan, Unit
from pincite.quotation.prepared import PreparedSource
from pincite.text.span import Span

BRIDGE = (
    "7. The warden shall open the bridge for every barge and may close it only in a storm, unless the mayor objects.\n"
    "8. The warden is not liable for delay of less than 2 hours."
)


def check(quote: str, source: str = BRIDGE, language: str = "en", **known: Any) -> Comparison:
    return compare(quote, source, language=language, **known)


def test_an_exact_quotation_is_identical_and_its_span_is_the_source_itself() -> None:
    quote = "shall open the bridge for every barge"
    found = check(quote)
    assert (found.verdict, found.codes) == ("clean", ("A0",))
    (span,) = found.source_spans
    assert BRIDGE[span.start : span.end] == quote
    assert found.verbatim


def test_typography_is_accepted_and_disclosed_with_both_sides() -> None:
    found = check("It’s the warden’s “bridge”", "Well: It's the warden's \"bridge\" now.")
    assert (found.verdict, found.codes) == ("clean", ("A1",))
    assert ("'", "’") in found.differs


def test_only_what_is_listed_is_layout() -> None:
    source = "the warden 44 shall open"
    assert check("the warden shall open", source).verdict == "refused"
    layout = [LayoutSpan(10, 13, "page")]
    assert check("the warden shall open", source, layout=layout).codes == ("A2",)


@pytest.mark.parametrize(
    ("quote", "source_words", "quote_words"),
    [
        ("The warden is liable for delay", "not", ""),
        ("The warden may open the bridge", "shall", "may"),
        ("may close it in a storm", "only", ""),
        ("delay of less than 3 hours", "2", "3"),
        ("delay of more than 2 hours", "less", "more"),
        ("open the bridge for any barge", "every", "any"),
        ("delay of less than 2 days", "hours", "days"),
    ],
)
def test_a_changed_word_of_meaning_is_refused_and_named(quote: str, source_words: str, quote_words: str) -> None:
    found = check(quote)
    assert (found.verdict, found.codes) == ("refused", ("M1",))
    (alteration,) = found.alterations
    assert (alteration.source_words, alteration.quote_words) == (source_words, quote_words)
    assert BRIDGE[alteration.source.start : alteration.source.end] == source_words
    assert quote[alteration.quote.start : alteration.quote.end] == quote_words


def test_another_word_is_m2_and_several_dropped_words_are_m3() -> None:
    assert check("shall open the gate for every barge").codes == ("M2",)
    assert check("The warden shall open for every barge").codes == ("M3",)


def test_the_same_number_in_words_is_named_as_such() -> None:
    found = check("delay of less than two hours")
    assert found.codes == ("M2",)
    assert found.has("same_value")


def test_a_marked_omission_shows_what_it_left_out() -> None:
    found = check("shall open the bridge … and may close it")
    assert (found.verdict, found.codes) == ("clean", ("A3",))
    (gap,) = found.alterations
    assert (gap.source_words, gap.omitted) == ("for every barge", 3)


def test_an_omission_over_a_negation_is_never_silently_clean() -> None:
    found = check("The warden is … liable for delay")
    assert found.verdict == "look"
    assert found.has("omission_may_change_sense")


def test_an_omission_that_leaves_the_paragraph_is_stitched_unless_the_pinpoint_names_both() -> None:
    units = [Unit(0, BRIDGE.index("8."), "7"), Unit(BRIDGE.index("8."), len(BRIDGE), "8")]
    quote = "The warden shall open the bridge … is not liable for delay"
    assert check(quote, units=units).codes == ("M4",)
    assert "M4" not in check(quote, units=units, pinpoint=Span(0, len(BRIDGE))).codes


def test_pieces_out_of_order_are_stitched() -> None:
    found = check("is not liable for delay … shall open the bridge")
    assert found.codes == ("M4",)
    assert len(found.source_spans) == 2


def test_brackets_license_case_and_names_but_no_word_of_meaning() -> None:
    assert check("[t]he warden shall open the bridge").codes == ("A4",)
    assert check("The warden open[s] the bridge", "7. The warden opened the bridge.").codes == ("A4",)
    assert check("[He] shall open the bridge").verdict == "clean"
    assert check("The warden [may] open the bridge").codes == ("M1",)
    assert check("is [] liable for delay").verdict != "clean"


def test_a_bracket_for_words_of_substance_is_a_look() -> None:
    found = check("open the bridge for every [vessel]")
    assert found.verdict == "look"
    assert found.has("bracket_replaces_substance")


def test_the_sources_own_brackets_may_not_vanish_or_change() -> None:
    source = "The warden [acting alone] may close it (at night)."
    assert check("The warden [acting alone] may close it (at night)", source).codes == ("A0",)
    assert check("The warden acting alone may close it", source).codes == ("M9",)
    assert check("may close it [at night]", source).codes == ("M9",)


def test_an_exception_cut_off_is_a_look_for_a_clause_only() -> None:
    assert check("may close it only in a storm").has("cut_before_exception")
    assert check("in a storm").verdict == "clean"


def test_a_full_stop_before_the_lost_negation_is_m1() -> None:
    source = "Der Wärter haftet für Verspätung nicht."
    assert check("Der Wärter haftet für Verspätung.", source, "de").codes == ("M1",)
    assert check("Der Wärter haftet für Verspätung", source, "de").has("cut_before_negation")


def test_emphasis_must_be_disclosed_truly() -> None:
    quote = "shall open the bridge"
    spans = [Span(0, 5)]
    assert check(quote, emphasis_quote=spans).has("undisclosed_emphasis")
    assert check(quote, emphasis_quote=spans, disclosures="(emphasis added)").verdict == "clean"
    assert check(quote, emphasis_quote=spans, disclosures="(emphasis in original)").has("false_disclosure")
    assert check(quote, emphasis_quote=None).codes == ("A0",)


def test_a_partys_words_given_to_the_court_are_m5() -> None:
    source = "4. The mayor submitted that the bridge was always open. We disagree."
    at = source.index("the bridge")
    roles = [RoleSpan(at, at + len("the bridge was always open"), "submission")]
    quote = "the bridge was always open"
    assert check(quote, source, roles=roles, speaker="the Court").codes == ("M5",)
    assert check(quote, source, roles=roles, speaker="counsel for the mayor").verdict == "clean"
    assert check(quote, source, roles=roles).has("speaker_not_named")


def test_inner_quotations_belong_to_the_inner_speaker() -> None:
    source = "As Reed J said: “A bridge that does not open is a wall with a view.” We agree."
    quote = "A bridge that does not open is a wall with a view."
    assert check(quote, source, speaker="Reed J").verdict == "clean"
    found = check(quote, source, speaker="the Court")
    assert found.codes == ("A12",)
    assert found.has("inner_source_not_named")


def test_words_of_another_version_are_m6_and_the_version_is_named() -> None:
    other = OtherPassage("version of 1950", "7. The warden shall ring the bell at noon.")
    found = check("The warden shall ring the bell at noon", other_passages=[other])
    assert (found.codes, found.stands_in) == (("M6",), "version of 1950")


def test_what_stands_nowhere_is_refused_with_the_nearest_passage() -> None:
    found = check("Bargees must salute the mayor's portrait on Sundays")
    assert found.verdict == "refused"
    assert found.codes[0] in ("M7", "M8")
    found = check("The warden shall close the bridge for every barge")
    assert found.nearest is not None
    assert "shall open the bridge for every barge" in found.nearest.text


def test_right_words_at_another_place_are_wrong_pinpoint() -> None:
    found = check("is not liable for delay of less than 2 hours", pinpoint=Span(0, 60))
    assert found.verdict == "look"
    assert found.has("wrong_pinpoint")


def test_a_short_quotation_is_checked_and_all_its_places_are_given() -> None:
    found = check("the bridge", "the bridge, the bridge and the bridge")
    assert len(found.places) == 3
    assert check("the gate", "the bridge and the bridge").verdict == "refused"


@pytest.mark.parametrize(
    ("source", "quote", "codes"),
    [
        ("Er haftet, sofern er nicht beweist, dass er es nicht wusste.", "He is liable unless he proves that he did not know.", {"A9"}),
        ("Er haftet, sofern er nicht beweist, dass er es nicht wusste.", "He is not liable unless he proves that he did not know.", {"A9", "M1"}),
        ("Er haftet, sofern er nicht beweist, dass er es nicht wusste.", "He is liable unless he proves that he knew.", {"A9", "M1"}),
        ("Er haftet, sofern er nicht beweist, dass er es nicht wusste.", "He is liable if he proves that he did not know.", {"A9", "M1"}),
        ("Er haftet, es sei denn, er zahle.", "He is liable if he does not pay.", {"A9"}),
        ("Er haftet, es sei denn, er zahle.", "He is liable if he pays.", {"A9", "M1"}),
        ("Er haftet, wenn er zahlt.", "He is liable unless he pays.", {"A9", "M1"}),
        ("Er haftet nicht.", "He is liable unless he pays.", {"A9", "M1"}),
    ],
)  # fmt: skip
def test_unless_is_a_denial_within_a_condition_in_every_language(source: str, quote: str, codes: set[str]) -> None:
    found = check(quote, source, disclosures="(my translation)", source_language="de")
    assert set(found.codes) == codes


def test_a_translation_is_never_verbatim_and_may_not_lose_a_negation() -> None:
    source = "Der Verkäufer haftet nicht für den Mangel."
    known = {"source_language": "de"}
    marked = {"disclosures": "(my translation)", **known}
    assert check("The seller is not liable for the defect.", source, **marked).codes == ("A9",)
    assert set(check("The seller is liable for the defect.", source, **marked).codes) == {"A9", "M1"}
    assert check("The seller is not liable for the defect.", source, **known).codes == ("M7",)


def test_simplified_and_traditional_characters_are_one_where_the_table_says_so() -> None:
    source = "经批准，机关应当制作决定书。"
    assert check("經批准，機關應當製作決定書。", source, "zh").codes == ("A10",)
    assert "M2" in check("經批準，機關應當製作決定書。", source, "zh").codes


def test_sharp_s_is_free_in_one_direction_only() -> None:
    assert check("die große Straße", "Hier liegt die große Straße.", "de").codes == ("A0",)
    assert check("die grosse Strasse", "Hier liegt die große Straße.", "de").codes == ("A10",)
    assert check("die große Straße", "Hier liegt die grosse Strasse.", "de").codes == ("A10",)
    assert check("in Maßen", "Das Volk kam in Massen.", "de").verdict == "refused"


def test_a_prepared_source_gives_the_same_answer() -> None:
    prepared = PreparedSource(BRIDGE, language="en")
    quote = "The warden may open the bridge"
    assert compare(quote, prepared, language="en") == check(quote)


def test_the_ledgers_question_is_answered_with_the_sources_own_span() -> None:
    prepared = PreparedSource("She said: “thirty\u00a0days”.", language="en")
    (span,) = places_verbatim('"thirty days"', prepared)
    assert prepared.source[span.start : span.end] == "“thirty\u00a0days”"
    assert places_verbatim("thirty day", prepared) == ()
