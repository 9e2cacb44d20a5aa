"""Whether the clause of a quote begins right after the words that deny or limit it.

Keeps true: a quote that begins at the finite verb behind a negative subject («Niemand | kann …»), at the infinitive behind a
denied modal («must not | leave …»), or right behind a limiting phrase («without reasonable excuse, | contravenes …») is named.
A fragment without a verb is not, and words that another verb already closed off deny nothing further on.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.quotation.lexicon import Hit, Lexicon
from pincite.quotation.tokens import Token

__all__ = [
    "ARTICLES",
    "GERMAN_ARTICLES",
    "NOT_FINITE",
    "clause_denied",
    "clause_limited",
    "finite_verbs",
    "relatives",
    "starts_a_clause",
]

NOT_FINITE = frozenset(
    {
        "allowed",
        "bound",
        "dovuto",
        "droit",
        "entitled",
        "necessario",
        "need",
        "permitted",
        "required",
        "tenu",
        "tenue",
        "tenus",
        "dovuta",
        "necessaria",
        "permis",
    }
)
"""Words of a modal that are participles, adjectives or nouns when they stand alone («the notice required», «compte tenu de»)."""
_STOPS = (".", ";", ":", "?", "!")
_NO_VERB = frozenset(
    {"quantifier", "connective", "hedge", "form", "number", "pair", "scope", "pronoun", "unit", "party"}
)
"""Classes whose words have the ending of a verb by chance."""
_FEWEST = 2
"""Words from which a quote behind a denied modal is a statement and no mere word."""
_FEWEST_CHARACTERS = 3
_LONGEST_LIMIT = 9
"""Words that a limiting phrase without a comma behind it may have."""


def clause_denied(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token], *, verb: bool) -> bool:
    """Whether `before`, the words of the sentence up to the quote, deny the quote's clause.

    `verb` says that the quote reads as a clause of its own.
    """
    words = [t for t in quote if t.counts]
    if not words:
        return False
    if lexicon.chinese:
        return _denied_chinese(lexicon, before, words)
    clause = _clause(before)
    if not clause or len(words) < _FEWEST:
        return False
    hits = [_denying(lexicon, clause, h) for h in lexicon.hits(clause)]
    denials = [h for h in hits if h.kind == "negation" and not _is(lexicon, "denies_nothing", clause, h)]
    if any(_governs(lexicon, clause, hit, quote, verb=verb) for hit in denials):
        return True
    ended = _ends_with(lexicon, "forbids", clause)
    return ended and (lexicon.language in ("en", "fr", "it") or _ends_in_infinitive(lexicon, quote))


def _denying(lexicon: Lexicon, clause: Sequence[Token], hit: Hit) -> Hit:
    """A turn that holds a negation denies as the negation alone does («muss sich jedoch nicht | …»); a condition does not."""
    if hit.kind != "exception" or lexicon.holds("condition", clause[hit.start]):
        return hit
    at = next((k for k in range(hit.start, hit.end) if lexicon.holds("negation", clause[k])), None)
    return hit if at is None else Hit(at, hit.end, "negation", clause[at].key)


def clause_limited(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token], *, verb: bool) -> bool:
    """Whether a limiting phrase stands right before the quote's clause."""
    words = [t for t in quote if t.counts]
    if lexicon.chinese:
        tail = _unmarked(before)
        return len(words) > _FEWEST_CHARACTERS and _ends_with(lexicon, "limits", tail)
    if not (verb or _starts_with_verb(lexicon, quote)) or _leads_in(lexicon, quote):
        return False
    clause = _clause(before)
    tail = _unmarked(clause)
    if not tail:
        return False
    if _ends_with(lexicon, "limits", tail):
        return True
    comma = len(tail) < len(clause)
    starts = [at for at in range(len(tail)) if at == 0 or tail[at - 1].key == "," or not comma]
    for at in reversed(starts):
        phrase = tail[at:]
        if any(t.key == "," for t in phrase) or (not comma and len(phrase) > _LONGEST_LIMIT):
            break
        led = lexicon.starts("limits_from", tail, at) is not None
        if comma and at and not led:
            front = lexicon.starts("front", tail, at)
            led = front is not None and front[1] == "condition"
        # without a comma the quote has to go on with the verb that the phrase limits; in German it stands at the end
        goes_on = comma or _starts_with_verb(lexicon, quote) or lexicon.language == "de"
        if led and goes_on and len(phrase) > 1 and (comma or not finite_verbs(lexicon, phrase)):
            return True
    return False


