"""Treaties, foreign codes, Union acts and rules without a scheme, named behind an article: recognised, not referenced.

Keeps true: only capitalised names that end in the word of such a text count; an agreement of the parties does not, nor
does the heading of a part of a book or a register («Section 10 Civil Law»).
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pincite.citations.mention import Form, Kind
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.aliases import definitions
from pincite.jurisdictions.shared.glances import WINDOW, nothing_tied
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["Foreign", "foreign_at", "heads_a_part"]

_JOIN = r"(?:(?:of|on|the|and|for|to|in|against|relating)\s{1,6}){0,3}"
_KINDS = r"Covenant|Convention|Treaty|Protocol|Charter|Constitution|Model\s{1,4}Law|Civil\s{1,4}Code|Criminal\s{1,4}Code|Penal\s{1,4}Code|Law|Statute\s{1,4}of\s{1,4}the\s{1,4}Court"
_LAW = pattern(
    rf"(?:\s{{0,4}},?\s{{1,8}}(?:of|to|in)\s{{1,8}}(?P<article>the\s{{1,8}}|that\s{{1,8}}|said\s{{1,8}})?|\s{{1,4}})(?P<name>Protocol\s{{1,4}}(?:No\.?\s?)?\d{{1,2}}(?:\s{{1,4}}to\s{{1,4}}the\s{{1,4}}(?:[A-Z][a-z]+\s{{1,4}}){{0,3}}(?:Convention|ECHR))?|ICCPR|ICESCR|ECHR|CEDAW|UNCRC|CRC|CISG|(?:[A-Z][\w’'.-]*\s{{1,6}}{_JOIN}){{0,10}}?(?:{_KINDS})"
    r"(?:\s{1,6}(?:on|of|for|against|relating\s{1,4}to)\s{1,6}(?:the\s{1,6})?[A-Z][\w’'-]*(?:\s{1,6}(?:(?:and|of|the|on|in|to)\s{1,6}){0,3}[A-Z][\w’'-]*){0,8})?(?:\s{1,4}(?:19|20)\d\d)?)(?![A-Za-z])"
)
_UNION = pattern(
    rf"\s{{0,4}},?\s{{1,8}}(?:of|to|in)\s{{1,8}}(?:the\s{{1,8}})?(?P<name>(?:[A-Z][\w’'-]*\s{{1,6}}{_JOIN}){{1,8}}?(?:Directives?|Regulations?|Framework\s{{1,4}}Decision))(?![A-Za-z])(?!\s{{0,3}}(?:\(|No|\d))"
)
_WORDS = r"(?:(?:\s{1,8}(?:of|and|or|the|by|with|in|to|for|under)){0,3}\s{1,8}[A-Z][\w’'-]*){1,12}"
"""Capitalised words, with small ones between: what a code or guidelines are about."""
_RULES = pattern(
    rf"\s{{1,8}}of\s{{1,8}}(?:the\s{{1,8}})?(?P<name>(?:[A-Z][a-z]+\s{{1,8}}){{0,4}}Practice\s{{1,8}}Direction\s{{1,8}}(?:No\.?\s{{0,4}})?(?:SL\s?)?\d{{1,2}}[A-Z]?(?:\.\d{{1,2}})?|(?:CT)?PD\s?(?:No\.?\s?)?\d{{1,2}}(?:\.\d{{1,2}})?|Immigration\s{{1,8}}Rules|Listing\s{{1,8}}Rules|Highway\s{{1,8}}Code|Takeovers?\s{{1,8}}Code|(?:(?:[A-Z]{{2,6}}|[A-Z][a-z]+)\s{{1,8}}){{0,4}}Codes?\s{{1,8}}(?:of|on)\s{{1,8}}(?:[A-Z][a-z]+\s{{1,8}}){{0,2}}(?:Conduct|Practice|Ethics|Takeovers(?:\s{{1,8}}and\s{{1,8}}Mergers)?)(?:\s{{1,8}}for{_WORDS})?|(?:(?:[A-Z]{{2,6}}|[A-Z][a-z]+)\s{{1,8}}){{0,3}}Guidelines\s{{1,8}}on{_WORDS})(?![A-Za-z])"
)
_CODE_BEFORE = pattern(
    r"\b(?:Code\s{1,8}(?:of|on)\s{1,8}|Listing\s{1,8}Rules|Immigration\s{1,8}Rules|Practice\s{1,8}Direction|Handbook|Guidelines)[^.;()]{0,140}\Z"
)
"""What a code is called, before the term it is given: «the Code of Conduct for … (“the Code”)»."""
_OF_TERM = pattern(
    r"\s{1,8}(?:of|in|to)\s{1,8}(?:the\s{1,8})?(?P<term>[A-Z][A-Za-z]*(?:\s{1,3}[A-Z][A-Za-z]*){0,3})(?![A-Za-z])(?!\s{1,3}of\s)"
)
_UNIT_OF_A_BOOK = pattern(r"(?:\A|\n)[\s#*|>]{0,8}(?:Section|SECTION|Part|PART|Chapter|CHAPTER)\s{1,4}[\dA-Z.]{1,8}\Z")
_SUBJECT = pattern(r"\s{1,4}(?!Model\s)(?:[A-Z][\w’'-]*\s{1,6}){1,6}Law(?!\s{1,8}[a-z])(?!\s{1,4}(?:19|20)\d\d)")
_HEADING_REACH = 32


@cache
def _named_acts_of_the_union() -> frozenset[str]:
    """Names that the Union's pack knows the number of: its own parser reads them."""
    return frozenset(row[0] for row in rows("pincite.jurisdictions.eu", "data/nicknames.tsv"))


