"""Acts named by a word or a title, in five languages.

    title    = { adjective } head [ "vom" date ] [ "über …" ] { bracket }      «Bundesgesetz vom 20. Juni 1986 über die Jagd [JSG]»
    head     = "Gesetz" | "loi" | "legge" … | a German noun that names an act by itself | "LF" | "BG" before a date

Keeps true: a title ends at its bracket; else where the table's name ends; else at punctuation, or where the sentence
goes on (a verb, «in Kraft»). At most 420 characters are looked at. What a bracket prints, the text defines.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.act_brackets import (
    Bracket,
    read_bracket,
    read_collection_number,
    read_geneva_number,
    read_note,
)
from pincite.jurisdictions.ch.acts import ActRead, is_law_noun, is_plain_head
from pincite.jurisdictions.ch.memory import OPEN, Memory
from pincite.jurisdictions.ch.text_forms import DATE, GAP, GAP0, LAW_NOUN_GOES_ON, iso_date, nominative, unbroken
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern

__all__ = ["SHORT_HEAD", "read_title"]

_REACH = 420

_ADJECTIVE = pattern(
    rf"(?:(?:[Ss]chweizerische[nrs]?|[Ee]idgenössische[nrs]?|[Kk]antonale[nrs]?|[Rr]evidierte[nrs]?|[Gg]eltende[nrs]?|[Aa]lte[nrs]?|[Nn]eue[nrs]?|(?:Allgemeine|Besondere)[nrs]?|[a-zäöü]{{4,16}}ische[nrs]?|[A-Z][a-zäöü]{{3,14}}er){GAP})"
)
_GERMAN_NOUN = pattern(
    rf"(?:[A-ZÄÖÜ][a-zäöü]+-{GAP}(?:und|u\.|oder){GAP}(?=[A-ZÄÖÜ]))?[A-ZÄÖÜ](?:[A-Za-zÀ-ÿ]|-\s{{1,12}}(?=[a-zäöü])|{LAW_NOUN_GOES_ON}|\u00ad\s?|-(?=[A-ZÄÖÜ]))+(?:(?:-{GAP}?|{GAP})?(?:und|u\.|/){GAP}[A-ZÄÖÜ](?:[a-zäöüß]|-\s{{1,12}}(?=[a-zäöü]))+(?<=[a-z]))?"
)
_SINGLE_NOUN = pattern(rf"[A-ZÄÖÜ](?:[A-Za-zÀ-ÿ]|-\s{{1,12}}(?=[a-zäöü])|{LAW_NOUN_GOES_ON}|\u00ad\s?)+")
_AFTER_HEAD = pattern(
    rf"(?:{GAP}(?:fédéral[es]?|federal[ei]?|federala|générale?|cantonale?|generale|suisse|svizzero|edilizia|tributari[ao]|organic[ao]|organique|notarile|forestale|forestière|scolastica|scolaire|sanitari[ao]|(?:{'|'.join(statutes.canton_adjectives())})[a-zéè]{{0,4}})(?![a-zà-ÿ])){{1,2}}"
)
_HEADS = {language: word_list(f"heads_{language}") for language in ("fr", "it", "rm")}
_OTHER_HEAD = pattern(
    "(?P<fr>" + "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in _HEADS["fr"]) + ")(?![A-Za-zÀ-ÿ])"
    "|(?P<it>" + "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in _HEADS["it"]) + ")(?![A-Za-zÀ-ÿ])"
    "|(?P<rm>" + "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in _HEADS["rm"]) + ")(?![A-Za-zÀ-ÿ])"
    rf"|(?P<en>(?:[A-Z][A-Za-z]+{GAP}){{0,8}}(?:Act|Ordinance|Code|Constitution|Convention|Agreement|Law|Statutes|Regulations)(?:{GAP}of{GAP}Obligations)?)(?![A-Za-zÀ-ÿ])"
)
SHORT_HEAD = pattern(
    rf"(?:LF|L|O|LFed|BG|V|VO|BB|DF|AF|BRB|ACF|DCF|R|OF|Lcant|FA|FD)(?={GAP}(?:(?P<de>vom|v\.)|(?P<fr>du)|(?P<it>del|dell[’'])|(?P<rm>dals)|(?P<en>of))(?:{GAP}|(?<=[’'])){GAP0}\d)"
)
"""«LF du 19 mars 2010», «BG vom 24. März 2000»: heads that are one only before a date."""

_DATED = pattern(rf"{GAP0}(?:,{GAP})?(?:vom|v\.|du|de|dell[’']|del|dals?|dils|of){GAP0}(?:les{GAP})?({DATE})")
_DATE_IN_TITLE = pattern(rf"\s*(?:vom|du|del|dell['’]|dals|of)\s*{DATE}")
_DATE_AT_END = pattern(rf"{GAP}(?:vom|du|del){GAP}({DATE})")
_NUMBERED = pattern(rf"{GAP}\d{{1,2}}(?={GAP}(?:zum|über|relative|concernant|concernente|sulla|della){GAP})")
"""«Verordnung 1 zum Arbeitsgesetz»."""
_FOOTNOTE = pattern(r"\s{0,3}\d{1,2}(?=\s{0,3}[\(\[])")
_PREPOSITION = pattern(
    rf"{GAP0}(?:über|betreffend|zum|zur|zu(?!{GAP}[a-zäöüß]{{4,}}n(?![a-zäöüß]))|gegen|für|sur|relative?s?|concernant|portant|contre|d[’']application|d[’']exécution|d[’']introduction|régissant|instituant|réglant|pour|en|de|di(?={GAP}(?:applicazione|esecuzione|attuazione))|sull[’']|sulla|sullo|sugli|sulle|sui|sul|su|concernente|che|contro|relativa|relativo|per|davart|tar|on|concerning|regarding|against)(?:{GAP}|(?<=[’']))"
)
_GENITIVE = pattern(rf"{GAP0}(?:der|des|du|de|della|del|da|dal)(?:{GAP}|[’'])")
_GOES_ON = pattern(rf"{GAP}(?:davart|über|sur|sulla|sul|concernente){GAP}")
_TITLE_END = pattern(
    r"[,;:.()\[\]»\"“”]|(?<=[a-zà-ÿ])\d{1,2}\s(?=[A-ZÀ-Ý])|\s(?:RS|SR)\s\d|\s(?:et|und|e|sowie)\s(?:par|de|sur|der|des|dell|della|gemäss|nach|la\s(?:loi|legge)|le\sleggi|dem\s)(?![a-z])|\n\s*\n\s*\n"
    r"|\s(?:"
    + "|".join(word_list("title_ends"))
    + r"|in\s+(?:der|seiner|ihrer)\s+Fassung|in\s+Kraft|en\s+vigueur|in\s+vigore|mit\s+Wirkung|avec\s+effet|con\s+effetto|i\.\s?V\.\s?m\.)(?=[\s,.])"
)
_NOTE_END = pattern(
    r",?\s{1,4}(?:in\s+vigore|con\s+effetto|en\s+vigueur|avec\s+effet|in\s+Kraft|mit\s+Wirkung)\b|[\(\)\]]"
)
_SENTENCE_BREAK = pattern(
    r"[;:!?]|\n[ \t]{1,8}[SR][RS][ \u00a0]\d[\d.]{0,16}\s{1,8}(?:et|und|e|sowie)\s|\.(?=\s+[A-ZÄÖÜ])(?<!\d\.)(?<!Abs\.)(?<!Art\.)(?<!art\.)|\b(?:Art|art|BGE|ATF)\.?\s\d|§|\n\s*\n\s*\n\s*\n"
)
_OPENING = pattern(r"[\(\[]")
_SECOND_BRACKET = pattern(rf"{GAP0}(?=[\(\[])")
_DASHED = pattern(r"\s[-–]\s([A-Z][A-Za-zÀ-ÿ.]{1,9})(?:\s[-–]\s)")
_WORD = pattern(r"[^\s,;:()\[\]]+")
_MARK_IN_TITLE = pattern(
    r"(?<=\d{4})\s\d{1,2}(?=\s(?:über|betreffend|zum|zur|gegen|für|sur|relative|concernant|sulla|sul|concernente)\s)"
)
"""The mark of a footnote behind the date of a title."""
_ACROSS_LINES = pattern(r"(?<=[a-zäöü])\n[ ]{0,8}(?=[a-zäöü])")
"""A line's end that may stand within a word of a title: texts taken from print have lost their hyphens."""


