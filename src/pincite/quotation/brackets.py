"""The drafter's brackets: A4 (case, inflection), A5 (insertion, substitution), and what a bracket does not license (M1, M9).

Keeps true: a negation, a modal, a number, a date, a scope word on either side of a bracket is M1, bracket or not. A pronoun
may become a name and a name a pronoun; who is meant is for a person to see, except where the text names another party.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import OSA

from pincite.findings import Finding
from pincite.quotation.denials import NOT_FINITE
from pincite.quotation.lexicon import MEANING, Hit, Lexicon
from pincite.quotation.meaning import meanings, overlapping
from pincite.quotation.model import Alteration
from pincite.quotation.outcome import Differences
from pincite.quotation.reading import Reading
from pincite.quotation.surroundings import line_of, sentence_of
from pincite.quotation.tokens import CHARACTER, GAP, NUMBER, WORD, Token

__all__ = ["read_bracket"]

_FUNCTION = {
    "en": {"the", "a", "an", "of", "to", "in", "s", "by", "on", "at", "for", "that", "this", "said", "such"},
    "de": {"der", "die", "das", "des", "dem", "den", "ein", "eine", "einer", "eines", "einem", "einen", "von", "zu"},
    "fr": {"le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "au", "aux", "à", "dudit", "ladite", "ledit"},
    "it": {"il", "lo", "la", "i", "gli", "le", "l", "un", "una", "uno", "del", "della", "dei", "delle", "dello", "dell",
           "di", "al", "alla", "dal", "dalla", "da", "all", "dall", "d", "detto", "detta"},
    "zh": {"该", "之", "的", "这", "本"},
}  # fmt: skip


def read_bracket(reading: Reading, index: int, out: Differences, *, claimed: bool) -> None:
    """Name what a bracket of the draft does to the source."""
    step = reading.steps[index]
    token = reading.tokens[step.j]
    i, i2 = _widen(reading, index, token)
    if (i, i2) != (step.i, step.i2):
        reading.steps[index] = step._replace(i=i, i2=i2)  # what stands around the quote is looked at from there
    j, j2 = step.j, step.j2
    code, note, findings = _judge(reading, token, i, i2, step.i)
    denial = None if code.startswith("M") else _replaced_denial(reading, index, token, i, i2)
    if denial is not None:
        code, note, findings, i = "M1", denial.kind, [], denial.start
        reading.steps[index] = step._replace(i=i, i2=i2)
    j, i = _with_article(reading, index, i, j)
    if claimed:
        code, note = "M9", "claimed"
        findings = [Finding("claimed_brackets", {"words": token.text})]
    span = reading.quote.span(j, j2)
    alteration = Alteration(
        code, span, reading.source_span(i, i2), reading.quote.words(j, j2), reading.source_words(i, i2), note
    )
    out.add(alteration, *(Finding(f.code, f.parameters, span.start, span.end) for f in findings))


def _widen(reading: Reading, index: int, token: Token) -> tuple[int, int]:
    """At the very start or end of a quote a bracket stands for the words up to the clause's edge, when they are few."""
    step = reading.steps[index]
    i, i2 = step.i, step.i2
    if token.glued or not token.inner or _only_meaning(reading.lexicon, token.inner):
        return i, i2
    source = reading.source
    if i2 > i and [t.key for t in source[i:i2]] == [t.key for t in token.inner]:
        return i, i2
    if len(token.inner) == 1 and i2 - i == 1 and reading.related(source[i], token.inner[0]) < 0.8:
        return i, i2
    if step.j == 0 and i2 > 0:
        if i2 > i and reading.lexicon.same_lemma(source[i2 - 1].key, token.key):
            return i2 - 1, i2
        back = i2
        at = reading.source_span(i2 - 1, i2)
        first = line_of(reading.prepared, at.start, at.end).start  # labels stand outside
        while back > 0 and i2 - back < 7 and not _edge(reading, back - 1):
            if reading.source_span(back - 1, back).start < first:
                break
            back -= 1
        whole = back == 0 or _edge(reading, back - 1) or reading.source_span(back, back + 1).start <= first
        if i2 > back and reading.lexicon.same_lemma(source[i2 - 1].key, token.key):
            return i2 - 1, i2
        return (back, i2) if whole else (min(i, i2), i2)
    if step.j2 == len([t for t in reading.tokens if t.counts or t.kind == "b"]) or not any(
        t.counts for t in reading.tokens[step.j2 :]
    ):
        ahead = i
        while ahead < len(source) and ahead - i < 9 and not _edge(reading, ahead):
            ahead += 1
        whole = ahead >= len(source) or _edge(reading, ahead)
        return (i, ahead) if whole and ahead > i2 else (i, i2)
    return i, i2


