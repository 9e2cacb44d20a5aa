"""Each trap of the form of Swiss decisions, on invented decisions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.jurisdictions.ch.decisions import BGE, BGER, BVGER, NBSP, TICINO, node, parsed, places, sides, text_of
from tests.timing import processor_seconds

from pincite.law.document import Document

OWN = ("199", "II", "77")


# ---- BGE


def test_bge_page_marks_inside_sentences_leave_the_text_and_keep_their_place() -> None:
    result = parsed(BGE, own_bge=OWN)
    assert "A. hält eine Laterne am alten Hafen und zündet sie täglich an." in result.text
    assert "Dies gilt auch für papierene Laternen." in result.text
    assert [label for label, _ in sides(result, "page")] == ["78", "79", "80"]
    mark = next(side for side in result.sides if side.label == "79")
    assert result.text[: mark.at].endswith("am alten Hafen und")


def test_bge_page_of_another_decision_is_a_citation_and_stays() -> None:
    assert "(vgl. BGE 150 II 300 S. 302)" in parsed(BGE, own_bge=OWN).text


def test_bge_numbering_begins_where_the_extract_begins() -> None:
    assert places(parsed(BGE, own_bge=OWN), "consideration") == [
        "consid_4",
        "consid_4.1",
        "consid_4.2",
        "consid_5",
        "consid_5.6",
    ]


def test_bge_headnote_in_three_languages_is_three_headnotes() -> None:
    result = parsed(BGE, own_bge=OWN)
    headnotes = [found for found in result.provisions if found.kind == "headnote"]
    assert [(found.eid, found.ordinal, found.role) for found in headnotes] == [
        ("regeste", 0, "headnote"),
        ("regeste", 1, "headnote"),
        ("regeste", 2, "headnote"),
    ]
    assert "iscrizione delle lanterne" in result.text[headnotes[2].start : headnotes[2].end]


def test_bge_zones_say_who_speaks() -> None:
    result = parsed(BGE, own_bge=OWN)
    assert node(result, "facts_A.b").role == "facts"
    assert node(result, "consid_4.1").role == "reasoning"
    assert (node(result, "consid_4.2/p_1").role, text_of(result, "consid_4.2/p_1")) == (
        "court_below",
        "Die Vorinstanz erwog, Papier brenne.",
    )


OLD = """Regeste

Art. 1 LatG.

Sachverhalt

A. hält eine Laterne.

Erwägungen

1. Die Beschwerde ist zulässig, denn sie ist rechtzeitig erhoben worden und hinreichend begründet.

2. a) Die Laterne ist eine bewegliche Sache, und sie kann darum in das Register eingetragen werden.

b) Die Eintragung setzt voraus, dass die Halterin ein Gesuch stellt und die Gebühr entrichtet hat.

aa) Das Gesuch ist schriftlich zu stellen, und die Behörde hat seinen Eingang zu bestätigen.

bb) Die Gebühr beträgt vierzig Franken und wird mit der Eintragung fällig, nicht früher.

