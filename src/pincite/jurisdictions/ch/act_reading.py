"""The act named behind an article: «OR», «des Obligationenrechts», «LEI (RS 142.20)», «GOG ZH», «aOR», «EG ZGB».

    act      = [ link ] ( number | abbreviation [ canton ] | name | title ) [ bracket ]

Keeps true: what the text defines comes before the tables; the longest abbreviation comes first («GebV SchKG» before
«SchKG»); an abbreviation that several acts share is decided by the language, else it stays open with its candidates.
"""

from __future__ import annotations

import re

from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.act_brackets import read_bracket, read_collection_number, read_note
from pincite.jurisdictions.ch.act_titles import SHORT_HEAD, read_title
from pincite.jurisdictions.ch.acts import (
    CANTON_CODE,
    ActRead,
    foreign_acts,
    is_known,
    looks_like_abbreviation,
    read_european,
    several_words,
)
from pincite.jurisdictions.ch.glances import ACT_ENDS, WINDOW, behind_an_act
from pincite.jurisdictions.ch.memory import OPEN, Memory
from pincite.jurisdictions.ch.text_forms import GAP, GAP0, unbroken
from pincite.text.patterns import pattern

__all__ = ["read_act"]

_LINK = pattern(
    rf"{GAP0},?{GAP0}(?:(?:der|des|dem|den|die|das|von|vom|zur|zum|zu{GAP}de[rmn]|du|de{GAP}la|de{GAP}l[’']|de|des|d[’']|della|delle|dello|dell[’']|dei|del|di|da{GAP}la|da{GAP}l[’']|dal|dals|da|of{GAP}the|of)(?:{GAP}|(?<=[’'])){GAP0})?"
)
_ABBREVIATION = pattern(
    r"(?:E-|VE-|ch-|CH-|n?rev\.?|alt|[an])?[A-ZÄÖÜ][A-Za-zÀ-ÿ0-9]*(?:(?:\.?[-\u2010\u2011]|[./&])[A-Za-zÀ-ÿ0-9]+)*"
)
_BROKEN = pattern(
    r"([A-ZÄÖÜ][A-Za-zÀ-ÿ]{0,9})-[ \t\u00a0]*\n\s{0,12}([A-Za-z][A-Za-zÀ-ÿ]{0,9}(?:-[A-Z]+){0,3})(?![A-Za-zÀ-ÿ])"
)
_OLD = pattern(r"(?:E-|VE-|ch-|CH-|nrev|rev\.?|alt|a|n|v)(?=[A-ZÄÖÜ])")
_CANTON_MARK = pattern(rf"\s?/\s?({CANTON_CODE})(?![A-Za-z])|[ \u00a0]({CANTON_CODE})(?![A-Za-z/.\-])(?![ \u00a0]\d)")
_CANTON_BEHIND = pattern(rf"(.+)([/-])({CANTON_CODE})\Z")
_FIRST_PART = pattern(r"[^/.\s]+")
_IMPLEMENTED = pattern(rf"{GAP}(?:zum{GAP}|zur{GAP})?([A-ZÄÖÜ][A-Za-zÄÖÜäöü]+)(?![A-Za-z])")
_FIRST_OF_TWO = frozenset({"EG", "EV", "VV", "EGV", "VO", "GebV", "VVO"})
_SECOND_OF_TWO = pattern(
    rf"[ \u00a0\n]{{1,3}}(?!{CANTON_CODE}(?![A-Za-z])|EG(?![A-Za-z])|EU|EWG)([A-ZÄÖÜ](?:[A-ZÄÖÜ][A-Za-z]{{0,5}}|[a-z]{{1,4}}[A-Z][A-Za-z]{{0,3}}))(?![A-Za-z])"
)
"""Cantonal acts named by two words: «EG KESR», «GebV OG», «VO KESR»."""
_FEDERAL_MARK = pattern(r"[\s\u00a0](?:féd|fed)\.")
_OPENS_BRACKET = pattern(r"[\s\u00a0]{0,3}(?=[\(\[])")
_NUMBER_BEHIND = pattern(rf"(?:[;,]{GAP}|[ \t]*\n[ \t]*)(?=[SR][RS]{GAP}\d)")
"""«art. 58, al. 1, LParl; RS 171.10»: the number of the act just named."""
_DATIVE = pattern(r"(?<![A-Za-z])(?:dem|den|die|das)\s*\Z")
_DOTTED = frozenset({"Cst", "Cost", "aCst", "vCost", "ConstC", "Const"})
_EVERY_CANTON_HAS = frozenset({"Cst", "Cost", "KV", "StG", "StPO", "ZPO"})


