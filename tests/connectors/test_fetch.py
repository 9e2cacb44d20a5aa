"""Law comes from each publisher's service by its own address, is checked, and is locked; a local server stands for each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.connectors.local_server import Reply
from tests.connectors.publishers_house import ARCHIVE, SPECIMEN, House, open_house, zipped

from pincite import wiring
from pincite.connectors import http
from pincite.corpus.spec import FetchOrder
from pincite.errors import BadInput
from pincite.storage.source_folder import lock_of
from pincite.workflows.fetch_sources import Fetched

DE = "ch/fedlex/9999-901_20260101_de.xml"
HK = "hk/legislation/cap_9001_20260301000000_en_c.xml"
FILE = "/filestore/fedlex.data.admin.ch/eli/cc/9999/901/20260101/de/xml/fedlex-data-admin-ch-eli-cc-9999-901-20260101-de-xml-3.xml"


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The services, asked without pauses."""
    monkeypatch.setattr(http.Http, "_wait_for", lambda *_: None)
    monkeypatch.setattr(http.Http, "_pause", lambda *_: None)
    with open_house() as opened:
        yield opened


def fetch(house: House, out: Path, collection: str, *items: str, as_of: str = "2026-11-30", **how: object) -> Fetched:
    languages = how.pop("languages", ())
    order = FetchOrder(collection, items, languages, as_of)  # type: ignore[arg-type]
    return wiring.fetch([order], out, transport=house.transport, **how)[1]  # type: ignore[arg-type]


def kinds(fetched: Fetched) -> list[tuple[str, str]]:
    return [(each.name, each.kind) for each in fetched.outcomes]


# each publisher


@pytest.mark.parametrize(
    ("collection", "item", "as_of", "names"),
    [
        ("hk.elegislation", "Cap. 9001", "2026-11-30", [HK]),
        ("ch.fedlex", "999.1", "2026-11-30", [DE]),
        ("ch.fedlex", "eli/cc/9999/901", "2026-11-30", [DE]),
        ("ch.fedlex", "all", "2026-11-30", [DE]),
        ("ch.opencaselaw", "bger_9C_9903_2026", "2026-11-30", ["ch/opencaselaw/bger_9C_9903_2026.json"]),
        ("ch.opencaselaw", "bger:2026-05-01..2026-05-31", "2026-11-30", ["ch/opencaselaw/bger_9C_9903_2026.json"]),
        (
            "ch.entscheidsuche", "AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03", "2026-11-30",
            ["ch/entscheidsuche/AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03.html", "ch/entscheidsuche/AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03.json"],
        ),
        (
            "ch.entscheidsuche", "AG_Laternen", "2026-11-30",
            ["ch/entscheidsuche/AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03.html", "ch/entscheidsuche/AG_Laternen/AG_XX_001_LAT-2026-1_2026-02-03.json"],
        ),
        ("eu.oj", "32031R9001", "2026-11-30", ["eu/oj/32031R9001_en.xhtml"]),
        ("eu.consolidated", "02031R9001-20330401", "2026-11-30", ["eu/consolidated/02031R9001-20330401_en_CL2031R9001EN0020010.0001.xml"]),
        ("uk.legislation", "ukpga/2030/77", "2032-01-01", ["uk/legislation/ukpga-2030-77_2032-01-01.xml"]),
        ("uk.caselaw", "ewca/civ/2031/77", "2026-11-30", ["uk/caselaw/ewca-civ-2031-77.xml"]),
        ("hk.lrs", "[2026] HKCFA 391", "2026-11-30", ["hk/lrs/2026_HKCFA_391.htm"]),
        ("hk.lrs", "DIS=990391", "2026-11-30", ["hk/lrs/DIS990391.htm"]),
        ("hk.lrs", "FACV 391/2026", "2026-11-30", ["hk/lrs/FACV000391_2026_en.docx"]),
        ("ch.fedlex_html", "999.2", "2026-11-30", ["ch/fedlex_html/9999-902_20190101_de.html"]),
        (
            "ch.onlinekommentar", "999.1/9f6f3c3e-0000-4000-8000-000000000001", "2026-11-30",
            ["ch/onlinekommentar/9f6f3c3e-0000-4000-8000-000000000001.json"],
        ),
        ("hk.hklii", "[2026] HKCFA 391", "2026-11-30", ["hk/hklii/2026_hkcfa_391_en.json"]),
    ],
)  # fmt: skip
def test_a_document_of_each_publisher_is_fetched_and_locked(
    house: House, tmp_path: Path, collection: str, item: str, as_of: str, names: list[str]
) -> None:
    fetched = fetch(house, tmp_path, collection, item, as_of=as_of)
    assert kinds(fetched) == [(name, "new") for name in names]
    lock = lock_of(tmp_path)
    assert sorted(lock) == sorted(names)
    for name in names:
        line = lock[name]
        said = wiring.catalogue().collection(collection)
        assert (tmp_path / name).stat().st_size == line.bytes
        assert (line.publisher, line.licence, line.redistribute) == (said.publisher, said.licence, said.redistribute)
        assert line.url.startswith(f"https://{said.hosts[0]}/")
        assert line.retrieved_at.endswith("Z")
    assert all(ask.headers["user-agent"].startswith("pincite/") for ask in house.transport.asked)


