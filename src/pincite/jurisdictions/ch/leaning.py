"""Which act a bare place leans on: «Art. 29» after «Art. 41 OR und Art. 28 ZGB», «das SchKG regelt in Art. 80».

Keeps true: an act named since the last citation, in words or by its abbreviation, comes before the act cited last; what a
sentence calls by a word for rules of another maker (a contract, a commune's rules) is no act cited before; where two acts
were cited in one breath and nothing tells them apart (an article cited before, the kind of act meant), it stays open with
its candidates. Looking back is bounded.
"""

from __future__ import annotations

from typing import NamedTuple

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch import act_kinds, statutes
from pincite.jurisdictions.ch.acts import is_plain_head
from pincite.jurisdictions.ch.memory import Memory
from pincite.jurisdictions.ch.text_forms import nominative
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern

__all__ = ["JOINED", "SENTENCE_END", "UNKNOWN", "Leaning", "acts_in_one_breath", "leaning"]

SEVERAL = "several_acts_before"
UNKNOWN = "act_not_known"

_LOOKED_BACK = 8
"""How many citations before are looked at."""
_BREATH = 250
"""Code points between two acts of one sentence at the most."""
_PARAGRAPH = 700
_SENTENCE = 260
"""Code points a sentence is looked back over."""

# The sign first: the looks behind are taken where one stands, and not at every character.
SENTENCE_END = pattern(
    r"[.!?](?<![Vv]gl[.!?])(?<!bzw[.!?])(?<![Aa]rt[.!?])(?<!Abs[.!?])(?<!lit[.!?])(?<!etc[.!?])(?<!resp[.!?])(?<![Cc]f[.!?])(?<![Zz]iff[.!?])(?<!\b[Ss][.!?])(?<!\bE[.!?])(?<!\bc[.!?])(?<!\.m[.!?])(?<!\.B[.!?])(?<!\.a[.!?])(?<!sog[.!?])(?<!ég[.!?])(?<!insb[.!?])(?<!\bnot[.!?])(?<!\.ex[.!?])(?<!\d[.!?])(?<!\b[A-Z][.!?])[»”\")]?\s+(?=[A-ZÀ-Ý«„“(]|\Z)|\A[)»”\"]{0,2}[.!?]\s|\n\s*\n"
)
"""The end of a sentence, also right behind what was cited last."""


class Leaning(NamedTuple):
    """What a bare place leans on.

    Attributes:
        work: the act, "" when open or unknown.
        at: where it was cited or named, -1 when it was not.
        cited: whether a mention begins there.
        note: why there is no act.
        candidates: the acts it may be of, when two have equal evidence.
        uncited: whether it is a clause of what is no law at all, and so no citation.

    """

    work: str
    at: int = -1
    cited: bool = True
    note: str = ""
    candidates: tuple[str, ...] = ()
    uncited: bool = False


def leaning(
    reading: TextReading, memory: Memory, start: int, label: str, meant: frozenset[str] | None, *, sections: bool
) -> Leaning | None:
    """What a bare article at `start` leans on; None when nothing speaks against the act cited last.

    Args:
        reading: the text.
        memory: what is remembered of it.
        start: where the place begins.
        label: the number of its article («271_a»).
        meant: the kinds of act the words behind it mean, None when there are none.
        sections: whether «§» stands before it, which no federal act has.

    """
    text = reading.text
    cited = _cited_before(reading, start)
    since = max(cited[-1].end if cited else 0, start - _PARAGRAPH)
    between = text[since:start]
    if meant is None:
        named = _named_since(reading, memory, since, start, between, sections=sections)
        if named is not None and not (named.candidates and _cited_with(cited, label, start, text)):
            return named
    if not cited or (meant is None and cited[-1].start != memory.last_at):
        return None
    if sections:  # no federal act has sections
        cited = [mention for mention in cited if not _work_of(mention).startswith("ch/sr/")]
    return _among(memory.last_section if sections else memory.last_act, cited, start, label, meant, text)


def _cited_before(reading: TextReading, start: int) -> list[Mention]:
    """The provisions and acts cited last, near enough to be meant."""
    return [
        mention
        for mention in reading.mentions[-_LOOKED_BACK:]
        if mention.kind == "statute" and mention.start < start and start - mention.end < 2 * _PARAGRAPH
    ]


# ----------------------------------------------------------------------------------------------- acts cited in one breath

