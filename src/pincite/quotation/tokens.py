"""Words, numbers, Chinese characters and marks of a folded text, as a comparison reads them.

Keeps true: tokens are in order and do not overlap; white space belongs to none; a token's span counts code points of the
folded text it was read from. Numbers are compared by `key`, which follows the language's thousands marks and nothing else.

In a quote, three things are read as the drafter's marks: an omission (`…`, `[…]`, `(…)`), a bracket (`[t]he`, `[the
tenant]`, `ordina[]`) and `[sic]`. Whether a bracket or an ellipsis is the source's own is for the caller to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from pincite.quotation.orthography import hyphened_word, simplified
from pincite.text.folding import HAN
from pincite.text.patterns import pattern

__all__ = [
    "BRACKET",
    "CHARACTER",
    "GAP",
    "NUMBER",
    "PLACEHOLDER",
    "PUNCTUATION",
    "SIC",
    "WORD",
    "Token",
    "count_words",
    "read_quote",
    "tokenise",
]

WORD, NUMBER, PUNCTUATION, PLACEHOLDER, GAP, BRACKET, SIC, CHARACTER = "w", "n", "p", "a", "g", "b", "s", "c"

_TOKEN = pattern(
    r"(?P<g>\[ ?… ?\]|\( ?… ?\)|…)"
    r"|(?P<a>(?<![^\W_])[A-Z]\.?_{2,})"
    r"|(?P<n>\d{1,3}(?:[ ']\d{3})+(?!\d)(?:[.,]\d+)*|\d+(?:[.,']\d+)*)"
    rf"|(?P<c>[{HAN}])"
    rf"|(?P<w>(?:(?![{HAN}])[^\W\d_])+)"
    r"|(?P<p>\S)"
)


class Token(NamedTuple):
    """One token.

    Attributes:
        kind: WORD, NUMBER, CHARACTER (Chinese), PUNCTUATION, PLACEHOLDER (`A.________`), or a drafter's mark (GAP, BRACKET, SIC).
        text: as it stands in the folded text.
        key: what is compared: lower case; numbers without thousands marks; Chinese characters
            as the simplified ones; placeholders by their letter.
        start, end: span in the folded text.
        inner: for a BRACKET, the tokens between the brackets.
        before, after: for a BRACKET, letters glued to it (`require` in `require[s]`).

    """

    kind: str
    text: str
    key: str
    start: int
    end: int
    inner: tuple[Token, ...] = ()
    before: str = ""
    after: str = ""

    @property
    def glued(self) -> bool:
        """Whether letters stand directly at the bracket."""
        return bool(self.before or self.after)

    @property
    def counts(self) -> bool:
        """Whether it is a word for counting: a word, number, Chinese character or placeholder."""
        return self.kind in "wnca"


_GROUPED = pattern(r"\d{1,3}(?:'\d{3})+(?:[.,]\d+)*\Z")


def _number_key(text: str, language: str) -> str:
    key = text.replace(" ", "")
    if "'" in key and _GROUPED.match(key):  # «100'00» is no ten thousand, whoever meant it so
        key = key.replace("'", "")
    if language in ("de", "fr", "it"):
        if re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", key):
            key = key.replace(".", "")
        return key.replace(",", ".") if re.fullmatch(r"\d+,\d+", key) else key
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", key):
        key = key.replace(",", "")
    return key


def tokenise(text: str, language: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of `text[start:end]`, a folded text."""
    out: list[Token] = []
    add = out.append
    token_of = partial(tuple.__new__, Token)  # as Token(...), in half the time
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        kind = match.lastgroup or PUNCTUATION
        found = match.group()
        if kind == WORD:
            key = found.lower()
        elif kind == NUMBER:
            key = _number_key(found, language)
        elif kind == GAP:
            key = "…"
        elif kind == CHARACTER:
            key = simplified(found)
        elif kind == PLACEHOLDER:
            key = found[0] + "_"
        else:
            key = found
        add(token_of((kind, found, key, *match.span(), (), "", "")))
    return _hyphened(out, text, language) if language in ("en", "de") and "-" in text else out


def _hyphened(tokens: list[Token], text: str, language: str) -> list[Token]:
    """Words written with a hyphen or without one (to-day, co-operate) as one word each."""
    out: list[Token] = []
    for token in tokens:
        if (
            token.kind == WORD
            and len(out) > 1
            and out[-1].key == "-"
            and out[-2].kind == WORD
            and out[-2].end == out[-1].start
            and out[-1].end == token.start
            and hyphened_word(f"{out[-2].key}-{token.key}", language)
        ):
            first = out[-2]
            del out[-2:]
            whole = text[first.start : token.end]
            out.append(Token(WORD, whole, whole.lower(), first.start, token.end))
        else:
            out.append(token)
    return out


