"""Rules for places below an article that stand alone: «Abs. 2», «(al. 1)», «let. a dieses Artikels».

Keeps true: such a place is short; it goes below the article named before or below the document's own, and is no mention at
all where neither is near.
"""

from __future__ import annotations

from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch import act_kinds
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.leaning import JOINED, SENTENCE_END
from pincite.jurisdictions.ch.memory import Memory, Step, memory_of, swiss_here
from pincite.jurisdictions.ch.provisions import Member, place_of, read_chain
from pincite.jurisdictions.ch.statute_mentions import OF_THE_SAME, mentions_of
from pincite.jurisdictions.ch.text_forms import GAP0
from pincite.text.patterns import pattern

__all__ = ["anchors", "stands_free"]


def _parse_level(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Abs. 2», «(al. 1)», «let. a»: a place inside the article named before, or inside the document's own."""
    text = reading.text
    memory = memory_of(reading)
    level = _level_at(text, start)
    if text.startswith("al.", start) and text[max(0, start - 3) : start].rstrip() == "et":
        return None  # «et al.»
    if level is None or not stands_free(text, start) or not swiss_here(reading, start):
        return None
    kind, value_at = level
    if not memory.own_act and text[start - 2 : start - 1].isdigit() and _of_a_number(reading, start):
        return None
    work, base, at = _base(reading, memory, start, value_at, kind)
    if (text[start] == "P" and not work) or (kind == "sent" and not (work and _just_named(memory, start))):
        return None  # «Para. 37» at the beginning of a sentence is anything's
    enclosed = _LETTER_IN_BRACKETS.match(text, value_at)
    if enclosed:
        members = [Member(start, enclosed.end(), (*base, (kind, enclosed[1])))]
    else:
        members = read_chain(text, start, value_at, kind, base)
    if not members:
        return None
    last = members[-1]
    same = OF_THE_SAME.match(text, last.end)
    bracketed = _in_brackets(text, start, last.end)
    numbered = kind == "lbl" and not _LETTERS.match(text, start)
    if numbered and not (work and (same or (memory.own_act and bracketed) or _beside_another(memory, start, last.end))):
        # «Ziff. 2», «ch. 1» alone are mostly numbers of an order or of the facts.
        reading.refuse_list("ch.part", len(members), last.end)
        return None
    if not (same or bracketed or memory.own_act or (work and at >= 0 and start - at < 600)):
        reading.refuse_list("ch.part", len(members), last.end)
        return None
    if same:
        last.end = same.end()
        if (meant := act_kinds.kinds_meant(same[0])) and not act_kinds.fits(work, meant):
            work = ""
    elif _OF_NO_ACT.match(text, last.end) or (kind == "sent" and _OF_ANOTHER.match(text, last.end)):
        return None
    if work and at >= 0 and not memory.own_act and (opened := _open_article(reading, at, start)):
        return Parsed(tuple(_below_open(reading, members, opened, kind)), last.end)
    if work and not same and not bracketed and (several := _of_several(reading, memory, start, kind)):
        return Parsed(tuple(_open_between(reading, members, several)), last.end)
    note = "" if work else "article_of_the_document_not_shown" if memory.own_act else "no_article_named_before"
    mentions = mentions_of(reading, members, None, "ch.part", work=work, note=note)
    if work:
        mentions = [mention._replace(antecedent=at if at >= 0 else None) for mention in mentions]
        memory.article = (work, last.path, at if at >= 0 else start, mentions[-1].end)
    return Parsed(tuple(mentions), mentions[-1].end)


_LETTER_IN_BRACKETS = pattern(r"\(([a-z])\)(?!,?\s(?:of|dated|from)\s\d)")
"""«Letter (d)», as English texts write it."""
_BESIDE = 80
_NUMBERED = frozenset({"ch/sr/0.101"})
"""Acts whose articles are divided into numbers («Art. 8 Ziff. 2 EMRK»)."""


def _of_several(reading: TextReading, memory: Memory, start: int, kind: str) -> list[str]:
    """The articles of one list in the sentence before, where a bare paragraph may go below any («Art. 41 OR und Art. 28 ZGB. Abs. 2 …»)."""
    cited = [mention for mention in reading.mentions[-4:] if mention.kind == "statute" and mention.reference]
    if memory.own_act or len(cited) < _TWO or memory.article is None or cited[-1].start != memory.article[2]:
        return []
    text = reading.text
    if not SENTENCE_END.search(text, cited[-1].end, start):
        return []
    listed = [cited[-1]]
    for mention in reversed(cited[:-1]):
        between = text[mention.end : listed[-1].start]
        if len(between) > _BESIDE or JOINED.match(between) is None:
            break
        listed.append(mention)
    having = [mention for mention in listed if f"/{kind}_" in (mention.reference or "")]
    places = dict.fromkeys((mention.reference or "").partition("/" + kind)[0] for mention in reversed(listed))
    return list(places) if len(places) > 1 and not having else []


def _open_between(
    reading: TextReading, members: list[Member], places: list[str], note: str = "several_articles_before"
) -> list[Mention]:
    """The mentions of places that may be below any of several articles."""
    found = []
    for mention, member in zip(mentions_of(reading, members, None, "ch.part", note=note), members, strict=True):
        below = place_of(Member(member.start, member.end, member.path[1:], member.to, member.open))
        found.append(mention._replace(candidates=tuple(f"{place}/{below}" for place in places)))
    return found


def _open_article(reading: TextReading, at: int, start: int) -> Mention | None:
    """The article named last when its act stayed open, and it was named behind that of `at`: a bare part goes below it."""
    last = next((mention for mention in reversed(reading.mentions[-4:]) if mention.kind == "statute"), None)
    if last is None or last.reference is not None or last.form != "short" or not at < last.start < start:
        return None
    return None if _inside_brackets(reading.text, last.start) else last


def _below_open(reading: TextReading, members: list[Member], opened: Mention, kind: str) -> list[Mention]:
    """The mentions of places below an article whose act stayed open: as open as it, with its candidates."""
    places = [each.partition("/" + kind + "_")[0] for each in opened.candidates if "#" in each]
    return _open_between(reading, members, places, opened.note)


_TWO = 2
_NUMBER_BEFORE = pattern(r"(?<![\w.\n])\d{1,3}[ \u00a0]\Z")


def _of_a_number(reading: TextReading, start: int) -> bool:
    """«Dispositivziffer 2 Abs. 8», «Stellungnahme vom 2. Mai, 3 Bst. a»: a place below a number that is no citation's."""
    behind = reading.mentions[-1].end if reading.mentions else 0
    return behind < start - 1 and _NUMBER_BEFORE.search(reading.text, max(behind, start - 6), start) is not None


_OF_NO_ACT = pattern(
    r"\s(?:du|de\s(?:la|son|sa)|de\sl[’']|des|der|del|della|dieser|ihre[sr]|seine[sr])\s?(?:chiffre|directive|contrat|circulaire|annexe|(?:[A-ZÄÖÜ][a-zäöü]*)?(?:[Vv]ertrag(?:e?s)?|[Rr]eglements?|[Vv]ereinbarung)|Weisung(?:en)?|Richtlinien?|AGB|AVB|Statuten|Klage|Verfügung|Urteils|Entscheide?s|(?:Urteils)?[Dd]ispositivs|Rechtsbegehrens?|Kreisschreibens|contratto|direttiva|circolare|dispositif|dispositivo)(?![A-Za-zà-ÿ])"
)
"""«let. c de la directive», «lit. b des Gebührenreglements»: a place of what is no act cited before."""
_OF_ANOTHER = pattern(r"\s(?:der|des|dieser|dieses|von|im)\s")
"""«Satz 3 der Klage»."""


def _just_named(memory: Memory, start: int) -> bool:
    """Whether a paragraph or a sentence of an article was named just before: «Abs. 2 Satz 1 …, Satz 2 …»."""
    return memory.article is not None and len(memory.article[1]) > 1 and 0 <= start - memory.article[3] < 2 * _BESIDE


def _beside_another(memory: Memory, start: int, end: int) -> bool:
    """Whether a number of an article was named just before: «Art. 80 Abs. 2 Ziff. 1 SchKG; Ziff. 2 nennt …»; or its paragraph in the clause before."""
    if memory.article is None or not 0 <= start - memory.article[3] < _BESIDE:
        return False
    level, label = memory.article[1][-1]
    if (level == "lbl" and label[:1].isdigit()) or memory.article[0] in _NUMBERED:
        return True
    return (
        level == "para"
        and memory.text[start - 2 : start] == "; "
        and _SAYS.match(memory.text, end) is not None
        and SENTENCE_END.search(memory.text, memory.article[3], start) is None
    )


_SAYS = pattern(
    r"\s(?:nennt|regelt|sieht|verlangt|erwähnt|betrifft|enthält|bestimmt|gilt|prévoit|règle|vise|mentionne|concerne|prevede|menziona|regola|riguarda|lists?|names|provides)\b"
)
"""«Abs. 2 zählt sie auf; Ziff. 3 nennt …»: what only a rule does."""


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
        if (kind == "para" and level not in {"art", "annex"}) or (kind == level == "sent"):
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


def stands_free(text: str, start: int) -> bool:
    """Whether the label is not the tail of another word."""
    return start == 0 or not (text[start - 1].isalnum() or text[start - 1] in "-_/.")


_LEVEL = pattern(
    r"(?:(?P<para>(?:Abs|al|Al|cpv|par)\.|(?:Abs(?:ätzen|ätze|atzes|atz)|al(?:inéas?|ineas?)|[Cc]apovers[oi]|[Pp]aras?|[Pp]aragraphs?)(?:\.|(?=\s)))"
    r"|(?P<lbl>(?:[Ll]it|[Bb]st|Buchst(?:aben|abe)?|let(?:tres?|tera|tere|t)?|Ziff(?:ern|er)?|ch(?:iffres?)?|cif(?:ra|re)?)(?:\.|(?=\s))|[Ll]etter(?=\s\())|(?P<sent>Satz(?=\s)))"
    + GAP0
)
_LETTERS = pattern(r"[Ll]it|[Bb]st|Buchst|[Ll]et")


def _level_at(text: str, start: int) -> tuple[str, int] | None:
    match = _LEVEL.match(text, start)
    return (match.lastgroup or "", match.end()) if match else None


_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.part",
            rf"\b(?:(?:Abs|al|cpv|par|[Ll]it|[Bb]st|lett?|Ziff|ch|cif)\.{_S}{{0,12}}|(?:Abs(?:ätzen|ätze|atzes|atz)|al(?:inéas?|ineas?)|[Cc]apovers[oi]|[Pp]aras?\.?|[Pp]aragraphs?|[Ll]it|[Bb]st|Buchstaben?|let(?:tres?|tera|tere)|Ziffern?|chiffres?|cifr[ae]|Satz){_S}{{1,12}})(?:\d|[a-z](?:[^a-zA-Z]|$))",
            _parse_level,
        ),
        Anchor("ch.part", rf"\b[Ll]etter{_S}\([a-z]\)", _parse_level),
    )
