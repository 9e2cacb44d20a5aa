"""What leads into a quoted clause: a condition, a question, a supposition, somebody's assertion, a denial of what follows.

Keeps true: only words of the same sentence lead in; a clause that brings its own conjunction is led in by nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.findings import Finding
from pincite.quotation.lexicon import Lexicon
from pincite.quotation.tokens import Token

__all__ = ["cut_after", "supposes"]

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


def cut_after(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> list[Finding]:
    """What `before`, the words of the sentence up to the quote, make of a clause that begins right behind them."""
    last = len(before) - 1
    text = " ".join(t.text for t in before)
    if lexicon.chinese:
        return _chinese(lexicon, before, quote)
    tail = list(before)
    elided = len(tail) > 1 and tail[-1].key == "'"
    if elided:
        tail = tail[:-1]
    if _supposed(lexicon, tail) or _asked(lexicon, tail):
        return [Finding("cut_after_condition", {"words": text})]
    if _as_somebody_holds(lexicon, tail):
        return [Finding("cut_after_attribution", {"words": text})]
    complement = lexicon.holds("complement", tail[-1]) if tail else False
    if complement:
        return _behind_complement(lexicon, tail, text)
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
    if _reported(lexicon, tail, quote):
        return [Finding("cut_after_attribution", {"words": text})]
    front = lexicon.starts("front", before, 0)
    if front is not None and front[0] < len(before) and not _has_words(lexicon, before[front[0] :]):
        front = None  # «Where, however, | a party …»: the quote is the condition itself
    so = lexicon.language == "de" and last > 1 and before[last].key in ("so", "dann") and before[last - 1].key == ","
    if so and (front is None or front[1] in ("verb_first", "condition")):  # «Wird die Frist versäumt, so | …»
        return [Finding("cut_after_condition", {"words": text})]
    if front is None and _verb_first(lexicon, before, quote):
        return [Finding("cut_after_condition", {"words": text})]
    if front is not None and (before[last].key == "," or front[0] == len(before)):
        if front[1] == "condition" and before[last].key == ",":
            return [Finding("cut_after_condition", {"words": text})]
        if front[1] == "condition" and front[0] == len(before):
            return [Finding("cut_after_condition", {"words": text})]
        if front[1] == "verb_first" and quote and quote[0].key != "so":
            return [Finding("cut_after_condition", {"words": text})]
    return []


def supposes(lexicon: Lexicon, before: Sequence[Token]) -> bool:
    """Whether the last words before a quote show it to be supposed, asked, or somebody's view, verb or no verb in it."""
    if lexicon.chinese:
        stated = before[-1].key == "," and len(before) > _FEWEST and before[-2].key in ("的", "者")
        return _supposed(lexicon, before) or _only_then(before) or _without_it(before) or stated
    tail = before[:-1] if before[-1].key == "'" else before
    return _supposed(lexicon, tail) or _asked(lexicon, tail) or _as_somebody_holds(lexicon, tail)


_DENY_CHINESE = ("未", "没", "无", "不", "非")


def _without_it(before: Sequence[Token]) -> bool:
    """«未經書面批准而|轉讓業務»: what follows is done without what the words before it ask for."""
    if before[-1].key != "而":
        return False
    start = next((k + 1 for k in range(len(before) - 2, -1, -1) if before[k].key in (",", ";", ":", "。")), 0)
    return any(t.key in _DENY_CHINESE for t in before[start:-1])


def _only_then(before: Sequence[Token]) -> bool:
    """«只有…才|»: what follows holds in that case alone."""
    return before[-1].key in ("才", "方") and any(t.key in ("只", "唯", "惟", "除") for t in before)


def _supposed(lexicon: Lexicon, tail: Sequence[Token]) -> bool:
    """Whether the words suppose what follows («even if», «selbst wenn», «à supposer que»)."""
    return any(
        (hit := lexicon.starts("supposed", tail, len(tail) - length)) is not None and hit[0] == length
        for length in range(min(5, len(tail)), 0, -1)
    )


_QUESTIONS = {"en": ("whether",), "de": ("ob",), "fr": ("si", "s"), "it": ("se",)}
_ASKING = {
    "fr": ("er", "ir", "re", "é", "ée"),
    "it": ("are", "ere", "ire", "ato", "ata", "uto", "ito", "rsi"),
}
"""How the verb before «si» or «se» ends that makes a question of it and no condition («examiner si», «esaminato se»)."""


