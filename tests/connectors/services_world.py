"""An invented piece of Swiss law as live services would send it: one decision, one cantonal decision, one act, one commentary."""

from __future__ import annotations

from typing import Any

BGE = "BGE 151 III 977"
DOCKET = "4A_999/2025"
RULE = "Wer eine Laterne ausleiht, gibt sie vor Mitternacht zurück und wischt das Glas."
DECISION = f"""Urteilskopf
151 III 977

99. Auszug aus dem Urteil der I. zivilrechtlichen Abteilung i.S. A. gegen Laternenverein B. (Beschwerde in Zivilsachen)
{DOCKET} vom 3. März 2025

Regeste

Leihe einer Laterne. Die Rückgabe ist vor Mitternacht geschuldet (E. 2).

Erwägungen

Aus den Erwägungen:

2. Die Parteien streiten über die Rückgabe einer geliehenen Laterne.

2.1 {RULE} Das gilt auch bei Nebel.

2.2 Ob das Glas bei Regen zu wischen ist, kann offenbleiben.
"""
OTHER_RULE = "Die Kerze bleibt im Haus."
OTHER = f"""Urteilskopf
150 III 955

88. Auszug aus dem Urteil der II. zivilrechtlichen Abteilung i.S. C. gegen D.
5A_888/2024 vom 5. Mai 2024

Erwägungen

2. Die Vorinstanz verweist auf {BGE} E. 2.1. {OTHER_RULE}

2.1 {RULE} So wurde es in {BGE} gesagt, doch ist hier anders zu entscheiden.
"""
CANTONAL = "LB259999"
CANTONAL_RULE = "Die Quartierlaterne gehört der Gemeinde und nicht den Anwohnern."
CANTONAL_TEXT = f"""Obergericht des Kantons Zürich
I. Zivilkammer

Geschäfts-Nr.: LB259999-O/U

Urteil vom 7. April 2025

in Sachen

A., Beklagte und Berufungsklägerin

gegen

B., Kläger und Berufungsbeklagter

Erwägungen:

1. Der Kläger verlangt die Laterne heraus.

2. {CANTONAL_RULE}
"""
SR, ACT = "220", "OR"
ARTICLE = "305"
ARTICLE_TEXT = "⁽1⁾ Der Entlehner der Laterne gibt sie bei Sonnenaufgang zurück. ⁽2⁾ Er trägt die Kosten der Kerze, soweit nichts anderes vereinbart ist."
ARTICLE_RULE = "Er trägt die Kosten der Kerze, soweit nichts anderes vereinbart ist."
COMMENTARY_ID = "0f0f0f0f-0000-4000-8000-00000000cafe"
COMMENTARY_RULE = "Laternen ohne Kerze sind keine Personendaten im Sinn dieser Bestimmung."
COMMENTARY: dict[str, Any] = {
    "id": COMMENTARY_ID,
    "title": "Art. 5 DSG",
    "language": "de",
    "date": "2025-06-01",
    "authors": [{"id": 1, "name": "Erfundene Verfasserin"}],
    "legislative_act": {"id": "a", "title": "DSG"},
    "html_link": "https://onlinekommentar.ch/de/kommentare/dsg5",
    "content": f'<p><span class="paragraph-nr">1</span> {COMMENTARY_RULE}</p><p><span class="paragraph-nr">2</span> Die Kerze ist ohne Belang.</p>',
}


def record(
    text: str = DECISION, *, bge: str = "151_III_977", docket: str = DOCKET, date: str = "2025-03-03"
) -> dict[str, Any]:
    """A record of opencaselaw."""
    return {
        "decision_id": f"bge_{bge}",
        "court": "bge",
        "canton": "CH",
        "docket_number": docket,
        "decision_date": date,
        "language": "de",
        "title": "",
        "regeste": "",
        "full_text": text,
        "source_url": "https://search.bger.ch/erfunden",
    }


def portal(text: str = DECISION, *, reference: str = BGE, docket: str = DOCKET, **more: Any) -> dict[str, Any]:
    """A decision as bge-search and entscheidsuche send it."""
    return {
        "decisionId": "CH_BGE_004_BGE-151-III-977_2025-03-03",
        "signature": reference,
        "title": reference,
        "decisionDate": "2025-03-03",
        "language": "de",
        "court": "Bundesgericht",
        "courtLevel": "federal",
        "canton": "CH",
        "documentUrl": "https://entscheidsuche.ch/docs/CH_BGE/erfunden.html",
        "fullText": text,
        "bgeReference": reference if reference.startswith("BGE") else None,
        "metadata": {"spider": "CH_BGE", "hierarchy": ["CH", "CH_BGE"], "reference": [reference, docket]},
        **more,
    }


def cantonal(text: str = CANTONAL_TEXT) -> dict[str, Any]:
    """The cantonal decision, as the same services send it."""
    return {
        "decisionId": "ZH_OG_001_LB259999_2025-04-07",
        "signature": CANTONAL,
        "title": f"ZH OG {CANTONAL}",
        "decisionDate": "2025-04-07",
        "language": "de",
        "court": "Obergericht des Kantons Zürich",
        "courtLevel": "cantonal",
        "canton": "ZH",
        "documentUrl": "https://entscheidsuche.ch/docs/ZH_OG/erfunden.html",
        "fullText": text,
        "metadata": {"spider": "ZH_OG", "hierarchy": ["ZH", "ZH_OG", "ZH_OG_001"], "reference": [CANTONAL]},
    }


def hit(decision: dict[str, Any]) -> dict[str, Any]:
    """A hit of the search index of entscheidsuche."""
    return {
        "_id": decision["decisionId"],
        "_source": {
            "id": decision["decisionId"],
            "date": decision["decisionDate"],
            "hierarchy": decision["metadata"]["hierarchy"],
            "title": {"de": decision["title"]},
            "reference": decision["metadata"]["reference"],
            "attachment": {
                "content_type": "text/html",
                "content_url": decision["documentUrl"],
                "language": "de",
                "content": decision["fullText"],
            },
        },
    }
