"""Norms in German: the finite modal stands second in a main clause, its subject before it or right behind it.

Keeps true: a modal at the end of its clause is one of a subordinate clause and makes no atom. «hat» and «ist» are modals
only with an infinitive with «zu» in their clause, whose «zu» is part of the modal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pincite.atoms.atom import Field
from pincite.atoms.found import Reading, first_line, region, whole_words
from pincite.atoms.grammar import Grammar

__all__ = ["read"]

_BRACKET = re.compile(r"\([^()]{0,400}\)|\[[^\[\]]{0,400}\]")
_NOUN = r"[A-ZÄÖÜ][\wäöüß-]*"
_ADJECTIVE = r"(?:[a-zäöüß-]+(?:e|en|er|es|te|ten|ter)\s)"
_GENITIVE = rf"(?:\s(?:des|der|eines|einer|dieser|dieses|ihrer|seiner|seines)\s{_ADJECTIVE}{{0,2}}{_NOUN})"
_HEADED = r"(?:sich|auch|jedoch|aber|zudem|indessen|dabei|namentlich|insbesondere|in diesem Fall|nur|ferner|überdies|ausserdem|dagegen|hingegen|nötigenfalls|insoweit|allenfalls|gegebenenfalls|jederzeit|ebenfalls)\s"
_END_VERB = re.compile(r"\s*(?:[,;.:)]|und\b|oder\b|sowie\b|bzw\b|–|$)")
_VERB_FIRST = re.compile(
    r"(?!(?:Mit|Laut|Statt|Gegen|Neben|Wegen|Zwischen|Unter|Hinter|Über|Entgegen|Nebst|Samt|Seit|Ausser|Durch|Nach|Für)\b)[A-ZÄÖÜ][a-zäöüß]+(?:t|en|ert|st)\s(?:der|die|das|ein|eine|er|sie|es|sich|dem|den|jemand|mehrere|beide|diese|dieser|keine?|kein|nach|bei|in|im|nicht)\b"
)


_ANOTHER = re.compile(r",? (?:und|oder) (?:ist|sind|kann|können|wird|werden|hat|haben|muss|müssen|darf|dürfen|soll)\b")
_OTHER_NORM = re.compile(r",? und (?:kann|können|muss|müssen|darf|dürfen|soll|sollen)\b(?! *[,;.])")
COMMAS = 2
"""A clause with more of them behind «wenn» is not taken for one condition."""


class _Modal(NamedTuple):
    start: int
    end: int
    zu: tuple[int, int] | None
    modality: str


def read(text: str, start: int, end: int, grammar: Grammar) -> Iterator[Reading]:
    """The norms of one sentence."""
    sentence = text[start:end]
    if grammar["definition"].search(sentence.split("\n")[0]) and "\n" in sentence:
        return
    if grammar["amendment"].search(sentence):
        return
    parts = [(0, len(sentence))] if "\n" in sentence else _parts(sentence)
    for first, last in parts:
        found = _clause(text, start + first, start + last, grammar)
        if found:
            yield found


def _parts(sentence: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    begin = 0
    for cut in re.finditer(r";\s+", sentence):
        found.append((begin, cut.start()))
        begin = cut.end()
    return [*found, (begin, len(sentence))]


def _clause(text: str, start: int, end: int, grammar: Grammar) -> Reading | None:
    clause = _BRACKET.sub(lambda found: "\u00b7" * len(found[0]), text[start:end])
    for pattern, modality in grammar.modals:
        for found in pattern.finditer(clause):
            modal = _modal(clause, found, modality, grammar)
            if modal is None:
                continue
            field = _first_field(clause, modal.start)
            if field is None:
                continue
            reading = _read(text, start, end, clause, field, modal, grammar)
            if reading is not None:
                return reading
    return None


def _modal(clause: str, found: re.Match[str], modality: str, grammar: Grammar) -> _Modal | None:
    """The modal with its «zu»; None where the verb ends its clause, or is no modal."""
    if _END_VERB.match(clause, found.end()):
        return None
    word = found["m"]
    if word in ("hat", "haben", "ist", "sind"):
        rest = re.split(r"[;:\n]", clause[found.end() :], maxsplit=1)[0]
        tail = None
        for tail in grammar["duty_tail"].finditer(rest):
            after = rest[tail.end() :].lstrip()
            if not after or after[0] in ",." or after.startswith(("und ", "oder ", "sowie ")):
                break
        else:
            tail = None
        if tail is None or re.search(r",\s*(?:um|ohne|anstatt)\s", rest[: tail.start()]) or "," in rest[: tail.start()]:
            return None
        if re.search(
            r"\b(?:Recht|Anspruch|Pflicht|Möglichkeit|Gelegenheit|Befugnis|verpflichtet|berechtigt|befugt|bereit|gehalten|geeignet|leicht|schwer)\b",
            rest[: tail.start()],
        ):
            return None
        group = "z" if tail["z"] else "y"
        return _Modal(
            found.start(), found.end(), (found.end() + tail.start(group), found.end() + tail.end(group)), modality
        )
    return _Modal(found.start(), found.end(), None, modality)


def _first_field(clause: str, at: int) -> tuple[int, int] | None:
    """Where the first field begins: behind the clauses that come before it; (begin, begin) when the modal comes first."""
    before = clause[:at]
    if not before.strip():
        return None
    cut = before.rfind(",")
    if cut < 0:
        return 0, at
    last = before[cut + 1 :]
    if "\n" in before:
        return None
    if not last.strip() or last.strip() == "so":
        return at, at
    if last.strip().split(" ")[0] in ("so", "dann"):
        return cut + 1, at
    # a relative clause inside the first field: «Die Person, die …, kann»
    return 0, at


def _read(
    text: str, start: int, end: int, clause: str, field: tuple[int, int], modal: _Modal, grammar: Grammar
) -> Reading | None:
    begin, stop = field
    first = clause[begin:stop].strip()
    rest = clause[modal.end :]
    lead = clause[:begin] if begin else ""
    if begin == stop:
        lead = clause[: modal.start]
        if grammar["free_relative"].match(lead):
            first, begin, stop = clause[: modal.start].strip(" ,"), 0, len(clause[: modal.start].rstrip(" ,so"))
            lead = ""
            return _made(text, start, end, clause, (begin, stop), modal, rest, lead, grammar, free=True)
        if not _is_condition(lead, grammar):
            said = lead.rstrip(" ,")
            if not _with_relative(said, grammar):
                return None
            return _made(text, start, end, clause, (0, len(said)), modal, rest, "", grammar)
        there = _subject_behind(clause, modal.end, grammar)
        return _made(text, start, end, clause, there, modal, rest, lead, grammar)
    if (lead and not _is_condition(lead, grammar)) or first.endswith((" und", " oder")):
        return None
    if "," in first and not _enumeration(first):
        return None
    if first.startswith(("so ", "dann ")):
        there = _subject_behind(clause, modal.end, grammar)
        return _made(text, start, end, clause, there, modal, rest, lead, grammar)
    conditional = bool(grammar["lead_condition"].match(first))
    if (conditional and "," in first) or (not conditional and grammar["subordinate"].search(first)):
        return None
    behind = _subject_behind(clause, modal.end, grammar)
    if _is_subject(first, grammar) and not _prefers_behind(first, clause, modal.end):
        return _made(text, start, end, clause, (begin, stop), modal, rest, lead, grammar)
    if behind is None:
        return None
    before = (begin, stop)
    return _made(text, start, end, clause, behind, modal, rest, lead, grammar, before=before)


def _enumeration(words: str) -> bool:
    """«Der Bund, die Kantone und die Gemeinden»: behind every comma a noun."""
    return all(re.match(r"(?:der |die |das |den |ein |eine )?[A-ZÄÖÜ]", part) for part in words.split(", ")[1:])


def _with_relative(words: str, grammar: Grammar) -> bool:
    """«Die Person, die den Antrag stellt»: a nominative with one relative clause."""
    head, comma, relative = words.partition(", ")
    return (
        bool(comma)
        and relative.count(",") <= 1
        and len(head.split()) <= 8
        and bool(
            re.match(
                r"(?:(?:in|an|auf|mit|für|bei|aus|von) )?(?:der|die|das|dem|den|deren|dessen|denen|welche[rs]?)\b",
                relative,
            )
        )
        and _is_subject(head, grammar)
    )


def _is_condition(lead: str, grammar: Grammar) -> bool:
    lead = lead.strip()
    return bool(
        grammar["lead_condition"].match(lead) or grammar["lead_exception"].match(lead) or _VERB_FIRST.match(lead)
    )


def _is_subject(first: str, grammar: Grammar) -> bool:
    words = first.split()
    if not words or len(words) > 30 or words[-1] in ("und", "oder", "sowie", "so", "aber", "auch"):
        return False
    if grammar["not_subject_start"].match(first) or grammar["dative_article"].fullmatch(words[0]):
        return False
    if re.fullmatch(grammar["nominative_pronoun"].pattern, first):
        return True
    if re.fullmatch(grammar["nominative"].pattern, words[0]):
        return len(words) > 1 and any(word[0].isupper() for word in words[1:])
    return words[0][0].isupper() and (
        len(words) == 1
        or words[1]
        in (
            "und",
            "oder",
            "sowie",
            "der",
            "des",
            "von",
            "mit",
            "in",
            "für",
            "im",
            "aus",
            "nach",
            "über",
            "gemäss",
            "an",
            "zur",
            "zum",
            "die,",
            "ohne",
        )
        or words[1][0].isupper()
        or bool(re.match(_ADJECTIVE, words[0] + " "))
    )


def _prefers_behind(first: str, clause: str, at: int) -> bool:
    """«Die Frist kann der Richter verlängern»: a plain nominative behind the modal is the subject."""
    if not re.match(r"(?:Die|Das|Eine|Diese|Dieses|Ihre|Seine|Keine|Alle|Beide|Weitere|Andere|[A-ZÄÖÜ]\w+en\b)", first):
        return False
    return bool(
        re.match(rf"\s(?:{_HEADED})?(?:der|er|jeder|ein|kein|dieser)\s(?:{_ADJECTIVE})?{_NOUN}", clause[at:])
    ) and not re.match(
        rf"\s(?:{_HEADED})?(?:der)\s(?:{_ADJECTIVE})?(?:{_NOUN})\s(?:zu|zur|zum|nicht|unterstellt|entzogen|übertragen|überlassen|mitgeteilt|mitzuteilen|gemeldet)\b",
        clause[at:],
    )


@cache
def _behind_modal(nominative: str, pronoun: str) -> re.Pattern[str]:
    """A subject right behind the modal: a nominative with its genitives, two joined by «und», or a pronoun."""
    return re.compile(
        rf"\s(?:{_HEADED}){{0,2}}(?P<s>(?:{nominative})\s(?:{_ADJECTIVE}){{0,2}}(?:und\s{_ADJECTIVE})?{_NOUN}{_GENITIVE}{{0,2}}"
        rf"(?:\s(?:und|oder)\s(?:(?:{nominative})\s)?(?:{_ADJECTIVE})?{_NOUN}{_GENITIVE}?)?|(?:{pronoun})(?=\s))"
    )


def _subject_behind(clause: str, at: int, grammar: Grammar) -> tuple[int, int] | None:
    pattern = _behind_modal(grammar["nominative"].pattern, grammar["nominative_pronoun"].pattern)
    found = pattern.match(clause, at)
    if not found:
        return None
    said = found["s"]
    if said in ("sie", "es") and re.match(r"\s(?:dieser|jener|jeder|er|der\s[A-ZÄÖÜ])", clause[found.end("s") :]):
        return None  # an object: «so hat sie dieser … zu halten»
    # «der», «die» before a noun may be a dative or an accusative: taken only when the noun is one who acts, or alone
    return found.span("s") if said else None


def _made(
    text: str,
    start: int,
    end: int,
    clause: str,
    subject: tuple[int, int] | None,
    modal: _Modal,
    rest: str,
    lead: str,
    grammar: Grammar,
    *,
    free: bool = False,
    before: tuple[int, int] | None = None,
) -> Reading | None:
    if subject is None:
        return None
    said = clause[subject[0] : subject[1]].strip()
    word = clause[modal.start : modal.end]
    passive = _passive(rest, grammar) if modal.zu is None else word in ("ist", "sind")
    agent = free or _agent(said, grammar)
    pronoun = bool(grammar["pronoun"].match(said))
    if grammar["be"].search(rest) or grammar["constitutive"].search(rest.split("\n", maxsplit=1)[0]):
        return None
    behind = subject[0] > modal.start
    if word in ("ist", "sind") and (agent and behind and before is not None):
        return None
    if word in ("hat", "haben") and not agent and not pronoun:
        return None
    if behind and not agent and not pronoun and not passive:
        return None
    if behind and passive and not pronoun and re.match(r"(?:der|den|dem)\s", said) and not agent:
        return None
    action_start = subject[1] if behind else modal.end
    negation = None
    if grammar["no_subject"].match(said):
        found = grammar["no_subject"].match(said)
        assert found is not None
        negation = (subject[0] + clause[subject[0] :].find(said[: found.end()]), 0)
        negation = (negation[0], negation[0] + found.end())
    else:
        there = grammar["negation"].search(clause, action_start)
        comma = re.compile(r"[,;\n]").search(clause, action_start)
        if there and (comma is None or there.start() < comma.start()):
            if grammar["negation_stop"].match(clause, there.start()) or modal.zu is not None:
                return None
            if word in ("muss", "müssen"):
                return None
            negation = there.span("n")
        elif there and word not in ("muss", "müssen", "soll", "sollen"):
            behind_it = grammar["trailing_condition"].search(clause, action_start)
            if behind_it is None or there.start() < behind_it.start():
                return (
                    None  # what is denied behind a comma may be the modal's own: «kann auf …, die …, nicht verzichten»
                )
    negated = negation is not None
    if modal.modality == "may" and not negated and not passive and not agent and not pronoun:
        return None
    modality = (
        {"must": "must_not", "may": "must_not", "should": "should_not"}[modal.modality] if negated else modal.modality
    )
    reading = Reading(start, end, modality)  # type: ignore[arg-type]
    reading.add("actor" if agent and not passive else "subject", text, start + subject[0], start + subject[1])
    reading.add("modal", text, start + modal.start, start + modal.end)
    if modal.zu:
        reading.add("modal", text, start + modal.zu[0], start + modal.zu[1])
    if negation:
        reading.add("negation", text, start + negation[0], start + negation[1])
    other_norm = _OTHER_NORM.search(clause, action_start, first_line(clause, action_start))
    cut = whole = other_norm.start() if other_norm else len(clause)
    for field, pattern in (("exception", "trailing_exception"), ("condition", "trailing_condition")):
        there = grammar[pattern].search(clause, action_start, min(whole, first_line(clause, action_start)))
        own = clause[action_start : there.start()].rstrip(" ,") if there else ""
        if there and not re.search(r"[a-zäöüß]n$", own):
            continue  # the infinitive stands behind the condition: it is in the middle of the clause
        if there and clause.count(",", there.end(), first_line(clause, there.end())) <= COMMAS:
            stop = cut if there.start() < cut else whole
            another = _ANOTHER.search(clause, there.end(), stop)
            reading.add(field, text, start + there.start(), start + (another.start() if another else stop))  # type: ignore[arg-type]
            cut = min(cut, there.start())
    if behind:
        reading.add("action", text, start + modal.end, start + subject[0])
    reading.add("action", text, start + action_start, start + cut)
    if before is not None:
        first = clause[before[0] : before[1]].strip()
        kind = _field_of(first, grammar)
        if kind:
            reading.add(kind, text, start + before[0], start + before[1])
        else:
            reading.add("action", text, start + before[0], start + before[1])
            reading.fields["action"].sort()
    if lead.strip():
        reading.add(
            _field_of(lead.strip(), grammar) or "condition",
            text,
            start,
            start + len(re.sub(r"[,\s]+(?:so\s*)?$", "", lead)),
        )
    until = region(clause, action_start, cut, grammar["stop_region"])
    time = grammar["time"].search(clause, action_start, cut)
    if time and time.start() < until:
        reading.add("time", text, start + time.start(), start + whole_words(clause, time.start(), time.end()))
    recipient = grammar["recipient"].search(clause, action_start, until)
    if recipient and not _genitive(clause, recipient.start("r")):
        reading.add("recipient", text, start + recipient.start("r"), start + recipient.end("r"))
    if passive:
        actor = grammar["by_agent"].search(clause, action_start, cut)
        if actor:
            reading.add("actor", text, start + actor.start("a"), start + actor.end("a"))
    return reading


def _genitive(clause: str, at: int) -> bool:
    """Whether «der» at this point belongs to the noun before it («die Befugnisse der Generalversammlung»)."""
    before = clause[:at].split()
    return clause.startswith("der ", at) and bool(before) and before[-1][0].isupper()


def _passive(rest: str, grammar: Grammar) -> bool:
    """Whether the infinitive of the modal's own clause is one of the passive; a clause behind a comma is another."""
    own = re.split(r"[,;:\n]", rest, maxsplit=1)[0].rstrip(" .")
    if re.search(r"\b[a-zäöüß]+n$", own):
        return bool(re.search(r"\b(?:werden|worden sein)$", own))
    return bool(grammar["passive_tail"].search(first_line_of(rest)))


