"""Mentions of provisions: one a member of a chain, and what is remembered of it.

Keeps true: the act's name lies inside the last member; places of acts of the European Union are written in its words.
"""

from __future__ import annotations

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch.acts import ActRead
from pincite.jurisdictions.ch.glances import WINDOW, no_aside
from pincite.jurisdictions.ch.memory import Memory
from pincite.jurisdictions.ch.provisions import Member, place_of
from pincite.jurisdictions.ch.text_forms import GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["OF_THE_SAME", "mentions_of", "remember", "speaks"]

_EU_LEVELS = {"para": "par", "lbl": "pnt", "sent": "sent", "art": "art"}


def mentions_of(
    reading: TextReading,
    members: list[Member],
    act: ActRead | None,
    rule: str,
    *,
    work: str | None = None,
    note: str = "",
) -> list[Mention]:
    """The mentions of the members of a chain, the act's name inside the last."""
    text, language = reading.text, reading.language
    own = act.work if act else (work or "")
    form = "full" if act else "short"
    found = []
    for index, member in enumerate(members):
        last = index == len(members) - 1
        end = act.end if act and last and act.end > member.end else member.end
        reference = f"{own}#{_place(own, member)}" if own else None
        candidates: tuple[str, ...] = ()
        if act and act.candidates:
            candidates = tuple(f"{candidate}#{place_of(member)}" for candidate in act.candidates)
        # No act of the Confederation or a canton begins at 0.
        nothing = ("art", "0") in member.path
        why = (act.note if act else note) if reference is None or candidates else ""
        found.append(
            Mention._make(
                (
                    member.start, end, text[member.start : end], "statute", form, reference, rule, language,
                    "impossible" if nothing else "well_formed", candidates, None, "article_0" if nothing else why,
                )
            )
        )  # fmt: skip
    return found


def _place(work: str, member: Member) -> str:
    if not work.startswith("eu/"):
        return place_of(member)
    levels = tuple((_EU_LEVELS.get(level, level), label) for level, label in member.path)
    return place_of(
        Member(
            member.start,
            member.end,
            levels,
            member.to and (_EU_LEVELS.get(member.to[0], member.to[0]), member.to[1]),
            member.open,
        )
    )


def remember(reading: TextReading, memory: Memory, work: str, member: Member, mention: Mention) -> None:
    """Note the provision named last, for the short forms that follow."""
    memory.last_act, memory.last_at = work, mention.start
    if not work.startswith("ch/sr/"):
        memory.last_section = work
    start, text = mention.start, reading.text
    if not (
        memory.article
        and not no_aside(text[max(0, start - WINDOW) : start])
        and _IN_CONNECTION.search(text, max(0, start - 40), start)
    ):
        memory.article = (work, member.path, mention.start, mention.end)
    if speaks(reading.text, member.start):
        memory.topic = (work, member.path, mention.start)


_ASIDE = pattern(
    r"(?:im Sinne? (?:von|des|der)|i\.\s?S\.\s?(?:v\.|d\.)|au(?:x|x)? sens d(?:e|es|u)|ai sensi|nel senso|i\.\s?V\.\s?m\.|in Verbindung mit|en relation avec|within the meaning of)\s*(?:de\s)?(?:l[’']|dell[’']|les\s)?\s*\Z"
)


_IN_CONNECTION = pattern(
    r"\(\s*(?:i\.\s?V\.\s?m\.|in Verbindung mit|en (?:relation|lien|liaison) avec|in relazione con|in combinato disposto con)\s*(?:l[’']|les\s)?\s*\Z"
)
"""«§ 42 VRPG (i.V.m. § 23 SubmD)»: what follows leans on the provision before the bracket."""


def speaks(text: str, start: int) -> bool:
    """Whether a place named here is what the sentence is about: not in brackets, not «im Sinne von»."""
    first = max(0, start - 200)
    if text.rfind("(", first, start) > text.rfind(")", first, start):
        return False
    return no_aside(text[max(0, start - WINDOW) : start]) or _ASIDE.search(text[max(0, start - 40) : start]) is None


_SENTENCE_GOES_ON = (
    rf"(?={GAP0}[,;.:)\]]|{GAP}(?:est|sont|et|ou|qui|que|n[’']|ne|a|ont|s[’']|se|prévoi|dispos|règl|fix|exig|précis|concern|vis|permet|impos|interdi|renvo|doit|peut|trouv|limit|garanti|prescri|défini|énonc|autoris|oblig|réserv|suppos|trait|mentionn|consacr|entend|décri|énum|confèr|protèg|habilit|sanctionn|réprim|étend|vaut|rest|demeur|garde|communa|interne"
    r"|è|sono|ed?|o|che|non|si|ha|prevede|dispone|regola|fissa|esige|precisa|concerne|permette|impone|vieta|rinvia|deve|può|limita|garantisce|definisce|enuncia|autorizza|obbliga|riserva|presuppone|tutela|protegge|elenca|stabilisce|disciplina|comunale))"
)
"""What may stand behind «de la loi» when it is no title that goes on («de la loi fédérale sur …»)."""

OF_THE_SAME = pattern(
    rf",?{GAP}(?:(?:der|des|dieser|dieses|jener|jenes|desselben|derselben){GAP}(?:(?:genannten|erwähnten|zitierten|gleichen|selben|besagten){GAP})?(?:Gesetzes|Norm|Bestimmung|Artikels|Verordnung|Verfassung|Vorschrift|Erlasses|Paragraphen|Übereinkommens|Abkommens|Konvention|Reglements|Protokolls|Paktes|Pakts)"
    rf"|leg\.{GAP0}cit\.?|dieses{GAP}(?:Artikels|Gesetzes)|(?:de{GAP}(?:cette|ladite|la{GAP}même)|du{GAP}(?:même|présent)|de{GAP}ce){GAP}(?:loi|disposition|article|ordonnance|règlement|arrêté|accord|décret|concordat|convention|dernière)|de{GAP}la{GAP}présente{GAP}(?:loi|ordonnance)|dudit{GAP}(?:article|règlement|accord)|(?:de{GAP}la{GAP}(?:loi|convention|constitution)|de{GAP}l[’'](?:ordonnance|accord)|du{GAP}règlement|della{GAP}(?:legge|convenzione|costituzione)|dell[’'](?:ordinanza|accordo)|del{GAP}regolamento){_SENTENCE_GOES_ON}"
    rf"|del{GAP}(?:medesimo|presente|citato){GAP}articolo|(?:della{GAP}(?:medesima|presente|citata|stessa)|di{GAP}(?:questa|tale|detta)){GAP}(?:legge|disposizione|ordinanza|convenzione)|(?:del{GAP}(?:medesimo|citato)|di{GAP}(?:questo|tale|detto)){GAP}(?:regolamento|articolo|capoverso)|da{GAP}questa{GAP}lescha|of{GAP}(?:this|that|the{GAP}same|the{GAP}said){GAP}(?:[Aa]rticle|[Aa]ct|[Oo]rdinance|[Cc]onvention|[Cc]onstitution))(?![A-Za-z])"
)
"""«dieses Artikels», «de la loi»: words that tie a place to what was named before."""
