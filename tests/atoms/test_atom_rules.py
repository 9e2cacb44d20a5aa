"""The rules every atom keeps, and what breaks them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.atoms.read import atoms

from pincite.atoms.atom import Atom, AtomFault, Field, atom_of_leaf, faults, make_atom, shifted

TEXT = "A keeper must not leave a lit lantern unattended within 3 days."

PIECES = (
    *(
        "A keeper",
        "The Registrar",
        "must",
        "may",
        "shall not",
        "pay",
        "the court",
        "if",
        "unless",
        ",",
        ";",
        ".",
        "\n",
        "(a)",
    ),
    *("Der Halter", "muss", "darf nicht", "hat", "zu zahlen", "wenn", "ist", "werden", "Die Frist", "kann"),
    *("Le bailleur", "doit", "ne peut", "que", "s’il", "payer", "être payé", "Il conduttore", "deve", "non può", "se"),
    *("任何人", "不得", "須", "可", "，", "。", "如", "的", "署長", "“", "”", "«", "»", "—", "1.", "é", "\U00020000"),
)


def atom() -> Atom:
    (found,) = atoms(TEXT)
    return found


def test_the_example_keeps_every_rule() -> None:
    assert faults(atom(), TEXT) == ()
    assert atom().modality == "must_not"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"char_start": -1}, "outside the text"),
        ({"char_end": 10_000}, "outside the text"),
        ({"char_start": 20, "char_end": 20}, "outside the text"),
        ({"quoted_text": "A keeper may leave a lit lantern."}, "not what stands there"),
        ({"modality": "ought"}, "no modality"),
        ({"fields": {}}, "no modal of the lexicon"),
    ],
)
def test_what_breaks_a_rule_is_named(change: dict[str, object], why: str) -> None:
    assert any(why in each for each in faults(replace(atom(), **change), TEXT))  # type: ignore[arg-type]


def test_a_field_outside_the_atom_is_refused() -> None:
    broken = replace(atom(), fields={**atom().fields, "time": ((-5, 3),)})
    with pytest.raises(AtomFault, match="no span within the atom"):
        make_atom(TEXT, broken)


def test_a_blank_field_is_refused() -> None:
    broken = replace(atom(), fields={**atom().fields, "time": ((8, 9),)})
    assert "time: 8..9 is blank" in faults(broken, TEXT)


def test_a_modal_that_the_lexicon_does_not_know_is_refused() -> None:
    broken = replace(atom(), fields={**atom().fields, "modal": ((2, 8),)})
    assert any("no modal of the lexicon" in each for each in faults(broken, TEXT))


def test_what_forbids_without_a_negation_is_refused() -> None:
    fields: dict[Field, tuple[tuple[int, int], ...]] = dict(atom().fields)
    del fields["negation"]
    assert "nothing in it forbids" in faults(replace(atom(), fields=fields), TEXT)


def test_a_leaf_gives_its_atom_back_and_nothing_more_is_read() -> None:
    leaf = atom().leaf()
    assert atom_of_leaf(leaf) == atom()
    for broken in ({**leaf, "more": 1}, {**leaf, "fields": []}, {key: leaf[key] for key in leaf if key != "block"}):
        with pytest.raises(AtomFault):
            atom_of_leaf(broken)


@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from(["en", "de", "fr", "it", "zh-Hant"]))
def test_whatever_the_text_every_atom_keeps_every_rule(pieces: list[str], language: str) -> None:
    text = " ".join(pieces)
    for each in atoms(text, language):
        assert faults(each, text) == ()
        assert each.quoted_text == text[each.char_start : each.char_end]


@given(st.integers(-70, 70).filter(bool))
def test_a_moved_atom_never_passes_for_the_one_it_was(by: int) -> None:
    assert faults(shifted(atom(), by), TEXT)
