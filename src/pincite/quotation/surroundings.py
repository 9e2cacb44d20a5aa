"""What stands around a quoted stretch: its sentence, the words cut off before and after it, quotation marks that enclose it.

Keeps true: nothing outside the sentence (or list item) of the quote is called cut off. A term of art or a fragment without a
verb is not flagged for what was cut; a list item whose verb stands in the introductory words counts as a clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pincite.findings import Finding
from pincite.quotation.denials import NOT_FINITE, clause_denied, clause_limited
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
        if (
            at
            and small
            and len(token.key) > 4
            and token.key.endswith(lexicon.verb_endings)
            and not any(lexicon.holds(kind, token) for kind in ("quantifier", "connective", "hedge", "form", "number"))
        ):
            return True
    return False


_LED_IN = {
    "inwiefern",
    "wonach",
    "weil",
    "was",
    "wobei",
    "wie",
    "welche",
    "welcher",
    "welches",
    "und",
    "oder",
    "sondern",
}
"""Words that show a German clause to depend on another; it cannot be taken for a statement of its own."""
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
    prepared: PreparedSource, lexicon: Lexicon, spans: Span, quote: Sequence[Token], *, finite: bool = True
) -> list[Finding]:
    """What was left outside the marks that a person should see: an exception, a condition, a negation, an attribution.

    `finite` is false when the draft's bracket makes the first verb a part of its own sentence («[making] a statement»).
    """
    clause = has_verb(quote, lexicon)
    line = line_of(prepared, spans.start, spans.end)
    wide = clause_line_of(prepared, spans.start, spans.end)
    item = _is_item(prepared, line, spans)
    found: list[Finding] = []
    ahead: list[Finding] = []
    # a heading may stand in the way on the wider line, and half of a wrapped sentence on the narrower one: both are read
    for end in dict.fromkeys((line.end, wide.end)):
        if (clause or item) and not found:
            found = _cut_before(lexicon, _tokens(_clean(prepared, spans.end, end), prepared), quote)
    inside = wide.start < line.start and prepared.source[line.start : line.start + 1].islower()
    for start in (wide.start,) if inside else dict.fromkeys((line.start, wide.start)):
        if not ahead:
            before = _own_sentence(lexicon, _tokens(_clean(prepared, start, spans.start), prepared))
            ahead = _cut_off_before(lexicon, before, quote, clause=clause, item=item, finite=finite)
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
        cut = _cut_after(lexicon, before, quote)
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
        "唯一",
    }
)


def _only_before(lexicon: Lexicon, before: Sequence[Token]) -> bool:
    """Whether a word that narrows the quote's first word stands right before it («Only | those parts … need to be translated»)."""
    hits = lexicon.hits(before)
    return bool(hits) and hits[-1].end == len(before) and hits[-1].kind == "scope" and hits[-1].lemma in _ONLY


def _heading(before: Sequence[Token]) -> bool:
    """Whether nothing but marks and numbers stands before the quote."""
    return not any(t.kind in "wc" for t in before)


