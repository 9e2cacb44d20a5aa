"""Reading the name of an act behind an article, or standing alone: abbreviation, name, full title, number.

    act      = [ link ] ( abbreviation | name | title ) [ bracket ]         «OR», «des Obligationenrechts», «LEI (RS 142.20)»
    title    = head [ "vom" date ] [ "über …" ] { bracket }                 «Bundesgesetz vom 20. Juni 1986 über die Jagd [JSG]»
    bracket  = "(" item { ("," | ";" | "-") item } ")"                      «(Anwaltsgesetz, BGFA; SR 935.61)», «(LOPP - F 1 50)»

Keeps true: what a bracket prints is what the text defines; a title ends at its bracket, at punctuation or where the
sentence goes on; nothing longer than 420 characters is looked at.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.memory import OPEN, Memory
from pincite.jurisdictions.ch.text_forms import DATE, GAP, GAP0, iso_date, nominative, unbroken
from pincite.jurisdictions.ch.words import word_list
from pincite.text.tables import rows

__all__ = ["ActRead", "looks_like_abbreviation", "read_act", "read_collection_number", "read_european", "read_title"]

_REACH = 420


class ActRead(NamedTuple):
    """An act as a text names it.

    Attributes:
        end: code point behind its name, date and bracket.
        work: its reference; begins with `ch/?/` when the canton is open; "" when the scheme has none or it is unknown.
        note: why there is no reference.
        candidates: works it may be, when open.
        whole: whether it may be cited without a place: by number, or by full title and date.

    """

    end: int
    work: str
    note: str = ""
    candidates: tuple[str, ...] = ()
    whole: bool = False


_LINK = re.compile(
    rf"{GAP0},?{GAP0}(?:(?:der|des|dem|den|die|das|von|vom|zur|zum|du|de{GAP}la|de{GAP}l[’']|de|des|d[’']|della|delle|dello|dell[’']|dei|del|di|da{GAP}la|da{GAP}l[’']|dal|dals|da|of{GAP}the|of)(?:{GAP}|(?<=[’'])){GAP0})?"
)
_ADJECTIVE = re.compile(
    rf"(?:(?:[Ss]chweizerische[nrs]?|[Ee]idgenössische[nrs]?|[Kk]antonale[nrs]?|[Rr]evidierte[nrs]?|[Gg]eltende[nrs]?|[Aa]lte[nrs]?|[Nn]eue[nrs]?|[a-zäöü]{{4,16}}ische[nrs]?|[A-Z][a-zäöü]{{3,14}}er){GAP})"
)
_ABBREVIATION = re.compile(r"(?:E-|VE-|n?rev\.?|alt|[an])?[A-ZÄÖÜ][A-Za-zÀ-ÿ0-9]*(?:[-./&][A-Za-zÀ-ÿ0-9]+)*")
_BROKEN = re.compile(
    r"([A-ZÄÖÜ][A-Za-zÀ-ÿ]{0,9})-[ \t\u00a0]*\n\s{0,12}([A-Za-z][A-Za-zÀ-ÿ]{0,9}(?:-[A-Z]+){0,3})(?![A-Za-zÀ-ÿ])"
)
_OLD = re.compile(r"(?:E-|VE-|nrev|rev\.?|alt|a|n|v)(?=[A-ZÄÖÜ])")
_CANTON_CODE = r"(?:ZH|BE|LU|UR|SZ|OW|NW|GL|ZG|FR|SO|BS|BL|SH|AR|AI|SG|GR|AG|TG|TI|VD|VS|NE|GE|JU)"
_CANTON_MARK = re.compile(
    rf"\s?/\s?({_CANTON_CODE})(?![A-Za-z])|[ \u00a0]({_CANTON_CODE})(?![A-Za-z/.\-])(?![ \u00a0]\d)"
)
_NOT_ACTS = frozenset(word_list("not_acts"))
_LOOKS = re.compile(
    r"(?=[^a-z]*[A-ZÄÖÜ][A-Za-zÄÖÜäöüéè-]*[A-ZÄÖÜ])[A-ZÄÖÜ][A-Za-zÄÖÜäöüéèà]{1,11}(?:-[A-ZÄÖÜ][A-Za-zÄÖÜäöüé]{0,9}){0,3}\Z|(?:Cst|Cost|ConstC?|LTrait|RGC|LDes)\Z"
)


def looks_like_abbreviation(word: str) -> bool:
    """Whether an unknown word is shaped like the abbreviation of an act: two capitals at least, short, no court."""
    if word in _NOT_ACTS or not _LOOKS.match(word):
        return False
    return not (word.isupper() and len(word.replace("-", "")) > 6)


_GERMAN_ENDINGS = tuple(word_list("endings_of_acts"))
_NOT_LAWS = frozenset(word_list("not_laws"))
_GERMAN_NOUN = re.compile(
    rf"[A-ZÄÖÜ](?:[A-Za-zÀ-ÿ]|-\s{{1,12}}(?=[a-zäöü])|\u00ad\s?|-(?=[A-ZÄÖÜ]))+(?:(?:-{GAP}?|{GAP})?(?:und|u\.|/){GAP}[A-ZÄÖÜ](?:[a-zäöüß]|-\s{{1,12}}(?=[a-zäöü]))+(?<=[a-z]))?"
)
_PLAIN_HEAD = frozenset(word_list("plain_heads"))

_AFTER_HEAD = re.compile(
    rf"{GAP}(?:fédéral[es]?|federal[ei]?|federala|générale?|cantonale?|generale|suisse|svizzero)(?![a-z])"
)
_OTHER_HEAD = re.compile(
    rf"(?:[Ll]ois?|[Oo]rdonnance|[Rr]èglement|[Cc]onstitution|[Aa]rrêté|[Cc]onvention|[Aa]ccord|[Cc]oncordat|[Dd]écret|[Cc]ode|[Pp]acte|[Pp]rotocole|[Tt]raité|[Cc]harte|[Tt]arif|[Pp]rocédure{GAP}pénale"
    rf"|[Ll]egge|[Oo]rdinanza|[Rr]egolamento|[Cc]ostituzione|[Dd]ecreto|[Cc]onvenzione|[Aa]ccordo|[Cc]oncordato|[Cc]odice|[Pp]atto|[Pp]rotocollo|[Tt]rattato|[Ss]tatuto"
    rf"|[Ll]escha|[Oo]rdinaziun|[Cc]onstituziun|[Cc]udesch|[Cc]unvegna|[Cc]onvenziun|[Cc]harta|[Dd]retg"
    rf"|(?:Swiss{GAP}|Federal{GAP}){{0,2}}(?:[A-Z][A-Za-z]+{GAP}){{0,6}}(?:Act|Ordinance|Code|Constitution|Convention|Agreement|Law)(?:{GAP}of{GAP}Obligations)?)(?![A-Za-zÀ-ÿ])"
)
_SHORT_HEAD = re.compile(
    rf"(?:LF|L|O|LFed|BG|V|VO|BB|DF|AF|BRB|ACF|DCF|R|OF|Lcant|FA|FD)(?={GAP}(?:du|del|dell[’']|vom|v\.|dals|of)(?:{GAP}|(?<=[’'])){GAP0}\d)"
)
_DATED = re.compile(rf"{GAP0}(?:,{GAP})?(?:vom|v\.|du|de|dell[’']|del|dals?|dils|of){GAP0}(?:les{GAP})?({DATE})")
_DATE_IN_TITLE = re.compile(rf"\s*(?:vom|du|del|dell['’]|dals|of)\s*{DATE}")
_FOOTNOTE = re.compile(r"\s{0,3}\d{1,2}(?=\s{0,3}[\(\[])")
_PREPOSITION = re.compile(
    rf"{GAP0}(?:über|betreffend|zum|zur|zu|gegen|für|sur|relative?s?|concernant|portant|contre|d[’']application|d[’']exécution|d[’']introduction|régissant|instituant|réglant|pour|en|de|sull[’']|sulla|sullo|sugli|sulle|sui|sul|su|concernente|che|contro|relativa|relativo|per|davart|tar|on|concerning|regarding|against)(?:{GAP}|(?<=[’']))"
)
_TITLE_END = re.compile(
    r"[,;:.()\[\]»\"“”]|\s(?:RS|SR)\s\d|\s(?:et|und|e|sowie)\s(?:par|de|sur|der|des|dell|della|gemäss|nach)(?![a-z])|\s(?:in\s+(?:der|seiner|ihrer)\s+Fassung|in\s+Kraft|en\s+vigueur|in\s+vigore|entré|mit\s+Wirkung|avec\s+effet|con\s+effetto|wurde|wird|werden|wurden|ist|sind|hat|haben|kann|können|gilt|gelten|beurteilt|regelt|regeln|sieht|bestimmt|enthält|a|ont|est|sont|prévoit|prévoient|dispose|disposent|règle|règlent|peut|ne|prevede|prevedono|stabilisce|sono|ha|possono|può|shall|is|are|provides|was|were|has|sowie|i\.V\.m\.|i\.\sV\.m\.|sei|seien|soll|muss|müssen|nicht|auf|dieser|diese|ab|vgl)(?=[\s,.])|\n\s*\n\s*\n"
)
_NOTE_END = re.compile(
    r",?\s(?:in\s+vigore|con\s+effetto|en\s+vigueur|avec\s+effet|in\s+Kraft|mit\s+Wirkung)\b|[\(\)\]]"
)
_SENTENCE_BREAK = re.compile(
    r"[;:!?]|\.(?=\s+[A-ZÄÖÜ])(?<!\d\.)(?<!Abs\.)(?<!Art\.)(?<!art\.)|\b(?:Art|art|BGE|ATF)\.?\s\d|§|\n\s*\n\s*\n\s*\n"
)
_GENITIVE = re.compile(rf"{GAP0}(?:der|des|du|de|della|del|da|dal)(?:{GAP}|[’'])")
_GOES_ON = re.compile(rf"{GAP}(?:davart|über|sur|sulla|sul|concernente){GAP}")
_OPENING = re.compile(r"[\(\[]")


@cache
def _numbers() -> re.Pattern[str]:
    """A number of an official collection with its label; `label` and `number` are its groups."""
    alternatives = []
    for index, collection in enumerate(statutes.collections()):
        label = re.escape(collection.label)
        alternatives.append(
            rf"(?P<l{index}>{label})\.?(?:[\s\u00a0]|Nr\.?){{1,3}}(?:\[)?(?P<n{index}>{collection.number})(?![\d])(?!\.\d)"
        )
    return re.compile("|".join(alternatives))


_GENEVA = re.compile(r"(?<![A-Za-z0-9])([A-M][ \u00a0]\d[ \u00a0]\d{2}(?:\.\d{2,3})?)(?![\d.])")


def read_collection_number(text: str, position: int, memory: Memory) -> tuple[str, int] | None:
    """A number of a collection: (`ch/sr/220` or `ch/zh/LS 175.2`, end)."""
    match = _numbers().match(text, position)
    if match is None:
        return None
    index = int((match.lastgroup or "n0")[1:])
    collection = statutes.collections()[index]
    number = unbroken(match[f"n{index}"])
    if collection.cantons == ("-",):
        return f"ch/sr/{number}", match.end()
    canton = memory.canton if memory.canton in {code.lower() for code in collection.cantons} else ""
    if not canton and len(collection.cantons) == 1:
        canton = collection.cantons[0].lower()
    printed = f"{collection.label} {number}"
    return (f"ch/{canton}/{printed}" if canton else f"{OPEN}{printed}"), match.end()


class _Bracket(NamedTuple):
    end: int
    number: str
    abbreviations: tuple[str, ...]
    names: tuple[str, ...]


_ITEM = re.compile(r"\s*(?:[,;]|\s[-–/]\s|\b(?:et|und|e)\b)\s*")
_CALLED = re.compile(
    r"(?:nachfolgend|nachstehend|im Folgenden|fortan|kurz|abgekürzt|ci-après|ci-dessous|qui suit|di seguito|in seguito|hereinafter|hereafter)(?:\s?:)?\s*(?:die|das|der|la|le|il|the)?\s*[«\"“]?"
)


def _read_bracket(text: str, position: int, memory: Memory) -> _Bracket | None:
    """A bracket that names an act and nothing else; a bracket that goes on behind the number ends at the number."""
    opening = text[position]
    closing = ")" if opening == "(" else "]"
    close = text.find(closing, position + 1, position + 240)
    inside = text[position + 1 : close] if close > 0 else text[position + 1 : position + 60]
    at = position + 1
    abbreviations: list[str] = []
    names: list[str] = []
    number = ""
    pieces = [(m.start(), m.end()) for m in _ITEM.finditer(inside)]
    bounds = zip([0, *(end for _, end in pieces)], [*(start for start, _ in pieces), len(inside)], strict=True)
    for first, last in bounds:
        item = inside[first:last]
        stripped = item.lstrip()
        offset = at + first + len(item) - len(stripped)
        if not stripped.strip():
            continue
        found = read_collection_number(text, offset, memory)
        if found:
            number = number or found[0]
            rest = text[found[1] : at + last].strip()
            if rest and not rest.startswith(("in der Fassung", "Stand")) and not re.match(r"\d", rest):
                return _Bracket(found[1], number, tuple(abbreviations), tuple(names))
            last_good = found[1]
            continue
        geneva = _GENEVA.match(text, offset)
        if geneva and memory.canton in {"ge", ""}:
            number = number or f"ch/ge/{unbroken(geneva[1])}"
            last_good = geneva.end()
            continue
        word = unbroken(_CALLED.sub("", stripped)).strip('«»"“” ')
        if (
            statutes.key_of(word) in statutes.abbreviations()
            or looks_like_abbreviation(statutes.key_of(word))
            or _multiword(word)
        ):
            abbreviations.append(statutes.key_of(word))
        elif _is_law_noun(word) or statutes.act_called(word) or (len(word) < 50 and _OTHER_HEAD.match(word)):
            names.append(nominative(word))
        elif number:
            return _Bracket(last_good, number, tuple(abbreviations), tuple(names))
        else:
            return None
    if not (number or abbreviations or names) or close < 0:
        return _Bracket(last_good, number, tuple(abbreviations), tuple(names)) if number else None
    return _Bracket(close + 1, number, tuple(abbreviations), tuple(names))


@cache
def _by_first_word() -> dict[str, list[str]]:
    """Abbreviations of several words, longest first, by their first word."""
    found: dict[str, list[str]] = {}
    for key in statutes.abbreviations():
        first, space, _ = key.partition(" ")
        if space:
            found.setdefault(first, []).append(key)
    for row in rows("pincite.jurisdictions.ch", "data/foreign_acts.tsv"):
        first, space, _ = row[0].partition(" ")
        if space:
            found.setdefault(first, []).append(row[0])
    for keys in found.values():
        keys.sort(key=len, reverse=True)
    return found


@cache
def _foreign() -> dict[str, str]:
    return {row[0]: row[1] for row in rows("pincite.jurisdictions.ch", "data/foreign_acts.tsv")}


def _multiword(word: str) -> bool:
    first = word.partition(" ")[0]
    return (
        first in {"EG", "EV", "VV", "VO", "V", "Vo", "LI", "Lacc"}
        and statutes.key_of(word.partition(" ")[2]) in statutes.abbreviations()
    )


def _is_law_noun(word: str) -> bool:
    lower = unbroken(word).lower()
    return lower.endswith(_GERMAN_ENDINGS) and lower not in _NOT_LAWS and word[:1].isupper()


def read_act(text: str, position: int, memory: Memory) -> ActRead | None:
    """The act named at `position`, behind an article, with or without a linking word."""
    link = _LINK.match(text, position)
    at = link.end() if link else position
    if at >= len(text):
        return None
    linked = at - position > len(text[position:at]) - len(text[position:at].lstrip()) if link else False
    sign = text[at]
    if sign in "([" and not linked:
        bracket = _read_bracket(text, at, memory)
        if bracket and bracket.number:
            return ActRead(bracket.end, bracket.number, whole=True)
        return None
    european = _EUROPEAN.match(text, at)
    if european:
        return ActRead(european.end(), _celex(european), whole=True)
    found = read_collection_number(text, at, memory) if sign.isupper() or sign in "bsr" else None
    if found:
        return ActRead(found[1], found[0], whole=True)
    if not linked and at == position:
        return None
    if not _SHORT_HEAD.match(text, at):
        abbreviated = _read_abbreviation(text, at, memory)
        if abbreviated:
            return abbreviated
    return read_title(text, at, memory)


_EUROPEAN = re.compile(
    rf"(?P<kind>Verordnung|VO|Richtlinie|RL|[Rr]èglement|[Dd]irective|[Rr]egolamento|[Dd]irettiva|Regulation|Directive|Beschluss|Décision|décision|decisione){GAP}"
    rf"(?:(?:(?:d[’'][A-Z]+|d’exécution|délégué){GAP})?\((?:EU|EG|EWG|UE|CE|CEE|EC|EEC|GASP|Euratom)\){GAP0}(?:(?:Nr\.|n[o°º]\.?|n\.|No\.?){GAP0})?(?P<a>\d{{1,4}})/(?P<b>\d{{2,4}})(?!/?\d)"
    rf"|(?:(?:Nr\.|n[o°º]|No){GAP0})?(?P<c>\d{{1,4}})/(?P<d>\d{{1,4}})/(?:EU|EG|EWG|UE|CE|CEE|EC|EEC|JI|JAI|JHA|GAI)(?![A-Za-z]))"
)


def _celex(match: re.Match[str]) -> str:
    """The CELEX of an act of the European Union: «(EU) Nr. 604/2013» has the year behind, «(EU) 2016/679» before."""
    kind = match["kind"].lower()
    letter = (
        "L"
        if kind.startswith(("richtlinie", "rl", "directive", "direttiva"))
        else "D"
        if kind.startswith(("bes", "déc", "dec"))
        else "R"
    )
    first, second = (match["a"], match["b"]) if match["a"] else (match["c"], match["d"])
    year, number = (
        (first, second)
        if match["a"] is None
        or (
            len(first) == 4
            and int(first) >= 2015
            and int(first) < 2100
            and len(second) < 5
            and not (len(second) == 4 and second.startswith("20") and int(first) > int(second) + 30)
        )
        else (second, first)
    )
    if len(year) == 2:
        year = "19" + year
    return f"eu/3{year}{letter}{int(number):04d}"


def read_european(text: str, position: int) -> tuple[str, int] | None:
    """An act of the European Union by its number: (`eu/32016R0679`, end)."""
    match = _EUROPEAN.match(text, position)
    return (_celex(match), match.end()) if match else None


def _read_abbreviation(text: str, at: int, memory: Memory) -> ActRead | None:
    match = _ABBREVIATION.match(text, at)
    if match is None:
        return None
    broken = _BROKEN.match(text, at)
    if broken and not _known(match[0], memory):
        for key in (broken[1] + broken[2], f"{broken[1]}-{broken[2]}"):
            if _known(key, memory) or looks_like_abbreviation(key):
                return _finish_abbreviation(text, at, broken.end(), key, memory, cantonal=not _known(key, memory))
    word = match[0]
    end = match.end()
    first = re.match(r"[^\s.,;:()\[\]]+", word)
    several = _by_first_word().get(word) or _by_first_word().get(first[0] if first else "")
    if several:
        window = unbroken(text[at : at + 60])
        for key in several:
            if window.startswith(key) and not window[len(key) : len(key) + 1].isalnum():
                end = _end_of(text, at, key)
                return _finish_abbreviation(text, at, end, key, memory)
    if word in {"EG", "EV", "VV", "EGV"}:
        second = re.compile(rf"{GAP}(?:zum{GAP}|zur{GAP})?([A-ZÄÖÜ][A-Za-zÄÖÜäöü]+)(?![A-Za-z])").match(text, end)
        if second and statutes.key_of(second[1]) in statutes.abbreviations():
            return _finish_abbreviation(text, at, second.end(), f"{word} {second[1]}", memory, cantonal=True)
    key = statutes.key_of(word)
    if key in memory.defined or key in statutes.abbreviations() or key in _foreign():
        return _finish_abbreviation(text, at, end, key, memory)
    old = _OLD.match(key)
    if old and (key[old.end() :] in statutes.abbreviations() or key[old.end() :] in memory.defined):
        return _finish_abbreviation(text, at, end, key, memory, bare=key[old.end() :])
    footnoted = key.rstrip("0123456789")
    if footnoted != key and (footnoted in memory.defined or footnoted in statutes.abbreviations()):
        return _finish_abbreviation(text, at, at + len(footnoted), footnoted, memory)
    for sign in "/-":
        head, mark, tail = key.rpartition(sign)
        if (
            mark
            and re.fullmatch(_CANTON_CODE, tail)
            and (looks_like_abbreviation(head) or head.rstrip(".") in statutes.abbreviations())
        ):
            name = head if sign == "/" else key
            return _bracketed(text, end, f"ch/{tail.lower()}/{name}", key, memory)
    if "/" in key or "." in key:
        key = re.split(r"[/.]", key, maxsplit=1)[0] or key
        end = at + len(key)
        if key in memory.defined or key in statutes.abbreviations():
            return _finish_abbreviation(text, at, end, key, memory)
    if looks_like_abbreviation(key):
        return _finish_abbreviation(text, at, end, key, memory, cantonal=True)
    return None


def _known(key: str, memory: Memory) -> bool:
    return key in memory.defined or key in statutes.abbreviations() or key in _foreign()


def _end_of(text: str, at: int, key: str) -> int:
    """Where the words of `key` end in the text, whatever its white space."""
    pattern = r"[\s\u00ad]+".join(re.escape(part) for part in key.split(" "))
    match = re.compile(pattern + r"(?:\.(?=\s*[a-z0-9,;)\]]))?").match(text, at)
    return match.end() if match else at + len(key)


def _finish_abbreviation(
    text: str, _at: int, end: int, key: str, memory: Memory, *, cantonal: bool = False, bare: str = ""
) -> ActRead:
    """The work of an abbreviation, with the dot, the canton's mark and the bracket behind it."""
    if text[end : end + 1] == "." and key in _DOTTED:
        end += 1
        if extra := re.compile(r"[\s\u00a0](?:féd|fed)\.").match(text, end):
            end = extra.end()
    mark = _CANTON_MARK.match(text, end)
    if mark:
        code = (mark[1] or mark[2]).lower()
        if mark[1] or cantonal or key in {"KV", "StG", "StPO", "ZPO"}:
            return _bracketed(text, mark.end(), f"ch/{code}/{key}", key, memory)
    if key in memory.defined:
        return _bracketed(text, end, memory.defined[key], key, memory)
    if key in _foreign():
        return ActRead(end, _foreign()[key], "" if _foreign()[key] else "outside_the_scheme")
    if cantonal or (memory.canton and statutes.cantonal_meaning(memory.canton, key)):
        return _bracketed(text, end, OPEN + key, key, memory)
    if statutes.is_repealed(bare or key) or statutes.is_repealed(key):
        return _bracketed(text, end, "", key, memory, note="repealed_act")
    if bare and bare in memory.defined:
        return ActRead(end, memory.defined[bare])
    numbers = statutes.acts_abbreviated(bare or key, memory.language)
    if len(numbers) > 1:
        candidates = tuple(f"ch/sr/{number}" for number in numbers)
        memory.open_candidates[key] = candidates
        return _bracketed(text, end, OPEN + key, key, memory, note="ambiguous_abbreviation", candidates=candidates)
    return _bracketed(text, end, f"ch/sr/{numbers[0]}" if numbers else OPEN + key, key, memory)