def test_the_registry_says_which_state_was_in_force_on_the_day(house: House, tmp_path: Path) -> None:
    listed = fetch(house, tmp_path, "ch.fedlex", "999.1", as_of="2025-06-30", only_list=True)
    assert [each.name for each in listed.outcomes] == ["ch/fedlex/9999-901_20250101_de.xml"]
    before = fetch(house, tmp_path, "ch.fedlex", "999.1", as_of="2024-06-30", only_list=True)
    assert [each.name for each in before.outcomes] == ["ch/fedlex/1990-77_77_77_20210101_de.xml"]
    assert not lock_of(tmp_path)


def test_the_counter_in_a_file_name_is_taken_from_the_registry(house: House, tmp_path: Path) -> None:
    fetch(house, tmp_path, "ch.fedlex", "999.1", languages=("de", "fr", "it"))
    urls = [line.url.rpartition("/")[2] for line in lock_of(tmp_path).values()]
    assert sorted(url.partition("20260101-")[2] for url in urls) == ["de-xml-3.xml", "fr-xml.xml", "it-xml-15.xml"]


def test_what_the_registry_has_only_on_paper_is_missing_with_the_reason(house: House, tmp_path: Path) -> None:
    fetched = fetch(house, tmp_path, "ch.fedlex", "999.2")
    assert [each.kind for each in fetched.outcomes] == ["missing"]
    assert "names no file of «999.2» in de" in fetched.outcomes[0].why
    assert fetched.failed


def test_one_missing_item_does_not_hinder_the_others(house: House, tmp_path: Path) -> None:
    fetched = fetch(house, tmp_path, "ch.fedlex", "999.2", "999.1")
    assert [each.kind for each in fetched.outcomes] == ["missing", "new"]


def test_pages_of_a_list_are_followed_to_the_end(house: House, tmp_path: Path) -> None:
    item = "999.1/act:9f6f3c3e-0000-4000-8000-0000000000aa"
    listed = fetch(house, tmp_path, "ch.onlinekommentar", item, only_list=True)
    assert [each.name[-8:] for each in listed.outcomes] == ["001.json", "002.json"]


def test_one_archive_is_fetched_once_for_all_its_members(house: House, tmp_path: Path) -> None:
    fetched = fetch(house, tmp_path, "hk.elegislation", "9001", "9003")
    assert [each.kind for each in fetched.outcomes] == ["new", "missing"]
    assert sum(ask.path.endswith(".zip") for ask in house.transport.asked) == 1
    assert lock_of(tmp_path)[HK].member == "cap_9001_en_c/cap_9001_20260301000000_en_c.xml"


# again


def test_what_is_there_is_asked_for_by_its_validator_and_keeps_its_line(house: House, tmp_path: Path) -> None:
    fetch(house, tmp_path, "ch.fedlex", "999.1")
    before = (tmp_path / "SOURCES.lock").read_bytes()
    assert kinds(fetch(house, tmp_path, "ch.fedlex", "999.1")) == [(DE, "unchanged")]
    assert (tmp_path / "SOURCES.lock").read_bytes() == before
    assert house.transport.asked[-1].headers["if-none-match"] == '"v1-de"'


def test_an_archive_with_the_digest_of_the_list_is_not_fetched_again(house: House, tmp_path: Path) -> None:
    fetch(house, tmp_path, "hk.elegislation", "9001")
    assert kinds(fetch(house, tmp_path, "hk.elegislation", "9001")) == [(HK, "unchanged")]
    assert sum(ask.path.endswith(".zip") for ask in house.transport.asked) == 1


