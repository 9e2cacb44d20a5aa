"""What stands around a quoted stretch: its sentence, the words cut off before and after it, quotation marks that enclose it.

Keeps true: nothing outside the sentence (or list item) of the quote is called cut off. A term of art or a fragment without a
verb is not flagged for what was cut; a list item whose verb stands in the introductory words counts as a clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.findings import Finding
from pincite.quotation.denials import ARTICLES, GERMAN_ARTICLES, NOT_FINITE, clause_denied, clause_limited
from pincite.quotation.edges import cut_in_half, denied_later
from pincite.quotation.led_in import cut_after, supposes
from pincite.quotation.lexicon import Lexicon
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.tokens import NUMBER, Token, tokenise
from pincite.text.folding import fold, is_han
from pincite.text.patterns import pattern
from pincite.text.sentences import sentences
from pincite.text.span import Span

__all__ = ["clause_line_of", "cut_findings", "enclosing_marks", "has_verb", "line_of", "sentence_of"]

_REACHES = (300, 1500)
"""How far a sentence is looked for; farther only when it is longer."""
_LABEL = pattern(
    r"\s*(?:(?:\(?\d+[a-z]{0,2}\)|\d+(?:\.\d+)*\.?|\([a-z]{1,3}\)|[a-z]\.|[ivx]+\.|[–—-]|•|§ ?\d+\.?|\[\d+\]|Art\.\s*\d+\w*|第[\d一二三四五六七八九十百]+[條条段款])[\s\u00a0\u3000]+)+"
)
_OPEN = "“„«「『‹‘"
_QUOTE_MARKS = pattern('[“”„«»「」『』‹›‘’"]')
_CLOSE = {"“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "‹": "›", "‘": "’"}


def sentence_of(prepared: PreparedSource, start: int, end: int) -> Span:
    """The sentence (or sentences) of the source that hold `[start, end)`, labels at its start left out."""
    source = prepared.source
    found = prepared.sentences(start, end)
    for reach in () if found else _REACHES:
        low, high = max(0, start - reach), min(len(source), end + reach)
        found = [
            Span(low + s.start, low + s.end)
            for s in sentences(source[low:high], prepared.language)
            if low + s.end > start and low + s.start < max(end, start + 1)
        ]
        if found and (found[0].start > low or not low) and (found[-1].end < high or high == len(source)):
            break
    if not found:
        return Span(start, end)
    first, last = max(found[0].start, start - _REACHES[-1]), min(found[-1].end, end + _REACHES[-1])
    label = _LABEL.match(source, first, start) if first < start else None
    if label and label.end() <= start:
        first = label.end()
    return Span(min(first, start), max(last, end))


def line_of(prepared: PreparedSource, start: int, end: int) -> Span:
    """The sentence cut down to the lines of the quote: a list item of its own, labels left out."""
    sentence = sentence_of(prepared, start, end)
    source = prepared.source
    line = source.rfind("\n", sentence.start, start) + 1
    first = max(sentence.start, line)
    label = _LABEL.match(source, first, start + 1)
    if label and label.end() <= start:
        first = label.end()
    stop = source.find("\n", end, sentence.end)
    return Span(first, stop if stop >= 0 else sentence.end)


def clause_line_of(prepared: PreparedSource, start: int, end: int) -> Span:
    """The line of the quote with the lines that only a line end parts from it: a hard-wrapped sentence, not a list."""
    sentence, line = sentence_of(prepared, start, end), line_of(prepared, start, end)
    source = prepared.source
    first, stop = line.start, line.end
    while first > sentence.start:
        newline = source.rfind("\n", sentence.start, first)
        if newline < 0:
            first = sentence.start if not source[sentence.start : first].strip() else first
            break
        begin = max(source.rfind("\n", sentence.start, newline) + 1, sentence.start)
        if source[newline:first].strip() or not _wraps(source, begin, newline):
            break
        label = _LABEL.match(source, begin, newline)
        first = label.end() if label else begin
        if label:
            break
    while stop < sentence.end and source[stop] == "\n" and _wraps(source, source.rfind("\n", 0, stop) + 1, stop):
        following = source.find("\n", stop + 1, sentence.end)
        stop = following if following >= 0 else sentence.end
    return Span(first, stop)


_WRAPPED = 40
"""Characters of a line from which its end may be a wrap though a capital follows."""
_SHORT = 4
"""Letters of a word that ends no heading («im», «der», «of the»)."""


def _wraps(source: str, begin: int, newline: int) -> bool:
    """Whether the line end at `newline` only wraps a sentence: no mark before it, no label or heading about it."""
    before = source[begin:newline].rstrip()
    after = source[newline + 1 : newline + 40].lstrip(" \t\u00a0")
    if not before or not after or after[0] == "\n" or before[-1] in ".;:!?。；：！？" or _LABEL.match(after):
        return False
    if before[-1] in ",，、" or after[0].islower():
        return True
    if is_han(after[0]):
        return is_han(before[-1])
    last = before.split()[-1]
    size = newline - source.rfind("\n", 0, newline)
    return last.islower() and (len(last) <= _SHORT or size >= _WRAPPED)


def _tokens(text: str, prepared: PreparedSource) -> list[Token]:
    return tokenise(fold(text).text, prepared.language)


def _clean(prepared: PreparedSource, start: int, end: int) -> str:
    """The source's words in a span, layout left out."""
    begin, stop = prepared.plain_offset(start), prepared.plain_offset(end)
    return prepared.plain[begin:stop]


