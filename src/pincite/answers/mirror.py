"""A mirror of a text in which a citation cannot hide: what a reader sees, in plain characters, with a map back.

Keeps true:
1. Every character of a mirror leads to a non-empty span of the text as given; spans are in order.
2. Nothing a reader sees is left out: only what shows nothing (zero width, marks of Markdown, tags, comments) disappears,
   and only look-alikes change (`text/data/look_alikes.tsv`, full width, other digits, entities).
3. A mirror is for finding alone: no word of it ever reaches an answer.

The stages, each made from the one before:
    plain    look-alikes, invisible characters, markup, line breaks; an empty line stays one
    numbers  number words and Chinese numerals as digits, letters for digits in a number (`[2O25]`)
    joined   letters set apart (`F A C V`, `C.A.P.`), spaces around «/», empty lines
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from pincite.quotation.numerals import HAN_NUMERALS, number_words
from pincite.text.folding import is_han
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["HIDDEN", "NOTHING", "Mirror", "joined", "mirror", "numbers", "past"]


@dataclass(frozen=True, slots=True)
class Mirror:
    """A text as it is searched.

    Attributes:
        text: the characters.
        starts, ends: for each of them, where what it stands for begins and ends in the text as given.

    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, start: int, end: int) -> Span:
        """The span of the text as given that `text[start:end]` stands for; `start < end`."""
        return Span(self.starts[start], self.ends[end - 1])

    def moved(self, by: int) -> Mirror:
        """The same, of a text that begins `by` code points earlier."""
        if not by:
            return self
        return Mirror(self.text, tuple(s + by for s in self.starts), tuple(e + by for e in self.ends))


NOTHING = Mirror("", (), ())
"""The mirror of an empty text."""


def past(text: str) -> Mirror:
    """The mirror of a text that came before: its characters stand at -1."""
    return Mirror(text, (-1,) * len(text), (-1,) * len(text)) if text else NOTHING


_PLAIN = re.compile(r"[A-Za-z0-9 ,;:.!?()\[\]'\"/%+=$#@{}|^-]*\Z")
_MARKUP = re.compile(
    r"(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,31}\d{0,2});)"
    r"|(?P<comment><!--.{0,2000}?-->)"
    r"|(?P<tag></?[A-Za-z][A-Za-z0-9-]{0,20}(?:\s[^<>]{0,400})?/?>)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<hyphen>(?<=[^\W\d_])[-\u2010\u00ad]\n[ \t]*(?=[a-z]))"
    r"|(?P<break>\n[ \t\r>]*\n(?:[ \t\r>]*\n)*[ \t]*)"
    r"|(?P<space>(?:\\?\n[ \t]*(?:>[ \t]?)*|\s)+)",
    re.DOTALL,
)
_MARKS = re.compile(r"\*+|`+|~~+")
_UNDERSCORES = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
"""Those at the edge of a word, when the other marks are gone: in «2C_`188/2004`» the underscore is a letter of the number."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")


@cache
def _look_alikes() -> dict[str, str]:
    found: dict[str, str] = {}
    for to, cell in rows("pincite.text", "data/look_alikes.tsv"):
        for item in cell.split():
            found[item] = to
    return found


HIDDEN = re.compile(r"<!--(.{0,20000}?)-->|</?[A-Za-z][A-Za-z0-9-]{0,20}\s([^<>]{0,400})>", re.DOTALL)
"""Comments, and what stands in tags: shown to nobody by most programs, and to everybody by some."""


@lru_cache(maxsize=8)  # a unit is looked at for placeholders, for citations, and as the text before the next
def mirror(text: str) -> Mirror:
    """The plain stage. Linear in the length of the text."""
    if _PLAIN.match(text) and "  " not in text:
        places = tuple(range(len(text)))
        return Mirror(text, places, tuple(range(1, len(text) + 1)))
    out = _Out()
    at = 0
    for match in _MARKUP.finditer(text):
        out.characters(text, at, match.start())
        _markup(out, match)
        at = match.end()
    out.characters(text, at, len(text))
    found = out.mirror()
    bare = _replaced(found, ((m.start(), m.end(), "") for m in _MARKS.finditer(found.text)))
    return _replaced(bare, ((m.start(), m.end(), "") for m in _UNDERSCORES.finditer(bare.text)))


def _markup(out: _Out, match: re.Match[str]) -> None:
    kind, found = match.lastgroup, match.group()
    start, end = match.span()
    if kind == "entity":
        out.put(_seen(html.unescape(found)), start, end)
    elif kind == "escaped":
        out.put(match.group("escaped"), start, end)
    elif kind == "break":
        out.put("\n\n", start, end)
    elif kind == "space":
        out.put(" ", start, end)
    else:
        out.put("", start, end)


class _Out:
    """A mirror being written."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def put(self, shown: str, start: int, end: int) -> None:
        """What stands for `[start, end)`."""
        self.parts.append(shown)
        self.starts += [start] * len(shown)
        self.ends += [end] * len(shown)

    def characters(self, text: str, start: int, end: int) -> None:
        """A stretch without markup."""
        stretch = text[start:end]
        if stretch.isascii():
            self.parts.append(stretch)
            self.starts += range(start, end)
            self.ends += range(start + 1, end + 1)
            return
        at = start
        while at < end:
            behind = at + 1
            while behind < end and unicodedata.category(text[behind]) in ("Mn", "Me"):
                behind += 1
            self.put(_seen(text[at:behind]), at, behind)
            at = behind

    def mirror(self) -> Mirror:
        return Mirror("".join(self.parts), tuple(self.starts), tuple(self.ends))


