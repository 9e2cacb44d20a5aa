"""Point-in-time Markdown of federal acts: what is glued comes apart, what is uncertain is said."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.errors import UnreadableSource
from pincite.jurisdictions.ch.sources import READERS, fedlex_akn
from pincite.jurisdictions.ch.sources.pit_markdown import read
from pincite.law.document import Document, Provision

N = "\u00a0"
HEAD = "---\nabbreviation: MonG\nlanguage: de\nsource: https://example.invalid\nsr_number: '999.7'\ntitle: Mondgesetz\nversion_date: '2024-01-01'\n---\n\n"


def act(body: str) -> Document:
    return one((HEAD + body).encode())


def one(data: bytes) -> Document:
    (document,) = read(data, name="de_999.7.md", options={})
    assert_every_character_is_accounted_for(data, [document], [])
    assert document.losses == ()
    return document


def node(document: Document, eid: str, ordinal: int = 0) -> Provision:
    (found,) = [found for found in document.provisions if found.eid == eid and found.ordinal == ordinal]
    return found


def text(document: Document, eid: str) -> str:
    return document.text_of(node(document, eid))


def articles(document: Document) -> list[str]:
    return [str(found.eid) for found in document.provisions if found.kind == "article"]


def notes(document: Document) -> list[str]:
    return [side.text for side in document.sides if side.kind == "note"]


def test_the_front_matter_names_work_language_and_state() -> None:
    document = act(f"# Erster TitelArt. 11{N}Der Mond scheint.")
    assert str(document.expression) == "ch/sr/999.7@de/2024-01-01"
    assert (document.legal_value, document.short_titles, document.title) == ("unofficial", ("MonG",), "Mondgesetz")
    assert document.url == ""
    assert "lossy_copy" in {finding.code for finding in document.findings}


def test_an_article_number_glued_to_a_paragraph_number_comes_apart() -> None:
    document = act(f"# Erster TitelA. LichtArt. 11{N}Der Mond scheint.2{N}Er leuchtet.B. SchattenArt. 21{N}Die Nacht.")
    assert articles(document) == ["art_1", "art_2"]
    assert text(document, "art_1") == "Art. 1\n1 Der Mond scheint.\n2 Er leuchtet."
    assert text(document, "art_2/para_1") == "1 Die Nacht."
    assert [document.text_of(found) for found in document.provisions if found.kind == "heading"] == [
        "Erster TitelA. Licht",
        "B. Schatten",
    ]


@pytest.mark.parametrize("number", [9, 10, 11, 12, 40, 110, 111, 123])
def test_the_sequence_decides_where_a_number_ends(number: int) -> None:
    before = "".join(f"Art. {n}Text." for n in range(1, number))
    numbered = act(f"# T{before}Art. {number}1{N}Der Mond.Art. {number + 1}Ende.")
    assert text(numbered, f"art_{number}/para_1") == "1 Der Mond."
    plain = act(f"# T{before}Art. {number}Der Mond.Art. {number + 1}Ende.")
    assert text(plain, f"art_{number}/para") == "Der Mond."


def test_letters_and_latin_numbers_are_part_of_an_article_number() -> None:
    document = act(f"# TArt. 6Text.Art. 6bisEins.Art. 6a1{N}Zwei.Art. 7aDrei.Art. 7abis1{N}Vier.")
    assert articles(document) == ["art_6", "art_6_bis", "art_6_a", "art_7_a", "art_7_a_bis"]
    assert text(document, "art_6_a/para_1") == "1 Zwei."
    assert text(document, "art_7_a_bis/para_1") == "1 Vier."


def test_what_stands_behind_an_empty_line_is_no_part_of_the_last_article() -> None:
    document = act("# TArt. 1Eins.Art. 2Dieses Gesetz tritt in Kraft.\n\n1. Vollzug alter Lichter.\n")
    assert text(document, "art_2") == "Art. 2\nDieses Gesetz tritt in Kraft."


def test_a_reference_to_an_article_is_no_beginning() -> None:
    document = act(f"# TArt. 11{N}Nach Art. 2 und (Art. 3) gilt Art. 4 Abs. 1.2{N}Art. 5 gilt nicht.Art. 2Ende.")
    assert articles(document) == ["art_1", "art_2"]


def test_a_heading_that_ends_with_a_space_does_not_hide_the_next_article() -> None:
    document = act(f"# TArt. 1Text.B. Schatten Art. 21{N}Die Nacht.")
    assert articles(document) == ["art_1", "art_2"]


def test_a_run_of_articles_is_one_node_that_stands_for_each() -> None:
    document = act("# TArt. 1Text.Art. 2–4\n\t\t Aufgehoben durch Ziff. I (AS 2001 1).\n\tArt. 5Ende.")
    assert articles(document) == ["art_1", "art_2_4", "art_5"]
    assert node(document, "art_3").status == "repealed"


def test_paragraphs_count_up_and_other_numbers_are_text() -> None:
    document = act(f"# TArt. 11{N}Nach 18{N}Monaten.2{N}Bis zum 3.{N}Mai.2bis{N}Oder 5{N}Tage.4{N}Schluss.")
    assert [str(found.eid) for found in document.provisions if found.kind == "paragraph"] == [
        "art_1/para_1",
        "art_1/para_2",
        "art_1/para_2_bis",
        "art_1/para_4",
    ]


def test_items_are_found_behind_colons_and_conjunctions_and_nest() -> None:
    document = act(
        f"# TArt. 11{N}Verboten sind:a. Nebel;b. Licht, das:1. blendet,2. stört; undc. Rauch.2{N}Ende. B. Punkt."
    )
    assert text(document, "art_1/para_1") == (
        "1 Verboten sind:\na. Nebel;\nb. Licht, das:\n1. blendet,\n2. stört; und\nc. Rauch."
    )
    assert text(document, "art_1/para_1/lbl_b/lbl_2") == "2. stört; und"
    assert text(document, "art_1/para_1/lbl_c") == "c. Rauch."


def test_a_last_item_before_headings_stays_in_its_list() -> None:
    document = act("# TArt. 1Verboten sind:a. Nebel;b. Rauch.2. SchattenArt. 2Ende.")
    assert text(document, "art_1/para/lbl_b") == "b. Rauch."


def test_numbered_sentences_of_a_code_are_paragraphs() -> None:
    document = act("# TArt. 11.Wer scheint, leuchtet.2.…3.Wer blendet, haftet.Art. 2Ende.")
    assert text(document, "art_1/para_3") == "3. Wer blendet, haftet."


def test_an_articles_own_heading_is_separated_from_its_text() -> None:
    document = act(f"# TArt. 1GegenstandDieses Gesetz gilt.Art. 2Internationale Monde1{N}Er gilt.")
    assert [node(document, eid).heading for eid in ("art_1", "art_2")] == ["Gegenstand", "Internationale Monde"]
    assert text(document, "art_1") == "Art. 1 Gegenstand\nDieses Gesetz gilt."


def test_a_footnote_between_tabs_is_a_note() -> None:
    document = act(
        f"# TArt. 6a\n\t\t Eingefügt durch Ziff. I (AS 1991 846).\n\t1{N}Nach dem Gesetz\n\t\t SR 291\n\t über Monde."
    )
    assert text(document, "art_6_a") == "Art. 6a\n1 Nach dem Gesetz über Monde."
    assert [note.strip() for note in notes(document)] == ["Eingefügt durch Ziff. I (AS 1991 846).", "SR 291"]


@pytest.mark.parametrize(
    "note",
    [
        " Fassung gemäss Ziff. I des BG vom 24. März 2006 (Licht), in Kraft seit 1. Jan. 2008  (AS 2007 4983; BBl 2003 2101).",
        " Nouvelle teneur selon le ch. I de la LF du 25 juin 1976 (RO 1977 237; FF 1974 II 1).",
        " Nuovo testo giusta la cifra I della LF del 13 dic. 2002 (RU 2006 3459; FF 1999 1669).",
        " Eingefügt durch Ziff. I (AS 1991 846). Fassung gemäss Ziff. II (AS 2007 1).",
        " Ausdruck gemäss Ziff. I (AS 1999 1118). Diese Änd. ist im ganzen Erlass berücksichtigt.",
        " SR 173.110",
    ],
)
def test_a_footnote_in_the_sentence_is_a_note(note: str) -> None:
    document = act(f"# TArt. 11{N}Der Mond{note} scheint.2{N}Er leuchtet.{note}Art. 2Ende.")
    assert text(document, "art_1") == "Art. 1\n1 Der Mond scheint.\n2 Er leuchtet."
    assert (
        notes(document) == [note.replace("  ", " ").strip()] * 2
        or [n.strip() for n in notes(document)] == [re.sub(" +", " ", note).strip()] * 2
    )


def test_a_footnote_without_its_end_stays_in_the_text_and_is_reported() -> None:
    document = act(f"# TArt. 11{N}Der Mond scheint. Siehe hiervor.2{N}Er leuchtet.")
    assert "Siehe hiervor." in text(document, "art_1/para_1")
    assert "notes_not_separated" in {finding.code for finding in document.findings}


def test_a_footnote_never_swallows_the_next_article() -> None:
    document = act(f"# TArt. 1Der Mond. Siehe dort.B. SchattenArt. 21{N}Nacht. Eingefügt durch Ziff. I (AS 1991 846).")
    assert articles(document) == ["art_1", "art_2"]


def test_marked_articles_have_their_number_twice_and_once_in_the_text() -> None:
    document = act(
        f"#### 1. Abschnitt: Zweck\n\n**Art. 31** Art. 31 Zweck\n\n1{N}Licht:a. hell;b. dunkel.\n\n**Art. 32** Art. 32\n\nEnde.\n"
    )
    assert text(document, "art_31") == "Art. 31 Zweck\n1 Licht:\na. hell;\nb. dunkel."
    assert node(document, "art_31").heading == "Zweck"
    assert text(document, "art_32/para") == "Ende."
    assert "**Art. 31**" in {side.text.strip() for side in document.sides if side.kind == "furniture"}


def test_provisions_that_count_anew_do_not_take_the_acts_numbers() -> None:
    main = "# TArt. 1Eins.Art. 2Zwei.Art. 3Drei.\n\n"
    final = act(f"{main}## Erster Abschnitt\n\n**Art. 1** Art. 1\n\nAlt.\n\n")
    assert articles(final) == ["art_1", "art_2", "art_3", "tit_fin/art_1"]
    provisions = act(f"{main}AS 1962 1082\n\n**Art. 1** Art. 1\n\nNeu.\n\n**Art. 1** Art. 1\n\nNoch neuer.\n")
    assert articles(provisions)[3:] == ["disp_u1/art_1", "disp_u2/art_1"]


def test_older_law_printed_again_under_a_heading_repeats_the_id() -> None:
    document = act("# TArt. 1Eins.Art. 2Zwei.Art. 3Drei.\n\n# Altes RechtArt. 2Alt.\n")
    assert document.text_of(node(document, "art_2", 1)) == "Art. 2\nAlt."
    assert node(document, "art_2", 1).path == "lvl_u1"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"# TArt. 1Text.", "does not say its"),
        (HEAD.replace("'2024-01-01'", "soon").encode() + b"# TArt. 1Text.", "not a date"),
        (HEAD.replace("language: de", "language: tlh").encode() + b"# TArt. 1Text.", "none of de"),
        (HEAD.encode() + b"# Mond\n\n*No text content available for this version.*\n", "no text is available"),
        (HEAD.encode() + b"Nur ein Satz.", "no article"),
        (HEAD.encode() + b"Art. 1 \xff", "not UTF-8"),
        (HEAD.encode()[:40], "closing"),
    ],
)
def test_a_wrong_file_is_refused_with_its_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        read(data, name="de_999.7.md", options={})
    assert caught.value.name == "de_999.7.md"


parts = st.sampled_from(
    [
        "Art. 1",
        "Art. 2",
        "Art. 31",
        "Art. 4–6",
        "1\u00a0",
        "2\u00a0",
        "3bis\u00a0",
        "Der Mond",
        "scheint.",
        ":a. ",
        ";b. ",
        "\n",
        "\n\n# ",
        "\n\n**Art. 7** Art. 7\n\n",
        "\n\t\t SR 1\n\t",
        " Fassung gemäss X (AS 2000 1).",
        " Siehe",
        "A. Licht",
        " ",
        "ü",
        "\t",
        "1.",
        "…",
    ]
)


@given(st.lists(parts, max_size=40).map("".join))
def test_whatever_is_glued_no_character_is_lost(body: str) -> None:
    data = (HEAD + "# TArt. 1Text." + body).encode()
    one(data)


@pytest.mark.parametrize(
    "evil",
    [
        "Art. 1" * 4000,
        " Fassung" * 5000,
        "1\u00a0" * 20000,
        "a. " * 20000,
        "\n\t\t" * 20000,
        "**Art. 1" * 4000,
        "Art. 1–" * 4000,
        ":a. x;b. " * 4000,
    ],
)
def test_attack_repeated_beginnings_take_linear_time(evil: str) -> None:
    began = time.process_time()
    act("# TArt. 1Text." + evil)
    assert time.process_time() - began < 6


# The real files


@pytest.mark.shared
def test_every_real_state_is_read_without_a_lost_character(shared: Path) -> None:
    folder = shared / "corpora" / "ch"
    for file in (
        folder / "legislation_pit_md" / "de_235.1_2019-03-01.md",
        folder / "legislation_derived" / "benjamin-arfa" / "it_272.md",
    ):
        assert len(articles(one(file.read_bytes()))) > 40


@pytest.mark.shared
def test_files_without_text_are_refused(shared: Path) -> None:
    for language in ("de", "fr", "it"):
        file = shared / "corpora" / "ch" / "legislation_derived" / "benjamin-arfa" / f"{language}_101.md"
        with pytest.raises(UnreadableSource, match="no text is available"):
            READERS["ch.pit_markdown"](file.read_bytes(), name=file.name, options={})


@pytest.mark.shared
@pytest.mark.parametrize(
    ("akn", "markdown", "same_words", "least"),
    [
        ("2024-fr-swiss-civil-code.xml", "legislation_pit_md/de_210_2024-01-01.md", False, (1.0, 0.99, 0.98)),
        ("SR-311.0-01012025-DE.xml", "legislation_derived/benjamin-arfa/de_311_311.0.md", True, (0.99, 0.97, 0.98)),
    ],
)
def test_the_places_of_an_act_are_those_of_its_official_file(
    shared: Path, akn: str, markdown: str, same_words: bool, least: tuple[float, float, float]
) -> None:
    folder = shared / "corpora" / "ch"
    (official,) = fedlex_akn.read((folder / "fedlex_akn" / akn).read_bytes(), name=akn, options={})
    (copy,) = read((folder / markdown).read_bytes(), name=markdown, options={})

    def of(document: Document, kind: str) -> dict[str, str]:
        return {
            str(one.eid): re.sub(r"\W", "", document.text_of(one))
            for one in document.provisions
            if one.kind == kind and one.ordinal == 0
        }

    for kind, share in zip(("article", "paragraph", "item"), least, strict=True):
        there, here = of(official, kind), of(copy, kind)
        found = there.keys() & here.keys()
        assert len(found) >= share * len(there), f"{kind}: {len(found)} of {len(there)}"
        assert len(here.keys() - there.keys()) <= 0.02 * len(there) + 1, (
            f"{kind}: {sorted(here.keys() - there.keys())[:9]}"
        )
        if same_words:
            assert sum(there[eid] == here[eid] for eid in found) >= 0.95 * len(found)


def test_fault_a_repealed_article_does_not_swallow_the_next_heading() -> None:
    note = "\n\t\t Aufgehoben durch Ziff. I des BG vom 1. Mai 2001 (AS 2001 1).\n\t"
    other = "\n\t\t Fassung gemäss Ziff. I des BG vom 1. Mai 2002 (AS 2002 1).\n\t"
    document = act(f"# TArt. 1Text.Art. 2{note}Zweiter Abschnitt: NebelA.{other}GrundsatzArt. 3Ende.")
    assert (text(document, "art_2"), node(document, "art_2").status) == ("Art. 2", "repealed")
    assert "Zweiter Abschnitt: Nebel" in " ".join(
        document.text_of(found) for found in document.provisions if found.kind == "heading"
    )


def test_fault_a_footnote_of_repeal_behind_a_space_and_a_heading_of_dots_leave_no_article_in_force() -> None:
    note = (
        "\n\t\t Eingefügt durch Ziff. I des BG vom 1. Mai 1999 (AS 1999 1). "
        "Aufgehoben durch Ziff. I des BG vom 1. Mai 2001 (AS 2001 1).\n\t"
    )
    document = act(f"# TArt. 1Text.Art. 2 und 3 {note}B. …Art. 3bis {note}Art. 4Ende.")
    assert {str(found.eid): found.status for found in document.provisions if found.kind != "heading"} == {
        "art_1": "in_force", "art_1/para": "in_force", "art_2_3": "repealed", "art_2": "repealed", "art_3": "repealed",
        "art_3_bis": "repealed", "art_4": "in_force", "art_4/para": "in_force",
    }  # fmt: skip


def test_an_article_that_was_repealed_and_lives_again_keeps_its_text() -> None:
    note = (
        "\n\t\t Aufgehoben durch Ziff. I (AS 2001 1). Eingefügt durch Ziff. I des BG vom 1. Mai 2009 (AS 2009 1).\n\t"
    )
    document = act(f"# TArt. 1Text.Art. 2{note}Der Mond scheint wieder.Art. 3Ende.")
    assert (text(document, "art_2/para"), node(document, "art_2").status) == ("Der Mond scheint wieder.", "in_force")


@pytest.mark.parametrize("word", ["Aufgehoben", "Abrogé", "Abrogés", "Abrogée", "Abrogato", "Abrogati"])
def test_fault_the_word_of_repeal_glued_to_a_heading_is_the_article(word: str) -> None:
    document = act(f"# TArt. 1Text.Art. 2–4{word}Chapitre IV: Des luneurs de nuitA. Des NomsArt. 5Ende.")
    assert text(document, "art_2_4") == f"Art. 2–4\n{word}"
    assert {node(document, f"art_{number}").status for number in (2, 3, 4)} == {"repealed"}


def test_fault_a_sentence_between_a_footnote_and_a_heading_is_the_article() -> None:
    note = "\n\t\t Eingefügt durch Ziff. I des BG vom 1. Mai 2001 (AS 2001 1).\n\t"
    document = act(f"# TArt. 1Text.Art. 1a{note}Das Gesetz über den Nebel ist anwendbar.B. SonneI. LichtArt. 2Ende.")
    assert text(document, "art_1_a/para") == "Das Gesetz über den Nebel ist anwendbar."
    assert node(document, "art_1_a").status == "in_force"


def test_fault_a_footnote_that_leads_to_another_place_does_not_swallow_the_sentence_glued_to_it() -> None:
    document = act(
        "# TArt. 1Text.Art. 2 Eingefügt durch Ziff. I des BG vom 1. Mai 2001 (AS 2001 1). Siehe auch Art. 4 der UeB am "
        "Schluss des Textes.Der Mond scheint hell.Art. 3 Fassung gemäss Ziff. I (AS 2002 1).Ende."
    )
    assert text(document, "art_2/para") == "Der Mond scheint hell."


def test_fault_an_article_without_words_is_never_in_force() -> None:
    document = act(
        "#### T\n\n**Art. 1** Art. 1\n\nText.\n\n**Art. 2** Art. 2\n\n…\n\n**Art. 4** Art. 4 Gegenstandslos.\n\n"
        "**Art. 5** Art. 5\n\nEnde.\n"
    )
    assert document.empty_in_force() == ()
    assert node(document, "art_2").status == "not_applicable"
    assert node(document, "art_4").status == "omitted"
    assert node(document, "art_5").status == "in_force"