def has_verb(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether the words read as a clause with its verb, as far as the tables show it."""
    words = [t for t in tokens if t.counts]
    if lexicon.chinese:
        return len(words) >= 6 and any(lexicon.holds("copula", t) or lexicon.holds("modal", t) for t in words)
    if len(words) < 3:
        return False
    for at, token in enumerate(tokens):
        if token.kind != "w":
            continue
        if lexicon.holds("copula", token) or (lexicon.starts("modal", tokens, at) and token.key not in NOT_FINITE):
            return True
        small = token.text[:1].islower()
        if lexicon.language == "en" and at and small and _third_person(tokens, at):
            return True
        if _governs_object(lexicon, tokens, at):
            return True
        if (
            at
            and small
            and len(token.key) > 4
            and token.key.endswith(lexicon.verb_endings)
            and not any(lexicon.holds(kind, token) for kind in ("quantifier", "connective", "hedge", "form", "number"))
        ):
            return True
    return False


_BEFORE_OBJECT = {
    "fr": ("e", "ent", "it"),
    "it": ("a", "e", "ano", "ono"),
}
"""How a verb ends that the tables do not know, where an article follows on it («versa il salario», «verse le salaire»)."""
_SUBJECT_PRONOUNS = ("il", "elle", "on", "ils", "elles", "egli", "ella", "esso", "essa", "essi", "esse", "nous")
_OBJECT_ARTICLES = frozenset({"il", "lo", "la", "i", "gli", "le", "l", "un", "una", "uno", "les", "une", "des"})


def _governs_object(lexicon: Lexicon, tokens: Sequence[Token], at: int) -> bool:
    """A word between a noun and an article, in a language in which no noun stands there: its verb."""
    endings = _BEFORE_OBJECT.get(lexicon.language)
    if endings is None or not 0 < at < len(tokens) - 1 or tokens[at + 1].key not in _OBJECT_ARTICLES:
        return False
    word, left = tokens[at], tokens[at - 1]
    free = word.text.islower() and len(word.key) > _SHORT and word.key.endswith(endings)
    noun = left.kind == "w" and len(left.key) > _SHORT and not lexicon.holds("preposition", left)
    denied = left.key == "'" and at > 1 and tokens[at - 2].key in ("n", "s")  # «n'annule la décision»
    noun = noun or denied or left.key in _SUBJECT_PRONOUNS
    known = any(lexicon.holds(kind, word) for kind in ("quantifier", "connective", "form", "pronoun", "conjunction"))
    return free and noun and not known


_DETERMINERS = {
    "the",
    "a",
    "an",
    "any",
    "no",
    "his",
    "her",
    "its",
    "their",
    "that",
    "to",
    "all",
    "this",
    "every",
    "each",
    "such",
}


def _third_person(tokens: Sequence[Token], at: int) -> bool:
    """«the carrier insures the goods»: a word in -s between a noun and a determiner."""
    word = tokens[at].key
    if not word.endswith("s") or word.endswith(("ss", "us")) or at + 1 >= len(tokens):
        return False
    return tokens[at + 1].key in _DETERMINERS and tokens[at - 1].kind == "w" and tokens[at - 1].key not in _DETERMINERS


def cut_findings(
    prepared: PreparedSource,
    lexicon: Lexicon,
    spans: Span,
    quote: Sequence[Token],
    *,
    finite: bool = True,
    open_end: bool = False,
    inside: Span | None = None,
) -> list[Finding]:
    """What was left outside the marks that a person should see: an exception, a condition, a negation, an attribution.

    `finite` is false when the draft's bracket makes the first verb a part of its own sentence («[making] a statement»); `open_end`
    says that an omission mark ends the quote, so that what follows is named there; `inside` are the marks of an inner quotation,
    beyond which nothing belongs to it.
    """
    clause = has_verb(quote, lexicon)
    line = line_of(prepared, spans.start, spans.end)
    wide = clause_line_of(prepared, spans.start, spans.end)
    item = _is_item(prepared, line, spans)
    found: list[Finding] = []
    ahead: list[Finding] = []
    # a heading may stand in the way on the wider line, and half of a wrapped sentence on the narrower one: both are read
    for end in () if open_end else dict.fromkeys((line.end, wide.end)):
        if (clause or item) and not found:
            stop = min(end, inside.end) if inside else end
            after = _tokens(_clean(prepared, spans.end, stop), prepared)
            found = _cut_before(lexicon, after, quote) or denied_later(lexicon, quote, after)
    wrapped = wide.start < line.start and prepared.source[line.start : line.start + 1].islower()
    for start in (wide.start,) if wrapped else dict.fromkeys((line.start, wide.start)):
        if not ahead:
            begin = max(start, inside.start) if inside else start
            before = _own_sentence(lexicon, _tokens(_clean(prepared, begin, spans.start), prepared))
            ahead = _cut_off_before(lexicon, before, quote, clause=clause, item=item, finite=finite)
            ahead = ahead or cut_in_half(lexicon, before, quote)
    return found + ahead


def _own_sentence(lexicon: Lexicon, before: list[Token]) -> list[Token]:
    """The words from where a sentence opens without a full stop that could be seen: «… Titel Wenn …», «… société.2 Si …»."""
    for at in range(len(before) - 1, 0, -1):
        last = before[at - 1]
        opens = before[at].text[:1].isupper() and (last.kind == NUMBER or last.text.islower())
        if opens and lexicon.starts("front", before, at) is not None:
            return before[at:]
    return before


def _cut_off_before(
    lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token], *, clause: bool, item: bool, finite: bool
) -> list[Finding]:
    """What `before`, the words of the sentence up to the quote, say about its clause."""
    cut: list[Finding] = []
    if before and lexicon.chinese and _inside_a_denial(lexicon, before, quote):
        return [Finding("cut_after_negation", {"words": "".join(t.text for t in before)})]
    verbal = _verb_behind_condition(lexicon, before, quote)
    if before and (clause or item or verbal or _follows_complement(lexicon, before, quote)):
        cut = cut_after(lexicon, before, quote)
    if before and not cut and clause and _only_before(lexicon, before):
        cut = [Finding("cut_after_condition", {"words": before[-1].text})]
    if before and not cut and not _heading(before):
        words = ("" if lexicon.chinese else " ").join(t.text for t in before)
        if clause_denied(lexicon, before, quote, verb=clause):
            cut = [Finding("cut_after_negation", {"words": words})]
        elif finite and clause_limited(lexicon, before, quote, verb=clause):
            cut = [Finding("cut_after_condition", {"words": words})]
    return cut


def _verb_behind_condition(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> bool:
    """Whether a German quote begins at the verb that follows on a clause («…, | entscheidet die Behörde», «…, so | …»)."""
    if (
        lexicon.language != "de"
        or len(before) < _FEWEST_CHARACTERS
        or sum(t.counts for t in quote) < _FEWEST_CHARACTERS
    ):
        return False
    first = quote[0]
    marked = before[-1].key == "," or (before[-1].key in ("so", "dann") and before[-2].key == ",")
    return marked and first.text.islower() and len(first.key) > _SHORT and first.key.endswith(lexicon.verb_endings)


def _inside_a_denial(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> bool:
    """Whether the quote begins inside a Chinese word that denies or forbids (不 | 得), with words of its own behind it."""
    if before[-1].key not in _DENYING or sum(t.counts for t in quote) <= _FEWEST_CHARACTERS:
        return False
    found = lexicon.starts("forbids", [before[-1], *quote[:4]], 0)
    return found is not None and found[0] > 1


_DENYING = ("不", "未", "无", "没", "勿", "毋", "严", "禁", "绝", "并", "拒")
_FEWEST_CHARACTERS = 3


_ONLY = frozenset(
    {
        "only",
        "merely",
        "solely",
        "nur",
        "bloss",
        "allein",
        "ausschliesslich",
        "einzig",
        "seulement",
        "seul",
        "soltanto",
        "sola",
        "只",
        "仅",
        "唯 一",
    }
)


def _only_before(lexicon: Lexicon, before: Sequence[Token]) -> bool:
    """Whether a word that narrows the quote's first word stands right before it («Only | those parts … need to be translated»)."""
    reach = len(before)
    if reach > 1 and (before[-1].key in (*ARTICLES, *GERMAN_ARTICLES) or lexicon.holds("determiner", before[-1])):
        reach -= 1  # «Only the | owner may …»
    return any(h.end in (reach, len(before)) and h.kind == "scope" and h.lemma in _ONLY for h in lexicon.hits(before))


def _heading(before: Sequence[Token]) -> bool:
    """Whether nothing but marks and numbers stands before the quote."""
    return not any(t.kind in "wc" for t in before)


def _follows_complement(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> bool:
    """Whether a conjunction right before shows the quote to be a clause («it does not follow that | every doubt excuses delay»)."""
    words = sum(t.counts for t in quote)
    if lexicon.chinese:
        return words > _FEWEST_CHARACTERS and supposes(lexicon, before)
    last = before[-2] if len(before) > 1 and before[-1].key == "'" else before[-1]
    return words >= _FEWEST_CHARACTERS and (lexicon.holds("complement", last) or supposes(lexicon, before))


def _is_item(prepared: PreparedSource, line: Span, quoted: Span) -> bool:
    """Whether the quote begins a list item of its own, led in by words with a colon."""
    source = prepared.source
    if quoted.start > line.start + 1:
        return False
    newline = source.rfind("\n", 0, line.start)
    if newline < 0:
        return False
    label = source[newline : line.start].strip()
    return (
        bool(re.fullmatch(r"\(?[a-z]{1,3}[.)]|\(?[ivx]+[.)]|\d+[.)]|[–—-]", label))
        and len(source[line.start : quoted.end].split()) >= 4
    )


def _cut_before(lexicon: Lexicon, after: Sequence[Token], quote: Sequence[Token]) -> list[Finding]:
    if after and lexicon.holds("negation", after[0]) and has_verb(quote, lexicon):
        return [Finding("cut_before_negation", {"words": after[0].text})]
    at = 0
    while at < len(after) and not after[at].counts:
        if after[at].key in (".", "!", "?", '"') and at == 0 and after[at].key == ".":
            return []
        at += 1
    mark = after[0].key if after and at else ""
    if at >= len(after) or mark in (".", "!", "?"):
        return []
    # «but», «however»: only when what follows denies something within the same sentence
    if lexicon.holds("conjunction", after[at]) and at + 1 < len(after):
        # «is two or, if the company has only one director, one»
        beyond = at + 2 if after[at + 1].key == "," else at + 1
        hit = lexicon.starts("cut_next", after, beyond)
        if hit is not None and hit[1] in ("condition", "exception"):
            words = " ".join(t.text for t in after[at : beyond + hit[0]])
            return [Finding(f"cut_before_{hit[1]}", {"words": words})]
    for skip in (0, 1):
        hit = lexicon.starts("cut_next", after, at + skip)
        if hit is None or (skip and not lexicon.holds("pronoun", after[at])):
            continue
        kind = hit[1]
        if kind == "condition_if_denied":  # «may not be employed | without their consent»
            kind = "condition" if any(h.kind == "negation" for h in lexicon.hits(quote)) else "information"
        if kind == "condition_if_ruled":  # «shall not apply | where …»; of a place or a time else
            kind = "condition" if any(h.kind == "modal" for h in lexicon.hits(quote)) else "information"
        if mark == ";" and kind == "condition" and _has_consequence(lexicon, after, at + skip):
            continue
        if kind == "condition" and lexicon.chinese and _goes_on_with_consequence(after, at + skip + hit[0]):
            continue
        if kind.startswith("exception_if"):
            if not _turned(lexicon, after[at + skip : at + skip + 14], quote, either=kind.endswith("turned")):
                continue
            kind = "exception"
        if kind in ("exception", "condition"):
            words = " ".join(t.text for t in after[at : at + skip + hit[0]])
            return [Finding(f"cut_before_{kind}", {"words": words})]
    clause = next((k for k in range(at, len(after)) if after[k].key in (",", ";")), len(after))
    closing = next((k for k in range(at, min(len(after), at + _INSERTION)) if after[k].key in (".", ",", ";")), None)
    if mark == "," and closing and lexicon.holds("exception", after[closing - 1]):  # «…, faute intentionnelle réservée»
        return [Finding("cut_before_exception", {"words": " ".join(t.text for t in after[at:closing])})]
    if lexicon.chinese and any(t.key == "除" and n.key == "外" for t, n in pairwise(after[at:clause])):
        return [Finding("cut_before_exception", {"words": "除外"})]
    return _limit_next(lexicon, after, at, quote)


_INSERTION = 8
"""Words of an exception set in behind a comma, its own word at the end."""


def _has_consequence(lexicon: Lexicon, after: Sequence[Token], at: int) -> bool:
    """Whether a condition behind a semicolon leads a clause of its own («…; if not, they …») and limits none before it."""
    front = lexicon.starts("front", after, at)
    stop = next((k for k in range(at, len(after)) if after[k].key in (";", ".", ":")), len(after))
    own = front is not None and front[1] == "condition" and front[0] == 1
    return own and any(t.key == "," for t in after[at:stop])


def _goes_on_with_consequence(after: Sequence[Token], at: int) -> bool:
    """Whether a Chinese condition leads to a clause of its own behind its comma («，若非特殊情況，個人因素影響輕微»)."""
    for token in after[at:]:
        if token.key in (".", ";", "。", ":", "?"):
            return False
        if token.key == ",":
            return True
    return False


def _turned(lexicon: Lexicon, after: Sequence[Token], quote: Sequence[Token], *, either: bool) -> bool:
    """Whether «but», «however» turns round what was quoted: it denies, or (`either`) affirms what the quote denies."""
    denies = any(h.kind in ("negation", "exception") for h in lexicon.hits(after))
    denied = any(h.kind == "negation" for h in lexicon.hits(quote))
    narrows = any(h.kind == "scope" and h.lemma in _ONLY for h in lexicon.hits(after))
    return denies or (either and (denied or narrows))


def _limit_next(lexicon: Lexicon, after: Sequence[Token], at: int, quote: Sequence[Token]) -> list[Finding]:
    """«elle ne peut toutefois», «he may not, however»: a turn in the next few words of the same sentence."""
    near = after[at : at + 7]
    stop = next((i for i, t in enumerate(near) if t.key in (".", ";")), len(near))
    near = near[:stop]
    for i in range(1, len(near)):
        hit = lexicon.starts("cut_next", near, i)
        if (
            hit is not None
            and hit[0] > 1
            and lexicon.holds("connective", near[i])
            and hit[1] in ("condition", "exception")
        ):
            return [Finding(f"cut_before_{hit[1]}", {"words": " ".join(t.text for t in near[: i + hit[0]])})]
        if (
            hit is not None
            and hit[1] == "exception_if_turned"
            and _turned(lexicon, after[at : at + 14], quote, either=True)
        ):
            return [Finding("cut_before_exception", {"words": " ".join(t.text for t in near)})]
    return []


def enclosing_marks(prepared: PreparedSource, start: int, end: int) -> Span | None:
    """The inside of the quotation marks of the source that enclose `[start, end)`, or None.

    Marks of one paragraph are looked at; a typewriter mark opens and closes in turn.
    """
    source = prepared.source
    low = max(source.rfind("\n\n", 0, start), start - 2000, 0)
    unit = prepared.unit_at(start)
    if unit is not None:
        low = max(low, unit.start)
    stack: list[tuple[str, int]] = []
    for match in _QUOTE_MARKS.finditer(source, low, start):
        at, character = match.start(), match.group()
        if stack and character in _closing(stack[-1][0]):
            if character == "’" and _apostrophe(source, at):
                continue
            stack.pop()
        elif character in _OPEN and not (character == "‘" and _apostrophe(source, at)):
            stack.append((character, at))
        elif character == '"':
            if stack and stack[-1][0] == '"':
                stack.pop()
            else:
                stack.append((character, at))
    for mark, at in reversed(stack):
        closing = _closing(mark)
        for match in _QUOTE_MARKS.finditer(source, end, min(len(source), end + 3000)):
            stop = match.start()
            if match.group() in closing and not (match.group() == "’" and _apostrophe(source, stop)):
                return Span(at + 1, stop)
    return None


def _closing(mark: str) -> str:
    return '"' if mark == '"' else _CLOSE[mark]


def _apostrophe(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()