def first_line_of(text: str) -> str:
    """Up to the end of the line."""
    return text[: first_line(text, 0)]


def _field_of(words: str, grammar: Grammar) -> Field | None:
    if grammar["lead_exception"].match(words):
        return "exception"
    if grammar["lead_time"].match(words):
        return "time"
    if grammar["lead_condition"].match(words) or _VERB_FIRST.match(words):
        return "condition"
    return None


def _agent(said: str, grammar: Grammar) -> bool:
    """Whether the head of a subject is one who acts: its first noun, by table or by its ending."""
    if re.match(r"(?:[Nn]iemand|[Jj]edermann|[Ww]er|[Mm]an|[Jj]eder$|[Ee]r$)", said):
        return True
    for word in re.findall(rf"(?<![\wäöüß-]){_NOUN}", said)[:3]:
        if word in (
            "Die",
            "Der",
            "Das",
            "Ein",
            "Eine",
            "Jede",
            "Jeder",
            "Diese",
            "Dieser",
            "Kein",
            "Keine",
            "Alle",
            "Beide",
            "Mehrere",
            "Ihre",
            "Seine",
            "Sein",
            "Jedes",
            "Dieses",
            "Einzelne",
        ):
            continue
        if word in grammar.words["not_agent"]:
            return False
        return bool(grammar["agent"].fullmatch(word)) or bool(
            re.search(f"(?i:(?:{grammar['agent_ending'].pattern})s?$)", word)
        )
    return False
