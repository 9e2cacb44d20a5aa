"""Rules for provisions and acts: chains of articles with their act, acts by number or title, amending acts, short forms.

Keeps true: all members of a list whose act is named are full; a bare place is short and leans on what stands before it,
on the act a sentence governs it by, or on the document itself; what the text leaves open has no reference and a reason.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.act_brackets import read_collection_number
from pincite.jurisdictions.ch.act_reading import read_act
from pincite.jurisdictions.ch.act_titles import read_title
from pincite.jurisdictions.ch.acts import ActRead, looks_like_abbreviation, read_european
from pincite.jurisdictions.ch.article_words import ARTICLE, SECTION
from pincite.jurisdictions.ch.grammar_literature import parse_behind_article
from pincite.jurisdictions.ch.headings import heading_at
from pincite.jurisdictions.ch.memory import Memory, Step, memory_of
from pincite.jurisdictions.ch.provisions import Member, go_on, place_of, read_chain, read_steps
from pincite.jurisdictions.ch.text_forms import GAP, GAP0, ROMAN, roman_value

__all__ = ["anchors"]

_EU_LEVELS = {"para": "par", "lbl": "pnt", "sent": "sent", "art": "art"}


def _mentions(
    reading: TextReading,
    members: list[Member],
    act: ActRead | None,
    rule: str,
    *,
    work: str | None = None,
    note: str = "",
) -> list[Mention]:
    """The mentions of the members of a chain, the act's name inside the last."""
    text = reading.text
    own = act.work if act else (work or "")
    found = []
    for index, member in enumerate(members):
        last = index == len(members) - 1
        end = act.end if act and last and act.end > member.end else member.end
        reference = f"{own}#{_place(own, member)}" if own else None
        candidates = tuple(f"{candidate}#{place_of(member)}" for candidate in act.candidates) if act else ()
        found.append(
            Mention(
                member.start, end, text[member.start : end], "statute", "full" if act else "short", reference, rule,
                reading.language, candidates=candidates, note=(act.note if act else note) if reference is None or candidates else "",
                antecedent=None,
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


def _remember(reading: TextReading, memory: Memory, work: str, member: Member, mention: Mention) -> None:
    memory.last_act, memory.last_at = work, mention.start
    if not work.startswith("ch/sr/"):
        memory.last_section = work
    memory.article = (work, member.path, mention.start, mention.end)
    if _speaks(reading.text, member.start):
        memory.topic = (work, member.path, mention.start)


_ASIDE = re.compile(
    r"(?:im Sinne? (?:von|des|der)|i\.\s?S\.\s?(?:v\.|d\.)|au(?:x|x)? sens d(?:e|es|u)|ai sensi|nel senso|i\.\s?V\.\s?m\.|in Verbindung mit|en relation avec|within the meaning of)\s*(?:de\s)?(?:l[’']|dell[’']|les\s)?\s*\Z"
)


def _speaks(text: str, start: int) -> bool:
    """Whether a place named here is what the sentence is about: not in brackets, not «im Sinne von»."""
    before = text[max(0, start - 200) : start]
    if before.rfind("(") > before.rfind(")"):
        return False
    return _ASIDE.search(before[-40:]) is None


def _parse_article(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Art. 5», «§ 12», «articoli 2 e 3»: the chain, its act, or what a bare place leans on."""
    text = reading.text
    memory = memory_of(reading)
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
    if not members:
        return None
    return _chain(reading, members, "ch.section" if text[start] == "§" else "ch.article")


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
    act = read_act(text, last.end, memory)
    literature = _as_literature(reading, members, act)
    if literature:
        return literature
    if act is None:
        return _bare(reading, memory, members, rule)
    if rule == "ch.section":
        act = _not_federal(act, text, last.end, memory)
    mentions = _mentions(reading, members, act, rule)
    _remember(reading, memory, act.work, last, mentions[-1])
    mentions, end = _behind_the_act(reading, memory, members, act, mentions, rule)
    while further := _next_act(reading, memory, end, rule):
        mentions += further.mentions
        end = further.end
    return Parsed(tuple(mentions), end)


def _not_federal(act: ActRead, text: str, name_at: int, memory: Memory) -> ActRead:
    """«§ 165 StGB», «§ 12 PG»: federal acts have articles, so a § means the canton's act of that name, or another country's."""
    if not act.work.startswith("ch/sr/") or act.whole:
        return act
    name = statutes.key_of(text[name_at : act.end].strip())
    if memory.canton and looks_like_abbreviation(name):
        return act._replace(work=f"ch/{memory.canton}/{name}")
    return act._replace(work="", note="section_sign_of_no_federal_act")


_CAPITAL_BEHIND = re.compile(r"[\s\u00a0]+[A-ZÄÖÜ]")
_COLON_SOON = re.compile(r"[^.\n]{0,60}:")
_AMOUNT = re.compile(r"\s?(?:Fr\b|CHF|’\d|'\d|%|\s\d{3})")
_MARGIN_SOON = re.compile(
    rf"{GAP0},?{GAP0}(?:[IVX]+{GAP}[A-Z]|/{GAP}?[IVX]|(?:N[rn]?|Rz|RZ|Rn|Note|n[°º]?s?|nn|no|paras?)\.?{GAP0}[A-Z]?\.?\d)"
)
_SMALL_N = re.compile(r"\bn(?:n|°)?\.?\s?\d+[a-z]?\Z")


def _as_literature(reading: TextReading, members: list[Member], act: ActRead | None) -> Parsed | None:
    """The chain as the article of a commentary («BSK ZPO-MAZAN, Art. 244 N 12»), when a margin number stands behind it."""
    text = reading.text
    first, last = members[0], members[-1]
    behind = act.end if act else last.end
    number = act.work.removeprefix("ch/sr/") if act and act.work.startswith("ch/sr/") else ""
    if _MARGIN_SOON.match(text, behind):
        article = place_of(first).partition("/")[0].partition("..")[0]
        return parse_behind_article(reading, first.start, article, last.end, number, act.end if act else 0)
    if (
        act is None
        and first.path[-1][0] in {"lbl", "para"}
        and (small := re.compile(r"\s(?:n(?:n|°)?|paras?)\.?\s").search(text, first.start, first.end))
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
    more = _mentions(reading, further, named, rule)
    _remember(reading, memory, act.work, further[-1], more[-1])
    return [*mentions[:-1], *more], more[-1].end


_NEXT_ACT = re.compile(
    rf"(?:{GAP0},{GAP0}|{GAP})(?:und|sowie|et|e|ou|oder|bzw\.|and|resp\.){GAP}(?=\d)|{GAP0},{GAP0}(?=\d)"
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
    mentions = _mentions(reading, members, act, rule)
    _remember(reading, memory, act.work, members[-1], mentions[-1])
    return Parsed(tuple(mentions), mentions[-1].end)


def _bare(reading: TextReading, memory: Memory, members: list[Member], rule: str) -> Parsed | None:
    """A place whose act is not named beside it."""
    text = reading.text
    last = members[-1]
    of_same = _OF_THE_SAME.match(text, last.end)
    if of_same:
        last.end = of_same.end()
    work = memory.governing or memory.own_act or memory.last_act
    if of_same and not _OWN.search(of_same[0]) and memory.last_act:
        work = memory.last_act
    if rule == "ch.section" and work.startswith("ch/sr/"):
        # Federal acts have articles: a bare § is a canton's, or another country's.
        work = memory.last_section
    mentions = _mentions(reading, members, None, rule, work=work, note="" if work else "no_act_named_before")
    if work and work == memory.last_act:
        mentions = [mention._replace(antecedent=memory.last_at) for mention in mentions]
    if work:
        memory.article = (work, last.path, mentions[-1].start, mentions[-1].end)
        if _speaks(text, members[0].start):
            memory.topic = (work, last.path, mentions[-1].start)
    return Parsed(tuple(mentions), mentions[-1].end)


_OWN = re.compile(r"dieses|dieser|présent|presente|\bthis\b|de\s+ce")


_OF_THE_SAME = re.compile(
    rf"{GAP}(?:(?:der|des|dieser|dieses|desselben|derselben){GAP}(?:(?:genannten|erwähnten|zitierten|gleichen|selben){GAP})?(?:Gesetzes|Norm|Bestimmung|Artikels|Verordnung|Vorschrift|Erlasses|Paragraphen|Übereinkommens|Abkommens|Konvention|Reglements|Protokolls)"
    rf"|dieses{GAP}(?:Artikels|Gesetzes)|(?:de{GAP}(?:cette|ladite|la{GAP}même)|du{GAP}(?:même|présent)|de{GAP}ce){GAP}(?:loi|disposition|article|ordonnance)|dudit{GAP}(?:article|règlement|accord)|(?:de{GAP}la{GAP}(?:loi|convention)|de{GAP}l[’'](?:ordonnance|accord)|du{GAP}règlement|della{GAP}(?:legge|convenzione)|dell[’'](?:ordinanza|accordo)|del{GAP}regolamento)(?={GAP0}[,;.)\]])|del{GAP}(?:medesimo|presente|citato){GAP}articolo|della{GAP}(?:medesima|presente|citata){GAP}(?:legge|disposizione)|of{GAP}(?:this|that|the{GAP}same|the{GAP}said){GAP}(?:[Aa]rticle|[Aa]ct|[Oo]rdinance))(?![A-Za-z])"
)


def _parse_level(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Abs. 2», «(al. 1)», «let. a»: a place inside the article named before, or inside the document's own."""
    text = reading.text
    memory = memory_of(reading)
    level = _level_at(text, start)
    if text.startswith("al.", start) and text[max(0, start - 3) : start].rstrip() == "et":
        return None  # «et al.»
    if level is None or not _stands_free(text, start):
        return None
    kind, value_at = level
    work, base, at = _base(reading, memory, start, value_at, kind)
    members = read_chain(text, start, value_at, kind, base)
    if not members:
        return None
    last = members[-1]
    same = _OF_THE_SAME.match(text, last.end)
    bracketed = _in_brackets(text, start, last.end)
    numbered = kind == "lbl" and not _LETTERS.match(text, start)
    if numbered and not (work and (same or (memory.own_act and bracketed))):
        # «Ziff. 2», «ch. 1» alone are mostly numbers of an order or of the facts.
        return None
    if not (same or bracketed or memory.own_act or (work and at >= 0 and start - at < 600)):
        return None
    if same:
        last.end = same.end()
    note = "" if work else "article_of_the_document_not_shown" if memory.own_act else "no_article_named_before"
    mentions = _mentions(reading, members, None, "ch.part", work=work, note=note)
    if work:
        mentions = [mention._replace(antecedent=at if at >= 0 else None) for mention in mentions]
        memory.article = (work, last.path, at if at >= 0 else start, mentions[-1].end)
    return Parsed(tuple(mentions), mentions[-1].end)


def _base(
    reading: TextReading, memory: Memory, start: int, value_at: int, kind: str
) -> tuple[str, tuple[Step, ...], int]:
    """The work and the steps that a bare paragraph or letter goes below, and where they were named (-1: by a heading)."""
    text = reading.text
    bracketed = _inside_brackets(text, start)
    if memory.own_act and not bracketed and not _near_article(memory, reading.text, start):
        return (memory.own_act, memory.own_article, -1) if memory.own_article else ("", (), -1)
    work, at = "", -1
    path: tuple[Step, ...] = ()
    if memory.article and start - memory.article[3] < 2500:
        work, path, at = memory.article[0], memory.article[1], memory.article[2]
    if bracketed and memory.topic and start - memory.topic[2] < 3500:
        work, path, at = memory.topic
        if memory.article and memory.article[0] == work and memory.article[1][:1] == path[:1]:
            path = memory.article[1]
    kept: list[Step] = []
    for level, label in path:
        if kind == "para" and level not in {"art", "annex"}:
            break
        if kind == "lbl" and (
            level == "sent"
            or (level == "lbl" and (not label[:1].isdigit()) == (not text[value_at : value_at + 1].isdigit()))
        ):
            break
        kept.append((level, label))
    return work, tuple(kept), at


def _near_article(memory: Memory, text: str, start: int) -> bool:
    """Whether an article was named just before, in the same breath («Artikel 5 … Absatz 2 desselben Artikels»)."""
    end = memory.article[3] if memory.article is not None else start + 1
    return end <= start < end + 12 and ".\n" not in text[end:start]


def _in_brackets(text: str, start: int, end: int) -> bool:
    return _inside_brackets(text, start) and text[end : end + 3].lstrip()[:1] in {")", ",", ";"}


def _inside_brackets(text: str, start: int) -> bool:
    """Whether the place opens a bracket, or stands in one behind «;»."""
    before = text[max(0, start - 160) : start].rstrip()
    if before.endswith("("):
        return True
    return before.endswith((";", ",")) and before.rfind("(") > before.rfind(")")


def _stands_free(text: str, start: int) -> bool:
    """Whether the label is not the tail of another word."""
    return start == 0 or not (text[start - 1].isalnum() or text[start - 1] in "-_/.")


_LEVEL = re.compile(
    r"(?:(?P<para>(?:Abs|al|Al|cpv|par)\.|(?:Abs(?:ätzen|ätze|atzes|atz)|al(?:inéas?|ineas?)|[Cc]apovers[oi]|paras?|[Pp]aragraphs?)(?:\.|(?=\s)))"
    r"|(?P<lbl>(?:[Ll]it|[Bb]st|Buchst(?:aben|abe)?|let(?:tres?|tera|tere|t)?|Ziff(?:ern|er)?|ch(?:iffres?)?|cif(?:ra|re)?)(?:\.|(?=\s))))"
    + GAP0
)
_LETTERS = re.compile(r"[Ll]it|[Bb]st|Buchst|let")


def _level_at(text: str, start: int) -> tuple[str, int] | None:
    match = _LEVEL.match(text, start)
    return (match.lastgroup or "", match.end()) if match else None


def _parse_annex(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Anhang 2 VBO», «annexe I ch. 1 OPair»: only with its act."""
    text = reading.text
    match = _ANNEX.match(text, start)
    if match is None:
        return None
    memory = memory_of(reading)
    printed = match["no"]
    number = printed if printed[0].isdigit() else str(roman_value(printed))
    path, at = read_steps(text, match.end(), (("annex", number),))
    member = Member(start, at, path)
    act = read_act(text, at, memory)
    if act is None or not act.work:
        return None
    mentions = _mentions(reading, [member], act, "ch.annex")
    _remember(reading, memory, act.work, member, mentions[-1])
    return Parsed(tuple(mentions), mentions[-1].end)


_ANNEX = re.compile(
    rf"(?:Anh(?:ang|änge|\.)|[Aa]nnexe?s?|[Aa]llegat[oi]){GAP}(?P<no>\d{{1,2}}[a-z]?|{ROMAN})(?![A-Za-z0-9])"
)


def _parse_part(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«chapitre IV du règlement …», «Title Two, Chapter Two of the SCC»: larger parts of an act, only with the act."""
    text = reading.text
    path: list[Step] = []
    at = start
    for _ in range(3):
        match = _PART.match(text, at)
        if match is None:
            break
        kind = next(level for level, words in _PART_LEVELS.items() if match["kind"].lower().startswith(words))
        number = _part_number(match["no"])
        if number is None:
            return None
        path.append((kind, number))
        at = match.end()
        comma = re.compile(rf",?{GAP}").match(text, at)
        if not (comma and _PART.match(text, comma.end())):
            break
        at = comma.end()
    if not path:
        return None
    memory = memory_of(reading)
    act = read_act(text, at, memory)
    if act is None or not act.work:
        return None
    member = Member(start, at, tuple(path))
    mentions = _mentions(reading, [member], act, "ch.chapter")
    memory.last_act, memory.last_at = act.work, start
    return Parsed(tuple(mentions), mentions[-1].end)


_PART_LEVELS = {
    "chap": ("kapitel", "chapitre", "chapter", "capitolo", "chap"),
    "tit": ("titel", "titre", "title", "titolo"),
    "part": ("teil", "partie", "part", "parte"),
    "sec": ("abschnitt", "section", "sezione"),
}
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "first": 1, "second": 2, "third": 3, "premier": 1, "deuxième": 2,
}  # fmt: skip
_PART = re.compile(
    rf"(?P<kind>[Kk]apitel|[Cc]hapitre|[Cc]hapter|[Cc]apitolo|[Tt]itel|[Tt]itre|[Tt]itle|[Tt]itolo|[Aa]bschnitt|[Ss]ection|[Ss]ezione){GAP}(?P<no>\d{{1,2}}[a-z]?|{ROMAN}|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix)(?:bis|ter)?(?![A-Za-z0-9])"
)


def _part_number(printed: str) -> str | None:
    if printed[0].isdigit():
        return printed
    if printed.lower() in _WORDS:
        return str(_WORDS[printed.lower()])
    return str(roman_value(printed))


_AMENDING_UNIT = re.compile(
    rf"(?:(?:[Aa]nnexe?|all\.|[Aa]llegato|Anh(?:ang|\.))(?:{GAP}(?P<annex>\d{{1,2}}|{ROMAN})(?![A-Za-z0-9.]))?(?:{GAP}(?:(?:ch|n|Ziff|Nr)\.|n[°º]|cifra|Ziffer|chiffre|No){GAP0}(?P<no>[IVX]+{GAP}\d+[a-z]?|\d+[a-z]?|[IVX]+(?:{GAP}\d+)?)(?:{GAP}let\.{GAP}[a-z])?)?"
    rf"|(?:ch\.|Ziff\.|cifra|cif\.|Ziffer|chiffre|No){GAP0}(?P<roman>[IVX]+|\d+)(?:{GAP}(?:n\.|Ziff\.|ch\.|Nr\.|No)?{GAP0}(?P<sub>\d+[a-z]?)(?!\w))?(?:{GAP}let\.{GAP}[a-z])?)"
)
_OF_AMENDING = re.compile(
    rf"{GAP}(?:(?:de{GAP}l[ae]{GAP}|de{GAP}l[’']|du{GAP}|della{GAP}|dell[’']{GAP0}|del{GAP}|des{GAP}|der{GAP}|of{GAP}the{GAP})){GAP0}"
)


def _parse_amending(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«ch. II 1 de la LF du 19 mars 2010», «Anhang Ziff. 2 des BG vom 24. März 2000», as amendment notes cite them."""
    text = reading.text
    unit = _AMENDING_UNIT.match(text, start)
    if unit is None:
        return None
    of = _OF_AMENDING.match(text, unit.end())
    if of is None:
        return None
    memory = memory_of(reading)
    act = read_title(text, of.end(), memory)
    if act is None or not act.whole:
        return None
    path: list[Step] = []
    if unit["roman"] is not None:
        path = [("lbl", unit["roman"])] + ([("lbl", unit["sub"])] if unit["sub"] else [])
    else:
        path = [("annex", unit["annex"] or "")] + ([("lbl", unit["no"])] if unit["no"] else [])
    mentions = _mentions(reading, [Member(start, unit.end(), tuple(path))], act, "ch.amending")
    if act.note == "act_without_number" or act.work.startswith("ch/?/"):
        mentions = [mention._replace(reference=None, note="amending_act_without_number") for mention in mentions]
    return Parsed(tuple(mentions), mentions[-1].end)


def _parse_act(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """An act cited as a whole: by full title and date, or with its number."""
    text = reading.text
    memory = memory_of(reading)
    act = read_title(text, start, memory)
    if act is None:
        return None
    if not act.whole or (act.work == "" and act.note == ""):
        return None
    if _MESSAGE.search(text, max(0, start - 120), start):
        return Parsed((), act.end)
    reference = act.work or None
    mention = Mention(
        start, act.end, text[start : act.end], "statute", "full", reference, "ch.act", reading.language, note=act.note
    )
    memory.last_act, memory.last_at = act.work, start
    if memory.own_act and _COLON_SOON.match(text, act.end):
        memory.governing = act.work
    return Parsed((mention,), act.end)


_MESSAGE = re.compile(
    r"(?:[Bb]otschaft|Message|Messaggio|Dispatch|Erläuternder Bericht|Rapport explicatif|Rapporto esplicativo)\b[^.;()]{0,90}\Z"
)
"""An act in the title of a message is no citation; the page of the gazette is."""


def _parse_number(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«SR 101», «RS 741.21», «LS 175.2»: an act by its number alone."""
    memory = memory_of(reading)
    found = read_collection_number(reading.text, start, memory)
    if found is None or not _stands_free(reading.text, start):
        return None
    work, stop = found
    if _AMOUNT.match(reading.text, stop):
        return None
    mention = Mention(start, stop, reading.text[start:stop], "statute", "full", work, "ch.number", reading.language)
    memory.last_act, memory.last_at = work, start
    return Parsed((mention,), stop)


def _parse_european(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Verordnung (EU) Nr. 604/2013», «Richtlinie 2004/38/EG», as Swiss texts cite them."""
    found = read_european(reading.text, start)
    if found is None:
        return None
    work, stop = found
    memory = memory_of(reading)
    memory.last_act, memory.last_at = work, start
    return Parsed(
        (Mention(start, stop, reading.text[start:stop], "statute", "full", work, "ch.european", reading.language),),
        stop,
    )


_S = r"[\s\u00a0\u2009\u202f\u00ad]"


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    labels = "|".join(re.escape(c.label) for c in statutes.collections() if c.label not in {"GS", "CC", "CS", "OS"})
    german = r"[A-ZÄÖÜ](?:[A-Za-zäöüß]|-\s{1,6})*"
    endings = r"(?:[Gg]esetz(?:es|buch(?:e?s)?)?|[Vv]erordnung|[Vv]erfassung|[Rr]eglements?|[Kk]onvention|[Aa]bkommens?|[Üü]bereinkommens?|[Oo]rdnung|[Dd]ekret(?:e?s)?|[Rr]echts?)"
    return (
        Anchor(
            "ch.article",
            rf"(?:\b|a|alt)(?:Art(?:ikeln|ikels|ikel|icles|icle|icolo|icoli|itgels?)?|art(?:icles|icle|icolo|icoli|itgels?)?|ART|[Aa]r-{_S}{{1,6}}ti(?:kel[ns]?|cles?|col[oi])|[Aa]rti-{_S}{{1,6}}(?:kel[ns]?|cles?|col[oi]))\.{{0,2}}{_S}{{0,12}}(?:da{_S}{{1,4}})?\d",
            _parse_article,
        ),
        Anchor("ch.heading", r"[a-z0-9àèéêìòùäöü.;:»)\]]Art\.[ \u00a0]?\d", _parse_glued),
        Anchor("ch.section", rf"§{{1,2}}{_S}{{0,12}}\d", _parse_article),
        Anchor("ch.annex", rf"\b(?:Anhang|Anh\.|[Aa]nnexe?|[Aa]llegato){_S}{{1,12}}(?:\d|[IVX])", _parse_annex),
        Anchor(
            "ch.amending",
            rf"\b(?:(?:[Aa]nnexe?|all\.|[Aa]llegato|Anhang|Anh\.)(?:{_S}{{1,4}}(?:\d{{1,2}}|[IVX]+))?(?:{_S}{{1,4}}(?:(?:ch|n|Ziff|Nr)\.|No){_S}{{0,4}}[IVX\d]+(?:{_S}\d+)?)?|(?:ch\.|Ziff\.|cifra|cif\.|No){_S}{{0,4}}(?:[IVX]+|\d+)(?:{_S}{{1,3}}(?:n\.|Ziff\.|ch\.)?{_S}{{0,3}}\d+[a-z]?)?){_S}{{1,4}}(?:de{_S}{{1,4}}l[ae’']|du{_S}|dell[ae’']|del{_S}|des{_S}|der{_S}|of{_S}the{_S})",
            _parse_amending,
        ),
        Anchor(
            "ch.chapter",
            rf"\b(?:[Kk]apitel|[Cc]hapitre|[Cc]hapter|[Cc]apitolo|[Tt]itel|[Tt]itre|Title|[Tt]itolo|Abschnitt|[Ss]ezione){_S}{{1,6}}(?:\d{{1,2}}|[IVX]+|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive)\b",
            _parse_part,
        ),
        Anchor(
            "ch.part",
            rf"\b(?:(?:Abs|al|cpv|par|[Ll]it|[Bb]st|lett?|Ziff|ch|cif)\.{_S}{{0,12}}|(?:Abs(?:ätzen|ätze|atzes|atz)|al(?:inéas?|ineas?)|[Cc]apovers[oi]|paras?\.?|[Pp]aragraphs?|[Ll]it|[Bb]st|Buchstaben?|let(?:tres?|tera|tere)|Ziffern?|chiffres?|cifr[ae]){_S}{{1,12}})(?:\d|[a-z](?:[^a-zA-Z]|$))",
            _parse_level,
        ),
        Anchor(
            "ch.act",
            rf"(?:(?:[Ss]chweizerische|[Ee]idgenössische)[nrs]?{_S}{{1,6}})?(?:{german})?{endings}{_S}{{1,6}}(?:vom{_S}{{1,6}}\d|über{_S}|betreffend{_S}|der{_S}|des{_S}|für{_S}|zum{_S}|zur{_S}|[\(\[])|[A-ZÄÖÜ][a-zäöü]{{2,24}}-{_S}{{1,6}}(?:(?:über)?(?:ein)?(?:kom)?mens?|(?:ge)?setz(?:es)?|(?:ver)?(?:ord)?nung|(?:ver)?(?:fas)?sung|(?:reg)?(?:le)?ments?|(?:kon)?(?:ven)?tion){_S}{{1,6}}vom{_S}{{1,6}}\d",
            _parse_act,
        ),
        Anchor(
            "ch.act",
            rf"\b(?:[Ll]oi|[Oo]rdonnance|[Rr]èglement|[Cc]onstitution|[Aa]rrêté|[Cc]onvention|[Aa]ccord|[Cc]oncordat|[Cc]ode|[Ll]egge|[Oo]rdinanza|[Rr]egolamento|[Cc]ostituzione|[Cc]odice|[Cc]onvenzione|[Aa]ccordo|[Ll]escha|[Oo]rdinaziun|[Cc]onstituziun|[Cc]harta|LF|BG){_S}{{1,6}}[a-z\(]",
            _parse_act,
        ),
        Anchor(
            "ch.european",
            rf"\b(?:Verordnung|VO|Richtlinie|RL|[Rr]èglement|[Dd]irective|[Rr]egolamento|[Dd]irettiva|Regulation|Beschluss|[Dd]écision){_S}{{1,12}}(?:(?:d[’'][A-Za-zé]+|délégué){_S}{{1,4}})?(?:\((?:EU|EG|EWG|UE|CE|CEE|EC|EEC|Euratom)\)|(?:Nr\.|n[o°º]|No){_S}|\d{{1,4}}/\d{{1,4}}/[A-Z])",
            _parse_european,
        ),
        Anchor("ch.number", rf"\b(?:{labels})\.?{_S}{{1,12}}[\dA-MN]", _parse_number),
    )