def _asked(lexicon: Lexicon, tail: Sequence[Token]) -> bool:
    """Whether what follows is the content of a question («whether | the period had expired»), which the source may leave open."""
    if not tail or tail[-1].key not in _QUESTIONS.get(lexicon.language, ()):
        return False
    endings = _ASKING.get(lexicon.language)
    if endings is None:
        return True
    at = len(tail) - 2
    if at > 0 and tail[at].key == ",":  # «vérifier, avant la réception, si | …»: what is set in parts nothing
        at = next((k for k in range(at - 1, 0, -1) if tail[k].key == ","), 0) - 1
    return at >= 0 and len(tail[at].key) > _FEWEST and tail[at].key.endswith(endings)


_VIEW_WITHIN = 8


def _as_somebody_holds(lexicon: Lexicon, tail: Sequence[Token]) -> bool:
    """«die Auslegung der Vorinstanz, wonach | …», «la thèse selon laquelle | …»: somebody's view, named as one."""
    for length in range(min(3, len(tail)), 0, -1):
        hit = lexicon.starts("secondhand", tail, len(tail) - length)
        if hit is not None and hit[0] == length:
            return lexicon.finds("view", tail[-length - _VIEW_WITHIN : -length]) is not None
    return False


_REPORTED = frozenset(
    {"sei", "seien", "habe", "werde", "könne", "müsse", "dürfe", "solle", "wolle", "möge", "bestehe", "liege"}
)


def _reported(lexicon: Lexicon, tail: Sequence[Token], quote: Sequence[Token]) -> bool:
    """German reported speech behind a comma («durfte annehmen, | er habe damit rechnen müssen»): its verb says whose it is."""
    if lexicon.language != "de" or not tail or tail[-1].key != ",":
        return False
    own = quote[: next((k for k, t in enumerate(quote) if t.key in (",", ";", ".")), len(quote))]
    return quote[0].key not in _LED_IN and any(t.key in _REPORTED for t in own[1:])


_FEWEST = 3
_SUBJECTS = (
    "der",
    "die",
    "das",
    "er",
    "sie",
    "es",
    "ein",
    "eine",
    "jemand",
    "man",
    "dieser",
    "diese",
    "dieses",
    "sich",
)


def _verb_first(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> bool:
    """A German condition that begins with its verb, the consequence with its own («Zeigt der Käufer …, | gilt …»)."""
    if lexicon.language != "de" or len(before) < _FEWEST or before[-1].key != "," or not quote:
        return False
    first = before[0]
    verb = first.text[:1].isupper() and first.key.endswith("t") and before[1].key in _SUBJECTS
    return verb and quote[0].text.islower() and quote[0].key.endswith(("t", "en"))


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
        "disagree",
        "disagrees",
        "disagreed",
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


def _behind_complement(lexicon: Lexicon, tail: list[Token], text: str) -> list[Finding]:
    near: list[Token] = []
    for token in reversed(tail[:-1]):
        if token.key in (";", ".", ":") or len(near) > 14:
            break
        near.append(token)
    near.reverse()
    if any(h.kind == "condition" for h in lexicon.hits(near)):  # «where the operator demonstrates that | …»
        return [Finding("cut_after_condition", {"words": text})]
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


def _chinese(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> list[Finding]:
    text = "".join(t.text for t in before)
    size = len(before)
    for length in range(min(6, size), 0, -1):
        hit = lexicon.starts("opinion", before, size - length)
        if hit and hit[0] == length:
            return [Finding("cut_after_negation", {"words": text})]
    if before[-1].key in ("不", "未", "无", "非", "没", "勿", "毋"):
        return [Finding("cut_after_negation", {"words": text})]
    if _supposed(lexicon, before):
        return [Finding("cut_after_condition", {"words": text})]
    if before[-1].key in ("则", "便") and any(lexicon.starts("front", before, at) for at in range(len(before) - 1)):
        return [Finding("cut_after_condition", {"words": text})]
    if (
        before[-1].key == "即" and lexicon.finds("opinion", before) is not None
    ):  # «不同意原審法官的看法，即|通知書已有效送達»
        return [Finding("cut_after_negation", {"words": text})]
    if _without_it(before) or _only_then(before):
        return [Finding("cut_after_condition", {"words": text})]
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
    if len(before) > _FEWEST and before[-2].key in ("的", "者"):  # «短于一年的，|约定无效»
        return [Finding("cut_after_condition", {"words": text})]
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