def finite_verbs(lexicon: Lexicon, tokens: Sequence[Token]) -> list[int]:
    """Where the tables show a finite verb."""
    found: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind != "w":
            continue
        known = lexicon.holds("copula", token) or (
            (modal := lexicon.starts("modal", tokens, at)) is not None and (modal[0] > 1 or token.key not in NOT_FINITE)
        )
        if known or (at and token.text.islower() and _ending(lexicon, token)):
            found.append(at)
    return found


def relatives(lexicon: Lexicon, tokens: Sequence[Token]) -> int:
    """How many relative clauses the words open; each has a verb of its own."""
    german = lexicon.language == "de"
    return sum(
        lexicon.holds("relative", t)
        and (not german or (at > 0 and tokens[at - 1].key in (",", "wer", "in", "an", "mit")))
        for at, t in enumerate(tokens)
    )


def starts_a_clause(lexicon: Lexicon, before: Sequence[Token], quote: Sequence[Token]) -> bool:
    """Whether a clause of its own, with subject and verb, begins with the quote: nothing in `before` is its verb.

    `before` ends with a mark, or with a mark and a conjunction («…, and | the court may»); words that a «that» of it governs are no
    clause of their own.
    """
    joined = _JOINING_CHINESE if lexicon.chinese else _joining(lexicon)
    conjunction = bool(before) and before[-1].key in joined
    marked = before[:-1] if conjunction else before
    if not marked or marked[-1].key not in (",", ";", ":", ".", "。") or not quote:
        return False
    if any(lexicon.holds("complement", t) or t.key == ":" for t in marked[:-1]):
        return False  # «must see that …; …», «must do the following: …; …»
    own = quote[: next((k for k, t in enumerate(quote) if t.key in (",", ";", ":", ".", "。")), len(quote))]
    if lexicon.chinese:
        modal = any(lexicon.starts("modal", own, k) is not None for k in range(1, len(own)))
        return modal and lexicon.starts("modal", own, 0) is None and (conjunction or marked[-1].key != ",")
    verbs = finite_verbs(lexicon, own)
    if len(verbs) <= relatives(lexicon, own):
        return False
    if lexicon.language == "de":
        known = any(lexicon.holds("copula", own[k]) or lexicon.starts("modal", own, k) is not None for k in verbs)
        return known or not _ends_in_infinitive(lexicon, own)
    first = own[0]
    subject = any(lexicon.holds(kind, first) for kind in ("determiner", "pronoun")) or first.key in ARTICLES
    return subject or verbs[0] == 1


_JOINING_CHINESE = ("而", "且", "但", "故", "及")
ARTICLES = ("un", "une", "uno", "una", "il", "i", "l", "le", "la", "les", "lo", "gli", "ce", "cet", "cette", "ces")
GERMAN_ARTICLES = ("der", "die", "das", "dem", "den", "ein", "eine", "einer", "einem", "einen")


def _clause(before: Sequence[Token]) -> list[Token]:
    """The words since the last full stop, semicolon or colon; an apostrophe at the end belongs to its word."""
    start = next((k + 1 for k in range(len(before) - 1, -1, -1) if before[k].key in _STOPS), 0)
    clause = list(before[start:])
    return clause[:-1] if clause and clause[-1].key == "'" else clause


def _unmarked(tokens: Sequence[Token]) -> list[Token]:
    tail = list(tokens)
    while tail and not tail[-1].counts:
        tail.pop()
    return tail


def _is(lexicon: Lexicon, kind: str, tokens: Sequence[Token], hit: Hit) -> bool:
    found = lexicon.starts(kind, tokens, hit.start)
    return found is not None and found[0] >= hit.end - hit.start


def _ends_with(lexicon: Lexicon, kind: str, tokens: Sequence[Token]) -> bool:
    size = len(tokens)
    return any(
        (hit := lexicon.starts(kind, tokens, size - length)) is not None and hit[0] == length
        for length in range(min(8, size), 0, -1)
    )


