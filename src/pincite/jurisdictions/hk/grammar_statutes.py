"""Hong Kong legislation in English: provisions with and without their act, chapters, titles, notices, numbered ordinances.

Keeps true: the act's words belong to the member next to them; every member of a list whose act is named in it is full;
a provision of a contract, a pleading or another country's law is not read as one of Hong Kong.

Grammar: provisions as in shared/provisions.py; besides

    act-first   = ( title | abbreviation | Cap. N | "the Ordinance" ) [","] provision
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Form, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.hk import identifiers
from pincite.jurisdictions.hk.acts import (
    CAP_AT,
    COURT_RULES,
    act_at,
    acts_named_together,
    cap_tail,
    dated_act,
    is_legislation,
    known_title_start,
    the_ordinance,
)
from pincite.jurisdictions.hk.beside import (
    at_line_start,
    is_heading_line,
    is_of_a_court,
    of_a_private_text,
    rules_before,
)
from pincite.jurisdictions.hk.instruments_named import place_of_articles, which_instrument
from pincite.jurisdictions.hk.places import places_of
from pincite.jurisdictions.hk.resolving import home, resolve
from pincite.jurisdictions.hk.tables import instruments, title_key, titles
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.foreign import foreign_at
from pincite.jurisdictions.shared.joined import SEVERAL, joined_acts
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.provisions import (
    Act,
    Group,
    Provision,
    group_at,
    read_groups_behind,
    read_provision,
)
from pincite.jurisdictions.shared.titles import title_start
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["act_first", "anchors", "stretched"]

_LAST_ORDER = 125
"""The highest order of the Rules of the High Court and of the District Court is below this number."""

_SPACE = r"[\s\u00a0\u2009\u202f\u3000]"
_YEAR = r"(?:18|19|20)\d\d"

_ACT_BEFORE = lazy_pattern(
    r"(?:(?P<the>(?:[Tt]he|[Tt]his|[Tt]hat)\s{1,6}(?:said\s{1,6})?)(?P<kind>Ordinance|Rules|Regulations?)"
    r"|(?P<word>(?<![A-Za-z])[A-Z](?:[A-Za-z&]|\.(?=[A-Z]))*(?:\([A-Za-z&]{1,8}\)[A-Za-z]{0,6}){0,2}))\s{0,3}\.?,?\s{1,6}\Z"
)
_NOT_OURS = lazy_pattern(
    r"\s{1,12}(?:of|to|in)\s{1,12}(?:the|this|that|his|her|their|its|an?|our|any|each|said|such)\s{1,12}(?!same|said|relevant|above|following|effect|extent|case|present\b|light|absence|circumstances|event|context|court|way|manner|sense|respect|course|first|second|proceedings|charge|offence|defendant|applicant|question|issue)\w|\s{1,12}of\s{1,12}[A-Z(]"
)
_CONTRACT_WORD = lazy_pattern(r"\s{0,4}\((?:the )?(?:agreement|contract|lease)", re.IGNORECASE)
_NEAR = 1500
_THAT_ORDER = lazy_pattern(r"\s{1,8}of\s{1,6}(?:that|the\s{1,4}same|the\s{1,4}said)\s{1,6}Order(?![a-z])")
_WHICH_ORDINANCE = frozenset(
    [
        "Amendment",
        "Amending",
        "Amended",
        "Principal",
        "Original",
        "Former",
        "Repealed",
        "Existing",
        "Enabling",
        "Parent",
    ]
)
_TITLE_BEHIND = lazy_pattern(r"\s{1,3}(?!Ordinance|Regulation|Rules)[A-Z][a-z]+,?\s(?:[A-Z(]|and\s|of\s|in\s|to\s)")
_SENTENCE_END = lazy_pattern(r"[a-z0-9)”’\"\]]\.\s|\n\s{0,8}\n")
_MARGIN = lazy_pattern(r"[’'\w/#@-]\Z")
_LETTER_AND_NUMBER = lazy_pattern(r"[Ss]{1,2}\d{1,4}[A-Z]{0,2}(?![\d(])")
_KIND_WORD = lazy_pattern(r"[A-Za-z-]+")
_BESIDE = lazy_pattern(r"\s{0,3},?\s{0,12}")
_DETERMINER = lazy_pattern(r"(?:[Tt]he|[Tt]his|[Tt]hat)\s{1,6}(?:said\s{1,6})?\Z")
_PROVISION_NEXT = lazy_pattern(r"\s{0,3},\s{0,12}|\s{1,4}(?=ss?\.?\s?\d)")


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    gap = rf"\.?{_SPACE}{{0,12}}"
    margin = r"(?:[A-V] {0,2}\n\s{0,12})?"
    words = r"[Ss]ections?|SECTIONS?|[Ss]ecs?|[Ss]ub-?[Ss]ections?|[Rr]egulations?|[Rr]egs?|[Rr]ules?|[Aa]rticles?|[Aa]rts?|[Bb]y-?laws?|[Ii]tems?|[Pp]aragraphs?|[Pp]aras?|[Ss]ub-?[Pp]aragraphs?"
    return [
        Anchor("hk.provision", rf"\b(?:{words}){gap}{margin}(?:\d|\()", _provision),
        Anchor("hk.provision", rf"\b[Ss]{{1,2}}\.?{_SPACE}{{0,3}}\d", _provision),
        Anchor("hk.provision", rf"\b(?:r|rr)\.?{_SPACE}{{0,3}}\d", _provision),
        Anchor(
            "hk.provision",
            rf"\b(?:Schedules?|SCHEDULES?|Sch|Parts?|PART|Pt|Divisions?){gap}{margin}(?:\d|[A-Z]\d|[IVXL]{{1,5}}[A-Z]?\b)",
            _provision,
        ),
        Anchor(
            "hk.provision",
            rf"\b(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth){_SPACE}{{1,8}}(?:Schedule|Part)\b",
            _provision,
        ),
        Anchor("hk.provision", r"\bthe Schedule\b", _bare_schedule),
        Anchor("hk.rules_of_court", rf"\b(?:Orders?|ORDER|O)\.?{_SPACE}{{0,6}}\d", _rules_of_court),
        Anchor("hk.rules_of_court", rf"\border{_SPACE}{{1,6}}\d", _rules_of_court_in_words),
        Anchor("hk.title", r"\bOrdinance\b", _titled_act),
        Anchor(
            "hk.title",
            rf"\b(?:Rules|Regulations?|Order|Notice|By-?laws|Code){_SPACE}{{0,4}}\({_SPACE}{{0,12}}(?:Cap|CAP|Chapter)",
            _titled_act,
        ),
        Anchor(
            "hk.title",
            rf"\b(?:Rules|Regulations?|Order|Notice|By-?laws){_SPACE}{{1,12}}(?:19|20)\d\d\b",
            _titled_act,
        ),
        Anchor(
            "hk.title",
            rf"\bRules{_SPACE}{{1,6}}of{_SPACE}{{1,6}}(?:the{_SPACE}{{1,6}})?(?:High|District|Supreme){_SPACE}{{1,6}}Court\b",
            _court_rules_title,
        ),
        Anchor("hk.title", r"\bR\.?[HD]\.?C\b", _court_rules_title),
        Anchor("hk.chapter", rf"\b(?:Cap|CAP|Chapter)\.?{_SPACE}{{0,8}}\d", _chapter),
    ]


# ------------------------------------------------------------------------------------------------------------ provisions


def _provision(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if start and _MARGIN.match(text[start - 1]):
        return None
    first = group_at(reading, start)
    if first is None:
        return None
    provision = read_provision(text, start, lambda position, tied: act_at(reading, position, tied=tied), first=first)
    assert provision is not None  # its first group is read
    act = provision.groups[-1][1]
    that = _rule_of_that_order(reading, provision)
    if that is not None:
        return that
    if act is not None:
        if act.note == "abbreviation_not_defined" and act.work is None and provision.groups[0][0].unit == "paragraph":
            return None  # «paragraph 140 of the ONA»: of a paper
        return _of_act(reading, provision)
    before = _act_before(reading, start)
    if before is not None:
        groups = [group for group, _ in provision.groups]
        return act_first(reading, before, groups, provision.end)
    return _bare_or_refused(reading, start, provision)


def _bare_or_refused(reading: TextReading, start: int, provision: Provision) -> Parsed | None:
    parsed = _bare(reading, start, provision)
    if parsed is None:
        for rule in ("hk.provision", "hk.rules_of_court"):
            reading.refuse_list(rule, provision.members, provision.end)
    return parsed


def _rule_of_that_order(reading: TextReading, provision: Provision) -> Parsed | None:
    """«rule 13 of that Order»: of the order of rules of court cited last."""
    group = provision.groups[-1][0]
    tie = _THAT_ORDER.match(reading.text, group.end) if group.unit == "rule" and not group.above else None
    orders = antecedents(reading).by_order if tie else {}
    if tie is None or not orders:
        return None
    number, seen = next(reversed(orders.items()))
    several = joined_acts(reading, seen, group.start)  # «Order 14 of the RHC and Order 14 of the RDC»
    work, note = (None, SEVERAL) if several else ((seen.reference or "").partition("#")[0], "")
    mentions: list[Mention] = []
    for each, _ in provision.groups:
        moved = Group(each.unit, each.labels, (("order", (number,)),), each.start, each.end)
        mentions += _emit(reading, moved, None, work, "short", note, None if several else seen.start)
    mentions[-1] = stretched(reading, mentions[-1], tie.end())
    return Parsed(tuple(mentions), tie.end())


def _emit(
    reading: TextReading, group: Group, act: Act | None, work: str | None, form: Form, note: str, antecedent: int | None
) -> list[Mention]:
    made = []
    for index, label in enumerate(group.labels):
        end = group.end if index == len(group.labels) - 1 else label.end
        place = places_of(group, label)
        if act is not None and act.place and group.unit == "article":
            place = "..".join(act.place + point for point in place.split(".."))
        verdict, why = identifiers.judge_provision(label.parts[0], _articles(work, act))
        made.append(
            mention(
                reading, label.start, end, "statute", form, with_place(work, place) if work else None, "hk.provision",
                verdict=verdict, note=why or note, antecedent=antecedent,
                candidates=tuple(with_place(each, place) for each in act.candidates) if act is not None else (),
            )
        )  # fmt: skip
    return made


@cache
def _article_counts() -> dict[tuple[str, str], int]:
    return {(f"hk/{each.work}", each.place): each.articles for each in instruments() if each.articles}


def _articles(work: str | None, act: Act | None) -> int | None:
    return _article_counts().get((work or "", act.place)) if act is not None else None


def _of_act(reading: TextReading, provision: Provision) -> Parsed:
    act = provision.groups[-1][1]
    assert act is not None  # the caller saw it
    form: Form = "full" if act.full else "short"
    antecedent = None if act.full else _antecedent(reading)
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        # «section 194 and section 196 of the SFO»: both are the act's; rules of court have no sections
        resolved = resolve(reading, group, group.start, own=False) if _no_section_of(act, group) else None
        if resolved is not None:
            work, note, at, settled = resolved
            mentions += _emit(reading, settled, None, work, "short", note, at)
            continue
        mentions += _emit(reading, group, act, act.work, form, act.note, antecedent)
    mentions[-1] = stretched(reading, mentions[-1], act.end)
    return Parsed(tuple(mentions), act.end)


def _no_section_of(act: Act, group: Group) -> bool:
    """«section 144(1) and O.62, r.3 RHC»: the section is not one of the rules."""
    return group.unit == "section" and act.work in {f"hk/{rules}" for rules in COURT_RULES}


def stretched(reading: TextReading, last: Mention, end: int) -> Mention:
    """The mention drawn out to `end`: the words that name the act belong to the member next to them."""
    return last._replace(end=end, text=reading.text[last.start : end])


def _antecedent(reading: TextReading) -> int | None:
    statute = antecedents(reading).statute
    return statute.start if statute is not None else None


def _act_before(reading: TextReading, start: int) -> Act | None:
    """«the Ordinance, s. 5», «PDPO s 33»: the act named directly before the provision."""
    window_start = max(reading.floor, start - 40)
    window = reading.text[window_start:start]
    last = window.replace(",", " ").replace(".", " ").split()[-1:]
    # the last word of what names an act has a capital
    match = None if not last or last[0] == last[0].lower() else _ACT_BEFORE.search(window)
    if match is None:
        return None
    at = window_start + match.start()
    if match.group("the"):
        kind, which = match.group("kind"), " ".join(match.group("the").lower().split())
        work, note = the_ordinance(reading, which, kind, at)
        several = acts_named_together(reading, kind, at) if note == SEVERAL else ()
        if work is None and not several:
            return None
        first = at if match.group("the").lower().startswith("that") else window_start + match.start("kind")
        return Act(work, first, window_start + match.end("kind"), full=False, note=note, candidates=several)
    act = act_at(reading, at, tied=False)
    return act if act is not None and (act.work or act.candidates) else None


def act_first(reading: TextReading, act: Act, groups: list[Group], end: int) -> Parsed:
    """Groups behind their act: the first mention begins with the act's words."""
    form: Form = "full" if act.full else "short"
    mentions: list[Mention] = []
    for group in groups:
        mentions += _emit(reading, group, act, act.work, form, act.note, None if act.full else _antecedent(reading))
    first = mentions[0]
    mentions[0] = first._replace(start=act.start, text=reading.text[act.start : first.end])
    return Parsed(tuple(mentions), end)


