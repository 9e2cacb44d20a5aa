"""Which privacy mode holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import BadInput
from pincite.privacy.egress import MODES, Mode
from pincite.privacy.modes import FOREIGN_FILE, OWN_FILE, Said, read_local, said_by_session, settle


def own(head: str) -> Said:
    return read_local(f"---\n{head}\n---\nWords for people.\n", OWN_FILE, own=True)


def test_nobody_said_anything_so_it_is_strict() -> None:
    assert settle([]).mode == "strict"
    assert settle([said_by_session(), own("{}")]).decided_by == ("default",)


@given(st.lists(st.sampled_from([None, *MODES]), max_size=4))
def test_the_strictest_wins(modes: list[Mode | None]) -> None:
    named = [mode for mode in modes if mode is not None]
    settled = settle(Said(f"p{i}", mode) for i, mode in enumerate(modes))
    assert settled.mode == (min(named, key=MODES.index) if named else "strict")


def test_a_session_cannot_open_what_a_file_shuts_and_the_report_says_who_decided() -> None:
    settled = settle([said_by_session("cloud"), own("privacy_mode: balanced"), Said(FOREIGN_FILE)])
    assert (settled.mode, settled.decided_by) == ("balanced", (OWN_FILE,))


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("---\nprivacy_mode: balanced\n---\n", "balanced"),
        ("---\nprivacyMode: cloud\n---\n", "cloud"),
        ("---\nprivacy:\n  mode: strict\n---\n", "strict"),
        ("# Settings\n\n- **privacy_mode**: `balanced`\n", "balanced"),
        ("---\nprivacy_mode: cloud\n---\n\nprivacy mode: strict\n", "strict"),
        ("---\nprivacy_mode: open\n---\n", "strict"),
        ("---\nprivacy_mode: [\n---\n", "strict"),
        ("---\nprivacy_mode: true\n---\n", "strict"),
        ("---\ncanton: ZZ\n---\nNothing.\n", None),
    ],
)
def test_the_file_of_another_program_is_read_in_doubt_as_strict(text: str, mode: str | None) -> None:
    assert read_local(text, FOREIGN_FILE, own=False).mode == mode


@pytest.mark.parametrize(
    "head",
    [
        "privacy_mode: open",
        "privacy-mode: balanced",
        "privacy_mode: [",
        "local_judges: [https://judge.example]",
        "privileged_patterns: {a: b}",
        "existence_lookup: yes",
        "- strict",
    ],
)
def test_a_slip_in_our_own_file_is_refused_and_not_overlooked(head: str) -> None:
    with pytest.raises(BadInput):
        own(head)


def test_a_mode_outside_the_head_of_our_own_file_is_refused() -> None:
    with pytest.raises(BadInput):
        read_local("privacy_mode: balanced\n", OWN_FILE, own=True)


def test_remote_lookup_holds_only_where_nobody_says_otherwise() -> None:
    remote = said_by_session(existence_lookup="remote")
    assert settle([remote]).remote_existence
    assert not settle([remote, own("existence_lookup: local")]).remote_existence
    assert not settle([]).remote_existence