def _governs(lexicon: Lexicon, clause: Sequence[Token], hit: Hit, quote: Sequence[Token], *, verb: bool) -> bool:
    """Whether a negation of the clause reaches the quote."""
    again = {
        k for h in lexicon.hits(clause) if h.kind == "negation" and h.start > hit.start for k in range(h.start, h.end)
    }
    between = [
        t for k, t in enumerate(clause[hit.end :], hit.end) if k not in again and not lexicon.holds("connective", t)
    ]
    own = any(h.kind == "negation" and h.lemma != "non" for h in lexicon.hits(list(quote[:4])))
    if lexicon.language == "fr" and hit.lemma == "ne" and own:
        return False  # «ne | peut pas»: the half that stands in the quote says no as well
    modal = _modal_before(lexicon, clause, hit.start)
    words = [t for t in between if t.counts and not _adverb(lexicon, t)]
    if not words:
        return verb or _starts_with_verb(lexicon, quote) or _infinitive(lexicon, quote, after_modal=modal)
    verbs = finite_verbs(lexicon, between)
    free = len(verbs) - relatives(lexicon, between)
    subject = not finite_verbs(lexicon, clause[: hit.start]) and lexicon.holds("negative_subject", clause[hit.start])
    if subject and free <= 0 and between[-1].key not in _joining(lexicon) and _starts_with_verb(lexicon, quote):
        return True
    if lexicon.language == "de":
        # the verb stands at the end: «Niemand darf wegen … | diskriminiert werden»
        near = not any(t.key == "," for t in between) and (subject or modal) and len(verbs) <= 1
        return near and (modal or bool(verbs)) and _ends_in_infinitive(lexicon, quote)
    closing = verbs[-1] if verbs else -1
    size = lexicon.starts("modal", between, closing) if verbs else None
    last = closing + (size[0] if size else 1)
    rest = [t for t in between[last:] if t.counts and not _adverb(lexicon, t)]
    if verbs and not rest and free <= 1:
        # «No person may | leave», «Nul ne peut | renoncer», «No person shall be | convicted»
        if size is not None or between[closing].key in _DO:
            return _infinitive(lexicon, quote, after_modal=True) or _participle(lexicon, quote)
        return lexicon.holds("copula", between[closing]) and _participle(lexicon, quote)
    # «must not, without leave, | enter …», «shall not sell or | lease the land»
    parted = between[0].key == "," and between[-1].key == ","
    joined = between[-1].key in _joining(lexicon)
    return (
        (modal or bool(size))
        and (parted or (joined and len(between) < 12))
        and _infinitive(lexicon, quote, after_modal=parted)
    )


_DO = ("do", "does", "did", "be")


def _joining(lexicon: Lexicon) -> tuple[str, ...]:
    return {
        "en": ("and", "or", "nor", "but"),
        "de": ("und", "oder", "noch", "aber"),
        "fr": ("et", "ou", "ni", "mais"),
        "it": ("e", "ed", "o", "né", "ma"),
    }.get(lexicon.language, ())


def _modal_before(lexicon: Lexicon, clause: Sequence[Token], at: int) -> bool:
    """Whether a modal or «do» stands before a negation in its clause, so that an infinitive follows."""
    reach = 10 if lexicon.language == "de" else 3
    near = clause[max(0, at - reach) : at + 1]
    if clause[at].key == "cannot":
        return True
    return any(lexicon.starts("modal", near, k) is not None or near[k].key in _DO for k in range(len(near)))


def _adverb(lexicon: Lexicon, token: Token) -> bool:
    """A word that may stand between a negation and its verb and parts nothing."""
    return (
        lexicon.holds("connective", token)
        or lexicon.holds("hedge", token)
        or lexicon.holds("negation", token)
        or (lexicon.holds("between", token) or (lexicon.language == "en" and token.key.endswith("ly")))
    )


def _ending(lexicon: Lexicon, token: Token) -> bool:
    return (
        len(token.key) > 4
        and token.key.endswith(lexicon.verb_endings)
        and not any(lexicon.holds(kind, token) for kind in _NO_VERB)
    )


def _starts_with_verb(lexicon: Lexicon, quote: Sequence[Token]) -> bool:
    """Whether the quote begins with a finite verb or a participle; an adverb or a reflexive may stand before it."""
    for at, token in enumerate(quote[:3]):
        if token.kind != "w":
            return False
        if lexicon.holds("copula", token) or lexicon.starts("modal", quote, at) is not None:
            return True
        if _ending(lexicon, token) and token.text[:1].islower():
            return True
        if lexicon.language == "en" and at + 1 < len(quote) and _third_person(lexicon, quote, at):
            return True
        if not (lexicon.holds("clitic", token) or _adverb(lexicon, token)):
            return False
    return False


