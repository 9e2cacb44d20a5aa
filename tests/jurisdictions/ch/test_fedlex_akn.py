"""Fedlex Akoma Ntoso: each trap of the format, on invented acts and on the real files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.errors import UnreadableSource
from pincite.formats.tree import Element
from pincite.formats.xml import read_xml
from pincite.jurisdictions.ch.sources.akn_places import pincite_spelling, range_members
from pincite.jurisdictions.ch.sources.fedlex_akn import read
from pincite.law.document import Document, Provision
from pincite.text.canonical import Piece

NBSP = "\u00a0"
META = """<meta><identification source="#ch.bk"><FRBRWork>
<FRBRuri value="https://fedlex.data.admin.ch/eli/cc/9999/7/20260101"/>
<FRBRdate date="2026-01-01" name="jolux:dateApplicability"/><FRBRdate date="2020-05-05" name="jolux:dateDocument"/>
<FRBRnumber value="{number}"/>
<FRBRname xml:lang="de" value="Bundesgesetz vom 5. Mai 2020 über das Mondlicht (Mondgesetz, MonG)" shortForm="MonG"/>
<FRBRname xml:lang="fr" value="Loi du 1&lt;sup&gt;er&lt;/sup&gt; mai 2020 sur le clair de lune" shortForm="LLune"/>
<FRBRauthoritative value="true"/></FRBRWork><FRBRExpression>
<FRBRuri value="https://fedlex.data.admin.ch/eli/cc/9999/7/20260101/{language}"/>
<FRBRlanguage language="{language}"/></FRBRExpression><FRBRManifestation{old_generator}>
<FRBRformat value="xml"{generator}/></FRBRManifestation></identification></meta>"""


def akn(
    body: str,
    *,
    components: str = "",
    preface: str = "<p><docNumber>999.7</docNumber></p><p><docTitle>Mondgesetz</docTitle></p>",
    number: str = "999.7",
    language: str = "de",
    generator: str = ' xmlns:fedlex="http://fedlex.admin.ch/" fedlex:generator="2026-q1-rel-0.0.1"',
    old_generator: str = "",
) -> bytes:
    meta = META.format(number=number, language=language, generator=generator, old_generator=old_generator)
    parts = f"<components>{components}</components>" if components else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act name="publicLaw">'
        f"{meta}<preface>{preface}</preface><preamble><p>Die Versammlung beschliesst:</p></preamble>"
        f"<body>{body}</body>{parts}</act></akomaNtoso>"
    ).encode()


def article(number: str, inside: str, *, num: str = "", eid: str = "") -> str:
    return f'<article eId="{eid or "art_" + number}"><num>{num or f"<b>Art. {number}</b>"}</num>{inside}</article>'


def paragraph(eid: str, text: str, num: str = "") -> str:
    label = f"<num>{num}</num>" if num else ""
    return f'<paragraph eId="{eid}">{label}<content><p>{text}</p></content></paragraph>'


def note(text: str) -> str:
    return f"<authorialNote><p> {text}</p></authorialNote>"


def one(data: bytes) -> Document:
    (document,) = read(data, name="mond.xml", options={})
    assert_every_character_is_accounted_for(data, [document], published(data))
    assert document.losses == ()
    return document


def published(data: bytes) -> Iterator[Piece]:
    """All text of the file outside its metadata, found without the reader's help."""

    def below(element: Element) -> Iterator[Piece]:
        for child in element.children:
            if isinstance(child, Piece):
                yield child
            elif isinstance(child, Element) and child.tag != "meta":
                yield from below(child)

    return below(read_xml(data, name="x"))


def node(document: Document, eid: str, ordinal: int = 0) -> Provision:
    (found,) = [node for node in document.provisions if node.eid == eid and node.ordinal == ordinal]
    return found


def text(document: Document, eid: str, ordinal: int = 0) -> str:
    return document.text_of(node(document, eid, ordinal))


# The act