class Foreign(NamedTuple):
    """What stands behind the provision: its end, its kind, whether the name identifies it."""

    end: int
    kind: Kind
    form: Form
    note: str


def foreign_at(text: str, position: int) -> Foreign | None:
    """The text named behind a provision that ends at `position`, when it is one outside every scheme here."""
    if nothing_tied(text[position : position + WINDOW]):
        return None
    rules = _RULES.match(text, position)
    if rules:
        return Foreign(rules.end(), "other", "full", "rules_outside_the_scheme")
    union = _UNION.match(text, position)
    if union and " ".join(union.group("name").split()) not in _named_acts_of_the_union():
        return Foreign(union.end(), "statute", "short", "act_named_without_its_number")
    law = _LAW.match(text, position)
    if law and " of" not in text[position : position + 1]:
        name = law.group("name")
        bare = len(name.split()) == 1 and not name.isupper()
        if name == "Law" or (bare and law.group("article") is None) or heads_a_part(text, position):
            return None
        return Foreign(law.end(), "statute", "short" if bare else "full", "law_outside_the_scheme")
    return None


def defined_code_at(reading: TextReading, position: int) -> Foreign | None:
    """The code that the text gave a name to («paragraph 12.2 of the Code»), behind a place that ends at `position`."""
    match = _OF_TERM.match(reading.text, position)
    if match is None:
        return None
    terms: frozenset[str] | None = reading.memory.get("defined_codes")
    if terms is None:
        terms = reading.memory["defined_codes"] = frozenset(
            each.term
            for each in definitions(reading)
            if each.before is not None and _CODE_BEFORE.search(reading.text, max(0, each.before - 200), each.before)
        )
    if match.group("term") != "Code" and match.group("term") not in terms:
        return None
    return Foreign(match.end(), "other", "short", "rules_outside_the_scheme")


def heads_a_part(text: str, position: int) -> bool:
    """Whether a line «Section 10 Civil Law» names the subject of a part: nothing ties the two, no sentence goes on."""
    before = text[max(0, position - _HEADING_REACH) : position]
    whole = position <= _HEADING_REACH or "\n" in before
    return whole and bool(_SUBJECT.match(text, position)) and bool(_UNIT_OF_A_BOOK.search(before))
