"""Norms in Chinese: clauses parted by commas; in that of the modal its subject stands before it, the action behind it.

Keeps true: a modal inside a modifier (the words before 的) makes no atom; neither does one whose clause has no subject,
unless the clause before it is nothing but one (「遵守第5條的資料使用者，不得……」).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.atoms.atom import Field
from pincite.atoms.found import Reading, first_line
from pincite.atoms.grammar import Grammar

__all__ = ["read"]

_BRACKET = re.compile(r"\([^()]{0,200}\)|（[^（）]{0,200}）")
_FORBIDS = re.compile("[不未無无毋]")
LONGEST_SUBJECT = 60


def read(text: str, start: int, end: int, grammar: Grammar) -> Iterator[Reading]:
    """The norms of one sentence."""
    sentence = text[start:end]
    if grammar["definition"].search(sentence):
        return
    cuts = [0] if "\n" in sentence else [0, *(cut.end() for cut in re.finditer("；", sentence))]
    for first, last in zip(cuts, [*cuts[1:], len(sentence)], strict=True):
        found = _clause(text, start + first, start + last, grammar)
        if found:
            yield found


def _clause(text: str, start: int, end: int, grammar: Grammar) -> Reading | None:
    clause = _BRACKET.sub(lambda found: "\u00b7" * len(found[0]), text[start:end])
    begin = 0
    line = clause.split("\n")[0]
    pieces: list[tuple[int, int]] = []
    for cut in re.finditer("[，,]", line):
        pieces.append((begin, cut.start()))
        begin = cut.end()
    pieces.append((begin, len(line)))
    for index, (first, last) in enumerate(pieces):
        candidates = sorted(
            (found.start(), found, modality)
            for pattern, modality in grammar.modals
            for found in pattern.finditer(clause, first, last)
        )
        for at, found, modality in candidates[:2]:
            reading = _read(text, start, end, clause, pieces, index, at, found, modality, grammar)
            if reading is not None:
                return reading
            break
    return None


def _read(
    text: str,
    start: int,
    end: int,
    clause: str,
    pieces: list[tuple[int, int]],
    index: int,
    at: int,
    found: re.Match[str],
    modality: str,
    grammar: Grammar,
) -> Reading | None:
    first, last = pieces[index]
    strip = grammar["strip"].match(clause[first:at].lstrip())
    begin = first + (len(clause[first:at]) - len(clause[first:at].lstrip())) + (strip.end() if strip else 0)
    subject = clause[begin:at]
    rest = clause[found.end() : last]
    listed = re.match(r"\s*[—-]*\s*\([a-z]\)\s*", text[start + found.end() : end])
    if listed and grammar["constitutive"].match(text[start + found.end() + listed.end() : end]):
        return None
    if grammar["relative"].match(rest) or grammar["constitutive"].match(rest):
        return None
    if not rest.strip("—： "):
        return None
    if begin < at and (grammar["lead_condition"].match(subject) or grammar["lead_exception"].match(subject)):
        return None
    leads = pieces[:index]
    if not subject.strip():
        if not index:
            return None
        begin, stop = pieces[index - 1]
        stripped = grammar["strip"].match(clause[begin:stop].lstrip())
        begin += stripped.end() if stripped else 0
        previous = clause[begin:stop]
        if grammar["lead_condition"].match(previous) and not previous.startswith("凡"):
            inner = re.match("(?P<a>[^，如]{2,30}?)如", previous)
            if not inner:
                return None
        lead = re.match("(?P<a>[^，]{2,40}?)(?:如|若|倘)(?!此)", previous)
        if lead and grammar["agent"].search(lead["a"][-6:]) and not grammar["lead_condition"].match(previous):
            at_subject = (begin, begin + lead.end("a"))
            return _made(
                text,
                start,
                end,
                clause,
                at_subject,
                found,
                modality,
                pieces,
                index,
                grammar,
                lead_from=begin + lead.end("a"),
            )
        if not grammar["lead_agent_relative"].search(previous):
            return None
        leads = pieces[: index - 1]
        if any(not _is_lead(clause[a:b], grammar) for a, b in leads):
            return None
        return _made(text, start, end, clause, (begin, stop), found, modality, pieces, index - 1, grammar)
    if len(subject) > LONGEST_SUBJECT or grammar["bad_subject"].search(subject):
        return None
    if any(pattern.search(subject) for pattern, _ in grammar.modals) or "·" in subject:
        return None
    if leads and not any(_is_lead(clause[a:b], grammar) for a, b in leads[:1]):
        return None
    return _made(text, start, end, clause, (begin, at), found, modality, pieces, index, grammar)


def _is_lead(words: str, grammar: Grammar) -> bool:
    return any(grammar[name].match(words.lstrip()) for name in ("lead_condition", "lead_exception", "lead_time"))


def _made(
    text: str,
    start: int,
    end: int,
    clause: str,
    subject: tuple[int, int],
    found: re.Match[str],
    modality: str,
    pieces: list[tuple[int, int]],
    index: int,
    grammar: Grammar,
    *,
    lead_from: int | None = None,
) -> Reading | None:
    said = clause[subject[0] : subject[1]]
    adverb = re.search("(?:均|亦|也|必|都|仍|只|還|还|在任何時間|即|方|才|隨時|随时|立即|盡快|尽快|同時)+$", said)
    stop = subject[1] - (len(adverb[0]) if adverb and adverb.start() > 0 else 0)
    said = clause[subject[0] : stop]
    # an adverbial between subject and modal: 「署長在接獲申請後須」
    between = re.match(r"(?P<a>[^，在於於向對就按]{1,30}?)(?P<b>(?:在|於|就|按|向|對|根據|为|為).+)$", said)
    head = said
    if between and grammar["agent"].search(between["a"][-6:]) and _ends_with_agent(between["a"], grammar):
        head = between["a"]
    agent = _ends_with_agent(head, grammar)
    pronoun = bool(grammar["pronoun"].match(head))
    passive = bool(re.match(grammar["passive"].pattern, clause[found.end() :]))
    if modality == "may" and not passive and not agent and not pronoun:
        return None
    if head is said and re.match("(?:在|於|就|按|向|對|根據|由|為|因|經|除)", said):
        return None
    if not agent and len(head) > 40:
        return None
    reading = Reading(start, end, modality)  # type: ignore[arg-type]
    reading.add(
        "actor" if agent and not passive else "subject", text, start + subject[0], start + subject[0] + len(head)
    )
    reading.add("modal", text, start + found.start(), start + found.end())
    if _FORBIDS.search(found[0]):
        reading.add("negation", text, start + found.start(), start + found.start() + 1)
    cut = len(clause)
    for field, pattern in (("exception", "trailing_exception"), ("condition", "trailing_condition")):
        there = grammar[pattern].search(clause, found.end(), first_line(clause, found.end()))
        if there and field == "condition" and any(pattern.search(clause, there.end()) for pattern, _ in grammar.modals):
            continue  # another norm begins with it
        if there and there.start() > found.end():
            limit = cut if there.start() < cut else len(clause)
            reading.add(field, text, start + there.start(), start + limit)  # type: ignore[arg-type]
            cut = min(cut, there.start())
    other = grammar["other_norm"].search(clause, found.end(), cut)
    if other:
        cut = other.start()
    reading.add("action", text, start + found.end(), start + cut)
    if head is not said:
        name = "time" if re.search("(?:前|後|后|內|内|時|时|期間)$", said) else "action"
        reading.add(name, text, start + subject[0] + len(head), start + stop)  # type: ignore[arg-type]
        if name == "action":
            reading.fields["action"].sort()
    if lead_from is not None:
        reading.add("condition", text, start + lead_from, start + pieces[index - 1][1])
        index -= 1
    for a, b in pieces[:index]:
        words = grammar["strip"].sub("", clause[a:b].lstrip())
        for lead, field in (("lead_exception", "exception"), ("lead_condition", "condition"), ("lead_time", "time")):
            if grammar[lead].match(words):
                reading.add(field, text, start + a, start + b)  # type: ignore[arg-type]
                break
        else:
            # goes on with what the piece right before it began
            _go_on(reading, start + a, start + b)
    _listed(reading, text, start, clause, found.end())
    cut = min(cut, first_line(clause, found.end()))
    time = grammar["time"].search(clause, found.end(), cut)
    if time:
        reading.add("time", text, start + time.start(), start + time.end())
    recipient = grammar["recipient"].search(clause, found.end(), cut)
    if recipient:
        reading.add("recipient", text, start + recipient.start("r"), start + recipient.end("r"))
    return reading


def _go_on(reading: Reading, at: int, end: int) -> None:
    """Lengthen the span, among conditions, exceptions and times, that ends last before `at`."""
    fields: tuple[Field, ...] = ("condition", "exception", "time")
    found = [(spans[-1][1], name) for name in fields if (spans := reading.fields.get(name)) and spans[-1][1] <= at]
    if found:
        spans = reading.fields[max(found)[1]]
        spans[-1] = (spans[-1][0], end)


def _listed(reading: Reading, text: str, start: int, clause: str, behind: int) -> None:
    """A list behind the action belongs to the condition or exception that announces it (「如以下條件獲符合」)."""
    line = first_line(clause, behind)
    fields: tuple[Field, ...] = ("condition", "exception")
    for name in fields:
        announced = any("以下" in text[a:b] for a, b in reading.fields.get(name, ()) if b <= start + behind)
        action = reading.fields.get("action", [])
        if announced and line < len(clause) and action and action[-1][0] < start + line < action[-1][1]:
            first, last = action[-1]
            reading.fields["action"] = action[:-1]
            reading.add("action", text, first, start + line)
            reading.add(name, text, start + line, last)
            return


def _ends_with_agent(words: str, grammar: Grammar) -> bool:
    tail = words.rstrip()
    return any(tail.endswith(agent) for agent in grammar.words["agent"])