def test_an_act_is_known_by_its_number_language_and_state() -> None:
    document = one(akn(article("1", paragraph("art_1/para", "Der Mond scheint."))))
    assert str(document.expression) == "ch/sr/999.7@de/2026-01-01"
    assert document.title == "Bundesgesetz vom 5. Mai 2020 über das Mondlicht (Mondgesetz, MonG)"
    assert document.short_titles == ("MonG", "LLune")
    assert document.meta["date_document"] == "2020-05-05"
    assert document.url == "https://www.fedlex.admin.ch/eli/cc/9999/7/20260101/de"
    assert node(document, "art_1/para").url.endswith("/de#art_1/para")


def test_trap_sr_numbers_are_used_again_so_the_eli_is_kept() -> None:
    document = one(akn(article("1", paragraph("art_1/para", "Text."))))
    assert document.meta["eli"] == "eli/cc/9999/7"
    assert "ch/eli/cc/9999/7" in document.aliases


def test_trap_markup_in_a_title_attribute_is_not_text() -> None:
    document = one(akn(article("1", paragraph("art_1/para", "Texte.")), language="fr"))
    assert document.title == "Loi du 1er mai 2020 sur le clair de lune"
    assert document.short_titles[0] == "LLune"


@pytest.mark.parametrize(
    ("language", "value"), [("de", "official"), ("it", "official"), ("en", "unofficial"), ("rm", "unofficial")]
)
def test_trap_the_files_own_claim_to_authority_is_not_believed(language: str, value: str) -> None:
    assert one(akn(article("1", paragraph("art_1/para", "Text.")), language=language)).legal_value == value


def test_trap_the_generator_stands_in_one_of_two_places() -> None:
    body = article("1", paragraph("art_1/para", "Text."))
    assert one(akn(body)).generator == "fedlex 2026-q1-rel-0.0.1"
    old = akn(body, generator="", old_generator=' xmlns:fedlex="http://fedlex.admin.ch/" fedlex:generator="2023-old"')
    assert one(old).generator == "fedlex 2023-old"


def test_an_empty_number_in_the_metadata_is_taken_from_the_preface_and_reported() -> None:
    document = one(akn(article("1", paragraph("art_1/para", "Text.")), number=""))
    assert document.work == "ch/sr/999.7"
    assert "number_from_preface" in {finding.code for finding in document.findings}


# Text


def test_labels_are_printed_and_every_unit_has_a_line() -> None:
    items = (
        '<content><blockList><listIntroduction eId="x"> Verboten sind:</listIntroduction>'
        '<item eId="art_3/para_2/lbl_a"><num>a. </num><p>Nebel;</p></item>'
        '<item eId="art_3/para_2/lbl_b"><num>b. </num><blockList><listIntroduction eId="y">Licht:</listIntroduction>'
        '<item eId="art_3/para_2/lbl_b/lbl_1"><num>1. </num><p>grell</p></item></blockList></item></blockList></content>'
    )
    inside = f"<heading>Regeln</heading>{paragraph('art_3/para_1', f'{NBSP}Der Mond scheint.', '1')}"
    document = one(akn(article("3", f'{inside}<paragraph eId="art_3/para_2"><num>2</num>{items}</paragraph>')))
    assert text(document, "art_3") == (
        "Art. 3 Regeln\n1 Der Mond scheint.\n2 Verboten sind:\na. Nebel;\nb. Licht:\n1. grell"
    )
    assert text(document, "art_3/para_2/lbl_b/lbl_1") == "1. grell"
    article_3 = node(document, "art_3")
    assert (article_3.label, article_3.heading, article_3.block) == ("Art. 3", "Regeln", True)
    assert not node(document, "art_3/para_1").block


@pytest.mark.parametrize("lead", [NBSP, f" {NBSP}", f"{NBSP}{NBSP}", "&#160;", " ", ""])
def test_trap_a_leading_no_break_space_is_layout(lead: str) -> None:
    document = one(akn(article("1", paragraph("art_1/para_1", f"{lead}Der Mond", "1"))))
    assert text(document, "art_1/para_1") == "1 Der Mond"


