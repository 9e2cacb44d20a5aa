"""Attack: the quorum of witnesses is faked on a release: dropped, doubled, borrowed, under another name."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.attacks.signed import House, policy, refused_at
from tests.transparency.keys import LOG, WITNESSES

from pincite.transparency.policy import trusting


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("witnessed"))


@pytest.fixture
def release(house: House) -> Path:
    return house.signed()  # the same build, signed anew without witnesses


def lines(release: Path) -> list[str]:
    return (release / "release.tlog-proof").read_text("utf-8").splitlines(keepends=True)


def put(release: Path, new: list[str]) -> None:
    (release / "release.tlog-proof").write_text("".join(new), "utf-8")


def test_two_of_three_witnesses_are_enough(house: House, release: Path) -> None:
    house.cosign(release, 0, 2)
    check = house.verify(release, policy())
    assert check.ok, check.steps[-1]
    assert check.signed is not None
    assert check.signed.witnesses == ("witness0.example", "witness2.example")


def test_a_dropped_witness_is_missed(house: House, release: Path) -> None:
    house.cosign(release, 0, 2)
    put(release, lines(release)[:-1])
    assert refused_at(house.verify(release, policy()))[0] == 6
    assert house.verify(release, trusting([LOG.verifier])).ok


def test_a_duplicated_signature_line_is_one_witness(house: House, release: Path) -> None:
    house.cosign(release, 0)
    put(release, [*lines(release), lines(release)[-1]])
    number, said = refused_at(house.verify(release, policy()))
    assert (number, "the witnesses that the policy asks for" in said) == (6, True)
    # a second cosignature of the same key with another time is no second witness either
    house.cosign(release, 0)
    assert refused_at(house.verify(release, policy()))[0] == 6


def test_a_log_signature_is_no_witness(house: House, release: Path) -> None:
    house.cosign(release, 0)
    own = next(line for line in lines(release) if line.startswith(f"— {LOG.name} "))
    put(release, [*lines(release), own])
    assert refused_at(house.verify(release, policy()))[0] == 6


def test_a_witness_s_signature_under_another_s_name_is_unknown_or_bad(house: House, release: Path) -> None:
    house.cosign(release, 0)
    borrowed = lines(release)[-1].replace(WITNESSES[0].name, WITNESSES[1].name)
    put(release, [*lines(release), borrowed])
    assert refused_at(house.verify(release, policy()))[0] == 6


def test_a_cosignature_of_another_checkpoint_refuses_the_note(house: House, release: Path) -> None:
    house.cosign(release, 0, 1)
    old = lines(release)[-1]
    house.signed(tag="2026.12.31")
    house.sign(release)
    house.cosign(release, 0)
    put(release, [*lines(release), old])
    number, said = refused_at(house.verify(release, policy()))
    assert (number, said) == (6, "the checkpoint of the log: the signature of witness1.example is bad")
