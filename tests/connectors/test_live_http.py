"""Citations checked with services by HTTP on loopback: opencaselaw, entscheidsuche, Onlinekommentar, and Fedlex by SPARQL."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs

import pytest
from tests.connectors import services_world as world
from tests.connectors.live import Live, privacy
from tests.connectors.local_server import Ask, Reply, Routed, serving
from tests.connectors.publishers_house import House

from pincite import wiring
from pincite.corpus.services import Services

FEDERAL = f"«{world.RULE}» ({world.BGE} E. 2.1)."
CANTONAL = f"«{world.CANTONAL_RULE}» ({world.CANTONAL} E. 2)."
COMMENTARY = f"«{world.COMMENTARY_RULE}» (OK-Müller, Art. 5 DSG N. 1)."
STATUTE = "Das folgt aus Art. 1 (SR 999.1) und gilt."
JSON = {"Content-Type": "application/json"}


class World(House):
    """The publishers' house, with what its services say of the invented world; `answers` by path replaces it."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[str, Any] = {}

    def __call__(self, ask: Ask) -> Reply:
        waiting = self.trouble.get((ask.host, ask.path))
        if waiting:
            return waiting.pop(0)
        usual = self._usual(ask)
        value = self.answers.get(ask.path, usual)
        if value is None:
            return super().__call__(ask)
        return value if isinstance(value, Reply) else Reply(200, json.dumps(value, ensure_ascii=False).encode(), JSON)

    def _usual(self, ask: Ask) -> Any:
        if ask.path == "/api/cite":
            known = parse_qs(ask.target.partition("?")[2])["reference"][0] == world.BGE
            found = {"exists": True, "decision_id": "bge_151_III_977", "citation_string_de": world.BGE}
            return found if known else {"exists": False, "close_matches": []}
        if ask.path == "/api/decisions/bge_151_III_977":
            return world.record()
        if ask.path == "/_search.php":
            phrase = json.loads(ask.body)["query"]["multi_match"]["query"]
            citing = {
                **world.cantonal(f"Obergericht\n\nVgl. {phrase}. {world.CANTONAL_RULE * 5}"),
                "decisionId": "ZH_OG_001_LB258888_2025-05-05",
            }
            citing["metadata"] = {"hierarchy": ["ZH", "ZH_OG"], "reference": ["LB258888"]}
            held = [world.cantonal()] if phrase == world.CANTONAL else []
            return {"hits": {"hits": [world.hit(citing), *(world.hit(each) for each in held)]}}
        if ask.path == "/api/commentaries":
            return {"data": [{**world.COMMENTARY, "content": None}], "links": {}, "meta": {}}
        if ask.path == f"/api/commentaries/{world.COMMENTARY_ID}":
            return {"data": world.COMMENTARY}
        return None


@contextmanager
def opened() -> Iterator[tuple[World, Routed]]:
    house = World()
    with serving(house) as transport:
        yield house, transport


@pytest.fixture
def house() -> Iterator[tuple[World, Live]]:
    known = wiring.live_services()
    routes = {
        class_: tuple(n for n in names if known.services[n].kind != "mcp") for class_, names in known.routes.items()
    }
    with opened() as (world_, transport):
        yield world_, Live(Services(known.services, routes), transport=transport)


def test_a_federal_decision_comes_whole_from_opencaselaw(house: tuple[World, Live]) -> None:
    record, consulted = house[1].one(FEDERAL)
    assert (record.status, record.source_mcp) == ("MATCH", "swiss-caselaw")
    assert record.query_used == "cite BGE 151 III 977 de; decision bge_151_III_977"
    assert len(consulted[0].sha256) == 64


def test_a_cantonal_decision_is_found_behind_one_that_cites_its_number(house: tuple[World, Live]) -> None:
    record, _ = house[1].one(CANTONAL)
    assert (record.axes.existence, record.axes.quote, record.work) == ("found", "clean", "ch/zh/LB259999")


def test_attack_a_decision_that_merely_mentions_the_number_is_not_it(house: tuple[World, Live]) -> None:
    record, consulted = house[1].one(f"«{world.CANTONAL_RULE}» (LB257777 E. 2).")
    assert (record.status, record.axes.existence) == ("UNVERIFIED", "outside_coverage")
    assert [each.outcome for each in consulted] == ["other_document"]


def test_a_commentary_comes_by_two_calls(house: tuple[World, Live]) -> None:
    record, consulted = house[1].one(COMMENTARY)
    assert (record.status, record.source_mcp) == ("MATCH", "onlinekommentar")
    assert consulted[0].query.count(";") == 1


