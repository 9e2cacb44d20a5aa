"""Trust policies (c2sp.org/tlog-policy): read strictly, counted by public key."""

from __future__ import annotations

import pytest
from tests.transparency.keys import LOG, POLICY_TEXT, WITNESSES, policy, signer, witnessed

from pincite.transparency.encoding import NotProven
from pincite.transparency.note import VerifierKey, open_note, sign_note
from pincite.transparency.policy import Policy, parse_policy, trusting

W = [each.verifier.as_witness().vkey for each in WITNESSES]
NOTE = sign_note(f"{LOG.name}\n1\nAAAA\n", [LOG])


@pytest.mark.parametrize(
    ("witnesses", "met"), [((), False), ((0,), False), ((2,), False), ((0, 1), True), ((1, 2), True), ((0, 0), False)]
)
def test_a_quorum_counts_witnesses(witnesses: tuple[int, ...], met: bool) -> None:
    key, opened = policy().log_of(witnessed(NOTE, *witnesses))
    assert key == LOG.verifier
    assert policy().witnessed(opened) is met


def test_groups_of_groups() -> None:
    text = (
        f"# who watches\n\tlog {LOG.verifier.vkey}  https://law.example/log\n"
        f"witness a {W[0]}\nwitness b {W[1]} https://w\nwitness c {W[2]}\ngroup ab any a b\ngroup all all ab c\nquorum all\n"
    )
    rule = parse_policy(text)
    for witnesses, met in (((0, 1), False), ((2,), False), ((1, 2), True), ((0, 1, 2), True)):
        assert rule.witnessed(rule.log_of(witnessed(NOTE, *witnesses))[1]) is met


def test_a_policy_without_a_log_trusts_nothing() -> None:
    with pytest.raises(NotProven, match="names no log"):
        parse_policy("quorum none\n").log_of(NOTE)
    with pytest.raises(NotProven, match="names no log"):
        trusting([]).log_of(NOTE)


def test_a_witness_is_no_log() -> None:
    only = f"{LOG.name}\n1\nAAAA\n\n" + witnessed(NOTE, 0, 1).rpartition("\n\n")[2].split("\n", 1)[1]
    assert open_note(only, [WITNESSES[0].verifier.as_witness()]).signers
    with pytest.raises(NotProven, match="no log of the policy signed it"):
        policy().log_of(only)


def test_attack_one_key_as_log_and_witness_or_as_two_witnesses_is_refused() -> None:
    twin = VerifierKey("twin.example", 4, WITNESSES[0].verifier.public).vkey
    with pytest.raises(NotProven, match="one key counts once"):
        parse_policy(f"log {LOG.verifier.vkey}\nwitness a {W[0]}\nwitness b {twin}\ngroup g 2 a b\nquorum g\n")
    with pytest.raises(NotProven, match="one key counts once"):
        parse_policy(f"log {LOG.verifier.vkey}\nwitness a {LOG.verifier.as_witness().vkey}\nquorum a\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no `quorum` line"),
        (POLICY_TEXT + "quorum none\n", "second quorum"),
        (POLICY_TEXT.replace("group two 2", "group two 4"), "a threshold of 4 among 3"),
        (POLICY_TEXT.replace("group two 2", "group two 0"), "a threshold of 0"),
        (POLICY_TEXT.replace("group two 2", "group two some"), "not a number"),
        (POLICY_TEXT.replace("w0 w1 w2", "w0 w1 w9"), "'w9' is not named above"),
        (POLICY_TEXT.replace("w0 w1 w2", "w0 w1 w1"), "'w1' is a member already"),
        (POLICY_TEXT.replace("quorum two", "quorum three"), "'three' is not named above"),
        (POLICY_TEXT.replace("group two", "group none"), "is taken"),
        (POLICY_TEXT.replace("group two", "group w0"), "is taken"),
        (POLICY_TEXT.replace("log ", "logs "), "none of log, witness, group, quorum"),
        (POLICY_TEXT.replace("log ", "log x y z "), "log <vkey>"),
        (POLICY_TEXT.replace("log ", f"log {W[0]}\n#"), "a log's is of type 0x01"),
        (f"witness a {LOG.verifier.vkey}\nquorum a\n", "a witness's is of type 0x04"),
        ("witness a\nquorum a\n", "witness <name> <vkey>"),
        ("group a any\nquorum a\n", "group <name>"),
        ("quorum\n", "quorum <name|none>"),
        ("quorum none\r\n", "line 1: a control character"),
    ],
)
def test_a_malformed_policy_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(NotProven, match=why):
        parse_policy(text)


def test_logs_by_key_need_no_file() -> None:
    assert trusting([LOG.verifier]) == Policy((LOG.verifier,))
    with pytest.raises(NotProven, match="type 0x04"):
        trusting([LOG.verifier.as_witness()])
    key, opened = trusting([signer("x", 9).verifier, LOG.verifier]).log_of(NOTE)
    assert key == LOG.verifier
    assert trusting([key]).witnessed(opened)