def test_a_no_break_space_and_a_no_break_hyphen_inside_a_sentence_stay() -> None:
    document = one(akn(article("1", paragraph("art_1/para", f"Art.{NBSP}5 des Mond\u2011Gesetzes"))))
    assert text(document, "art_1/para") == f"Art.{NBSP}5 des Mond\u2011Gesetzes"


def test_trap_a_footnote_in_mid_sentence_goes_to_a_side_channel_anchored_where_it_stood() -> None:
    document = one(akn(article("1", paragraph("art_1/para", f"Der Mond{note('SR <b>1</b>')} scheint{note('AS 2')}."))))
    assert text(document, "art_1/para") == "Der Mond scheint."
    first, second = document.sides
    assert (first.kind, first.text, second.text) == ("note", "SR 1", "AS 2")
    assert document.text[: first.at].endswith("Der Mond")
    assert document.text[: second.at].endswith("scheint")


def test_trap_a_footnote_in_number_and_heading_is_not_part_of_the_label() -> None:
    inside = f"<heading>Licht{note('Fassung gemäss Mondgesetz')}</heading>{paragraph('art_1_bis/para', 'Text.')}"
    num = f"<b>Art. 1</b><sup>bis</sup>{note('Eingefügt')}"
    document = one(akn(article("1_bis", inside, num=num)))
    found = node(document, "art_1_bis")
    assert (found.label, found.heading) == ("Art. 1bis", "Licht")
    assert [side.text for side in document.sides] == ["Eingefügt", "Fassung gemäss Mondgesetz"]


def test_trap_a_break_in_a_heading_is_a_space() -> None:
    document = one(
        akn(article("1", f"<heading>Zeitlicher<br/>Geltungsbereich</heading>{paragraph('art_1/para', 'T.')}"))
    )
    assert node(document, "art_1").heading == "Zeitlicher Geltungsbereich"


def test_trap_word_formatting_is_flattened_without_spaces() -> None:
    body = article(
        "1",
        paragraph(
            "art_1/para", 'Arti<span>kel</span> 92<i>a</i> und 3<sup>bis</sup> <inline name="man-x">gilt</inline>'
        ),
    )
    assert text(one(akn(body)), "art_1/para") == "Artikel 92a und 3bis gilt"


def test_trap_a_reference_without_address_is_text_like_any_other() -> None:
    body = article(
        "1", paragraph("art_1/para", 'nach <ref>Art. 5</ref> und <ref href="https://example.invalid/x">AS 1</ref>')
    )
    assert text(one(akn(body)), "art_1/para") == "nach Art. 5 und AS 1"


def test_trap_junk_namespaces_of_a_migration_change_nothing() -> None:
    body = article(
        "1",
        '<paragraph eId="art_1/para"><content><p xmlns:mig="urn:x:mig" xmlns:tmp="urn:y">Text.</p></content></paragraph>',
    )
    assert text(one(akn(body)), "art_1/para") == "Text."


def test_trap_a_placeholder_is_furniture_and_no_label() -> None:
    item = "<item><num><placeholder>[tab]</placeholder></num><p>Text</p></item>"
    body = article("1", f'<paragraph eId="art_1/para"><content><blockList>{item}</blockList></content></paragraph>')
    document = one(akn(body))
    assert text(document, "art_1/para") == "Text"
    assert [side.kind for side in document.sides] == ["furniture"]


def test_a_table_is_one_line_a_row_with_its_items_findable() -> None:
    table = (
        "<table><tr><td/><td><p>Fr.</p></td></tr><tr><td><blockList><item><num>a. </num><p>Sichel</p></item></blockList>"
        "</td><td><p> 650</p></td></tr><tr><td><p>Vollmond</p></td><td/></tr></table>"
    )
    body = article("1", f'<paragraph eId="art_1/para"><content><p>Es kostet:</p>{table}</content></paragraph>')
    document = one(akn(body))
    assert text(document, "art_1/para") == "Es kostet:\nFr.\na. Sichel 650\nVollmond"
    assert text(document, "art_1/para/lbl_a") == "a. Sichel"
    assert "ids_made_from_labels" in {finding.code for finding in document.findings}