_DOTTED = frozenset({"Cst", "Cost", "aCst", "vCost", "ConstC", "Const"})


def _bracketed(
    text: str, end: int, work: str, key: str, memory: Memory, note: str = "", candidates: tuple[str, ...] = ()
) -> ActRead:
    """An act named by `key`, with the bracket that may follow and name its number."""
    space = re.compile(r"[\s\u00a0]{0,3}(?=[\(\[])").match(text, end)
    if space:
        bracket = _read_bracket(text, space.end(), memory)
        if bracket and bracket.number:
            memory.defined[key] = bracket.number
            return ActRead(bracket.end, bracket.number, whole=True)
    return ActRead(end, work, note, candidates)


def read_title(text: str, at: int, memory: Memory) -> ActRead | None:
    """An act named by a word or a title."""
    begin = at
    federal = False
    for _ in range(2):
        adjective = _ADJECTIVE.match(text, at)
        if adjective is None:
            break
        federal = federal or adjective[0].lower().startswith(("schweiz", "eidg"))
        at = adjective.end()
    head = _head(text, at)
    if head is None:
        return None
    noun, end, plain, language = head
    if noun.lower().startswith(("bundesgesetz", "bundesbeschl", "lf", "bg")) and plain:
        federal = True
    adjective_after = _AFTER_HEAD.match(text, end)
    if adjective_after:
        federal = federal or "f" in adjective_after[0].strip()[:1]
        end = adjective_after.end()
    dated = _DATED.match(text, end)
    date = iso_date(dated[1]) if dated else ""
    body_end = dated.end() if dated else end
    goes_on = dated or plain or _PREPOSITION.match(text, body_end) or _GENITIVE.match(text, body_end)
    bracket, bracket_at = _bracket_behind(text, body_end, memory, strict=not goes_on)
    if bracket:
        title_end, last = bracket_at, bracket.end
        following = re.compile(rf"{GAP0}(?=[\(\[])").match(text, last)
        if following and not bracket.number:
            second = _read_bracket(text, following.end(), memory)
            if second and second.number:
                bracket = _Bracket(
                    second.end,
                    second.number,
                    (*bracket.abbreviations, *second.abbreviations),
                    (*bracket.names, *second.names),
                )
                last = second.end
        more = _GOES_ON.match(text, last) if bracket.number else None
        if more:
            rest = _TITLE_END.search(text, more.end(), more.end() + 160)
            last = rest.start() if rest else last
        dated_behind = _DATED.match(text, last) if not date else None
        if dated_behind:
            date, last = iso_date(dated_behind[1]), dated_behind.end()
        return _titled(text, begin, title_end, last, noun, date, language, federal, plain, bracket, memory)
    known = _known_name(text, at, begin)
    stop = body_end
    if dated and (phrase := _PREPOSITION.match(text, body_end)):
        limit = _NOTE_END.search(text, phrase.end(), body_end + 330) if _SHORT_HEAD.match(text, at) else None
        if limit is None or _SENTENCE_BREAK.search(text, phrase.end(), limit.start()):
            limit = _TITLE_END.search(text, phrase.end(), body_end + 260)
        stop = limit.start() if limit else body_end
    elif known:
        stop = known[1]
        later = _DATED.match(text, stop)
        if later:
            date, stop = iso_date(later[1]), later.end()
            dated = later
    elif plain and (phrase := _PREPOSITION.match(text, body_end)):
        limit = _TITLE_END.search(text, phrase.end(), body_end + 160)
        stop = limit.start() if limit else body_end
        dashed = re.compile(rf"{GAP}(?:vom|du|del){GAP}({DATE})").search(text, body_end, stop + 30)
        if dashed:
            date, stop, dated = iso_date(dashed[1]), dashed.end(), dashed
    elif plain and not dated:
        return None
    while stop > end and text[stop - 1].isspace():
        stop -= 1
    bracket, bracket_at = _bracket_behind(text, stop, memory, strict=True)
    if bracket:
        return _titled(text, begin, bracket_at, bracket.end, noun, date, language, federal, plain, bracket, memory)
    dashes = re.compile(r"\s[-–]\s([A-Z][A-Za-zÀ-ÿ.]{1,9})(?:\s[-–]\s)").match(text, stop)
    if dashes:
        found = read_collection_number(text, dashes.end(), memory) or _geneva(text, dashes.end())
        if found:
            memory.defined[statutes.key_of(dashes[1])] = found[0]
            return ActRead(found[1], found[0], whole=True)
    return _titled(
        text,
        begin,
        stop,
        stop,
        noun,
        date,
        language,
        federal,
        plain,
        None,
        memory,
        known=known[0] if known and not _contradicts(known[0], date) else "",
    )