def _replaced_denial(reading: Reading, index: int, token: Token, i: int, i2: int) -> Hit | None:
    """The negation or quantifier whose place a bracket at the start of a quote takes («[A] person» for «No person»)."""
    lexicon, source = reading.lexicon, reading.source
    if token.glued or any(t.counts or t.kind == GAP for t in reading.tokens[: reading.steps[index].j]):
        return None
    function = _FUNCTION.get(lexicon.language, set())
    start = i
    while start and source[start - 1].key in function:  # «None of | the tenants»
        start -= 1
    hit = next((h for h in overlapping(reading.source_hits, start - 1, start) if h.start < start), None)
    if hit is None:
        return None
    if hit.end > start:
        # the quote begins inside the word: 得 of 不得
        return hit if hit.kind == "negation" or (lexicon.chinese and hit.kind in MEANING) else None
    if any(h.kind == hit.kind for h in lexicon.hits(token.inner)):
        return None
    if hit.kind == "negation":
        if hit.start and not lexicon.holds("negative_subject", source[hit.start]):  # «Nul ne | peut»
            hit = next((h for h in reading.source_hits if h.end == hit.start and h.kind == "negation"), hit)
        return hit if lexicon.chinese or lexicon.holds("negative_subject", source[hit.start]) else None
    determines = start == i == i2 and all(t.key in function for t in token.inner if t.counts)
    return hit if hit.kind == "quantifier" and hit.end == i and determines else None


def _edge(reading: Reading, at: int) -> bool:
    """Whether a source token ends the phrase a bracket may stand for: a mark, a verb, a word of meaning, the end of a line."""
    token = reading.source[at]
    kind = reading.lexicon.single.get(token.key, "")
    meaning = kind in MEANING and kind != "party" and token.key not in NOT_FINITE
    if token.kind == NUMBER or meaning or reading.lexicon.holds("copula", token):
        return True
    if token.key in (".", ";", ":", ",", "-", "(", ")", "[", "]", '"'):
        return True
    after = reading.source[at + 1] if at + 1 < len(reading.source) else None
    between = reading.prepared.source[
        reading.source_span(at, at + 1).end : reading.source_span(at + 1, at + 2).start if after else None
    ]
    return "\n" in between


def _with_article(reading: Reading, index: int, i: int, j: int) -> tuple[int, int]:
    """«an [im]material» for «a material»: the article follows the bracket and is named with it."""
    if index and reading.steps[index - 1].kind == "words" and reading.language == "en":
        before = reading.steps[index - 1]
        pair = (reading.source[before.i : before.i2], reading.tokens[before.j : before.j2])
        if before.i2 == i and before.j2 == j and all(len(side) == 1 and side[0].key in ("a", "an") for side in pair):
            return before.j, before.i
    return j, i


def _judge(reading: Reading, token: Token, i: int, i2: int, place: int) -> tuple[str, str, list[Finding]]:
    lexicon = reading.lexicon
    opens = reading.tokens[0] is token and not token.glued
    while opens and i < i2 and lexicon.holds("conjunction", reading.source[i]) and reading.source[i].key != token.key:
        i += 1  # «[The keeper] may …» for «and may …»: nothing stands before it that it could join
    source = reading.source[i:i2]
    inner = _as_words(token)
    single = len([t for t in source if t.counts]) == 1
    if token.glued or (single and len([t for t in inner if t.counts]) == 1):
        answer = _judge_word(lexicon, source, token)
        if answer:
            return (*answer, [])
    if not inner:
        return "A4" if single else "A5", "", []
    if source and [t.key for t in source] == [t.key for t in inner]:
        return "A4" if inner[-1].key == "'" else "A5", "", []
    if _other_brackets(source, inner):
        return "M9", "", []
    party = _party_question(reading, source, inner, place)
    if party is not None:
        return party
    if _only_meaning(lexicon, inner) and len([t for t in source if t.counts]) > len([t for t in inner if t.counts]):
        return "M1", lexicon.hits(inner)[0].kind, []
    if _named_before(reading, token, source):
        return "A5", "", [Finding("needs_coreference", {})]
    if _changes_meaning(reading, i, i2, inner):
        kind = _kind_changed(reading, i, i2, inner)
        return "M1", kind, []
    if not source or not any(t.counts for t in source):
        return "A5", "", []
    return _substitution(reading, source, inner)


