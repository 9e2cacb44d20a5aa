"""Reading the places of an act: articles, paragraphs, letters, numbers, sentences, in lists and ranges.

    chain   = article { separator member } [ tail ]
    member  = article steps | label value steps | value          «Art. 6 Abs. 1 und 2», «let. a, b et d», «5 et 9»
    steps   = { label value }                                     «Abs. 1 lit. a Ziff. 2 Satz 2»

Keeps true: one member a target; a bare number or letter takes the level of the value before it; the word decides the
level («Ziff.» is a number, «§» a paragraph in treaties). Reading is free of context: acts are read elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pincite.jurisdictions.ch.memory import Step
from pincite.jurisdictions.ch.text_forms import GAP, GAP0, LATIN, ROMAN, label_of, roman_value

__all__ = ["ARTICLE", "Member", "go_on", "place_of", "read_chain", "read_steps", "read_tail"]

ARTICLE = re.compile(
    r"(?:Art(?:ikeln|ikels|ikel|icles|icle|icolo|icoli)?|art(?:icles|icle|icolo|icoli|itgels|itgel)?|Artitgels?|ART|aArt|altArt)(?:\.{1,2}|(?=\s))"
    + GAP0
)
"""The word before an article number."""

_NUMBER = re.compile(
    rf"(\d{{1,4}})(?:[ ]?\n[ ]?[a-z](?=[ ]?\n)|([a-z]|[A-D])?({LATIN})|((?!ff|ss|se|f\.|s\.)[a-z]{{1,2}}|[A-D](?![.]))|{GAP}({LATIN})(?!\s*\d)(?!\s+(?:zu|und|et|e)\s+\d))?(?![A-Za-z0-9À-ÿ]|[.,’']\d)"
)
_NUMBER_AND_TAIL = re.compile(r"(\d{1,4})(?=(?:ff?|ss?|segg?|s)\.?(?![A-Za-z]))")
_LETTER = re.compile(rf"([a-z]{{1,2}}\d?|[A-Z](?=[\s,;)\]]))({LATIN})?(?![A-Za-z0-9À-ÿ’']|\.[A-Za-z])")
_FINE_ROMAN = re.compile(rf"({ROMAN}|[ivx]{{1,5}})(?![A-Za-z0-9À-ÿ])")
_INTEGER = re.compile(rf"(\d{{1,4}}[a-z]?)({LATIN})?(?![A-Za-z0-9À-ÿ]|[’']\d|\.\d)")

_LABEL = re.compile(
    rf"(?:,{GAP0}|{GAP0})(?:(?P<para>(?:Abs(?:ätzen|ätze|atzes|atz)?|abs|al(?:inéas?|ineas?)?|Al|cpv|capovers[oi]|paras?|paragraphs?|paragraphes?|par|UAbs|pars)(?:\.|(?=\s))|§§?)"
    rf"|(?P<lbl>(?:[Ll]it|[Ll]itt|[Bb]st|Buchst(?:aben|abe|ab)?|let(?:tres?|tera|tere|t)?|Ziff(?:ern|er)?|ziff|ch(?:iffres?)?|nn?|[Nn]um(?:eri|ero)?|Nrn?|[Nn]os?|cif(?:ra|re)?|pt|letters?|numbers?)(?:\.|(?=\s))|n[°º]s?|N[°º])"
    rf"|(?P<sent>(?:S(?:atz|ätze)|[Ss]entence)(?=\s)))" + GAP0
)
_LABEL_START = frozenset(",;AalLBbcCpPUSsZznNi§ \n\t\u00a0\u202f\u2009")

_ORDINALS = {
    "erster": 1, "ersten": 1, "erste": 1, "zweiter": 2, "zweiten": 2, "zweite": 2, "dritter": 3, "dritten": 3, "vierter": 4,
    "vierten": 4, "première": 1, "deuxième": 2, "seconde": 2, "troisième": 3, "quatrième": 4, "prima": 1, "primo": 1,
    "seconda": 2, "secondo": 2, "terza": 3, "terzo": 3, "quarta": 4, "quarto": 4, "first": 1, "second": 2, "third": 3,
    "1re": 1, "1ère": 1, "1ere": 1, "2e": 2, "2ème": 2, "2nde": 2, "3e": 3, "3ème": 3, "4e": 4, "1.": 1, "2.": 2, "3.": 3, "4.": 4,
}  # fmt: skip
_SENTENCE = re.compile(
    r",?\s{0,3}(?P<nth>"
    + "|".join(re.escape(word) for word in sorted(_ORDINALS, key=len, reverse=True))
    + r"|letzter|letzten|dernière|ultima|ultimo|last|[1-9]°)"
    + GAP
    + r"(?:Satz(?:es)?|Teilsatz|phrase|frase|periodo|per\.|sentence)(?![a-z])"
)
_UNNUMBERED = re.compile(
    GAP
    + r"(?:in fine|i\.\s?f\.|a\.\s?E\.|(?:(?:erster|zweiter|letzter|\d\.)\s)?(?:Halbsatz|Halbs\.|HS|Teilsatz|Satzteil(?:\s\d)?|Einleitungssatz|Ingress)|phrase introductive|frase introduttiva|initio|i\.i\.)(?![A-Za-zäöü])"
)
_ANNEX_BEHIND = re.compile(
    rf"{GAP}(?:des{GAP}|de{GAP}l[’']|dell[’'])?(?:Anhangs?|Anh\.|annexe|allegato){GAP}(\d{{1,2}}[a-z]?|{ROMAN})(?![A-Za-z0-9])"
)
_IN_BRACKETS = re.compile(r"\s?\((\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,4})\)")
_TAIL = re.compile(
    GAP0
    + r"(?:ff\.?|f\.|f(?=[\s,;)])|et"
    + GAP
    + r"(?:seqq?|ss|s|suiv)\.?|e"
    + GAP
    + r"(?:segg?|ss|s)\.?|(?:segg|seg|sgg|sqq|sq|ss|suiv|s)\.|(?:segg|sgg|ss|sqq)(?=[\s,;)]))(?![A-Za-zÀ-ÿ])"
)
_RANGE = re.compile(GAP0 + r"(?:[-–‑—‐]|(?:bis(?: und mit)?|à|to|al|a)(?=\s))" + GAP0)
_SEPARATOR = re.compile(
    rf"(?:{GAP0}[,;]{GAP0}|{GAP})(?:(?:und|u\.|sowie|oder|bzw\.|respektive|resp\.|beziehungsweise|et|ou|ni|ainsi{GAP}qu(?:e{GAP}|[’'])(?:de{GAP})?|respectivement|e|ed|o|od|nonché|and|or|sco{GAP}er|u|ed)"
    rf"(?:{GAP}|(?<=[’']))|&{GAP0})?(?:(?:auch|à{GAP}|à|aux|al(?=\s)|all[’']|der|des|den|die|dem|de|les?|la|gli|agli|degli|il|dell[’']|d[’']|l[’']|nach|gemäss|von|the)(?![A-Za-z.]){GAP0})?"
    rf"|{GAP0}/{GAP0}"
)
_LINK = re.compile(
    rf"{GAP0},?{GAP0}(?:i\.?\s?V\.?\s?m\.?|i\.?\s?Verb\.?\s?m\.?|in{GAP}Verbindung{GAP}mit|en{GAP}(?:relation|lien|liaison|corrélation|rapport){GAP}avec|en{GAP}combinaison{GAP}avec|combinée?s?{GAP}(?:avec|à)|in{GAP}relazione{GAP}con|in{GAP}combinato{GAP}disposto{GAP}con|in{GAP}unione{GAP}con|cum|cun|in{GAP}conjunction{GAP}with|read{GAP}with|e{GAP}contrario{GAP}und)"
    rf"{GAP}?(?:(?:der|des|den|les|la|gli|il|dell|l|d|the)(?:[’']|{GAP}))?"
)
_E_CONTRARIO = re.compile(rf"{GAP}(?:e|a){GAP}contrario")
_MAX_MEMBERS = 200


@dataclass(slots=True)
class Member:
    """One place: its span, its steps from the article down, and whether it is a range (`to`) or goes on (`open`)."""

    start: int
    end: int
    path: tuple[Step, ...]
    to: Step | None = None
    open: bool = False


def place_of(member: Member) -> str:
    """The place as Fedlex writes ids: `art_6_bis/para_1/lbl_a`, ranges with `..`."""
    path = sorted(member.path, key=lambda step: step[0] not in {"annex", "disp"})
    place = "/".join(f"{level}_{label}" if label else level for level, label in path)
    if member.to is not None:
        return f"{place}..{member.to[0]}_{member.to[1]}"
    return place + ".." if member.open else place


def read_number(text: str, position: int) -> tuple[str, int] | None:
    """A number with its suffix: («6_bis», end)."""
    match = _NUMBER.match(text, position)
    if match:
        return label_of(match[0]), match.end()
    match = _NUMBER_AND_TAIL.match(text, position)
    return (match[1], match.end()) if match else None


def _value(text: str, position: int, level: str) -> tuple[str, int] | None:
    """What stands behind the label of a level."""
    if level == "art":
        return read_number(text, position)
    match = _INTEGER.match(text, position)
    if match:
        spaced = re.compile(rf"{GAP}({LATIN})(?![a-zà-ÿ])(?!\s*\d)").match(text, match.end())
        if spaced and not match[2]:
            return label_of(match[0] + spaced[1]), spaced.end()
        return label_of(match[0]), match.end()
    if level == "lbl":
        match = _LETTER.match(text, position)
        if match and not (
            match[0] == "a" and text.startswith(".", match.end()) and text.startswith(("a.O", "a.a"), position)
        ):
            return label_of(match[0]), match.end()
        match = _FINE_ROMAN.match(text, position)
        if match:
            return match[0], match.end()
    number = _NUMBER_AND_TAIL.match(text, position)
    return (number[1], number.end()) if number else None


def read_steps(text: str, position: int, path: tuple[Step, ...]) -> tuple[tuple[Step, ...], int]:
    """The steps that follow an article or a value: («… Abs. 1 lit. a», end)."""
    for _ in range(6):
        sign = text[position : position + 1]
        if sign == "(" or (sign.isspace() and text.startswith("(", position + 1)):
            brackets = _IN_BRACKETS.match(text, position)
            if brackets and path:
                level = "para" if brackets[1][0].isdigit() and path[-1][0] == "art" else "lbl"
                path, position = (*path, (level, label_of(brackets[1]))), brackets.end()
                continue
            break
        if sign not in _LABEL_START:
            break
        label = _LABEL.match(text, position)
        if label:
            level = label.lastgroup or ""
            value = None if _taken(path, level, text, label.end()) else _value(text, label.end(), level)
            if value:
                path, position = (*path, ("sent" if level == "sent" else level, value[0])), value[1]
                continue
        sentence = _SENTENCE.match(text, position)
        if sentence:
            nth = sentence["nth"].lower()
            number = _ORDINALS.get(nth) or (int(nth[0]) if nth[0].isdigit() else None)
            path, position = ((*path, ("sent", str(number))) if number else path), sentence.end()
            continue
        annex = _ANNEX_BEHIND.match(text, position)
        if annex and not any(level == "annex" for level, _ in path):
            path, position = (*path, ("annex", _arabic(annex[1]))), annex.end()
            continue
        other = _UNNUMBERED.match(text, position)
        if other:
            position = other.end()
            continue
        break
    return path, position


def _arabic(printed: str) -> str:
    return printed if printed[0].isdigit() else str(roman_value(printed))


def _taken(path: tuple[Step, ...], level: str, text: str, value_at: int) -> bool:
    """Whether the path has a value of this level, so that another is the next member of a list and no step."""
    if level == "para":
        return any(known == "para" for known, _ in path)
    if level == "lbl":
        digit = text[value_at : value_at + 1].isdigit()
        return any(known == "lbl" and label[:1].isdigit() == digit for known, label in path)
    return False


def read_tail(text: str, position: int) -> int | None:
    """The end of «ff.», «et ss», «segg.» at this place."""
    if text[position : position + 1] not in "fsSe \n\t\u00a0\u202f\u2009":
        return None
    match = _TAIL.match(text, position)
    return match.end() if match else None


def _close(text: str, member: Member) -> None:
    """Read what may stand behind a member: a range, or a tail."""
    position = member.end
    if text[position : position + 1] in "-–‑—‐ \n\u00a0\u202f\u2009":
        dash = _RANGE.match(text, position)
        if dash:
            level, first = member.path[-1]
            label = ARTICLE.match(text, dash.end()) if level == "art" else None
            same = _LABEL.match(text, dash.end()) if level != "art" else None
            at = label.end() if label else same.end() if same and same.lastgroup == level else dash.end()
            value = _value(text, at, level)
            if value and _follows(first, value[0]) and not re.match(r"\s?[A-Z]{2,}", text[value[1] : value[1] + 0]):
                member.to, member.end = (level, value[0]), value[1]
                return
    tail = read_tail(text, position)
    if tail is not None:
        member.open, member.end = True, tail


def _follows(first: str, last: str) -> bool:
    """Whether `last` may be the end of a range that begins with `first`."""
    digits_first, digits_last = re.match(r"\d+", first), re.match(r"\d+", last)
    if digits_first and digits_last:
        return int(digits_last[0]) >= int(digits_first[0])
    return not digits_first and not digits_last and last >= first


def _elided(text: str, position: int, before: Member) -> Member | None:
    """A member that is a bare number or letter: it takes the level of the last value of the member before."""
    level, last = before.to or before.path[-1]
    head = before.path[:-1]
    while level == "sent" and head:
        level, last = head[-1]
        head = head[:-1]
    letter = _LETTER.match(text, position) if level == "lbl" and not last[0].isdigit() else None
    if (
        letter
        and len(letter[0]) <= 2 + len(letter[2] or "")
        and (letter[0] not in {"e", "o", "à"} or _ends(text, letter.end()))
    ):
        return Member(position, letter.end(), (*head, (level, label_of(letter[0]))))
    number = read_number(text, position)
    if number is None:
        return None
    label, end = number
    if re.compile(r"\.\s?(?:\d|[A-ZÄÖÜa-zäöü]{3,9}\.?\s\d{4})|°|%|‰|[/:]\d|\s?(?:%|Fr\b|CHF|Mio|m2|km\b)").match(
        text, end
    ):
        return None
    value = int(re.match(r"\d+", label)[0])  # type: ignore[index]  # a number begins with digits
    article = next((step for step in before.path if step[0] == "art"), None)
    if level == "lbl" and not last[0].isdigit():
        # A number behind letters goes back up to the paragraph, or to the article where there is none.
        while head and head[-1][0] == "lbl" and not head[-1][1][0].isdigit():
            head = head[:-1]
        if not head:
            return None
        level, last = head[-1]
        head = head[:-1]
    if level != "art" and article is not None:
        own = int(re.match(r"\d+", article[1] or "0")[0]) if article[1][:1].isdigit() else 0  # type: ignore[index]
        previous = int(re.match(r"\d+", last)[0]) if last[:1].isdigit() else 0  # type: ignore[index]
        labelled = _LABEL.match(text, end)
        suffix = label[-1].isalpha() and "_" in label and not label.endswith(("is", "er", "es"))
        if (
            (labelled and labelled.lastgroup == "para")
            or (value >= own > 0 and (suffix or value > 20 or value - previous > 9))
            or (suffix and value > 12)
            or value > 40
        ):
            return Member(position, end, (("art", label),))
    return Member(position, end, (*head, (level, label)))


def _ends(text: str, position: int) -> bool:
    return text[position : position + 1] in ",;)] \n" or position >= len(text)


_UNIT = re.compile(
    r"\s{1,3}(?:(?!(?:BGG|OR|ZGB)\b)[A-ZÄÖÜ][a-zäöü]{2,}(?:e|en|er|n|s|t|te|r)\b(?!\w)|(?:Jahr|Monat|Tag|mois|ans?|jours?|francs?|fr\.|anni|mesi|giorni|months?|years?|days?|Mal|fois|Prozent|pour)\b)"
)


def read_chain(
    text: str, start: int, number_at: int, first_level: str = "art", base: tuple[Step, ...] = ()
) -> list[Member]:
    """The members of a chain that begins at `start`, whose first value stands at `number_at`; [] when it is none."""
    value = _value(text, number_at, first_level)
    if value is None:
        return []
    path, end = read_steps(text, value[1], (*base, (first_level, value[0])))
    first = Member(start, end, path)
    _close(text, first)
    return _listed(text, first)


def go_on(text: str, first: Member) -> list[Member]:
    """The members of a list whose first is already read up to its value."""
    _close(text, first)
    return _listed(text, first)


def _listed(text: str, first: Member) -> list[Member]:
    members = [first]
    while len(members) < _MAX_MEMBERS:
        following = _next_member(text, members[-1])
        if following is None:
            break
        members.append(following)
    return members


def _next_member(text: str, before: Member) -> Member | None:
    position = before.end
    sign = text[position : position + 1]
    if not sign or not (sign.isspace() or sign in ",;/&"):
        return None
    linked = _LINK.match(text, position)
    if linked is None:
        contrary = _E_CONTRARIO.match(text, position)
        if contrary:
            position = contrary.end()
    separator = linked or _SEPARATOR.match(text, position)
    if separator is None:
        return None
    at = separator.end()
    label = ARTICLE.match(text, at)
    if label:
        value = read_number(text, label.end())
        if value is None:
            return None
        path, end = read_steps(text, value[1], (("art", value[0]),))
        return _closed(text, Member(at, end, path))
    if (
        before.path[0][0] == "art"
        and (section := re.compile(rf"§§?{GAP0}").match(text, at))
        and before.path[0][1]
        and linked
    ):
        value = read_number(text, section.end())
        if value:
            path, end = read_steps(text, value[1], (("art", value[0]),))
            return _closed(text, Member(at, end, path))
    annex = re.compile(
        rf"(?:annexe?s?|Anhang|allegato|Anhänge)(?:{GAP})(\d{{1,2}}[a-z]?|{ROMAN})(?![A-Za-z0-9])"
    ).match(text, at)
    if annex:
        path, end = read_steps(text, annex.end(), (("annex", _arabic(annex[1])),))
        return _closed(text, Member(at, end, path))
    level = _LABEL.match(text, at)
    if level and level.lastgroup:
        value = _value(text, level.end(), level.lastgroup)
        if value is None:
            return None
        at += len(level[0]) - len(level[0].lstrip())
        path = _placed(before.path, level.lastgroup, level[0], value[0])
        path, end = read_steps(text, value[1], path)
        return _closed(text, Member(at, end, path))
    if linked:
        return None
    brackets = re.compile(r"\((\d{1,3}[a-z]?|[a-z]{1,2})\)").match(text, at)
    if brackets and text[before.end - 1] == ")":
        path = (*before.path[:-1], (before.path[-1][0], label_of(brackets[1])))
        return _closed(text, Member(at, brackets.end(), path))
    if separator[0].isspace() and not _SEPARATOR_WORD.search(separator[0]):
        return None
    member = _elided(text, at, before)
    if member is None:
        return None
    path, end = read_steps(text, member.end, member.path)
    member = _closed(text, replace(member, path=path, end=end))
    return None if _UNIT.match(text, member.end) and not member.open else member


_SEPARATOR_WORD = re.compile(r"\w|&")
_LETTERED = re.compile(r"(?:,\s*|\s*)(?:[Ll]it|[Bb]st|Buchst|let)")


def _placed(path: tuple[Step, ...], level: str, label: str, value: str) -> tuple[Step, ...]:
    """A path in which the level named anew takes its old place: «Abs. 1 lit. a und Abs. 2», «lit. a Ziff. 1 und lit. b»."""
    if level == "lbl":
        wanted = bool(_LETTERED.match(label))
        for index, (known, old) in enumerate(path):
            if known == "lbl" and (not old[:1].isdigit()) == wanted:
                return (*path[:index], (level, value))
        return (*(step for step in path if step[0] != "sent"), (level, value))
    for index, (known, _) in enumerate(path):
        if known == level:
            return (*path[:index], (level, value))
    if level == "para":
        kept = tuple(step for step in path if step[0] in {"annex", "art"})
        return (*kept, (level, value))
    return (*path, (level, value))


def _closed(text: str, member: Member) -> Member:
    _close(text, member)
    return member
