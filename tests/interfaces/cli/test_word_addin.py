"""The manifest of the Word add-in keeps the rules of its schema, and names no other server than the one given."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import BadInput
from pincite.interfaces.cli.main import main
from pincite.interfaces.cli.word_addin import manifest

SERVER = "https://pincite.firm.example"
NS = "{http://schemas.microsoft.com/office/appforoffice/1.1}"
XSI = "{http://www.w3.org/2001/XMLSchema-instance}type"
# the order in which the schema of task pane add-ins wants the children of OfficeApp; a wrong order is refused by Word
ORDER = (
    "Id", "AlternateId", "Version", "ProviderName", "DefaultLocale", "DisplayName", "Description", "IconUrl",
    "HighResolutionIconUrl", "SupportUrl", "AppDomains", "Hosts", "Requirements", "DefaultSettings", "Permissions",
    "Dictionary", "VersionOverrides", "ExtendedOverrides",
)  # fmt: skip
NEEDED = {
    "Id",
    "Version",
    "ProviderName",
    "DefaultLocale",
    "DisplayName",
    "Description",
    "DefaultSettings",
    "Permissions",
}


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.encode())


def text_of(root: ET.Element, path: str) -> str:
    found = root.find(path.replace("/", f"/{NS}") if path.startswith("/") else NS + path)
    assert found is not None
    return found.text or ""


def test_the_manifest_keeps_the_rules_of_its_schema() -> None:
    root = parsed(manifest(SERVER, provider="Wick & Partners"))
    assert (root.tag, root.get(XSI)) == (f"{NS}OfficeApp", "TaskPaneApp")
    names = [child.tag.removeprefix(NS) for child in root]
    assert len(set(names)) == len(names)
    assert [ORDER.index(name) for name in names] == sorted(ORDER.index(name) for name in names)
    assert set(names) >= NEEDED
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", text_of(root, "Id"))
    assert re.fullmatch(r"\d{1,5}(\.\d{1,5}){3}", text_of(root, "Version"))
    assert text_of(root, "ProviderName") == "Wick & Partners"
    assert text_of(root, "Permissions") == "Restricted"
    for tag, longest in (("DisplayName", 125), ("Description", 250)):
        element = root.find(NS + tag)
        assert element is not None
        said = [element.get("DefaultValue"), *(each.get("Value") for each in element)]
        assert all(each and len(each) <= longest for each in said)
        locales = [each.get("Locale") or "" for each in element]
        assert all(re.fullmatch(r"[a-z]{2}-[A-Z]{2}", each) for each in locales)
        assert len(set(locales)) == len(locales)
    assert [each.get("Name") for each in root.iter(f"{NS}Host")] == ["Document"]
    assert [each.text for each in root.iter(f"{NS}AppDomain")] == [SERVER]
    (location,) = root.iter(f"{NS}SourceLocation")
    assert location.get("DefaultValue") == f"{SERVER}/"


def test_the_same_server_has_the_same_id_and_another_has_another() -> None:
    def id_of(server: str) -> str:
        return text_of(parsed(manifest(server)), "Id")

    assert id_of(SERVER) == id_of(SERVER.upper().replace("HTTPS", "https") + ":443/")
    assert id_of(SERVER) != id_of("https://pincite.other.example")


@pytest.mark.parametrize(
    "server",
    [
        "http://pincite.firm.example", "pincite.firm.example", "https://", "https://a b", "https://user:pass@firm.example",
        "https://firm.example/path", "https://firm.example?x=1", "https://firm.example#x", "https://firm.example:99999",
        "https://[::1", 'https://firm.example"/><x y="', "javascript:alert(1)", "https://firm..example", "https://-a.example",
    ],
)  # fmt: skip
def test_attack_what_is_no_https_server_is_refused(server: str) -> None:
    with pytest.raises(BadInput):
        manifest(server)


@pytest.mark.parametrize("page", ["", "review", "//evil.example", "/a b", '/"><x', "/\\evil.example", "/a#b"])
def test_attack_a_page_is_a_path_of_that_server(page: str) -> None:
    with pytest.raises(BadInput):
        manifest(SERVER, page=page)


@given(st.text(max_size=40))
def test_any_provider_is_written_as_words_or_refused(provider: str) -> None:
    try:
        made = manifest(SERVER, provider=provider)
    except BadInput:
        return
    assert text_of(parsed(made), "ProviderName") == " ".join(provider.split())


def test_the_command_writes_a_new_file_and_replaces_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "pincite.xml"
    assert main(["word-addin", SERVER, "--page", "/review?lang=de", "--out", str(out)]) == 0
    assert "/review?lang=de" in out.read_text("utf-8")
    assert main(["word-addin", SERVER, "--out", str(out)]) == 3
    capsys.readouterr()
    assert main(["word-addin", SERVER]) == 0
    assert capsys.readouterr().out == manifest(SERVER)
