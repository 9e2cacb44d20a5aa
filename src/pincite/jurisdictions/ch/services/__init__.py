"""How the live services that hold Swiss law are spoken to: one file a contract, and the list of services as data.

A contract asks through a port it is handed and makes a document of the answers, or says why there is none. It knows no
socket; nothing an answer says is followed.
"""

from __future__ import annotations

from collections.abc import Mapping

from pincite.corpus.services import Contract, Services, read_services
from pincite.jurisdictions.ch.services import decisions, fedlex_sparql, legal_citations, onlinekommentar, swiss_caselaw
from pincite.text.tables import table_text

__all__ = ["CONTRACTS", "SERVICES"]

CONTRACTS: Mapping[str, Contract] = {
    "ch.bge_search": decisions.bge_search,
    "ch.entscheidsuche": decisions.entscheidsuche,
    "ch.entscheidsuche_index": decisions.entscheidsuche_index,
    "ch.fedlex_sparql": fedlex_sparql.article,
    "ch.legal_citations": legal_citations.provision,
    "ch.onlinekommentar": onlinekommentar.over_mcp,
    "ch.onlinekommentar_http": onlinekommentar.over_http,
    "ch.swiss_caselaw": swiss_caselaw.over_mcp,
    "ch.swiss_caselaw_http": swiss_caselaw.over_http,
}

SERVICES: Services = read_services(
    table_text("pincite.jurisdictions.ch", "data/services.yaml").encode(), name="ch/data/services.yaml"
)