_TELL_APART = ("Allgemeine", "Besondere")
"""Adjectives that tell two acts of one noun apart: «Allgemeine Bauverordnung», «Besondere Bauverordnung»."""


class _Head(NamedTuple):
    """The noun a title begins with: as named, its end, whether it says nothing by itself, its language."""

    noun: str
    end: int
    plain: bool
    language: str
    federal: bool


class _Title(NamedTuple):
    """A title as read: where it begins and its words end, its parts, and its words with those at line ends joined."""

    begin: int
    words_end: int
    end: int
    head: _Head
    date: str
    bracket: Bracket | None = None
    known: str = ""
    joined: str = ""


def read_title(text: str, at: int, memory: Memory) -> ActRead | None:
    """The act named by the word or title at `at`."""
    begin = at
    federal = False
    which = ""
    for _ in range(2):
        adjective = _ADJECTIVE.match(text, at)
        if adjective is None:
            break
        federal = federal or adjective[0].lower().startswith(("schweiz", "eidg"))
        which = next((word for word in _TELL_APART if adjective[0].startswith(word)), which)
        at = adjective.end()
    head = _head(text, at)
    if head is None:
        return None
    head = head._replace(federal=head.federal or federal)
    if which and not head.plain:
        ending = "s" if head.noun.endswith(("gesetz", "reglement", "dekret")) else ""
        head = head._replace(noun=f"{which}{ending} {head.noun}")
    numbered = _NUMBERED.match(text, head.end) if head.plain else None
    if numbered:
        head = head._replace(end=numbered.end())
    dated = _DATED.match(text, head.end)
    body_end = dated.end() if dated else head.end
    goes_on = dated or head.plain or _PREPOSITION.match(text, body_end) or _GENITIVE.match(text, body_end)
    bracket, bracket_at = _bracket_behind(text, body_end, memory, reach=_REACH if goes_on else 4)
    if bracket:
        title = _closed_by(text, begin, head, iso_date(dated[1]) if dated else "", bracket, bracket_at, memory)
        return _named(text, title, memory)
    return _without_bracket(text, begin, at, head, dated, body_end, memory)