def test_a_file_that_changed_at_its_publisher_is_replaced_and_the_change_shown(house: House, tmp_path: Path) -> None:
    fetch(house, tmp_path, "ch.fedlex", "999.1")
    data = (tmp_path / DE).read_bytes().replace(b"40 Franken", b"90 Franken")
    house.put("fedlex.data.admin.ch", FILE, data, "application/xml", ETag='"v2"')
    fetched = fetch(house, tmp_path, "ch.fedlex", "999.1")
    assert kinds(fetched) == [(DE, "changed")]
    assert "- …" in fetched.outcomes[0].why
    assert "90 Franken" in fetched.outcomes[0].why
    assert (tmp_path / DE).read_bytes() == data


def test_locked_leaves_a_changed_file_as_it_is(house: House, tmp_path: Path) -> None:
    fetch(house, tmp_path, "ch.fedlex", "999.1")
    old = (tmp_path / DE).read_bytes()
    house.put("fedlex.data.admin.ch", FILE, old.replace(b"40 Franken", b"90 Franken"), "application/xml", ETag='"v2"')
    fetched = fetch(house, tmp_path, "ch.fedlex", "999.1", locked=True)
    assert [each.kind for each in fetched.outcomes] == ["refused"]
    assert (tmp_path / DE).read_bytes() == old


def test_a_file_of_the_users_own_is_never_overwritten(house: House, tmp_path: Path) -> None:
    (tmp_path / DE).parent.mkdir(parents=True)
    (tmp_path / DE).write_bytes(b"mine")
    fetched = fetch(house, tmp_path, "ch.fedlex", "999.1")
    assert [each.kind for each in fetched.outcomes] == ["refused"]
    assert (tmp_path / DE).read_bytes() == b"mine"


def test_a_lock_is_fetched_exactly_or_not_at_all(house: House, tmp_path: Path) -> None:
    fetch(house, tmp_path / "one", "ch.fedlex", "999.1", languages=("de", "fr"))
    fetch(house, tmp_path / "one", "hk.elegislation", "9001")
    fetch(house, tmp_path / "one", "hk.lrs", "DIS=990391")
    lock = tmp_path / "one" / "SOURCES.lock"
    _, again = wiring.fetch(lock, tmp_path / "two", transport=house.transport)
    assert {each.kind for each in again.outcomes} == {"new", "left"}
    expected = {name: line for name, line in lock_of(tmp_path / "one").items() if line.collection != "hk.lrs"}
    assert lock_of(tmp_path / "two") == expected
    house.put("fedlex.data.admin.ch", FILE, b"<akomaNtoso/>", "application/xml")
    _, other = wiring.fetch(lock, tmp_path / "three", transport=house.transport)
    refused = other.of("refused")
    assert [each.name for each in refused] == [DE]
    assert expected[DE].sha256 in refused[0].why
    assert not (tmp_path / "three" / DE).exists()


# what a publisher sends that is not what was asked for


PLACEHOLDER = b"<!DOCTYPE html><html><body>We are updating our service.</body></html>"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(200, PLACEHOLDER, {"Content-Type": "text/html"}), "text/html, not application/xml"),
        (Reply(200, PLACEHOLDER, {"Content-Type": "application/xml"}), "not application/xml"),
        (Reply(200, b"", {"Content-Type": "application/xml"}), "sent nothing"),
        (Reply(200, b"<akomaNtoso/>", {"Content-Type": "application/xml"}), "the reader ch.fedlex_akn cannot read"),
        (Reply(403, b"no", {"Content-Type": "text/plain"}), "answers 403"),
        (Reply(302, b"", {"Location": "https://evil.example/x.xml"}), "evil.example, which is not its publisher's"),
        (Reply(302, b"", {"Location": "http://169.254.169.254/latest/meta-data/"}), "169.254.169.254"),
        (Reply(302, b"", {"Location": "https://user:pw@fedlex.data.admin.ch/x"}), "a password or a port"),
        (Reply(302, b"", {"Location": "https://fedlex.data.admin.ch:8443/x"}), "a password or a port"),
        (Reply(302, b"", {"Location": "file:///etc/passwd"}), "not its publisher's"),
    ],
)
def test_a_placeholder_or_a_false_lead_is_refused(house: House, tmp_path: Path, reply: Reply, said: str) -> None:
    house.trouble["fedlex.data.admin.ch", FILE] = [reply]
    fetched = fetch(house, tmp_path, "ch.fedlex", "999.1")
    assert [each.kind for each in fetched.outcomes] == ["refused"]
    assert said in fetched.outcomes[0].why
    assert not lock_of(tmp_path)
    assert not list(tmp_path.rglob("*.xml"))


