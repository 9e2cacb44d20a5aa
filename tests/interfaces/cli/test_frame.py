"""The command line's frame: quick to start, and no traceback ever reaches a user."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from pincite.errors import BadInput, CannotRun
from pincite.interfaces.cli import fence
from pincite.interfaces.cli.main import COMMANDS, main, make_app

HEAVY = (
    "sqlite3",
    "re2",
    "yaml",
    "zstandard",
    "rich",
    "lxml",
    "rapidfuzz",
    "concurrent.futures",
    "pincite.citations",
    "pincite.jurisdictions",
)


OF_A_GROUP = ("chat_compose", "chat_chain")  # modules of the group `chat`, not commands of their own
NAMED = [name.replace("_", "-") for name in COMMANDS if name not in OF_A_GROUP]


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in NAMED)
    assert main([]) == 0
    assert capsys.readouterr().out == said


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    make_app()
    for name in NAMED:
        assert main([name, "--help"]) == 0, name
        assert "Usage: pincite" in capsys.readouterr().out


def test_the_start_imports_nothing_heavy() -> None:
    code = "import sys; from pincite.interfaces.cli.main import main; main(['--help']); print(*sorted(sys.modules), sep='\\n', file=sys.stderr)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr.split()
    assert [name for name in HEAVY if name in modules] == []


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pincite ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["open"],
        ["search", "x", "--limit", "0"],
        ["corpus", "build"],
        ["--colour"],
        ["open", "a", "--as-of", "soon"],
    ],
)
def test_a_wrong_command_line_is_bad_input_in_words(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 3
    said = capsys.readouterr().err
    assert said.startswith("pincite: ")
    assert "Traceback" not in said


def raising(error: BaseException) -> int:
    def command() -> None:
        raise error

    return fence.fenced(command)


def test_our_own_errors_say_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert raising(BadInput("the file is empty", remedy="Give another.")) == 3
    assert capsys.readouterr().err == "pincite: the file is empty\n  Give another.\n"
    assert raising(CannotRun("no disk")) == 2


def test_a_fault_of_ours_is_called_one_and_shows_its_trace_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PINCITE_DEBUG", raising=False)
    assert raising(ZeroDivisionError("by zero")) == 2
    said = capsys.readouterr().err
    assert "a fault in pincite" in said
    assert "PINCITE_DEBUG=1" in said
    assert "Traceback" not in said
    monkeypatch.setenv("PINCITE_DEBUG", "1")
    assert raising(ZeroDivisionError("by zero")) == 2
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_exits_130_with_what_can_be_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    assert raising(KeyboardInterrupt()) == 130
    assert raising(fence.Interrupted("3 files are kept.")) == 130
    assert "Interrupted. 3 files are kept." in capsys.readouterr().err

    app = typer.Typer(cls=fence.FencedGroup)

    @app.command()
    def one() -> None:
        raise KeyboardInterrupt

    @app.command()
    def two() -> None: ...

    assert fence.fenced(lambda: typer.main.get_command(app).main(["one"], standalone_mode=False)) == 130


def test_a_closed_pipe_ends_quietly() -> None:
    code = "from pincite.interfaces.cli.main import main; import sys; sys.exit(main(['--help']))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        process.wait()
    assert b"Traceback" not in said
    assert b"BrokenPipe" not in said


def test_attack_a_gate_whose_reader_went_away_has_passed_nothing(tmp_path: Path) -> None:
    assert main(["demo", "--into", str(tmp_path / "s")]) == 0
    draft, release = tmp_path / "s" / "drafts" / "memo-hk.md", tmp_path / "s" / "releases" / "hk" / "2026.11.30"
    code = "from pincite.interfaces.cli.main import run; run()"
    command = [sys.executable, "-c", code, "verify", str(draft), "--release", str(release)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.wait()
    assert process.returncode == 141


def in_a_shell(rest: str) -> tuple[int, str]:
    """`pincite` with redirections; its exit code and what it says on stderr."""
    code = "from pincite.interfaces.cli.main import main; import sys; sys.exit(main(sys.argv[1:]))"
    line = f'"$PYTHON" -c "$CODE" {rest}'
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        env=os.environ | {"PYTHON": sys.executable, "CODE": code},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("rest", "says"),
    [
        ("--help > /dev/full", "standard output, or a file being written, cannot be used: No space left on device"),
        ("--help >&-", "standard output is closed"),
        ("quote --batch <&-", "standard input is closed"),
        ("extract - <&-", "standard input is closed"),
    ],
)
def test_attack_a_stream_that_cannot_be_used_is_named_and_is_no_fault(rest: str, says: str) -> None:
    if "/dev/full" in rest and not os.path.exists("/dev/full"):  # noqa: PTH110 (a device)
        pytest.skip("this system has no /dev/full")
    status, said = in_a_shell(rest)
    assert status == 2
    assert says in said
    assert "fault in pincite" not in said
    assert "Exception ignored" not in said


def test_a_full_disk_is_no_fault_of_pincite(capsys: pytest.CaptureFixture[str]) -> None:
    assert raising(OSError(errno.ENOSPC, "No space left on device", "out/report.json")) == 2
    said = capsys.readouterr().err
    assert "out/report.json cannot be used: No space left on device" in said
    assert "fault" not in said
