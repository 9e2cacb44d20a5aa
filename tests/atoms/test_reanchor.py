"""Atoms carried to another wording: letter by letter to one place, or stale."""

from __future__ import annotations

from tests.atoms.read import atoms

from pincite.atoms.reanchor import reanchor

OLD = "A keeper must light a lantern."
NEW_ID = "hk/cap9@en/2027-01-01"


def carried(old: str, texts: dict[str, str]) -> tuple[str, tuple[str, int] | None]:
    (atom,) = atoms(old)
    found = reanchor(atom, old, texts, NEW_ID)
    return found.what, (found.new.block, found.new.char_start) if found.new else None


def test_the_same_words_in_the_same_place_are_the_same() -> None:
    assert carried(OLD, {"s1": OLD}) == ("same", ("s1", 0))


def test_words_that_moved_are_found_in_their_block() -> None:
    assert carried(OLD, {"s1": f"(1) Oil burns. {OLD}"}) == ("moved", ("s1", 15))


def test_words_that_moved_to_another_provision_are_found_there() -> None:
    assert carried(OLD, {"s1": "Repealed.", "s2": OLD}) == ("moved", ("s2", 0))


def test_one_changed_letter_makes_an_atom_stale() -> None:
    assert carried(OLD, {"s1": OLD.replace("lantern", "Lantern")}) == ("stale", None)


def test_words_that_stand_in_several_places_are_not_guessed() -> None:
    assert carried(OLD, {"s2": OLD, "s3": OLD}) == ("ambiguous", None)
    assert carried(OLD, {"s1": f"Oil. {OLD} {OLD}"})[0] == "ambiguous"
