"""The reader of CLML: every trap of the format, on small invented acts."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for
from tests.jurisdictions.uk.specimens import clml, commentary, mutated, section

from pincite.errors import UnreadableSource
from pincite.formats.tree import Element
from pincite.formats.xml import read_xml
from pincite.jurisdictions.uk.sources import READERS
from pincite.law.document import Document, Provision
from pincite.text.canonical import Piece


def read(data: bytes) -> Document:
    (document,) = READERS["uk.clml"](data, name="lanterns.xml", options={})
    root = read_xml(data, name="lanterns.xml")
    pieces = [
        piece
        for child in root.children
        for piece in ([child] if isinstance(child, Piece) else child.pieces() if isinstance(child, Element) else ())
        if not (isinstance(child, Element) and child.tag == "Metadata")
    ]
    assert_every_character_is_accounted_for(data, [document], pieces)
    assert document.losses == ()
    return document


def at(document: Document, eid: str, ordinal: int = 0) -> Provision:
    return next(node for node in document.provisions if node.eid == eid and node.ordinal == ordinal)


def text(document: Document, eid: str, ordinal: int = 0) -> str:
    return document.text_of(at(document, eid, ordinal))


def sides(document: Document, kind: str) -> list[tuple[str, str]]:
    return [(side.label, side.text) for side in document.sides if side.kind == kind]


def codes(document: Document) -> set[str]:
    return {finding.code for finding in document.findings}


SUBSECTIONS = """
<P2 id="section-4-1"><Pnumber>1</Pnumber><P2para><Text>No person may fish by night—</Text>
  <P3 id="section-4-1-a"><Pnumber>a</Pnumber><P3para><Text>without a lantern, or</Text></P3para></P3>
  <P3 id="section-4-1-b"><Pnumber>b</Pnumber><P3para><Text>with a dark one.</Text></P3para></P3>
