"""Which lines and points of an act are text quoted for another act, where the format does not say so (XHTML).

Keeps true: a run is quoted when it begins with an opening quotation mark that its first line does not close again in front
of further words, behind a line that ends with a colon or in the label of a point («‘(ii)»). It ends with the first flow that
ends with the closing mark, at the latest with the unit it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.jurisdictions.eu.sources.labels import CLOSING
from pincite.jurisdictions.eu.sources.parts import Aside, Flow, Group, Item, Line, Mark, Quoted, Table, plain, text_of

__all__ = ["with_quotations"]

_OPENS = re.compile(r"\A\s*([‘“«„])")
_STOPS = "\u00a0 ;.,:"
_MEANS = re.compile(r"’,?\s(?:or\s‘|means?\b|shall\smean\b|includes?\b|has\sthe\smeaning\b|refers?\b)")
_JOINT = re.compile(r"[\s;,.:]*(?:and|or|et|ou|und|oder|e|o)?[\s;,.:]*\Z")
_POSSESSIVE = re.compile(r"s’\s[a-zà-ÿ]")


def with_quotations(flows: Sequence[Flow]) -> list[Flow]:
    """The same flows, with those that are quoted gathered, at every depth."""
    found: list[Flow] = []
    opener, gathered = "", Quoted([])
    for flow in flows:
        if opener:
            gathered.body.append(flow)
            if _closes(flow, opener):
                opener = ""
            continue
        mark = _opening(flow, found)
        if mark:
            gathered = Quoted([flow])
            found.append(gathered)
            opener = "" if _closes(flow, mark) else mark
            continue
        if isinstance(flow, Item | Group):
            flow.body = with_quotations(flow.body)
        found.append(flow)
    return found


def _opening(flow: Flow, before: Sequence[Flow]) -> str:
    """The quotation mark with which a flow begins quoted text; "" when it begins none."""
    if isinstance(flow, Mark | Aside | Quoted | Group | Table):
        return ""
    if isinstance(flow, Item):
        found = _OPENS.match(plain(flow.label))
        return found[1] if found else ""
    words = plain(flow.tokens)
    found = _OPENS.match(words)
    last = next((each for each in reversed(before) if not isinstance(each, Mark | Aside)), None)
    announced = isinstance(last, Quoted) or (isinstance(last, Line) and plain(last.tokens).endswith(":"))
    if found is None or not announced:
        return ""
    return "" if _closes_before_words(words[found.end() :], found[1]) else found[1]


def _closes_before_words(rest: str, opener: str) -> bool:
    """Whether the quotation ends in the line, and words go on behind it: «‘personal data’ means …»."""
    if opener == "‘":
        if _MEANS.search(rest[:200]):
            return True
        depth = 1
        for at, character in enumerate(rest):
            if character == "‘":
                depth += 1
            elif character == "’" and not _is_apostrophe(rest, at):
                depth -= 1
                if not depth:
                    return _JOINT.match(rest[at + 1 :]) is None
        return False
    depth = 1
    for at, character in enumerate(rest):
        if character == opener:
            depth += 1
        elif character in CLOSING[opener]:
            depth -= 1
            if not depth:
                return _JOINT.match(rest[at + 1 :]) is None
    return False


def _is_apostrophe(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return (before.isalpha() and after.isalpha()) or bool(_POSSESSIVE.match(text, max(at - 1, 0)))


def _closes(flow: Flow, opener: str) -> bool:
    """Whether a flow ends with the closing mark of a quotation."""
    words = _JOINT.sub("", text_of(flow)) if not isinstance(flow, Mark | Aside) else ""
    return bool(words) and words.rstrip(_STOPS)[-1:] in tuple(CLOSING[opener])