def test_a_pretty_printed_file_reads_like_a_compact_one() -> None:
    compact = akn(
        f'<section eId="sec_1"><num>1. Abschnitt:</num><heading>Licht</heading>{article("1", paragraph("art_1/para_1", "Text.", "1"))}</section>'
    )
    spread = compact.replace(b"><", b">\n   <")
    assert one(spread).text == one(compact).text
    assert text(one(spread), "sec_1/heading") == "1. Abschnitt: Licht"


# Places


def test_pincite_spells_latin_numbers_apart() -> None:
    spelt = {
        "art_6_bis": "art_6_bis",
        "art_56/para_4_bis": "art_56/para_4_bis",
        "art_5/para_1/lbl_abis": "art_5/para_1/lbl_a_bis",
        "art_14a": "art_14_a",
        "art_66_a_bis": "art_66_a_bis",
        "lvl_u2/lvl_A/list_u1/bull_u2": "lvl_u2/lvl_A/list_u1/bull_u2",
        "art_1/listintro": "art_1/listintro",
    }
    assert {eid: pincite_spelling(eid) for eid in spelt} == spelt


@pytest.mark.parametrize(
    ("eid", "label", "members"),
    [
        ("art_37_39", "Art. 37–39", ("art_37", "art_38", "art_39")),
        ("art_37_39", "Art. 37 und 39", ("art_37", "art_39")),
        ("art_28_d_28_f", "Art. 28d à 28f", ("art_28_d", "art_28_e", "art_28_f")),
        ("art_275_bis_275_ter", "Art. 275bis und 275ter", ("art_275_bis", "art_275_ter")),
        ("tit_fin/art_31_33", "Art. 31–33", ("tit_fin/art_31", "tit_fin/art_32", "tit_fin/art_33")),
        ("art_6_bis", "Art. 6bis", ()),
        ("art_14_a", "Art. 14a", ()),
        ("art_1_999999", "Art. 1–999999", ()),
    ],
)
def test_trap_a_range_is_one_node_that_stands_for_each_of_its_articles(
    eid: str, label: str, members: tuple[str, ...]
) -> None:
    assert range_members(eid, label) == members


def test_trap_an_article_inside_a_range_is_found() -> None:
    num = f"<b>Art. 37</b>–<b>39</b>{note('Aufgehoben durch Ziff. I, mit Wirkung seit 1. Jan. 2018.')}"
    document = one(akn(article("1", paragraph("art_1/para", "Text.")) + article("", "", num=num, eid="art_37_39")))
    whole = node(document, "art_37_39")
    inside = node(document, "art_38")
    assert (whole.block, whole.status, whole.kind) == (True, "repealed", "article")
    assert (inside.status, inside.kind, inside.block, inside.publisher_id) == (
        "repealed",
        "range_member",
        False,
        "art_37_39",
    )
    assert document.text_of(inside) == "Art. 37–39"


def test_trap_one_paragraph_node_stands_for_two_repealed_paragraphs() -> None:
    inside = paragraph("art_1/para_1", "Text.", "1") + paragraph(
        "art_1/para_2", f" et <sup>3</sup> …{note('Abrogés par la loi.')}", "2"
    )
    document = one(akn(article("1", inside), language="fr"))
    assert node(document, "art_1/para_3").status == "repealed"
    assert node(document, "art_1/para_2").status == "repealed"
    assert node(document, "art_1").status == "in_force"


def test_trap_repeated_ids_are_kept_apart_by_container_and_ordinal() -> None:
    body = (
        f'<title eId="tit_1"><heading>Neu</heading>{article("178", paragraph("art_178/para", "Neu."))}</title>'
        f'<level eId="lvl_u7"><heading>Alt</heading>{article("178", paragraph("art_178/para", "Alt."))}</level>'
    )
    document = one(akn(body))
    new, old = node(document, "art_178"), node(document, "art_178", 1)
    assert (new.path, old.path) == ("tit_1", "lvl_u7")
    assert text(document, "art_178/para", 1) == "Alt."
    assert {"repeated_ids"} <= {finding.code for finding in document.findings}