@pytest.mark.parametrize("status", [202, 429, 500, 502, 503])
def test_what_passes_is_tried_again(house: House, tmp_path: Path, status: int) -> None:
    host, path = "www.legislation.gov.uk", "/ukpga/2030/77/2032-01-01/data.xml"
    house.trouble[host, path] = [Reply(status, b"later"), Reply(status, b"later", {"Retry-After": "1"})]
    assert kinds(fetch(house, tmp_path, "uk.legislation", "ukpga/2030/77", as_of="2032-01-01"))[0][1] == "new"


def test_a_body_that_was_cut_is_no_document(house: House, tmp_path: Path) -> None:
    data = (SPECIMEN / "ch/sr-999.1-20260101-de.xml").read_bytes()
    cut = Reply(200, data, {"Content-Type": "application/xml"}, cut_at=1000)
    house.trouble["fedlex.data.admin.ch", FILE] = [cut]
    assert kinds(fetch(house, tmp_path, "ch.fedlex", "999.1")) == [(DE, "new")]
    house.trouble["fedlex.data.admin.ch", FILE] = [cut] * 9
    fetched = fetch(house, tmp_path / "other", "ch.fedlex", "999.1")
    assert [each.kind for each in fetched.outcomes] == ["refused"]


def test_another_document_than_the_one_asked_for_is_refused(house: House, tmp_path: Path) -> None:
    other = (SPECIMEN / "ch/sr-999.1-20260101-de.xml").read_bytes().replace(b'value="999.1"', b'value="999.4"')
    house.put("fedlex.data.admin.ch", FILE, other, "application/xml")
    body = (SPECIMEN / "hk/hkcfa-2026-391.htm").read_bytes().replace(b"HKCFA 391", b"HKCFA 392")
    house.put("legalref.judiciary.hk", "/lrs/common/ju/ju_body.jsp", body, "text/html")
    for collection, item, said in (
        ("ch.fedlex", "999.1", "ch/sr/999.4, not ch/sr/999.1"),
        ("hk.lrs", "[2026] HKCFA 391", "hk/hkcfa/2026/392, not hk/hkcfa/2026/391"),
    ):
        fetched = fetch(house, tmp_path, collection, item)
        assert [each.kind for each in fetched.outcomes] == ["refused"]
        assert said in fetched.outcomes[0].why


def test_a_lock_of_a_stranger_leads_nowhere_but_to_its_publishers(house: House, tmp_path: Path) -> None:
    fetch(house, tmp_path / "one", "ch.fedlex", "999.1")
    lock = tmp_path / "one" / "SOURCES.lock"
    asked = len(house.transport.asked)
    for url in (
        "https://evil.example/x",
        "https://legalref.judiciary.hk/lrs/common/ju/ju_body.jsp?DIS=1",
        "http://127.0.0.1/",
    ):
        line = json.loads(lock.read_bytes()) | {"url": url}
        (tmp_path / "SOURCES.lock").write_text(json.dumps(line), "utf-8")
        _, fetched = wiring.fetch(tmp_path / "SOURCES.lock", tmp_path / "two", transport=house.transport)
        assert [each.kind for each in fetched.outcomes] == ["refused"]
    assert len(house.transport.asked) == asked


def test_a_record_without_text_says_where_the_judgment_is(house: House, tmp_path: Path) -> None:
    house.put("www.hklii.hk", "/api/getjudgment", b'{"neutral": "[2026] HKCFA 391", "content": ""}', "application/json")
    fetched = fetch(house, tmp_path, "hk.hklii", "[2026] HKCFA 391")
    assert "the record holds no text; the Judiciary has the judgment as a Word file" in fetched.outcomes[0].why


def test_a_registry_that_answers_with_something_else_is_said_to(house: House, tmp_path: Path) -> None:
    for answer in (b"<html>maintenance</html>", b'{"results": 7}', b"[" * 100_000):
        house.trouble["fedlex.data.admin.ch", "/sparqlendpoint"] = [
            Reply(200, answer, {"Content-Type": "application/json"})
        ]
        fetched = fetch(house, tmp_path, "ch.fedlex", "999.1")
        assert [each.kind for each in fetched.outcomes] == ["refused"]
        assert "did not answer with" in fetched.outcomes[0].why


# archives


def test_an_archive_that_is_not_the_promised_one_is_refused(house: House, tmp_path: Path) -> None:
    house.hong_kong(promised="ab" * 32)
    fetched = fetch(house, tmp_path, "hk.elegislation", "9001")
    assert "not the archive that the publisher's list promises" in fetched.outcomes[0].why
    assert not list(tmp_path.rglob("*.zip"))


