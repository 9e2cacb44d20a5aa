"""Rules for commentaries and doctrine: read backwards from the margin number or page to the first author.

    commentary = [ authors [ "," "in:" ] ] series [ act ] [ "-" author ] "," article [ act ] margin    «BSK ZPO-MAZAN, Art. 244 N 12»
               | authors "," title "," ( article margin | margin ( "zu" | "ad" ) article act )         «… N. 17 zu Art. 28 ZGB»
    doctrine   = authors "," title "," edition "," ( page | margin ) { page | margin }
    short      = authors "," ( "a.a.O." | "op. cit." | "(Fn 12)" ) "," pinpoint

Keeps true: nothing is taken for literature without a sign of it beside the author: a series, a year or edition, «in:»,
«a.a.O.», or the same authors cited before. Looking back is bounded (480 characters).
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.citations.mention import Form, Kind, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.acts import looks_like_abbreviation
from pincite.jurisdictions.ch.article_words import ARTICLE, SECTION
from pincite.jurisdictions.ch.memory import Memory, memory_of
from pincite.jurisdictions.ch.provisions import read_number, read_tail
from pincite.jurisdictions.ch.text_forms import GAP, GAP0, label_of, nominative, unbroken
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = ["anchors", "authors_key", "opens_literature", "parse_behind_article"]

_REACH = 480


@cache
def _series() -> dict[str, str]:
    """How a text names a series -> its code."""
    return {
        name: row[0]
        for row in rows("pincite.jurisdictions.ch", "data/commentary_series.tsv")
        for name in row[1].split("|")
    }


@cache
def _series_pattern() -> re.Pattern[str]:
    names = sorted(_series(), key=len, reverse=True)
    return re.compile(
        "(?<![A-Za-z])(?P<series>"
        + "|".join(r"[\s\u00a0]+".join(re.escape(part) for part in name.split(" ")) for name in names)
        + r")(?=[\s\-–,.)])(?!\s\d{1,3}(?!\d))"
    )


_NAME = r"(?:[A-ZÄÖÜÉ]\.\s{0,3}|[A-ZÄÖÜ]\s(?=[A-ZÄÖÜ]{2,})|(?:[Vv]on|[Dd]e|[Vv]an|di|du|le|la|des|der)\s)*[A-ZÄÖÜÉÈ](?:[A-Za-zÀ-ÿ'’]|-\s{0,12}(?=[A-ZÄÖÜÉ])|-\s{1,12}(?=[a-zäöü]))+"
_FULL_NAME = rf"{_NAME}(?:\s{{1,12}}{_NAME}){{0,3}}"
_AUTHORS = lazy_pattern(
    rf"(?<![A-Za-zÀ-ÿ])(?P<authors>{_FULL_NAME}(?:\s?(?:/|&)\s{{0,12}}{_FULL_NAME}|\s{{1,3}}(?:und|et|e)\s{{1,3}}{_FULL_NAME}){{0,6}}(?:,?\s{{1,12}}(?:et\s{{1,3}}al\.|u\.\s?a\.|et\s{{1,3}}alii))?)(?=\s{{0,12}}(?:,|:|\((?:[ée]ds?|[Hh]rsg|[Hh]g)\.|\(Fn|\(note|in:?\s|\[))"
)
_COMMENTARY_HEAD = lazy_pattern(
    r"Kommentar\b|Commentaire\b|Commentario\b|[A-Z][a-z]{2,12}kommentar\b|Petit commentaire\b"
)
_AUTHOR_OF_SERIES = lazy_pattern(rf"[-–/]\s?(?P<authors>{_NAME}(?:\s?/\s{{0,12}}{_NAME}){{0,5}})(?=,)")
"""«BSK OR I-MUSTER, Art. 97»: the author behind a series and its volume."""
_INTRO = lazy_pattern(
    r"\s*(?:[Vv]gl\.|[Ss]iehe|[Ss]\.|[Ss]o|[Aa]uch|[Ee]benso|[Ff]erner|[Dd]azu|[Hh]ierzu|[Zz]um|[Gg]anzen|[Ss]tatt|[Vv]ieler|[Aa]ller|[Nn]amentlich|[Ee]twa|[Gg]l\.M\.|[Aa]\.M\.|[Aa]nders|[Mm]it|[Hh]inweis|[Aa]uf|[Nn]ur|[Ss]tellvertretend|[Ee]ingehend|[Aa]usführlich|[Cc]f\.|[Vv]oir|[Aa]ussi|[Éé]galement|[Dd]ans|[Ll]e|[Mm]ême|[Ss]ens|[Cc]ontra|[Ee]t|[Pp]ar|[Ee]xemple|[Nn]otamment|[Vv]edi|[Cc]fr\.|[Ss]ee|[Ee]\.g\.|[Aa]lso|z\.\s?B\.|p\.\s?ex\.|und|sowie|je|in|i\.V\.m\.|aber|dazu|wiederum|wohl|d\.h\.|beide|alle|\d{1,3}(?=\s{1,3}[A-Z])|[Zz]ustimmend|[Aa]blehnend|[Kk]ritisch|a\.A\.|[Dd]ifferenzierend|[Uu]nter|[Vv]erweis|[Gg]emäss|[Nn]ach|[Ll]aut|[Bb]ei|[Ss]elon|[,:–])(?=\s|:)[\s:,]*"
)
_CLOSED = lazy_pattern(r"\([^()]*\)|\[[^\[\]]*\]")
_PAGE_BREAK = lazy_pattern(
    r"\n[ \t\u00a0]*(?:\n[ \t\u00a0]*){0,7}(?:-\s?\d{1,4}\s?-[ \t]*\n|(?<=\n\n)\d{1,4}[ \t]*\n[ \t]*\n)\n*"
)
# Every branch begins with a character of its own and looks back afterwards: so `re` skips to the next such character.
_CUT = lazy_pattern(
    r";|\(|\[|«|»|\.(?<=[a-zäöüéè]\.)\s+(?=[A-ZÄÖÜÉ]{4,}(?:/[A-ZÄÖÜÉ]{3,}){0,4},\s)|(?:Literatur|Lehre|Doctrine|Dottrina|Bibliographie|Hinweise?|Schrifttum)\s?:\s+|\.(?<=[a-zäöüéè)\d]\.)\s+(?=(?:Vgl\.|Cf\.|Cfr\.|Siehe|Voir|Vedi)\s)|\.(?<=[a-zäöüéè)]\.)\s+(?=[A-ZÄÖÜ][a-zäöü]+\s[a-zäöü]|[A-ZÄÖÜÉ][\w/’'-]+(?:\s(?:et\sal|u\.\s?a)\.)?,\s(?:op\.|loc\.|a\.\s?a\.))|\.(?<=[A-ZÄÖÜ]{2}\.)\s+(?=[A-ZÄÖÜ][a-zäöü]+\.?\s[a-zäöü])|\n\s*\n\s*\n|(?<=\n)[ \t]*_{3,6}:?[\s\ufffd]{1,16}(?=[A-ZÄÖÜ])|\n\s{0,4}\d{1,3}\s{1,4}(?=[A-ZÄÖÜ(«])|\n[ \t]*\n\s{0,4}\d{1,3}\.\s{1,4}(?!Aufl)(?=[A-ZÄÖÜ][a-zäöüéè'’])"
)
_SIGNS = (
    r"a\.\s?a\.\s?O\.", r"op\.\s?cit\.", r"loc\.\s?cit\.", r"\(Fn\.?\s?\d", r"\(note\s\d", r"\(n\.\s\d", r"\bAufl(?:\.|age)",
    r"\b\d{1,2}\.\s?A\.,", r"éd(?:\.|ition)", r"\bed\.", r"Hrsg", r"hrsg\.", r"\bin:", r"\bDiss\.", r"\bthèse\b", r"\bHabil\.", r"Festschrift", r"Mélanges", r"\bBd\.",
    r"\bBand\b", r"\bvol\.", r"\bT\.\s[IVX]", r"[,\s\u00a0](?:19|20)\d\d(?:[\s\u00a0,.;)]|$)",
    r"\b(?:AJP|PJA|ZBl|ASA|SJZ|RSJ|ZSR|RDS|RDAF|ZBJV|RJB|SZS|SZW|URP|FamPra\.ch)\s\d",
    r"\bin\s(?:AJP|ZBl|ASA|SJZ|ZSR|RDAF|SJ|SIWR|recht|Jusletter|ZBJV|sic!|PJA|RDS|RSJ)\b",
)  # fmt: skip
"""What is printed with literature: an edition, editors, a year, «in:», «a.a.O.»."""


@cache
def _sign_scanner() -> Scanner | SlowScanner:
    return scanner_for(
        [pattern.replace(r"\s", r"[\s\u00a0]") if r"[" not in pattern else pattern for pattern in _SIGNS]
    )


def _has_sign(text: str) -> bool:
    return _sign_scanner().begin(text).next_hit(0) is not None


@cache
def _series_scanner() -> Scanner | SlowScanner:
    gap = r"[\s\u00a0]+"
    return scanner_for([gap.join(re.escape(part) for part in name.split(" ")) for name in _series()])


def _has_series(text: str) -> bool:
    """Whether a series is named; the automaton is asked before the pattern, for most text holds none."""
    return _series_scanner().begin(text).next_hit(0) is not None and _series_pattern().search(text) is not None


_CAPITALS = lazy_pattern(r"[A-ZÄÖÜÉ]{3,}")
_BY_ARTICLE = lazy_pattern(r"§|Art|art|Vorbem")
_SAME_AUTHOR = lazy_pattern(
    r"(?:DERS\.|DIES\.|[Dd]ers\.|[Dd]ies\.|[Dd]erselbe|[Dd]ieselben?|[Ii]d\.|[Ii]idem)(?=\s?[,:])"
)
"""«ders.»: the author cited last."""
_WORK_AGAIN = lazy_pattern(r"[\s,]{0,6}(?:a\.\s?a\.\s?O\.|(?:op|loc)\.\s?cit\.)")
_NOT_AUTHORS = frozenset(word_list("not_authors"))
_AGAIN = lazy_pattern(r"a\.\s?a\.\s?O\.|op\.\s?cit\.|loc\.\s?cit\.|\(Fn\.?\s?\d|\(note\s\d")


class _Opening(NamedTuple):
    """Where a citation of literature begins, and what its head says."""

    start: int
    authors: str
    head: str
    again: bool
    known: bool


def _covered(match: re.Match[str]) -> str:
    return "_" * len(match[0])


def _opening(reading: TextReading, at: int, *, at_article: bool = False) -> _Opening | None:
    """The beginning of the citation whose pinpoint stands at `at`; None when nothing before it looks like literature."""
    text = reading.text
    first = max(0, at - _REACH)
    window = text[first:at]
    masked = _PAGE_BREAK.sub(_covered, _CLOSED.sub(_covered, window))
    cut = 0
    for match in _CUT.finditer(masked):
        cut = match.end()
    # Never back into literature or a decision cited before.
    settled = [
        mention.end
        for mention in reading.mentions[-8:]
        if mention.end <= at
        and (mention.kind in {"commentary", "doctrine"} or (mention.kind == "case" and mention.rule != "ch.report"))
    ]
    starts = [max([first + cut, *settled])]
    if reading.mentions:
        behind = reading.mentions[-1].end
        if first + cut < behind < at and reading.mentions[-1].kind != "statute":
            starts.insert(0, behind)
    for begin in starts:
        found = _opens_at(reading, begin, at, at_article=at_article)
        if found:
            return found
    series, authors = _series_in(reading, starts[0], at), _authors_in(reading, starts[0], at)
    earlier = series and authors and authors.start < series.start and "/" in authors.authors
    return authors if earlier else series or authors


def opens_literature(reading: TextReading, at: int) -> bool:
    """Whether what stands before `at` opens a book or article: authors, and a sign of literature beside them."""
    opening = _opening(reading, at)
    return opening is not None and opening.authors != ""


_NAMED_COMMENTARY = lazy_pattern(r",\s{1,12}(?:in:?\s)?(?:\w+\s){0,3}(?:Kommentar|Commentaire|Commentario)\b")
_TITLE = lazy_pattern(r",\s{1,12}(?:[A-ZÄÖÜÉ]|L[’'ae])[^\d;()]{14,160},\s{0,12}(?:§\s?\d+,\s)?\Z")


_JOURNAL = r"(?:AJP|PJA|ZBl|ASA|SJZ|RSJ|ZSR|RDS|RDAF|ZBJV|RJB|SZS|SZW|URP|FamPra\.ch|recht|Jusletter|sic!|StR|SJ|JdT|forumpoenale)"
_IN_JOURNAL = lazy_pattern(rf",\s{{1,6}}(?=[A-ZÄÖÜÉL«])[^;()]{{6,150}},\s{{1,6}}(?:in:?\s{{1,6}})?{_JOURNAL}\s\d")
"""A title and a journal behind a single surname: «Muster, Erfundenes Recht, in: AJP 2015»."""
_IN_EDITED = lazy_pattern(
    r",?\s{1,6}in:?\s[^;]{3,120}?(?:\((?:[Hh]rsg|[Éé]ds?|[Ee]ds?)\.?\)|\[(?:[Hh]rsg|[Éé]ds?|[Ee]ds?)\.?\])[^;]{0,120}?(?:[Kk]ommentar|[Cc]ommentaire|[Cc]ommentario)"
)
"""«Muster, in: Beispiel (Hrsg.), Kommentar …»."""
_EDITED = lazy_pattern(
    r",\s{1,6}(?=[A-ZÄÖÜÉL«])(?:(?!\b(?:Art|art|BGE|ATF|DTF)\b)[^;()]){6,150},\s{1,6}(?:\d{1,2}(?:\.|e|ère|ème|a)?\s?(?:Aufl(?:\.|age)|[ée]d(?:\.|ition|izione))|Diss\.|Habil\.|thèse\b)"
)
"""A title and its edition behind a single surname: «Muster, Erfundenes Recht, 2. Aufl. 2018»."""


def _titled_book(names: str, rest: str) -> bool:
    """«DRANOVE DAVID/SATTERTHWAITE MARK A., Handbook of …, S. 1118»: unmistakable authors and a title, no year."""
    capital = any(word.isupper() and len(word) >= 4 for word in re.split(r"[\s/]", names))
    return ("/" in names or (capital and " " in names)) and _TITLE.match(rest) is not None


def _series_in(reading: TextReading, begin: int, at: int) -> _Opening | None:
    """A series somewhere before the pinpoint, in the middle of a sentence; with the authors right before it."""
    text = reading.text
    last = None
    cited = [mention.end for mention in reading.mentions[-6:] if mention.kind != "statute" and mention.end < at]
    begin = max([begin, *cited])
    if _series_scanner().begin(text[begin:at]).next_hit(0) is not None:
        for match in _series_pattern().finditer(text, begin, at):
            last = match
    if last is None or at - last.end() > 160 or text[last.end() : last.end() + 1].isalnum():
        return None
    before = _BEFORE_SERIES.search(text, begin, last.start())
    if before and before[0]:
        for match in _AUTHORS.finditer(text, begin, before.start() + 1):
            if match.end() == before.start():
                return _Opening(
                    match.start(), unbroken(match["authors"]), text[match.start() : at], again=False, known=False
                )
    head = text[last.start() : at]
    return _Opening(last.start(), "", head, bool(_AGAIN.search(head)), known=False)


_SENTENCE_WORDS = lazy_pattern(
    r"(?:(?:Per|Pour|Nach|Laut|Gemäss|Mit|Anders|Selon|Secondo|Auch|So|Im|In|Die|Der|Vgl|Siehe|Cf|Voir|Vedi|Ebenso|Schrifttum|Lehre|Literatur|Doktrin|Meinung|Autoren|Doctrine|Dottrina)\s+){1,3}(?=[A-ZÄÖÜ]{3,})"
)
"""«Im Schrifttum MUSTER/BEISPIEL»: words of the sentence before names in capitals."""
_NOUN_BEFORE_NAMES = lazy_pattern(r"[A-ZÄÖÜ][a-zäöü]+\s+(?=[A-ZÄÖÜ]{3,}\s+[A-ZÄÖÜ]{3,})")
"""«Meinung ERICH MUSTER»: a noun of the sentence before names in capitals."""


_FIRST_OF_SEVERAL = lazy_pattern(r"(?:[A-ZÄÖÜ][a-zäöü]+\s+){1,3}(?=[A-ZÄÖÜÉ]{3,}[\s/])")
_SURNAMES_ALONE = lazy_pattern(r"(?:\s?/\s{0,12}[A-ZÄÖÜÉ][A-ZÄÖÜÉ-]+)+(?![A-Za-zÀ-ÿ ])")


def _names_begin(text: str, match: re.Match[str]) -> int:
    """Where the names of authors begin: behind words of the sentence that look like first names («Anderer Ansicht MUSTER/BEISPIEL»)."""
    start, end = match.start("authors"), match.end("authors")
    while intro := _INTRO.match(text, start, end):
        start = intro.end()
    words = _NOUN_BEFORE_NAMES.match(text, start) or _SENTENCE_WORDS.match(text, start)
    if words:
        return min(words.end(), end)
    several = _FIRST_OF_SEVERAL.match(text, start, end)
    if several and _SURNAMES_ALONE.match(text, text.find("/", start, end) if "/" in text[start:end] else end, end):
        return several.end()
    return start if start < end else match.start("authors")


def _authors_in(reading: TextReading, begin: int, at: int) -> _Opening | None:
    """Authors in capitals or joined by strokes in the middle of a sentence, and a sign of literature behind them."""
    text = reading.text
    if not (_has_sign(text[begin:at]) or _COMMENTARY_HEAD.search(text, begin, at)):
        return None
    for match in _AUTHORS.finditer(text, begin, at):
        begins = _names_begin(text, match)
        names = unbroken(text[begins : match.end("authors")])
        parts = [part for part in re.split(r"[/\s]", names) if part]
        if not all(len(part) > 2 for part in parts) or any(part in statutes.abbreviations() for part in parts):
            continue
        rest = text[match.end() : at]
        if not ("/" in names or all(part.isupper() and len(part) > 3 for part in parts) or _EDITED.match(rest)):
            continue
        if _has_series(rest) or _COMMENTARY_HEAD.search(rest) or _has_sign(rest):
            start = begins
            names = unbroken(text[start : match.end("authors")])
            return _Opening(start, names, text[start:at], bool(_AGAIN.search(rest)), known=False)
    return None


_OPENS_NOTE = lazy_pattern(
    r"(?:\A|\n)[ \t]*\[\^?\d{1,3}\]:?[\s\u00a0\ufffd]{1,16}(?:(?:Vgl|Siehe|So|Cf|Voir|Vedi)\.?\s)?\Z"
)
"""The mark of a footnote: «Muster, S. 142» right behind it is a book named by its author alone."""


_MOST_INTRODUCING = 40
"""Words and signs skipped before an author: no sentence has more, but a list of pages («S. 1, S. 2, …») has."""


def _opens_at(reading: TextReading, begin: int, at: int, *, at_article: bool) -> _Opening | None:
    text = reading.text
    memory = memory_of(reading)
    first = max(0, begin - 24)
    for _ in range(_MOST_INTRODUCING):
        intro = _INTRO.match(text, begin, at) or _PUNCTUATION.match(text, begin, at)
        if intro is None:
            break
        begin = intro.end()
    if words := _SENTENCE_WORDS.match(text, begin, at):
        begin = words.end()
    if begin >= at:
        return None
    head = text[begin:at]
    series = _series_pattern().match(text, begin)
    authors = _AUTHORS.match(text, begin, at + 3)
    if series:
        return _Opening(begin, "", head, bool(_AGAIN.search(head)), known=False)
    same = _SAME_AUTHOR.match(text, begin, at)
    if same and memory.last_authors:
        rest = text[same.end() : at]
        again = _AGAIN.search(rest) is not None
        if again or _has_sign(rest) or _has_series(rest):
            return _Opening(begin, memory.last_authors, head, again, known=again)
        return None
    if authors and (shifted := _names_begin(text, authors)) != begin:
        begin, head = shifted, text[shifted:at]
        authors = _AUTHORS.match(text, begin, at + 3)
    if authors:
        names = unbroken(authors["authors"]).replace("/ ", "/").replace(" /", "/")
        rest = text[authors.end() : at]
        known = authors_key(names) in memory.authors
        capital = _CAPITALS.search(names) is not None
        shaped = capital or "/" in names or " " in names
        in_note = (
            not rest.strip(", \u00a0")
            and names not in _NOT_AUTHORS
            and _OPENS_NOTE.search(text, first, begin) is not None
        )
        known = known or in_note
        if (
            _has_series(rest)
            or (_has_sign(rest) and (shaped or _EDITED.match(rest)))
            or (known and len(rest.strip()) < 60)
            or ((shaped or _NAMED_COMMENTARY.match(rest)) and _COMMENTARY_HEAD.search(rest))
            or _titled_book(names, rest)
            or _IN_EDITED.match(rest)
            or _IN_JOURNAL.match(rest)
            or (_WORK_AGAIN.match(rest) and names not in _NOT_AUTHORS)
            or in_note
            or (at_article and capital and len(rest.strip(" ,\n\u00a0")) < 3)
        ):
            return _Opening(begin, names, head, bool(_AGAIN.search(rest)), known)
        return None
    if _COMMENTARY_HEAD.match(text, begin) and _has_sign(head):
        return _Opening(begin, "", head, bool(_AGAIN.search(head)), known=False)
    return None


def authors_key(names: str) -> str:
    """Authors as they are recognised again: surnames in lower case."""
    people = re.split(r"\s*(?:/|&|\bund\b|\bet\b|\be\b)\s*", names.replace(" et al.", ""))
    surnames = []
    for person in people:
        words = person.strip(" ,.").split(" ")
        capital = [word for word in words if word.isupper() and len(word) > 2]
        surnames.append((capital or words[-1:])[0].lower() if words else "")
    return "/".join(surnames)


_BEFORE_PIN = frozenset(',.;:)]»”"')
"""What may stand before a page: a title ends with a comma, a year, a bracket, «a.a.O.»."""
_MARGIN = lazy_pattern(
    rf"{GAP0},?{GAP0}(?:(?:/{GAP}?[IVX.\-–]+,{GAP})?)(?:N[rn]?|Rz|RZ|Rn|RN|Rdnr|Note|n[°º]s?|nn|nos?|n|paras?|Randnote|ch)\.?{GAP0}(?P<no>[A-Z]?\.?\d{{1,4}}(?:\.\d{{1,3}}){{0,4}}[a-z]?)(?![\w/])"
)
_MARGIN_RANGE = lazy_pattern(rf"{GAP0}[-–‒]{GAP0}(\d{{1,4}}[a-z]?)(?!\w)")
_MARGIN_NEXT = lazy_pattern(
    rf"(?:{GAP0},{GAP0}|{GAP}(?:und|et|e|u\.|sowie|and){GAP})(?P<label>(?:N|n|Rz|Rn)\.?{GAP}(?=\d{{1,4}}[a-z]?(?:[;).]|\s(?:ff?|ss?)\.|\Z)))?(?P<no>\d{{1,4}}[a-z]?)(?=[\s,;.)]|\Z)(?!{GAP}[A-ZÄÖÜ][a-zäöü]{{2,}}|\.\d)"
)
_PAGE = lazy_pattern(
    rf"{GAP0},?{GAP0}(?:S|p|pp|pagg?|Seiten?|pages?)\.?{GAP0}(?P<no>\d{{1,4}})(?!\w)(?:{GAP0}[-–‒]{GAP0}\d{{1,4}})?"
)
_ZU = lazy_pattern(rf"{GAP}(?:zu|vor|zum|ad|à|sub|all[’']|to|der{GAP}Vorbemerkungen{GAP}zu)(?:{GAP}|(?<=[’']))")
_MORE_PIN = lazy_pattern(
    rf"{GAP0},?{GAP0}(?:Ziff|Rz|N|n|Nr|ch|S|p|pag|F[Nn]|Fussn|Fussnote|Anm|note|nota|nbp|lit|let)\.?{GAP0}[A-Z]?\.?\d{{1,4}}(?:\.\d{{1,4}}){{0,5}}[a-z]?(?![\w/])(?:{GAP0}[-–‒]{GAP0}\d{{1,4}})?"
)
_BEFORE_SERIES = lazy_pattern(r"(?:,\s{1,3})?(?:in:?\s{1,3})?\Z")
_PUNCTUATION = lazy_pattern(r"(?:[\s,;.:–)\]]|\[\^\w{1,8}\])+")
_ACT_BEHIND = lazy_pattern(rf"{GAP}([A-Z][A-Za-zÀ-ÿ]{{1,9}})\.?(?![A-Za-z])")
_VOLUME = lazy_pattern(r"[\s\-–]{1,12}([A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,9})\.?(?=[\s,\-–/])")
_TO_ARTICLE = lazy_pattern(r"[-–]\d{1,4}[a-z]?")
_AT_END = lazy_pattern(rf"{GAP}(?:a\.\s?E\.|in{GAP}fine|i\.\s?f\.)")


def _margins(text: str, position: int) -> tuple[list[tuple[int, int, str]], int] | None:
    """The margin numbers at `position`: (start, end, place) each, and the end."""
    match = _MARGIN.match(text, position)
    if match is None:
        return None
    found = []
    start, number, end = position, match["no"], match.end()
    while True:
        dash = _MARGIN_RANGE.match(text, end)
        place = f"n_{number}"
        if dash:
            place, end = f"{place}..n_{dash[1]}", dash.end()
        elif (tail := read_tail(text, end)) is not None:
            place, end = place + "..", tail
        found.append((start, end, place))
        following = _MARGIN_NEXT.match(text, end)
        if following is None or len(found) > 30 or not following["no"].isalnum():
            return found, end
        start, number, end = following.start("label"), following["no"], following.end()
        start = following.start("no") if start < 0 else start


_ROMAN_PARAGRAPH = lazy_pattern(rf"{GAP}(?:I{{1,3}}|IV|VI?)(?={GAP}[A-Z])")


def parse_behind_article(
    reading: TextReading, start: int, article: str, end: int, act_number: str, act_end: int
) -> Parsed | None:
    """A commentary whose article stands at `start`: «…, Art. 244 N 12». `act_number`: the act printed behind it, or ""."""
    text = reading.text
    at = act_end or end
    if not act_number:
        roman = _ROMAN_PARAGRAPH.match(text, at)
        abbreviation = _ACT_BEHIND.match(text, roman.end()) if roman else None
        if abbreviation and len(numbers := statutes.acts_abbreviated(abbreviation[1])) == 1:
            act_number, at = numbers[0], abbreviation.end()
        elif roman:
            at = roman.end()
    margins = _margins(text, at)
    if margins is None:
        return _on_article(reading, start, article, act_number, at)
    opening = _opening(reading, start, at_article=True)
    if opening is None:
        return None
    return _commentary(reading, opening, article, act_number, margins[0], margins[1])


_ON = lazy_pattern(r"(?:\bad|\bzu)\s{1,6}\Z")


def _on_article(reading: TextReading, start: int, article: str, act_number: str, at: int) -> Parsed | None:
    """A commentary on an article cited by a page or as a whole: «…, Commentario …, ad art. 106 CPC, pag. 412»."""
    text = reading.text
    if not _ON.search(text, max(0, start - 8), start):
        return None
    opening = _opening(reading, start)
    if opening is None or not (
        (_titled(opening) and _COMMENTARY_HEAD.search(opening.head)) or (opening.again and opening.authors)
    ):
        return None
    page = _PAGE.match(text, at)
    end = page.end() if page else at
    end = read_tail(text, end) or end
    return _commentary(reading, opening, article, act_number, [(start, end, "")], end)


_LETTER_BEHIND = lazy_pattern(
    rf"{GAP0},?{GAP}(?:lit|let|Bst)\.{GAP}[a-z](?!\w)(?:{GAP0},{GAP}(?:S|p)\.{GAP}\d{{1,4}})?"
)
"""A letter of a margin: «§ 141 N 1 lit. b, S. 334»."""


def _commentary(
    reading: TextReading,
    opening: _Opening,
    article: str,
    act_number: str,
    margins: list[tuple[int, int, str]],
    end: int,
) -> Parsed:
    text = reading.text
    memory = memory_of(reading)
    work = _commentary_work(reading, opening, act_number)
    # Named again without its title or series, it is short.
    form: Form = (
        "short"
        if (opening.again and not _has_series(opening.head)) or (opening.known and not _titled(opening))
        else "full"
    )
    kind: Kind = "commentary"
    if opening.again and not work and (known := memory.authors.get(authors_key(opening.authors))):
        kind = known[0]
    found = []
    for index, (first, last, place) in enumerate(margins):
        begin = opening.start if index == 0 else first
        reference = f"{work}#{article}/{place}".rstrip("/") if work else None
        found.append(
            Mention(
                begin, last, text[begin:last], kind, form, reference, "ch.commentary", reading.language,
                note="" if work else "commentary_outside_the_scheme",
            )
        )  # fmt: skip
    if further := _LETTER_BEHIND.match(text, end):
        end = further.end()
        found[-1] = found[-1]._replace(end=end, text=text[found[-1].start : end])
    _remember(memory, opening, kind, work or "", article, found[0].start)
    return Parsed(tuple(found), end)


def _titled(opening: _Opening) -> bool:
    rest = opening.head[len(opening.authors) :]
    return bool(_has_series(rest) or _COMMENTARY_HEAD.search(rest) or (_has_sign(rest) and not _AGAIN.search(rest)))


_PERSONS = lazy_pattern(r"\s*(?:/|&|\bund\b|\bet\b|\be\b)\s*")


def _remember(memory: Memory, opening: _Opening, kind: Kind, work: str, article: str, start: int) -> None:
    behind = _AUTHOR_OF_SERIES.search(opening.head) if not opening.authors else None
    authors = unbroken(behind["authors"]) if behind else opening.authors
    if authors:
        memory.last_authors = authors
        memory.authors[authors_key(authors)] = (kind, work, article)
        people = authors_key(authors).split("/")
        memory.authors.setdefault(people[0], (kind, work, article))
        # «WALTER MUSTER» is «MUSTER» the next time.
        surnames = [person.strip(" ,.").rpartition(" ")[2].lower() for person in _PERSONS.split(authors)]
        memory.authors.setdefault("/".join(surnames), (kind, work, article))
    memory.last_literature = (kind, work, article, start)


_OF_A_CANTON = lazy_pattern(
    r"\b(?:des Kantons|im Kanton|du canton|del Cantone|[Kk]antonale[nrs]?|(?:[Aa]argau|[Zz]ürcher|[Bb]ern|[Ll]uzern|[Tt]hurgau|[Ss]olothurn|[Ss]chwyzer|[Bb]asel|[Bb]asler|[Gg]enf|[Ss]t\.? ?[Gg]all)[a-z]{0,8}isch[a-z]{0,2})\b"
)
"""Words that make a title one of a canton's law: its commentary has no number of the Confederation."""
_WORD_ACROSS_LINES = lazy_pattern(r"(?<=[a-zäöü])\n\s{0,8}(?=[a-zäöü])")
"""A word broken at a line's end without a hyphen, as texts taken from print have it."""
_IN_TITLE = lazy_pattern(r"[Kk]ommentar|[Cc]ommentaire|[Cc]ommentario")
_EDITORS = lazy_pattern(r"in:?\s{1,12}(?P<names>[^,\[\(]{3,120}?)\s{0,6}[\[\(](?:Hrsg|[Éé]d|Ed|hrsg)")


