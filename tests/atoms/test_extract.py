"""Who must do what, read from clauses of five languages; and what is no norm."""

from __future__ import annotations

import pytest
from tests.atoms.read import atoms, said
from tests.timing import processor_seconds

from pincite.identity.reference import Place
from pincite.law.document import Provision

NORMS = [
    (
        "en",
        "If a lantern smokes, the keeper must report it to the Registrar within 3 days unless the wind has dropped.",
        {
            "modality": "must",
            "actor": "the keeper",
            "modal": "must",
            "action": "report it to the Registrar within 3 days",
            "condition": "If a lantern smokes",
            "exception": "unless the wind has dropped",
            "time": "within 3 days",
        },
    ),
    (
        "en",
        "No person may float a lantern.",
        {"modality": "must_not", "actor": "No person", "modal": "may", "negation": "No", "action": "float a lantern"},
    ),
    (
        "en",
        "The register shall be kept by the Commissioner.",
        {
            "modality": "must",
            "subject": "The register",
            "modal": "shall",
            "action": "be kept by the Commissioner",
            "actor": "the Commissioner",
        },
    ),
    (
        "en",
        "A court may, if it is satisfied that the oil is stale, order a new wick.",
        {
            "modality": "may",
            "actor": "A court",
            "modal": "may",
            "condition": "if it is satisfied that the oil is stale",
            "action": "order a new wick",
        },
    ),
    (
        "de",
        "Der Halter darf die Laterne nicht verlassen, ausser es regnet.",
        {
            "modality": "must_not",
            "actor": "Der Halter",
            "modal": "darf",
            "negation": "nicht",
            "action": "die Laterne nicht verlassen",
            "exception": "ausser es regnet",
        },
    ),
    (
        "de",
        "Erlischt die Laterne, so hat der Halter sie unverzüglich anzuzünden.",
        {
            "modality": "must",
            "actor": "der Halter",
            "modal": "hat … zu",
            "action": "sie unverzüglich anzuzünden",
            "condition": "Erlischt die Laterne",
            "time": "unverzüglich",
        },
    ),
    (
        "fr",
        "Lorsque la lanterne fume, le propriétaire doit avertir l’autorité sans délai.",
        {
            "modality": "must",
            "actor": "le propriétaire",
            "modal": "doit",
            "action": "avertir l’autorité sans délai",
            "condition": "Lorsque la lanterne fume",
            "time": "sans délai",
        },
    ),
    (
        "fr",
        "Le locataire ne peut vendre la lanterne que si le bailleur y consent.",
        {
            "modality": "must_not",
            "actor": "Le locataire",
            "modal": "peut",
            "negation": "ne",
            "action": "vendre la lanterne",
            "exception": "que si le bailleur y consent",
        },
    ),
    (
        "it",
        "Il proprietario può spegnere la lanterna, salvo che faccia buio.",
        {
            "modality": "may",
            "actor": "Il proprietario",
            "modal": "può",
            "action": "spegnere la lanterna",
            "exception": "salvo che faccia buio",
        },
    ),
    (
        "zh-Hant",
        "如燈籠冒煙，管理人員須在3日內通知署長。",
        {
            "modality": "must",
            "actor": "管理人員",
            "modal": "須",
            "action": "在3日內通知署長",
            "condition": "如燈籠冒煙",
            "time": "在3日內",
        },
    ),
    (
        "zh-Hant",
        "任何人不得放燈。",
        {"modality": "must_not", "actor": "任何人", "modal": "不得", "negation": "不", "action": "放燈"},
    ),
]


@pytest.mark.parametrize(("language", "text", "fields"), NORMS, ids=[text[:30] for _, text, _ in NORMS])
def test_a_norm_is_read_with_its_fields(language: str, text: str, fields: dict[str, str]) -> None:
    found = [said(each) for each in atoms(text, language)]
    assert len(found) == 1
    got = found[0]
    got.pop("recipient", None)
    assert got == fields


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "“Lantern” means a lamp which a keeper must light."),
        ("en", "This Part shall apply to every keeper."),
        ("en", "The fee which the court may order is 3 crowns."),
        ("en", "This Ordinance may be cited as the Lantern Ordinance."),
        ("en", "For “must” substitute “a keeper must light it”."),
        ("en", "The lantern may contain oil."),
        ("de", "Die Pflichten, die der Halter erfüllen muss, gelten auch nachts."),
        ("de", "Der Halter hat das Recht, die Laterne zu verkaufen."),
        ("fr", "La taxe que le juge peut fixer est de 3 couronnes."),
        ("it", "La tassa che il giudice può fissare è di 3 corone."),
        ("zh-Hant", "本條例可引稱為《燈籠條例》。"),
        ("zh-Hant", "該規定須解釋為包括燈罩。"),
    ],
)
def test_what_lays_down_no_norm_gives_no_atom(language: str, text: str) -> None:
    assert atoms(text, language) == []


def test_a_heading_is_no_atom_and_the_text_below_it_is() -> None:
    text = "5. Keepers must light lanterns\nA keeper must light a lantern."
    (found,) = atoms(text, heading="Keepers must light lanterns")
    assert found.quoted_text == "A keeper must light a lantern." or found.quoted_text.endswith(
        "A keeper must light a lantern."
    )


@pytest.mark.parametrize("status", ["repealed", "omitted", "deleted", "pending", "prospective"])
def test_what_is_not_law_in_force_gives_no_atom(status: str) -> None:
    assert atoms("A keeper must light a lantern.", status=status) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["heading", "recital", "definition"])
def test_kinds_that_lay_down_nothing_give_no_atom(kind: str) -> None:
    assert atoms("A keeper must light a lantern.", kind=kind) == []


def test_law_that_an_amending_act_quotes_is_no_norm_of_that_act() -> None:
    text = "After section 3 insert— “3A. A keeper must light every lantern that stands in the street at night.”"
    assert atoms(text) == []


def test_a_list_belongs_to_the_sentence_that_opens_it() -> None:
    text = "A keeper must—\n(a) light the lantern; and\n(b) trim the wick.\nThe court may fine a keeper."
    first = text.index("(a)")
    second = text.index("(b)")
    third = text.index("The court")
    inside = [
        Provision(Place("s1_a"), "paragraph", first, second - 1, label="(a)", parent=0),
        Provision(Place("s1_b"), "paragraph", second, third - 1, label="(b)", parent=0),
        Provision(Place("s1_2"), "subsection", third, len(text), parent=0),
    ]
    one, other = atoms(text, inside=inside)
    assert one.words("action") == "(a) light the lantern; and\n(b) trim the wick"
    assert (other.eid, other.words("actor")) == ("s1_2", "The court")


def test_time_grows_no_faster_than_the_text() -> None:
    def cost(times: int) -> float:
        text = "If the keeper, who may or may not, ( (, must. " * times
        return processor_seconds(lambda: atoms(text))

    cost(50)
    assert cost(2000) < 40 * max(cost(200), 0.01)
