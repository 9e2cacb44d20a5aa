"""Where words stand in a set of releases: verbatim always found, the nearest passage otherwise, the true document named."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.corpus import library
from tests.workflows.house_simulator import DATE, Marked, unmark

from pincite import wiring
from pincite.corpus.manifest import Manifest
from pincite.digests import sha256
from pincite.errors import CorruptRelease
from pincite.quotation.locate import all_places
from pincite.reports.report import Report
from pincite.storage.fingerprints import FILE
from pincite.storage.sqlite import quotes
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.verify_draft import Request, verify_draft

HK = library.HK | {
    "cap10.en": """work: hk/cap10
language: en
state: 2023-01-01
title: Harbour Lamps Ordinance

@ s1 section heading=Lamps
The harbour master must inspect every lamp on the quay at least once in each month, unless the quay is closed to traffic.
@ s2 section
"Lamp" means a lantern that is fixed to a mast, a wall or a post, and includes the wick, the oil and the glass of the lantern.
@@ s2_1 subsection
(1) Subsection (2) applies where a lamp was broken by ice, by wind or by a vessel of the Government.
@ s3 section
碼頭主管須每月至少檢查碼頭上的每盞燈一次，除非該碼頭已停止開放予車輛通行。
""",
    "cap11.fr": """work: hk/cap11
language: fr
state: 2023-01-01
title: Ordonnance de la veilleuse

@ s1 section heading=Manœuvre
Le gardien ma\u00adnœuvre la veil- leuse à la tombée de la nuit et vérifie l’ﬁnesse de la mèche avant l’aube, sauf grand vent.
""",
    "hkcfi.2026.7": """work: hk/hkcfi/2026/7
kind: decision
language: en
state: 2026-02-03
title: In re the Quay

