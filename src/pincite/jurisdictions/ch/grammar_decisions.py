"""Rules for decisions: BGE, BVGE, TPF, dockets of the federal and cantonal courts, reports, Strasbourg, Luxembourg.

Keeps true: the span begins at the sigle of reporter or court, else at the docket; the year or reporter left out in a list
is taken from the member before; a cantonal docket is read only with its canton, and a loose one only near a court.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pincite.citations.mention import Kind, Mention, Reading, Unparsed
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.identifiers import bge_answer, docket_answer
from pincite.jurisdictions.ch.memory import Memory, memory_of
from pincite.jurisdictions.ch.pinpoints import Pinpoint, read_pinpoints
from pincite.jurisdictions.ch.text_forms import DATE, GAP, GAP0, roman_value
from pincite.text.tables import rows

__all__ = ["anchors"]

_PACKAGE = "pincite.jurisdictions.ch"
_PART = r"(?:Ia|Ib|III|II|IV|I|VIII|VII|VI|V)"


def _mentions(
    reading: TextReading, start: int, head_end: int, work: str | None, pinpoints: Sequence[Pinpoint], rule: str, *,
    answer: Reading = "well_formed", note: str = "", kind: Kind = "case",
) -> tuple[list[Mention], int]:  # fmt: skip
    """A decision with its pinpoints: the first lies in the span of the decision, each further one is a mention."""
    text = reading.text
    if not pinpoints:
        mention = Mention(
            start, head_end, text[start:head_end], kind, "full", work, rule, reading.language, answer, note=note
        )
        return [mention], head_end
    found = []
    for index, pinpoint in enumerate(pinpoints):
        first = start if index == 0 else pinpoint.start
        reference = f"{work}#{pinpoint.place}" if work else None
        found.append(
            Mention(
                first,
                pinpoint.end,
                text[first : pinpoint.end],
                kind,
                "full",
                reference,
                rule,
                reading.language,
                answer,
                note=note,
            )
        )
    return found, pinpoints[-1].end


def _cited(memory: Memory, work: str | None, start: int, end: int) -> None:
    memory.last_case, memory.last_case_at, memory.last_case_end = work or "", start, end


_BGE = re.compile(
    rf"(?P<name>BGE|ATF|DTF|SFT|RO|RU|AS){GAP}(?P<volume>\d{{1,3}}|\d{GAP}\d\d){GAP}(?P<part>{_PART}|I{{4,}}){GAP}(?P<page>\d{{1,4}})(?![\d/]|\.\d)"
)
_BGE_OLD = re.compile(rf"(?:BGE|ATF|DTF){GAP}(?P<volume>X{{0,2}}(?:IX|IV|V?I{{0,3}})){GAP}(?P<page>\d{{1,4}})(?![\d/])")
_BGE_NEXT = re.compile(
    rf"{GAP0}(?:[;,/]|(?:und|sowie|et|e|ed|and|u\.)(?=\s)|[;,]{GAP}(?:und|sowie|et|e|and|ferner|vgl\.|auch)(?:{GAP}(?:auch|ferner))?){GAP}?(?P<begin>(?P<volume>\d{{1,3}}){GAP}(?P<part>{_PART}){GAP}(?P<page>\d{{1,4}}))(?![\d/]|\.\d)"
)
_SAME_PART = re.compile(rf"{GAP0}[;,]{GAP}(?P<page>\d{{1,4}})(?={GAP}(?:E\.|consid\.|cons\.){GAP0}\d)")
_BRACKET_PAGE = re.compile(r"\s?\[(\d{1,4})(?:\s?[-–]\s?\d{1,4})?\]")
_COMMA_PAGE = re.compile(
    rf",{GAP}(\d{{1,4}})(?:\s?f{{1,2}}\.)?(?={GAP0},?{GAP0}(?:E\.|Erw\.|consid\.|;|\)|\.\s))(?!{GAP}[IV]+[ab]?{GAP}\d)"
)


def _parse_bge(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _BGE.match(text, start)
    if match is None:
        return _parse_bge_old(reading, start)
    found: list[Mention] = []
    while True:
        more, stop = _one_bge(reading, start, match)
        found += more
        following = _BGE_NEXT.match(text, stop)
        while following is None and (same := _SAME_PART.match(text, stop)):
            pinpoints, stop = read_pinpoints(text, same.end())
            work = (
                f"ch/bge/{int(match['volume'])}/{match['part']}/{same['page']}" if match["volume"].isdigit() else None
            )
            more, stop = _mentions(reading, same.start("page"), stop, work, pinpoints, "ch.bge")
            found += more
            following = _BGE_NEXT.match(text, stop)
        if following is None:
            return Parsed(tuple(found), stop)
        match, start = following, following.start("begin")


def _one_bge(reading: TextReading, start: int, match: re.Match[str]) -> tuple[list[Mention], int]:
    text = reading.text
    memory = memory_of(reading)
    volume_printed, part = match["volume"], match["part"]
    volume, page = int(re.sub(r"\s", "", volume_printed)), int(match["page"])
    answer = bge_answer(volume, part, page)
    status, note = answer.reading, answer.note
    if status == "well_formed" and re.search(r"\s", volume_printed):
        status, note = "repaired", "digits_of_the_volume_apart"
    work = f"ch/bge/{volume}/{part}/{page}"
    end = match.end()
    bracket = _BRACKET_PAGE.match(text, end)
    pinpoints: list[Pinpoint] = []
    if bracket:
        pinpoints, end = [Pinpoint(start, bracket.end(), f"p_{bracket[1]}")], bracket.end()
    elif comma := _COMMA_PAGE.match(text, end):
        considered, stop = read_pinpoints(text, comma.end(), only_considerations=True)
        if considered:
            pinpoints, end = considered, stop
        elif page < int(comma[1]) < page + 200:
            pinpoints, end = [Pinpoint(start, comma.end(), f"p_{comma[1]}")], comma.end()
    if not pinpoints:
        cited = _CITED.match(text, end)
        pinpoints, stop = read_pinpoints(text, cited.end() if cited else end)
        end = stop if pinpoints else end
    mentions, end = _mentions(reading, start, end, work, pinpoints, "ch.bge", answer=status, note=note)
    _cited(memory, work, start, end)
    return mentions, end


def _parse_bge_old(reading: TextReading, start: int) -> Parsed | None:
    match = _BGE_OLD.match(reading.text, start)
    if match is None or not match["volume"]:
        return None
    volume, page = roman_value(match["volume"]), int(match["page"])
    answer = bge_answer(volume, "I", page)
    pinpoints, stop = read_pinpoints(reading.text, match.end())
    work = f"ch/bge/{volume}/I/{page}"
    mentions, end = _mentions(reading, start, stop, work, pinpoints, "ch.bge", answer=answer.reading, note=answer.note)
    return Parsed(tuple(mentions), end)


_BVGE = re.compile(
    rf"(?:BVGE|ATAF|DTAF|TAFE){GAP}(?P<year>20\d\d){GAP0}(?:(?P<part>{_PART}){GAP0})?/{GAP0}(?P<no>\d{{1,3}})(?!\d)"
)
_BVGE_NEXT = re.compile(
    rf"{GAP0}(?:[;,]|(?:und|sowie|et|e|and)(?=\s)){GAP}?(?:(?:und|et|e){GAP})?(?P<begin>(?P<year>20\d\d)(?:{GAP}(?P<part>{_PART}))?/(?P<no>\d{{1,3}}))(?!\d)"
)
_TPF = re.compile(rf"TPF{GAP}(?P<year>20\d\d){GAP}(?P<page>\d{{1,3}})(?!\d)")


def _parse_bvge(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _BVGE.match(text, start)
    found: list[Mention] = []
    stop = start
    while match:
        part = f"{match['part']}/" if match["part"] else ""
        work = f"ch/bvge/{match['year']}/{part}{match['no']}"
        cited = _CITED.match(text, match.end())
        pinpoints, stop = read_pinpoints(text, cited.end() if cited else match.end())
        more, stop = _mentions(reading, start, stop if pinpoints else match.end(), work, pinpoints, "ch.bvge")
        found += more
        _cited(memory_of(reading), work, start, stop)
        match = _BVGE_NEXT.match(text, stop)
        start = match.start("begin") if match else start
    return Parsed(tuple(found), stop) if found else None


def _parse_tpf(reading: TextReading, start: int, end: int) -> Parsed | None:
    match = _TPF.match(reading.text, start)
    if match is None:
        return None
    work = f"ch/tpf/{match['year']}/{match['page']}"
    pinpoints, stop = read_pinpoints(reading.text, match.end())
    mentions, end = _mentions(reading, start, stop if pinpoints else match.end(), work, pinpoints, "ch.tpf")
    _cited(memory_of(reading), work, start, end)
    return Parsed(tuple(mentions), end)


_CITED = re.compile(
    rf"{GAP0},?{GAP}?(?:précitée?s?|cités?|citato|citata|cit\.|a\.a\.O\.|susmentionnée?|susvisée?|op\.{GAP0}cit\.|loc\.{GAP0}cit\.)(?:,)?"
)
_OF_COURT = re.compile(
    rf"{GAP}(?:des{GAP}(?:Bundesgericht(?:e?s)?|Bundesverwaltungsgerichts|Bundesstrafgerichts|Obergerichts|EVG|BGer|BVGer)|du{GAP}Tribunal{GAP}(?:fédéral|administratif{GAP}fédéral|pénal{GAP}fédéral)|du{GAP}T[AP]?F|del{GAP}Tribunale{GAP}federale)(?![A-Za-zÀ-ÿ])"
)
_DATED = re.compile(
    rf"{GAP0},?{GAP0}(?:\(?(?:(?:Urteil|Entscheid|Beschluss|Verfügung|arrêt|jugement|sentenza){GAP})?(?:vom|v\.|du|de|del(?:l[’'])?|of|dated|rendu{GAP}le|en{GAP}date{GAP}du|datiert{GAP}vom)){GAP0}{DATE}\)?|{GAP}?,{GAP}{DATE}"
)
_FEDERAL = re.compile(
    rf"(?P<bger>(?:1[1-5]|[1-9])[A-HPSTU-Z]{GAP0}[_.]{GAP0}\d{{1,4}}/(?:19|20)\d\d|[1-9][A-FPS][ ]\d{{1,4}}/20\d\d)(?![\d/])"
    r"|(?P<bvger>[A-F]-\d{1,5}/20\d\d)(?!\d)"
    r"|(?P<bstger>(?:SK|CA|CN|CR|BB|BE|BG|BH|BK|BO|BP|BV|RH|RP|RR|SN)\.20\d\d\.\d{1,4}(?:\s?[-+]\s?\d{1,4})?[a-z]?)(?![\d.])"
    r"|(?P<bpatger>[OSDE]20\d\d_\d{3})(?!\d)"
)
_EVG = re.compile(r"(?P<bger>[BCFHIKMPU][ \u00a0]\d{1,4}/\d\d)(?![\d/])")


def _parse_docket(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """A federal docket with date and pinpoints; the sigle of the court has been read, or there is none."""
    text = reading.text
    match = _FEDERAL.match(text, start)
    if match is None or (start and (text[start - 1].isalnum() or text[start - 1] in "_-/.")):
        return None
    court = match.lastgroup or ""
    if court == "bstger" and not _federal_criminal(reading, start, match[0]):
        return None
    return _docket(reading, start, start, match, court, "ch.docket")


def _federal_criminal(reading: TextReading, start: int, docket: str) -> bool:
    if not memory_of(reading).canton and docket[:2] in {"SK", "RR", "CA", "BB", "BH", "CR", "RH", "CN", "BP"}:
        return True
    before = reading.text[max(0, start - 90) : start]
    return bool(
        re.search(
            r"Bundesstrafgericht|BStGer|Tribunal pénal fédéral|TPF|Tribunale penale federale|Beschwerdekammer", before
        )
    )


def _docket(reading: TextReading, begin: int, _start: int, match: re.Match[str], court: str, rule: str) -> Parsed:
    printed = " ".join(match[0].split())
    status: Reading = "well_formed"
    note = ""
    if court == "bger":
        answer = docket_answer(printed)
        printed, status, note = answer.identifier, answer.reading, answer.note
    work = f"ch/{court}/{printed.replace(' ', '') if court == 'bstger' else printed}"
    return _with_pinpoints(reading, begin, match.end(), work, rule, status, note)


def _with_pinpoints(
    reading: TextReading,
    begin: int,
    end: int,
    work: str | None,
    rule: str,
    status: Reading = "well_formed",
    note: str = "",
) -> Parsed:
    """What follows a docket: the court, the date, «précité», considerations, and a date behind them."""
    text = reading.text
    if _PAGE_HEAD.match(text, end):
        mentions, stop = _mentions(reading, begin, end, work, (), rule, answer=status, note=note)
        return Parsed(tuple(mentions), stop)
    head_end = docket_end = end
    for pattern in (_OF_COURT, _DATED, _OF_COURT, _CITED):
        more = pattern.match(text, end)
        if more:
            end = more.end()
            if pattern is _DATED:
                head_end = end
    after = end
    if begin and text[end : end + 1] and text[end] == _CLOSING.get(text[begin - 1]):
        after = end + 1
    pinpoints, stop = read_pinpoints(text, after, only_considerations=after != end)
    if not pinpoints:
        stop = end
    if pinpoints and pinpoints[-1].place.startswith("p_") and not pinpoints[0].place.startswith("consid"):
        pinpoints = [] if len(text[end:stop]) > 24 else pinpoints
    if not pinpoints:
        mentions, stop = _mentions(reading, begin, head_end, work, (), rule, answer=status, note=note)
        if head_end == docket_end and (joined := _joined(reading, stop)):
            return Parsed((*_sharing(mentions, joined.mentions), *joined.mentions), joined.end)
    else:
        later = _DATED.match(text, stop) if head_end == end or not _DATED.search(text, head_end, end) else None
        if later and head_end != later.end() and "(" not in later[0] and not _ANOTHER.match(text, later.end()):
            pinpoints[-1].end = later.end()
        mentions, stop = _mentions(reading, begin, end, work, pinpoints, rule, answer=status, note=note)
    _cited(memory_of(reading), work, begin, stop)
    return Parsed(tuple(mentions), stop)


_PAGE_HEAD = re.compile(r"[ \t\u00a0]*\n\s{0,12}(?:Seite|Page|Pagina)\s\d")
_CLOSING = {"(": ")", "[": "]"}
_JOINED = re.compile(rf"{GAP0}/{GAP0}|{GAP}(?:und|et|e|and|&){GAP}")


def _joined(reading: TextReading, end: int) -> Parsed | None:
    """«2E_3/2020 / 2E_4/2020 vom … E. 6.1»: a second docket of the same decision."""
    sign = _JOINED.match(reading.text, end)
    match = _FEDERAL.match(reading.text, sign.end()) if sign else None
    if match is None or match.lastgroup == "bstger":
        return None
    return _docket(reading, match.start(), match.start(), match, match.lastgroup or "", "ch.docket")


def _sharing(first: list[Mention], others: Sequence[Mention]) -> list[Mention]:
    """One pinpoint behind joined dockets belongs to each of them."""
    place = (others[0].reference or "").partition("#")[2]
    return [
        mention._replace(reference=f"{mention.reference}#{place}") if place and mention.reference else mention
        for mention in first
    ]


_ANOTHER = re.compile(rf"{GAP0},{GAP0}[A-Z0-9]")


@cache
def _sigles() -> dict[str, str]:
    return {row[0]: row[1] for row in rows(_PACKAGE, "data/court_sigles.tsv")}


@cache
def _sigle() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(_sigles(), key=len, reverse=True))
    return re.compile(
        rf"(?P<sigle>{names})(?:-(?:Urteil|Decision|Entscheid|Beschluss)s?)?(?:{GAP}(?:[A-Z]{{2}}))?(?:{GAP0},)?{GAP0}(?:(?:Urteile?|Entscheide?|arrêts?|Decisions?|Beschlüsse?){GAP})?(?:(?:vom{GAP}|du{GAP})?{DATE}{GAP0},?{GAP0})?(?:Nr\.{GAP})?"
    )


_NEXT_DATED = re.compile(rf"(?:{GAP0}[,;]{GAP}|{GAP})(?:(?:und|sowie|et){GAP})?(?={DATE})")


def _parse_sigle(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«BGer 1C_211/2025», «VGr, 22. August 2024, VB.2022.00382, E. 2.1», and further members that begin with a date."""
    text = reading.text
    head = _sigle().match(text, start)
    if head is None:
        return None
    place = _sigles()[head["sigle"]]
    first = _read_docket(reading, start, head.end(), place)
    if first is None:
        return None
    found, stop = list(first.mentions), first.end
    while following := _NEXT_DATED.match(text, stop):
        date = re.compile(rf"{DATE}{GAP0},?{GAP0}").match(text, following.end())
        more = _read_docket(reading, following.end(), date.end(), place) if date else None
        if more is None:
            break
        found += more.mentions
        stop = more.end
    return Parsed(tuple(found), stop)


