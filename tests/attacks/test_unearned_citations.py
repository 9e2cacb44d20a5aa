"""Attacks on the answers room: one test an attack, by its name. Each lie is refused by compose and labelled by an audit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import lying_writers
from pincite import wiring
from pincite.answers.account import LABELLED
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.audit_answer import audit_answer
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import Answering, compose_answer


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    folder: Path = lying_writers.releases(tmp_path_factory.mktemp("attack") / "specimen")
    with wiring.open_corpus([folder]) as opened:
        yield opened


@pytest.fixture
def acting(corpus: SqliteCorpus) -> Acting:
    return lying_writers.chat(corpus)


@pytest.fixture(scope="module")
def answering(corpus: SqliteCorpus) -> Answering:
    return wiring.answering(corpus, language="en")


def caught(lie: str, acting: Acting, answering: Answering, frame: str = "It binds [E1]. So {} says.") -> None:
    text = frame.replace("{}", lie)
    start = text.rindex(lie)
    end = start + len(lie)
    refusals = compose_answer(acting, text, answering).refusals
    assert any(each.start < end and start < each.end for each in refusals), f"composed: {lie!r}"
    finished = audit_answer(text, answering, at=acting.at, acting=acting)
    touching = [change for change in finished.changes if change.start < end and start < change.end]
    assert any(change.outcome in LABELLED for change in touching), f"not labelled: {lie!r}"
    assert any(label in finished.text for label in ("(unverified — ", "(not found in the corpus)"))


def test_homoglyphs(acting: Acting, answering: Answering) -> None:
    for lie in ("Сар. 571, s. 5", "FАСV 5/2011", "ВGЕ 140 III 86", "ѕection 44 of Cap. 571"):
        caught(lie, acting, answering)


def test_zero_width_characters(acting: Acting, answering: Answering) -> None:
    for mark in lying_writers.ZERO_WIDTH:
        caught(f"FA{mark}CV 5/20{mark}11", acting, answering)


def test_split_over_lines(acting: Acting, answering: Answering) -> None:
    for lie in ("[2025]\nHKCA\n943", "Cap.\n571", "Cap.\n\n571", "FACV\n> 5/2011", "section\n 44", "BGE 140\nIII 86"):
        caught(lie, acting, answering)


def test_raw_url(acting: Acting, answering: Answering) -> None:
    for lie in ("https://www.elegislation.gov.hk/hk/cap571", "www.bger.ch/x", "hklii.hk/en/cases/1", "HTTPS://X.EXAMPLE/1", "hxxps://x.example", "https\u200b://x.example"):  # fmt: skip
        caught(lie, acting, answering)


def test_markdown_link(acting: Acting, answering: Answering) -> None:
    for lie in ("[the case](https://x.example/1)", "[the rule](/cap571)", "[the rule](cap571.html)", "[E1](https://x.example)", "<https://x.example/1>"):  # fmt: skip
        caught(lie, acting, answering)
    caught("[rule]: /cap571", acting, answering, "It binds [E1], says the [rule].\n\n{}\n")


def test_footnote(acting: Acting, answering: Answering) -> None:
    caught("FACV 5/2011", acting, answering, "It binds[^1] [E1].\n\n[^1]: {}, last line.\n")


def test_full_width_digits(acting: Acting, answering: Answering) -> None:
    for lie in ("Cap. ５７１", "ＦＡＣＶ ５/２０１１", "第５７１章第５條", "section ４４(１)"):
        caught(lie, acting, answering)


def test_chinese_numerals(acting: Acting, answering: Answering) -> None:
    for lie in (
        "第五百七十一章第四十四條",
        "第五七一章",
        "Cap. 五七一",
        "終院民事上訴二〇一一年第五號",
        "section 四十四",
    ):
        caught(lie, acting, answering)


def test_references_in_words(acting: Acting, answering: Answering) -> None:
    for lie in ("section forty-four of the Ordinance", "chapter five hundred and seventy-one", "Article thirty-three", "Civil Appeal number five of twenty eleven", "Artikel achtundvierzig", "paragraph twelve"):  # fmt: skip
        caught(lie, acting, answering)


def test_foreign_row(acting: Acting, answering: Answering) -> None:
    caught("[E7]", acting, answering)  # the sixth is this chat's last: the seventh is another chat's


def test_withdrawn_row(acting: Acting, answering: Answering) -> None:
    caught("[E6]", acting, answering)


def test_unknown_row(acting: Acting, answering: Answering) -> None:
    for lie in ("[E99]", "[E0]", "[E1, E99]", "[E999999999999]"):
        caught(lie, acting, answering)


def test_placeholder_look_alikes(acting: Acting, answering: Answering) -> None:
    for lie in ("[Е1]", "［E1］", "[e1]", "[E 1]", "[E\u200b1]", "【E1】", "{E1}", "[E1"):
        caught(lie, acting, answering)


def test_placeholder_inside_a_code_block(acting: Acting, answering: Answering) -> None:
    caught("[E1]", acting, answering, "It binds.\n\n```\nsee {}\n```\n")
    caught("[E1]", acting, answering, "It binds, `see {}`.")


def test_citation_inside_a_code_block(acting: Acting, answering: Answering) -> None:
    caught("FACV 5/2011", acting, answering, "It binds [E1].\n\n```\n{}\n```\n")


def test_citation_inside_a_comment_and_a_tag(acting: Acting, answering: Answering) -> None:
    caught("FACV 5/2011", acting, answering, "It binds [E1]. <!-- {} -->")
    caught("FACV 5/2011", acting, answering, 'It binds [E1]. <span title="{}">here</span>')
    caught("https://x.example", acting, answering, 'It binds [E1]. <a href="{}">here</a>')


def test_markup_entities_and_escapes_within(acting: Acting, answering: Answering) -> None:
    for lie in (
        "FA**CV** 5/2011",
        "F<b></b>ACV 5/2011",
        "FACV&nbsp;5&#47;2011",
        "Cap\\. 571",
        "FACV 5/<!-- x -->2011",
        "4A_9&#57;/2025",
    ):
        caught(lie, acting, answering)


def test_letters_set_apart(acting: Acting, answering: Answering) -> None:
    for lie in ("F A C V 5/2011", "B.G.E. 140 III 86", "C.A.P. 571", "FACV 5 / 2011"):
        caught(lie, acting, answering)


def test_other_digits_and_letters_for_digits(acting: Acting, answering: Answering) -> None:
    for lie in ("FACV ٥/٢٠١١", "[2O25] HKCA 943", "Cap. 𝟻𝟽𝟷", "FACV ⑤/2011"):
        caught(lie, acting, answering)


def test_a_pinpoint_hung_on_a_row(acting: Acting, answering: Answering) -> None:
    for lie in ("section 44 of", "at [45]", "paragraph 12 of"):
        caught(lie, acting, answering, "It binds, {} [E1].")


def test_a_case_by_its_name_alone(acting: Acting, answering: Answering) -> None:
    caught("Harbour Light Ltd v Wong", acting, answering)


def test_law_of_a_place_without_a_pack(acting: Acting, answering: Answering) -> None:
    for lie in ("123 F. Supp. 456", "[2019] SGCA 12", "§ 823 BGB", "1 BvR 16/2013"):
        caught(lie, acting, answering)


def test_other_words_beside_a_standing_row(acting: Acting, answering: Answering) -> None:
    text = "“A keeper must leave a lit lantern unattended” [E2]."
    assert [each.code for each in compose_answer(acting, text, answering).refusals] == ["misplaced"]
    assert "(unverified — " in audit_answer(text, answering, at=acting.at, acting=acting).text


def test_a_citation_that_calls_itself_a_part_of_the_answer(acting: Acting, answering: Answering) -> None:
    for lie in ("section 44(1) above", "FACV 5/2011 of this answer", "section 44 of Cap. 571 below"):
        caught(lie, acting, answering)


def test_an_underscore_of_a_number_beside_marks_of_emphasis(acting: Acting, answering: Answering) -> None:
    for lie in ("Urteil 7C_`427/2013`", "Urteil 2C_~~188/2004~~", "Urteil 2C_*188/2004*", "Urteil **2C**_188/2004", "Urteil 2C__188/2004_"):  # fmt: skip
        caught(lie, acting, answering)


@pytest.mark.parametrize(
    "lie",
    [
        "2026 HKCA 943", "[2026]-HKCA-943", "HKCA 2026/943", "HKCA-2026-943", "2026 HKCA no 943",
        "BGE-140-III-86", "BGE CXL III 86", "bge 140 iii 86", "BGE 140 lll 86", "8GE 140 III 86",
        "4A-12/2020", "4A⎽12/2020", "4 A _ 1 2 / 2 0 2 0", "case C 311 18", "Rechtssache C/311/18",
        "終審法院二零二六年第五十三號", "the Court of Final Appeal decision number 53 of 2026", "Urteil Nr. 12 vom 2026",
        "page 1 of volume 15", "ch/sr/220#art_97", "uk/uksc/2019/41",
        "Art 97", "OR 97", "ZGB 28", "sec 33", "sect. thirty three", "Sch 1", "第 33 (1) 款",
    ],
)  # fmt: skip
def test_forms_without_their_signs(lie: str, acting: Acting, answering: Answering) -> None:
    caught(lie, acting, answering)


@pytest.mark.parametrize(
    "honest",
    [
        "The art of 12 lamps is old.", "It took 5 sec 3 times.", "One OR two lamps; 50 OR 60 boats.", "In 2026 the HKCA sat 12 times.",
        "The decision of 12 May 2026 is ours.", "Schedule a call, see page 12.", "UK/EU relations are open.", "Rooms 3A and 12B were lit in 2026.",
        "The case for 12 lamps is good.", "Sections of the pier were closed in 2026.", "CO2 and 4 A fuses.", "Le cas C est clair.",
    ],
)  # fmt: skip
def test_what_only_resembles_a_form_without_its_signs_leaves(honest: str, acting: Acting, answering: Answering) -> None:
    assert compose_answer(acting, f"It binds [E1]. {honest}", answering).refusals == ()