3. Die Beschwerde ist abzuweisen.
"""


def test_older_volumes_number_by_letters() -> None:
    assert places(parsed(OLD), "consideration") == [
        "consid_1",
        "consid_2",
        "consid_2a",
        "consid_2b",
        "consid_2b_aa",
        "consid_2b_bb",
        "consid_3",
    ]


def test_letters_of_a_list_are_not_considerations() -> None:
    listed = OLD.replace("2. a) Die Laterne ist eine", "2. Es gelten: a) die Laterne, eine").replace(
        "b) Die Eintragung setzt voraus, dass die Halterin ein Gesuch stellt und die Gebühr entrichtet hat.",
        "b) die Eintragung;",
    )
    assert "consid_2b" not in places(parsed(listed))


# ---- Federal Supreme Court


def test_bger_numbers_on_their_own_line_and_no_break_spaces_at_line_ends() -> None:
    result = parsed(BGER)
    assert places(result, "consideration") == ["consid_1", "consid_2", "consid_2.1", "consid_2.2", "consid_3"]
    assert text_of(result, "consid_1") == "1.\nDie Beschwerde ist zulässig."
    assert NBSP not in result.text


def test_bger_head_keeps_its_lines_in_four_languages() -> None:
    result = parsed(BGER)
    assert text_of(result, "head").split("\n")[:5] == [
        "Bundesgericht",
        "Tribunal fédéral",
        "Tribunale federale",
        "Tribunal federal",
        "5A_9902/2072",
    ]


def test_anonymised_parties_are_not_facts_numbered_a() -> None:
    assert places(parsed(BGER), "fact") == ["facts_A", "facts_B"]


def test_items_of_a_list_are_not_considerations() -> None:
    result = parsed(BGER)
    assert text_of(result, "consid_2.2").endswith("2. der Laterne.")
    assert text_of(result, "consid_3").startswith("3.\nDie Beschwerde ist abzuweisen.")


def test_the_order_is_numbered_for_itself_and_ends_before_place_and_date() -> None:
    result = parsed(BGER)
    assert places(result, "order_item") == ["disp_1", "disp_2"]
    assert node(result, "disp_1").role == "order"
    assert text_of(result, "closing").startswith("Lausanne, 17. Juni 2072")


def test_a_consideration_spans_its_parts_and_its_own_words_are_a_block() -> None:
    result = parsed(BGER)
    whole, own = node(result, "consid_2"), node(result, "consid_2/intro")
    assert not whole.block
    assert own.block
    assert text_of(result, "consid_2/intro") == "2."
    assert whole.start == own.start
    assert whole.end == node(result, "consid_2.2").end
    assert text_of(result, "consid_2").startswith("2.\n2.1. Die Beschwerdeführerin macht geltend")


def test_a_block_that_reports_a_party_throughout_has_that_role() -> None:
    result = parsed(BGER)
    assert node(result, "consid_2.1").role == "submission"
    assert node(result, "consid_2.2").role == "reasoning"


# ---- Federal Administrative Court, from PDF


def test_letter_spaced_headings_stay_as_published_and_are_understood() -> None:
    result = parsed(BVGER, language="fr")
    assert "A r r ê t d u 5 f é v r i e r 2 0 7 3" in result.text
    assert "Arrêt du 5 février 2073" in result.head


def test_running_page_heads_inside_the_text_are_side_channels() -> None:
    result = parsed(BVGER, language="fr")
    assert [label for label, _ in sides(result, "page")] == ["2", "3", "4"]
    assert [text for _, text in sides(result, "furniture")][:2] == ["E-9903/2072", "E-9903/2072"]
    assert "la lanterne que la recourante avait allumée." in text_of(result, "facts_B.a")


def test_the_docket_in_the_head_is_no_running_head() -> None:
    assert "E-9903/2072" in text_of(parsed(BVGER, language="fr"), "head")


def test_hard_line_breaks_become_spaces_and_hyphens_at_line_ends_stay() -> None:
    result = parsed(BVGER, language="fr")
    assert "sans la surveil- ler." in text_of(result, "facts_A")
    assert "\n" not in text_of(result, "facts_A").removeprefix("A.\n")


def test_dates_and_consideration_numbers_at_line_starts_number_nothing() -> None:
    result = parsed(BVGER, language="fr")
    assert places(result, "consideration", "fact") == [
        "facts_A",
        "facts_B",
        "facts_B.a",
        "facts_B.b",
        "consid_1",
        "consid_1.1",
        "consid_1.2",
        "consid_2",
        "consid_2.1",
        "consid_2.1.1",
        "consid_2.1.2",
    ]
    assert "28 juillet 2051" in text_of(result, "consid_1.1")


def test_french_submissions_are_reported_speech() -> None:
    result = parsed(BVGER, language="fr")
    assert node(result, "consid_2.1/intro").role == "submission"


# ---- cantons


def test_italian_decision_has_facts_law_order_and_speakers() -> None:
    result = parsed(TICINO, language="it")
    assert places(result, "fact", "consideration", "order_item") == [
        "facts_A",
        "facts_B",
        "consid_1",
        "consid_2",
        "consid_3",
        "disp_1",
        "disp_2",
    ]
    assert node(result, "consid_2").role == "submission"
    assert text_of(result, "consid_3/p_1") == "Il Pretore ha ritenuto che la lanterna fosse del Comune."
    assert node(result, "consid_3/p_1").role == "court_below"


ZURICH = """Obergericht des Kantons Laternberg
Geschäfts-Nr.: SB990001-O/U