@cache
def _seen(cluster: str) -> str:
    """What a reader takes a character with its marks for."""
    shown = "".join(_one(character) for character in unicodedata.normalize("NFC", cluster))
    return shown if len(shown) < 2 else unicodedata.normalize("NFC", shown)


def _one(character: str) -> str:
    if character.isascii():
        return character
    known = _look_alikes().get(character)
    if known is not None:
        return known
    category = unicodedata.category(character)
    if category in ("Cf", "Mn", "Me", "Cc", "Co", "Cn") or character in _INVISIBLE:
        return ""
    if category in ("Zs", "Zl", "Zp"):
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(character))
    if category == "Pd":
        return "-"
    folded = unicodedata.normalize("NFKC", character)
    return "".join(_look_alikes().get(each, each) for each in folded)


# ------------------------------------------------------------------------------------------------------------- stages


def _replaced(source: Mirror, changes: Iterable[tuple[int, int, str]]) -> Mirror:
    """`source` with stretches of its characters replaced; they are in order and not empty."""
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for start, end, shown in changes:
        if start < at:
            continue
        parts += (source.text[at:start], shown)
        starts += source.starts[at:start]
        ends += source.ends[at:start]
        span = source.span(start, end)
        starts += [span.start] * len(shown)
        ends += [span.end] * len(shown)
        at = end
    if not parts:
        return source
    parts.append(source.text[at:])
    starts += source.starts[at:]
    ends += source.ends[at:]
    return Mirror("".join(parts), tuple(starts), tuple(ends))


_HAN_NUMBER = "".join(sorted(HAN_NUMERALS))
_HAN_RUN = re.compile(rf"[{_HAN_NUMBER}]+")
_HAN_UNIT = re.compile(r"\s?[條条章段號号款節节項项頁页年]")
_MIXED = re.compile(
    r"(?<![A-Za-z0-9])(?=[A-Za-z]*\d)[0-9OoIlSB]*(?<=\d)[OoIlSB][0-9OoIlSB]*(?![A-Za-z])|(?<![A-Za-z0-9])[OoIlSB](?=\d)[0-9OoIlSB]+(?![A-Za-z])"
)
_LETTERS = str.maketrans("OoIlSB", "001158")
_SCALE = {"hundred": 100, "thousand": 1000, "cent": 100, "cents": 100, "mille": 1000, "hundert": 100, "tausend": 1000}
_AND = frozenset({"and", "und", "et", "e"})
_WORD = re.compile(r"[^\W\d_]+")


_OTHER_WORDS = {"sei": "it", "due": "it", "elf": "de", "acht": "de", "cent": "fr", "dix": "fr", "premier": "fr"}
"""Number words that are everyday words of another language: read as numbers in their own alone."""


@cache
def _number_words(language: str) -> dict[str, int]:
    """Single number words of four languages, ordinals among them; `language` settles what is a word of two."""
    found: dict[str, int] = {}
    for each in ("en", "de", "fr", "it"):
        for words, value in number_words(each).items():
            if len(words) == 1 and _OTHER_WORDS.get(words[0], language) == language:
                found.setdefault(words[0], value)
    for number, cell in rows("pincite.answers", "data/number_words.tsv"):
        for word in cell.split():
            if _OTHER_WORDS.get(word, language) == language:
                found[word] = int(number)
    return found


def numbers(source: Mirror, language: str = "") -> Mirror:
    """The stage in which numerals in words are digits; `language` is the text's."""
    family = language.partition("-")[0]
    changes = [*_words_as_digits(source.text, family), *_han_as_digits(source.text)]
    changes += [
        (match.start(), match.end(), match.group().translate(_LETTERS)) for match in _MIXED.finditer(source.text)
    ]
    return _replaced(source, sorted(changes))