def test_a_statute_comes_from_fedlex_in_the_state_of_the_date(house: tuple[World, Live]) -> None:
    record, _ = house[1].one(STATUTE)
    assert (record.axes.existence, record.axes.pinpoint, record.state) == ("found", "confirmed", "2026-01-01")
    assert (record.source_mcp, record.axes.currency) == ("fedlex", "in_force")
    before, consulted = house[1].one(STATUTE, as_of="2001-01-01")
    assert before.axes.existence == "outside_coverage"
    assert [each.outcome for each in consulted] == ["not_served"]


def test_attack_fedlex_sends_another_act(house: tuple[World, Live]) -> None:
    from tests.connectors.test_fetch import FILE

    house[0].answers[FILE] = Reply(200, b"<html><body>maintenance</body></html>", {"Content-Type": "text/html"})
    record, _ = house[1].one(STATUTE)
    assert record.status == "UNVERIFIED"


@pytest.mark.parametrize("host", ["fedlex.data.admin.ch"])
def test_a_registry_that_fails_is_unreachable_and_not_without_the_act(house: tuple[World, Live], host: str) -> None:
    house[0].answers["/sparqlendpoint"] = Reply(503)
    record, consulted = house[1].one(STATUTE)
    assert (record.cause, consulted[0].outcome) == ("unreachable", "unreachable")


def test_a_failure_that_passes_costs_one_retry(house: tuple[World, Live]) -> None:
    house[0].trouble["mcp.opencaselaw.ch", "/api/cite"] = [Reply(503)]
    record, _ = house[1].one(FEDERAL)
    assert record.status == "MATCH"


def test_a_service_that_goes_on_failing_is_asked_twice(house: tuple[World, Live]) -> None:
    for path in ("/api/cite", "/_search.php"):
        house[0].answers[path] = Reply(500)
    record, consulted = house[1].one(FEDERAL)
    assert (record.cause, [each.outcome for each in consulted]) == ("unreachable", ["unreachable", "unreachable"])
    asked = [ask for ask in house[1].transport.asked if ask.path == "/api/cite"]  # type: ignore[union-attr]
    assert len(asked) == 2


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"exists": ', b"[1"])
def test_attack_a_body_that_is_no_json(house: tuple[World, Live], body: bytes) -> None:
    house[0].answers["/api/cite"] = Reply(200, body, JSON)
    house[0].answers["/_search.php"] = Reply(200, body, JSON)
    record, _ = house[1].one(FEDERAL)
    assert record.cause == "unreachable"


def test_attack_a_redirect_to_another_host_is_not_followed(house: tuple[World, Live]) -> None:
    house[0].answers["/api/cite"] = Reply(302, b"", {"Location": "https://collector.example/?q=1"})
    house[0].answers["/_search.php"] = Reply(302, b"", {"Location": "https://collector.example/?q=1"})
    record, _ = house[1].one(FEDERAL)
    assert record.cause == "unreachable"
    assert not [ask for ask in house[1].transport.asked if ask.host == "collector.example"]  # type: ignore[union-attr]


def test_every_request_that_leaves_is_listed_and_none_leaves_in_strict_mode(house: tuple[World, Live]) -> None:
    live = house[1]
    house[0].trouble["mcp.opencaselaw.ch", "/api/cite"] = [Reply(503)]
    report = live.check(f"{FEDERAL}\n\n{STATUTE}\n\n{COMMENTARY}\n")
    assert report.privacy is not None
    assert len(report.privacy.left) == len(live.transport.asked)  # type: ignore[union-attr]
    strict = Live(live.services, transport=live.transport, privacy=privacy("strict"))
    live.transport.asked.clear()  # type: ignore[union-attr]
    report = strict.check(f"{FEDERAL}\n\n{STATUTE}\n\n{COMMENTARY}\n")
    assert not live.transport.asked  # type: ignore[union-attr]
    assert {record.status for record in report.mentions} == {"UNVERIFIED"}


def test_nothing_of_the_draft_but_names_of_documents_is_sent(house: tuple[World, Live]) -> None:
    house[1].check(f"Die geheime Lampe von Frau Kerzenmacher. {FEDERAL}\n\n{CANTONAL}\n\n{STATUTE}\n\n{COMMENTARY}\n")
    sent = " ".join(ask.target + ask.body.decode() for ask in house[1].transport.asked)  # type: ignore[union-attr]
    for word in ("Kerzenmacher", "Laterne", "Mitternacht", "Quartier", "geheim"):
        assert word not in sent