def test_trap_marginal_levels_nest_and_their_headings_are_blocks() -> None:
    body = (
        '<level eId="lvl_3" xmlns:fedlex="http://fedlex.admin.ch/" fedlex:role="marginal"><num>3. </num><heading>Ort</heading>'
        '<level eId="lvl_3/lvl_u1" fedlex:role="marginal"><heading>Inland</heading>'
        f"{article('3', paragraph('art_3/para', 'Text.'))}</level></level>"
    )
    document = one(akn(body))
    outer, inner = node(document, "lvl_3"), node(document, "lvl_3/lvl_u1")
    assert (outer.kind, outer.label, outer.heading, outer.block) == ("marginal", "3.", "Ort", False)
    assert inner.path == "lvl_3"
    assert text(document, "lvl_3/heading") == "3. Ort"
    assert node(document, "art_3").path == "lvl_3 lvl_3/lvl_u1"
    assert node(document, "lvl_3/lvl_u1/heading").block


def annex(number: str, inside: str) -> str:
    meta = META.format(number="", language="de", generator="", old_generator="")
    header = f'<preface><container name="headerOfAnnex"><block name="num">{number}</block></container></preface>'
    return f'<component><doc name="annex">{meta}{header}<mainBody>{inside}</mainBody></doc></component>'


def test_trap_annexes_have_the_acts_own_addresses_and_are_told_apart_by_their_ids() -> None:
    first = annex(
        "Anhang 1",
        '<p>(Art. 1)</p><level eId="annex_1/lvl_u1"><heading>Masse</heading><content><p>Ein Mond.</p></content></level>',
    )
    second = annex("Anhang 2", "<p>Zwei Monde.</p>")
    document = one(akn(article("1", paragraph("art_1/para", "Text.")), components=first + second))
    assert text(document, "annex_1") == "Anhang 1\n(Art. 1)\nMasse\nEin Mond."
    assert text(document, "annex_1/lvl_u1") == "Masse\nEin Mond."
    assert node(document, "annex_1/lvl_u1").block
    assert text(document, "annex_2/text") == "Zwei Monde."
    assert node(document, "annex_2").label == "Anhang 2"


def test_trap_unlabelled_lists_keep_the_publishers_ids() -> None:
    items = '<blockList eId="l/list_u1"><item eId="l/list_u1/bull_u1"><num>– </num><p>Mond 1</p></item></blockList>'
    document = one(
        akn(f'{article("1", paragraph("art_1/para", "T."))}<level eId="l"><heading>Register</heading>{items}</level>')
    )
    assert text(document, "l/list_u1/bull_u1") == "– Mond 1"


def test_trap_transitional_provisions_and_provisos_are_blocks() -> None:
    body = (
        f"{article('1', paragraph('art_1/para', 'Text.'))}"
        '<transitional eId="disp_u1"><heading>Übergangsbestimmung</heading>'
        f"{paragraph('disp_u1/para', 'Altes Licht gilt.')}</transitional>"
        f"<proviso eId='disp_u2'><heading>Schlussbestimmungen{note('Aufgehoben durch das Sonnengesetz.')}</heading></proviso>"
    )
    document = one(akn(body))
    assert text(document, "disp_u1") == "Übergangsbestimmung\nAltes Licht gilt."
    assert (node(document, "disp_u1").kind, node(document, "disp_u1").block) == ("transitional", True)
    assert node(document, "disp_u2").status == "repealed"


def test_trap_a_quoted_structure_is_another_acts_text_and_no_provision_of_this_one() -> None:
    quoted = f"<mod><quotedStructure>{article('7', paragraph('art_7/para_1', 'Sonne.', '1'))}</quotedStructure></mod>"
    document = one(
        akn(article("1", f'<paragraph eId="art_1/para"><content><p>Geändert:</p><p>{quoted}</p></content></paragraph>'))
    )
    assert "Sonne." in text(document, "art_1/para")
    assert not [found for found in document.provisions if found.eid.startswith("art_7")]
    assert "quoted_structures" in {finding.code for finding in document.findings}


