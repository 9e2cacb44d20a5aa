"""Whether a text is an act's own although nobody said which: then a bare provision is that act's, and its reference stays open.

Keeps true: decided once a text, by how it speaks of itself; a text that cites decisions in brackets is no act.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

from pincite.citations.pack import TextReading
from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.text.patterns import pattern

__all__ = ["NOT_IDENTIFIED", "is_unnamed_act"]

NOT_IDENTIFIED = "the_text_is_an_act_not_identified"
_ITSELF = pattern(
    r"\b(?:this|that)\s(?:Ordinance|Act|Order|Regulations?|Directive|Decision|Part|Schedule|Chapter|section|subsection|article|Article|paragraph|rule)\b|\b(?:subject\sto|under|by\svirtue\sof)\s(?:sub)?section\s\(?\d|\b(?:[Ll]e|[Dd]u|[Aa]u|[Ll]a|[Dd]e\sla|[Àà]\sla)\sprésente?\s(?:règlement|directive|décision|article|paragraphe|section|chapitre|alinéa|point)\b|\b[Dd]ies(?:e[srm]?)\s(?:Verordnung|Richtlinie|Artikels?|Absatzes|Kapitels?|Abschnitts?)\b|\bpresente\s(?:regolamento|direttiva|articolo|paragrafo|capo|sezione)\b|本條例|本部|本條|本附表|本規例"
)
_DECISIONS = pattern(r"\[(?:19|20)\d\d\]\s(?:\d{1,2}\s)?[A-Z]{2,}|\bv\.?\s[A-Z]")
_LEAST = 3
_HEAD = 30_000
_PER = 6000
"""Characters that may hold each further word about itself."""


_GAP = r"[^!-~]"
"""White space, and every character that is not of ASCII, which may be some."""


@cache
def _may_cite() -> Scanner | SlowScanner:
    """What stands in every match of `_DECISIONS`: an automaton rules most texts of law out at once."""
    return scanner_for([r"\[(?:19|20)", rf"v\.?{_GAP}[A-Z]"])


@cache
def _may_be_itself() -> Scanner | SlowScanner:
    """What stands in every match of `_ITSELF`, likewise."""
    return scanner_for(
        [
            rf"(?:this|that){_GAP}(?:Or|Ac|Re|Di|De|Pa|Sc|Ch|sec|sub|art|Art|par|ru)",
            rf"(?:subject{_GAP}to|under|by{_GAP}virtue{_GAP}of){_GAP}(?:sub)?section{_GAP}",
            rf"{_GAP}présente?{_GAP}",
            rf"[Dd]ies(?:e[srm]?){_GAP}(?:Ver|Ric|Art|Abs|Kap)",
            rf"presente{_GAP}",
            "本(?:條例?|部|附表|規例)",
        ]
    )


def is_unnamed_act(reading: TextReading) -> bool:
    """Whether the text speaks of itself as an act and no reference of it was given."""
    known: bool | None = reading.memory.get("own_text")
    if known is None:
        known = False
        if reading.self_reference is None:
            head = reading.text[:_HEAD]
            least = max(_LEAST, len(head) // _PER)
            known = (
                _may_be_itself().places(head, least) == least
                and not (_may_cite().holds(head) and _DECISIONS.search(head))
                and sum(1 for _ in islice(_ITSELF.finditer(head), least)) == least
            )
        reading.memory["own_text"] = known
    return known