def _contradicts(number: str, date: str) -> bool:
    return False if not date else statutes.date_differs(number, date)


def _geneva(text: str, position: int) -> tuple[str, int] | None:
    match = _GENEVA.match(text, position)
    return (f"ch/ge/{unbroken(match[1])}", match.end()) if match else None


def _head(text: str, at: int) -> tuple[str, int, bool, str] | None:
    """The noun an act's title begins with: (noun, end, whether it says nothing by itself, language)."""
    other = _OTHER_HEAD.match(text, at)
    if other:
        word = other[0].split()[0].lower()
        language = _language_of_head(word)
        return other[0], other.end(), True, language
    short = _SHORT_HEAD.match(text, at)
    if short:
        language = (
            "de"
            if short[0] in {"BG", "V", "VO", "BB", "BRB"}
            else "it"
            if text[short.end() :].lstrip().startswith("del")
            else "fr"
        )
        return short[0], short.end(), True, language
    noun = _GERMAN_NOUN.match(text, at)
    if noun is None:
        return None
    end = noun.end()
    word = unbroken(noun[0])
    if not _is_law_noun(word) and word.lower() not in _PLAIN_HEAD:
        single = re.compile(r"[A-ZÄÖÜ](?:[A-Za-zÀ-ÿ]|-\s{1,12}(?=[a-zäöü])|\u00ad\s?)+").match(text, at)
        if single is None:
            return None
        word, end = unbroken(single[0]), single.end()
    lower = word.lower()
    if lower in _PLAIN_HEAD:
        return nominative(word), end, True, "de"
    return (nominative(word), end, False, "de") if _is_law_noun(word) else None