Urteil vom 3. März 2072

- 2 -

Erwägungen:

I. Verfahrensgang

1. Die Anklage wurde erhoben.

2. Der Beschuldigte wurde befragt, und zwar zu allen Fragen, die sich um die Laterne am alten Hafen dreh-

- 3 -

ten.

II. Sachverhalt

A. Ausgangslage

1. Laterne

1.1. Die Laterne brannte.

1.2. Sie erlosch.

B. Würdigung

1. Der Sachverhalt ist erstellt.

2. Anderes ist nicht bewiesen.

Es wird erkannt:

1. Der Beschuldigte wird freigesprochen.

2. Die Kosten werden auf die Gerichtskasse genommen.

Obergericht des Kantons Laternberg
I. Strafkammer
"""


def test_sections_with_roman_numbers_and_letters_restart_the_count() -> None:
    assert places(parsed(ZURICH), "consideration") == [
        "consid_I",
        "consid_I.1",
        "consid_I.2",
        "consid_II",
        "consid_II.A",
        "consid_II.A.1",
        "consid_II.A.1.1",
        "consid_II.A.1.2",
        "consid_II.B",
        "consid_II.B.1",
        "consid_II.B.2",
    ]


def test_page_numbers_between_dashes_do_not_break_a_word_apart() -> None:
    result = parsed(ZURICH)
    assert "am alten Hafen dreh- ten." in text_of(result, "consid_I.2")
    assert [label for label, _ in sides(result, "page")] == ["2", "3"]


GENEVA = """POUVOIR JUDICIAIRE

A/9904/2072-LANT ATA/99/2073

Arrêt du 6 janvier 2073

- 2/3 -

A/9904/2072

EN FAIT

A.     a. A______, née le ______ 2040, tient une lanterne.

b. Elle l'a allumée.

B.     a. Par acte du 27 mars 2072, A______ a recouru.

b. L'autorité a conclu au rejet.

EN DROIT

1. Le recours est recevable.

2. Le litige porte sur une lanterne.

2.1 La loi règle les lanternes.

- 3/3 -

A/9904/2072

2.2 Le recours est admis.

PAR CES MOTIFS

LA CHAMBRE ADMINISTRATIVE

admet le recours ;

Siégeant : Claude Exemple, président
"""


def test_geneva_facts_have_two_labels_on_one_line() -> None:
    result = parsed(GENEVA, language="fr")
    assert places(result, "fact") == [
        "facts_A",
        "facts_A.a",
        "facts_A.b",
        "facts_B",
        "facts_B.a",
        "facts_B.b",
    ]
    assert text_of(result, "facts_B.a") == "a. Par acte du 27 mars 2072, A______ a recouru."
    assert places(result, "consideration")[-1] == "consid_2.2"


def test_headings_may_have_numbers_of_their_own() -> None:
    text = (
        "I. Sachverhalt\n\nA. Eine Laterne brannte.\n\nB. Sie erlosch.\n\nII. Erwägungen\n\n1. Die Klage ist zulässig.\n\n"
        "2. Sie ist begründet.\n\nIII. Demnach wird erkannt:\n\n1. Die Klage wird gutgeheissen.\n\n2. Keine Kosten.\n"
    )
    assert places(parsed(text), "fact", "consideration", "order_item") == [
        "facts_A",
        "facts_B",
        "consid_1",
        "consid_2",
        "disp_1",
        "disp_2",
    ]


def test_a_quoted_order_does_not_number_the_facts() -> None:
    quoted = "\n\n".join(
        f"{number}. Der Beschuldigte hat die Laterne Nummer {number} herauszugeben." for number in range(1, 9)
    )
    text = f"Sachverhalt:\n\nA.\n\nDas Gericht erkannte:\n\n{quoted}\n\nB.\n\nEr rekurrierte.\n\nErwägungen:\n\n1.\n\nGut.\n"
    assert places(parsed(text), "fact") == ["facts_A", "facts_B"]


def test_requests_quoted_in_a_consideration_do_not_number_it() -> None:
    requests = "\n\n".join(f"{number}. Die Verfügung sei in Punkt {number} aufzuheben." for number in range(1, 4))
    text = (
        f"Erwägungen:\n\n1. Die Beschwerdeführerin stellte folgende Anträge:\n\n{requests}\n\n"
        "2. Die Kosten sind strittig.\n\n3. Die Beschwerde ist gutzuheissen.\n"
    )
    result = parsed(text)
    assert places(result, "consideration") == ["consid_1", "consid_2", "consid_3"]
    assert text_of(result, "consid_2") == "2. Die Kosten sind strittig."


RECITALS = """Seite 1