def test_subdivisions_get_the_number_they_are_cited_by_where_it_is_certain() -> None:
    def subdivision(index: int, heading: str) -> str:
        inside = paragraph(f"art_196/subdiv_u{index}/para_1", "Text.", "1")
        return f'<subdivision eId="art_196/subdiv_u{index}"><heading>{heading}</heading>{inside}</subdivision>'

    headings = ["Erste", "2. Zweite", "Unklar", "Unklar auch", "6. Sechste", "Siebte?"]
    body = article("196", "".join(subdivision(index, heading) for index, heading in enumerate(headings, 1)))
    document = one(akn(body))
    assert [found.eid for found in document.provisions if found.kind == "subdivision"] == [
        "art_196/lbl_1",
        "art_196/lbl_2",
        "art_196/subdiv_u3",
        "art_196/subdiv_u4",
        "art_196/lbl_6",
        "art_196/subdiv_u6",
    ]
    assert text(document, "art_196/lbl_2/para_1") == "1 Text."
    assert node(document, "art_196/lbl_2/para_1").publisher_id == "art_196/subdiv_u2/para_1"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Aufgehoben durch Ziff. I."),
        ("fr", "Abrogé par le ch. I."),
        ("it", "Abrogato dal n. I."),
        ("en", "Repealed by No I."),
        ("de", "Eingefügt durch Ziff. I. Aufgehoben durch Ziff. II."),
    ],
)
def test_trap_a_repealed_article_is_an_empty_node_with_a_note(language: str, words: str) -> None:
    body = article("1", paragraph("art_1/para", "Text.")) + article("2", "", num=f"<b>Art. 2</b>{note(words)}")
    document = one(akn(body, language=language))
    assert node(document, "art_2").status == "repealed"
    assert node(document, "art_1").status == "in_force"


def test_trap_a_repealed_paragraph_and_item_are_dots_with_a_note() -> None:
    items = (
        '<content><blockList><listIntroduction eId="x">Drei:</listIntroduction>'
        f'<item eId="art_1/para_2/lbl_a"><num>a.{note("Aufgehoben durch Ziff. I")}</num><p>…</p></item>'
        '<item eId="art_1/para_2/lbl_b"><num>b. </num><p>Licht.</p></item></blockList></content>'
    )
    inside = paragraph("art_1/para_1", f"…{note('Aufgehoben durch Ziff. I')}", "1")
    document = one(akn(article("1", f'{inside}<paragraph eId="art_1/para_2"><num>2</num>{items}</paragraph>')))
    statuses = {str(found.eid): found.status for found in document.provisions}
    assert (statuses["art_1/para_1"], statuses["art_1/para_2/lbl_a"]) == ("repealed", "repealed")
    assert (statuses["art_1/para_2"], statuses["art_1/para_2/lbl_b"], statuses["art_1"]) == ("in_force",) * 3


def test_a_living_provision_whose_note_tells_of_a_repealed_sentence_is_law() -> None:
    body = article(
        "1", paragraph("art_1/para_1", f"Der Mond scheint.{note('Zweiter Satz aufgehoben durch Ziff. I')}", "1")
    )
    assert {found.status for found in one(akn(body)).provisions} == {"in_force"}


def test_dots_that_stand_for_changes_of_other_acts_are_not_a_repeal() -> None:
    body = article("1", paragraph("art_1/para", f"…{note('Die Änderungen können unter AS 1 konsultiert werden.')}"))
    assert node(one(akn(body)), "art_1").status == "not_applicable"


def test_an_article_without_object_is_omitted() -> None:
    body = article("1", paragraph("art_1/para", "T.")) + article(
        "2", "", num=f"<b>Art. 2</b>{note('Gegenstandslos gemäss Ziff. I')}"
    )
    assert node(one(akn(body)), "art_2").status == "omitted"


def test_sentences_are_no_nodes() -> None:
    document = one(akn(article("1", paragraph("art_1/para_1", "Erster Satz. Zweiter Satz.", "1"))))
    assert not [found for found in document.provisions if "sent" in found.eid]