def _closed_by(
    text: str, begin: int, head: _Head, date: str, bracket: Bracket, bracket_at: int, memory: Memory
) -> _Title:
    """A title with its bracket, and what may follow that: a second bracket, the rest of the title, the date."""
    end = bracket.end
    second_at = _SECOND_BRACKET.match(text, end)
    if second_at and not bracket.number:
        second = read_bracket(text, second_at.end(), memory)
        if second and second.number:
            abbreviations = (*bracket.abbreviations, *second.abbreviations)
            bracket = Bracket(second.end, second.number, abbreviations, (*bracket.names, *second.names))
            end = second.end
    more = _GOES_ON.match(text, end) if bracket.number else None
    if more:
        rest = _TITLE_END.search(text, more.end(), more.end() + 160)
        end = rest.start() if rest else end
    dated = _DATED.match(text, end) if not date else None
    if dated:
        date, end = iso_date(dated[1]), dated.end()
    return _Title(begin, bracket_at, end, head, date, bracket)


def _without_bracket(
    text: str, begin: int, at: int, head: _Head, dated: re.Match[str] | None, body_end: int, memory: Memory
) -> ActRead | None:
    """A title whose end nothing marks."""
    known = _known_name(text, at, begin)
    date = iso_date(dated[1]) if dated else ""
    stop = body_end
    phrase = _PREPOSITION.match(text, body_end)
    if dated and phrase:
        limit = _NOTE_END.search(text, phrase.end(), body_end + 330) if SHORT_HEAD.match(text, at) else None
        if limit is None or _SENTENCE_BREAK.search(text, phrase.end(), limit.start()):
            limit = _TITLE_END.search(text, phrase.end(), body_end + 260)
        stop = limit.start() if limit else body_end
    elif known:
        stop = known[1]
        later = _DATED.match(text, stop)
        if later:
            date, stop = iso_date(later[1]), later.end()
    elif head.plain and phrase:
        limit = _TITLE_END.search(text, phrase.end(), body_end + 160)
        stop = limit.start() if limit else body_end
        later = _DATE_AT_END.search(text, body_end, stop + 30)
        if later:
            date, stop = iso_date(later[1]), later.end()
    elif head.plain and not dated and head.language != "en":
        return None
    while stop > head.end and text[stop - 1].isspace():
        stop -= 1
    bracket, bracket_at = _bracket_behind(text, stop, memory, reach=4)
    if bracket:
        return _named(text, _Title(begin, bracket_at, bracket.end, head, date, bracket), memory)
    dashed = _DASHED.match(text, stop)
    if dashed:
        found = read_collection_number(text, dashed.end(), memory) or read_geneva_number(text, dashed.end())
        if found:
            memory.defined[statutes.key_of(dashed[1])] = found[0]
            return ActRead(found[1], found[0], whole=True)
    number = known[0] if known and not statutes.date_differs(known[0], date) else ""
    return _named(text, _Title(begin, stop, stop, head, date, known=number), memory)