Das Bundesverwaltungsgericht stellt fest und erwägt,

dass die Beschwerdeführerin eine Laterne hält,

dass sie diese am 3. März 2072 angezündet hat,

dass die Vorinstanz sie deswegen gebüsst hat,

dass hiergegen die Beschwerde offensteht,

dass die Beschwerde rechtzeitig ist,

dass sie indes unbegründet ist,

dass keine Kosten zu erheben sind,

Demnach erkennt das Bundesverwaltungsgericht:

1.

Die Beschwerde wird abgewiesen.

2.

Es werden keine Kosten erhoben.
"""


def test_a_decision_in_one_sentence_has_unnumbered_paragraphs_and_a_finding() -> None:
    result = parsed(RECITALS)
    assert places(result, "paragraph") == [f"u_{number}" for number in range(1, 8)]
    assert node(result, "u_2").role == "reasoning"
    assert "considerations_unnumbered" in [finding.code for finding in result.findings]


def test_an_unstructured_text_is_kept_whole_and_nobody_is_said_to_speak() -> None:
    result = parsed("Eine Laterne.\n\nNoch eine Laterne, ganz ohne Aufbau.\n")
    assert {found.role for found in result.provisions} == {"unknown"}
    assert "structure_not_recognised" in [finding.code for finding in result.findings]


def test_ranges_left_out_are_one_place_and_the_count_goes_on() -> None:
    result = parsed("Aus den Erwägungen\n\n3.\n\n3.1. 3.3. (…)\n\n3.4. Die Laterne brennt.\n\n4. (…)\n")
    assert places(result, "consideration") == ["consid_3", "consid_3.1..consid_3.3", "consid_3.4", "consid_4"]


def test_a_gap_in_a_whole_decision_is_found_and_never_filled() -> None:
    result = parsed("Erwägungen:\n\n1.\n\nEins.\n\n2.\n\nZwei.\n\n4.\n\nVier.\n\n5.\n\nFünf.\n")
    assert places(result, "consideration") == ["consid_1", "consid_2", "consid_4", "consid_5"]
    gap = next(finding for finding in result.findings if finding.code == "numbering_gap")
    assert dict(gap.parameters) == {"after": "2", "next": "4"}


def _through() -> str:
    numbered = [
        f"{number}. Die Laterne Nummer {number} steht am Hafen und leuchtet.{number}" for number in range(1, 19)
    ]
    notes = [f"{number} Akten, act. {number}." for number in range(1, 19)]
    first = ["Laternenkommission", "A Sachverhalt", *numbered[:9], *notes[:9], "2", ""]
    second = ["B Erwägungen", *numbered[9:], *notes[9:], "3", "", "Schluss.", "4"]
    return "\n".join([*first, *second])


def test_paragraphs_numbered_through_are_margin_numbers_under_headings() -> None:
    result = parsed(_through())
    assert [place for place in places(result) if place.startswith("para_")] == [
        f"para_{number}" for number in range(1, 19)
    ]
    assert [place for place in places(result) if place.startswith("h_")] == ["h_A", "h_B"]
    assert node(result, "para_9").role == "facts"
    assert node(result, "para_10").role == "reasoning"


def test_notes_at_the_foot_of_pages_are_a_side_channel() -> None:
    result = parsed(_through())
    assert [label for label, _ in sides(result, "note")] == [str(number) for number in range(1, 19)]
    assert "Akten, act. 3." not in result.text


def test_lists_of_contents_and_targets_of_links_are_side_channels() -> None:
    contents = "\n".join(f"{letter} Kapitel ........ {page}" for page, letter in enumerate("ABCDEF", 3))
    text = (
        f"Laternenkommission\n{contents}\n\nErwägungen:\n\n1.\n\nEs brennt.\n\nhttps://lantern.invalid/a\n\n- 2 -\n\n"
        "2.\n\nEs leuchtet.\n"
    )
    result = parsed(text)
    assert len(sides(result, "contents")) == 6
    assert sides(result, "links") == [("", "https://lantern.invalid/a")]
    assert places(result, "consideration") == ["consid_1", "consid_2"]


NEIGHBOURS = """Art. 13 LatG
Zusammenfassung des Sammlers.