def _han_as_digits(text: str) -> Iterable[tuple[int, int, str]]:
    for match in _HAN_RUN.finditer(text):
        before = text[: match.start()].rstrip(" ")[-1:]
        foreign = before not in {"", "\n"} and not is_han(before)
        if foreign or before in {"第", "之", "表"} or _HAN_UNIT.match(text, match.end()):
            digits = _han(match.group())
            if digits is not None:
                yield match.start(), match.end(), digits


def _han(run: str) -> str | None:
    from pincite.quotation.numerals import value  # noqa: PLC0415 (one entrance for tokens)
    from pincite.quotation.tokens import CHARACTER, Token  # noqa: PLC0415

    found = value([Token(CHARACTER, run, run, 0, len(run))], "zh-Hant")
    return None if found is None else str(int(found))


def _words_as_digits(text: str, language: str) -> Iterable[tuple[int, int, str]]:
    """Runs of number words joined by a space, a hyphen or «and», each as the number it says."""
    words = _number_words(language)
    if not any(word in words or word in _SCALE or _compound(word, language) for word in _WORD.findall(text.lower())):
        return
    run: list[tuple[int, int, str]] = []
    previous = 0
    for match in _WORD.finditer(text):
        word = match.group().lower()
        glued = not run or text[previous : match.start()] in (" ", "-")
        if (
            word in words
            or word in _SCALE
            or (word not in _AND and (compound := _compound(word, language)) is not None)
        ):
            if not glued:
                yield from _digits(run, words)
                run = []
            run.append((match.start(), match.end(), word if word in words or word in _SCALE else str(compound)))
        elif word in _AND and run and glued:
            run.append((match.start(), match.end(), "&"))
        else:
            yield from _digits(run, words)
            run = []
        previous = match.end()
    yield from _digits(run, words)


def _digits(run: list[tuple[int, int, str]], words: dict[str, int]) -> Iterable[tuple[int, int, str]]:
    while run and run[-1][2] == "&":
        run.pop()
    if not run:
        return
    values = [_value(word, words) for _, _, word in run if word != "&"]
    if len(values) > 1 and all(value < 10 for value in values):
        yield run[0][0], run[-1][1], "".join(str(value) for value in values)  # «four eight six»
        return
    total = section = 0
    for value in values:
        if value in (100, 1000):
            section = (section or 1) * value
            if value == 1000:
                total, section = total + section, 0
        elif value in (4, 20) and section in (4, 20) and "vingt" in " ".join(word for *_, word in run):
            section = 80
        elif 10 <= section < 100 and value >= 10 and not (section in (60, 80) and value < 20):
            total, section = (total + section) * 100, value  # «twenty twelve», and not «soixante-douze»
        else:
            section += value
    yield run[0][0], run[-1][1], str(total + section)


def _value(word: str, words: dict[str, int]) -> int:
    return int(word) if word.isdigit() else _SCALE.get(word, words.get(word, 0))


@cache
def _compound(word: str, language: str) -> int | None:
    """«vierhundertsechsundachtzig», «quattrocentottantasei»: number words written as one; None when it is none."""
    if len(word) < 7:
        return None
    known = _number_words(language)
    best = {0: 0}  # where a reading has come to -> its value
    pieces = {**known, "hundert": 100, "tausend": 1000, "cento": 100, "cent": 100, "mila": 1000, "mille": 1000}
    for at in range(len(word)):
        if at not in best:
            continue
        if at and word.startswith("und", at):
            best.setdefault(at + 3, best[at])
        for size in range(2, min(14, len(word) - at) + 1):
            value = pieces.get(word[at : at + size])
            if value is None:
                continue
            so_far = best[at]
            grown = (so_far or 1) * value if value in (100, 1000) else so_far + value
            best.setdefault(at + size, grown)
    return best.get(len(word))


_APART = re.compile(r"(?<![A-Za-z0-9])(?:[A-Za-z](?:\. ?| |[\u00b7-])){2,7}[A-Za-z](?![A-Za-z])\.?")
_DIGITS_APART = re.compile(r"(?<![A-Za-z0-9])(?:\d ){2,7}\d(?![A-Za-z0-9])")
_AROUND_SLASH = re.compile(r"(?<=[\dA-Z]) ?/ ?(?=\d)")
_BREAK = re.compile(r"\n\n(?:[-+*•] )?")


def joined(source: Mirror) -> Mirror:
    """The stage in which what was set apart stands together."""
    changes = [(m.start(), m.end(), re.sub(r"[^A-Za-z]", "", m.group()).upper()) for m in _APART.finditer(source.text)]
    changes += [(m.start(), m.end(), m.group().replace(" ", "")) for m in _DIGITS_APART.finditer(source.text)]
    changes += [(m.start(), m.end(), "/") for m in _AROUND_SLASH.finditer(source.text) if m.group() != "/"]
    changes += [(m.start(), m.end(), " ") for m in _BREAK.finditer(source.text)]
    return _replaced(source, sorted(changes))