def _head(text: str, at: int) -> _Head | None:
    other = _OTHER_HEAD.match(text, at)
    if other:
        after = _AFTER_HEAD.match(text, other.end())
        federal = after is not None and after[0].strip().startswith(("fédér", "feder"))
        return _Head(
            other[0], after.end() if after else other.end(), plain=True, language=other.lastgroup or "", federal=federal
        )
    short = SHORT_HEAD.match(text, at)
    if short:
        return _Head(
            short[0],
            short.end(),
            plain=True,
            language=short.lastgroup or "",
            federal=short[0] in {"LF", "BG", "FA", "LFed"},
        )
    noun = _GERMAN_NOUN.match(text, at)
    if noun is None:
        return None
    word, end = unbroken(noun[0]), noun.end()
    if not is_law_noun(word) and not is_plain_head(word):
        single = _SINGLE_NOUN.match(text, at)
        if single is None:
            return None
        word, end = unbroken(single[0]), single.end()
    plain = is_plain_head(word)
    if not plain and not is_law_noun(word):
        return None
    return _Head(
        nominative(word), end, plain, "de", federal=word.lower().startswith(("bundesgesetz", "bundesbeschl")) and plain
    )


def _bracket_behind(text: str, position: int, memory: Memory, *, reach: int) -> tuple[Bracket | None, int]:
    """The bracket that closes a title, if the text before it is the rest of the title; and where it opens."""
    footnote = _FOOTNOTE.match(text, position)
    opening = _OPENING.search(text, footnote.end() if footnote else position, position + reach)
    if opening is None:
        return None, 0
    between = text[position : opening.start()]
    if between.strip() and not footnote:
        begins = len(between) <= 3 or _PREPOSITION.match(between) or _GENITIVE.match(between)
        if not begins or _SENTENCE_BREAK.search(between):
            return None, 0
    return read_bracket(text, opening.start(), memory), opening.start()


def _known_name(text: str, at: int, begin: int) -> tuple[str, int] | None:
    """The longest name of the table that begins here: (number, end)."""
    best: tuple[str, int] | None = None
    for start in {at, begin}:
        position, words = start, 0
        for match in _WORD.finditer(text, start, start + 170):
            if match.start() - position > 14 or words > 16 or "\n\n\n" in text[position : match.start()]:
                break
            position, words = match.end(), words + 1
            plain = text[start : match.end()].rstrip(".")
            phrase = _nominative_phrase(plain)
            if not statutes.begins_a_name(phrase):
                break
            number = statutes.act_called(phrase)
            if number and (best is None or match.end() > best[1]):
                best = (number, start + len(plain))
            if match[0].endswith((".", ";")) and words > 1:
                break
    return best