def _bare(reading: TextReading, start: int, provision: Provision) -> Parsed | None:
    """Provisions without their act: of the act's own text, or of the act the text is about."""
    text = reading.text
    if text[start] in "Ss" and _LETTER_AND_NUMBER.match(text[start : start + 9]):
        return None  # «s6» alone is a product, a gene, a telephone
    if not home(reading):
        return None
    own = is_legislation(reading.self_reference)
    if not own and _elsewhere(reading, start, provision.groups[0][0]):
        return None  # the act cited last is another pack's
    unit = provision.groups[0][0].unit
    if own:
        if unit in {"part", "schedule", "division", "subdivision"} and (
            at_line_start(text, start)
            or is_heading_line(text, start, provision.end)
            or _TITLE_BEHIND.match(text, provision.end)
        ):
            return None  # a heading
    elif unit == "part" and text[start - 1 : start] == "(" and text[provision.end : provision.end + 1] == ":":
        return None  # «C v H (Part III: Leave)»: the name of a case
    elif _NOT_OURS.match(text, provision.end) or _CONTRACT_WORD.match(text, provision.end):
        return _foreign(reading, provision)
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        resolved = resolve(reading, group, start, own=own)
        if resolved is None:
            break
        work, note, antecedent, settled = resolved
        if not own and settled.unit == "article" and work in place_of_articles():
            mentions += _of_instrument(reading, settled, work)
        else:
            mentions += _emit(reading, settled, None, work, "short", note, antecedent)
    if not mentions:
        return None
    return Parsed(tuple(mentions), mentions[-1].end)


