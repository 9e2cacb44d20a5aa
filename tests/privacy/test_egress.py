"""The door that everything outgoing passes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.privacy.egress import MODES, Content, Door, Parcel, Withheld, is_loopback, nothing_leaves
from pincite.text.span import Span

AWAY = "https://judge.example/v1/chat"
HERE = "http://127.0.0.1:11434/api/chat"
DRAFT = "The client paid the money back in secret.\n\nThe Specimen Act says that a keeper must warn visitors."
SECRET, OPEN = Span(0, 41), Span(43, len(DRAFT))


def door(mode: str = "strict", **more: object) -> Door:
    return Door(mode, text=DRAFT, privileged=(SECRET,), **more)  # type: ignore[arg-type]


def claim(span: Span, to: str = AWAY) -> Parcel:
    return Parcel(to, "claim", DRAFT[span.start : span.end], (span,))


def test_nothing_leaves_when_nothing_was_configured() -> None:
    for content in ("claim", "reference"):
        with pytest.raises(Withheld, match="strict mode"):
            nothing_leaves().ask(Parcel(AWAY, content, "xx/act", (Span(0, 1),), "xx/act"))


def test_strict_lets_words_go_to_a_configured_judge_of_this_machine_only() -> None:
    local = door(local_judges=("http://127.0.0.1:11434",))
    local.ask(claim(SECRET, HERE))
    for other in (
        AWAY,
        "http://127.0.0.1:8080/mcp",
        "http://localhost.example:11434",
        "http://127.0.0.1.example:11434",
    ):
        assert local.objection(claim(OPEN, other)) == "strict_mode"


def test_a_judge_elsewhere_is_not_local_because_it_was_configured_as_such() -> None:
    assert door(local_judges=(AWAY,)).objection(claim(OPEN)) == "strict_mode"


def test_an_address_with_this_machine_as_its_user_name_is_elsewhere() -> None:
    sly = "http://127.0.0.1:11434@judge.example/v1"
    assert not is_loopback(sly)
    assert door(local_judges=("http://127.0.0.1:11434", sly)).objection(claim(OPEN, sly)) == "strict_mode"


def test_a_canonical_reference_leaves_in_strict_mode_only_when_it_was_allowed_and_is_listed() -> None:
    parcel = Parcel(AWAY, "reference", "Specimen Reports 12", (OPEN,), "xx/reports/12")
    assert door().objection(parcel) == "strict_mode"
    allowing = door(remote_existence=True)
    allowing.ask(parcel)
    (left,) = allowing.left()
    assert (left.destination, left.content, left.characters) == ("https://judge.example", "reference", 19)
    assert allowing.objection(claim(OPEN)) == "strict_mode"


@pytest.mark.parametrize(
    ("text", "reference"), [("two\nlines", "xx/a"), ("a" * 201, "xx/a"), ("words", ""), ("w", "no reference")]
)
def test_words_do_not_leave_dressed_as_a_reference(text: str, reference: str) -> None:
    assert door(remote_existence=True).objection(Parcel(AWAY, "reference", text, (OPEN,), reference)) == "strict_mode"


def test_balanced_keeps_back_what_is_privileged_and_what_does_not_say_where_it_is_from() -> None:
    balanced = door("balanced")
    assert balanced.objection(claim(OPEN)) == ""
    assert balanced.objection(claim(SECRET)) == "privileged_passage"
    assert balanced.objection(Parcel(AWAY, "claim", "words")) == "origin_not_known"


def test_balanced_finds_privileged_words_in_a_parcel_that_names_another_place() -> None:
    text = f"Judge this: {DRAFT[: SECRET.end].upper()}  and that"
    assert door("balanced").objection(Parcel(AWAY, "claim", text, (OPEN,))) == "privileged_words"


def test_cloud_lets_all_go_and_lists_all() -> None:
    cloud = door("cloud")
    cloud.ask(claim(SECRET))
    cloud.ask(claim(OPEN))
    assert [each.characters for each in sorted(cloud.left(), key=lambda e: e.characters)] == [41, len(DRAFT) - 43]


def test_the_list_holds_no_words_no_path_and_no_password() -> None:
    cloud = door("cloud")
    cloud.ask(Parcel("https://me:secret@judge.example/path?key=secret", "claim", "the words", (OPEN,)))
    assert "secret" not in str(cloud.left())
    assert "words" not in str(cloud.left())


@given(
    mode=st.sampled_from(MODES[:2]),
    content=st.sampled_from(("claim", "reference")),
    start=st.integers(0, 40),
    length=st.integers(1, 60),
    to=st.sampled_from((AWAY, "http://[::1]:1/x", "ftp://judge.example", "judge", "http://[", "")),
)
def test_no_word_of_a_privileged_passage_leaves_but_in_cloud_mode(
    mode: str, content: Content, start: int, length: int, to: str
) -> None:
    span = Span(start, min(start + length, len(DRAFT)))
    shut = door(mode, remote_existence=False)
    with pytest.raises(Withheld):
        shut.ask(Parcel(to, content, DRAFT[span.start : span.end], (span,), "xx/act"))
    assert shut.left() == []