_NAME_WITHIN = 400
_NEVER_IN_NAMES = frozenset({"negation", "exception", "condition", "modal"})


def _named_before(reading: Reading, token: Token, source: Sequence[Token]) -> bool:
    """Whether a bracket gives a pronoun the very words that stand for it before («[La durée maximale]» for «Elle»)."""
    lexicon = reading.lexicon
    words = [t for t in source if t.counts]
    if len(words) != 1 or token.glued or not lexicon.holds("pronoun", words[0]):
        return False
    if any(h.kind in _NEVER_IN_NAMES for h in lexicon.hits(token.inner)):
        return False
    at = source[0].start
    return token.text[1:-1].strip().lower() in reading.prepared.lower[max(0, at - _NAME_WITHIN) : at]


def _only_meaning(lexicon: Lexicon, words: Sequence[Token]) -> bool:
    """Whether all the words are words of meaning, parties apart."""
    covered: set[int] = set()
    for hit in lexicon.hits(words):
        if hit.kind in MEANING and hit.kind != "party":
            covered.update(range(hit.start, hit.end))
    counted = [k for k, t in enumerate(words) if t.counts]
    return bool(counted) and all(k in covered for k in counted)


def _as_words(token: Token) -> list[Token]:
    """The words a bracket makes, glued letters included."""
    if not token.glued:
        return list(token.inner)
    word = token.before + "".join(t.text for t in token.inner) + token.after
    return [Token(WORD, word, word.lower(), token.start, token.end)]


def _judge_word(lexicon: Lexicon, source: Sequence[Token], token: Token) -> tuple[str, str] | None:
    """One word for one: A4 when it is a form of the same word, M1 when a word of meaning or a prefix changes."""
    words = [t for t in source if t.counts]
    if len(words) != 1:
        return None
    old, new = words[0].key, token.key
    if old == new:
        return "A4", ""
    if lexicon.negates(old, new):
        return "M1", "negative_prefix"
    mine = meanings(lexicon.hits(words))
    theirs = meanings(lexicon.hits(_as_words(token)))
    if mine != theirs and any(kind != "party" for kind, _ in [*mine, *theirs]):
        return "M1", next(kind for kind, _ in [*(mine - theirs), *(theirs - mine)])
    if mine != theirs:
        return ("M1", "party") if mine and theirs else None
    if words[0].kind == WORD and lexicon.same_lemma(old, new) and not lexicon.chinese:
        both = lexicon.holds("pronoun", words[0]) and old not in lexicon.lemmas
        return None if both else ("A4", "")
    if token.glued:
        # letters outside the bracket are the source's own: the word is not
        return ("M2", "") if not _stem(old, new) else ("A4", "")
    return None


def _stem(old: str, new: str) -> bool:
    return old[:3] == new[:3] and len(old) > 3


def _other_brackets(source: Sequence[Token], inner: Sequence[Token]) -> bool:
    """Whether the source has the same words in brackets of its own, of another kind."""
    if len(source) < 3 or source[0].key not in "(〔【" or source[-1].key not in ")〕】":
        return False
    return [t.key for t in source[1:-1]] == [t.key for t in inner]


def _changes_meaning(reading: Reading, i: int, i2: int, inner: Sequence[Token]) -> bool:
    return bool(_kind_changed(reading, i, i2, inner))


def _kind_changed(reading: Reading, i: int, i2: int, inner: Sequence[Token]) -> str:
    mine = meanings(overlapping(reading.source_hits, i, i2)) if i2 > i else meanings(())
    theirs = meanings(reading.lexicon.hits(inner))
    changed = (mine - theirs) + (theirs - mine)
    kinds = [kind for kind, _ in changed if kind in MEANING]
    # a short name may leave out a word of a longer one; a party is asked about apart
    kinds = [kind for kind in kinds if kind != "party"]
    return kinds[0] if kinds else ""


# -------------------------------------------------------------------------------------------------- who is meant


def _parties(lexicon: Lexicon, tokens: Sequence[Token]) -> list[str]:
    return [h.lemma for h in lexicon.hits(tokens) if h.kind == "party"]


def _pronoun(lexicon: Lexicon, tokens: Sequence[Token]) -> bool:
    """Whether the words are a pronoun, with at most a preposition or a verb between («da lei», «lui appartient»)."""
    return any(lexicon.holds("pronoun", t) for t in tokens)


