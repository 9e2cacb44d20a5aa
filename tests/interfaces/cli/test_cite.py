"""`pincite cite` and the Python API of citations: one citation explained."""

from __future__ import annotations

import json

import pytest

import pincite
from pincite.errors import BadInput
from pincite.interfaces.cli.main import main


def test_a_citation_is_explained_in_every_language_with_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "Art. 97 Abs. 1 OR"]) == 0
    shown = capsys.readouterr().out
    assert "Art. 97 Abs. 1 OR: well formed" in shown
    assert "ch/sr/220#art_97/para_1" in shown
    assert "fr      art. 97 al. 1 CO  (federal)" in shown
    assert "https://www.fedlex.admin.ch/eli/cc/27/317_321_377/de#art_97/para_1" in shown


def test_a_reference_is_explained_as_its_citation_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "hk/cap486#s33_1_a", "--language", "zh-Hant"]) == 0
    assert "《個人資料(私隱)條例》(第486章)第33(1)(a)條" in capsys.readouterr().out


def test_json_holds_the_answer_and_each_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "Art. 8 und 9 BV", "--language", "it", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "pincite.citation/1"
    assert [each["reference"] for each in found["references"]] == ["ch/sr/101#art_8", "ch/sr/101#art_9"]
    assert found["references"][0]["citations"] == [{"style": "federal", "language": "it", "citation": "art. 8 Cost."}]


@pytest.mark.parametrize(
    ("citation", "shown"),
    [
        ("BGE 140 VII 86", "impossible (no part VII)"),
        ("Case C-311/2018", "meant: C-311/18"),
        ("Art. 97 OR gilt nicht", "not read: gilt nicht"),
        ("art. 5 OCSP", "may be: ch/sr/120.4#art_5"),
    ],
)
def test_what_is_no_citation_ends_with_status_one_and_says_why(
    citation: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cite", citation]) == 1
    assert shown in capsys.readouterr().out


def test_an_impossible_citation_has_no_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cite", "[1996] HKCFA 3"]) == 1
    assert "https://" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["cite", ""],
        ["cite", "Art. 8 BV", "--style", "bluebook"],
        ["cite", "Art. 8 BV", "--language", "xx"],
    ],
)
def test_a_wrong_question_is_bad_input(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 3
    assert "Traceback" not in capsys.readouterr().err


def test_attack_control_characters_in_a_citation_do_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["cite", "\x1b[2JArt. 8 BV"]) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_the_python_api_parses_validates_and_renders() -> None:
    german = pincite.parse("BGE 140 III 86 E. 2.3")
    assert str(german.reference) == "ch/bge/140/III/86#consid_2.3"
    assert pincite.render(german.references, language="fr") == "ATF 140 III 86 consid. 2.3"
    assert pincite.render("ch/bge/140/III/86#consid_2.3", language="it") == "DTF 140 III 86 consid. 2.3"
    assert pincite.render(["ch/sr/101#art_8", "ch/sr/101#art_9"]) == "Art. 8 und 9 BV"
    assert pincite.validate("BGE 140 VII 86").answer == "impossible"


@pytest.mark.parametrize("given", ["", "nothing", "hk/cap486#", []])
def test_rendering_what_is_no_reference_is_bad_input(given: str | list[str]) -> None:
    with pytest.raises(BadInput):
        pincite.render(given)


def test_the_public_names_are_sorted() -> None:
    assert list(pincite.__all__) == sorted(pincite.__all__)
    assert {"parse", "render", "validate"} <= set(pincite.__all__)