def _commentary_work(reading: TextReading, opening: _Opening, act_number: str) -> str | None:
    head = unbroken(opening.head)
    known = memory_of(reading).authors.get(authors_key(opening.authors)) if opening.authors else None
    series = None
    for match in _series_pattern().finditer(head):
        series = match
        break
    number = act_number
    if not number and series:
        volume = _VOLUME.match(head, series.end())
        if volume:
            numbers = statutes.acts_abbreviated(volume[1])
            number = numbers[0] if len(numbers) == 1 else ""
    if not number and _OF_A_CANTON.search(head):
        return None
    if not number:
        number = _act_of_title(head) or _act_of_title(_WORD_ACROSS_LINES.sub("", opening.head))
    if opening.again and known and known[1].endswith(f"/{number}"):
        return known[1]
    if not number:
        return known[1] if known and known[1] and not _titled(opening) else None
    if series:
        code = _series()[unbroken(series["series"])]
        return f"ch/ok/{number}" if code == "OK" else f"ch/commentary/{code}/{number}"
    editors = _EDITORS.search(head)
    if editors:
        names = "-".join(
            person.strip().rpartition(" ")[2] for person in re.split(r"[/,]|\bund\b|\bet\b", unbroken(editors["names"]))
        )
        return f"ch/commentary/{names}/{number}"
    title = _title_of(opening)
    return f"ch/commentary/{title}/{number}" if title else None