_SIC = {"sic", "sic!", "sic.", "原文如此", "recte", "so im original", "原文"}


def read_quote(
    text: str, language: str, own_bracket: Callable[[int, int], bool], own_gap: Callable[[int, int], bool]
) -> list[Token]:
    """The tokens of a quote, with the drafter's omissions, brackets and [sic] as single tokens.

    `own_bracket(start, end)` says whether a bracket is the source's own, `own_gap(start, end)` the same of an omission mark. What is the source's own is read as words and marks.
    """
    plain = _left_out(tokenise(text, language), text, own_bracket)
    if "…" not in text and "[" not in text:
        return plain
    out: list[Token] = []
    at = 0
    while at < len(plain):
        token = plain[at]
        if token.kind == GAP:
            own = own_gap(token.start, token.end)
            out.append(token._replace(kind=PUNCTUATION) if own else token)
            at += 1
            continue
        if token.key == "[":
            close = _closing(plain, at)
            year = close == at + 2 and plain[at + 1].kind == NUMBER and len(plain[at + 1].text) == 4
            if close is not None and not year and not own_bracket(token.start, plain[close].end):
                at = _bracket(text, plain, at, close, out)
                continue
        out.append(token)
        at += 1
    return out


_LEFT_OUT = frozenset({"omissis", "略", "中略", "下略", "上略", "节略"})
"""Words by which drafters mark an omission, in brackets or between marks; «omissis» also by itself."""
_BARE = ("omissis",)


def _left_out(plain: list[Token], text: str, own: Callable[[int, int], bool]) -> list[Token]:
    """«[omissis]», «(… omissis …)», «（略）» as one omission mark, unless the source itself has the word there."""
    if not any(t.key in ("omissis", "略") for t in plain):
        return plain
    out: list[Token] = []
    at = 0
    while at < len(plain):
        last = at
        opened = plain[at].key in ("[", "(", "…")
        while last + 1 < len(plain) and last - at < _MARK_TOKENS and (opened or last > at):
            last += 1
            if plain[last].key in ("]", ")"):
                break
        words = "".join(t.key for t in plain[at : last + 1] if t.counts)
        closed = opened and plain[last].key in ("]", ")", "…")
        bare = plain[at].key in _BARE
        end = at if bare else last
        marked = bare or (closed and words in _LEFT_OUT)
        if marked and not own(plain[at].start, plain[end].end):
            out.append(Token(GAP, text[plain[at].start : plain[end].end], "…", plain[at].start, plain[end].end))
            at = end + 1
            continue
        out.append(plain[at])
        at += 1
    return out


_MARK_TOKENS = 5


def _closing(plain: list[Token], at: int) -> int | None:
    for index in range(at + 1, len(plain)):
        if plain[index].key == "]":
            return index
        if plain[index].key == "[":
            return None
    return None


def _bracket(text: str, plain: list[Token], at: int, close: int, out: list[Token]) -> int:
    """Append the bracket that opens at `at`, joined with the letters that touch it; answer where reading goes on."""
    start, end = plain[at].start, plain[close].end
    inner = tuple(plain[at + 1 : close])
    if text[start + 1 : end - 1].strip(" !.").lower() in _SIC:
        out.append(Token(SIC, text[start:end], "[sic]", start, end))
        return close + 1
    before = after = ""
    if inner and not any(t.counts for t in inner):
        out.append(Token(BRACKET, text[start:end], text[start + 1 : end - 1], start, end, inner))
        return close + 1
    if out and out[-1].kind == WORD and out[-1].end == start:
        word = out.pop()
        before, start = word.text, word.start
    elif out and out[-1].kind == BRACKET and out[-1].end == start and out[-1].glued:
        word = out.pop()
        before, start = text[word.start : word.end], word.start
    following = close + 1
    elided = bool(inner) and inner[-1].key == "'"  # «[L']avocat»: an article, no letter of the word behind it
    touches = following < len(plain) and plain[following].kind == WORD and plain[following].start == end
    if touches and not elided:
        after, end = plain[following].text, plain[following].end
        following += 1
    if (
        not inner
        and not before
        and not (close + 1 < len(plain) and plain[close + 1].start == end and plain[close + 1].kind == WORD)
    ):
        # an empty bracket that touches no word marks words left out
        out.append(Token(GAP, text[start:end], "…", start, end))
        return close + 1
    key = (before + "".join(t.text for t in inner) + after).replace("[", "").replace("]", "").lower()
    out.append(Token(BRACKET, text[start:end], key, start, end, inner, before.replace("[", "").replace("]", ""), after))
    return following


def count_words(tokens: Iterable[Token]) -> int:
    """How many of the tokens are words; of Chinese, characters."""
    return sum(token.counts for token in tokens)