def _of_instrument(reading: TextReading, group: Group, work: str) -> list[Mention]:
    """«Article 5» behind the Basic Law and the Bill of Rights: of the one it can be of, else open with its candidates."""
    known = antecedents(reading).works
    readings: list[list[Mention]] = []
    for each in which_instrument(reading, work, group.labels[0].parts[0]):
        act = Act(each, group.start, group.end, full=False, place=place_of_articles()[each])
        made = _emit(reading, group, act, each, "short", "", known[each].start if each in known else None)
        if all(mention.reading != "impossible" for mention in made):
            readings.append(made)
    if len(readings) == 1:
        return readings[0]
    if not readings:
        return _emit(reading, group, None, None, "short", "antecedent_missing", None)
    return [
        same[0]._replace(
            reference=None,
            antecedent=None,
            note="several_antecedents",
            candidates=tuple(each.reference for each in same if each.reference),
        )
        for same in zip(*readings, strict=True)
    ]


def _elsewhere(reading: TextReading, start: int, group: Group) -> bool:
    """Whether a bare provision is another country's: of an act in the same sentence, cited there before, or the only one near."""
    known = antecedents(reading)
    last = known.statute
    if last is None or last.rule.startswith("hk.") or start - last.end >= _NEAR:
        return False
    same = known.by_provision.get(places_of(group, group.labels[0]._replace(parts=group.labels[0].parts[:1], to=None)))
    if same is not None and same.rule.startswith("hk."):
        return False
    ours = known.latest.get("hk")
    if ours is None or start - ours.end > 2 * _NEAR:
        return True
    return not _SENTENCE_END.search(reading.text, last.end - 1, start)