JOINED = pattern(
    r"[\s,;/)]*(?:(?:und|sowie|oder|bzw\.|beziehungsweise|et|ou|ed?|o|u|and|or|ainsi\sque|nonché|wie\sauch|auch|resp\.|respektive|nach|gemäss|von|des|der|de|du|d[’']|à|aux?|dell[’'ae]|del|nell[’']|in\sVerbindung\smit|i\.\s?V\.\s?m\.|en\s(?:relation|lien|liaison)\savec|in\s(?:relazione|combinato\sdisposto)\scon|in\sconjunction\swith|l[’']|les?|la|gli|agli|all[’'])[\s,]*){0,6}\Z"
)
_ASIDE = pattern(
    r"\s{0,3}[(\[]\s{0,3}(?:(?:[Vv]gl|[Ss]|[Cc]f|[Cc]fr|[Vv])\.|[Ss]iehe|[Vv]oir|[Vv]edi|[Ss]ee|[Aa]uch|[Ss]o)(?:\s(?:auch|ferner|zudem|dazu|ebenfalls|etwa|aussi|également|ég\.|ég|not\.|notamment|anche|pure|also))?\s(?:zu\s|l[’']|les\s|gli\s)?\Z"
)
"""«Art. 13 BV (vgl. auch Art. 8 EMRK)»: what stands in the bracket is said aside."""


def acts_in_one_breath(cited: list[Mention], text: str) -> list[Mention]:
    """The citations, newest first, of the acts of the sentence that ends with the last: one for each act."""
    group = [cited[-1]]
    after = cited[-1]
    for before in reversed(cited[:-1]):
        between = text[before.end : after.start]
        if len(between) > _BREATH or SENTENCE_END.search(between):
            break
        if _work_of(before) != _work_of(after) or before.reference is None:
            if _ASIDE.match(between):
                group = [each for each in group if each is not after] or []
            elif _inside_a_bracket(text, before, after):
                break
            if all(_work_of(before) != _work_of(each) for each in group):
                group.append(before)
        after = before
    return group


def _inside_a_bracket(text: str, before: Mention, after: Mention) -> bool:
    """Whether the one before stands in a bracket that ends before the other, or the other in one of its own."""
    between = text[before.end : after.start]
    return between.count("(") != between.count(")")


def _work_of(mention: Mention) -> str:
    return (mention.reference or "").partition("#")[0]


def _among(
    last: str, cited: list[Mention], start: int, label: str, meant: frozenset[str] | None, text: str
) -> Leaning | None:
    """The act of those cited in one breath, or of an article cited before with this number; None for the act cited last."""
    if meant is not None:
        cited = [each for each in cited if act_kinds.fits(_work_of(each), meant)]
        last = _work_of(cited[-1]) if cited else last
    if not cited:
        return None
    group = acts_in_one_breath(cited, text)
    works = [_work_of(each) for each in group]
    same = _cited_with(cited, label, start, text)
    having = {_work_of(each) for each in same}
    if len(having) == 1 and same[-1].reference is not None:
        (work,) = having
        if work == last or work in works:
            return Leaning(work, same[-1].start)
        if meant is None and not _beside(cited[-1], label):
            return Leaning(work, same[-1].start)
    if len(set(works)) > 1:
        if meant is None and (told := _ordinal(text, cited[-1].end, start, group)):
            return told
        known = tuple(dict.fromkeys(work for work in reversed(works) if work))
        return Leaning(
            "", group[0].start, note=SEVERAL if len(known) > 1 else UNKNOWN, candidates=known if len(known) > 1 else ()
        )
    if works and works[0] and works[0] != last:
        return Leaning(works[0], group[0].start)
    if meant is None and not same and (other := _followed(cited, last, start, label, text)):
        return Leaning("", group[0].start, note=SEVERAL, candidates=(other, last))
    return None


_ORDINAL = pattern(
    r"\b(?:(?P<last>[Ll]etztgenannte[nrsm]?|[Ll]etzterwähnte[nrsm]?|[Ll]etztere[nrsm]?|[Cc]ette\sdernière|[Cc]e\sdernier|[Qq]uest[’']ultim[ao]|[Tt]he\slatter)|(?P<first>[Ee]rstgenannte[nrsm]?|[Ee]rsterwähnte[nrsm]?|[Ee]rstere[nrsm]?|[Tt]he\sformer))"
    r"\s(?:Erlass(?:es)?|Gesetz(?:es)?|Verordnung|loi|ordonnance|règlement|legge|ordinanza|regolamento|[Aa]ct|[Oo]rdinance)(?![\w-])[^.;:]*\Z"
)
"""«Nach dem letztgenannten Erlass (Art. 73a)»: which of two acts is told by its place."""
_PAIR = 2