def _title_of(opening: _Opening) -> str:
    """The title as printed: the part of the head that says «Kommentar»."""
    for part in unbroken(opening.head[len(opening.authors) :]).split(","):
        plain = part.strip().removeprefix("in:").strip()
        if _IN_TITLE.search(plain):
            if plain == "Kommentar":
                before = unbroken(opening.head[len(opening.authors) :]).split(",")
                index = [piece.strip() for piece in before].index("Kommentar")
                return f"{before[index - 1].strip().removeprefix('in:').strip()} Kommentar" if index else plain
            return plain
    return ""


def _act_of_title(head: str) -> str:
    """The federal act whose name stands in a title: «Kommentar zum Anwaltsgesetz»."""
    plain = unbroken(head)
    for part in plain.split(","):
        number = statutes.act_called(part.strip()) if " " in part.strip() else None
        if number:
            return number
    for match in re.finditer(
        r"(?:zum|zur|des|der|du|de la|della|al|Schweizerisches|Schweizerische|,|\s)\s?([A-ZÄÖÜ][A-Za-zäöüéèà-]{5,40})",
        plain,
    ):
        number = statutes.act_called(nominative(match[1]))
        if number:
            return number
    for match in re.finditer(r"(?<![A-Za-z])([A-Z][A-Za-zÄÖÜäöü]{1,8})(?![A-Za-z])", plain):
        numbers = statutes.acts_abbreviated(match[1])
        if len(numbers) == 1 and not match[1].islower() and sum(sign.isupper() for sign in match[1]) > 1:
            return numbers[0]
    return ""


