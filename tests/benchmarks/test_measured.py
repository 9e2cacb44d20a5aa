"""What a command costs, whatever it writes."""

from __future__ import annotations

import sys

import pytest
from benchmarks.measured import run


def test_a_command_that_writes_more_than_a_pipe_holds_comes_to_its_end() -> None:
    cost = run([sys.executable, "-c", "print('x' * 1_000_000); import sys; sys.stderr.write('y' * 200_000)"])
    assert cost.output.count("x") == 1_000_000
    assert cost.output.count("y") == 200_000


def test_a_command_that_fails_says_so_with_the_end_of_what_it_wrote() -> None:
    with pytest.raises(SystemExit, match=r"ended with 3:\n.*the reason"):
        run([sys.executable, "-c", "print('the reason'); raise SystemExit(3)"])


def test_output_that_is_no_text_is_shown_as_far_as_it_is() -> None:
    assert run([sys.executable, "-c", "import os; os.write(1, b'a\\xff')"]).output == "a\ufffd"