def _nominative_phrase(phrase: str) -> str:
    first, space, rest = unbroken(phrase).partition(" ")
    return nominative(first) + space + rest


def _with_note(text: str, title: _Title, memory: Memory) -> _Title:
    """The title with the footnote set into it that prints its number, and what follows that: «LF del 6 ott. 1995 RS 251 sui …»."""
    note = read_note(text, title.end, memory)
    own = title.bracket or Bracket(title.end)
    if note is None or own.number:
        return title
    end = note[1]
    bracket = Bracket(end, note[0], own.abbreviations, own.names)
    goes_on = _PREPOSITION.match(text, end) if title.bracket is None else None
    if goes_on:
        behind, opened = _bracket_behind(text, end, memory, reach=_REACH)
        rest = _TITLE_END.search(text, goes_on.end(), goes_on.end() + 160)
        named = _end_of_name(text, end, title.head, note[0])
        if behind and (rest is None or opened <= rest.start() + 1):
            end = behind.end
            bracket = Bracket(end, note[0], behind.abbreviations, behind.names)
        elif named or rest:
            end = named or (rest.start() if rest else end)
    return title._replace(end=end, bracket=bracket)


def _end_of_name(text: str, at: int, head: _Head, work: str) -> int:
    """Where the name of the act `work` ends, of which only the head stands before `at`; 0 when the table does not say."""
    for match in _WORD.finditer(text, at, at + 170):
        phrase = f"{head.noun} {unbroken(text[at : match.end()].rstrip('.'))}"
        if not statutes.begins_a_name(phrase):
            return 0
        if f"ch/sr/{statutes.act_called(phrase)}" == work:
            return match.end() - (1 if match[0].endswith(".") else 0)
    return 0


def _named(text: str, title: _Title, memory: Memory) -> ActRead:
    """The work of a title; what its bracket defines is remembered."""
    title = _with_note(text, title, memory)
    bracket = title.bracket
    printed = _MARK_IN_TITLE.sub("", unbroken(text[title.begin : title.words_end]))
    if "\n" in text[title.begin : title.words_end]:
        title = title._replace(joined=unbroken(_ACROSS_LINES.sub("", text[title.begin : title.words_end])))
    work = _federal_work(printed, title, memory)
    if not work and (title.date or title.head.federal):
        work = _by_footnote(text, title, memory)
    work = work or _cantonal_work(printed, title, memory)
    if bracket:
        for key in (*bracket.abbreviations, *bracket.names):
            memory.defined.setdefault(key, work)
    elif work and not title.head.plain and not title.known:
        memory.defined.setdefault(title.head.noun, work)
    whole = bool((bracket and bracket.number) or (title.date and title.words_end - title.begin > 12))
    if whole and not (bracket and bracket.number) and title.head.noun.lower() in _OF_A_CASE:
        # «par arrêté du 26 novembre 2025» names no act by itself, only with what it is about.
        whole = len(_DATE_IN_TITLE.sub("", printed).strip()) > len(title.head.noun) + 2
    return ActRead(title.end, work, "" if work else "act_without_number", whole=whole)


_OF_A_CASE = frozenset({"arrêté", "décision", "ordonnance", "directive", "circulaire"})
"""Heads of acts that are as often an authority's order in one case."""
_MARKED = pattern(r"(?<=\d{4})[\s\u00a0](?P<inside>\d{1,2})(?=[\s\u00a0])")
_MARK_BEHIND = pattern(r"[ \t]*\n[ \t]*(\d{1,2})[ \t]*\n")
_NOTES_REACH = 4000


