"""The words of meaning of a language: negations, modals, numbers, exceptions, parties; data in `lexicons/`, one file a language.

Keeps true: a word belongs to a class because a table says so, with a sentence that shows it. The longest entry wins, so
that «not only» is read before «not». A table is read when its language is first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from pincite.quotation.numerals import HAN_NUMERALS, number_words
from pincite.quotation.tokens import NUMBER, Token, tokenise
from pincite.text.tables import rows

__all__ = ["LANGUAGES", "MEANING", "Hit", "Lexicon", "lexicon_for"]

LANGUAGES = ("en", "de", "fr", "it", "zh-Hant", "zh-Hans")

MEANING = frozenset(
    {
        "negation",
        "exception",
        "condition",
        "scope",
        "modal",
        "quantifier",
        "comparative",
        "number",
        "month",
        "unit",
        "conjunction",
        "pair",
        "party",
    }
)
"""Classes whose words make a change M1."""

Words = tuple[str, ...]


class Hit(NamedTuple):
    """Tokens `[start, end)` are a word of a class; `lemma` is its first form."""

    start: int
    end: int
    kind: str
    lemma: str


@dataclass(slots=True)
class Lexicon:
    """One language's tables."""

    language: str
    by_first: dict[str, list[tuple[Words, str, str]]] = field(default_factory=dict)
    classes: dict[str, dict[Words, str]] = field(default_factory=dict)
    lemmas: dict[str, str] = field(default_factory=dict)
    single: dict[str, str] = field(default_factory=dict)
    prefixes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    verb_endings: tuple[str, ...] = ()
    _lengths: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def chinese(self) -> bool:
        """Whether the language is written without word spaces."""
        return self.language.startswith("zh")

    def hits(self, tokens: Sequence[Token]) -> list[Hit]:
        """The words of meaning among `tokens`, the longest first where they overlap."""
        found: list[Hit] = []
        by_first, chinese, count = self.by_first, self.chinese, len(tokens)
        at = 0
        while at < count:
            token = tokens[at]
            if token.kind == NUMBER:
                found.append(Hit(at, at + 1, "number", token.key))
                at += 1
                continue
            entries = by_first.get(token.key)
            if entries is None and not chinese:
                at += 1
                continue
            for words, kind, lemma in entries or ():
                size = len(words)
                if size == 1 or tuple(t.key for t in tokens[at : at + size]) == words:
                    found.append(Hit(at, at + size, kind, lemma))
                    at += size
                    break
            else:
                end = at
                while chinese and end < count and tokens[end].text in HAN_NUMERALS:
                    end += 1
                if end > at:
                    found.append(Hit(at, end, "number", "".join(t.text for t in tokens[at:end])))
                at = max(end, at + 1)
        return found

    def starts(self, kind: str, tokens: Sequence[Token], at: int = 0) -> tuple[int, str] | None:
        """The longest entry of class `kind` that stands at `tokens[at]`: its length and lemma."""
        longest = self._longest(kind).get(tokens[at].key, 0) if at < len(tokens) else 0
        if not longest:
            return None
        table = self.classes[kind]
        keys = tuple([t.key for t in tokens[at : at + longest]])
        for size in range(len(keys), 0, -1):
            lemma = table.get(keys[:size])
            if lemma is not None:
                return size, lemma
        return None

    def _longest(self, kind: str) -> dict[str, int]:
        """The length of the longest entry of a class that begins with a word, by the word."""
        known = self._lengths.get(kind)
        if known is None:
            known = self._lengths[kind] = {}
            for words in self.classes.get(kind, ()):
                known[words[0]] = max(len(words), known.get(words[0], 0))
        return known

    def finds(self, kind: str, tokens: Sequence[Token], first: int = 0) -> int | None:
        """The first index from `first` on at which an entry of class `kind` stands."""
        for at in range(first, len(tokens)):
            if self.starts(kind, tokens, at):
                return at
        return None

    def holds(self, kind: str, token: Token) -> bool:
        """Whether this token alone is an entry of class `kind`."""
        return (token.key,) in self.classes.get(kind, {})

    def negates(self, one: str, other: str) -> bool:
        """Whether one word is the other with a negative prefix."""
        short, long = (one, other) if len(one) < len(other) else (other, one)
        if len(short) < 2 or not long.endswith(short) or len(long) == len(short):
            return False
        return long[: -len(short)].rstrip("-") in self.prefixes

    def plain(self, word: str) -> str:
        """A word as its stem is compared: in German without umlauts and the participle's «ge»."""
        return _plain_german(word) if self.language == "de" else word

    def same_lemma(self, one: str, other: str) -> bool:
        """Whether two words are forms of one word: by table, or by a common stem with known endings."""
        if one == other:
            return True
        if one in self.lemmas and other in self.lemmas and self.lemmas[one] == self.lemmas[other]:
            return True
        if one in self.lemmas and other in self.lemmas:
            return False
        one, other = self.plain(one), self.plain(other)
        common = 0
        while common < min(len(one), len(other)) and one[common] == other[common]:
            common += 1
        least = min(len(one), len(other))
        if common < 3 or (common < 4 and least > 6):
            return False
        for size in range(common, max(2, common - 3), -1):
            left, right = one[size:], other[size:]
            if left in self.endings and right in self.endings and size >= max(3, least - 4):
                return True
        doubled = one[:common] + one[common - 1]
        return (one.startswith(doubled) or other.startswith(doubled)) and abs(len(one) - len(other)) <= 4