def _language_of_head(word: str) -> str:
    if word.startswith(
        (
            "legge",
            "ordinanza",
            "regolamento",
            "costituzione",
            "decreto",
            "convenzione",
            "accordo",
            "concordato",
            "codice",
            "patto",
            "protocollo",
            "trattato",
            "statuto",
        )
    ):
        return "it"
    if word.startswith(
        ("lescha", "ordinaziun", "constituziun", "cudesch", "cunvegna", "convenziun", "charta", "dretg")
    ):
        return "rm"
    if word.startswith(
        (
            "loi",
            "ordonnance",
            "règlement",
            "constitution",
            "arrêté",
            "convention",
            "accord",
            "concordat",
            "décret",
            "code",
            "pacte",
            "protocole",
            "traité",
            "charte",
            "tarif",
            "procédure",
        )
    ):
        return "fr"
    return "en"


def _bracket_behind(text: str, position: int, memory: Memory, *, strict: bool) -> tuple[_Bracket | None, int]:
    """The bracket that closes a title begun before `position`, if the text in between is the rest of the title."""
    footnote = _FOOTNOTE.match(text, position)
    opening = _OPENING.search(text, footnote.end() if footnote else position, position + (4 if strict else _REACH))
    if opening is None:
        return None, 0
    between = text[position : opening.start()]
    if (
        between.strip()
        and not footnote
        and (
            _SENTENCE_BREAK.search(between)
            or (len(between) > 3 and not _PREPOSITION.match(between) and not _GENITIVE.match(between))
        )
    ):
        return None, 0
    bracket = _read_bracket(text, opening.start(), memory)
    return (bracket, opening.start()) if bracket else (None, 0)


