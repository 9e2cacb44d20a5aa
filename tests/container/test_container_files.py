"""The container file and the example of services keep what docs/container.md says; parsed, since no daemon may be here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from pincite.interfaces.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "Containerfile").read_text("utf-8")
KNOWN = {
    "ARG",
    "FROM",
    "ENV",
    "WORKDIR",
    "COPY",
    "RUN",
    "LABEL",
    "USER",
    "VOLUME",
    "EXPOSE",
    "HEALTHCHECK",
    "ENTRYPOINT",
    "CMD",
}


def instructions() -> list[tuple[str, str]]:
    """The instructions, continued lines joined, comments left out."""
    lines = "\n".join(line for line in TEXT.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", " ", lines)
    return [
        (word, rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line.strip())
    ]


def stages() -> list[list[tuple[str, str]]]:
    found: list[list[tuple[str, str]]] = []
    for word, rest in instructions():
        if word == "FROM":
            found.append([])
        if found:
            found[-1].append((word, rest))
    return found


def last(word: str) -> str:
    return [rest for name, rest in stages()[-1] if name == word][-1]


def test_every_instruction_is_known_and_bases_are_named_by_version() -> None:
    assert {word for word, _ in instructions()} <= KNOWN
    assert dict(instructions())["ARG"] == "PYTHON=3.13-slim-trixie"
    assert [stage[0][1].split()[0] for stage in stages()] == ["python:${PYTHON}"] * 2


def test_it_runs_as_a_user_without_rights_who_owns_only_its_data() -> None:
    final = stages()[-1]
    words = [word for word, _ in final]
    assert last("USER") == "10001:10001"
    # nothing is done as root after the user is set
    assert "RUN" not in words[words.index("USER") :]
    assert "COPY" not in words[words.index("USER") :]
    assert json.loads(last("VOLUME")) == ["/data"]
    assert not re.search(r"chmod\s+(-R\s+)?0?777|sudo|--privileged", TEXT)


def test_nothing_is_fetched_but_from_the_package_index() -> None:
    assert not re.search(r"\b(curl|wget|git clone|apt-get|apk|ADD)\b|https?://", TEXT)
    assert "--only-binary :all:" in TEXT
    copied = [rest for word, rest in instructions() if word == "COPY"]
    assert copied == ["pyproject.toml README.md LICENSE ./", "src ./src", "--from=build /opt/pincite /opt/pincite"]


def test_no_secret_and_nothing_of_the_workplace_goes_in() -> None:
    assert not re.search(r"(TOKEN|PASSWORD|SECRET|KEY)\s*=", TEXT)
    ignored = (ROOT / ".containerignore").read_text("utf-8")
    assert ignored.splitlines()[0] == "*"
    assert {line[1:] for line in ignored.splitlines() if line.startswith("!")} == {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "src",
    }
    assert ignored == (ROOT / ".dockerignore").read_text("utf-8")


def test_the_extras_exist_and_the_commands_are_commands(capsys: pytest.CaptureFixture[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (extras,) = re.findall(r'"\.\[([\w,]+)\]"', TEXT)
    assert set(extras.split(",")) <= set(project["optional-dependencies"])
    health = json.loads(last("HEALTHCHECK").partition("CMD ")[2])
    assert json.loads(last("ENTRYPOINT")) == [health[0]] == ["pincite"]
    for command in (health[1:], json.loads(last("CMD"))):
        assert main([command[0], "--help"]) == 0
        said = capsys.readouterr().out
        assert all(option in said for option in command if option.startswith("--"))


def test_the_health_check_fails_where_there_is_no_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_RELEASES", str(tmp_path))
    assert main(["coverage"]) != 0


def test_without_a_token_the_default_command_serves_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PINCITE_MCP_TOKEN", raising=False)
    command = [word.replace("/data", str(tmp_path)) for word in json.loads(last("CMD"))]
    assert main(command) == 3


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    return found


def test_the_services_meet_on_a_network_that_leads_nowhere_and_keep_no_secret() -> None:
    found = services()
    ours, prepare, database = (found["services"][name] for name in ("pincite", "prepare", "db"))
    assert database["networks"] == prepare["networks"] == ["back"]
    assert found["networks"]["back"]["internal"] is True
    assert "ports" not in database
    assert all(port.startswith("127.0.0.1:") for port in ours["ports"])
    for service in (ours, prepare):
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
    for service in (ours, prepare, database):
        assert "no-new-privileges:true" in service["security_opt"]
        for name, value in service["environment"].items():
            if re.search("PASSWORD|TOKEN|SECRET", name):
                assert re.fullmatch(r"\$\{\w+:\?[^}]*\}", value)
    (law,) = [each for each in ours["volumes"] if isinstance(each, dict)]
    assert (law["target"], law["read_only"]) == ("/law", True)


def test_the_server_connects_as_another_than_the_owner_and_believes_its_own_gateway_alone() -> None:
    found = services()
    assert "postgresql://owner@db/pincite" in found["services"]["prepare"]["command"]
    command = found["services"]["pincite"]["command"]
    assert "--store=postgresql://pincite@db/pincite" in command
    (net,) = found["networks"]["front"]["ipam"]["config"]
    assert f"--proxy={net['gateway']}" in command
    assert found["services"]["pincite"]["depends_on"]["prepare"]["condition"] == "service_completed_successfully"
    script = found["configs"]["role"]["content"].replace("$$", "$")
    assert subprocess.run(["sh", "-n"], input=script, text=True, check=False).returncode == 0
    # the password reaches the database as a value, never as a part of a statement
    assert "PASSWORD :'password'" in script
    assert "SUPERUSER" not in script


@pytest.mark.parametrize("name", ["prepare", "pincite"])
def test_the_commands_of_the_services_have_the_options_they_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = services()["services"][name]["command"]
    words = [word for word in command if not word.startswith("-") and ":" not in word and word != "pincite"]
    assert main([*words, "--help"]) == 0
    said = capsys.readouterr().out
    assert all(option.partition("=")[0] in said for option in command if option.startswith("--"))


@pytest.mark.services
def test_the_services_fit_the_published_schema() -> None:
    pytest.importorskip("check_jsonschema")
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        str(ROOT / "compose.yaml"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
