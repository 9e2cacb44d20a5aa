"""Compose: placeholders become citations, what was written by hand keeps an answer from leaving."""

from __future__ import annotations

import pytest

from pincite import wiring
from pincite.answers.streaming import Finished
from pincite.errors import BadInput
from pincite.ledger.entries import ChatId, read_payload
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import Answering, as_json, compose_answer


def composed(acting: Acting, answering: Answering, text: str) -> Finished:
    finished = compose_answer(acting, text, answering)
    assert not finished.refused, finished.refusals
    return finished


def refused(acting: Acting, answering: Answering, text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    before = acting.ledger.head(acting.chat)
    finished = compose_answer(acting, text, answering)
    assert finished.refused
    assert finished.text == ""
    assert acting.ledger.head(acting.chat) == before, "a refusal records nothing"
    assert all(text[each.start : each.end] == each.text for each in finished.refusals)
    return [(each.text, each.code, each.use) for each in finished.refusals]


def test_an_answer_is_written_out_with_references(acting: Acting, answering: Answering) -> None:
    finished = composed(acting, answering, "A keeper has 30 days [E1].\n\nIt is registered on entry [E3].")
    assert finished.text == (
        "A keeper has 30 days (s. 3(1) of Cap. 9001).\n\nIt is registered on entry ([2026] HKCFA 391 at [4]).\n\n"
        "**References**\n"
        "- [Cap. 9001](https://www.elegislation.gov.hk/hk/cap9001!en) — s. 3(1)\n"
        "- [[2026] HKCFA 391](https://legalref.judiciary.hk/lrs/common/search/jud_search_ncn.jsp"
        "?selDatabase=ALL&ncnValue=2026+HKCFA+391) — at [4]\n"
    )


@pytest.mark.parametrize("neighbours", ["[E1][E2]", "[E1] [E2]", "[E1, E2]", "[E1; E2]", "[E1][E2][E1]"])
def test_neighbours_are_joined(acting: Acting, answering: Answering, neighbours: str) -> None:
    finished = composed(acting, answering, f"Both bind {neighbours}.")
    assert finished.text.startswith("Both bind (ss. 3(1) and 4(1) of Cap. 9001).")


def test_authorities_are_listed_once_with_all_pinpoints_in_the_order_of_first_mention(
    acting: Acting, answering: Answering
) -> None:
    text = composed(acting, answering, "One [E2]. Two [E3]. Three [E1]. Four [E2].").text
    lines = text.split("**References**\n")[1].splitlines()
    assert [line.partition("](")[0] for line in lines] == ["- [Cap. 9001", "- [[2026] HKCFA 391"]
    assert lines[0].endswith("— s. 4(1), s. 3(1)")


def test_no_second_pair_of_brackets_is_put(acting: Acting, answering: Answering) -> None:
    assert "(see s. 3(1) of Cap. 9001)" in composed(acting, answering, "It binds (see [E1]).").text


def test_citations_are_written_in_the_language_asked_for(acting: Acting, corpus: SqliteCorpus) -> None:
    german = compose_answer(acting, "Die Frist beträgt 30 Tage [E5].", wiring.answering(corpus, language="de")).text
    assert german.startswith("Die Frist beträgt 30 Tage (Art. 3 Abs. 1 SR 999.1).")
    assert "**Nachweise**" in german
    french = compose_answer(acting, "Le délai est de 30 jours [E5].", wiring.answering(corpus, language="fr")).text
    assert "(art. 3 al. 1 RS 999.1)" in french
    chinese = compose_answer(acting, "管理人須登記[E1]。", wiring.answering(corpus, language="zh-Hant")).text
    assert chinese.startswith("管理人須登記（香港法例第9001章第3(1)條）。")


def test_the_same_text_and_rows_give_the_same_answer(acting: Acting, answering: Answering) -> None:
    text = "One [E2]. “A keeper must not leave a lit lantern unattended” [E2]."
    assert composed(acting, answering, text).text == composed(acting, answering, text).text


def test_every_span_is_named_with_the_row_to_use(acting: Acting, answering: Answering) -> None:
    text = "See Cap. 9001, s. 3(1). Also [2026] HKCFA 391 at [4]; section 4(1) of Cap. 9001; FACV 7/2020, https://x.example/1."
    assert refused(acting, answering, text) == [
        ("Cap. 9001, s. 3(1)", "raw_citation", ("E1",)),
        ("[2026] HKCFA 391 at [4]", "raw_citation", ("E3",)),
        ("section 4(1) of Cap. 9001", "raw_citation", ("E2",)),
        ("FACV 7/2020", "raw_citation", ()),
        ("https://x.example/1", "raw_citation", ()),
    ]


def test_a_bare_section_is_led_to_the_row_of_the_only_act(acting: Acting, answering: Answering) -> None:
    assert refused(acting, answering, "It follows from section 3(1).") == [("section 3(1)", "raw_citation", ("E1",))]


def test_an_act_of_the_rows_may_be_named(acting: Acting, answering: Answering) -> None:
    finished = composed(acting, answering, "The Lantern Keeping Ordinance (Cap. 9001) binds every keeper [E1].")
    assert "(Cap. 9001) binds" in finished.text


def test_words_of_a_row_may_hold_a_citation_of_their_own(
    acting: Acting, answering: Answering, corpus: SqliteCorpus
) -> None:
    from pincite.workflows.chat import open_in_chat
    from pincite.workflows.propose import Accepted, Proposal, propose

    quote = "The power in section 4(2) must be exercised with regard to the safety of the public"
    open_in_chat(acting, corpus, "hk/hkcfa/2026/391", extract=lambda _: (), url=wiring.official_url)
    row = propose(
        acting,
        corpus,
        Proposal("hk/hkcfa/2026/391", quote, "q", "direct", "r"),
        extract=lambda _: (),
        url=wiring.official_url,
    )
    assert isinstance(row, Accepted)
    finished = composed(acting, answering, f"The court said: “{quote}” [E{row.number}].")
    assert quote in finished.text
    assert (
        refused(acting, answering, f"The court said: “The power in section 4(2) is void” [E{row.number}].")[-1][1]
        == "misplaced"
    )


def test_a_quotation_beside_a_row_must_be_the_rows(acting: Acting, answering: Answering) -> None:
    composed(acting, answering, "“A keeper must not leave a lit lantern unattended” [E2].")
    for wrong in ("A keeper must leave a lit lantern unattended", "A keeper shall register each lantern"):
        assert refused(acting, answering, f"“{wrong}” [E2].") == [("[E2]", "misplaced", ())]
    assert (
        refused(acting, answering, "“A keeper must leave a lit lantern unattended.” [E2] So it is.")[0][1]
        == "misplaced"
    )


def test_what_is_composed_is_recorded_with_its_rows_and_releases(acting: Acting, answering: Answering) -> None:
    composed(acting, answering, "It binds [E1][E5].")
    last = list(acting.ledger.entries(acting.chat))[-1]
    assert last.entry.kind == "answer"
    assert last.payload is not None
    body = read_payload(last.payload).body
    assert body["rows"] == ["E1", "E5"]
    assert body["releases"] == ["ch/2026.11.30", "hk/2026.11.30"]


def test_a_chat_that_is_not_there_is_bad_input(acting: Acting, answering: Answering) -> None:
    nobody = Acting(acting.ledger, ChatId("other", "default", acting.chat.chat), "x", acting.at)
    with pytest.raises(BadInput, match="no chat"):
        compose_answer(nobody, "[E1]", answering)


def test_without_releases_rows_are_compared_with_their_own_words(acting: Acting) -> None:
    alone = wiring.answering(None, language="en")
    assert "(s. 4(1) of Cap. 9001)" in compose_answer(acting, "“must not leave a lit lantern” [E2]", alone).text
    assert compose_answer(acting, "“must leave a lit lantern” [E2]", alone).refused


def test_the_json_of_a_refusal_names_code_span_and_rows(acting: Acting, answering: Answering) -> None:
    text = "See Cap. 9001, s. 3(1)."
    shown = as_json(text, compose_answer(acting, text, answering))
    assert shown["outcome"] == "refused"
    assert shown["answer"] == ""
    assert shown["refusals"] == [
        {"start": 4, "end": 22, "text": "Cap. 9001, s. 3(1)", "code": "raw_citation", "kind": "place", "reference": "hk/cap9001#s3_1", "use": ["E1"]}
    ]  # fmt: skip