def _party_question(
    reading: Reading, source: Sequence[Token], inner: Sequence[Token], place: int
) -> tuple[str, str, list[Finding]] | None:
    """One party for another is M1. A name for a pronoun is A5 unless the text before names only another party."""
    lexicon = reading.lexicon
    mine, theirs = _parties(lexicon, source), _parties(lexicon, inner)
    who = Finding("needs_coreference", {})
    if mine and theirs:
        return ("M1", "party", []) if set(mine) != set(theirs) else None
    if not theirs or mine:
        return None
    others = [h for h in lexicon.hits(source) if h.kind in MEANING]
    if others or any(h.kind in MEANING and h.kind != "party" for h in lexicon.hits(inner)):
        return None
    if not source or not _pronoun(lexicon, source):
        return None if source else ("A5", "", [who])
    if not _meant(reading, place, theirs):
        return "M1", "party", [who]
    return "A5", "", [who]


def _meant(reading: Reading, place: int, parties: Sequence[str]) -> bool:
    """Whether one of the parties may be meant at a place: the nearest one named before, or the first of that sentence."""
    at = reading.source_span(place, place).start
    lexicon = reading.lexicon
    earlier = [h for h in reading.source_hits if h.kind == "party" and h.end <= place]
    unit = reading.prepared.unit_at(at)
    if unit is not None:
        earlier = [h for h in earlier if reading.source_span(h.start, h.end).start >= unit.start]
    if not earlier:
        return True
    nearest = earlier[-1]
    sentence = sentence_of(reading.prepared, *reading.source_span(nearest.start, nearest.end))
    first = next(h for h in earlier if reading.source_span(h.start, h.end).start >= sentence.start)
    known = {h.lemma for h in (nearest, first)}
    stop = lexicon.by_first  # the classes of the lexicon decide; other nouns are not known
    return bool(known & set(parties)) or not stop


# ------------------------------------------------------------------------------------------------- words of substance


def _substitution(reading: Reading, source: Sequence[Token], inner: Sequence[Token]) -> tuple[str, str, list[Finding]]:
    lexicon = reading.lexicon
    who = Finding("needs_coreference", {})
    function = _FUNCTION.get(lexicon.language, set())
    mine = [t for t in source if t.counts and t.key not in function]
    theirs = [t for t in inner if t.counts and t.key not in function]
    if mine and not theirs and inner and not any(lexicon.holds("pronoun", t) or t.text[:1].isupper() for t in mine):
        # «[the] appeal» for «a possible appeal»: an article in brackets hides the word that was left out
        return "A5", "", [Finding("bracket_replaces_substance", {"words": " ".join(t.text for t in source)})]
    pronouns = (all(lexicon.holds("pronoun", t) for t in side) for side in (mine, theirs))
    if any(pronouns) or not mine or not theirs:
        return "A5", "", [who]
    if _pronoun(lexicon, mine) and len(mine) <= 2:
        return "A5", "", [who]
    old, new = {t.key for t in mine}, {t.key for t in theirs}
    if not lexicon.chinese and (new <= old or old <= new):
        # a short name for a long one, or the long one for it: names may come and go, other words are substance
        names = {t.key for t in [*mine, *theirs] if t.text[:1].isupper()}
        if (old ^ new) <= names:
            return "A5", "", []
    if all(any(lexicon.same_lemma(a, b) for b in old) for a in new):
        return "A5", "", []
    if len(mine) == 1 and _abbreviates(mine[0], theirs):
        return "A5", "", [who]
    if len(mine) == len(theirs) == 1 and _correction(reading, mine[0], theirs[0]):
        return "A5", "correction", []
    return "A5", "", [Finding("bracket_replaces_substance", {"words": " ".join(t.text for t in source)})]


_LONGEST_ABBREVIATION = 6


def _abbreviates(short: Token, words: Sequence[Token]) -> bool:
    """Whether a word is the short form of others («Bf», «Bg», «SFC»): a capital, and its letters in their order."""
    long = "".join(t.key for t in words)
    if short.kind != WORD or not short.text[0].isupper() or len(short.text) > min(_LONGEST_ABBREVIATION, len(long) - 3):
        return False
    rest = iter(long)
    return long[0] == short.key[0] and all(letter in rest for letter in short.key)


def _correction(reading: Reading, old: Token, new: Token) -> bool:
    """An evident slip put right: one letter, and the source has the right word elsewhere, or none such as the slip."""
    if old.kind == CHARACTER or OSA.distance(old.key, new.key) > 2:
        return False
    return reading.prepared.lower.count(new.key) > 0 or (OSA.distance(old.key, new.key) == 1 and len(old.key) > 6)