def test_a_bomb_in_an_archive_is_refused_and_forgotten(house: House, tmp_path: Path) -> None:
    house.hong_kong(other=b"<x>" + b" " * 60_000_000 + b"</x>")
    fetched = fetch(house, tmp_path, "hk.elegislation", "9001")
    assert "unpacks to more than" in fetched.outcomes[0].why
    assert not list(tmp_path.rglob("*.zip"))


def test_no_name_in_an_archive_leads_out_of_the_folder(house: House, tmp_path: Path) -> None:
    listed = json.loads(
        house.files["resource.data.one.gov.hk", "/doj/data/hkel_list_c_all_en.json"][0].decode("utf-8-sig")
    )
    listed["Chapter"][0]["Version"][0] |= {"FileName": "../../../evil.xml", "FileLocation": "x"}
    archive = zipped(**{"x/../../../evil.xml": (SPECIMEN / HK.replace("legislation/", "")).read_bytes()})
    del listed["DataSet"][0]["DataResource"]["sha256"]
    house.put(
        "resource.data.one.gov.hk", "/doj/data/hkel_list_c_all_en.json", json.dumps(listed).encode(), "application/json"
    )
    house.put("resource.data.one.gov.hk", ARCHIVE.format("en"), archive, "application/zip")
    out = tmp_path / "a" / "b" / "out"
    fetch(house, out, "hk.elegislation", "9001")
    assert not list(tmp_path.glob("*.xml"))
    assert {path.relative_to(tmp_path).parts[:3] for path in tmp_path.rglob("*.xml")} <= {("a", "b", "out")}


# limits of what is allowed


def test_single_documents_of_a_publisher_are_not_fetched_in_bulk(house: House, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="single documents"):
        fetch(house, tmp_path, "hk.lrs", "DIS=1", "DIS=2")
    by_spec = replace(FetchOrder("hk.hklii", ("[2026] HKCFA 391",), (), "2026-11-30"), by_spec=True)
    with pytest.raises(BadInput, match="single documents"):
        wiring.fetch([by_spec], tmp_path, transport=house.transport)
    assert house.transport.asked == []


@pytest.mark.parametrize(
    ("collection", "item"),
    [
        ("ch.fedlex", '999.1") } UNION { ?abstract ?p ?o . FILTER(STR(?p) = "'),
        ("ch.fedlex", "eli/cc/9999/901> . ?x ?y ?z . <urn:x"),
        ("uk.legislation", "ukpga/2030/77/../../../admin"),
        ("uk.caselaw", "ewca/civ/2031/9001?x=y"),
        ("ch.opencaselaw", "../../secret"),
        ("eu.oj", "32031R9001/../x"),
        ("hk.elegislation", "9001\n9002"),
        ("own", "anything"),
        ("nowhere", "1"),
    ],
)
def test_nothing_but_an_item_of_the_publishers_form_enters_an_address(
    house: House, tmp_path: Path, collection: str, item: str
) -> None:
    with pytest.raises(BadInput):
        fetch(house, tmp_path, collection, item)
    assert house.transport.asked == []


# recording


def test_what_was_recorded_is_replayed_without_a_network(house: House, tmp_path: Path) -> None:
    record = tmp_path / "record"
    for collection, item in (
        ("ch.fedlex", "999.1"),
        ("eu.consolidated", "02031R9001-20330401"),
        ("hk.elegislation", "9001"),
    ):
        fetch(house, tmp_path / "one", collection, item, record=record)
        order = FetchOrder(collection, (item,), (), "2026-11-30")
        _, replayed = wiring.fetch([order], tmp_path / "two", replay=record)
        assert [each.kind for each in replayed.outcomes] == ["new"]
    ours, theirs = lock_of(tmp_path / "one"), lock_of(tmp_path / "two")
    assert ours.keys() == theirs.keys()
    assert {name: line.sha256 for name, line in ours.items()} == {name: line.sha256 for name, line in theirs.items()}
    order = FetchOrder("ch.fedlex", ("999.1",), ("fr",), "2026-11-30")
    _, unknown = wiring.fetch([order], tmp_path / "two", replay=record)
    assert "no exchange is recorded" in unknown.outcomes[0].why
    body = next(path for path in (record / "bodies").iterdir() if b"akomaNtoso" in path.read_bytes())
    body.write_bytes(body.read_bytes().replace(b"40", b"90"))
    order = FetchOrder("ch.fedlex", ("999.1",), (), "2026-11-30")
    _, altered = wiring.fetch([order], tmp_path / "three", replay=record)
    assert "was changed" in altered.outcomes[0].why