def _foreign(reading: TextReading, provision: Provision) -> Parsed | None:
    """Articles of treaties and of other countries' codes: recognised, outside the scheme."""
    found = foreign_at(reading.text, provision.end)
    if found is None or provision.groups[0][0].unit not in {"article", "section", "paragraph"}:
        return None
    mentions: list[Mention] = []
    for group, _ in provision.groups:
        for index, label in enumerate(group.labels):
            end = group.end if index == len(group.labels) - 1 else label.end
            mentions.append(
                mention(reading, label.start, end, found.kind, found.form, None, "hk.foreign_law", note=found.note)
            )
    mentions[-1] = stretched(reading, mentions[-1], found.end)
    return Parsed(tuple(mentions), found.end)


def _bare_schedule(_reading: TextReading, _start: int, _end: int) -> Parsed | None:
    return None


def _rules_of_court(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Order 59, rule 2A(8) of the RHC», «O. 14 r. 1», «Order 53»."""
    text = reading.text
    if start and _MARGIN.match(text[start - 1]):
        return None
    first = group_at(reading, start)
    if first is None:
        return None
    provision = read_provision(text, start, lambda position, tied: act_at(reading, position, tied=tied), first=first)
    assert provision is not None  # its first group is read
    parsed = _of_an_order(reading, start, provision)
    if parsed is None:
        reading.refuse_list("hk.rules_of_court", provision.members, provision.end)
    return parsed


def _of_an_order(reading: TextReading, start: int, provision: Provision) -> Parsed | None:
    text = reading.text
    group = provision.groups[0][0]
    act = provision.groups[-1][1]
    if group.unit == "order" and act is None:
        if (
            not group.labels[0].parts[0].rstrip("ABCDEFG").isdigit()
            or int(group.labels[0].parts[0].rstrip("ABCDEFG")) > _LAST_ORDER
        ):
            return None
        if text.startswith("O", start) and not text.startswith(("Order", "ORDER"), start):
            return _order_again(reading, provision)
        if re.match(
            r"\s{0,4}(?:of\s{1,4}(?:18|19|20)\d\d|[A-Z][a-z]+\s{1,4}(?:18|19|20)\d\d|/)",
            text[provision.end : provision.end + 24],
        ):
            return None
    if act is not None:
        return _of_act(reading, provision)
    before = _act_before(reading, start) or rules_before(reading, start)
    if before is not None:
        return act_first(reading, before, [each for each, _ in provision.groups], provision.end)
    if group.unit == "order" and not is_of_a_court(reading, start):
        return None  # «Order 5 boxes»: an order by its number alone, where no court and no rules are near
    return _bare_or_refused(reading, start, provision)


def _rules_of_court_in_words(reading: TextReading, start: int, end: int) -> Parsed | None:
    """«order 62 of the rules of the High Court»: in small letters only with its rules behind."""
    provision = read_provision(reading.text, start, lambda position, tied: act_at(reading, position, tied=tied))
    if provision is None or provision.groups[-1][1] is None:
        return None
    return _rules_of_court(reading, start, end)


def _order_again(reading: TextReading, provision: Provision) -> Parsed | None:
    """«O18 is not applicable»: an order by its letter alone, when rules of it were cited before."""
    group = provision.groups[0][0]
    orders = antecedents(reading).by_order
    seen = orders.get(group.labels[0].parts[0])
    if seen is None and orders and _UNDER.search(reading.text, max(0, group.start - 16), group.start):
        return _bare_or_refused(reading, group.start, provision)
    if seen is None or seen.reference is None or not home(reading):
        return None
    made = _emit(reading, group, None, seen.reference.partition("#")[0], "short", "", seen.start)
    return Parsed(tuple(made), made[-1].end)


_UNDER = lazy_pattern(r"\b(?:under|pursuant\s{1,3}to|within|by)\s{1,3}\Z")


# ------------------------------------------------------------------------------------------------------- titles, chapters


_OF = lazy_pattern(r"\s{1,12}of\s{1,12}(?=the\s|[A-Z])(?:the\s{1,12})?")


def _of_another_act(reading: TextReading, group: Group) -> bool:
    """«Cap. 7, s. 5 and section 4 of the Theft Ordinance», «… of the lease»: whether the last provision is another text's."""
    if of_a_private_text(reading.text, group.end):
        return True
    tie = _OF.match(reading.text, group.end)
    named = act_at(reading, tie.end(), tied=True) if tie else None
    return named is not None and named.full


def _with_groups(reading: TextReading, act: Act) -> Parsed:
    """An act, and the provisions that follow it: «Cap. 486, s. 33», «Evidence Ordinance (Cap. 8), ss 4 and 5»."""
    text = reading.text
    beside = _BESIDE.match(text, act.end)
    assert beside is not None  # the pattern matches the empty text
    groups = read_groups_behind(text, beside.end()) if beside.end() > act.end else []
    if groups and _of_another_act(reading, groups[-1]):
        groups = groups[:-1]
    if groups and (groups[0].unit != "chapter"):
        return act_first(reading, act, groups, groups[-1].end)
    form: Form = "full" if act.full else "short"
    made = mention(
        reading, act.start, act.end, "statute", form, act.work, "hk.title", note=act.note, candidates=act.candidates
    )
    return Parsed((made,), act.end)


def _titled_act(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """At «Ordinance» or «Regulation (Cap.»: the title stands before."""
    text = reading.text
    kind_end = _KIND_WORD.match(text, start)
    assert kind_end is not None  # the anchor ends in a word
    first = title_start(text, start, reading.floor)
    if first == start and text.startswith("Ordinance", start):
        first = known_title_start(text, kind_end.end(), reading.floor) or start
    if first == start:
        return _determined_first(reading, start, kind_end.end())
    title = text[first : kind_end.end()]
    if title_key(title) not in titles().english and text.startswith("Ordinance", start):
        longer = known_title_start(text, kind_end.end(), reading.floor)
        first = first if longer is None else longer
        title = text[first : kind_end.end()]
    dated = dated_act(reading, first, first, kind_end.end())
    if dated is not None:
        return _with_groups(reading, dated)
    tail = cap_tail(text, kind_end.end(), title)
    cap = titles().english.get(title_key(title))
    if tail is None and cap is None:
        first, cap = _shorter_known(text, first, start, kind_end.end())
        if cap is None:
            return _unknown_title(reading, first, start, kind_end.end())
    if tail is None:
        work = f"hk/{cap}" if str(cap).startswith("A") else f"hk/cap{cap}"
        return _with_groups(reading, Act(work, first, kind_end.end(), full=True))
    note = "" if cap is None or f"hk/cap{cap}" == tail[0] else "title_and_number_differ"
    return _with_groups(reading, Act(tail[0], first, tail[1], full=True, note=note))


def _shorter_known(text: str, first: int, kind: int, end: int) -> tuple[int, str | None]:
    """A known title at the end of the run of capitalised words («Hong Kong Evidence Ordinance»)."""
    for word in re.finditer(r"\s+(?=\(?[A-Z])", text[first:kind]):
        at = first + word.end()
        cap = titles().english.get(title_key(text[at:end]))
        if cap is not None and at < kind:
            return at, cap
    return first, None


def _unknown_title(reading: TextReading, first: int, kind: int, end: int) -> Parsed | None:
    words = reading.text[first:kind].split()
    if reading.jurisdiction not in {"hk", None} or not words or (len(words) == 1 and len(words[0]) < 4):
        return None
    if re.match(r"\s{0,4}(?:No|\d)", reading.text[end : end + 6]):
        return None
    if len(words) == 1 and words[0].strip("()") in _WHICH_ORDINANCE:
        return None  # «the 2021 Amendment Ordinance»: a term, no title
    act = Act(None, first, end, full=True, note="title_not_in_the_table")
    return _with_groups(reading, act)


def _determined_first(reading: TextReading, kind: int, end: int) -> Parsed | None:
    """«the Ordinance, s. 5»: taken when the provision follows at once."""
    text = reading.text
    match = _DETERMINER.search(text[max(reading.floor, kind - 12) : kind])
    beside = _PROVISION_NEXT.match(text, end)
    if match is None or beside is None or not home(reading):
        return None
    groups = read_groups_behind(text, beside.end())
    if not groups:
        return None
    work, note = the_ordinance(reading, " ".join(match.group().lower().split()), text[kind:end], kind)
    several = acts_named_together(reading, text[kind:end], kind) if note == SEVERAL else ()
    act = Act(work, kind, end, full=False, note=note, candidates=several)
    return act_first(reading, act, groups, groups[-1].end)


def _court_rules_title(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """Rules of court named first: with their chapter or an order behind; «Rules of the High Court» alone counts as a title."""
    act = act_at(reading, start, tied=False)
    if act is None:
        return None
    parsed = _with_groups(reading, act)
    spelled_out = reading.text.startswith("Rules", start)
    if len(parsed.mentions) == 1 and parsed.end == act.end and not spelled_out and "Cap" not in parsed.mentions[0].text:
        return None
    return parsed


def _chapter(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = CAP_AT.match(text, start)
    if match is None or (
        match.group().startswith("Chapter")
        and not re.match(r",?\s{1,6}(?:of\s{1,6}the\s{1,6})?Laws", text[match.end() : match.end() + 24])
    ):
        return None
    bare_year = re.match(r"(?:19|20)\d\d\Z", match.group("cap"))
    if bare_year or (reading.jurisdiction not in {"hk", None} and "." not in match.group()):
        return None
    act = act_at(reading, start, tied=False)
    if act is None:
        return None
    named = re.compile(r"\s{1,6}").match(text, act.end)
    if named:
        behind = act_at(reading, named.end(), tied=False)
        if behind is not None and behind.work == act.work and "Cap" not in text[behind.start : behind.end]:
            act = Act(act.work, start, behind.end, full=True)
    return _with_groups(reading, act)