def read_act(text: str, position: int, memory: Memory) -> ActRead | None:
    """The act named at `position`, behind an article, with or without a linking word."""
    link = _LINK.match(text, position)
    at = link.end() if link else position
    sign = text[at : at + 1]
    if not sign:
        return None
    if sign in "([":
        bracket = read_bracket(text, at, memory) if not text[position:at].strip() else None
        return ActRead(bracket.end, bracket.number, whole=True) if bracket and bracket.number else None
    worded = text[position:at].strip() != ""
    if at == position or not (sign.isupper() or sign in "abcdefglnorstv" or (worded and sign.islower())):
        return None
    match = _ABBREVIATION.match(text, at)
    if match:
        key = statutes.key_of(match[0])
        if key in memory.defined or (key in statutes.abbreviations() and key not in several_words()):
            if not SHORT_HEAD.match(text, at):
                return _finish(text, match.end(), key, memory)
        elif found := read_collection_number(text, at, memory):
            return ActRead(found[1], found[0], whole=True)
        elif not SHORT_HEAD.match(text, at) and (abbreviated := _abbreviation(text, at, match, memory)):
            # «Artikel 49 dem EDÖB Auskünfte erteilen»: a dative ties no unknown abbreviation to an article.
            dative = worded and _DATIVE.search(text[position:at])
            return None if dative and abbreviated.work.startswith(OPEN) else abbreviated
        elif european := read_european(text, at):
            return ActRead(european[1], european[0], whole=True)
    elif found := read_collection_number(text, at, memory) or read_european(text, at):
        return ActRead(found[1], found[0], whole=True)
    titled = read_title(text, at, memory)
    return _with_number(text, titled, memory) if titled else None


_COMMA = pattern(rf",{GAP}")
_THEN_ABBREVIATION = pattern(rf"[,;]{GAP}([A-ZÄÖÜ][A-Za-zÄÖÜäöü]{{1,12}}(?:-[A-Z]{{2}})?)(?=[).,;\]])")


def _with_number(text: str, act: ActRead, memory: Memory) -> ActRead:
    """«des Gesetzes über die Verwaltungsrechtspflege, sGS 951.1, VRP»: number and abbreviation behind a title, without a bracket."""
    comma = _COMMA.match(text, act.end)
    printed = read_collection_number(text, comma.end(), memory) if comma else None
    if printed is None or not (printed[0] == act.work or not act.work.startswith("ch/sr/")):
        return act
    end = printed[1]
    named = _THEN_ABBREVIATION.match(text, end)
    if named and (looks_like_abbreviation(named[1]) or named[1] in statutes.abbreviations()):
        memory.defined[statutes.key_of(named[1])] = printed[0]
        end = named.end()
    return ActRead(end, printed[0], whole=True)


def _abbreviation(text: str, at: int, match: re.Match[str], memory: Memory) -> ActRead | None:
    """An abbreviation that is no single word of the tables: broken at a line's end, of several words, old, cantonal."""
    word, end, key = match[0], match.end(), statutes.key_of(match[0])
    broken = _BROKEN.match(text, at)
    if broken and not is_known(key, memory):
        for joined in (broken[1] + broken[2], f"{broken[1]}-{broken[2]}"):
            if is_known(joined, memory) or looks_like_abbreviation(joined):
                return _finish(text, broken.end(), joined, memory, cantonal=not is_known(joined, memory))
    first = _FIRST_PART.match(word)
    several = several_words().get(word) or several_words().get(first[0] if first else "")
    if several:
        window = unbroken(text[at : at + 60])
        for longer in several:
            if window.startswith(longer) and not window[len(longer) : len(longer) + 1].isalnum():
                return _finish(text, _end_of(text, at, longer), longer, memory)
    if word in {"EG", "EV", "VV", "EGV"}:
        second = _IMPLEMENTED.match(text, end)
        if second and statutes.key_of(second[1]) in statutes.abbreviations():
            return _finish(text, second.end(), f"{word} {second[1]}", memory, cantonal=True)
    if word in _FIRST_OF_TWO and (second := _SECOND_OF_TWO.match(text, end)):
        return _finish(text, second.end(), f"{word} {second[1]}", memory, cantonal=True)
    if is_known(key, memory):
        return _finish(text, end, key, memory)
    old = _OLD.match(key)
    if old and is_known(key[old.end() :], memory):
        return _finish(text, end, key, memory, bare=key[old.end() :])
    if old and old[0] in {"a", "alt"} and looks_like_abbreviation(key[old.end() :]):
        # «aBauG»: the canton's former act of that name.
        return _finish(text, end, key[old.end() :], memory, cantonal=True)
    footnoted = key.rstrip("0123456789")
    if footnoted != key and is_known(footnoted, memory):
        return _finish(text, at + len(footnoted), footnoted, memory)
    marked = _CANTON_BEHIND.match(key)
    if marked and (looks_like_abbreviation(marked[1].rstrip(".")) or marked[1].rstrip(".") in statutes.abbreviations()):
        # «KV/ZH» is Zurich's KV; «LPA-VD» is what Vaud calls it.
        plain = marked[1].rstrip(".")
        name = plain if marked[2] == "/" else f"{plain}-{marked[3]}"
        return _with_bracket(text, end, ActRead(end, f"ch/{marked[3].lower()}/{name}"), key, memory)
    if "/" in key or "." in key:
        key = re.split(r"[/.]", key, maxsplit=1)[0] or key
        end = at + len(key)
        if is_known(key, memory):
            return _finish(text, end, key, memory)
    return _finish(text, end, key, memory, cantonal=True) if looks_like_abbreviation(key) else None


