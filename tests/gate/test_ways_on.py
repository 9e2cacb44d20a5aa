"""Acts of persons, and where a draft stands after them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from pincite.digests import sha256_text
from pincite.gate.acts import Act, read_act, sign_act
from pincite.gate.disclaimers import Marked, disclaimed, is_disclaimed, marker
from pincite.gate.policy import Reason
from pincite.gate.standing import Standing, standing_of
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import Signer, sign_note


def person(name: str) -> Signer:
    return Signer(f"law.example/{name}", Ed25519PrivateKey.generate())


ANNA, BEN, STRANGER = person("anna"), person("ben"), person("stranger")
PERSONS = [ANNA.verifier, BEN.verifier]
REPORT, DRAFT, COPY = "a" * 64, "b" * 64, "c" * 64
WRONG = Reason("no_mismatch", "c001", "MISMATCH", "quote_refused")
OPEN = Reason("no_unverified", "c002", "UNVERIFIED", "content_not_judged")
WHOLE = Reason("nothing_hidden", "", "UNVERIFIED", "hidden_in_words")


def chain(*steps: tuple[Signer, dict[str, Any]]) -> list[str]:
    notes: list[str] = []
    for signer, fields in steps:
        previous = sha256_text(notes[-1]) if notes else ""
        act = Act(
            **{
                "report": REPORT,
                "draft": DRAFT,
                "reason": "read it",
                "on": "2026-11-30",
                "previous": previous,
                **fields,
            }
        )
        notes.append(sign_act(act, signer))
    return notes


def stands(reasons: Sequence[Reason], notes: Sequence[str]) -> Standing:
    return standing_of(reasons, notes, PERSONS, report=REPORT, draft=DRAFT)


def way(kind: str, *citations: str, **more: str) -> dict[str, Any]:
    return {"way": kind, "citations": citations, **more}


def test_nothing_blocked_is_clear_and_nothing_decided_is_blocked() -> None:
    assert stands([], []).value == "CLEAR"
    assert stands([WRONG], []).value == "BLOCKED"


def test_an_act_reads_back_as_it_was_signed() -> None:
    (note,) = chain((ANNA, way("disclaim", "c001", copy=COPY)))
    signed = read_act(note, PERSONS)
    assert (signed.by.name, signed.act.way, signed.act.citations, signed.act.copy) == (
        ANNA.name,
        "disclaim",
        ("c001",),
        COPY,
    )


def test_a_disclaimer_of_one_person_releases_the_marked_copy_and_nothing_else() -> None:
    found = stands([WRONG, OPEN], chain((ANNA, way("disclaim", "c001", "c002", copy=COPY))))
    assert (found.value, found.copies) == ("RELEASED", (COPY,))


def test_two_copies_with_half_of_the_markers_release_nothing() -> None:
    notes = chain((ANNA, way("disclaim", "c001", copy=COPY)), (ANNA, way("disclaim", "c002", copy="d" * 64)))
    assert stands([WRONG, OPEN], notes).value == "BLOCKED"


def test_a_marker_has_no_place_for_what_concerns_the_whole_draft() -> None:
    assert stands([WHOLE], chain((ANNA, way("disclaim", "draft", copy=COPY)))).value == "BLOCKED"


def test_a_judgement_settles_content_that_was_not_judged_and_no_wrong_quotation() -> None:
    assert stands([OPEN], chain((ANNA, way("judge", "c002", support="SUPPORTED")))).value == "RELEASED"
    assert stands([WRONG], chain((ANNA, way("judge", "c001", support="SUPPORTED")))).value == "BLOCKED"


@pytest.mark.parametrize("against", ["UNSUPPORTED", "CONTRADICTED", ""])
def test_a_judgement_against_a_citation_outweighs_one_for_it(against: str) -> None:
    both = ((ANNA, way("judge", "c002", support="SUPPORTED")), (BEN, way("judge", "c002", support=against)))
    for order in itertools.permutations(both):
        assert stands([OPEN], chain(*order)).value == "BLOCKED"


def test_four_eyes_are_two_keys() -> None:
    one = (ANNA, way("escalate", "c001", "draft", to="Ben"))
    assert stands([WRONG, WHOLE], chain(one)).value == "BLOCKED"
    assert stands([WRONG, WHOLE], chain(one, (ANNA, way("approve", "c001", "draft")))).value == "BLOCKED"
    assert stands([WRONG, WHOLE], chain(one, (BEN, way("approve", "c001", "draft")))).value == "RELEASED"
    assert stands([WRONG], chain((ANNA, way("approve", "c001")), (BEN, way("approve", "c001")))).value == "RELEASED"


def test_two_escalations_approve_nothing() -> None:
    notes = chain((ANNA, way("escalate", "c001", to="Ben")), (BEN, way("escalate", "c001", to="Anna")))
    assert stands([WRONG], notes).value == "BLOCKED"


def test_one_key_under_two_names_is_one_person() -> None:
    double = Signer("law.example/other", ANNA.private)
    notes = chain((ANNA, way("escalate", "c001", to="x")), (double, way("approve", "c001")))
    found = standing_of([WRONG], notes, [*PERSONS, double.verifier], report=REPORT, draft=DRAFT)
    assert found.value == "BLOCKED"


def test_a_stranger_counts_for_nothing_and_is_listed() -> None:
    found = stands([WRONG], chain((ANNA, way("escalate", "c001", to="Ben")), (STRANGER, way("approve", "c001"))))
    assert found.value == "BLOCKED"
    assert [each.number for each in found.refused] == [2]


def test_an_unsigned_act_counts_for_nothing() -> None:
    (note,) = chain((ANNA, way("approve", "c001")))
    body, _, _ = note.rpartition("\n\n")
    for forged in (body + "\n", body + "\n\n", note.replace("c001", "c002"), "", note + note):
        found = stands([WRONG], [forged])
        assert (found.value, len(found.refused)) == ("BLOCKED", 1)


@pytest.mark.parametrize(("field", "value"), [("report", "f" * 64), ("draft", "f" * 64), ("previous", "f" * 64)])
def test_an_act_about_another_report_draft_or_chain_counts_for_nothing(field: str, value: str) -> None:
    notes = chain((ANNA, way("disclaim", "c001", copy=COPY, **{field: value})))
    assert stands([WRONG], notes).value == "BLOCKED"


def test_an_act_left_out_shows_in_the_next() -> None:
    notes = chain(
        (BEN, way("judge", "c002", support="CONTRADICTED")),
        (ANNA, way("judge", "c002", support="SUPPORTED")),
    )
    found = stands([OPEN], notes[1:])
    assert found.value == "BLOCKED"
    assert "missing" in found.refused[0].why


def test_a_signature_made_for_something_else_is_no_act() -> None:
    text = (
        chain((ANNA, way("approve", "c001")))[0].rpartition("\n\n")[0].replace("pincite.gate/1", "law.example/log")
        + "\n"
    )
    with pytest.raises(NotProven):
        read_act(sign_note(text, [ANNA]), PERSONS)


@pytest.mark.parametrize(
    "body",
    [
        "{}",
        "[]",
        '{"way":"approve"}',
        '{"citations":["c001"],"citations":["c002"]}',
    ],
)
def test_what_is_signed_and_is_no_act_is_refused(body: str) -> None:
    with pytest.raises(NotProven):
        read_act(sign_note(f"pincite.gate/1\n{body}\n", [ANNA]), PERSONS)


# markers


def test_the_markers_are_to_the_letter() -> None:
    assert marker("en") == "(citation not verified / content mismatch — manual review required)"
    assert marker("it") == "(citazione non verificata / contenuto non corrispondente — verifica manuale richiesta)"
    assert len({marker(language) for language in ("en", "de", "fr", "it", "zh-Hant", "zh-Hans")}) == 6
    assert marker("de-CH") == marker("de")
    assert marker("rm") == marker("") == marker("en")


def test_a_marker_stands_right_behind_its_citation() -> None:
    text = "So it is (s. 4). 見第4條。"
    marked = disclaimed(text, [Marked(14, "en"), Marked(text.index("。"), "zh-Hant")])
    assert marked == f"So it is (s. 4 {marker('en')}). 見第4條{marker('zh')}。"


@given(
    text=st.text(max_size=80),
    ends=st.lists(st.integers(0, 80), max_size=4),
    language=st.sampled_from(["en", "de", "zh-Hant"]),
)
def test_without_its_markers_the_copy_is_the_draft(text: str, ends: list[int], language: str) -> None:
    wanted = [Marked(min(end, len(text)), language) for end in ends]
    copy = disclaimed(text, wanted)
    assert is_disclaimed(copy, text, wanted)
    gap = "" if language.startswith("zh") else " "
    if marker(language) not in text:
        assert copy.replace(gap + marker(language), "") == text
        assert copy.count(marker(language)) == len(set(wanted))


def test_a_copy_in_which_more_was_changed_is_none() -> None:
    text, wanted = "It is so (s. 4).", [Marked(14, "en")]
    copy = disclaimed(text, wanted)
    assert is_disclaimed(copy.replace(" ", "\n"), text, wanted)
    assert not is_disclaimed(copy.replace("so", "not so"), text, wanted)
    assert not is_disclaimed(text, text, wanted)