def _known_name(text: str, at: int, begin: int) -> tuple[str, int] | None:
    """The longest known name of an act that begins here: (number, end)."""
    best = None
    for start in {at, begin}:
        position, words = start, 0
        for match in re.compile(r"[^\s,;:()\[\]]+").finditer(text, start, start + 170):
            if match.start() - position > 14 or words > 16 or "\n\n\n" in text[position : match.start()]:
                break
            position, words = match.end(), words + 1
            plain = text[start : match.end()].rstrip(".")
            number = statutes.act_called(_nominative_phrase(plain))
            if number and (best is None or match.end() > best[1]):
                best = (number, start + len(plain))
            if match[0].endswith((".", ";")) and words > 1:
                break
    return best


def _nominative_phrase(phrase: str) -> str:
    words = unbroken(phrase).split(" ")
    return " ".join([nominative(words[0]), *words[1:]]) if words else phrase


def _titled(
    text: str, begin: int, title_end: int, end: int, noun: str, date: str, language: str, federal: bool, plain: bool,
    bracket: _Bracket | None, memory: Memory, known: str = "",
) -> ActRead | None:  # fmt: skip
    """The work of an act read by its title; what the bracket defines is remembered."""
    title = unbroken(text[begin:title_end])
    abbreviations = bracket.abbreviations if bracket else ()
    work, note = "", ""
    undated = statutes.folded(_DATE_IN_TITLE.sub("", title))
    if bracket and bracket.number:
        work = bracket.number
    elif known:
        work = f"ch/sr/{known}"
    elif (number := (statutes.act_called(_nominative_phrase(undated), date) or statutes.act_called(noun, date))) or (
        date and (number := statutes.act_dated(date, undated.partition(" ")[2], language))
    ):
        work = f"ch/sr/{number}"
    else:
        names = bracket.names if bracket else ()
        for name in names:
            if number := statutes.act_called(name, date):
                work = f"ch/sr/{number}"
        if not work:
            for abbreviation in abbreviations:
                numbers = statutes.acts_abbreviated(abbreviation, memory.language)
                if (
                    len(numbers) == 1
                    and not statutes.date_differs(numbers[0], date)
                    and not (memory.canton and statutes.cantonal_meaning(memory.canton, abbreviation))
                ):
                    work = f"ch/sr/{numbers[0]}"
        if not work and not federal and not noun.startswith(("LF", "BG")):
            label = (
                abbreviations[-1]
                if abbreviations
                else names[-1]
                if names
                else ""
                if plain and noun.lower() in _PLAIN_HEAD
                else noun
            )
            canton = _canton_in(title)
            if plain and not abbreviations and not names:
                label = _nominative_phrase(_DATE_IN_TITLE.sub("", title)).strip() if language == "de" else title
            if label and (canton or memory.canton or abbreviations or not plain):
                work = f"ch/{canton}/{label}" if canton else OPEN + label
        if not work:
            note = "act_without_number"
    for key in (*abbreviations, *(bracket.names if bracket else ())):
        memory.defined.setdefault(key, work)
    if bracket is None and not plain and work and not known:
        memory.defined.setdefault(noun, work)
    return ActRead(end, work, note, whole=bool((bracket and bracket.number) or (date and title_end - begin > 12)))


def _canton_in(title: str) -> str:
    match = re.search(
        r"\b(?:Kantons|canton d[ue](?: la)?|Cantone(?: del)?)\s+([A-ZÀ-Ý][\w.\-]+(?:[ -][A-Z][\w.\-]+)?)", title
    )
    if match is None:
        return ""
    for code, names, _ in statutes.canton_names():
        if any(match[1] == name or match[1].startswith(name) for name in names):
            return code
    return ""
