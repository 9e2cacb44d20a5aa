"""Places counted from what was cited right before: «Abs. 3 Buchst. e», «paragraphe 3 du même article», «Rn. 113», «ledit arrêt, à son point 24».

Keeps true: a place below the article is of the article cited last, a point of the decision cited last, and only of one that
stands in the same paragraph; where the sentence of that citation names several, none is chosen: the place stays open with them as candidates.

Grammar:

    below = [ article ] sequence of "that article"  |  sequence at the beginning of a sentence      Abs. 3 Buchst. e nimmt … aus
    point = ( ";" | "," ) [ "see also" ] word numbers                                                …, Rn. 107; Rn. 113
          | subject ( "," | verb ) "at" word numbers                                                  Ledit arrêt, à son point 24
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.eu.acts import is_act, own_act
from pincite.jurisdictions.eu.grammar_acts import home
from pincite.jurisdictions.eu.grammar_cases import points_at
from pincite.jurisdictions.eu.provisions import Member, read_sequence
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.case_names import sentence_start
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_SPACE = r"[\s\u00a0\u2009\u202f]"
_REACH = 400
"""Code points between a citation and the place that is counted from it."""

# ------------------------------------------------------------------------------------------------- places below an article

_THAT_ARTICLE = pattern(
    r",?\s{1,6}(?:d(?:u|e\s{1,3}ce)\s{1,3}(?:même\s{1,3}|dit\s{1,3})?article|dudit\s{1,4}article|de\s{1,3}cet\s{1,3}article"
    r"|(?:dieses|desselben|des\s{1,4}(?:genannten|gleichen|selben))\s{1,4}Artikels"
    r"|(?:dello\s{1,4}stesso|del\s{1,4}medesimo|di\s{1,4}tale|di\s{1,4}detto|di\s{1,4}questo)\s{1,4}articolo"
    r"|of\s{1,4}(?:that|the\s{1,3}s(?:aid|ame))\s{1,4}(?:[Aa]rticle|provision)"
    r"|(?:dieser|derselben)\s{1,4}(?:Bestimmung|Vorschrift)|de\s{1,3}(?:cette|la\s{1,3}même)\s{1,4}disposition|d(?:i\s{1,3}tale|ella\s{1,3}stessa)\s{1,4}disposizione)(?![A-Za-zÀ-ÿ])"
)
_BEGINS_SENTENCE = pattern(r"(?:[.!?:]\s{1,3}|\n\s{0,4}|\A)(?:(?:Le|Les|Il|La|I|Die|Der)\s{1,3}|L['’])?\Z")
_ARTICLE_NAMED = pattern(r"[Aa]rti(?:cle|kels|colo)")
_GERMAN = ("Abs", "Buchst", "UAbs", "Unterabs")
"""Words that name nothing but a place below an article; a paragraph may be one of a judgment."""
_OF_A_THING = pattern(
    r"\s{1,6}(?:of|de[rs]?|du|d['’]|del(?:la|lo|l['’])?|dieses|dieser|above|below|hereof|oben|unten|hiervor|supra|infra)(?![A-Za-zÀ-ÿ])"
)
_BELOW = ("par_", "sub_", "pnt_", "sent_")
_ARTICLE = pattern(r"(?P<work>eu/[^#]{1,40})#(?P<article>art_[^/.]{1,12})(?:/(?P<paragraph>par_[^/.]{1,8}))?")
_TREATY = pattern(r"(?P<work>eu/1\d{4}[EMP]\d{3})(?:#(?P<paragraph>par_[^/.]{1,8}))?")


def _below(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if not home(reading) or own_act(reading) or is_act(reading.self_reference):
        return None
    members = read_sequence(text, start)
    if not members or not members[0].path[0].startswith(_BELOW):
        return None
    that = _THAT_ARTICLE.match(text, members[-1].end)
    alone = text.startswith(_GERMAN, start) or _BEGINS_SENTENCE.search(text, max(0, start - 8), start)
    if that is None and (not alone or _OF_A_THING.match(text, members[-1].end)):
        return None
    last = antecedents(reading).statute
    meant = _articles_of_sentence(reading, last, start) if last is not None else {}
    if not meant and that is None:
        return None
    end = that.end() if that else members[-1].end
    members[-1] = members[-1]._replace(end=end)
    of_article = that is not None and _ARTICLE_NAMED.search(that.group()) is not None
    made = [_placed(reading, member, list(meant.values()), of_article=of_article) for member in members]
    return Parsed(tuple(made), end)


def _articles_of_sentence(
    reading: TextReading, last: Mention | None, start: int
) -> dict[tuple[str, str], tuple[Mention, re.Match[str]]]:
    """The articles named in the sentence of the citation before: one, or several of equal evidence; {} when it is no article or too far."""
    if last is None or start - last.end > _REACH or "\n\n" in reading.text[last.end : start]:
        return {}
    found: dict[tuple[str, str], tuple[Mention, re.Match[str]]] = {}
    for each in _with_those_beside(reading, last):
        if each.kind != "statute":
            continue
        article = _ARTICLE.match(each.reference or "") or _TREATY.match(each.reference or "")
        if article is None:
            if each.start == last.start:
                return {}
            continue
        groups = article.groupdict()
        found.setdefault((groups["work"], groups.get("article") or ""), (each, article))
    return found


_SENTENCE_END = pattern(r"[.!?][”’»\"')]{0,2}\s{1,4}[A-ZÀ-Ý]|\n\s{0,4}\n")


def _with_those_beside(reading: TextReading, last: Mention) -> Iterator[Mention]:
    """The citation and those of its sentence before it, from behind: no sentence ends between one and the next."""
    begins = len(reading.text)
    for each in reversed(reading.mentions):
        if each.start > last.start:
            continue
        if begins < len(reading.text) and _SENTENCE_END.search(reading.text, each.end, begins):
            return
        yield each
        begins = each.start


def _placed(
    reading: TextReading, member: Member, meant: list[tuple[Mention, re.Match[str]]], *, of_article: bool
) -> Mention:
    references = [_reference(member, article) for _, article in meant]
    if of_article:
        # «point (20) of that Article» behind a paragraph: of the article or of the paragraph
        whole = [_reference(member, article, within_paragraph=False) for _, article in meant]
        references = list(dict.fromkeys((*references, *whole)))
    one = len(references) == 1
    return mention(
        reading, member.start, member.end, "statute", "short", references[0] if one else None, "eu.place_again",
        note="" if one else "several_antecedents" if references else "antecedent_missing",
        candidates=() if one else tuple(references), antecedent=meant[0][0].start if one else None,
        language=reading.language or "en",
    )  # fmt: skip


def _reference(member: Member, article: re.Match[str], *, within_paragraph: bool = True) -> str:
    groups = article.groupdict()
    above = [groups["article"]] if groups.get("article") else []
    if within_paragraph and groups["paragraph"] and not member.path[0].startswith("par_"):
        above.append(groups["paragraph"])
    return with_place(groups["work"], "/".join((*above, member.place)))


# ------------------------------------------------------------------------------------------------------ points of a decision

_WORDS = r"[Pp]oints?|[Pp]aragraphs?|[Pp]aras?\.?|Rn\.|Randn(?:rn?\.|ummern?)|[Pp]unt[oi]"
_WORD = pattern(rf"(?:{_WORDS})\s{{1,4}}(?=\d)")
_NEXT = pattern(
    r"\s{0,2}[;,]\s{1,3}(?:(?:(?:see|siehe|s\.|vgl\.|voir|cf\.|v\.)\s{1,3})?(?:also|auch|ferner|aussi|également|anche|sowie|and|et|und|e)\s{1,3})?(?:at\s{1,3}|in\s{1,3}|aux?\s{1,3}|a[il]\s{1,3})?\Z"
)
_SUBJECT = pattern(
    r"(?:(?:Ledit|Cet|Ce\s{1,3}même|Le\s{1,3}même)\s{1,4}arrêt|(?:Dieses|Jenes|Das(?:selbe|\s{1,3}genannte|\s{1,3}zitierte|\s{1,3}angeführte))\s{1,4}Urteil"
    r"|(?:Tale|Detta|Questa|La\s{1,3}(?:stessa|medesima|citata))\s{1,4}sentenza|(?:That|The\s{1,3}same)\s{1,4}judgment)(?![A-Za-zÀ-ÿ])"
)
_OWN_WORDS_BETWEEN = pattern(r"[^.;:()\n“”«»\"]{0,80}\Z")
_SENTENCE_BACK = 160


def _point(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if is_act(reading.self_reference):
        return None
    last = antecedents(reading).case
    if last is None or not (last.reference or "").startswith(("eu/case/", "eu/ecli/")) or start - last.end > _REACH:
        return None
    pins = points_at(text, start, _WORD)
    if not pins or _OF_A_THING.match(text, pins[-1].end):
        return None  # «au point 4 de la liste»
    begins, cases = start, [last]
    if not (reading.mentions and reading.mentions[-1].end == last.end and _NEXT.fullmatch(text[last.end : start])):
        sentence = sentence_start(text, start)
        subject = _SUBJECT.match(text, sentence) if start - sentence < _SENTENCE_BACK else None
        between = _OWN_WORDS_BETWEEN.match(text[subject.end() : start]) if subject else None
        if subject is None or between is None or last.start >= sentence:
            return None
        cases = _cases_of_sentence(reading, last)
        if _AT_ONCE.fullmatch(between.group()):
            begins = subject.start()
    works = [(case.reference or "").partition("#")[0] for case in cases]
    one = len(works) == 1
    made = [
        mention(
            reading, pin.start if index else begins, pin.end, "case", "short", f"{works[0]}#{pin.place}" if one else None,
            "eu.point_again", note="" if one else "several_antecedents", antecedent=cases[0].start if one else None,
            candidates=() if one else tuple(f"{work}#{pin.place}" for work in works), language=reading.language or "en",
        )
        for index, pin in enumerate(pins)
    ]  # fmt: skip
    return Parsed(tuple(made), made[-1].end)


_AT_ONCE = pattern(r",?\s{1,4}(?:(?:à\s{1,3}son|à\s{1,3}ses|aux?|in(?:\s{1,3}seiner)?|at|a[il]|ai)\s{1,4})?")
"""«Ledit arrêt, à son point 24» is one citation; where a verb stands between, the point is."""


def _cases_of_sentence(reading: TextReading, last: Mention) -> list[Mention]:
    """The cases named in the sentence of the one cited last, each once; an ECLI behind a case number is that case."""
    found: dict[str, Mention] = {}
    for each in _with_those_beside(reading, last):
        if each.kind == "case" and each.reference:
            found.setdefault(each.reference.partition("#")[0], each)
    return list(found.values()) or [last]


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    words = r"Abs\.|Absatz|Absätze|Buchst\.|Buchstaben?|Unterabs(?:\.|atz)|UAbs\.|[Pp]aragraphes?|[Aa]linéas?|Paragraphs?|Subparagraphs?|paragraphs?|subparagraphs?|points?|[Pp]aragraf[oi]"
    return [
        Anchor("eu.place_again", rf"\b(?:{words}){_SPACE}{{1,4}}(?:\(?\d|\(?[a-z]\b)", _below),
        Anchor("eu.point_again", rf"\b(?:{_WORDS}){_SPACE}{{1,4}}\d", _point),
    ]