def _third_person(lexicon: Lexicon, quote: Sequence[Token], at: int) -> bool:
    word, after = quote[at].key, quote[at + 1]
    if not word.endswith("s") or word.endswith(("ss", "us")) or lexicon.holds("pronoun", quote[at]):
        return False
    return lexicon.holds("determiner", after) or any(
        h.start == 0 and h.kind == "quantifier" for h in lexicon.hits([after])
    )


def _leads_in(lexicon: Lexicon, quote: Sequence[Token]) -> bool:
    """Whether the quote begins with a conjunction of its own, and so holds its condition."""
    return any(lexicon.holds(kind, quote[0]) for kind in ("complement", "condition", "conjunction", "relative"))


def _infinitive(lexicon: Lexicon, quote: Sequence[Token], *, after_modal: bool) -> bool:
    """Whether the quote begins with an infinitive (German: ends with one)."""
    language = lexicon.language
    if language == "de":
        return after_modal and _ends_in_infinitive(lexicon, quote)
    first = next((k for k, t in enumerate(quote) if t.counts and not lexicon.holds("clitic", t)), 0)
    token = quote[first]
    if language == "en":
        # nothing but a verb follows a denied modal; elsewhere a word before an article is taken for one
        if after_modal:
            return not lexicon.holds("determiner", token)
        if token.key == "be" or token.key.endswith("ed"):
            return True
        after = quote[first + 1] if first + 1 < len(quote) else None
        known = any(
            lexicon.holds(k, token) for k in ("determiner", "preposition", "pair", "conjunction", "pronoun", "copula")
        )
        return after is not None and lexicon.holds("determiner", after) and not known
    # «ne peut | toutefois excéder», «non può | più riproporla»: adverbs may stand between
    near = quote[first : first + 5] if after_modal else (token,)
    return any(t.text.islower() and len(t.key) > 3 and t.key.endswith(_INFINITIVES.get(language, ())) for t in near)


def _participle(lexicon: Lexicon, quote: Sequence[Token]) -> bool:
    """«Nul ne peut être | condamné …», «No person shall be | convicted …»."""
    token = quote[0]
    return token.text.islower() and len(token.key) > 3 and token.key.endswith(_PARTICIPLES.get(lexicon.language, ()))


_PARTICIPLES = {
    "en": ("ed",),
    "fr": ("é", "ée", "és", "ées", "u", "ue", "us", "ues"),
    "it": ("ato", "ata", "ati", "ate", "uto", "uta", "uti", "ute", "ito", "ita", "iti", "ite"),
}
_INFINITIVES = {
    "fr": ("er", "ir", "re"),
    "it": ("are", "ere", "ire", "rre", "rsi", "rlo", "rla", "rli", "rle", "rne", "rvi", "rgli", "aver", "poter"),
}


def _ends_in_infinitive(lexicon: Lexicon, quote: Sequence[Token]) -> bool:
    """«… verzichten», «… diskriminiert werden», also before a comma: «… verzichten, wenn …»."""
    for at, token in enumerate(quote):
        closes = all(not t.counts for t in quote[at + 1 :]) or quote[at + 1].key in (",", "und", "oder", "als", "wie")
        if (
            closes
            and token.kind == "w"
            and token.text.islower()
            and token.key.endswith(("en", "ern", "eln", "sein", "tun"))
        ):
            return not any(lexicon.holds(kind, token) for kind in _NO_VERB)
    return False


def _denied_chinese(lexicon: Lexicon, before: Sequence[Token], words: Sequence[Token]) -> bool:
    if len(words) < _FEWEST_CHARACTERS:
        return False
    start = next((k + 1 for k in range(len(before) - 1, -1, -1) if before[k].key in ("。", *_STOPS)), 0)
    clause = list(before[start:])
    if _ends_with(lexicon, "forbids", clause):
        return True
    for at in range(len(clause) - 1, -1, -1):
        hit = lexicon.starts("forbids", clause, at)
        if hit is None:
            continue
        between = clause[at + hit[0] :]
        if not between:
            return True
        # «不得，除獲批准外，|», «不得在街上|»: what stands between is set in, or says where and how
        set_in = between[0].key == "," and between[-1].key == ","
        where = (
            lexicon.holds("preposition", between[0]) and not any(t.key == "," for t in between) and len(between) < 14
        )
        return set_in or (where and len(words) > _FEWEST_CHARACTERS)
    return False