# Hostile and wrong files


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        (b"<html><body/></html>", "line 1, column 1", "the root is <html>"),
        (b'<akomaNtoso xmlns="urn:other"/>', "line 1, column 1", "the root is <akomaNtoso>"),
        (
            b'<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0">\n<judgment/></akomaNtoso>',
            "line 1, column 1",
            "no <act>",
        ),
        (akn("")[:400], "line ", "ends before it is complete"),
        (akn(""), "line 2, column 70", "no article"),
        (
            akn(article("1", "")).replace(b"jolux:dateApplicability", b"jolux:dateOther").replace(b"/20260101", b""),
            "",
            "date of its state",
        ),
        (
            akn(article("1", "")).replace(b'language="de"', b'language="xx"').replace(b"/20260101/de", b""),
            "",
            "language",
        ),
        (akn(article("1", ""), number="", preface="<p/>"), "", "SR number"),
        (
            akn(article("1", "")).replace(b"<body>", b"<boby>").replace(b"</body>", b"</boby>"),
            "line 2, column 70",
            "no <body>",
        ),
        (akn(article("1", "")).replace(b"identification", b"identity"), "line 2, column 70", "<identification>"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_place_and_reason(data: bytes, place: str, reason: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        read(data, name="mond.xml", options={})
    assert caught.value.name == "mond.xml"
    assert place in caught.value.place
    assert reason in caught.value.reason


def test_attack_deep_quoted_structures_end_in_words() -> None:
    with pytest.raises(UnreadableSource, match="deeper"):
        read(akn("<level>" * 5000 + "</level>" * 5000), name="x", options={})


# The real files


@pytest.mark.shared
def test_every_real_act_is_read_without_a_lost_character(shared: Path) -> None:
    files = sorted((shared / "corpora" / "ch" / "fedlex_akn").glob("*.xml"))
    assert len(files) >= 12
    for file in files:
        document = one(file.read_bytes())
        keys = Counter((found.path, found.eid, found.ordinal) for found in document.provisions)
        assert max(keys.values()) == 1, file.name
        articles = sum(1 for found in document.provisions if found.kind == "article")
        raw = file.read_bytes().count(b"<article ")
        assert articles == raw, file.name
        assert not [finding for finding in document.findings if finding.code == "unknown_element"]


@pytest.mark.shared
def test_the_languages_of_one_act_have_the_same_places(shared: Path) -> None:
    folder = shared / "corpora" / "ch" / "fedlex_akn"
    places = [
        [found.eid for found in one((folder / f"ch-fadp-20250707-{language}.xml").read_bytes()).provisions]
        for language in ("de", "fr", "it", "en")
    ]
    assert places[0] == places[1] == places[2] == places[3]


@pytest.mark.shared
def test_places_of_real_acts_say_what_they_say(shared: Path) -> None:
    folder = shared / "corpora" / "ch" / "fedlex_akn"
    stgb = one((folder / "SR-311.0-01012025-DE.xml").read_bytes())
    assert text(stgb, "art_321/para_1").startswith("1. Geistliche, Rechtsanwälte, Verteidiger")
    assert text(stgb, "art_48/para/lbl_a/lbl_2") == "2. in schwerer Bedrängnis,"
    assert node(stgb, "art_38").status == "repealed"
    assert node(stgb, "art_5/para_1/lbl_a_bis").publisher_id == "art_5/para_1/lbl_abis"
    zgb = one((folder / "2024-fr-swiss-civil-code.xml").read_bytes())
    assert text(zgb, "art_1/para_2").startswith("2 À défaut d’une disposition légale applicable, le juge")
    assert node(zgb, "art_178", 1).path.startswith("lvl_u7")
    assert node(zgb, "art_28_l/para_4").status == "repealed"
    bv = one((folder / "SR-101-03032024-DE.xml").read_bytes())
    assert text(bv, "art_196/lbl_14/para_1").startswith("1 Die Befugnis zur Erhebung der Mehrwertsteuer")