def _end_of(text: str, at: int, key: str) -> int:
    """Where the words of `key` end in the text, whatever its white space."""
    for word in key.split(" "):
        while text[at : at + 1].isspace() or text[at : at + 1] == "\u00ad":
            at += 1
        at += len(word)
    return at


def _finish(text: str, end: int, key: str, memory: Memory, *, cantonal: bool = False, bare: str = "") -> ActRead:
    """The work of an abbreviation, with the dot, the canton's mark and the bracket behind it."""
    sign = text[end : end + 1]
    if sign == "." and key in _DOTTED:
        end += 1
        federal = _FEDERAL_MARK.match(text, end)
        end = federal.end() if federal else end
        sign = text[end : end + 1]
    if behind_an_act(text[end : end + WINDOW]) & ACT_ENDS:
        return _meaning(end, key, memory, cantonal=cantonal, bare=bare)
    if sign and sign in " \u00a0/":
        mark = _CANTON_MARK.match(text, end)
        if mark and (mark[1] or cantonal or key in _EVERY_CANTON_HAS):
            code = (mark[1] or mark[2]).lower()
            return _with_bracket(text, mark.end(), ActRead(mark.end(), f"ch/{code}/{key}"), key, memory)
    return _with_bracket(text, end, _meaning(end, key, memory, cantonal=cantonal, bare=bare), key, memory)


def _meaning(end: int, key: str, memory: Memory, *, cantonal: bool, bare: str) -> ActRead:
    """What an abbreviation stands for in this text."""
    if key in memory.defined:
        return ActRead(end, memory.defined[key])
    if bare:
        return _meant(end, key, memory, cantonal=cantonal, bare=bare)
    known = memory.meanings.get((key, cantonal))
    if known is None:
        act = _meant(end, key, memory, cantonal=cantonal, bare=bare)
        known = memory.meanings[key, cantonal] = (act.work, act.note, act.candidates, act.whole)
    return ActRead._make((end, *known))


def _meant(end: int, key: str, memory: Memory, *, cantonal: bool, bare: str) -> ActRead:
    """What the tables say of an abbreviation that the text does not define; without `bare` the same all through a text."""
    if key in foreign_acts():
        return ActRead(end, foreign_acts()[key], "" if foreign_acts()[key] else "outside_the_scheme")
    if cantonal or (statutes.may_be_cantonal(key) and memory.canton and statutes.cantonal_meaning(memory.canton, key)):
        return ActRead(end, OPEN + key)
    if memory.abroad and not (bare and key.lower().startswith("ch-")):
        of_treaty = [
            number for number in statutes.acts_abbreviated(bare or key, memory.language) if number.startswith("0.")
        ]
        return (
            ActRead(end, f"ch/sr/{of_treaty[0]}") if len(of_treaty) == 1 else ActRead(end, "", "act_of_liechtenstein")
        )
    if statutes.is_repealed(key):
        return ActRead(end, "", "repealed_act")
    if bare and bare in memory.defined:
        return ActRead(end, memory.defined[bare])
    numbers = statutes.acts_abbreviated(bare or key, memory.language)
    if len(numbers) > 1:
        memory.open_candidates[key] = tuple(f"ch/sr/{number}" for number in numbers)
        return ActRead(end, OPEN + key, "ambiguous_abbreviation", memory.open_candidates[key])
    return ActRead(end, f"ch/sr/{numbers[0]}" if numbers else OPEN + key)


def _with_bracket(text: str, end: int, act: ActRead, key: str, memory: Memory) -> ActRead:
    """The act with the bracket that may follow its abbreviation and print its number."""
    opening = _OPENS_BRACKET.match(text, end)
    bracket = read_bracket(text, opening.end(), memory) if opening else None
    if bracket and bracket.number:
        memory.defined[key] = bracket.number
        return ActRead(bracket.end, bracket.number, whole=True)
    behind = _NUMBER_BEHIND.match(text, end)
    printed = read_collection_number(text, behind.end(), memory) if behind else None
    if printed and printed[0] == act.work:
        return ActRead(printed[1], printed[0], whole=True)
    note = read_note(text, end, memory) if text[end : end + 1] in "\n \u00a0" else None
    if note:
        memory.defined[key] = note[0]
        return ActRead(note[1], note[0], whole=True)
    return act
