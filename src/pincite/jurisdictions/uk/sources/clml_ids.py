"""What the places of British legislation are called where the publisher gives no id: as legislation.gov.uk would.

Keeps true: `section-19-2-a`, `part-1-chapter-2`, `schedule-1-paragraph-3`: the number as printed, without its punctuation,
behind the unit's name; a paragraph of a schedule does not name the schedule's part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.formats.tree import Element
from pincite.text.canonical import Piece
from pincite.text.tables import rows

__all__ = [
    "CONTAINERS",
    "heading_slug",
    "is_retained",
    "list_label",
    "number_part",
    "own_text",
    "schedule_name",
    "type_code",
    "types",
    "unit_of",
]

CONTAINERS = {
    "Group": "group",
    "Part": "part",
    "Chapter": "chapter",
    "Pblock": "crossheading",
    "PsubBlock": "crossheading",
    "Schedule": "schedule",
    "Appendix": "appendix",
    "EUPart": "part",
    "EUTitle": "title",
    "EUChapter": "chapter",
    "EUSection": "section",
    "EUSubsection": "subsection",
    "Attachment": "attachment",
    "Abstract": "abstract",
}
"""Elements that hold sections -> the word their place is named by."""

_NOTES = frozenset(("CommentaryRef", "FootnoteRef", "MarginNoteRef", "Footnote"))
_UNIT_WORD = re.compile(
    r"(?:article|section|regulation|rule|paragraph|point|part|chapter|title|schedule|annex|appendix|division|group)\b\.?\s*",
    re.IGNORECASE,
)
_ANNEX = re.compile(r"\s*annex\b", re.IGNORECASE)
_UNITS = {
    "order": "article",
    "regulation": "regulation",
    "rule": "rule",
    "scheme": "paragraph",
    "resolution": "paragraph",
}
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_DECORATION = {"parens": ("(", ")"), "parenRight": ("", ")"), "brackets": ("[", "]"), "bracketRight": ("", "]")}
_HERE = "pincite.jurisdictions.uk"


def types() -> dict[str, str]:
    """The publisher's name of a type of legislation -> its code in references and addresses."""
    return {row[0]: row[1] for row in rows(_HERE, "data/legislation_types.tsv")}


def type_code(main_type: str) -> str:
    """`UnitedKingdomPublicGeneralAct` -> `ukpga`; "" when the type is not known."""
    return types().get(main_type, "")


def unit_of(code: str, minor_type: str, title: str) -> str:
    """What the numbered units of a piece of legislation are called: section, article, regulation, rule, paragraph."""
    made_under = next((row[2] for row in rows(_HERE, "data/legislation_types.tsv") if row[1] == code), "section")
    if made_under != "by_kind":
        return made_under
    if minor_type in _UNITS:
        return _UNITS[minor_type]
    for word, unit in (("Regulations", "regulation"), ("Rules", "rule"), ("Order", "article"), ("Scheme", "paragraph")):
        if word in title:
            return unit
    return "article"


def own_text(element: Element, *, retained: bool = True) -> str:
    """The characters of an element without its notes, on one line; `retained`: repealed text that is kept included."""
    return " ".join("".join(_own(element, retained=retained)).split())


def _own(element: Element, *, retained: bool) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, Piece):
            yield child.text
        elif isinstance(child, Element) and child.tag not in _NOTES and (retained or not is_retained(child)):
            yield from _own(child, retained=retained)


def is_retained(element: Element) -> bool:
    """Whether an element keeps words that were repealed."""
    return element.tag == "Repeal" and element.get("RetainText") == "true"


def number_part(printed: str) -> str:
    """A printed number as places write it: «(1A)» 1A, «Article 6» 6, «PART IV» IV, «3 to 5» 3-to-5."""
    return re.sub(r"[^\w]+", "-", _UNIT_WORD.sub("", printed.strip(), count=1)).strip("-")


def schedule_name(printed: str) -> str:
    """`schedule-2`, `annex-II`; `schedule` where there is one alone, without a number."""
    word = "annex" if _ANNEX.match(printed) else "schedule"
    number = number_part(printed)
    return f"{word}-{number}" if number else word


def heading_slug(heading: str) -> str:
    """A cross-heading as the publisher names its place: `modification-of-licences`."""
    return re.sub(r"[^\w]+", "-", re.sub(r"[’'“”‘\"]", "", heading.lower())).strip("-")[:120].strip("-")


def list_label(kind: str, decoration: str, number: int) -> str:
    """The mark that the publisher prints before an item of an ordered list: («alpha», «parens», 2) -> «(b)»."""
    before, after = _DECORATION.get(decoration, ("", "." if decoration == "period" else ""))
    if decoration == "none":
        return ""
    return f"{before}{_counted(kind, number)}{after}"


def _counted(kind: str, number: int) -> str:
    if kind in ("alpha", "alphaupper", "alphaUpper"):
        letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters if kind == "alpha" else letters.upper()
    if kind in ("roman", "romanupper", "romanUpper"):
        rest, letters = number, ""
        for value, sign in _ROMAN:
            while rest >= value:
                letters += sign
                rest -= value
        return letters if kind == "roman" else letters.upper()
    return str(number)
