"""Where a citation of literature begins: looking back from a pinpoint to the first author, the series or the title.

Keeps true: nothing is taken for literature without a sign of it beside the author: a series, a year or edition, «in:»,
«a.a.O.», or the same authors cited before. Looking back is bounded (480 characters).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from pincite.citations.pack import TextReading
from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.memory import memory_of
from pincite.jurisdictions.ch.text_forms import unbroken
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = [
    "AGAIN",
    "AUTHOR_OF_SERIES",
    "COMMENTARY_HEAD",
    "Opening",
    "authors_key",
    "has_series",
    "has_sign",
    "opening_before",
    "opens_literature",
    "series_codes",
    "series_pattern",
]

_REACH = 480


@cache
def series_codes() -> dict[str, str]:
    """How a text names a series -> its code."""
    return {
        name: row[0]
        for row in rows("pincite.jurisdictions.ch", "data/commentary_series.tsv")
        for name in row[1].split("|")
    }


@cache
def series_pattern() -> re.Pattern[str]:
    """A series as it is named, with a sign behind it."""
    names = sorted(series_codes(), key=len, reverse=True)
    return re.compile(
        "(?<![A-Za-z])(?P<series>"
        + "|".join(r"[\s\u00a0]+".join(re.escape(part) for part in name.split(" ")) for name in names)
        + r")(?=[\s\-–,.)])(?!\s\d{1,3}(?!\d))"
    )


_NAME = r"(?:[A-ZÄÖÜÉ]\.\s{0,3}|[A-ZÄÖÜ]\s(?=[A-ZÄÖÜ]{2,})|(?:[Vv]on|[Dd]e|[Vv]an|di|du|le|la|des|der)\s)*[A-ZÄÖÜÉÈ](?:[A-Za-zÀ-ÿ'’]|-\s{0,12}(?=[A-ZÄÖÜÉ])|-\s{1,12}(?=[a-zäöü]))+"
_FULL_NAME = rf"{_NAME}(?:\s{{1,12}}{_NAME}){{0,3}}"
_AUTHORS = lazy_pattern(
    rf"(?<![A-Za-zÀ-ÿ])(?P<authors>{_FULL_NAME}(?:\s?(?:/|&)\s{{0,12}}{_FULL_NAME}|\s{{1,3}}(?:und|et|e)\s{{1,3}}{_FULL_NAME}){{0,6}}(?:,?\s{{1,12}}(?:(?:et|ET)\s{{1,3}}(?:al|AL)\.|u\.\s?a\.|et\s{{1,3}}alii))?)(?=\s{{0,12}}(?:,|:|\((?:[ée]ds?|[Hh]rsg|[Hh]g)\.|\(Fn|\(note|in:?\s|\[))"
)
COMMENTARY_HEAD = lazy_pattern(
    r"Kommentar\b|Commentaire\b|Commentario\b|[A-Z][a-z]{2,12}kommentar\b|Petit commentaire\b"
)
AUTHOR_OF_SERIES = lazy_pattern(rf"[-–/]\s?(?P<authors>{_NAME}(?:\s?/\s{{0,12}}{_NAME}){{0,5}})(?=,)")
"""«BSK OR I-MUSTER, Art. 97»: the author behind a series and its volume."""
_INTRO = lazy_pattern(
    r"\s*(?:[Vv]gl\.|[Ss]iehe|[Ss]\.|[Ss]o|[Aa]uch|[Ee]benso|[Ff]erner|[Dd]azu|[Hh]ierzu|[Zz]um|[Gg]anzen|[Ss]tatt|[Vv]ieler|[Aa]ller|[Nn]amentlich|[Ee]twa|[Gg]l\.M\.|[Aa]\.M\.|[Aa]nders|[Mm]it|[Hh]inweis|[Aa]uf|[Nn]ur|[Ss]tellvertretend|[Ee]ingehend|[Aa]usführlich|[Cc]f\.|[Vv]oir|V\.(?=\s[A-ZÉÈ]{3,})|[Aa]ussi|[Éé]galement|[Dd]ans|[Ll]e|[Mm]ême|[Ss]ens|[Cc]ontra|[Ee]t|[Pp]ar|[Ee]xemple|[Nn]otamment|[Vv]edi|[Cc]fr\.|[Ss]ee|[Ee]\.g\.|[Aa]lso|z\.\s?B\.|p\.\s?ex\.|und|sowie|je|in|i\.V\.m\.|aber|dazu|wiederum|wohl|d\.h\.|beide|alle|\d{1,3}(?=\s{1,3}[A-Z])|[Zz]ustimmend|[Aa]blehnend|[Kk]ritisch|a\.A\.|[Dd][’']après|[Gg]egenteilig|[Ää]hnlich|[Aa]bweichend|[Dd]emgegenüber|[Ee]benfalls|[Ww]eitergehend|[Dd]agegen|[Cc]ontrairement|[Dd]iversamente|[Dd]ifferenzierend|[Uu]nter|[Vv]erweis|[Gg]emäss|[Nn]ach|[Ll]aut|[Bb]ei|[Ss]elon|[,:–])(?=\s|:)[\s:,]*"
)
_BEFORE_SERIES = lazy_pattern(r"(?:,\s{1,3})?(?:in:?\s{1,3})?\Z")
_PUNCTUATION = lazy_pattern(r"(?:[\s,;.:–)\]]|\[\^\w{1,8}\])+")
_CLOSED = lazy_pattern(r"\([^()]*\)|\[[^\[\]]*\]|«[^«».;]{1,60}»")
"""Brackets, and a name set off within a title: they do not end what stands around them."""
_PAGE_BREAK = lazy_pattern(
    r"\n[ \t\u00a0]*(?:\n[ \t\u00a0]*){0,7}(?:-\s?\d{1,4}\s?-[ \t]*\n|(?<=\n\n)\d{1,4}[ \t]*\n[ \t]*\n)\n*"
)
# Every branch begins with a character of its own and looks back afterwards: so `re` skips to the next such character.
_CUT = lazy_pattern(
    r";|\(|\[|«|»|\.(?<=[a-zäöüéè]\.)\s+(?=[A-ZÀ-Ý]{4,}(?:[ /][A-ZÀ-Ý]{2,}){0,4}(?<=[A-ZÀ-Ý])(?:\sAL\.)?,\s)|\.(?<=\d\.)\s+(?=[A-ZÄÖÜÉ][\w/’'-]+(?:\s(?:et\sal|u\.\s?a)\.)?,\s(?:op\.|loc\.|a\.\s?a\.))|(?:Literatur|Lehre|Doctrine|Dottrina|Bibliographie|Hinweise?|Schrifttum)\s?:\s+|\.(?<=[a-zäöüéè)\d]\.)\s+(?=(?:Vgl\.|Cf\.|Cfr\.|Siehe|Voir|Vedi|V\.(?=\s[A-ZÉÈ]{3,}))\s)|\.(?<=[a-zäöüéè)]\.)\s+(?=[A-ZÄÖÜ][a-zäöü]+\s[a-zäöü]|[A-ZÄÖÜÉ][\w/’'-]+(?:\s(?:et\sal|u\.\s?a)\.)?,\s(?:op\.|loc\.|a\.\s?a\.))|\.(?<=[A-ZÄÖÜ]{2}\.)\s+(?=[A-ZÄÖÜ][a-zäöü]+\.?\s[a-zäöü])|\n\s*\n\s*\n|(?<=\n)[ \t]*_{3,6}:?[\s\ufffd]{1,16}(?=[A-ZÄÖÜ])|\n\s{0,4}\d{1,3}\s{1,4}(?=[A-ZÄÖÜ(«])|\n[ \t]*\n\s{0,4}\d{1,3}\.\s{1,4}(?!Aufl)(?=[A-ZÄÖÜ][a-zäöüéè'’])"
)
_CUTTING = ";([«»"
"""Signs that cut wherever they stand, being matches of `_CUT` by themselves and part of no other: what is before the last needs no look."""
_LONGEST_CUT = 60
"""No match of `_CUT` in a text that a person wrote is longer."""
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


def has_sign(text: str) -> bool:
    """Whether something stands in the text that is printed with literature."""
    return _sign_scanner().holds(text)


@cache
def _series_scanner() -> Scanner | SlowScanner:
    gap = r"[\s\u00a0]+"
    return scanner_for([gap.join(re.escape(part) for part in name.split(" ")) for name in series_codes()])


def has_series(text: str) -> bool:
    """Whether a series is named; the automaton is asked before the pattern, for most text holds none."""
    return _series_scanner().holds(text) and series_pattern().search(text) is not None


_CAPITALS = lazy_pattern(r"[A-ZÄÖÜÉ]{3,}")
_SAME_AUTHOR = lazy_pattern(
    r"(?:DERS\.|DIES\.|[Dd]ers\.|[Dd]ies\.|[Dd]erselbe|[Dd]ieselben?|[Ii]d\.|[Ii]idem)(?=\s?[,:])"
)
"""«ders.»: the author cited last."""
_WORK_AGAIN = lazy_pattern(r"[\s,]{0,6}(?:a\.\s?a\.\s?O\.|(?:op|loc)\.\s?cit\.)")
_NOT_AUTHORS = frozenset(word_list("not_authors"))
AGAIN = lazy_pattern(r"a\.\s?a\.\s?O\.|op\.\s?cit\.|loc\.\s?cit\.|\(Fn\.?\s?\d|\(note\s\d")


class Opening(NamedTuple):
    """Where a citation of literature begins, and what its head says."""

    start: int
    authors: str
    head: str
    again: bool
    known: bool


def _covered(match: re.Match[str]) -> str:
    return "_" * len(match[0])


def opening_before(reading: TextReading, at: int, *, at_article: bool = False) -> Opening | None:
    """The beginning of the citation whose pinpoint stands at `at`; None when nothing before it looks like literature."""
    text = reading.text
    first = max(0, at - _REACH)
    window = text[first:at]
    masked = _CLOSED.sub(_covered, window) if "(" in window or "[" in window or "«" in window else window
    masked = _PAGE_BREAK.sub(_covered, masked) if "\n" in masked else masked
    # Never back into literature or a decision cited before.
    settled = [
        mention.end
        for mention in reading.mentions[-8:]
        if mention.end <= at
        and (mention.kind in {"commentary", "doctrine"} or (mention.kind == "case" and mention.rule != "ch.report"))
    ]
    cut = max([masked.rfind(sign) for sign in _CUTTING]) + 1
    # what cuts before the last of these says nothing more
    for match in _CUT.finditer(masked, max([cut, *(end - first - _LONGEST_CUT for end in settled)])):
        cut = match.end()
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
    opening = opening_before(reading, at)
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
_PRINTED = lazy_pattern(
    r",\s{1,6}(?=[A-ZÄÖÜÉL«])(?:(?!\b(?:Art|art|BGE|ATF|DTF)\b)[^;()]){6,150},\s{1,6}(?:Zürich|Bern|Basel|Genf|Genève|Lausanne|St\.\s?Gallen|Freiburg|Fribourg|Luzern|Neuchâtel|Lugano|Bellinzona|München|Berlin|Wien|Tübingen|Paris|Bruxelles|Milano|Roma)(?:/[^\d;()]{3,40})?\s(?:19|20)\d\d,?\s{0,12}\Z"
)
"""A title, where and when it was printed: «Muster, Erfundenes Recht, Zürich 2012, S. 44»."""
_EDITED = lazy_pattern(
    r",\s{1,6}(?=[A-ZÄÖÜÉL«])(?:(?!\b(?:Art|art|BGE|ATF|DTF)\b)[^;()]){6,150},\s{1,6}(?:\d{1,2}(?:\.|e|ère|ème|a)?\s?(?:Aufl(?:\.|age)|[ée]d(?:\.|ition|izione))|Diss\.|Habil\.|thèse\b)"
)
"""A title and its edition behind a single surname: «Muster, Erfundenes Recht, 2. Aufl. 2018»."""

_DATED = lazy_pattern(
    r",\s{1,6}(?=[A-ZÄÖÜÉL«])(?:(?!\b(?:Art|art|BGE|ATF|DTF|Urteil|Entscheid|Bericht|Rapport|Botschaft|Message)\b)[^;()\d]){6,150},\s{1,6}(?:19|20)\d\d,\s{0,12}\Z"
)
"""A title and a year behind a single surname: «Muster, Erfundenes Recht, 2019, S. 12»."""


def _titled_book(names: str, rest: str) -> bool:
    """«DRANOVE DAVID/SATTERTHWAITE MARK A., Handbook of …, S. 1118»: unmistakable authors and a title, no year."""
    capital = any(word.isupper() and len(word) >= 4 for word in re.split(r"[\s/]", names))
    return ("/" in names or (capital and " " in names)) and _TITLE.match(rest) is not None


def _series_in(reading: TextReading, begin: int, at: int) -> Opening | None:
    """A series somewhere before the pinpoint, in the middle of a sentence; with the authors right before it."""
    text = reading.text
    last = None
    cited = [mention.end for mention in reading.mentions[-6:] if mention.kind != "statute" and mention.end < at]
    begin = max([begin, *cited])
    if _series_scanner().holds(text[begin:at]):
        for match in series_pattern().finditer(text, begin, at):
            last = match
    if last is None or at - last.end() > 160 or text[last.end() : last.end() + 1].isalnum():
        return None
    before = _BEFORE_SERIES.search(text, begin, last.start())
    if before and before[0]:
        for match in _AUTHORS.finditer(text, begin, before.start() + 1):
            if match.end() == before.start():
                return Opening(
                    match.start(), unbroken(match["authors"]), text[match.start() : at], again=False, known=False
                )
    head = text[last.start() : at]
    return Opening(last.start(), "", head, bool(AGAIN.search(head)), known=False)


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


def _authors_in(reading: TextReading, begin: int, at: int) -> Opening | None:
    """Authors in capitals or joined by strokes in the middle of a sentence, and a sign of literature behind them."""
    text = reading.text
    if not (has_sign(text[begin:at]) or COMMENTARY_HEAD.search(text, begin, at)):
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
        if has_series(rest) or COMMENTARY_HEAD.search(rest) or has_sign(rest):
            start = begins
            names = unbroken(text[start : match.end("authors")])
            return Opening(start, names, text[start:at], bool(AGAIN.search(rest)), known=False)
    return None


_OPENS_NOTE = lazy_pattern(
    r"(?:\A|\n)[ \t]*\[\^?\d{1,3}\]:?[\s\u00a0\ufffd]{1,16}(?:(?:Vgl|Siehe|So|Cf|Voir|Vedi)\.?\s)?\Z"
)
"""The mark of a footnote: «Muster, S. 142» right behind it is a book named by its author alone."""


_MOST_INTRODUCING = 40
"""Words and signs skipped before an author: no sentence has more, but a list of pages («S. 1, S. 2, …») has."""


def _opens_at(reading: TextReading, begin: int, at: int, *, at_article: bool) -> Opening | None:
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
    series = series_pattern().match(text, begin)
    authors = _AUTHORS.match(text, begin, at + 3)
    if series:
        return Opening(begin, "", head, bool(AGAIN.search(head)), known=False)
    same = _SAME_AUTHOR.match(text, begin, at)
    if same and memory.last_authors:
        rest = text[same.end() : at]
        again = AGAIN.search(rest) is not None
        if again or has_sign(rest) or has_series(rest):
            return Opening(begin, memory.last_authors, head, again, known=again)
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
            has_series(rest)
            or (has_sign(rest) and (shaped or _EDITED.match(rest) or _PRINTED.match(rest)))
            or (known and len(rest.strip()) < 60)
            or ((shaped or _NAMED_COMMENTARY.match(rest)) and COMMENTARY_HEAD.search(rest))
            or _titled_book(names, rest)
            or (names not in _NOT_AUTHORS and _DATED.match(rest))
            or _IN_EDITED.match(rest)
            or _IN_JOURNAL.match(rest)
            or (_WORK_AGAIN.match(rest) and names not in _NOT_AUTHORS)
            or in_note
            or (at_article and capital and len(rest.strip(" ,\n\u00a0")) < 3)
        ):
            return Opening(begin, names, head, bool(AGAIN.search(rest)), known)
        return None
    if COMMENTARY_HEAD.match(text, begin) and has_sign(head):
        return Opening(begin, "", head, bool(AGAIN.search(head)), known=False)
    return None


_PERSONS = lazy_pattern(r"\s*(?:/|&|\bund\b|\bet\b|\be\b)\s*")


@lru_cache(4096)
def authors_key(names: str) -> str:
    """Authors as they are recognised again: surnames in lower case."""
    people = _PERSONS.split(names.replace(" et al.", ""))
    surnames = []
    for person in people:
        words = person.strip(" ,.").split(" ")
        capital = [word for word in words if word.isupper() and len(word) > 2]
        surnames.append((capital or words[-1:])[0].lower() if words else "")
    return "/".join(surnames)