def _parse_margin(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«N. 17 zu Art. 28 ZGB», «S. 203, Rz. 567», «p. 216 n. 568»: a margin or page, with its book before it."""
    text = reading.text
    if start and (text[start - 1].isalnum() or text[start - 1] in "-_/."):
        return None
    before = text[max(0, start - 8) : start].rstrip()[-1:]
    if text[start] in "SpPn" and not (before in _BEFORE_PIN or before.isdigit()):
        return None
    margins = _margins(text, start) if text[start] not in "SpP" else None
    if margins:
        zu = _ZU.match(text, margins[1])
        label = ARTICLE.match(text, zu.end()) or SECTION.match(text, zu.end()) if zu else None
        number = read_number(text, label.end()) if label else None
        if number and label:
            return _margin_to_article(reading, start, margins[0], number)
    opening = _opening(reading, start)
    if opening is None:
        return None
    return _pages(reading, opening, start)


def _margin_to_article(
    reading: TextReading, start: int, margins: list[tuple[int, int, str]], number: tuple[str, int]
) -> Parsed | None:
    text = reading.text
    label, end = number
    tail = read_tail(text, end)
    dash = _TO_ARTICLE.match(text, end)
    end = tail or (dash.end() if dash else end)
    abbreviation = _ACT_BEHIND.match(text, end)
    act_number = ""
    if abbreviation:
        numbers = statutes.acts_abbreviated(abbreviation[1], reading.language)
        if len(numbers) == 1 or (not numbers and looks_like_abbreviation(abbreviation[1])):
            act_number = numbers[0] if numbers else ""
            end = abbreviation.end() - (1 if abbreviation[0].endswith(".") else 0)
    opening = _opening(reading, start)
    if opening is None:
        last = memory_of(reading).last_literature
        if not act_number or last is None:
            return None
        opening = _Opening(start, "", "", again=True, known=True)
    margins[-1] = (margins[-1][0], end, margins[-1][2])
    return _commentary(reading, opening, f"art_{label}", act_number, margins, end)


def _crosses_statutes(reading: TextReading, begin: int) -> bool:
    """Whether a book that begins there would run over provisions cited since: a title names one at the most."""
    return sum(mention.start > begin and mention.form == "full" for mention in reading.mentions[-6:]) > 1


_ACT_AND_NUMBER = lazy_pattern(r"[,\s](?P<act>[A-Z][A-Za-zÄÖÜäöü]{1,7})\s(?:Art\.\s)?(?P<no>\d{1,4}[a-z]?)[\s,]*\Z")


def _pages(reading: TextReading, opening: _Opening, at: int) -> Parsed | None:
    """A book or article cited by page or margin: outside the scheme, so without a reference."""
    text = reading.text
    first = _PAGE.match(text, at) or _MARGIN.match(text, at)
    if first is None or _crosses_statutes(reading, opening.start):
        return None
    dash = _MARGIN_RANGE.match(text, first.end())
    end = dash.end() if dash else first.end()
    for _ in range(4):
        tail = read_tail(text, end)
        end = tail if tail is not None else end
        more = _MORE_PIN.match(text, end) or _AT_END.match(text, end)
        if more is None:
            break
        end = more.end()
    memory = memory_of(reading)
    known = memory.authors.get(authors_key(opening.authors)) if opening.authors else None
    commentary = bool(_IN_TITLE.search(opening.head) or _has_series(opening.head)) or (
        known is not None and known[0] == "commentary" and not _has_sign(opening.head)
    )
    kind: Kind = (
        "commentary" if commentary and (not opening.authors or _BY_ARTICLE.search(opening.head)) else "doctrine"
    )
    form: Form = "short" if opening.again or (opening.known and not _has_sign(opening.head)) else "full"
    if form == "short" and not opening.again and _COMMENTARY_HEAD.search(opening.head):
        form = "full"
    reference, work, article = None, "", ""
    bare = _ACT_AND_NUMBER.search(opening.head) if _has_series(opening.head) else None
    if bare and (numbers := statutes.acts_abbreviated(bare["act"])) and len(numbers) == 1:
        # «CHK-Muster, OR 367 N 8»: the article without its word.
        margins = _margins(text, at)
        work = _commentary_work(reading, opening, numbers[0]) or ""
        if work and margins:
            return _commentary(reading, opening, f"art_{label_of(bare['no'])}", numbers[0], *margins)
    if form == "short" and known and known[1] and known[2]:
        # The commentary of these authors again, at another margin of the same article.
        kind, work, article = known
        margins = _margins(text, at)
        reference = f"{work}#{article}/{margins[0][0][2]}" if margins and margins[1] == end else None
    mention = Mention(
        opening.start, end, text[opening.start : end], kind, form, reference, "ch.literature", reading.language,
        note="" if reference else "literature_outside_the_scheme",
    )  # fmt: skip
    _remember(memory, opening, kind, work, article, opening.start)
    return Parsed((mention,), end)


_S = r"[\s\u00a0\u2009\u202f\u00ad]"


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.literature",
            rf"\b(?:N|n|nn|nos|Rz|RZ|Rn|Note|S|p|pp|pag|pagg|Seite|page|paras)\.{{0,1}}{_S}{{1,12}}(?:[A-Z]\.)?\d|\b[Nn]n?[°º]{_S}{{0,3}}\d",
            _parse_margin,
        ),
    )