def _ordinal(text: str, since: int, start: int, group: list[Mention]) -> Leaning | None:
    """The act of those in one breath, newest first, that an ordinal tells; None when none does, or there are not two."""
    told = _ORDINAL.search(text, since, start) if start - since < _BREATH else None
    works = {_work_of(each): each.start for each in reversed(group)}
    if told is None or len(works) != _PAIR or not all(works):
        return None
    work = _work_of(group[0] if told["last"] else group[-1])
    return Leaning(work, works[work])


_FAR = 10


def _followed(cited: list[Mention], last: str, start: int, label: str, text: str) -> str:
    """An act cited before whose article this one follows, when it is far from every article of the act cited last."""
    number = _number(label)
    own = [_number(_article_of(each)) for each in cited if _work_of(each) == last]
    if any(abs(each - number) <= _FAR for each in own if each) or not any(own):
        return ""
    others = [each for each in cited if _work_of(each) not in {"", last} and _near(each, start, text)]
    return next((_work_of(each) for each in reversed(others) if _beside(each, label)), "")


def _cited_with(cited: list[Mention], label: str, start: int, text: str) -> list[Mention]:
    """The citations of an article of this number in the same paragraph."""
    return [each for each in cited if _article_of(each) == label and _near(each, start, text)]


def _near(mention: Mention, start: int, text: str) -> bool:
    return start - mention.end < _PARAGRAPH and "\n\n" not in text[mention.end : start]


_DIGITS = "0123456789"


def _article_of(mention: Mention) -> str:
    """The number of the article cited, "" when it is an act as a whole or another part of one."""
    place = (mention.reference or "").partition("#")[2]
    return place[4:].partition("/")[0].partition("..")[0] if place.startswith("art_") else ""


def _beside(mention: Mention, label: str) -> bool:
    """Whether an article follows the one cited last, or comes just before it."""
    first, second = _number(_article_of(mention)), _number(label)
    return bool(first and second) and abs(first - second) <= _NEXT


_NEXT = 2


def _number(label: str) -> int:
    digits = label[: len(label) - len(label.lstrip(_DIGITS))]
    return int(digits) if digits else 0


# ------------------------------------------------------------------------------------------ what was named since the last

_WORD = pattern(r"(?<![\w./-])(?:[A-ZÄÖÜ][A-Za-zÄÖÜäöü]*[A-ZÄÖÜ][A-Za-zÄÖÜäöü]*|Cst\.|Cost\.)(?![\w/-])")
"""What is shaped like the abbreviation of an act."""
_IN_IT = pattern(
    r"\b(?:(?:[Ii]n|[Ii]m)(?:\s(?:seine[mnr]?|ihre[mnr]?|de[mnr]))?\s|(?:[Àà]|[Dd]ans|[Aa])\s(?:l[’']|les\s|son\s|ses\s|leurs?\s)|[Aa]ux?\s|(?:[Aa]ll|[Nn]ell)[’']|(?:[Aa]l|[Aa]i|[Aa]gli|[Nn]el|[Nn]ei|[Nn]egli)\s(?:suo\s|suoi\s)?|cun\s|en\sl[’'])\Z|:\s?[«„“\"]\s?\Z"
)
"""«… sieht in Art. 12», «… prévoit à l’art. 7»: the article of what the sentence speaks of."""
_ACCORDING_TO = pattern(
    r"\s*(?:[Gg]emäss|[Nn]ach|[Ll]aut|[Ss]elon|[Dd][’']après|[Ss]econdo|[Tt]enor|[Uu]nder)\s(?:de[mrn]|le|la|les|il|the|seine[mr]|ihre[mr])\s[^,;]{1,80}"
)
_BY = pattern(r"\b(?:nach|gemäss|laut|selon\sl[’']|l[’']|à|secondo\sl[’']|under)\s?\Z")
"""«Gemäss dem Reglement der Kasse besteht nach Art. 12 Anspruch»."""
_BRACKET_OPENS = pattern(r"(?:[^.;()]|(?<=\d)\.){0,30}\(\Z")
"""«die Vereinbarung vom 2. Juni 2020 (Art. 3)»."""
_OWNER = pattern(r"\b(?:[Dd]essen|[Dd]eren|[Ss]ein(?:e[mnr]?)?|[Ii]hre?[mnr]?|[Ss]on|[Ss]es|[Ss]uoi?|[Ii]ts)\s\Z")
"""«Dessen Art. 5», «son art. 7»."""