def _follows_complement(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> bool:
    """Whether a conjunction right before shows the quote to be a clause («it does not follow that | every doubt excuses delay»)."""
    last = before[-2] if len(before) > 1 and before[-1].key == "'" else before[-1]
    return not lexicon.chinese and lexicon.holds("complement", last) and sum(t.counts for t in quote) >= 3


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
    if lexicon.chinese and any(t.key == "除" and n.key == "外" for t, n in pairwise(after[at:clause])):
        return [Finding("cut_before_exception", {"words": "除外"})]
    return _limit_next(lexicon, after, at, quote)


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
    return denies or (either and denied)


def _limit_next(lexicon: Lexicon, after: Sequence[Token], at: int, quote: Sequence[Token]) -> list[Finding]:
    """«elle ne peut toutefois», «he may not, however»: a turn in the next few words of the same sentence."""
    near = after[at : at + 7]
    stop = next((i for i, t in enumerate(near) if t.key in (".", ";")), len(near))
    near = near[:stop]
    for i in range(1, len(near)):
        hit = lexicon.starts("cut_next", near, i)
        if (
            hit is not None
            and hit[1] == "exception_if_turned"
            and _turned(lexicon, after[at : at + 14], quote, either=True)
        ):
            return [Finding("cut_before_exception", {"words": " ".join(t.text for t in near)})]
    return []


def _cut_after(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> list[Finding]:
    last = len(before) - 1
    text = " ".join(t.text for t in before)
    if lexicon.chinese:
        return _cut_after_chinese(lexicon, before, quote)
    tail = list(before)
    elided = len(tail) > 1 and tail[-1].key == "'"
    if elided:
        tail = tail[:-1]
    complement = lexicon.holds("complement", tail[-1]) if tail else False
    if complement:
        return _cut_after_complement(lexicon, tail, text)
    if lexicon.language == "en" and tail and lexicon.holds("opinion", tail[-1]):
        # «we do not think | it is arguable»: the conjunction left out
        if _negated(lexicon, tail[-8:]):
            return [Finding("cut_after_negation", {"words": text})]
        if lexicon.starts("attribution", tail, len(tail) - 1):
            return [Finding("cut_after_attribution", {"words": text})]
    if (
        tail
        and lexicon.language == "de"
        and tail[-1].key == ","
        and lexicon.finds("attribution", tail[-7:]) is not None
        and not (quote and (quote[0].key in _LED_IN or lexicon.holds("complement", quote[0])))
    ):
        return [Finding("cut_after_attribution", {"words": text})]
    if quote and any(lexicon.holds(kind, quote[0]) for kind in ("complement", "condition", "conjunction")):
        return []
    front = lexicon.starts("front", before, 0)
    if front is not None and front[0] < len(before) and not _has_words(lexicon, before[front[0] :]):
        front = None  # «Where, however, | a party …»: the quote is the condition itself
    so = lexicon.language == "de" and last > 1 and before[last].key in ("so", "dann") and before[last - 1].key == ","
    if so and front is not None and front[1] in ("verb_first", "condition"):  # «Wird die Frist versäumt, so | …»
        return [Finding("cut_after_condition", {"words": text})]
    if front is not None and (before[last].key == "," or front[0] == len(before)):
        if front[1] == "condition" and before[last].key == ",":
            return [Finding("cut_after_condition", {"words": text})]
        if front[1] == "condition" and front[0] == len(before):
            return [Finding("cut_after_condition", {"words": text})]
        if front[1] == "verb_first" and quote and quote[0].key != "so":
            return [Finding("cut_after_condition", {"words": text})]
    return []


def _has_words(lexicon: Lexicon, tokens: Sequence[Token]) -> bool:
    """Whether more than a mark or a connective stands among the words."""
    return any(t.counts and not lexicon.holds("connective", t) for t in tokens) or all(not t.counts for t in tokens)


_UNTRUE = frozenset(
    [
        "wrong",
        "incorrect",
        "doubtful",
        "denied",
        "disputed",
        "faux",
        "contesté",
        "nié",
        "falsch",
        "unrichtig",
        "bestritten",
        "falso",
        "contestato",
        "negato",
    ]
)


def _negated(lexicon: Lexicon, tokens: Sequence[Token]) -> bool:
    hits = [h for h in lexicon.hits(tokens) if h.kind == "negation"]
    return bool(hits) or any(t.key in _UNTRUE for t in tokens)


_AND_THAT = ("and", "or", "und", "oder", "et", "ou", "e", "ed", "o")
_IMPERSONAL = {
    "it",
    "we",
    "i",
    "es",
    "wir",
    "ich",
    "man",
    "il",
    "on",
    "nous",
    "je",
    "non",
    "si",
    "nicht",
    "nothing",
    "nichts",
    "rien",
    "nulla",
}


def _cut_after_complement(lexicon: Lexicon, tail: list[Token], text: str) -> list[Finding]:
    near: list[Token] = []
    for token in reversed(tail[:-1]):
        if token.key in (";", ".", ":") or len(near) > 14:
            break
        near.append(token)
    near.reverse()
    while near and near[-1].key == ",":
        near.pop()
    if not near:
        return []
    # «claims that the roof is sound, and that | …»: the verb of saying stands before the first of the two
    closing = near if near[-1].key in _AND_THAT else near[-6:]
    opinion = lexicon.finds("opinion", closing) is not None or near[0].key in _IMPERSONAL
    if opinion and _negated(lexicon, near):
        return [Finding("cut_after_negation", {"words": text})]
    attributed = lexicon.finds("attribution", closing) is not None
    if attributed:
        return [Finding("cut_after_attribution", {"words": text})]
    return []


def _cut_after_chinese(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> list[Finding]:
    text = "".join(t.text for t in before)
    size = len(before)
    for length in range(min(6, size), 0, -1):
        hit = lexicon.starts("opinion", before, size - length)
        if hit and hit[0] == length:
            return [Finding("cut_after_negation", {"words": text})]
    if before[-1].key in ("不", "未", "无", "非", "没", "勿", "毋"):
        return [Finding("cut_after_negation", {"words": text})]
    tail = list(before)
    while tail and not tail[-1].counts:
        tail.pop()
    for length in range(min(6, len(tail)), 0, -1):
        hit = lexicon.starts("attribution", tail, len(tail) - length)
        if hit and hit[0] == length:
            return [Finding("cut_after_attribution", {"words": text})]
    clause = 0
    for at in range(len(before) - 2, -1, -1):
        if before[at].key in (",", ";", ":"):
            clause = at + 1
            break
    if before[-1].key != ",":
        return []
    fronts = [hit[1] for at in (clause, 0) if (hit := lexicon.starts("front", before, at)) is not None]
    under = any(t.key == "下" for t in before[-2:-1])  # «在未獲同意下，», not «在聆訊中，»
    consequence = bool(quote) and quote[0].key in ("即", "则", "便", "就")
    inside = consequence and any(
        (hit := lexicon.starts("front", before, at)) is not None and hit[1] == "condition"
        for at in range(clause, len(before))
    )
    if inside or "condition" in fronts or ("condition_if_under" in fronts and under):
        return [Finding("cut_after_condition", {"words": text})]
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