def _by_footnote(text: str, title: _Title, memory: Memory) -> str:
    """The number in the footnote whose mark stands in the title or right behind it: «… vom 19. März 1976⏎2⏎über …», «2⏎SR⏎974.0»."""
    inside = _MARKED.search(text, title.begin, title.words_end)
    behind = _MARK_BEHIND.match(text, title.end)
    mark = inside["inside"] if inside else behind[1] if behind else ""
    if not mark:
        return ""
    for note in _NUMBER_NOTE.finditer(text, title.end, title.end + _NOTES_REACH):
        if note[1] == mark:
            found = read_collection_number(text, note.end(), memory)
            return found[0] if found else ""
    return ""


_NUMBER_NOTE = pattern(r"\n[ \t]*(\d{1,2})[ \t\u00a0]*\n?[ \t]*(?=[SR][RS][\s\u00a0]+\d)")


def _federal_work(printed: str, title: _Title, memory: Memory) -> str:
    """The number printed, or that of the federal act whose name, date or abbreviation this is; "" when none."""
    bracket = title.bracket or Bracket(0)
    if bracket.number:
        return bracket.number
    if memory.abroad and not title.head.federal:
        return ""
    undated = statutes.folded(_DATE_IN_TITLE.sub("", printed))
    across = statutes.folded(_DATE_IN_TITLE.sub("", title.joined)) if title.joined else ""
    number = (
        title.known
        or statutes.act_called(_nominative_phrase(undated), title.date)
        or statutes.act_called(title.head.noun, title.date)
        or (statutes.act_called(_nominative_phrase(across), title.date) if across else "")
        or (
            statutes.act_dated(title.date, across.partition(" ")[2], title.head.language)
            if across and title.date
            else ""
        )
        or (statutes.act_dated(title.date, undated.partition(" ")[2], title.head.language) if title.date else "")
    )
    for name in bracket.names:
        number = number or statutes.act_called(name, title.date)
    if number:
        return f"ch/sr/{number}"
    for abbreviation in bracket.abbreviations:
        numbers = statutes.acts_abbreviated(abbreviation, memory.language)
        if len(numbers) != 1 or statutes.date_differs(numbers[0], title.date):
            continue
        if not statutes.may_be_cantonal(abbreviation) or not statutes.cantonal_meaning(memory.canton, abbreviation):
            return f"ch/sr/{numbers[0]}"
    return ""


def _cantonal_work(printed: str, title: _Title, memory: Memory) -> str:
    """The canton's act by abbreviation, name or short title; its canton may still be open."""
    bracket, head = title.bracket or Bracket(0), title.head
    if head.federal or head.noun.lower().startswith(_INTERNATIONAL):
        return ""
    if bracket.abbreviations:
        label = bracket.abbreviations[-1]
    elif bracket.names:
        label = bracket.names[-1]
    elif head.plain:
        label = _nominative_phrase(_DATE_IN_TITLE.sub("", printed)).strip() if head.language == "de" else printed
    else:
        label = head.noun
    canton = _canton_in(printed)
    if canton:
        return f"ch/{canton}/{label}"
    return OPEN + label if bracket.abbreviations or not head.plain or memory.canton else ""


_INTERNATIONAL = word_list("treaties")
_OF_CANTON = pattern(r"\b(?:Kantons|canton d[ue](?: la)?|Cantone(?: del)?)\s+([A-ZÀ-Ý][\w.\-]+(?:[ -][A-Z][\w.\-]+)?)")


_OF_CANTON_IN_SHORT = pattern(
    rf"(?<![\w-])({'|'.join(map(re.escape, statutes.canton_adjectives()))})[a-zéè]{{0,4}}(?![\w-])"
)


def _canton_in(title: str) -> str:
    """The canton a title names: «des Kantons Zürich», «loi genevoise», «Berner Baugesetz»."""
    match = _OF_CANTON.search(title)
    if match:
        for code, names, _ in statutes.canton_names():
            if any(match[1].startswith(name) for name in names):
                return code
    short = _OF_CANTON_IN_SHORT.search(title, 0, 60)
    return statutes.canton_adjectives()[short[1]] if short else ""
