"""Rules for provisions: chains of articles with their act, or with what a bare article leans on.

Keeps true: all members of a list whose act is named are full; a bare article is short and leans on what stands before it,
on the act a sentence governs it by, or on the document itself; what the text leaves open has no reference and a reason.
"""

from __future__ import annotations

from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch import act_kinds, statutes
from pincite.jurisdictions.ch.act_reading import read_act
from pincite.jurisdictions.ch.acts import ActRead, looks_like_abbreviation
from pincite.jurisdictions.ch.article_words import ARTICLE, PLAIN_ARTICLE, SECTION
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.glances import (
    NO_FURTHER_ACT,
    NO_MARGIN,
    WINDOW,
    behind_an_act,
    no_contract,
)
from pincite.jurisdictions.ch.grammar_literature import parse_behind_article
from pincite.jurisdictions.ch.headings import heading_at
from pincite.jurisdictions.ch.leaning import UNKNOWN, Leaning, leaning
from pincite.jurisdictions.ch.memory import Memory, memory_of, swiss_here
from pincite.jurisdictions.ch.provisions import Member, chain_from, go_on, place_of, read_chain, read_steps
from pincite.jurisdictions.ch.statute_mentions import OF_THE_SAME, mentions_of, remember, speaks
from pincite.jurisdictions.ch.text_forms import DATE, FOOTNOTE_MARK, GAP, GAP0, label_of
from pincite.text.patterns import pattern

__all__ = ["anchors"]