hat, hat er die Berufsregel von Art. 12 LatG verletzt. Das ist der Schluss
des Entscheids davor.
68 Art. 13 LatG
Verletzung des Laternengeheimnisses.
Aus dem Entscheid der Laternenkommission vom 30. November 2072
(LAK.2072.54), i.S. Aufsichtsanzeige
Aus den Erwägungen
2. Die Anzeigerin wirft der Anwältin eine Verletzung vor, die keine ist.
3.
3.1. 3.3. (…)
3.4. Die Regel ist nicht verletzt.
69 Art. 14 LatG
Eine andere Verletzung.
Aus dem Entscheid der Laternenkommission vom 1. Dezember 2072
(LAK.2071.82), i.S. Aufsichtsanzeige
Aus den Erwägungen
2. Ein anderer Fall.
"""


def test_neighbours_printed_on_the_same_page_are_set_aside() -> None:
    result = parsed(NEIGHBOURS, docket="LAK.2072.54")
    assert result.text.startswith("68 Art. 13 LatG")
    assert "Ein anderer Fall" not in result.text
    assert "Schluss" not in result.text
    assert places(result, "consideration") == ["consid_2", "consid_3", "consid_3.1..consid_3.3", "consid_3.4"]
    assert node(result, "regeste").role == "headnote"
    assert any("Ein anderer Fall" in text for _, text in sides(result, "other_decision"))
    assert [text for _, text in sides(result, "abstract")] == ["Art. 13 LatG", "Zusammenfassung des Sammlers."]
    assert "text_of_other_decisions_set_aside" in [finding.code for finding in result.findings]


def test_without_a_docket_neighbours_are_kept_and_reported() -> None:
    result = parsed(NEIGHBOURS, docket="LAK.1.1")
    assert "Ein anderer Fall" in result.text
    assert "several_decisions_in_one_file" in [finding.code for finding in result.findings]


# ---- invariants


LINES = st.sampled_from(
    ["1.", "1.1 Die Laterne.", "2. Das Licht", "A.", "A.a Es brennt.", "Sachverhalt:", "Erwägungen:", "Erwägungen", "",
     "Demnach erkennt das Bundesgericht:", "- 2 -", "- 3 -", "BGE 199 II 77 S. 80", "Ende BGE 199 II 77 S. 81 geht",
     "Regeste", "a) Ein Satz.", "I.", "II. Teil", "Lausanne, 3. März 2072", "3.1. 3.3. (…)", "𠀀 é \u00a0 ß", "\t",
     "1 Note", "Wort-", "12. März 2072", "(…)", "Seite 4", "http://a.invalid"]
)  # fmt: skip


@given(st.lists(LINES, max_size=25), st.sampled_from(["de", "fr", "it", ""]))
def test_any_lines_make_a_tree_that_tiles_the_text_and_loses_nothing(lines: list[str], language: str) -> None:
    result = parsed("\n".join(lines), language=language, own_bge=OWN)
    document = Document(
        work="ch/invented",  # type: ignore[arg-type]
        kind="decision",
        language="de",
        state="",
        title="",
        text=result.text,
        source_map=result.source_map,
        provisions=result.provisions,
        sides=result.sides,
    )
    document.check()
    keys = [(found.path, found.eid, found.ordinal) for found in result.provisions]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    "line", ["1. ", "1.1.1.1.1.1 ", "A. ", "I.", "- 2 -", "«" * 50, "1. " * 40, "dass ja,", ")" * 3000 + "x"]
)
def test_attack_a_text_of_one_kind_of_line_takes_linear_time(line: str) -> None:
    def seconds(characters: int) -> float:
        text = "Erwägungen:\n" + (line + "\n") * (characters // (len(line) + 1))
        return processor_seconds(lambda: parsed(text, own_bge=OWN), rounds=2)

    seconds(4_000)
    # eight times the text: about 8 times the time when linear, 64 times when quadratic
    assert seconds(48_000) < 30 * max(seconds(6_000), 0.005)
