"""The official addresses of Swiss law: federal acts on Fedlex, decisions on the courts' sites.

Keeps true: an address is made only from what is known for certain; where an identifier cannot be turned into the
official address (an ELI cannot be computed from an SR number), the answer is "". Nothing is fetched.

Sources: Fedlex ELI and anchors, search.bger.ch and bger.ch as their own pages link them.
"""

from __future__ import annotations

from functools import cache
from urllib.parse import quote

from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["act", "bge", "bger", "identify", "url"]

_LANGUAGES = frozenset(("de", "fr", "it", "rm", "en"))
_PLACE = pattern(r"(?:tit_fin/|disp_u[0-9]+/)?(?:art|annex)_[0-9][a-z0-9_]*(?:/para_[0-9][a-z0-9_]*)?")
_DATE = pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


def act(eli: str, language: str, *, state: str = "", place: str = "") -> str:
    """The page of a federal act on Fedlex, of one state of it where a date is given, at one place where that is given.

    Args:
        eli: `eli/cc/27/317_321_377`, `eli/oc/2016/249` or `eli/fga/2012/670`.
        language: de, fr, it, rm or en; any other is read as German.
        state: ISO date of the state.
        place: Fedlex eId: `art_336_c`, `art_14/para_1`.

    """
    if not eli.startswith("eli/"):
        return ""
    dated = f"/{state.replace('-', '')}" if _DATE.match(state) else ""
    anchor = f"#{place}" if place else ""
    return f"https://www.fedlex.admin.ch/{eli}{dated}/{language if language in _LANGUAGES else 'de'}{anchor}"


def bge(volume: str, part: str, page: str, *, language: str = "de") -> str:
    """The page of a decision of the official collection: `140`, `III`, `86`."""
    shown = language if language in ("de", "fr", "it") else "de"
    docid = quote(f"atf://{volume}-{part}-{page}:{shown}", safe="")
    return (
        f"https://search.bger.ch/ext/eurospider/live/{shown}/php/clir/http/index.php"
        f"?highlight_docid={docid}&lang={shown}&type=show_document"
    )


def bger(docket: str, date: str, *, language: str = "de") -> str:
    """The page of a decision of the Federal Supreme Court; without the date of decision there is none.

    Args:
        docket: `5A_459/2025`.
        date: ISO date of the decision.
        language: of the frame around the decision.

    """
    if not _DATE.match(date):
        return ""
    shown = language if language in ("de", "fr", "it") else "de"
    year, month, day = date.split("-")
    return (
        f"https://www.bger.ch/ext/eurospider/live/{shown}/php/aza/http/index.php"
        f"?highlight_docid=aza://{day}-{month}-{year}-{docket.replace('/', '-')}&lang={shown}&type=show_document"
    )


def url(reference: str, language: str) -> str:
    """The official address of a Swiss reference, "" when its identifiers do not make one.

    A federal act leads to its current page on Fedlex, at the article (and its paragraph) where the reference names one.
    A decision that is not in the official collection has an address by its date only, which a reference does not hold.
    """
    work, _, place = reference.partition("#")
    if work.startswith("coe/echr/"):
        return f"https://hudoc.echr.coe.int/#{{%22appno%22:[%22{work.removeprefix('coe/echr/')}%22]}}"
    kind, _, name = work.removeprefix("ch/").partition("/")
    if kind == "sr":
        eli = _elis().get(name, "")
        return act(eli, language, place=_anchor(place)) if eli else ""
    if kind == "bge" and name.count("/") == 2:
        volume, part, page = name.split("/")
        return bge(volume, part, page, language=language)
    gazette = _NUMBERED_GAZETTE.match(f"{kind}/{name}")
    if gazette and int(gazette["year"]) >= _NUMBERED_SINCE:
        return act(f"eli/{'oc' if kind == 'as' else 'fga'}/{gazette['year']}/{gazette['number']}", language)
    return ""


_NUMBERED_SINCE = 2021
"""Since then each text of the gazettes has a number of its own, which its ELI repeats; before, pages say nothing of it."""
_NUMBERED_GAZETTE = pattern(r"(?:as|bbl)/(?P<year>\d{4})/(?:-/)?(?P<number>\d{1,5})\Z")
_ELI = pattern(
    r"(?:https?://(?:www\.)?fedlex\.(?:data\.)?admin\.ch/)?(?P<eli>eli/cc/[^/\s#]+/[^/\s#]+)(?:/\d{8})?(?:/[a-z]{2,3})?(?:#(?P<place>[a-z0-9_/]+))?\Z"
)


def identify(text: str) -> str:
    """The reference of a Fedlex ELI (`eli/cc/27/317_321_377/de#art_97`), "" when no act in the tables has it."""
    match = _ELI.match(text)
    number = _numbers().get(match["eli"], "") if match else ""
    if match is None or not number:
        return ""
    place = match["place"] if match["place"] and _PLACE.match(match["place"]) else ""
    return f"ch/sr/{number}#{place}" if place else f"ch/sr/{number}"


@cache
def _numbers() -> dict[str, str]:
    return {eli: number for number, eli in _elis().items()}


@cache
def _elis() -> dict[str, str]:
    """The ELI of a federal act by its number; an act in force wins the number, an older one has none here."""
    return {row[0]: row[7] for row in rows("pincite.jurisdictions.ch", "data/federal_acts.tsv") if row[7]}


def _anchor(place: str) -> str:
    """The article, and its paragraph where named: deeper anchors depend on how Fedlex tagged the list."""
    found = _PLACE.match(place)
    return found[0] if found else ""
