"""Norms in English, French and Italian: what stands before the modal is its subject, what stands behind it the action.

Keeps true: a modal inside a relative clause, a condition or a bracket makes no atom; where it is not plain what the
subject is, there is none. Better a norm not found than one read wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.atoms.found import Reading, first_line, region, whole_words
from pincite.atoms.grammar import Grammar

__all__ = ["read"]

SUBJECT_WORDS = 45
NEAR = 40
"""Code points between what is done and «by» whom: farther off stands who did something else."""

SHORT = 45
"""Code points of a condition between commas, at most."""

_WORD = re.compile(r"[\w’'-]+")
_BRACKET = re.compile(r"\([^()]{0,400}\)|\[[^\[\]]{0,400}\]")


def read(text: str, start: int, end: int, grammar: Grammar) -> Iterator[Reading]:
    """The norms of one sentence `text[start:end]`, clause by clause."""
    sentence = text[start:end]
    if grammar["definition"].search(sentence) or grammar["amendment"].search(sentence):
        return
    for first, last in _clauses(sentence):
        found = _clause(text, start + first, start + last, grammar)
        if found:
            yield found


def _clauses(sentence: str) -> Iterator[tuple[int, int]]:
    """Parted by semicolons, unless the sentence holds a list."""
    if "\n" in sentence:
        yield 0, len(sentence)
        return
    begin = 0
    for cut in re.finditer(r";\s+", sentence):
        yield begin, cut.start()
        begin = cut.end()
    yield begin, len(sentence)


def _clause(text: str, start: int, end: int, grammar: Grammar) -> Reading | None:
    clause = text[start:end]
    veiled = _BRACKET.sub(lambda found: "\u00b7" * len(found[0]), clause)
    candidates = sorted(
        (found.start(), found, modality) for pattern, modality in grammar.modals for found in pattern.finditer(veiled)
    )
    for _, found, modality in candidates[:6]:
        subject = _subject(veiled, found.start(), grammar)
        if subject is None:
            continue
        if re.match(r"(?:Chi|Chiunque|Quiconque)\b", veiled[subject:]) and "dir" in found["m"]:
            continue  # «Chi ha diritto di … può»: the right belongs to who is meant
        return _read(text, start, end, veiled, subject, found, modality, grammar)
    return None


def _subject(clause: str, at: int, grammar: Grammar) -> int | None:
    """Where the subject of the modal at `at` begins; None when it has none that is plain."""
    before = clause[:at]
    if "\n" in before or not before.strip():
        return None
    if any(pattern.search(before) for pattern, _ in grammar.modals) and not re.search(r",\s", before):
        return None
    plain = grammar["parenthesis"].sub(lambda found: " " * len(found[0]), before)
    starts = [0, *(comma.end() for comma in re.finditer(r",\s+", plain))]
    leads = [bool(_lead(plain, grammar))]
    if not leads[0] and _plain_subject(plain.strip(), grammar):
        return 0
    for begin in starts[1:]:
        subject = plain[begin:].strip()
        if not leads[0]:
            break
        if "," in subject and not _relative_between(subject) and not _enumerated(subject):
            continue
        if grammar["or_else"].search(plain[:begin]):
            continue
        if _plain_subject(subject, grammar):
            return begin
    return None


def _lead(clause: str, grammar: Grammar) -> str:
    for name in ("lead_condition", "lead_exception", "lead_time", "lead_other"):
        if grammar[name].match(clause):
            return name
    return ""


def _enumerated(subject: str) -> bool:
    """«the letters, the orders and the decisions»: short members, the last joined to the one before."""
    members = subject.split(", ")
    return all(len(each.split()) <= 6 for each in members) and bool(re.search(r"\b(?:and|or|et|ou|e|o)\b", members[-1]))


def _relative_between(subject: str) -> bool:
    """«the body, which has been informed, » : commas around a relative clause inside a subject."""
    return len(subject.split(",")) == 3 and not subject.split(",")[2].strip()


def _plain_subject(plain: str, grammar: Grammar) -> bool:
    words = _WORD.findall(plain)
    if not words or len(words) > SUBJECT_WORDS:
        return False
    if grammar["bad_start"].match(plain) or not grammar["determined"].match(plain):
        return False
    if grammar["relative_open"].search(plain) or grammar["relative_subject"].search(plain):
        return False
    if grammar["relative_object"].search(plain) or grammar["subordinate"].search(plain):
        return False
    if any(pattern.search(plain) for pattern, _ in grammar.modals):
        return False
    if re.search(r"[a-zà-ÿ][A-ZÀ-Ý]", plain):
        return False  # a heading that a copy glued to the sentence
    if plain.count(",") > 2 and len(words) > 25:
        return False
    return not re.search(r"[“”«»;:]", plain)


def _read(
    text: str, start: int, end: int, clause: str, begin: int, found: re.Match[str], modality: str, grammar: Grammar
) -> Reading | None:
    subject = clause[begin : found.start()].strip()
    behind = found.end()
    rest = clause[behind:]
    action = rest.lstrip()
    if grammar["not_deontic"].match(clause[found.start() :]) or not action.strip(" .,;"):
        return None
    if grammar["deeming"].search(action[:160]):
        return None
    if grammar["be"].match(action) or grammar["constitutive"].match(action):
        return None
    passive = grammar["passive"].match(action)
    head = grammar["head_stop"].split(f"{subject} ", maxsplit=1)[0]
    agent = bool(grammar["agent"].search(head))
    pronoun = bool(grammar["pronoun"].match(subject))
    if not agent and not passive and re.match(r"(?:not )?be\b|être\b|essere\b", action) and modality != "must":
        return None
    negated = bool(found.groupdict().get("n")) or bool(grammar["no_subject"].match(subject))
    if modality == "may" and not negated and not passive and not (agent or pronoun):
        return None
    exception = None
    if grammar.language == "fr" and negated:
        exception = grammar["only"].search(rest)
    said = {"must": "must_not", "may": "must_not", "should": "should_not"}[modality] if negated else modality
    reading = Reading(start, end, said)  # type: ignore[arg-type]
    name = "actor" if agent and not passive and not pronoun else "subject"
    if pronoun and agent and not passive:
        name = "actor"
    reading.add(name, text, start + begin, start + found.start())  # type: ignore[arg-type]
    reading.add("modal", text, start + found.start("m"), start + found.end("m"))
    if found.groupdict().get("n"):
        reading.add("negation", text, start + found.start("n"), start + found.end("n"))
    elif negated:
        none = grammar["no_subject"].match(subject)
        assert none is not None, "what negates is the subject"
        reading.add("negation", text, start + begin, start + begin + none.end())
    another = grammar["other_norm"].search(clause, behind, first_line(clause, behind))
    cut = another.start() if another else len(clause)
    whole = cut
    action_from = _inserted(reading, text, start, clause, behind, grammar)
    if grammar["constitutive"].match(clause[action_from:]) or grammar["be"].match(clause[action_from:]):
        return None
    hole: tuple[int, int] | None = None
    for field, pattern in (("exception", "trailing_exception"), ("condition", "trailing_condition")):
        there = grammar[pattern].search(clause, action_from, first_line(clause, action_from))
        if there is None or there.start() <= action_from + 3:
            continue
        before = clause[action_from : there.start()].rstrip()
        if before.endswith(",") and grammar["that_clause"].search(before):
            continue  # «ensure that firms, when …, comply»
        if grammar["that"].search(before) or (not before.endswith(",") and grammar["asking"].search(before)):
            continue  # a clause inside what is decided, or a question: «ask whether»
        if there.start() >= cut:
            continue
        joined = re.search(r"\b(?:and|or|et|ou|e|ed|o),$", before)
        comma = clause.find(",", there.end(), there.start() + (3 * SHORT if joined else SHORT))
        if joined and comma < 0:
            continue
        if comma > 0 and clause[: there.start()].rstrip().endswith(",") and hole is None and cut == whole:
            # a short one between commas: what is to be done goes on behind it
            hole = (there.start(), comma)
            reading.add(field, text, start + there.start(), start + comma)  # type: ignore[arg-type]
            continue
        if there.start() >= whole:
            continue
        stop = cut if there.start() < cut else whole
        reading.add(field, text, start + there.start(), start + stop)  # type: ignore[arg-type]
        cut = min(cut, there.start())
    if exception and exception.start("o") > 3:
        que, until = behind + exception.start("o"), behind + exception.end("o")
        if clause[until:].lstrip(" ,").startswith("ou "):
            until = len(clause)
        later = [span for span in reading.fields.pop("condition", []) if span[0] >= start + until]
        if later:
            reading.fields["condition"] = later
        reading.add("exception", text, start + que, start + until)
        cut = min(que, cut)
    if hole is None or hole[1] > cut:
        reading.add("action", text, start + action_from, start + cut)
    else:
        reading.add("action", text, start + action_from, start + hole[0])
        reading.add("action", text, start + hole[1], start + cut)
    if begin:
        lead = _lead(clause, grammar)
        lead_field = {"lead_condition": "condition", "lead_exception": "exception", "lead_time": "time"}.get(lead)
        if lead_field:
            reading.add(lead_field, text, start, start + begin)  # type: ignore[arg-type]
    done = len(clause) - len(action) + passive.end() if passive else 0
    _beside(reading, text, start, clause, action_from, cut, grammar, done=done)
    return reading


def _gives(clause: str, behind: int, at: int, grammar: Grammar) -> bool:
    """Whether something is given, sent or said to whom stands at `at`: in English by a verb before, else by the word before."""
    return bool(grammar["giving"].search(clause[behind:at]))


def _inserted(reading: Reading, text: str, start: int, clause: str, behind: int, grammar: Grammar) -> int:
    """A condition or exception between the modal and what is to be done («may, if satisfied that …, issue»); where that begins."""
    comma = re.compile(r"\s*,\s*").match(clause, behind)
    at = comma.end() if comma else behind
    at += len(clause[at:]) - len(clause[at:].lstrip())
    for field, pattern in (("exception", "trailing_exception"), ("condition", "trailing_condition")):
        if grammar[pattern].match(clause, at):
            end = clause.find(", ", at, first_line(clause, at))
            if end < 0:
                return behind
            reading.add(field, text, start + at, start + end)  # type: ignore[arg-type]
            return end + 2
    return behind


def _beside(
    reading: Reading, text: str, start: int, clause: str, behind: int, cut: int, grammar: Grammar, *, done: int
) -> None:
    """When, to whom, and by whom."""
    until = region(clause, behind, cut, grammar["stop_region"])
    time = grammar["time"].search(clause, behind, cut)
    if time and time.start() < until:
        reading.add("time", text, start + time.start(), start + whole_words(clause, time.start(), time.end()))
    recipient = grammar["recipient"].search(clause, behind, until)
    if recipient and _gives(clause, behind, recipient.start("r"), grammar):
        reading.add("recipient", text, start + recipient.start("r"), start + recipient.end("r"))
    agent = grammar["by_agent"].search(clause, done, cut) if done else None
    if agent and agent.start("a") <= done + NEAR:
        reading.add("actor", text, start + agent.start("a"), start + agent.end("a"))