</P2para></P2>
<P2 id="section-4-2"><Pnumber>2</Pnumber><P2para><Text>This binds the Crown.</Text></P2para></P2>
"""


# ---- what the document is


def test_the_work_is_the_publishers_id_and_the_short_title_is_an_alias() -> None:
    document = read(clml(section(SUBSECTIONS)))
    assert document.work == "uk/ukpga/2030/77"
    assert document.aliases == ("uk/ukpga/2030/lanterns-night-fishing-act",)
    assert document.short_titles == ("Lanterns (Night Fishing) Act 2030",)
    assert (document.kind, document.language, document.legal_value) == ("legislation", "en", "official")


def test_an_act_of_another_parliament_is_also_known_by_its_title_alone() -> None:
    data = clml(
        section(SUBSECTIONS),
        identifier="http://www.legislation.gov.uk/asp/2030/77",
        iduri="http://www.legislation.gov.uk/id/asp/2030/77",
        kind="ScottishAct",
    )
    assert set(read(data).aliases) == {
        "uk/asp/2030/lanterns-night-fishing-act",
        "uk/ukpga/2030/lanterns-night-fishing-act",
    }


def test_a_number_that_counts_from_a_reign_has_the_calendar_year_as_alias() -> None:
    data = clml(
        section(SUBSECTIONS),
        identifier="http://www.legislation.gov.uk/ukpga/Will9/3/77/enacted",
        iduri="http://www.legislation.gov.uk/id/ukpga/Will9/3/77",
    )
    document = read(data)
    assert document.work == "uk/ukpga/Will9/3/77"
    assert "uk/ukpga/2030/77" in document.aliases


def test_two_points_in_time_are_two_expressions_of_one_work() -> None:
    early = read(
        clml(
            section("<Text>Lanterns shall be green.</Text>"),
            attributes='RestrictStartDate="2031-04-01" RestrictEndDate="2033-01-01"',
            identifier="http://www.legislation.gov.uk/ukpga/2030/77/2031-04-01",
        )
    )
    late = read(
        clml(
            section("<Text>Lanterns shall be red.</Text>"),
            attributes='RestrictStartDate="2033-01-01"',
            meta="<dct:valid>2033-01-01</dct:valid>",
        )
    )
    assert early.work == late.work
    assert [str(each.expression) for each in (early, late)] == [
        "uk/ukpga/2030/77@en/2031-04-01",
        "uk/ukpga/2030/77@en/2033-01-01",
    ]


def test_the_date_in_the_address_wins_over_the_start_of_the_version() -> None:
    data = clml(
        section(SUBSECTIONS, attributes='RestrictStartDate="2032-06-01"'),
        attributes='RestrictStartDate="2031-04-01"',
        identifier="http://www.legislation.gov.uk/ukpga/2030/77/2032-12-24",
    )
    document = read(data)
    assert document.state == "2032-12-24"
    assert at(document, "section-4").status == "in_force"


def test_a_single_section_says_that_it_is_a_part_of_the_work() -> None:
    document = read(clml(section(SUBSECTIONS), identifier="http://www.legislation.gov.uk/ukpga/2030/77/section/4"))
    assert document.work == "uk/ukpga/2030/77"
    assert [dict(f.parameters) for f in document.findings if f.code == "part_of_the_work"] == [{"part": "section/4"}]


def test_a_text_as_enacted_has_the_day_of_its_enactment_and_says_so() -> None:
    document = read(
        clml(
            section(SUBSECTIONS),
            status="final",
            attributes="",
            identifier="http://www.legislation.gov.uk/ukpga/2030/77/enacted",
        )
    )
    assert document.state == "2030-11-30"
    assert "as_enacted" in codes(document)


def test_a_date_of_enactment_that_only_the_text_prints_is_read() -> None:
    data = clml(
        section(SUBSECTIONS),
        status="final",
        attributes="",
        identifier="urn:isbn:0000000000",
        iduri="",
        prelims="<PrimaryPrelims><Title>Lanterns Act 2030</Title><DateOfEnactment><DateText>[3rd December 2030]</DateText></DateOfEnactment></PrimaryPrelims>",
    ).replace(b'<ukm:EnactmentDate Date="2030-11-30"/>', b"")
    document = read(data)
    assert (document.work, document.state) == ("uk/ukpga/2030/77", "2030-12-03")


def test_a_draft_is_not_law() -> None:
    document = read(clml(section(SUBSECTIONS), status="draft", attributes=""))
    assert {node.status for node in document.provisions} == {"prospective"}
    assert "draft_instrument" in codes(document)


def test_effects_not_yet_applied_are_counted() -> None:
    effects = "<ukm:UnappliedEffects><ukm:UnappliedEffect Type='repealed'/><ukm:UnappliedEffect Type='inserted'/></ukm:UnappliedEffects>"
    assert read(clml(section(SUBSECTIONS), meta=effects)).meta["outstanding_effects"] == "2"


# ---- places and numbers


def test_the_printed_brackets_of_a_number_are_text_that_stands_for_its_bytes() -> None:
    data = clml(section(SUBSECTIONS))
    document = read(data)
    assert text(document, "section-4").startswith(
        "Lanterns\n4 (1) No person may fish by night—\n(a) without a lantern, or\n"
    )
    label = at(document, "section-4-1")
    start, end = document.source_map.source_span(label.start, label.start + 3, data)
    assert data[start:end] == b"<Pnumber>1</Pnumber>"
    assert [run.verbatim for run in document.source_map if label.start <= run.start < label.start + 3] == [
        False,
        True,
        False,
    ]


def test_given_punctuation_replaces_the_brackets_that_are_added() -> None:
    content = (
        '<P2 id="section-4-1"><Pnumber PuncBefore="" PuncAfter=".">1</Pnumber><P2para><Text>Oil.</Text></P2para></P2>'
    )
    assert "4 1. Oil." in text(read(clml(section(content))), "section-4")
    content = content.replace('PuncBefore="" PuncAfter="."', 'PuncBefore="[" PuncAfter="]"')
    assert "4 [1] Oil." in text(read(clml(section(content))), "section-4")


def test_a_number_of_an_instrument_is_printed_with_its_stop_and_dash() -> None:
    content = section('<P2 id="regulation-4-1"><Pnumber>1</Pnumber><P2para><Text>Oil.</Text></P2para></P2>')
    data = clml(
        content.replace("section-4", "regulation-4"),
        category="secondary",
        kind="UnitedKingdomStatutoryInstrument",
        identifier="http://www.legislation.gov.uk/uksi/2030/77/made",
        iduri="http://www.legislation.gov.uk/id/uksi/2030/77",
        status="final",
        title="The Lanterns Regulations 2030",
    )
    document = read(data)
    assert text(document, "regulation-4") == "Lanterns\n4.—(1) Oil."
    assert at(document, "regulation-4").kind == "regulation"
    assert document.aliases == ("uk/uksi/2030/lanterns-regulations",)


def test_the_ids_are_the_publishers_and_the_addresses_too() -> None:
    data = clml(
        section(SUBSECTIONS).replace(
            '<P1 id="section-4"',
            '<P1 DocumentURI="http://www.legislation.gov.uk/ukpga/2030/77/section/4/2031-04-01" id="section-4"',
        )
    )
    document = read(data)
    assert at(document, "section-4").publisher_id == "section-4"
    assert at(document, "section-4").url == "https://www.legislation.gov.uk/ukpga/2030/77/section/4/2031-04-01"
    assert [node.eid for node in document.provisions] == [
        *("section-4", "section-4-1", "section-4-1-a", "section-4-1-b", "section-4-2"),
    ]


def test_ids_absent_in_old_files_are_made_in_the_publishers_form() -> None:
    part = f"<Part><Number>Part 2</Number><Title>Lamps</Title><Pblock><Title>Oil and wick</Title>{section(SUBSECTIONS)}</Pblock></Part>"
    schedule = "<Schedules><Schedule><Number>Schedule 3</Number><TitleBlock><Title>Wicks</Title></TitleBlock><ScheduleBody><P1group><Title>Cotton</Title><P1><Pnumber>6</Pnumber><P1para><P2><Pnumber>1</Pnumber><P2para><Text>Cut.</Text></P2para></P2></P1para></P1></P1group></ScheduleBody></Schedule></Schedules>"
    data = re.sub(rb' id="section[^"]*"', b"", clml(part)).replace(b"</Primary>", schedule.encode() + b"</Primary>")
    document = read(data)
    eids = {str(node.eid) for node in document.provisions}
    assert {"part-2", "part-2-crossheading-oil-and-wick", "section-4", "section-4-1-a"} <= eids
    assert {"schedule-3", "schedule-3-paragraph-6", "schedule-3-paragraph-6-1"} <= eids
    assert at(document, "section-4").publisher_id is None
    assert "ids_made_from_labels" in codes(document)
    assert at(document, "schedule-3").heading == "Wicks"


def test_an_id_that_is_there_twice_is_told_apart_by_its_ordinal() -> None:
    document = read(clml(section("<Text>One.</Text>") + section("<Text>Two.</Text>")))
    assert text(document, "section-4", 0).endswith("One.")
    assert text(document, "section-4", 1).endswith("Two.")
    assert "repeated_ids" in codes(document)


def test_a_heading_over_several_sections_is_a_block_of_its_own() -> None:
    sections = "".join(
        f'<P1 id="section-{n}"><Pnumber>{n}</Pnumber><P1para><Text>Rule {n}.</Text></P1para></P1>' for n in (5, 6)
    )
    document = read(clml(f"<P1group><Title>Wicks</Title>{sections}</P1group>"))
    assert [(node.eid, document.text_of(node)) for node in document.provisions if node.block] == [
        ("crossheading-wicks-heading", "Wicks"),
        ("section-5", "5 Rule 5."),
        ("section-6", "6 Rule 6."),
    ]


def test_a_defined_term_and_the_items_below_it_are_places() -> None:
    content = """<Text>In this Act—</Text><UnorderedList Decoration="none" Class="Definition">
      <ListItem><Para><Text>“<Term id="term-lantern">lantern</Term>” means—</Text></Para>
        <OrderedList Type="alpha" Decoration="parens"><ListItem NumberOverride="a"><Para><Text>a lamp; or</Text></Para></ListItem>
        <ListItem><Para><Text>a torch;</Text></Para></ListItem></OrderedList></ListItem></UnorderedList>"""
    document = read(clml(section(content)))
    assert text(document, "section-4") == "Lanterns\n4 In this Act—\n“lantern” means—\n(a) a lamp; or\n(b) a torch;"
    assert at(document, "section-4-definition-lantern").publisher_id == "term-lantern"
    assert text(document, "section-4-definition-lantern-b") == "(b) a torch;"


def test_recitals_and_articles_of_retained_eu_law() -> None:
    data = clml(
        "",
        category="secondary",
        kind="EuropeanUnionRegulation",
        status="final",
        identifier="http://www.legislation.gov.uk/eur/2030/77/adopted",
        iduri="http://www.legislation.gov.uk/id/eur/2030/77",
        title="Commission Regulation (EU) 2030/77 on lanterns",
    ).decode()
    inner = """<EURetained><EUPrelims><MultilineTitle><Text>Commission Regulation</Text></MultilineTitle><EUPreamble><P><Text>Whereas:</Text></P>
      <Division><Number>(1)</Number><P><Text>Nights are dark.</Text></P></Division></EUPreamble></EUPrelims>
      <EUBody><EUTitle id="title-I"><Number>TITLE I</Number><Title>Lanterns</Title><P1group><Title>Scope</Title><P1 id="article-1"><Pnumber>Article 1</Pnumber>
      <P1para><P2 id="article-1-1"><Pnumber PuncBefore="" PuncAfter=".">1</Pnumber><P2para><Text>Boats.</Text></P2para></P2></P1para></P1></P1group></EUTitle></EUBody></EURetained>"""
    data = re.sub(r"<Secondary>.*</Secondary>", inner, data, flags=re.DOTALL)
    document = read(data.encode())
    assert text(document, "recital-1") == "(1) Nights are dark."
    assert text(document, "article-1") == "Scope\nArticle 1\n1. Boats."


# ---- time and extent


def test_dates_pass_down_from_the_section_and_not_from_the_part() -> None:
    part = '<Part id="part-1" RestrictStartDate="2031-04-01" RestrictEndDate="2033-01-01"><Number>Part 1</Number><Title>Lamps</Title>{}</Part>'
    document = read(clml(part.format(section(SUBSECTIONS, attributes='RestrictStartDate="2030-12-24"'))))
    assert at(document, "part-1").valid_to == "2033-01-01"
    assert [(n.valid_from, n.valid_to) for n in document.provisions if n.eid in ("section-4", "section-4-1-a")] == [
        ("2030-12-24", None),
        ("2030-12-24", None),
    ]


def test_a_provision_that_does_not_match_the_date_is_not_law_yet() -> None:
    document = read(clml(section(SUBSECTIONS, attributes='RestrictStartDate="2032-01-01" Match="false"')))
    assert at(document, "section-4").status == "prospective"
    assert at(document, "section-4-1-b").status == "prospective"


def test_a_provision_without_dates_that_does_not_match_is_not_served_as_law() -> None:
    assert at(read(clml(section(SUBSECTIONS, attributes='Match="false"'))), "section-4").status == "prospective"


def test_a_wording_that_ended_before_the_state_is_no_law_any_more() -> None:
    document = read(clml(section(SUBSECTIONS, attributes='RestrictEndDate="2031-03-31" Match="false"')))
    assert at(document, "section-4").status == "repealed"


@pytest.mark.parametrize(("given", "status"), [("Prospective", "prospective"), ("Repealed", "repealed")])
def test_the_publishers_own_status_is_taken(given: str, status: str) -> None:
    document = read(clml(section(SUBSECTIONS, attributes=f'Status="{given}"')))
    assert at(document, "section-4").status == at(document, "section-4-2").status == status


def test_extents_that_differ_from_the_whole_are_named() -> None:
    document = read(clml(section(SUBSECTIONS, attributes='RestrictExtent="E+W"')))
    assert document.meta["extent"] == "E+W+S+N.I."
    assert document.meta["extents"] == "E+W: section-4"


def test_the_wording_for_another_part_of_the_kingdom_follows_the_first() -> None:
    body = section("<Text>Green in England.</Text>", attributes='AltVersionRefs="v00001" RestrictExtent="E+W"')
    other = section("<Text>Blue in Scotland.</Text>", attributes='RestrictExtent="S"')
    data = clml(body, after=f'<Versions><Version id="v00001" Description="S">{other}</Version></Versions>')
    document = read(data)
    assert text(document, "section-4", 0).endswith("Green in England.")
    assert text(document, "section-4", 1).endswith("Blue in Scotland.")
    assert "S: section-4" in document.meta["extents"]


# ---- amended text


def test_fragments_of_an_amended_sentence_are_joined_without_a_space() -> None:
    content = (
        '<Text>A “<Term><Substitution ChangeId="k" CommentaryRef="f1">lan</Substitution></Term>'
        '<Substitution ChangeId="k" CommentaryRef="f1">tern</Substitution>” is <Addition ChangeId="a" CommentaryRef="f1">a</Addition>'
        '<Substitution ChangeId="k" CommentaryRef="f1"><Substitution ChangeId="m" CommentaryRef="f1"> lamp</Substitution></Substitution>.</Text>'
    )
    note = "Words substituted by <Citation URI='http://www.legislation.gov.uk/id/ukpga/2031/5'>Lamps Act 2031 (c. 5)</Citation>, <CitationSubRef URI='http://www.legislation.gov.uk/id/ukpga/2031/5/section/2' SectionRef='section-2' Operative='true'>s. 2</CitationSubRef>"
    document = read(clml(section(content), after=f"<Commentaries>{commentary('f1', 'F', note)}</Commentaries>"))
    assert text(document, "section-4").endswith("4 A “lantern” is a lamp.")
    assert sides(document, "note") == [("F1", "Words substituted by Lamps Act 2031 (c. 5), s. 2")]
    assert at(document, "section-4").amended_by == ("uk/ukpga/2031/5#section-2",)


def test_repealed_words_that_the_file_keeps_are_not_text_of_the_act() -> None:
    content = (
        '<Text>The lamp must be <Repeal ChangeId="k" CommentaryRef="f1" RetainText="true">green or </Repeal>'
        '<Term><Repeal ChangeId="k" CommentaryRef="f1" RetainText="true">blue or </Repeal></Term>red.</Text>'
    )
    document = read(
        clml(section(content), after=f"<Commentaries>{commentary('f1', 'F', 'Words repealed')}</Commentaries>")
    )
    assert text(document, "section-4").endswith("The lamp must be red.")
    assert sides(document, "deleted") == [("", "green or"), ("", "blue or")]
    assert at(document, "section-4").status == "in_force"
    assert "repealed_text_retained" in codes(document)


def test_words_repealed_for_a_part_of_the_kingdom_say_for_which() -> None:
    content = '<Text>The lamp is <Repeal ChangeId="k" CommentaryRef="f1" RetainText="true" Extent="E+W">green</Repeal> <Addition ChangeId="l" CommentaryRef="f1" Extent="E+W">red</Addition>.</Text>'
    document = read(clml(section(content)))
    assert text(document, "section-4").endswith("The lamp is red.")
    assert sides(document, "deleted") == [("E+W", "green")]
    partly = [dict(f.parameters) for f in document.findings if f.code == "repealed_for_part_of_extent"]
    assert partly == [{"place": "section-4", "extent": "E+W"}]


def test_a_subsection_of_which_only_repealed_words_are_left_is_repealed() -> None:
    content = SUBSECTIONS + (
        '<P2 id="section-4-3"><Pnumber><Repeal ChangeId="k" CommentaryRef="f1" RetainText="true">3</Repeal></Pnumber>'
        '<P2para><Text><Repeal ChangeId="k" CommentaryRef="f1" RetainText="true">Candles are lawful.</Repeal></Text></P2para></P2>'
    )
    document = read(clml(section(content)))
    repealed = at(document, "section-4-3")
    assert (repealed.status, repealed.label, document.text_of(repealed)) == ("repealed", "3", "")
    assert at(document, "section-4").status == "in_force"
    assert "Candles" not in document.text


def test_a_section_that_is_wholly_repealed_is_still_a_fact_a_release_states() -> None:
    content = '<Text><Repeal ChangeId="k" CommentaryRef="f1" RetainText="true">Candles are lawful.</Repeal></Text>'
    document = read(clml(section(content, title="") + section("<Text>On.</Text>", number="5")))
    assert (at(document, "section-4").status, at(document, "section-4").block) == ("repealed", True)


def test_dots_in_the_place_of_repealed_words_are_printed_and_the_unit_is_repealed() -> None:
    content = (
        SUBSECTIONS + '<P2 id="section-4-3"><Pnumber>3</Pnumber><P2para><Text>. . . . . . . .</Text></P2para></P2>'
    )
    document = read(clml(section(content)))
    assert text(document, "section-4-3") == "(3) . . . . . . . ."
    assert at(document, "section-4-3").status == "repealed"


def test_omitted_words_within_a_sentence_do_not_repeal_it() -> None:
    document = read(clml(section("<Text>The lamp ... is red.</Text>")))
    assert at(document, "section-4").status == "in_force"


# ---- notes


def test_notes_of_each_type_stand_where_the_text_refers_to_them() -> None:
    content = '<P2 id="section-4-1"><Pnumber><CommentaryRef Ref="i1"/>1</Pnumber><P2para><Text>Lamps of the <CommentaryRef Ref="m1"/>Harbours Act 1999 and <CommentaryRef Ref="c1"/>others.</Text></P2para></P2>'
    notes = "".join(commentary(f"{kind.lower()}1", kind, f"Note {kind}.") for kind in "ICMXE")
    document = read(clml(section(content), after=f"<Commentaries>{notes}</Commentaries>"))
    assert text(document, "section-4-1") == "(1) Lamps of the Harbours Act 1999 and others."
    assert sides(document, "note")[:3] == [("I1", "Note I."), ("M1", "Note M."), ("C1", "Note C.")]
    anchors = {
        side.label: document.text[side.at - 6 : side.at] for side in document.sides if side.label in ("M1", "C1")
    }
    assert anchors == {"M1": "of the", "C1": "99 and"}


def test_a_note_that_nothing_refers_to_is_kept_and_reported() -> None:
    document = read(
        clml(section(SUBSECTIONS), after=f"<Commentaries>{commentary('x1', 'X', 'Astray.')}</Commentaries>")
    )
    assert sides(document, "note") == [("X1", "Astray.")]
    assert "notes_without_reference" in codes(document)


def test_a_reference_to_a_note_that_is_not_there_is_reported() -> None:
    assert "notes_missing" in codes(read(clml(section('<Text>Oil<CommentaryRef Ref="gone"/>.</Text>'))))


def test_a_note_with_the_id_of_another_is_not_lost() -> None:
    notes = commentary("f1", "F", "First.") + commentary("f1", "F", "Second.")
    document = read(
        clml(section('<Text>Oil<CommentaryRef Ref="f1"/>.</Text>'), after=f"<Commentaries>{notes}</Commentaries>")
    )
    assert [each for _, each in sides(document, "note")] == ["First.", "Second."]


def test_footnotes_and_margin_notes_do_not_stand_in_the_sentence() -> None:
    content = '<Text>The Harbours Act 1999<FootnoteRef Ref="f00001"/> and the <MarginNoteRef Ref="m00001"/>Piers Act 2001 apply.</Text>'
    after = '<Footnotes><Footnote id="f00001"><FootnoteText><Para><Text>1999 c. 9.</Text></Para></FootnoteText></Footnote></Footnotes><MarginNotes><MarginNote id="m00001"><Para><Text>2001 c. 8.</Text></Para></MarginNote></MarginNotes>'
    document = read(clml(section(content), after=after))
    assert text(document, "section-4").endswith("4 The Harbours Act 1999 and the Piers Act 2001 apply.")
    assert sides(document, "note") == [("1", "1999 c. 9."), ("M1", "2001 c. 8.")]


# ---- other laws' words


def test_quoted_provisions_of_another_law_are_no_places_of_this_one() -> None:
    content = """<Text>After section 9 of the Piers Act 2001 insert—</Text>
      <BlockAmendment TargetClass="primary" TargetSubClass="unknown" Context="main" Format="default">
        <P1group><Title>Lamps on piers</Title><P1 id="section-9A"><Pnumber>9A</Pnumber><P1para>
          <P2 id="section-9A-1"><Pnumber>1</Pnumber><P2para><Text>A pier must have a lamp.</Text></P2para></P2></P1para></P1></P1group>
      </BlockAmendment>
      <AppendText>.</AppendText>"""
    document = read(clml(section(content)))
    assert text(document, "section-4").endswith("insert—\n“Lamps on piers\n9A (1) A pier must have a lamp.”.")
    quoted = at(document, "section-4-quoted-1")
    assert (quoted.kind, document.text_of(quoted)) == ("quoted", "“Lamps on piers\n9A (1) A pier must have a lamp.”")
    assert not [node for node in document.provisions if "9A" in node.eid]
    assert at(document, "section-4").heading == "Lanterns"


def test_single_quotation_marks_and_none_are_as_the_file_says() -> None:
    for form, wanted in (("single", "‘Lamps.’"), ("double", "“Lamps.”"), ("none", "Lamps.")):
        content = f'<Text>For it substitute—</Text><BlockAmendment TargetClass="unknown" TargetSubClass="unknown" Context="unknown" Format="{form}"><Para><Text>Lamps.</Text></Para></BlockAmendment>'
        assert text(read(clml(section(content))), "section-4-quoted-1") == wanted


def test_words_quoted_in_a_sentence_are_marked_as_quoted() -> None:
    content = "<Text>For “oil” substitute <InlineAmendment>“ gas ”</InlineAmendment>.</Text>"
    document = read(clml(section(content)))
    assert text(document, "section-4").endswith("For “oil” substitute “ gas ”.")
    assert text(document, "section-4-quoted-1") == "“ gas ”"


# ---- tables, formulas, images


def test_a_table_is_rows_of_cells_and_its_footnote_a_note() -> None:
    table = """<Tabular Orientation="portrait"><table xmlns="http://www.w3.org/1999/xhtml" cols="2">
      <tfoot><tr><td colspan="2"><Footnote xmlns="http://www.legislation.gov.uk/namespaces/legislation" id="f00009"><FootnoteText><Para><Text>At night.</Text></Para></FootnoteText></Footnote></td></tr></tfoot>
      <tbody><tr><td>Boat</td><td>Lamps<FootnoteRef xmlns="http://www.legislation.gov.uk/namespaces/legislation" Ref="f00009"/></td></tr>
      <tr><td>Skiff</td><td><Para xmlns="http://www.legislation.gov.uk/namespaces/legislation"><Text>one</Text></Para></td></tr></tbody></table></Tabular>"""
    document = read(clml(section(f"<Text>As follows.</Text>{table}")))
    assert text(document, "section-4").endswith("As follows.\nBoat Lamps\nSkiff one")
    assert sides(document, "note") == [("1", "At night.")]


def test_a_fraction_is_written_on_one_line() -> None:
    formula = """<Formula><math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi> S</mi><mrow><mn>1</mn><mo>+</mo><mi>M</mi></mrow></mfrac>
      <msup><mi>x</mi><mn>2</mn></msup></math><Where><Para><Text>where—</Text><KeyList Separator="="><KeyListItem><Key>S</Key><ListItem><Para><Text>lamps.</Text></Para></ListItem></KeyListItem></KeyList></Para></Where></Formula>"""
    document = read(clml(section(f"<Text>The fee is—</Text>{formula}")))
    assert text(document, "section-4").endswith("The fee is—\nS / (1 + M)x^2\nwhere—\nS = lamps.")


def test_an_image_is_reported_since_it_has_no_words() -> None:
    figure = '<Figure><Image ResourceRef="r00001" Height="1pt" Width="1pt"/></Figure>'
    document = read(clml(section(f"<Text>See the plan.</Text>{figure}")))
    assert [dict(f.parameters) for f in document.findings if f.code == "images_without_text"] == [{"count": 1}]


def test_a_schedule_that_is_held_as_a_resource_is_read_where_it_is_included() -> None:
    schedule = '<Schedules><Schedule id="schedule"><Number>SCHEDULE</Number><ScheduleBody><IncludedDocument ResourceRef="r1"/></ScheduleBody></Schedule></Schedules>'
    resource = '<Resources><Resource id="r1"><InternalVersion><XMLcontent><P1group><Title>Treaty</Title><P1 id="article-1"><Pnumber>1</Pnumber><P1para><Text>Peace.</Text></P1para></P1></P1group></XMLcontent></InternalVersion></Resource></Resources>'
    data = clml(section(SUBSECTIONS), after=resource).replace(b"</Primary>", schedule.encode() + b"</Primary>")
    document = read(data)
    assert text(document, "schedule") == "SCHEDULE\nTreaty\n1 Peace."
    assert at(document, "article-1").path == "schedule"


def test_the_table_of_contents_is_no_text_and_the_explanatory_note_no_law() -> None:
    contents = "<Contents><ContentsTitle>Contents</ContentsTitle><ContentsItem><ContentsNumber>4</ContentsNumber><ContentsTitle>Lanterns</ContentsTitle></ContentsItem></Contents>"
    note = "<ExplanatoryNotes><Title>EXPLANATORY NOTE</Title><P><Text>It lights boats.</Text></P></ExplanatoryNotes>"
    data = clml(section(SUBSECTIONS)).replace(b"<Primary>", contents.encode() + b"<Primary>")
    data = data.replace(b"</Body>", b"</Body>" + note.encode())
    document = read(data)
    assert document.text.count("Lanterns") == 1
    assert sides(document, "furniture") == [("contents", "Contents4Lanterns")]
    assert at(document, "note").status == "not_applicable"


def test_white_space_of_pretty_printing_is_no_text() -> None:
    content = "\n\t<Text>\n\t\tA lamp\n\t\tis  lit.\n\t</Text>\n"
    assert text(read(clml(section(content))), "section-4") == "Lanterns\n4 A lamp is lit."


# ---- what cannot be read


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"<Legislation", "ends before it is complete"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", "not CLML"),
        (b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "entities"),
        (clml("").replace(b"ukm:Metadata", b"ukm:Other"), "has no <Metadata>"),
        (clml(""), "metadata alone"),
        (clml(section("<Text>x</Text>"), identifier="", iduri="", kind="Ballad"), "name no work"),
        (clml("<P>" * 200 + "x" + "</P>" * 200), "nest deeper"),
        (clml("", prelims="<Contents><ContentsTitle>Contents</ContentsTitle></Contents>"), "table of contents"),
    ],
)
def test_a_file_that_is_no_act_is_refused_with_its_name_the_place_and_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource) as refused:
        READERS["uk.clml"](data, name="lanterns.xml", options={})
    assert refused.value.name == "lanterns.xml"
    assert reason in refused.value.reason


def _survives(data: bytes) -> None:
    """A changed file is read with an unbroken tree, or refused."""
    try:
        documents = READERS["uk.clml"](data, name="changed.xml", options={})
    except UnreadableSource:
        return
    for document in documents:
        document.check()
        assert document.losses is not None


RICH = clml(
    section(
        SUBSECTIONS
        + '<Text>A <Repeal ChangeId="k" CommentaryRef="f1" RetainText="true">green</Repeal> lamp<FootnoteRef Ref="f00001"/>.</Text>'
        + '<BlockAmendment TargetClass="primary" TargetSubClass="unknown" Context="main" Format="double"><P1group><Title>T</Title><P1><Pnumber>9</Pnumber><P1para><Text>x</Text></P1para></P1></P1group></BlockAmendment><AppendText>;</AppendText>'
        + '<OrderedList Type="alpha" Decoration="parens"><ListItem><Para><Text>one</Text></Para></ListItem></OrderedList>',
        attributes='RestrictStartDate="2030-01-01" Match="false" AltVersionRefs="v1"',
    ),
    after=f'<Versions><Version id="v1">{section("<Text>S</Text>")}</Version></Versions>'
    f"<Commentaries>{commentary('f1', 'F', 'Gone')}</Commentaries>"
    '<Footnotes><Footnote id="f00001"><FootnoteText><Para><Text>n</Text></Para></FootnoteText></Footnote></Footnotes>',
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_a_changed_file_is_read_or_refused_and_never_breaks_the_reader(seed: int) -> None:
    _survives(mutated(RICH, random.Random(seed)))


@pytest.mark.long
@settings(max_examples=5000, deadline=None)
@given(st.integers(0, 2**32))
def test_five_thousand_changed_files_are_read_or_refused(seed: int) -> None:
    _survives(mutated(RICH, random.Random(seed)))