def _named_since(
    reading: TextReading, memory: Memory, since: int, start: int, between: str, *, sections: bool
) -> Leaning | None:
    """What was named between the last citation and the place, when the place is of it, or may be."""
    if len(between) < _LEAST:
        return None
    sentence = between
    # the last sentence is cut to its last code points anyway: no end before them need be found
    for end in SENTENCE_END.finditer(between, max(0, len(between) - _SENTENCE - _OPENING)):
        sentence = between[end.end() :]
    owned = _OWNER.search(between[-10:]) is not None
    if owned and len(sentence) < _OPENING:
        sentence = between  # «Dessen Art. 5», «Nach dessen Art. 5»: of what the sentence before speaks of
    sentence = sentence[-_SENTENCE:]
    tied = owned or _is_tied(sentence)
    # words for rules are looked for only where the place may be of them: tied to the sentence, or in a bracket behind them
    rules = act_kinds.rules_named(sentence) if tied or "(" in sentence[-_BRACKET:] else None
    if rules and not tied and rules.private:
        tied = _BRACKET_OPENS.match(sentence, rules.end) is not None
    acts = [] if sections or memory.abroad else _acts_named(reading, memory, sentence if tied else between)
    if acts and _BRACKET_BEHIND.match(sentence if tied else between, acts[-1][1]):
        return Leaning(acts[-1][0], since, cited=False)
    if (
        rules
        and (tied or _BRACKET_BEHIND.match(sentence, rules.end))
        and not (tied and acts and acts[-1][1] > rules.end)
    ):
        return _of_rules(reading, memory, rules, sections=sections)
    if not acts:
        return None
    work, _ = acts[-1]
    if not work:
        return Leaning("", -1, cited=False, note=UNKNOWN)
    different = {each for each, _ in acts}
    at_hand = memory.last_act if reading.mentions and start - memory.last_at < 2 * _PARAGRAPH else ""
    if different <= {at_hand}:
        return None
    if len(different) == 1 and tied:
        return Leaning(work, since, cited=False)
    if not at_hand:
        return None
    candidates = tuple(dict.fromkeys([*([at_hand] if at_hand and not tied else []), *(each for each, _ in acts)]))
    return Leaning("", -1, cited=False, note=SEVERAL, candidates=candidates)


def _is_tied(sentence: str) -> bool:
    """Whether the place at the end of a sentence is of what the sentence speaks of: «… sieht in», «Gemäss dem … nach»."""
    if _IN_IT.search(sentence[-16:]):
        return True
    return _ACCORDING_TO.match(sentence) is not None and _BY.search(sentence[-12:]) is not None


_BRACKET = 20
_COMMUNAL = frozenset(word_list("communal_acts"))
_LEAST = 6
_OPENING = 24
_COMPOUND = pattern(r"[A-ZÄÖÜ][a-zäöü]{2,}(?:gesetz|verordnung|reglement|(?<!er)ordnung)")
"""«Baugesetz»: the name of one act, not a word for any."""


def _acts_named(reading: TextReading, memory: Memory, words: str) -> list[tuple[str, int]]:
    """The acts named by their abbreviations alone, and where each name ends."""
    found = []
    for match in _WORD.finditer(words):
        key = statutes.key_of(match[0])
        if key in _COMMUNAL:
            found.append(("", match.end()))
        elif key in memory.defined:
            found.append((memory.defined[key], match.end()))
        elif len(numbers := statutes.acts_abbreviated(key, reading.language)) == 1:
            found.append((f"ch/sr/{numbers[0]}", match.end()))
    return found


_BRACKET_BEHIND = pattern(
    r"[\s\u00a0]{1,3}\((?:(?:insbesondere|namentlich|notamment|vgl\.|cf\.|siehe|dort|insb\.)\s)?(?:l[’']|gli\s|les\s)?\Z"
)
"""«die Strafbestimmungen des DSG (Art. 60 bis 66)»."""


def _of_rules(reading: TextReading, memory: Memory, rules: act_kinds.Rules, *, sections: bool) -> Leaning | None:
    """The place is of what a word for rules names: a kind of act cited before, or what was never cited."""
    if rules.private:
        return Leaning("", -1, cited=False, uncited=True)
    if not rules.kinds or rules.of_a_body:
        return Leaning("", -1, cited=False, note=UNKNOWN)
    if not memory.abroad and (number := statutes.act_called(nominative(rules.name))):
        work = f"ch/sr/{number}"
        cited = next((each.start for each in reversed(reading.mentions) if _work_of(each) == work), -1)
        return Leaning(work, cited)
    if sections or act_kinds.fits(memory.last_act, rules.kinds):
        compound = (
            rules.name[:1].isupper()
            and _COMPOUND.match(rules.name)
            and not is_plain_head(rules.name)
            and memory.last_act.startswith("ch/sr/")
        )
        return Leaning("", note=UNKNOWN) if compound and not sections else None
    work, at = act_kinds.last_of_kind(reading, rules.kinds)
    return Leaning(work, at, note="" if work else UNKNOWN)