def _parse_article(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Art. 5», «§ 12», «articoli 2 e 3»: the chain, its act, or what a bare place leans on."""
    text = reading.text
    memory = memory_of(reading)
    plain = PLAIN_ARTICLE.match(text, start)
    if plain and not memory.own_act:  # in a text that is no act, a heading stands alone on its line
        return _listed(reading, chain_from(text, start, (label_of(plain["no"]), plain.end())), "ch.article")
    heading = heading_at(text, start, memory, reading.language)
    if heading and not memory.own_act:
        return Parsed((), heading[1])
    if heading:
        memory.own_article = heading[0]
        memory.article = (memory.own_act, heading[0], start, heading[1])
        memory.topic, memory.governing = None, ""
        return Parsed((), heading[1])
    label = ARTICLE.match(text, start) or SECTION.match(text, start)
    if label is None:
        return None
    members = read_chain(text, start, label.end())
    return _listed(reading, members, "ch.section" if text[start] == "§" else "ch.article") if members else None


def _listed(reading: TextReading, members: list[Member], rule: str) -> Parsed | None:
    """The mentions of a chain; a long one that is none is not read again from each of its members."""
    listed, end = len(members), members[-1].end
    parsed = _chain(reading, members, rule)
    if parsed is None:
        reading.refuse_list(rule, listed, end)
    return parsed


def _parse_glued(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«…Espulsione obbligatoriaArt. 66a»: the heading of an article glued to what stands before it."""
    memory = memory_of(reading)
    heading = heading_at(reading.text, start + 1, memory, reading.language) if memory.own_act else None
    if heading is None:
        return None
    memory.own_article = heading[0]
    memory.article = (memory.own_act, heading[0], start + 1, heading[1])
    memory.topic, memory.governing = None, ""
    return Parsed((), heading[1])


def _chain(reading: TextReading, members: list[Member], rule: str) -> Parsed | None:
    text = reading.text
    memory = memory_of(reading)
    last = members[-1]
    first = members[0].start
    if (not no_contract(text[last.end : last.end + WINDOW]) and _OF_A_CONTRACT.match(text, last.end)) or (
        text[first - 2 : first - 1] == "," and _CONTRACT_BEFORE.search(text, max(0, first - 70), first)
    ):
        return Parsed((), last.end)
    act = read_act(text, last.end, memory)
    if act is None and text[last.end : last.end + 1] in _MARKS and (mark := _MARK.match(text, last.end)):
        act = read_act(text, mark.end(), memory)
    if act is None and text[last.end : last.end + 1].isspace() and (attribute := _ATTRIBUTE.match(text, last.end)):
        act = read_act(text, attribute.end(), memory)
        if act is None and (noun := _LAW_WORD.match(text, attribute.end())):
            act = ActRead(noun.end(), "", UNKNOWN)  # no act cited before, whatever it is
    if act is None and (described := _DESCRIPTION.match(text, last.end)):
        act = read_act(text, described.end(), memory)
    literature = _as_literature(reading, members, act)
    if literature:
        return literature
    if act is None:
        return _bare(reading, memory, members, rule)
    if rule == "ch.section":
        act = _not_federal(act, text, last.end, memory)
    mentions = mentions_of(reading, members, act, rule)
    remember(reading, memory, act.work, last, mentions[-1])
    mentions, end = _behind_the_act(reading, memory, members, act, mentions, rule)
    while not behind_an_act(text[end : end + WINDOW]) & NO_FURTHER_ACT and (
        further := _next_act(reading, memory, end, rule)
    ):
        mentions += further.mentions
        end = further.end
    return Parsed(tuple(mentions), end)


_ATTRIBUTE = pattern(
    rf"{GAP}(?:(?:des|der|dem|von)(?:{GAP}(?:alten|neuen|(?:total|teil)?revidierten|geltenden|gültigen|damaligen|früheren|ehemaligen|heutigen|aufgehobenen|kantonalen|eidgenössischen|eidg\.|in|Kraft|stehenden|gestandenen|getretenen|gewesenen|bis|zum|Ende|am|ab|seit|vom|damals|heute|noch|zwischenzeitlich|inzwischen|per|anwendbaren|massgebenden|massgeblichen|einschlägigen|vorliegend|hier|\d{{1,2}}\.(?:\d{{1,2}}\.\d{{4}})?|\d{{4}}|Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)){{1,10}}"
    rf"|de{GAP}(?:l[’']ancienne|la{GAP}nouvelle)|de{GAP}l[’']ancien|du{GAP}nouveau|della{GAP}(?:vecchia|nuova)|del{GAP}(?:vecchio|nuovo))(?={GAP}[A-ZÄÖÜ]|{GAP}(?:loi|ordonnance|règlement|droit|legge|ordinanza|regolamento))"
)
"""«Art. 3 lit. a des bis 31. August 2023 gültigen Bundesgesetzes …»: what is said of an act before its name."""
_LAW_WORD = pattern(
    rf"{GAP}(?:[A-ZÄÖÜ][a-zäöü]*(?:[Gg]esetz(?:es|buch(?:e?s)?)?|[Vv]erordnung|[Oo]rdnung|[Vv]erfassung|[Rr]eglements?)|Rechts|loi|ordonnance|règlement|droit|legge|ordinanza|regolamento)(?![A-Za-zäöü])"
)
_MARKS = frozenset("[¹²³⁴⁵⁶⁷⁸⁹")
_MARK = pattern(rf"{FOOTNOTE_MARK}(?=[\s\u00a0][A-ZÄÖÜ])")
"""A footnote's mark between an article and its act: «Art. 8[1] ZGB»."""
_DESCRIPTION = pattern(r"\s{1,3}\([A-Za-zÀ-ÿ][^()\d;]{3,90}\)(?=\s)")
"""What an article is about, between it and its act: «Art. 28 (Schutz der Persönlichkeit) ZGB»."""


def _not_federal(act: ActRead, text: str, name_at: int, memory: Memory) -> ActRead:
    """«§ 165 StGB», «§ 12 PG»: federal acts have articles, so a § means the canton's act of that name, or another country's."""
    if not act.work.startswith("ch/sr/") or act.whole:
        return act
    name = statutes.key_of(text[name_at : act.end].strip())
    if memory.canton and looks_like_abbreviation(name):
        return act._replace(work=f"ch/{memory.canton}/{name}")
    return act._replace(work="", note="section_sign_of_no_federal_act")


_CAPITAL_BEHIND = pattern(r"[\s\u00a0]+[A-ZÄÖÜ]")
_MARGIN_SOON = pattern(
    rf"{GAP0},?{GAP0}(?:[IVX]+{GAP}[A-Z]|/{GAP}?[IVX]|(?:N[rn]?|Rz|RZ|Rn|Note|n[°º]?s?|nn|no|paras?)\.?{GAP0}[A-Z]?\.?\d)"
)


_SMALL_MARGIN = pattern(r"\s(?:n(?:n|°)?|paras?)\.?\s")
_COMMENTED = pattern(r"(?:\bad|Vorbem(?:\.|erkungen)\s{1,3}zu)\s{1,6}\Z")


def _zu_before(text: str, start: int) -> bool:
    """Whether «ad» or «zu» may stand before, by one letter."""
    sign = text[start - 2 : start - 1]
    return sign in "du" or sign.isspace()


def _as_literature(reading: TextReading, members: list[Member], act: ActRead | None) -> Parsed | None:
    """The chain as the article of a commentary («BSK ZPO-MAZAN, Art. 244 N 12»), when a margin number stands behind it."""
    text = reading.text
    first, last = members[0], members[-1]
    behind = act.end if act else last.end
    margin = not behind_an_act(text[behind : behind + WINDOW]) & NO_MARGIN and _MARGIN_SOON.match(text, behind)
    if margin or (_zu_before(text, first.start) and _COMMENTED.search(text, max(0, first.start - 12), first.start)):
        number = act.work.removeprefix("ch/sr/") if act and act.work.startswith("ch/sr/") else ""
        article = place_of(first).partition("/")[0].partition("..")[0]
        return parse_behind_article(reading, first.start, article, last.end, number, act.end if act else 0)
    if (
        act is None
        and first.path[-1][0] in {"lbl", "para"}
        and (small := _SMALL_MARGIN.search(text, first.start, first.end))
    ):
        article = place_of(first).partition("/")[0].partition("..")[0]
        return parse_behind_article(reading, first.start, article, small.start(), "", 0)
    return None


def _behind_the_act(
    reading: TextReading, memory: Memory, members: list[Member], act: ActRead, mentions: list[Mention], rule: str
) -> tuple[list[Mention], int]:
    """Steps that stand behind the act: «art. 57 LPA let. c», «Art. 7 JaDV Abs. 1 und 2»."""
    text, last = reading.text, members[-1]
    if last.to is not None or last.open or len(last.path) > 1 or text[act.end - 1] in ")]":
        return mentions, act.end
    path, end = read_steps(text, act.end, last.path)
    if (
        end == act.end
        or path == last.path
        or text[act.end : act.end + 1] == ","
        or text[act.end : end].lstrip().startswith("(")
    ):
        return mentions, act.end
    # The value just read begins a list of its own, with the article as its base.
    further = go_on(text, Member(last.start, end, path))
    for index, member in enumerate(further):
        if index and (ARTICLE.match(text, member.start) or text[member.start] == "§"):
            further = further[:index]
            break
    named = ActRead(0, act.work, act.note, act.candidates)
    more = mentions_of(reading, further, named, rule)
    remember(reading, memory, act.work, further[-1], more[-1])
    return [*mentions[:-1], *more], more[-1].end


_NEXT_ACT = pattern(
    rf"(?:{GAP0},{GAP0}|{GAP})(?:und|sowie|et|e|ou|oder|bzw\.|beziehungsweise|ainsi{GAP}que|nonché|and|resp\.){GAP}(?=\d)|{GAP0},{GAP0}(?=\d)"
)


def _next_act(reading: TextReading, memory: Memory, end: int, rule: str) -> Parsed | None:
    """«art. 8 CEDH et 13 Cst.»: a further number with an act of its own and no word before it."""
    text = reading.text
    separator = _NEXT_ACT.match(text, end)
    if separator is None:
        return None
    members = read_chain(text, separator.end(), separator.end())
    if not members:
        return None
    act = read_act(text, members[-1].end, memory)
    if act is None or not _CAPITAL_BEHIND.match(text, members[-1].end) or act.work.startswith("ch/?/"):
        return None
    mentions = mentions_of(reading, members, act, rule)
    remember(reading, memory, act.work, members[-1], mentions[-1])
    return Parsed(tuple(mentions), mentions[-1].end)


def _bare(reading: TextReading, memory: Memory, members: list[Member], rule: str) -> Parsed | None:
    """A place whose act is not named beside it."""
    text, start = reading.text, members[0].start
    before = _act_before(reading, start)
    if not before and not swiss_here(reading, start):
        return None
    last = members[-1]
    if before:
        work, members[0].start = before
        mentions = mentions_of(reading, members, ActRead(0, work), rule)
        remember(reading, memory, work, last, mentions[-1])
        return Parsed(tuple(mentions), mentions[-1].end)
    of_same = OF_THE_SAME.match(text, last.end)
    if of_same:
        last.end = of_same.end()
    leans = _leans_on(reading, memory, members, of_same[0] if of_same else "", rule)
    if leans.uncited:
        return Parsed((), last.end)
    mentions = mentions_of(reading, members, None, rule, work=leans.work, note=leans.note or "no_act_named_before")
    if leans.candidates:
        mentions = [_open(mention, member, leans.candidates) for mention, member in zip(mentions, members, strict=True)]
    if not leans.work:
        return Parsed(tuple(mentions), mentions[-1].end)
    if leans.cited and leans.at >= 0:
        mentions = [mention._replace(antecedent=leans.at) for mention in mentions]
    if leans.work != memory.last_act and leans.work not in {memory.own_act, memory.governing}:
        memory.last_act, memory.last_at = leans.work, mentions[-1].start
    memory.article = (leans.work, last.path, mentions[-1].start, mentions[-1].end)
    if speaks(text, members[0].start):
        memory.topic = (leans.work, last.path, mentions[-1].start)
    return Parsed(tuple(mentions), mentions[-1].end)


def _open(mention: Mention, member: Member, works: tuple[str, ...]) -> Mention:
    """A mention that stays open between the places of several acts."""
    return mention._replace(candidates=tuple(f"{work}#{place_of(member)}" for work in works))


def _leans_on(reading: TextReading, memory: Memory, members: list[Member], words: str, rule: str) -> Leaning:
    """The act that a bare place is of. `words`: those behind it that tie it to an act before («dieses Gesetzes»), or ""."""
    text, start = reading.text, members[0].start
    work = memory.governing or memory.own_act or memory.last_act
    if words and not _OWN.search(words) and memory.last_act:
        work = memory.last_act
    if rule == "ch.section" and work.startswith("ch/sr/"):
        # Federal acts have articles: a bare § is a canton's, or another country's.
        work = memory.last_section
    if not words and _OF_OTHER_RULES.match(text, members[-1].end):
        return Leaning("", note=UNKNOWN)
    meant = act_kinds.kinds_meant(words) if words else frozenset()
    if meant and act_kinds.of_a_body(text, members[-1].end):
        return Leaning("", note=UNKNOWN)
    if not (memory.own_act or memory.governing) or (words and work != memory.own_act):
        label = members[0].path[0][1] if members[0].path else ""
        other = leaning(reading, memory, start, label, meant if words else None, sections=rule == "ch.section")
        if other is not None:
            return other
    if work and work == memory.last_act and _of_another(text, memory.last_at, start):
        return Leaning("", note="no_act_named_before")
    if work and meant and not act_kinds.fits(work, meant):
        return _of_the_kind(reading, memory, meant)
    return Leaning(work, memory.last_at if work == memory.last_act else -1)


_OF_OTHER_RULES = pattern(
    rf"{GAP}(?:(?:du|de{GAP}(?:la|son|sa|ses)|des|del|della|dei){GAP}|de{GAP}l[’']|dell[’'])(?:règlement|statuts|convention{GAP}collective|concordat|directives?|regolamento|statuto|concordato|direttiva)(?![A-Za-zà-ÿ])"
)
"""«art. 8 del regolamento della cassa»: of rules that were not understood, so of no act cited before."""


def _of_the_kind(reading: TextReading, memory: Memory, meant: frozenset[str]) -> Leaning:
    """The act of a kind meant: the one cited last, else the text's own."""
    cited, at = act_kinds.last_of_kind(reading, meant)
    if cited:
        return Leaning(cited, at)
    own = memory.own_act
    return Leaning(own) if own and act_kinds.fits(own, meant) else Leaning("", note=UNKNOWN)


_ITS = pattern(
    r"\b(?:(?:à|dans|selon)\s(?:son|ses)|(?:[Ii]n|[Nn]ach|[Gg]emäss|[Aa]n)\s(?:seine[mnr]?|ihre[mnr]?)|(?:al|ai|nel|nei)\s(?:suo|suoi))\s\Z"
)
_SENTENCE_BETWEEN = pattern(r"[a-zà-ÿ)\]]\.\s+(?:[a-z]\)\s)?[A-ZÀ-Ý]|\n\s*\n")


def _of_another(text: str, last_at: int, start: int) -> bool:
    """«Le règlement communal prévoit, à son art. 27»: of what the sentence speaks of, not of the act cited in one before."""
    return bool(
        _ITS.search(text, max(0, start - 20), start)
        and _SENTENCE_BETWEEN.search(text, max(0, last_at), start)
        and not _THE_SAME_ACT.search(text, max(0, last_at, start - 120), start)
    )


_THE_SAME_ACT = pattern(
    r"\b(?:[Ll][ea]\smême|[Dd](?:as|ie)selbe|[Dd]iese[sr]?|[Cc]ette|[Cc]e|[Ll]adite|[Ll]edit|[Ll][oa]\sstess[oa]|[Ii]l\smedesimo|[Ll]a\smedesima|[Qq]uest[oa])\s(?:Gesetz|Verordnung|Erlass|code|loi|ordonnance|règlement|convention|codice|legge|ordinanza|regolamento|convenzione)\b"
)
"""«Le même code, à son article 60»."""


_OF_A_CONTRACT = pattern(
    rf"{GAP}(?:A[GV]B(?![A-Za-z])|(?:des|der|dieses|du|de{GAP}la|del|della|dei|des){GAP}(?:(?!Staats|Gesamtarbeits|Normalarbeits)[A-ZÄÖÜ]?[a-zäöü]*[Vv]ertrage?s|A[GV]B|Hausordnung|Allgemeinen{GAP}(?:Geschäfts|Versicherungs)?[Bb]edingungen|(?:Vereins)?[Ss]tatuten|contrat|statuts|conditions{GAP}générales|contratto|condizioni{GAP}generali))(?![A-Za-zÀ-ÿ])(?!{GAP}(?:vom|du|del){GAP}\d)"
)
"""«§ 3 des Mietvertrags»: a clause of a contract is no citation."""
_CONTRACT_BEFORE = pattern(
    rf"\b(?:(?!Staats|Gesamtarbeits|Normalarbeits)(?:[A-ZÄÖÜ][a-zäöü]*)?[Vv]ertrag(?:e?s)?|contrat|contratto|AGB|Statuten)\s(?:vom|du|del)\s{DATE},\s\Z"
)
"""«Le contrat du 4 mai 2019, art. 7»."""
_ACT_BEFORE = pattern(r"(?<![\w.-])([A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,8})[ \u00a0]\Z")


def _act_before(reading: TextReading, start: int) -> tuple[str, int] | None:
    """«ArG Artikel 20a»: the federal act whose abbreviation stands right before, and where; not one cited with what precedes."""
    match = _ACT_BEFORE.search(reading.text, max(0, start - 14), start)
    if match is None or (reading.mentions and reading.mentions[-1].end > match.start()):
        return None
    numbers = statutes.acts_abbreviated(match[1], reading.language) if match[1][1:].lower() != match[1][1:] else ()
    return (f"ch/sr/{numbers[0]}", match.start()) if len(numbers) == 1 else None


_OWN = pattern(r"dieses|dieser|présent|presente|\bthis\b|de\s+ce")


_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.article",
            rf"(?:\b|\ba|\balt)(?:Art(?:t|s|ikeln|ikels|ikel|icles|icle|icolo|icoli|itgels?)?|art(?:t|s|icles|icle|icolo|icoli|itgels?)?|ART|[Aa]r-{_S}{{1,6}}ti(?:kel[ns]?|cles?|col[oi])|[Aa]rti-{_S}{{1,6}}(?:kel[ns]?|cles?|col[oi]))\.{{0,2}}{_S}{{0,12}}(?:da{_S}{{1,4}})?\d",
            _parse_article,
        ),
        Anchor("ch.heading", r"[a-z0-9àèéêìòùäöü.;:»)\]]Art\.[ \u00a0]?\d", _parse_glued),
        Anchor("ch.section", rf"§{{1,2}}{_S}{{0,12}}\d", _parse_article),
    )