_UMLAUTS = str.maketrans("äöüß", "aous")


def _plain_german(word: str) -> str:
    word = word.translate(_UMLAUTS)
    if word.startswith("ge") and len(word) > 5:
        word = word[2:]
    return word


def _forms(cell: str, language: str) -> list[Words]:
    out: list[Words] = []
    for form in cell.split("|"):
        words = tuple(t.key for t in tokenise(form.strip(), language))
        if words:
            out.append(words)
    return out


@cache
def lexicon_for(language: str) -> Lexicon:
    """The tables of a language; a language without tables has an empty lexicon, so that nothing there is taken for harmless
    by mistake: without words of meaning every changed word is still named (M2).
    """
    name = "zh" if language.startswith("zh") else language
    lexicon = Lexicon(name)
    if name != "zh" and name not in LANGUAGES:
        return lexicon
    # both ways of writing Chinese are read by their simplified characters, so that a quote may be in the other one
    files = ("zh-Hant", "zh-Hans") if name == "zh" else (name,)
    for kind, cell, *_ in (row for file in files for row in rows("pincite.quotation", f"lexicons/{file}.tsv")):
        if kind == "negative_prefix":
            lexicon.prefixes += tuple(p.strip("_") for p in cell.split("|"))
        elif kind == "inflection":
            lexicon.endings = tuple(cell.split("|"))
        elif kind == "verb_ending":
            lexicon.verb_endings = tuple(cell.split("|"))
        elif kind == "lemma":
            forms = cell.split("|")
            lexicon.lemmas |= dict.fromkeys(forms, forms[0])
        else:
            _enter(lexicon, kind, cell)
    for words, number in number_words(name).items():
        lexicon.classes.setdefault("number", {})[words] = str(number)
        lexicon.by_first.setdefault(words[0], []).append((words, "number", str(number)))
    for first, entries in lexicon.by_first.items():
        entries.sort(key=lambda entry: -len(entry[0]))
        for words, kind, _ in entries:
            if len(words) == 1:
                lexicon.single.setdefault(first, kind)
    return lexicon


def _enter(lexicon: Lexicon, kind: str, cell: str) -> None:
    table = lexicon.classes.setdefault(kind, {})
    lemma = ""
    for form in cell.split("|"):
        text, _, tag = form.partition("=")
        for words in _forms(text, lexicon.language):
            lemma = lemma or " ".join(words)
            table.setdefault(words, tag or lemma)
            if kind in MEANING or kind in ("pronoun", "hedge", "form"):
                if any(entry[0] == words for entry in lexicon.by_first.get(words[0], ())):
                    continue  # the first class that names a word keeps it
                lexicon.by_first.setdefault(words[0], []).append((words, kind, lemma))
