"""The Python API does what the command line does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pincite
from pincite.errors import BadInput
from pincite.interfaces.cli.demo import lay_out


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("api") / "specimen"
    lay_out(folder)
    for name in ("hk", "ch"):
        pincite.build_release(folder / f"{name}.yaml", folder / "releases")
    return folder


def test_all_names_are_sorted_and_there() -> None:
    assert sorted(pincite.__all__) == pincite.__all__
    assert all(hasattr(pincite, name) for name in pincite.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pincite.nothing


def test_importing_pincite_imports_nothing_else() -> None:
    code = "import sys, pincite; print([name for name in sys.modules if name.startswith('pincite.')])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        == "['pincite._version']"
    )


def test_a_draft_is_verified(specimen: Path) -> None:
    with pincite.open_releases([specimen / "releases" / "hk" / "2026.11.30"]) as corpus:
        report = pincite.verify(specimen / "drafts" / "memo-hk.md", corpus, checked_on="2026-11-30")
        assert report.delivery_blocked
        assert report.counts["MATCH"] >= 3
        assert report.counts["MISMATCH"] >= 2
        clear = pincite.verify_text(
            "Cap. 9001, s. 4(1): “A keeper must not leave a lit lantern unattended.”", corpus, checked_on="2026-11-30"
        )
        assert [record.status for record in clear.mentions] == ["MATCH"]
        assert not clear.delivery_blocked


def test_a_place_is_opened_by_reference_and_by_citation(specimen: Path) -> None:
    with pincite.open_releases([specimen / "releases" / "ch" / "2026.11.30"]) as corpus:
        by_reference = pincite.open_place("ch/sr/999.1#art_4/para_1", corpus, language="de")
        by_citation = pincite.open_place("Art. 4 Abs. 1 SR 999.1", corpus, language="de")
        assert by_reference.found
        assert by_reference.answer == by_citation.answer
        assert pincite.search("Laterne", corpus, language="de")
        assert pincite.coverage(corpus)[0].claims[0].name == "Laternengesetz"


def test_a_missing_draft_is_said_in_words(specimen: Path) -> None:
    with (
        pincite.open_releases([specimen / "releases" / "hk" / "2026.11.30"]) as corpus,
        pytest.raises(BadInput, match="cannot be read"),
    ):
        pincite.verify(specimen / "nothing.md", corpus)


def test_quotes_and_citations_without_a_release() -> None:
    assert [mention.reference for mention in pincite.extract("See Cap. 486, s. 33(1)(a).").mentions] == [
        "hk/cap486#s33_1_a"
    ]
    refused = pincite.compare_quote("He shall go", "He shall not go", language="en")
    assert refused.verdict == "refused"
    assert ("M1", "not") in [(each.code, each.source_words.strip()) for each in refused.alterations]
