"""What is cited again without its name: «a.a.O., E. 3», «ibid., Rz. 221», «(a.a.O.)».

    again = ( "a.a.O." | "ebd." | "ibid." | "loc. cit." … ) [ "," ( considerations | margin | page | article margin ) ]

Keeps true: considerations are those of the decision cited last, margins those of the literature cited last; without a
place the whole citation is meant again. Behind an author or a citation the words belong to that and are read there;
behind an exhibit they are none.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.article_words import ARTICLE
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.decisions_before import decision_before
from pincite.jurisdictions.ch.grammar_considerations import considerations
from pincite.jurisdictions.ch.literature_openings import authors_key
from pincite.jurisdictions.ch.memory import Memory, memory_of, swiss_here
from pincite.jurisdictions.ch.pinpoints import read_pinpoints
from pincite.jurisdictions.ch.provisions import read_number, read_tail
from pincite.jurisdictions.ch.text_forms import GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_AGAIN = pattern(
    rf"(?:[Aa]\.{GAP0}a\.{GAP0}O\.|[Ii]bid(?:em\b|\.)?|[Ee]benda\b|[Ee]bd\.|(?:[Ll]oc|[Oo]p)\.{GAP0}cit\.|[Ii]dem\b)(?P<comma>{GAP0},)?{GAP0}"
)
_CONSIDERATION = pattern(rf"(?:E(?:rw)?\.|E(?=\s\d)|Erwägung|[Cc]onsid|cons\.|cc?\.){GAP0}")
_MARGIN = pattern(
    rf"(?:N[rn]?|Rz|RZ|Rn|RN|Rdnr|n[°º]?|no|S|p|pp|pag)\.?{GAP0}(?P<no>\d{{1,4}}[a-z]?)(?!\w)(?:{GAP0}[-–]{GAP0}(?P<to>\d{{1,4}}))?"
)
_FREE = pattern(
    r"(?:\A|[(;\[«».:–—-]|\n|(?<![\w.])(?:vgl\.|siehe|s\.|so|auch|dazu|eingehend|ausführlich|cf\.|voir|v\.|cfr\.|vedi|see|und|et|e|in|aus|anche|aussi|also|pure|ferner|nochmals|dort))[\s\u00a0]*\Z",
    re.IGNORECASE,
)
_EXHIBIT = pattern(r"(?:\b(?:act|Act|Urk|Beilage|Bf?B|KB|BB|pièce|pce?|doc|pag|Akten)\b\.?)[^;]{0,40}\Z")
_ENDS = pattern(r"[\s\u00a0]*(?:[).;,\]»]|\Z)|[ \t]*\n\s*(?:\n|\[\^|\d|\Z)")
_LONE_REACH = 400


def _parse_again(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _AGAIN.match(text, start)
    if match is None or (start and text[start - 1].isalnum()) or not swiss_here(reading, start):
        return None
    previous = next((m for m in reversed(reading.mentions[-12:]) if m.kind in {"case", "commentary", "doctrine"}), None)
    since = text[previous.end : start] if previous else text[max(0, start - 40) : start]
    if previous and not since.strip(" \u00a0\n,"):
        return (
            Parsed((), match.end("comma") if match["comma"] else match.end())
            if _ENDS.match(text, match.end())
            else None
        )
    if text[start - 1 : start] == "(" and (named := _author_before(reading, start)):
        return _of_the_author(reading, named, match.end())
    if text[max(0, start - 20) : start].rstrip().endswith(",") or not _FREE.search(text, max(0, start - 20), start):
        return None
    memory = memory_of(reading)
    if _CONSIDERATION.match(text, match.end()):
        return _of_decision(reading, memory, start, match.end())
    if _EXHIBIT.search(since[-80:]):
        return None
    return _of_literature(reading, memory, start, match.end(), previous) or _whole(reading, start, match, previous)


_AUTHOR = pattern(r"(?<![\w/.-])(?P<name>[A-ZÀ-Ý][A-Za-zÀ-ÿ'’/-]{2,60})[\s\u00a0]{1,3}\(\Z")


def _author_before(reading: TextReading, start: int) -> re.Match[str] | None:
    """«WIEGAND (a.a.O., N. 9)»: an author cited before, right before the bracket."""
    match = _AUTHOR.search(reading.text, max(0, start - 66), start)
    return match if match and authors_key(match["name"]) in memory_of(reading).authors else None


def _of_the_author(reading: TextReading, named: re.Match[str], at: int) -> Parsed | None:
    text = reading.text
    margin = _MARGIN.match(text, at)
    if margin is None:
        return None
    kind, work, article = memory_of(reading).authors[authors_key(named["name"])]
    end = margin.end() + (text[margin.end() : margin.end() + 1] == ")")
    place = f"n_{margin['no']}" + (f"..n_{margin['to']}" if margin["to"] else "")
    reference = f"{work}#{article}/{place}" if work and article and margin[0][0] not in "Sp" else None
    start = named.start("name")
    mention = Mention(
        start, end, text[start:end], kind, "short", reference, "ch.again", reading.language,
        note="" if reference else "literature_outside_the_scheme",
    )  # fmt: skip
    return Parsed((mention,), end)


def _of_decision(reading: TextReading, memory: Memory, start: int, at: int) -> Parsed | None:
    pinpoints, stop = read_pinpoints(reading.text, at, only_considerations=True)
    if not pinpoints:
        return None
    before = decision_before(reading, memory, start, "", again=True)
    return Parsed(considerations(reading, memory, start, pinpoints, before), stop)


def _of_literature(
    reading: TextReading, memory: Memory, start: int, at: int, previous: Mention | None
) -> Parsed | None:
    """A margin or page: of the literature cited last, or a page of the decision cited last."""
    text = reading.text
    label = ARTICLE.match(text, at)
    number = read_number(text, label.end()) if label else None
    gap = re.compile(GAP).match(text, number[1]) if number else None
    margin = _MARGIN.match(text, gap.end() if gap else at)
    if margin is None:
        return None
    tail = read_tail(text, margin.end()) if not margin["to"] else None
    end = tail or margin.end()
    last = memory.last_literature
    if previous is not None and previous.kind == "case":
        page = margin[0][0] in "Sp"
        work = (previous.reference or "").partition("#")[0]
        place = f"{'p' if page else 'para'}_{margin['no']}"
        place = f"{place}..{place.partition('_')[0]}_{margin['to']}" if margin["to"] else place + (".." if tail else "")
        reference = f"{work}#{place}" if work else None
        return _one(reading, start, end, previous, reference)
    if last is None or previous is None:
        mention = Mention(
            start, end, text[start:end], "other", "short", None, "ch.again", reading.language, note="antecedent_missing"
        )
        return Parsed((mention,), end)
    kind, work, article, begun = last
    article = f"art_{number[0]}" if number else article
    place = f"n_{margin['no']}" + (f"..n_{margin['to']}" if margin["to"] else ".." if tail else "")
    reference = f"{work}#{article}/{place}" if work and article and margin[0][0] not in "Sp" else None
    if (rival := _beside(reading, previous)) is not None:
        candidates = (f"{(rival.reference or '').rpartition('/')[0]}/{place}", reference) if rival.reference else ()
        mention = Mention(
            start, end, text[start:end], kind, "short", None, "ch.again", reading.language,
            candidates=tuple(each for each in candidates if each) if reference else (), note="several_works_before",
        )  # fmt: skip
        return Parsed((mention,), end)
    mention = Mention(
        start, end, text[start:end], kind, "short", reference, "ch.again", reading.language, antecedent=begun,
        note="" if reference else "literature_outside_the_scheme",
    )  # fmt: skip
    return Parsed((mention,), end)


_LISTED = pattern(r"\s*[;,]\s*(?:(?:und|sowie|et|e|vgl\.|cf\.|siehe|auch|ebenso|ferner)\s+){0,3}\Z")


def _beside(reading: TextReading, last: Mention) -> Mention | None:
    """Another work cited in one list with the one cited last, None when there is none."""
    near = [mention for mention in reading.mentions[-4:] if mention.kind in {"commentary", "doctrine"}]
    if len(near) < _TWO or near[-1] is not last:
        return None
    before = near[-2]
    same = (
        last.form == "short" or (before.reference or "").partition("#")[0] == (last.reference or "-").partition("#")[0]
    )
    return None if same or not _LISTED.match(reading.text[before.end : last.start]) else before


_TWO = 2


def _whole(reading: TextReading, start: int, match: re.Match[str], previous: Mention | None) -> Parsed | None:
    """«(a.a.O.)»: the citation before, with its place."""
    text = reading.text
    end = match.start("comma") if match["comma"] else match.end()
    while text[end - 1].isspace():
        end -= 1
    if previous is None or start - previous.end > _LONE_REACH or not _ENDS.match(text, end):
        return None
    return _one(reading, start, end, previous, previous.reference)


def _one(reading: TextReading, start: int, end: int, previous: Mention, reference: str | None) -> Parsed:
    note = "" if reference else previous.note or "antecedent_without_a_reference"
    mention = Mention(
        start, end, reading.text[start:end], previous.kind, "short", reference, "ch.again", reading.language,
        antecedent=previous.start, note=note,
    )  # fmt: skip
    return Parsed((mention,), end)


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.again",
            rf"\b(?:[Aa]\.{SPACE}{{0,2}}a\.{SPACE}{{0,2}}O\.|[Ii]bidem\b|[Ii]bid\b|[Ee]benda\b|[Ee]bd\.|(?:[Ll]oc|[Oo]p)\.{SPACE}{{0,2}}cit\.|[Ii]dem\b)",
            _parse_again,
        ),
    )
