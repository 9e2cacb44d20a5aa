"""What every Corpus does, whatever it lies in: one suite, to be inherited with a fixture `corpus` over tests.corpus.library.

A class derived from `CorpusContract` gives the fixture; its tests then run on that implementation.
"""

from __future__ import annotations

import pytest

from pincite.corpus.answers import Corpus, NotFound, OutsideCoverage, PlaceFound, WorkFound
from pincite.digests import sha256_text
from pincite.errors import BadInput


def place(corpus: Corpus, reference: str, **asked: str) -> PlaceFound:
    """The place, which must be there."""
    found = corpus.find_place(reference, **asked)
    assert isinstance(found, PlaceFound), found
    return found


class CorpusContract:
    """The suite."""

    # works

    def test_a_work_is_found_by_its_id_and_by_its_names(self, corpus: Corpus) -> None:
        for name in ("hk/cap9", "hk/ord/2020/9"):
            found = corpus.find_work(name)
            assert isinstance(found, WorkFound)
            assert found.work == "hk/cap9"
            assert found.release == "hk/2026.11.30"
            assert [each.state for each in found.expressions] == ["2024-06-01", "2024-06-01", "2020-01-01"]

    def test_the_place_of_a_reference_to_a_work_is_ignored(self, corpus: Corpus) -> None:
        assert isinstance(corpus.find_work("hk/cap9#s999"), WorkFound)

    def test_not_found_is_said_under_a_claim_only(self, corpus: Corpus) -> None:
        absent = corpus.find_work("hk/hkca/2025/500")
        assert isinstance(absent, NotFound)
        assert (absent.level, absent.claim, absent.release) == ("work", "Appeals of 2025", "hk/2026.11.30")
        assert isinstance(corpus.find_work("hk/hkcfi/2025/500"), OutsideCoverage)  # held in part
        assert isinstance(corpus.find_work("hk/cap10"), OutsideCoverage)
        assert isinstance(corpus.find_work("fr/loi/2000/1"), OutsideCoverage)

    def test_a_number_of_several_decisions_names_all_and_says_so(self, corpus: Corpus) -> None:
        found = corpus.find_work("hk/CACV/77/2024")
        assert isinstance(found, WorkFound)
        assert found.works == ("hk/hkca/2025/21", "hk/hkca/2025/12")
        assert found.findings == ("several_works",)
        answer = place(corpus, "hk/CACV/77/2024#para_2")
        assert answer.expression.work == "hk/hkca/2025/12"
        assert "several_works" in answer.findings

    def test_what_is_no_reference_is_bad_input(self, corpus: Corpus) -> None:
        for text in ("", "hk", "Art. 8 BV", "hk/cap9#"):
            with pytest.raises(BadInput):
                corpus.find_place(text)

    # places

    def test_a_place_is_its_text(self, corpus: Corpus) -> None:
        found = place(corpus, "hk/cap9#s2_1", as_of="2021-01-01")
        assert found.text == "(1) The lantern burns oil."
        assert found.node.eid == "s2_1"
        assert found.expression.id == "hk/cap9@en/2020-01-01"
        assert corpus.document_text(found.expression.id)[found.start : found.end] == found.text
        assert found.findings == ()

    def test_without_a_place_the_whole_document_answers(self, corpus: Corpus) -> None:
        found = place(corpus, "hk/cap9")
        assert found.text == corpus.document_text(found.expression.id)

    def test_absent_is_absent_even_if_the_place_above_is_there(self, corpus: Corpus) -> None:
        absent = corpus.find_place("hk/cap9#s2_9")
        assert isinstance(absent, NotFound)
        assert (absent.level, absent.claim) == ("place", "hk/cap9@en/2024-06-01")
        assert ("hk/cap9#s2_1", "neighbouring_place") in {(each.reference, each.why) for each in absent.suggestions}
        assert ("hk/cap9#s2", "place_above") in {(each.reference, each.why) for each in absent.suggestions}

    def test_a_provision_that_is_no_law_is_shown_as_such(self, corpus: Corpus) -> None:
        assert "not_in_force" in place(corpus, "hk/cap9#s4").findings
        assert "not_in_force" in place(corpus, "hk/cap9#s3", as_of="2021-01-01").findings

    def test_an_id_that_repeats_gives_all_and_says_so(self, corpus: Corpus) -> None:
        found = place(corpus, "hk/cap9#s5_a")
        assert found.findings == ("repeated_id",)
        assert len(found.nodes) == 2
        assert found.text == "(a) one thing;"
        published = place(corpus, "hk/cap9#P")
        assert published.findings == ("equivalent_label", "repeated_id")

    def test_a_range_is_the_text_from_first_to_last(self, corpus: Corpus) -> None:
        found = place(corpus, "hk/hkca/2025/12#para_1..para_2")
        assert found.text.startswith("1. The appellant")
        assert found.text.endswith("We dismiss the appeal.")
        assert [node.eid for node in found.nodes] == ["para_1", "para_2"]
        assert place(corpus, "hk/hkca/2025/12#para_2..").text.endswith("Costs follow the event.")

    def test_a_range_whose_end_is_absent_is_absent(self, corpus: Corpus) -> None:
        absent = corpus.find_place("hk/hkca/2025/12#para_2..para_9")
        assert isinstance(absent, NotFound)
        assert [(each.reference, each.why) for each in absent.suggestions] == [
            ("hk/hkca/2025/12#para_2..para_3", "shorter_range")
        ]
        assert isinstance(corpus.find_place("hk/hkca/2025/12#para_3..para_2"), NotFound)

    def test_a_sentence_is_the_paragraph_it_stands_in(self, corpus: Corpus) -> None:
        found = place(corpus, "ch/sr/311.0#art_40/para_1/sent_2")
        assert found.text == "1. bei Nacht;"
        assert found.findings == ("sentence_not_separate",)

    @pytest.mark.parametrize(
        ("asked", "eid", "finding"),
        [
            ("art_40/lbl_2", "art_40/para_2", "equivalent_label"),
            ("art_41/lbl_a", "art_41/para/lbl_a", "equivalent_label"),
            ("art_38", "art_37_39", "part_of_range_node"),
            ("art_37", "art_37_39", "part_of_range_node"),
            ("ART_43", "art_43", "equivalent_label"),
        ],
    )
    def test_documented_equivalences_are_disclosed(self, corpus: Corpus, asked: str, eid: str, finding: str) -> None:
        found = place(corpus, f"ch/sr/311.0#{asked}")
        assert found.node.eid == eid
        assert finding in found.findings

    @pytest.mark.parametrize(
        "asked", ["art_42", "art_40/para_3", "art_40/lbl_a", "art_41/para_1", "art_36", "art_4", "p_5", "art_40/lbl_3"]
    )
    def test_attack_nothing_near_is_substituted(self, corpus: Corpus, asked: str) -> None:
        assert isinstance(corpus.find_place(f"ch/sr/311.0#{asked}"), NotFound)

    # pages

    def test_a_page_is_the_text_between_its_marks(self, corpus: Corpus) -> None:
        found = place(corpus, "ch/bge/140/III/86#p_87")
        assert found.text.startswith("und erlischt bei Tagesanbruch.")
        assert found.text.rstrip().endswith("2.1 Das Öl ist rein.")
        assert found.node.eid == "consid_2"
        assert place(corpus, "ch/bge/140/III/86#p_86").text.startswith("Regeste")
        assert place(corpus, "ch/bge/140/III/86#p_88").text.startswith("3. Die Würde")
        assert place(corpus, "ch/bge/140/III/86#p_86..p_87").text.rstrip().endswith("rein.")
        assert [mark.label for mark in corpus.pages("ch/bge/140/III/86@de/2014-02-03")] == ["87", "88"]

    def test_a_page_of_another_decision_is_not_there(self, corpus: Corpus) -> None:
        assert isinstance(corpus.find_place("ch/bge/140/III/86#p_89"), NotFound)

    # time and language

    def test_the_newest_state_not_after_the_date_answers(self, corpus: Corpus) -> None:
        assert "must light a lantern" in place(corpus, "hk/cap9#s2", as_of="2024-05-31").text
        assert "shall light two lanterns" in place(corpus, "hk/cap9#s2", as_of="2024-06-01").text
        assert "shall light two lanterns" in place(corpus, "hk/cap9#s2").text

    def test_a_date_after_the_release_is_disclosed(self, corpus: Corpus) -> None:
        assert place(corpus, "hk/cap9#s1", as_of="2027-01-01").findings == ("beyond_release",)
        beyond = corpus.find_place("hk/cap9#s99", as_of="2027-01-01")
        assert isinstance(beyond, OutsideCoverage)
        assert beyond.findings == ("beyond_release",)

    def test_attack_a_later_wording_never_answers_for_an_earlier_date(self, corpus: Corpus) -> None:
        early = corpus.find_place("hk/cap9#s2", as_of="2019-12-31")
        assert isinstance(early, OutsideCoverage)
        assert early.findings == ("before_first_state",)
        assert isinstance(corpus.find_place("ch/sr/311.0#art_43", as_of="2024-12-31"), OutsideCoverage)

    def test_a_decision_later_than_the_date_is_disclosed(self, corpus: Corpus) -> None:
        assert place(corpus, "hk/hkca/2025/12#para_1", as_of="2020-01-01").findings == ("later_than_as_of",)

    def test_a_language_is_preferred_and_never_required(self, corpus: Corpus) -> None:
        assert place(corpus, "hk/cap9#s2", language="zh-Hant").expression.language == "zh-Hant"
        assert place(corpus, "hk/cap9#s2", language="zh").expression.language == "zh-Hant"
        assert place(corpus, "hk/cap9#s2").expression.language == "en"
        french = place(corpus, "hk/cap9#s2", language="fr")
        assert french.expression.language == "en"
        assert "other_language" in french.findings
        only_chinese = place(corpus, "hk/cap9#s6", language="en")
        assert only_chinese.expression.language == "zh-Hant"
        assert "other_language" in only_chinese.findings

    # near misses

    @pytest.mark.parametrize(
        ("reference", "suggested", "why"),
        [
            ("ch/bge/140/III/88", "ch/bge/140/III/86#p_88", "page_inside_decision"),
            ("ch/bger/4A_21/2013", "ch/bger/4A_12/2013", "digits_transposed"),
            ("ch/bger/4a_12/2013", "ch/bger/4A_12/2013", "letter_case"),
            ("hk/hkca/2024/12", "hk/hkca/2025/12", "other_year"),
            ("ch/bge/140/II/86", "ch/bge/140/III/86", "other_part"),
        ],
    )
    def test_a_near_miss_is_offered_with_its_reason(
        self, corpus: Corpus, reference: str, suggested: str, why: str
    ) -> None:
        offered = corpus.near(reference)
        assert (suggested, why) in {(each.reference, each.why) for each in offered}
        assert all(each.title for each in offered)
        assert not isinstance(corpus.find_work(reference), WorkFound)

    def test_a_page_beyond_the_decision_is_not_inside_it(self, corpus: Corpus) -> None:
        assert "page_inside_decision" not in {each.why for each in corpus.near("ch/bge/140/III/95")}

    def test_what_is_there_has_no_near_miss(self, corpus: Corpus) -> None:
        assert corpus.near("hk/cap9") == ()
        assert corpus.near("hk/cap9#s2") == ()

    # documents

    def test_blocks_are_the_document_in_order(self, corpus: Corpus) -> None:
        for record in corpus.every_document():
            text = corpus.document_text(record.id)
            blocks = corpus.blocks(record.id)
            assert blocks
            for block in blocks:
                assert text[block.document_start : block.document_start + len(block.text)] == block.text
                assert block.text_sha256 == sha256_text(block.text)
            covered = "".join(block.text for block in blocks)
            assert "".join(covered.split()) == "".join(text.split())

    def test_nodes_lie_inside_their_parents(self, corpus: Corpus) -> None:
        nodes = corpus.nodes("ch/sr/311.0@de/2025-01-01")
        assert [node.node for node in nodes] == list(range(len(nodes)))
        for node in nodes:
            if node.parent is not None:
                assert nodes[node.parent].start <= node.start <= node.end <= nodes[node.parent].end

    def test_all_documents_come_in_order_of_their_ids(self, corpus: Corpus) -> None:
        ids = [record.id for record in corpus.every_document()]
        assert ids == sorted(ids)
        assert len(ids) == 7

    def test_coverage_counts_what_is_held(self, corpus: Corpus) -> None:
        held = {each.release: each for each in corpus.coverage()}
        assert held["hk/2026.11.30"].works == 3
        assert held["hk/2026.11.30"].by_language == {"en": 4, "zh-Hant": 1}
        assert held["ch/2026.11.30"].by_kind == {"decision": 1, "legislation": 1}
        assert sum(each.blocks for each in held.values()) == sum(
            len(corpus.blocks(each.id)) for each in corpus.every_document()
        )

    # full text

    def found(self, corpus: Corpus, words: str, **filters: str) -> set[str]:
        return {f"{hit.expression.work}#{hit.block.eid}" for hit in corpus.search(words, **filters)}  # type: ignore[arg-type]

    def test_all_words_must_stand_in_a_passage(self, corpus: Corpus) -> None:
        assert self.found(corpus, "keeper oil", as_of="2021-01-01") == {"hk/cap9#s2", "hk/cap9#s3"}
        assert self.found(corpus, "keeper dawn oil", as_of="2021-01-01") == {"hk/cap9#s2"}

    def test_a_phrase_stands_as_it_is(self, corpus: Corpus) -> None:
        assert self.found(corpus, '"dismiss the appeal"') == {"hk/hkca/2025/12#para_2"}
        assert self.found(corpus, '"appeal the dismiss"') == set()

    def test_a_star_stands_for_any_ending(self, corpus: Corpus) -> None:
        assert self.found(corpus, "lantern appella") == set()
        assert self.found(corpus, "lantern* appel*") == {"hk/hkca/2025/12#para_1"}

    def test_chinese_is_found_without_spaces(self, corpus: Corpus) -> None:
        assert self.found(corpus, "個人資料") == {"hk/cap9#s2"}
        assert self.found(corpus, "人個") == set()

    def test_case_and_accents_do_not_matter_and_what_has_them_comes_first(self, corpus: Corpus) -> None:
        assert self.found(corpus, "WUERDE") == set()
        assert (
            self.found(corpus, "wurde lichts") == self.found(corpus, "Würde Lichts") == {"ch/bge/140/III/86#consid_3"}
        )

    def test_only_the_wording_for_the_date_is_searched(self, corpus: Corpus) -> None:
        assert self.found(corpus, "must light") == set()
        assert self.found(corpus, "must light", as_of="2021-01-01") == {"hk/cap9#s2"}

    def test_filters_hold(self, corpus: Corpus) -> None:
        assert self.found(corpus, "Laterne", jurisdiction="hk") == set()
        assert self.found(corpus, "Laterne", kind="legislation") == {"ch/sr/311.0#art_41"}
        assert self.found(corpus, "keeper", language="de") == {"ch/sr/311.0#art_41"}
        assert self.found(corpus, "燈籠", language="zh") == {"hk/cap9#s2"}

    def test_the_limit_is_kept_and_the_order_is_the_same_each_time(self, corpus: Corpus) -> None:
        assert len(corpus.search("the", limit=2)) == 2
        assert list(corpus.search("the")) == list(corpus.search("the"))

    @pytest.mark.parametrize(
        "words", ["", "   ", '"', '""', "AND", "NEAR(a b)", "a* OR", "x:y", "(", "-a", "'; DROP TABLE block; --"]
    )
    def test_attack_what_a_user_types_is_never_syntax(self, corpus: Corpus, words: str) -> None:
        assert isinstance(list(corpus.search(words)), list)

    def test_a_snippet_shows_the_words(self, corpus: Corpus) -> None:
        hit = corpus.search("Docht zulässig")[0]
        assert "Docht ist zulässig" in hit.snippet
