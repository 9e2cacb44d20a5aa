"""Invented decisions in the courts' real forms, and how tests look at what was made of them."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.formats.plain_text import read_text
from pincite.jurisdictions.ch.sources.decision_text import DecisionText, parse_decision
from pincite.law.document import Document, Provision
from pincite.text.canonical import unaccounted

NBSP = "\u00a0"

BGE = """Urteilskopf


199 II 77


7. Auszug aus dem Urteil der II. öffentlich-rechtlichen Abteilung i.S. A. gegen Laternenamt (Beschwerde)

2C_9901/2072 vom 3. März 2073

Regeste

Art. 3 LatG; Eintragung von Laternen. Begriff der Laterne (E. 4).

Regeste

Art. 3 LLan; inscription des lanternes. Notion de lanterne (consid. 4).

Regesto

Art. 3 LLan; iscrizione delle lanterne. Nozione di lanterna (consid. 4).

Sachverhalt ab Seite 78

    BGE 199 II 77 S. 78

    A.

    A.a A. hält eine Laterne am alten Hafen und BGE 199 II 77 S. 79
zündet sie täglich an.

    A.b Das Laternenamt verweigerte die Eintragung.

Erwägungen

Aus den Erwägungen:

    4. Streitig ist der Begriff der Laterne.

    4.1 Eine Laterne ist, was leuchtet (vgl. BGE 150 II 300 S. 302). Dies gilt auch für BGE 199 II 77 S. 80
papierene Laternen.

    4.2 Die Vorinstanz erwog, Papier brenne. Das überzeugt nicht.

    5.6 Die Beschwerde ist gutzuheissen.
"""

BGER = f"""
Bundesgericht{NBSP}
Tribunal fédéral{NBSP}
Tribunale federale{NBSP}
Tribunal federal{NBSP}
{NBSP}

  5A_9902/2072

{NBSP}

  Urteil vom 17. Juni 2072

  II. zivilrechtliche Abteilung

Besetzung{NBSP}
Bundesrichterin Muster, Präsidentin,{NBSP}
Gerichtsschreiber Beispiel.{NBSP}

Verfahrensbeteiligte{NBSP}
A.________,{NBSP}
Beschwerdeführerin,{NBSP}

  gegen

B.________.{NBSP}

  Sachverhalt:

  A.

A.________ und B.________ streiten um eine Laterne. A.________ verlangt 12.50 Franken.{NBSP}

  B.

Das Obergericht wies die Klage am 2. Mai 2072 ab.{NBSP}

  Erwägungen:

  1.

Die Beschwerde ist zulässig.{NBSP}

  2.

2.1. Die Beschwerdeführerin macht geltend, die Laterne sei ihr geschenkt worden. Sie habe sie stets geputzt.{NBSP}

2.2. Das trifft nicht zu. Art. 3 Abs. 1 LatG verlangt die Eintragung:{NBSP}

1. der Halterin;{NBSP}

2. der Laterne.{NBSP}

  3.

Die Beschwerde ist abzuweisen.{NBSP}

  Demnach erkennt das Bundesgericht:

  1.

Die Beschwerde wird abgewiesen.{NBSP}

  2.

Die Gerichtskosten von Fr. 400.-- werden der Beschwerdeführerin auferlegt.{NBSP}

Lausanne, 17. Juni 2072{NBSP}

Im Namen der II. zivilrechtlichen Abteilung{NBSP}

Die Präsidentin:    Muster{NBSP}
"""

BVGER = """B u n d e s v e r w a l t u ng s g e r i ch t

T r i b un a l  ad m i n i s t r a t i f  f éd é r a l

 Cour V

E-9903/2072

 A r r ê t  d u  5  f é v r i e r  2 0 7 3

Composition
 Anne Exemple (présidente du collège),

Parties

 A._______,

recourante,

contre

Office des lanternes,

autorité inférieure.



E-9903/2072

Page 2

Faits :

A.

Le 6 mai 2072, la recourante a allumé une lanterne au vieux port de Lanterneville, où

13 personnes l'ont vue, et l'a laissée brûler pendant toute la nuit sans la surveil-

ler.

B.

B.a Par décision du 1er juin 2072, l'office a ordonné l'extinction de la lanterne que la



E-9903/2072

Page 3

recourante avait allumée.

B.b La recourante a recouru.

Droit :

1.

1.1 Le Tribunal connaît des recours contre les décisions de l'office rendues depuis le

28 juillet 2051 selon la loi sur les lanternes (consid. 11 ; 2012/31 consid. 7.2.2), et

sa compétence est donnée.

1.2 Le recours est recevable.

2.

2.1 La recourante soutient que l'office devait l'avertir. Elle fait valoir qu'un avertissement aurait suffi.

2.1.1 L'art. 4 LLan n'exige aucun avertissement.

2.1.2 Le grief est mal fondé.

(dispositif : page suivante)



E-9903/2072

Page 4

Par ces motifs, le Tribunal administratif fédéral prononce :

1.

Le recours est rejeté.

2.

Il n'est pas perçu de frais.

La présidente du collège : La greffière :
"""

TICINO = """TRIBUNALE D'APPELLO

11.2072.108

Lugano

5 maggio 2072

In fatto:

A. L'attore possiede una lanterna.

B. Il Pretore ha respinto l'azione il 3 marzo 2072.

In diritto:

1. L'appello è tempestivo.

2. L'appellante sostiene che la lanterna sia sua. Egli censura un accertamento manifestamente inesatto dei fatti.

3. Il Pretore ha ritenuto che la lanterna fosse del Comune. A torto: la lanterna è dell'attore.

Per questi motivi, la Camera pronuncia:

1. L'appello è accolto.

2. Non si prelevano spese.
"""


def parsed(text: str, **keys: object) -> DecisionText:
    """What the parser makes of a text; that nothing is lost is checked on the way."""
    file = read_text(text.encode(), name="invented.txt")
    language = str(keys.pop("language", "de"))
    result = parse_decision(file.lines, language=language, **keys)  # type: ignore[arg-type]
    assert unaccounted(file.pieces, result.source_map, result.sides) == []
    return result


def places(result: DecisionText | Document, *kinds: str) -> list[str]:
    """The places of these kinds, in order."""
    return [str(node.eid) for node in result.provisions if not kinds or node.kind in kinds]


def node(result: DecisionText | Document, eid: str) -> Provision:
    """The provision with this place."""
    return next(found for found in result.provisions if found.eid == eid)


def text_of(result: DecisionText | Document, eid: str) -> str:
    """Its text."""
    found = node(result, eid)
    return result.text[found.start : found.end]


def sides(result: DecisionText | Document, kind: str) -> Sequence[tuple[str, str]]:
    """Label and text of the side channels of a kind."""
    return [(side.label, side.text) for side in result.sides if side.kind == kind]