@ para_1 paragraph
1. Section 1 provides that “The harbour master must inspect every lamp on the quay at least once in each month”.
@ para_2 paragraph
2. The plaintiff's case was that nobody had looked at the lamp since the winter of 2019, and that the glass was gone.
""",
}


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quotes")
    for jurisdiction, files in (("hk", HK), ("ch", library.CH)):
        library.write(folder / f"sources-{jurisdiction}", files)
        library.build(library.spec(folder, jurisdiction, root=f"sources-{jurisdiction}"), folder / "releases")
    return folder / "releases"


@pytest.fixture(scope="module")
def corpus(releases: Path) -> Iterator[SqliteCorpus]:
    with wiring.open_corpus([releases]) as opened:
        yield opened


# words that stand as they are


@given(data=st.data())
@settings(max_examples=250, deadline=None)
def test_any_words_of_any_block_are_found_where_they_stand(corpus: SqliteCorpus, data: st.DataObject) -> None:
    records = list(corpus.every_document())
    record = data.draw(st.sampled_from(records))
    block = data.draw(st.sampled_from([b for b in corpus.blocks(record.id) if b.text]))
    words = [match.span() for match in re.finditer(r"[^\W_\u3400-\u9fff]+|[\u3400-\u9fff]", block.text)]
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = block.text[words[first][0] : words[last][1]]
    assume(all_places(block.text, quote))  # «2» of «2.1» is no number that stands there
    hits = corpus.find_quote(quote, limit=500)
    assert all(hit.exact and hit.verdict == "clean" for hit in hits)
    assert record.id in {hit.expression.id for hit in hits}
    for hit in hits:
        text = corpus.document_text(hit.expression.id)
        assert hit.text == text[hit.start : hit.end]
        assert hit.text.split() == quote.split()


def test_words_that_run_over_two_provisions_are_found(corpus: SqliteCorpus) -> None:
    (hit,) = corpus.find_quote("and the glass of the lantern. (1) Subsection (2) applies where")
    assert (hit.expression.work, hit.exact) == ("hk/cap10", True)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ('Section 1 provides that "The harbour master must inspect', "A1"),
        ("the\u00a0glass was\u00a0gone", "A1"),
        ("Die Laterne brennt nach Sonnenuntergang und erlischt bei Tagesanbruch", "A2"),
    ],
)
def test_typography_and_layout_do_not_hide_words(corpus: SqliteCorpus, typed: str, code: str) -> None:
    (hit,) = corpus.find_quote(typed)
    assert hit.exact
    assert hit.codes == (code,)


def test_what_hides_inside_words_does_not_hide_the_words(corpus: SqliteCorpus) -> None:
    (hit,) = corpus.find_quote(
        "Le gardien manoeuvre la veilleuse à la tombée de la nuit et vérifie l'finesse de la mèche"
    )
    assert (hit.reference, hit.exact) == ("hk/cap11#s1", True)
    assert hit.codes == ("A1", "A2")


def test_all_places_are_given_the_first_release_first_and_the_newest_wording_before_the_older(
    corpus: SqliteCorpus,
) -> None:
    hits = corpus.find_quote("This Ordinance may be cited as the Lantern Ordinance.")
    assert [hit.expression.state for hit in hits] == ["2024-06-01", "2020-01-01"]
    assert [hit.reference for hit in corpus.find_quote("inspect every lamp on the quay")] == [
        "hk/cap10#s1",
        "hk/hkcfi/2026/7#para_1",
    ]


def test_a_common_word_is_found_in_several_documents_up_to_the_limit(corpus: SqliteCorpus) -> None:
    assert len(corpus.find_quote("the", limit=4)) == 4
    assert len({hit.expression.id for hit in corpus.find_quote("the", limit=100)}) >= 4


def test_one_language_alone_may_be_asked_for(corpus: SqliteCorpus) -> None:
    assert corpus.find_quote("碼頭主管須每月至少檢查碼頭上的每盞燈一次", language="en")
    assert not corpus.find_quote("碼頭主管須每月至少檢查碼頭上的每盞燈一次", language="zh")
    assert {hit.expression.language for hit in corpus.find_quote("燈籠", language="zh")} == {"zh-Hant"}


@pytest.mark.parametrize("quote", ["", " … ", "§", "—"])
def test_no_words_are_found_nowhere(corpus: SqliteCorpus, quote: str) -> None:
    assert corpus.find_quote(quote) == ()


def test_quotes_and_operators_of_a_query_are_only_words(corpus: SqliteCorpus) -> None:
    assert corpus.find_quote('lantern" OR "oil') == ()
    assert corpus.find_quote("NEAR(lamp quay)") == ()
    assert corpus.find_quote("lanter*") == ()


def test_attack_words_that_differ_by_an_accent_or_a_cut_word_do_not_stand(corpus: SqliteCorpus) -> None:
    assert not any(hit.exact for hit in corpus.find_quote("erlischt bei Tagesanbrüch"))
    assert not any(hit.exact for hit in corpus.find_quote("arbour master must inspect every lamp on the qua"))


def test_words_whose_fingerprints_are_too_common_are_found_by_the_full_text(
    corpus: SqliteCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotes, "_MOST_EXACT", 0)
    (hit,) = corpus.find_quote("nobody had looked at the lamp since the winter of 2019")
    assert (hit.reference, hit.exact) == ("hk/hkcfi/2026/7#para_2", True)


# words that were altered


@pytest.mark.parametrize(
    ("quote", "reference", "codes", "differs"),
    [
        (
            "nobody had ever looked at the lamp since the winter of 2018",
            "hk/hkcfi/2026/7#para_2",
            {"M1", "M2"},
            ("2019", "2018"),
        ),
        (
            "The harbour master may inspect every lamp on the quay at least once in each month, unless the quay is closed",
            "hk/cap10#s1",
            {"M1"},
            ("must", "may"),
        ),
        ("碼頭主管可每月至少檢查碼頭上的每盞燈一次，除非該碼頭已停止開放", "hk/cap10#s3", {"M1"}, ("須", "可")),
    ],
)
def test_what_comes_nearest_is_named_with_what_differs(
    corpus: SqliteCorpus, quote: str, reference: str, codes: set[str], differs: tuple[str, str]
) -> None:
    hit = corpus.find_quote(quote)[0]
    assert hit.reference == reference
    assert not hit.exact
    assert hit.verdict == "refused"
    assert codes <= set(hit.codes)
    assert differs in hit.differs


def test_a_marked_omission_is_near_and_not_refused(corpus: SqliteCorpus) -> None:
    hit = corpus.find_quote("The harbour master must inspect every lamp … at least once in each month")[0]
    assert not hit.exact
    assert hit.verdict != "refused"
    assert "A3" in hit.codes


def test_nothing_near_is_no_answer(corpus: SqliteCorpus) -> None:
    assert corpus.find_quote("The moon is made of green cheese and belongs to nobody in particular") == ()


def test_the_same_question_has_the_same_answer(releases: Path, corpus: SqliteCorpus) -> None:
    quote = "The harbour master shall inspect each lamp on the quay at least once in each month"
    with wiring.open_corpus([releases]) as again:
        assert again.find_quote(quote) == corpus.find_quote(quote)


# the file of the release


@pytest.fixture
def own(releases: Path, tmp_path: Path) -> Path:
    shutil.copytree(releases / "hk" / "2026.11.30", tmp_path / "own")
    return tmp_path / "own"


def reseal(folder: Path, *, without: bool = False) -> None:
    """Make the manifest fit what lies in the folder now; or name no fingerprints, as releases built before."""
    manifest = Manifest.read((folder / "manifest.json").read_bytes(), name="m")
    data = b"" if without else (folder / FILE).read_bytes()
    files = tuple(
        replace(each, bytes=len(data), sha256=sha256(data)) if each.path == FILE else each
        for each in manifest.files
        if not (without and each.path == FILE)
    )
    (folder / "manifest.json").write_bytes(replace(manifest, files=files).to_bytes())


QUOTE = "nobody had looked at the lamp since the winter of 2019"


def test_two_builds_have_the_same_fingerprints(releases: Path, tmp_path: Path) -> None:
    library.write(tmp_path / "sources", HK)
    built = library.build(library.spec(tmp_path), tmp_path / "out")
    assert (Path(built.path) / FILE).read_bytes() == (releases / "hk" / "2026.11.30" / FILE).read_bytes()


def test_attack_changed_fingerprints_are_refused_when_words_are_looked_up(own: Path) -> None:
    data = bytearray((own / FILE).read_bytes())
    data[-20] ^= 1
    (own / FILE).write_bytes(data)
    with wiring.open_corpus([own]) as opened:
        assert opened.expressions("hk/cap10")
        with pytest.raises(CorruptRelease, match="is not the file the manifest names"):
            opened.find_quote(QUOTE)


@pytest.mark.parametrize("data", [b"", b"rubbish" * 100])
def test_attack_rubbish_that_the_manifest_fits_is_refused(own: Path, data: bytes) -> None:
    (own / FILE).write_bytes(data)
    reseal(own)
    with wiring.open_corpus([own]) as opened, pytest.raises(CorruptRelease):
        opened.find_quote(QUOTE)


def test_attack_fingerprints_of_another_release_are_refused(own: Path, releases: Path) -> None:
    shutil.copy(releases / "ch" / "2026.11.30" / FILE, own / FILE)
    reseal(own)
    with wiring.open_corpus([own]) as opened, pytest.raises(CorruptRelease, match="fingerprints of 2"):
        opened.find_quote(QUOTE)


def test_attack_missing_fingerprints_that_the_manifest_names_are_refused(own: Path) -> None:
    (own / FILE).unlink()
    with wiring.open_corpus([own]) as opened, pytest.raises(CorruptRelease, match="cannot be read"):
        opened.find_quote(QUOTE)


def test_a_release_built_before_there_were_fingerprints_gets_them_for_the_run(own: Path, corpus: SqliteCorpus) -> None:
    (own / FILE).unlink()
    reseal(own, without=True)
    with wiring.open_corpus([own]) as opened:
        assert opened.find_quote(QUOTE) == corpus.find_quote(QUOTE)
    assert not (own / FILE).exists()


# in a draft


def verified(corpus: SqliteCorpus, marked: str) -> Report:
    text, mentions = unmark(marked)
    return verify_draft(Request(text.encode(), "draft.md", DATE, language="en"), corpus, Marked(mentions))


def test_words_given_to_the_wrong_document_are_m6_and_the_true_one_of_another_release_is_named(
    corpus: SqliteCorpus,
) -> None:
    report = verified(
        corpus,
        "The Federal Supreme Court held: “nobody had looked at the lamp since the winter of 2019” "
        "(⟦BGE 140 III 86|ch/bge/140/III/86⟧).",
    )
    (record,) = report.mentions
    assert record.status == "MISMATCH"
    assert "M6" in record.quotes[0].codes
    assert record.quotes[0].stands_in == "hk/hkcfi/2026/7#para_2"
    assert "hk/hkcfi/2026/7#para_2" in {each.reference for each in record.suggestions}


def test_words_with_a_marked_omission_are_found_in_the_true_document(corpus: SqliteCorpus) -> None:
    report = verified(
        corpus,
        "The court held: “nobody had looked at the lamp … and that the glass was gone” (⟦[2025] HKCA 12|hk/hkca/2025/12⟧).",
    )
    (record,) = report.mentions
    assert "M6" in record.quotes[0].codes
    assert record.quotes[0].stands_in == "hk/hkcfi/2026/7#para_2"


def test_attack_altered_words_of_another_document_are_not_said_to_stand_there(corpus: SqliteCorpus) -> None:
    report = verified(
        corpus,
        "The court held: “everybody had looked at the lamp since the winter of 2019” (⟦[2025] HKCA 12|hk/hkca/2025/12⟧).",
    )
    (record,) = report.mentions
    assert record.status == "MISMATCH"
    assert "M6" not in record.quotes[0].codes
    assert not record.quotes[0].stands_in
