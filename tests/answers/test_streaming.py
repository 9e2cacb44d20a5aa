"""Streaming: the same text however it arrives, and no prefix that shows an unsettled citation."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from benchmarks.lying_writers import honest, lie
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.answers.streaming import AnswerStream, Finished
from pincite.workflows.answer_grounds import ChatGrounds
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import Answering, settling

SETTINGS = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def streamed(
    mode: Literal["refuse", "label"], text: str, cuts: list[int], acting: Acting, answering: Answering
) -> tuple[list[str], Finished]:
    """What had left after each piece, and the whole."""
    grounds = ChatGrounds(acting, answering.corpus, answering.url, acting.at)
    stream = AnswerStream(settling(mode, answering, grounds, text))
    prefixes = [""]
    for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        prefixes.append(prefixes[-1] + stream.feed(text[start:end]))
    last, whole = stream.close()
    prefixes.append(prefixes[-1] + last)
    return prefixes, whole


def cuts_of(text: str, r: random.Random) -> list[int]:
    return sorted(r.randint(0, len(text)) for _ in range(r.choice([0, 1, 3, 20, 200])))


@given(st.integers(0, 10**6), st.booleans(), st.randoms(use_true_random=False))
@SETTINGS
def test_a_labelled_text_is_the_same_however_it_arrives(
    acting: Acting, answering: Answering, seed: int, lies: bool, r: random.Random
) -> None:
    text = lie(seed).text if lies else honest(seed)
    prefixes, whole = streamed("label", text, cuts_of(text, r), acting, answering)
    assert prefixes[-1] == whole.text == streamed("label", text, [], acting, answering)[1].text
    for prefix in prefixes:
        assert whole.text.startswith(prefix)
        for change in whole.changes:
            assert change.out_end <= len(prefix) or change.out_start >= len(prefix), (
                "no citation left without its label"
            )


@given(st.integers(0, 10**6), st.booleans(), st.randoms(use_true_random=False))
@SETTINGS
def test_a_composed_text_is_the_same_however_it_arrives_and_what_is_refused_never_leaves(
    acting: Acting, answering: Answering, seed: int, lies: bool, r: random.Random
) -> None:
    told = lie(seed)
    text = told.text if lies else honest(seed)
    prefixes, whole = streamed("refuse", text, cuts_of(text, r), acting, answering)
    at_once, expected = streamed("refuse", text, [], acting, answering)
    assert (whole.text, whole.refusals) == (expected.text, expected.refusals)
    assert whole.refused is lies
    if not lies:
        assert prefixes[-1] == whole.text
    else:
        written = text[: whole.refusals[0].start]
        assert prefixes[-1] == at_once[-1]
        # what left is what leaves of the text before the first refusal (which may be cut within a placeholder) by itself
        alone = streamed("refuse", written, [], acting, answering)[0][-1]
        assert alone.startswith(prefixes[-1].rstrip())


def test_a_sentence_leaves_before_the_text_is_whole(acting: Acting, answering: Answering) -> None:
    text = "A keeper has 30 days [E1]. " + "The rest is advice and goes on for a while without an end. " * 5
    prefixes, _ = streamed("refuse", text, [150], acting, answering)
    assert prefixes[1].startswith("A keeper has 30 days (s. 3(1) of Cap. 9001). ")


def test_after_a_refusal_nothing_leaves_and_the_rest_is_still_named(acting: Acting, answering: Answering) -> None:
    text = "A keeper has 30 days [E1].\n\nSee FACV 7/2020.\n\nIt binds [E2].\n\nSee FACV 8/2020.\n\n"
    prefixes, whole = streamed("refuse", text, list(range(1, len(text))), acting, answering)
    assert prefixes[-1] == "A keeper has 30 days (s. 3(1) of Cap. 9001).\n\n"
    assert [each.text for each in whole.refusals] == ["FACV 7/2020", "FACV 8/2020"]


@pytest.mark.parametrize(
    "first", ["See Cap.\n\n9001, s. 44 now.", "See Cap. 9001,\n\ns. 44 now.", "FACV\n\n7/2020 says."]
)
def test_a_citation_split_over_units_never_becomes_whole(acting: Acting, answering: Answering, first: str) -> None:
    prefixes, whole = streamed("refuse", first, list(range(1, len(first))), acting, answering)
    assert whole.refused
    assert "44" not in prefixes[-1]
    assert "7/2020" not in prefixes[-1]
