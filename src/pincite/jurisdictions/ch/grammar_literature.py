"""Rules for commentaries and doctrine: read backwards from the margin number or page to the first author.

    commentary = [ authors [ "," "in:" ] ] series [ act ] [ "-" author ] "," article [ act ] margin    «BSK ZPO-MAZAN, Art. 244 N 12»
               | authors "," title "," ( article margin | margin ( "zu" | "ad" ) article act )         «… N. 17 zu Art. 28 ZGB»
    doctrine   = authors "," title "," edition "," ( page | margin ) { page | margin }
    short      = authors "," ( "a.a.O." | "op. cit." | "(Fn 12)" ) "," pinpoint

Keeps true: a citation begins where literature_openings finds its authors, series or title; a commentary on a federal act
has a reference, a book has none.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Form, Kind, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.acts import looks_like_abbreviation
from pincite.jurisdictions.ch.article_words import ARTICLE, SECTION
from pincite.jurisdictions.ch.literature_openings import (
    AGAIN,
    AUTHOR_OF_SERIES,
    COMMENTARY_HEAD,
    Opening,
    authors_key,
    has_series,
    has_sign,
    opening_before,
    series_codes,
    series_pattern,
)
from pincite.jurisdictions.ch.memory import Memory, memory_of
from pincite.jurisdictions.ch.provisions import read_number, read_tail
from pincite.jurisdictions.ch.text_forms import GAP, GAP0, label_of, nominative, unbroken
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["anchors", "article_in_journal", "parse_behind_article"]

_BY_ARTICLE = lazy_pattern(r"§|Art|art|Vorbem")
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
    opening = opening_before(reading, start, at_article=True)
    if opening is None:
        return None
    return _commentary(reading, opening, article, act_number, margins[0], margins[1])


_ON = lazy_pattern(r"(?:\bad|\bzu)\s{1,6}\Z")


def _on_article(reading: TextReading, start: int, article: str, act_number: str, at: int) -> Parsed | None:
    """A commentary on an article cited by a page or as a whole: «…, Commentario …, ad art. 106 CPC, pag. 412»."""
    text = reading.text
    if not _ON.search(text, max(0, start - 8), start):
        return None
    opening = opening_before(reading, start)
    if opening is None or not (
        (_titled(opening) and COMMENTARY_HEAD.search(opening.head)) or (opening.again and opening.authors)
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
    opening: Opening,
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
        if (opening.again and not has_series(opening.head)) or (opening.known and not _titled(opening))
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


def _titled(opening: Opening) -> bool:
    rest = opening.head[len(opening.authors) :]
    return bool(has_series(rest) or COMMENTARY_HEAD.search(rest) or (has_sign(rest) and not AGAIN.search(rest)))


_PERSONS = lazy_pattern(r"\s*(?:/|&|\bund\b|\bet\b|\be\b)\s*")


def _remember(memory: Memory, opening: Opening, kind: Kind, work: str, article: str, start: int) -> None:
    behind = AUTHOR_OF_SERIES.search(opening.head) if not opening.authors else None
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


def _commentary_work(reading: TextReading, opening: Opening, act_number: str) -> str | None:
    head = unbroken(opening.head)
    known = memory_of(reading).authors.get(authors_key(opening.authors)) if opening.authors else None
    series = None
    for match in series_pattern().finditer(head):
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
        code = series_codes()[unbroken(series["series"])]
        return f"ch/ok/{number}" if code == "OK" else f"ch/commentary/{code}/{number}"
    editors = _EDITORS.search(head)
    if editors and _BROKEN_NAME.search(editors["names"]):
        return None  # «ZWEI- FEL»: whether the hyphen is the name's or the line's, nothing tells
    if editors:
        names = "-".join(
            person.strip().rpartition(" ")[2] for person in re.split(r"[/,]|\bund\b|\bet\b", unbroken(editors["names"]))
        )
        return f"ch/commentary/{names}/{number}"
    title = _title_of(opening)
    return f"ch/commentary/{title}/{number}" if title else None


_BROKEN_NAME = lazy_pattern(r"[A-Za-zÀ-ÿ]-\s")


def _title_of(opening: Opening) -> str:
    """The title as printed: the part of the head that says «Kommentar»."""
    for part in unbroken(opening.head[len(opening.authors) :]).split(","):
        plain = part.strip().removeprefix("in:").strip()
        if _IN_TITLE.search(plain):
            if plain == "Kommentar":
                before = unbroken(opening.head[len(opening.authors) :]).split(",")
                index = [piece.strip() for piece in before].index("Kommentar")
                return f"{before[index - 1].strip().removeprefix('in:').strip()} Kommentar" if index else plain
            return plain
    edited = _IN_A_BOOK.match(unbroken(opening.head[len(opening.authors) :]))
    if edited is None:
        return ""
    return edited["title"] if " " in edited["title"] else edited["title"].replace("/", "-")  # editors


_IN_A_BOOK = lazy_pattern(
    r",?\s{0,3}in:?\s{1,3}(?P<title>[A-ZÀ-Ý][^,;()\d]{6,90}),\s{1,3}(?:\d{1,2}\S{0,3}\s(?:[Aa]ufl|[ée]d|Ed)|\w+\s(?:19|20)\d\d|(?:19|20)\d\d)"
)
"""«VEUILLET, in: La mainlevée de l’opposition, 2e éd. 2022, n. 166 ad art. 82 LP»: the book is a commentary by its place."""


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
    opening = opening_before(reading, start)
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
    opening = opening_before(reading, start)
    if opening is None:
        last = memory_of(reading).last_literature
        if not act_number or last is None:
            return None
        opening = Opening(start, "", "", again=True, known=True)
    margins[-1] = (margins[-1][0], end, margins[-1][2])
    return _commentary(reading, opening, f"art_{label}", act_number, margins, end)


def _crosses_statutes(reading: TextReading, begin: int) -> bool:
    """Whether a book that begins there would run over provisions cited since: a title names one at the most."""
    return sum(mention.start > begin and mention.form == "full" for mention in reading.mentions[-6:]) > 1


_ACT_AND_NUMBER = lazy_pattern(r"[,\s](?P<act>[A-Z][A-Za-zÄÖÜäöü]{1,7})\s(?:Art\.\s)?(?P<no>\d{1,4}[a-z]?)[\s,]*\Z")


def _pages(reading: TextReading, opening: Opening, at: int) -> Parsed | None:
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
    commentary = bool(_IN_TITLE.search(opening.head) or has_series(opening.head)) or (
        known is not None and known[0] == "commentary" and not has_sign(opening.head)
    )
    kind: Kind = (
        "commentary" if commentary and (not opening.authors or _BY_ARTICLE.search(opening.head)) else "doctrine"
    )
    form: Form = "short" if opening.again or (opening.known and not has_sign(opening.head)) else "full"
    if form == "short" and not opening.again and COMMENTARY_HEAD.search(opening.head):
        form = "full"
    reference, work, article = None, "", ""
    bare = _ACT_AND_NUMBER.search(opening.head) if has_series(opening.head) else None
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


_PAGES_BEHIND = lazy_pattern(r"\s?[-–]\s?\d{1,4}(?!\d)")


def article_in_journal(reading: TextReading, end: int) -> Parsed | None:
    """An article whose journal and bare page end at `end`: «MUSTER, Lampen, in: ZBl 113/2012, 665-674»; None without its author."""
    opening = opening_before(reading, end)
    if opening is None or not opening.authors or _crosses_statutes(reading, opening.start):
        return None
    pages = _PAGES_BEHIND.match(reading.text, end)
    end = pages.end() if pages else end
    words = reading.text[opening.start : end]
    form: Form = "short" if opening.again else "full"
    made = Mention(
        opening.start, end, words, "doctrine", form, None, "ch.literature", reading.language,
        note="literature_outside_the_scheme",
    )  # fmt: skip
    _remember(memory_of(reading), opening, "doctrine", "", "", opening.start)
    return Parsed((made,), end)


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