def _read_docket(reading: TextReading, begin: int, at: int, place: str) -> Parsed | None:
    text = reading.text
    federal = _FEDERAL.match(text, at) or (_EVG.match(text, at) if place in {"bger", ""} else None)
    if federal and (place or federal.lastgroup != "bstger"):
        return _docket(reading, begin, at, federal, federal.lastgroup or "", "ch.docket")
    cantonal = _cantonal_at(reading, at, place if len(place) == 2 else "")
    if cantonal is None:
        return None
    work, end = cantonal
    return _with_pinpoints(reading, begin, end, work, "ch.cantonal")


def _parse_evg(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«I 732/06», «U 209/02»: dockets of the Federal Insurance Court, only near a court's name."""
    text = reading.text
    match = _EVG.match(text, start)
    if match is None or not _EVG_NEAR.search(text, max(0, start - 70), start):
        return None
    return _docket(reading, start, start, match, "bger", "ch.docket")


_EVG_NEAR = re.compile(
    r"Urteile?|Entscheide?|arrêts?|sentenz[ae]|EVG|TFA|BGer|Bundesgericht|Versicherungsgericht|Tribunal fédéral|Tribunale federale"
)


@cache
def _cantonal() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """(canton, how sure, pattern), each pattern closed against longer tokens."""
    return tuple(
        (row[0].lower(), row[1], re.compile(rf"(?:{_spaced(row[2])})(?![\w/]|[.\-]\d)"))
        for row in rows(_PACKAGE, "data/cantonal_dockets.tsv")
        if not row[2].startswith(("(?:PVG", "(?:RBOG", "\\d{4}/", "\\d{2}/\\d{2}"))
    )


def _spaced(pattern: str) -> str:
    """The pattern with every space standing for a no-break space too."""

    def widened(match: re.Match[str]) -> str:
        if match[0].startswith("["):
            return match[0].replace(" ", " \u00a0")
        return "[ \u00a0]"

    return re.sub(r"\[[^\]]*\]| |\\s", widened, pattern)


_LOOSE = re.compile(
    r"[A-Z0-9]{1,4}[ \u00a0]\d|\d{2,3}[ .\u00a0/]\d|[A-Z]{1,4}-\d|[A-Z]{1,3}/\d\d/|[A-Z]{1,2}\d{2,3}\.\d{6}|(?:A|C|P|PM|CR|PS)/\d"
)
_NEAR_COURT = re.compile(
    r"[Uu]rteile?[sn]?\b|[Ee]ntscheide?[sn]?\b|Beschl[uü]ss|[Vv]erfügung|[Vv]erfahren|\barrêts?\b|\bjugement|\bdécision|\bsentenz[ae]|\bdecisione|\bcause|\bincarto|\binc\.|Obergericht|Kantonsgericht|Verwaltungsgericht|Versicherungsgericht|Handelsgericht|Tribunal|Tribunale|Geschäfts-?(?:Nr|nummer)|Prozess-?Nr|\bVGr\b|\bOGer\b|\bKGer\b|\bOGE\b|\bAGE\b|\bKGE\b|\bVGE\b"
)
_CANTON_NEAR = re.compile(
    r"(Zürich|Zurich|Bern\b|Berne|Luzern|Lucerne|Uri\b|Schwyz|Obwalden|Nidwalden|Glarus|Zug\b|Zoug|Freiburg|Fribourg|Solothurn|Soleure|Basel-Stadt|Bâle-Ville|Basel-Landschaft|Bâle-Campagne|Schaffhausen|Appenzell Ausserrhoden|Appenzell Innerrhoden|St\. ?Gallen|Saint-Gall|Graubünden|Grisons|Grigioni|Aargau|Argovie|Thurgau|Thurgovie|Tessin|Ticino|Waadt|Vaud|vaudois|Wallis|Valais|valaisan|Neuenburg|Neuchâtel|neuchâtelois|Genf|Genève|genevois|Jura\b|jurassien|fribourgeois)"
)
_NEAR_CODES = {
    "Zürich": "zh", "Zurich": "zh", "Bern": "be", "Berne": "be", "Luzern": "lu", "Lucerne": "lu", "Uri": "ur", "Schwyz": "sz", "Obwalden": "ow",
    "Nidwalden": "nw", "Glarus": "gl", "Zug": "zg", "Zoug": "zg", "Freiburg": "fr", "Fribourg": "fr", "fribourgeois": "fr", "Solothurn": "so",
    "Soleure": "so", "Basel-Stadt": "bs", "Bâle-Ville": "bs", "Basel-Landschaft": "bl", "Bâle-Campagne": "bl", "Schaffhausen": "sh",
    "Appenzell Ausserrhoden": "ar", "Appenzell Innerrhoden": "ai", "St. Gallen": "sg", "St.Gallen": "sg", "Saint-Gall": "sg", "Graubünden": "gr",
    "Grisons": "gr", "Grigioni": "gr", "Aargau": "ag", "Argovie": "ag", "Thurgau": "tg", "Thurgovie": "tg", "Tessin": "ti", "Ticino": "ti",
    "Waadt": "vd", "Vaud": "vd", "vaudois": "vd", "Wallis": "vs", "Valais": "vs", "valaisan": "vs", "Neuenburg": "ne", "Neuchâtel": "ne",
    "neuchâtelois": "ne", "Genf": "ge", "Genève": "ge", "genevois": "ge", "Jura": "ju", "jurassien": "ju",
}  # fmt: skip


def _cantonal_at(reading: TextReading, at: int, canton: str) -> tuple[str, int] | None:
    """The cantonal docket at `at`: (`ch/zh/VB.2024.00513`, end). Its canton: named, the document's, or the only one that writes so."""
    text = reading.text
    fitting: dict[str, int] = {}
    for code, _, pattern in _cantonal():
        match = pattern.match(text, at)
        if match and match.end() > fitting.get(code, 0):
            fitting[code] = match.end()
    if not fitting:
        return None
    own = memory_of(reading).canton
    named = canton
    if not named:
        near = [m[1] for m in _CANTON_NEAR.finditer(text, max(0, at - 160), at)]
        codes = [_NEAR_CODES[name] for name in near if _NEAR_CODES[name] in fitting]
        named = codes[-1] if codes else ""
    code = named if named in fitting else own if own in fitting else ""
    if not code:
        sure = [name for name in fitting if name not in {"ai", "ow"}]
        distinct = not _LOOSE.match(text, at) and len(sure) == 1
        code = sure[0] if distinct else ""
    if not code:
        return None
    end = fitting[code]
    printed = " ".join(text[at:end].split())
    if code == "ge":
        printed = printed.replace(" ", "/", 1)
    if code == "sh":
        printed = printed.removeprefix("Nr. ")
    if code == "zh":
        printed = re.sub(r"-[A-Z](?:/[A-Za-z0-9]+){0,2}\Z", "", printed)
    if code == "ti":
        printed = printed.rpartition(" ")[2]
    return f"ch/{code}/{printed}", end


def _parse_cantonal(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if start and (
        text[start - 1].isalnum() or (text[start - 1] in "_-/.,'’" and text[start - 2 : start - 1].isalnum())
    ):
        return None
    if text[start].isdigit() and re.compile(DATE).match(text, start):
        return None
    loose = _LOOSE.match(text, start) is not None
    before = text[max(0, start - 100) : start]
    if loose:
        if re.search(
            r"(?:Nr|No|n°|act|Akten|Konto|IBAN|CHF|Fr|Tel|Art|art|Abs|S|p|Rz|N|E|STA-\s*Nr|vi|UA|GR|bekl|kläg)\.?\s*\Z",
            before,
        ):
            return None
        if not _NEAR_COURT.search(before):
            return None
    found = _cantonal_at(reading, start, "")
    if found is None:
        return None
    return _with_pinpoints(reading, start, found[1], found[0], "ch.cantonal")


@cache
def _reporter() -> re.Pattern[str]:
    names = "|".join(
        re.escape(row[0]) for row in sorted(rows(_PACKAGE, "data/reporters.tsv"), key=lambda row: -len(row[0]))
    )
    year = rf"(?:(?:I{{1,2}}-)?(?:19|20)\d\d(?:/\d{{1,4}}|\s?\(\d{{4}}\))?|\d{{1,3}}(?:/(?:19|20)\d\d|{GAP}?\((?:19|20)\d\d\))|\d{{1,2}})"
    number = rf"(?:{GAP}(?:Ia|Ib|I{{1,3}}|IV|V|VI{{0,2}}|[A-Z]{{1,4}}|[A-Z]{GAP}\d{{1,3}}(?:\.\d{{1,3}})*)){{0,2}}{GAP0},?{GAP0}(?:(?:Nr\.?|n[°º]|n\.|No\.?|S\.|p\.|pag\.){GAP0}(?:[A-Z]{{1,3}}{GAP})?)?(?:{GAP0})\d{{1,4}}[a-z]?"
    return re.compile(
        rf"(?:REKO/WEF,{GAP})?(?:{names}){GAP}(?:{year}{number}(?:{GAP0},?{GAP0}(?:S\.|p\.|Nr\.|n[°º]|Rz\.?|N\.?){GAP0}\d{{1,4}}(?:{GAP0}ff?\.)?)?|\d{{1,3}}\.\d{{1,3}}(?:[A-Z]|\.\d+)?|\d{{1,2}}{GAP}Nr\.{GAP0}\d{{1,3}})(?:{GAP0}ff?\.)?(?!\d)"
    )


def _parse_report(reading: TextReading, start: int, end: int) -> Parsed | None:
    """A decision in a report that the scheme of references does not know."""
    text = reading.text
    match = _reporter().match(text, start)
    if match is None or (start and (text[start - 1].isalnum() or text[start - 1] == "-")):
        return None
    pinpoints, stop = read_pinpoints(text, match.end())
    end = stop if pinpoints else match.end()
    mention = Mention(
        start,
        end,
        text[start:end],
        "case",
        "full",
        None,
        "ch.report",
        reading.language,
        note="report_outside_the_scheme",
    )
    return Parsed((mention,), end)


_STRASBOURG = re.compile(
    rf"(?:Rec\.{GAP}\d{{4}}-[IVX]+,{GAP})?(?:[Rr]eq(?:uête)?s?\.?{GAP}?(?:n[°ºo]s?\.?)|(?:Beschwerde|Individualbeschwerde|Geschäfts)(?:{GAP}Nr\.|-?[Nn]r\.|nummer)|[Nn]r\.|n[°º]s?|no\.|[Aa]pplication{GAP}(?:no|No)\.|[Rr]icorso{GAP}n\.){GAP0}(?P<no>\d{{1,6}}/\d\d)(?!\d)"
)
_STRASBOURG_NEAR = re.compile(
    r"EGMR|CEDH|CourEDH|Cour EDH|ACEDH|CorteEDU|Corte EDU|ECHR|ECtHR|European Court|Cour européenne|Corte europea|Europäische[rn]? Gerichtshof|(?:gegen|c\.|contre|contro|v\.|vs?\.)\s+(?:die\s+|la\s+)?(?:Suisse|Schweiz|Svizzera|Switzerland|[A-Z])"
)


def _parse_strasbourg(reading: TextReading, start: int, end: int) -> Parsed | None:
    text = reading.text
    match = _STRASBOURG.match(text, start)
    if match is None:
        return None
    if text[start] not in "Rr" and not _STRASBOURG_NEAR.search(text, max(0, start - 220), start):
        return None
    work = f"coe/echr/{match['no']}"
    between = re.compile(rf",?{GAP}(?:vom|du|of|arrêt{GAP}du|Urteil{GAP}vom){GAP}{DATE}").match(text, match.end())
    pinpoints, stop = read_pinpoints(text, between.end() if between else match.end())
    if pinpoints and not pinpoints[0].place.startswith("para"):
        for pinpoint in pinpoints:
            pinpoint.place = pinpoint.place.replace("consid_", "para_")
    mentions, end = _mentions(reading, start, stop if pinpoints else match.end(), work, pinpoints, "ch.strasbourg")
    return Parsed(tuple(mentions), end)


_LUXEMBOURG = re.compile(
    rf"(?:verb\.{GAP}|verbundene{GAP})?(?P<no>[CTF][-‑–]\d{{1,4}}/\d\d)(?!\d)(?P<suffix>{GAP}(?:P|PPU|R))?(?![\w/])"
)


def _parse_luxembourg(reading: TextReading, start: int, end: int) -> Parsed | None:
    text = reading.text
    match = _LUXEMBOURG.match(text, start)
    if match is None or (start and text[start - 1] in "-/_"):
        return None
    work = f"eu/case/{re.sub('[‑–]', '-', match['no'])}{' ' + match['suffix'].strip() if match['suffix'] else ''}"
    pinpoints, stop = read_pinpoints(text, match.end())
    if pinpoints:
        for pinpoint in pinpoints:
            pinpoint.place = pinpoint.place.replace("consid_", "para_")
    mentions, end = _mentions(reading, start, stop if pinpoints else match.end(), work, pinpoints, "ch.luxembourg")
    return Parsed(tuple(mentions), end)


_BELOW = re.compile(
    r"(?:[Aa]ngef\w*\.?|[Vv]orinstanzliche\w*|[Aa]ngefochten\w*|erstinstanzliche\w*|[Vv]orinstanz|attaquée?|impugnat\w)[^.;()]{0,40}\Z"
)
_INTERNAL = re.compile(
    rf"{GAP0},?{GAP0}\(?(?:hiervor|hievor|hiernach|oben|vorne|unten|nachfolgend|nachstehend|ci-(?:dessus|dessous|avant|après)|supra|infra|sopra|sotto|qui{GAP}sopra|above|below|vorstehend|du{GAP}présent|der{GAP}vorliegenden)"
)
_BARE = re.compile(
    rf"(?:E(?:rw)?\.|Erwägung(?:en)?|[Cc]onsid(?:érants?|\.)|[Cc]onsiderand[oi]|cons\.|[Pp]aras?\.?){GAP0}\d"
)


def _parse_bare(reading: TextReading, start: int, end: int) -> Parsed | None:
    """«E. 4.2» by itself: of the decision cited last when it stands close behind it, else of the document itself."""
    text = reading.text
    if (
        not _BARE.match(text, start)
        or (text.startswith("Erwägung", start) and "\n" in text[start:end])
        or (start and (text[start - 1].isalnum() or text[start - 1] in ".-_/"))
    ):
        return None
    memory = memory_of(reading)
    pinpoints, stop = read_pinpoints(text, start, only_considerations=True)
    if not pinpoints:
        return None
    english = text[start] in "pP"
    own = reading.self_reference if reading.self_reference and not memory.own_act else None
    near = (
        memory.last_case
        and start - memory.last_case_end < (400 if english else 120)
        and not _INTERNAL.match(text, stop)
    )
    if english and not (near and "." in pinpoints[0].place):
        return None
    if _BELOW.search(text, max(0, start - 70), start):
        own, near = None, False
    work = memory.last_case if near and (english or _POINTS_BACK.search(text, max(0, start - 60), start)) else own
    found = []
    for index, pinpoint in enumerate(pinpoints):
        first = start if index == 0 else pinpoint.start
        found.append(
            Mention(
                first, pinpoint.end, text[first : pinpoint.end], "case", "short", f"{work}#{pinpoint.place}" if work else None, "ch.bare_consideration",
                reading.language, antecedent=memory.last_case_at if work and work == memory.last_case else None,
                note="" if work else "decision_not_named_before",
            )
        )  # fmt: skip
    return Parsed(tuple(found), stop)


_POINTS_BACK = re.compile(
    r"(?:a\.a\.O\.|dieses Urteils|dort|ebenda|ebd\.|précité|citato|ibid\.?|genannte[ns]? (?:Urteil|Entscheid)\w*|BGE|ATF|at)[^.;]{0,40}\Z"
)


def _parse_invented(reading: TextReading, start: int, end: int) -> Parsed | None:
    """«ECLI:CH:…»: Switzerland has no ECLI; whoever writes one has made it up."""
    text = reading.text
    match = re.compile(r"ECLI:CH:[A-Za-z0-9:._\-]{3,60}").match(text, start)
    if match is None:
        return None
    end = match.end() - (1 if match[0].endswith((".", ":")) else 0)
    reading.unparsed.append(Unparsed(start, end, text[start:end], "switzerland_has_no_ecli"))
    return Parsed((), end)


_S = r"[\s\u00a0\u2009\u202f\u00ad]"


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    sigles = "|".join(re.escape(name) for name in _sigles())
    reporters = "|".join(re.escape(row[0]) for row in rows(_PACKAGE, "data/reporters.tsv"))
    return (
        Anchor(
            "ch.bge",
            rf"\b(?:BGE|ATF|DTF|SFT|RO|RU|AS){_S}{{1,12}}(?:\d{{1,3}}|\d{_S}\d\d){_S}{{1,12}}[IV]{{1,4}}[ab]?{_S}{{1,12}}\d|\b(?:BGE|ATF|DTF){_S}{{1,12}}[IVX]+{_S}{{1,12}}\d",
            _parse_bge,
        ),
        Anchor("ch.bvge", rf"\b(?:BVGE|ATAF|DTAF|TAFE){_S}{{1,12}}20\d\d", _parse_bvge),
        Anchor("ch.tpf", rf"\bTPF{_S}20\d\d{_S}\d", _parse_tpf),
        Anchor(
            "ch.sigle",
            rf"\b(?:{sigles})(?:-(?:Urteil|Decision|Entscheid)s?)?(?:{_S}[A-Z][A-Z])?,?{_S}{{1,12}}(?:[A-Z0-9]|vom{_S}|du{_S})",
            _parse_sigle,
        ),
        Anchor(
            "ch.docket",
            rf"\b(?:1[1-5]|[1-9])[A-HPSTU-Z]{_S}?[_.]{_S}?\d{{1,4}}/\d{{4}}|\b[1-9][A-FPS] \d{{1,4}}/20\d\d|\b[A-F]-\d{{1,5}}/20\d\d|\b(?:SK|CA|CN|CR|BB|BE|BG|BH|BK|BO|BP|BV|RH|RP|RR|SN)\.20\d\d\.\d|\b[OSDE]20\d\d_\d{{3}}",
            _parse_docket,
        ),
        Anchor("ch.evg", r"\b[BCFHIKMPU][ \u00a0]\d{1,4}/\d\d\b", _parse_evg),
        Anchor(
            "ch.cantonal",
            rf"\b(?:[A-Z]{{1,5}}\d?\.(?:19|20)\d\d\.\d|[A-Z]{{2}}\d{{6}}|[A-Z]{{1,5}}[/ ]\d{{1,6}}/(?:19|20)\d\d|[A-Z0-9]{{1,5}}[ \u00a0](?:19|20)?\d\d[ \u00a0]\d|OG[ \u00a0][A-Z][ \u00a0]\d\d[ \u00a0]|[A-Z]{{1,2}}\d{{2,3}}\.\d{{6}}|[A-Z]{{1,4}}[ \u00a0]\d{{4}}/\d|\d{{2,3}}[ .](?:19|20)?\d\d[ .]\d|\d\d/20\d\d/\d|[34]-[A-Z][A-Z]\.\d{{4}}\.|[A-Z]{{1,3}}/\d\d/\d|[A-Z][A-Z0-9]{{1,3}}-\d\d-\d|[IV]{{1,3}}/\d-\d{{4}}/|[A-Z]{{2,4}} \d{{1,4}}/\d\d ?[-–] ?\d|(?:CREP|CAPE|CACI|CREC|CCUR|CPF|JUG|CASSO) \d{{1,2}}|BRGE{_S}[IV]+|RRB{_S}|\d{{4}}\.(?:GSI|KAIO|BVD|DIJ|WEU|SID|BKD|FIN)\.\d)",
            _parse_cantonal,
        ),
        Anchor("ch.report", rf"\b(?:REKO/WEF,{_S}{{1,4}})?(?:{reporters}){_S}{{1,12}}(?:I{{1,2}}-)?\d", _parse_report),
        Anchor(
            "ch.strasbourg",
            rf"(?:\bRec\.{_S}\d{{4}}-|\b[Rr]eq(?:uête)?s?\.?{_S}{{0,3}}n|(?:[Ii]ndividualb|[Bb])eschwerde(?:{_S}Nr\.|-?[Nn]r\.|nummer)|\bGeschäfts-?[Nn]r\.|\b[Nn]r\.|n[°º]s?|\bno\.|\b[Aa]pplication{_S}[Nn]o\.){_S}{{0,6}}(?:.{{0,12}}?)\d{{1,6}}/\d\d\b",
            _parse_strasbourg,
        ),
        Anchor("ch.luxembourg", r"\b[CTF][-‑–]\d{1,4}/\d\d\b", _parse_luxembourg),
        Anchor(
            "ch.bare_consideration",
            rf"\b(?:E(?:rw)?\.|Erwägung(?:en)?|[Cc]onsid(?:érants?|erand[oi]|\.)|cons\.|paras?\.?){_S}{{0,12}}\d",
            _parse_bare,
        ),
        Anchor("ch.invented", r"\bECLI:CH:", _parse_invented),
    )
