"""What a reader sees is what is scanned; what may hide a citation or an attribution keeps a draft from being clear."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.workflows.house_simulator import house

from pincite import wiring
from pincite.drafts.scanned import Scanned, seen
from pincite.workflows.extract_citations import extract_citations

FALSE = "reads: “A keeper may leave a lit lantern unattended.”"


@pytest.mark.parametrize(
    ("written", "reference"),
    [
        ("Art.\u200b28 Abs. 2 ZGB", "ch/sr/210#art_28/para_2"),
        ("Art. 28 Abs. 2 Z\u00adGB", "ch/sr/210#art_28/para_2"),
        ("C\u200bap. 9001, s. 4", "hk/cap9001#s4"),
        ("Cap. \uff19\uff10\uff10\uff11, s. \uff14", "hk/cap9001#s4"),
        ("Cap. 9001,\u2060 s. 4", "hk/cap9001#s4"),
        ("Cap.\u3000\uff19\uff10\uff10\uff11, s. 4", "hk/cap9001#s4"),
        ("HCA \uff11\uff12\uff0f\uff12\uff10\uff12\uff10", "hk/HCA/12/2020"),
        ("4\u0410_12/2020", "ch/bger/4A_12/2020"),
        ("4A_\u200b12/2020", "ch/bger/4A_12/2020"),
        ("\u0410rt. 28 ZGB", "ch/sr/210#art_28"),
        ("Cap. \u0669\u0660\u0660\u0661, s. 4", "hk/cap9001#s4"),
        ("4A\\_12/2020", "ch/bger/4A_12/2020"),
        ("\\[2019\\] HKCFA 55", "hk/hkcfa/2019/55"),
        ("BGE **140** III 86", "ch/bge/140/III/86"),
        ("B G E 140 III 86", "ch/bge/140/III/86"),
        ("D T F 140 III 86", "ch/bge/140/III/86"),
        ("**BGE 140** III 86", "ch/bge/140/III/86"),
        ("BGE *140 III 86*", "ch/bge/140/III/86"),
        ("BGE&nbsp;140&#160;III 86", "ch/bge/140/III/86"),
        ("&#66;GE 140 III 86", "ch/bge/140/III/86"),
        ("BGE <b>140</b> III <span class='x'>86", "ch/bge/140/III/86"),
        ("s. `33` of Cap. 9001", "hk/cap9001#s33"),
        ("3A**_75/2009**", "ch/bger/3A_75/2009"),
        ("Art. 28<sup>bis</sup> ZGB", "ch/sr/210#art_28_bis"),
        ("Art. 28<sup>3</sup> ZGB", "ch/sr/210#art_28"),
        ("[Art. 28](https://example.org/a) ZGB", "ch/sr/210#art_28"),
        ('[BGE](/decisions "x") 140 III 86', "ch/bge/140/III/86"),
        ("[Cap. 9001](https://example.org/7_(a)), s. 4", "hk/cap9001#s4"),
        ("section 4 of [Cap. 9001](https://example.org/7)", "hk/cap9001#s4"),
        ("[[2019] HKCFA 55](https://example.org/b) at [5]", "hk/hkcfa/2019/55#para_5"),
    ],
)
def test_attack_disguised_citations_are_found_where_they_stand(written: str, reference: str) -> None:
    draft = f"We say that {written} applies."
    scanned = Scanned(draft)
    found = scanned.back(wiring.extractor().extract(scanned.text)).mentions
    assert [(m.text, m.reference) for m in found] == [(written, reference)]
    assert draft[found[0].start : found[0].end] == written


@pytest.mark.parametrize(
    "draft",
    [
        "at [5](a) and (b)",
        "![a plan](https://example.org/p.png)",
        "see ](https://example.org/p)",
        "[open](https://",
        "[x] (/a)",
    ],
)
def test_what_is_no_link_stays_as_it_is(draft: str) -> None:
    assert seen(draft) == draft


def test_two_links_in_a_row_are_two_citations() -> None:
    draft = "[BGE 140 III 86](https://example.org/a)[BGE 141 III 112](https://example.org/b)"
    scanned = Scanned(draft)
    found = scanned.back(wiring.extractor().extract(scanned.text)).mentions
    assert [m.text for m in found] == ["BGE 140 III 86", "BGE 141 III 112"]


@pytest.mark.parametrize("marked", ["_{}_", "__{}__", "*{}*", "**_{}_**", "<em>{}</em>", "`{}`", "~~{}~~"])
def test_marks_around_a_citation_belong_to_it_no_more_than_before(marked: str) -> None:
    draft = f"We cite {marked.format('4A_12/2020')} here, A.________ and B_ too, 3 * 4, R&D; a < b."
    scanned = Scanned(draft)
    assert scanned.text.endswith("here, A.________ and B too, 3 * 4, R&D; a < b.")
    assert [m.text for m in scanned.back(wiring.extractor().extract(scanned.text)).mentions] == ["4A_12/2020"]


@given(st.text(alphabet="a1 *_\\<b>/&;#nsp\u200b\u0410", max_size=40))
def test_what_is_scanned_leads_back_in_order_and_inside_the_draft(text: str) -> None:
    scanned = Scanned(text)
    spans = [(scanned.start(at), scanned.end(at + 1)) for at in range(len(scanned.text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@given(st.text(alphabet="ab \u200b\u00ad\uff11\ufeff.", max_size=30), st.data())
def test_every_offset_leads_back_to_the_character_it_stands_for(text: str, data: st.DataObject) -> None:
    scanned = Scanned(text)
    assert scanned.text == seen(text)
    if scanned.text:
        at = data.draw(st.integers(0, len(scanned.text) - 1))
        assert seen(text[scanned.start(at)]) == scanned.text[at] or scanned.text[at] == "\ufeff"
        assert scanned.end(at + 1) == scanned.start(at) + 1


def test_attack_an_invisible_character_inside_a_word_keeps_a_draft_from_being_clear() -> None:
    report = house().verify("The keep\u200ber did nothing.")
    assert [reason.cause for reason in report.decision.reasons] == ["hidden_in_words"]
    assert report.decision.delivery == "BLOCKED"


def test_invisible_characters_between_words_are_told_and_hold_nothing_back() -> None:
    report = house().verify("The keeper\u200b did nothing.")
    assert (report.decision.delivery, [f.code for f in report.draft.findings]) == ("CLEAR", ["hidden_characters"])


@pytest.mark.parametrize(
    "draft",
    [
        f"The lantern law {FALSE}",
        "Das Gesetz bestimmt, «wer eine Laterne anzündet, darf sie verlassen».",
        "法庭指出「管理人可以離開點亮的燈籠」。",
    ],
)
def test_attack_an_attributed_quotation_without_a_citation_keeps_a_draft_from_being_clear(draft: str) -> None:
    report = house().verify(draft)
    assert [reason.cause for reason in report.decision.reasons] == ["attributed_quotation_loose"]


def test_words_quoted_in_passing_hold_nothing_back() -> None:
    assert house().verify("The so-called “lamp of last resort” rule is ours.").decision.delivery == "CLEAR"


def test_words_that_point_back_find_a_citation_that_begins_with_a_mark() -> None:
    scanned = Scanned("We cite **Cap. 9001**, s. 3, and then *ibid.*, s. 4.")
    found = scanned.back(wiring.extractor().extract(scanned.text)).mentions
    starts = {m.start for m in found}
    assert all(m.antecedent in starts for m in found if m.antecedent is not None)
    assert any(m.antecedent is not None for m in found)


def test_digits_of_another_width_are_plain_in_a_reference_whoever_asks() -> None:
    found = wiring.extractor().extract("We read section 33 of Cap. \uff19\uff10\uff10\uff11.").mentions
    assert [m.reference for m in found] == ["hk/cap9001#s33"]


def test_a_number_longer_than_any_act_has_is_not_cut_in_silence() -> None:
    text = "Regulation (EU) 2016/99999 applies, and Article 5 of Regulation (EU) 2017/88888."
    assert [m.note for m in wiring.extractor().extract(text).mentions] == ["number_longer_than_any"] * 2
    proved = wiring.extractor().extract("Directive (EU) 2015/849 is old. Directive (EU) 2015/84913 is read.").mentions
    assert [(m.reference, m.note) for m in proved] == [("eu/32015L0849", "")] * 2


@pytest.mark.parametrize(
    "written",
    [
        "BGE 140 III 99999",
        "BGE 140/III/86",
        "bge 140 iii 86",
        "Cap. 99999",
        "2026 HKCA 943",
        "D 12/23 of the Board of Review",
        "(2015-16) IRBRD vol 30, 123",
    ],
)
def test_what_looks_like_a_citation_and_was_not_understood_is_listed(written: str) -> None:
    found = extract_citations(f"So **says** {written}, and Cap. 9001 too.".encode(), "a.md", wiring.extractor())
    assert [m.reference for m in found.mentions] == ["hk/cap9001"]
    assert [u.reason for u in found.unparsed] == ["form_not_known"]
    assert found.unparsed[0].text in written


@pytest.mark.parametrize(
    "written",
    ["plan D 12/23 of the board", "a B G E 140 of people", "(2015) ABC volunteers 30", "size D 4/50 and D 1/2/23"],
)
def test_what_only_resembles_a_citation_set_apart_is_not_listed(written: str) -> None:
    found = extract_citations(f"So says {written}, and Cap. 9001 too.".encode(), "a.md", wiring.extractor())
    assert [m.reference for m in found.mentions] == ["hk/cap9001"]
    assert found.unparsed == ()


def test_nothing_of_an_ordinary_text_is_listed_as_not_understood() -> None:
    text = "On 12 May 2026 the keeper paid HK$5,000 under clause 5; see page 4. Art. 28 ZGB and [2019] HKCFA 55 bind."
    found = extract_citations(text.encode(), "a.md", wiring.extractor())
    assert (len(found.mentions), found.unparsed) == (2, ())
