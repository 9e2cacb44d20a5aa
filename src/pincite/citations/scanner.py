r"""Where citations may begin: one pass of RE2 over the UTF-8 bytes of a text, answers in code points.

Keeps true:
1. All anchors are one alternation without groups; its automaton decides in time linear in the text (no backtracking).
2. Offsets are exact code points: only the gaps between hits are decoded. A lone surrogate counts as one code point.
3. `Scanner` and `SlowScanner` (the standard `re` over characters, same patterns, re.ASCII) give the same answers; the
   tests compare them. The slow one stands in where google-re2 cannot be installed.
4. Which patterns match at a hit follows from the hit and the one character on each side of it (no pattern can look
   further): it is found once for each such stretch and remembered, within bounds.

Rules of a pattern: no capture group, no lookaround, no backreference; `[\pL]` is not understood by `re`, so letters are
listed; `\s` is ASCII, other spaces are written `\u00a0` (spelt for RE2 here); `\b` only beside ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from pincite.text.patterns import pattern

try:
    import re2
except ImportError:  # pragma: no cover - the platforms without a wheel (musl)
    re2 = None

__all__ = ["Hit", "Scan", "Scanner", "SlowScanner", "scanner_for"]

_CONTEXT = 8
"""Bytes behind a hit that the second look may see: enough for one more code point (a trailing word boundary)."""
_AHEAD = 1024
"""How many hits are found together."""
_REMEMBERED = 20_000
_LONGEST = 120
"""How many stretches a scanner remembers, and of how many code points each: a few megabytes at most."""


class Hit(NamedTuple):
    """A place where a citation may begin: its code point, and each pattern that matches there with the end of its match."""

    start: int
    matches: tuple[tuple[int, int], ...]
    """(index of the pattern, code point behind its match), in order of the patterns."""


class Scan(Protocol):
    """One pass over one text."""

    def next_hit(self, start: int) -> Hit | None:
        """The first hit that begins at or behind the code point `start`; `start` never goes back within a pass."""


class _Patterns:
    """The patterns, checked and compiled for `re`."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.sources = tuple(patterns)
        for source in self.sources:
            _check(source)
        # compiled when a hit first asks for one: most texts begin few kinds of citation
        self.matchers = [pattern(source, re.ASCII) for source in self.sources]

    @property
    def alternation(self) -> str:
        """All of them as one pattern."""
        return "|".join(f"(?:{source})" for source in self.sources)

    def at(self, text: str, start: int, indices: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Which of the patterns match at `start`, and how far."""
        if len(indices) == 1:
            match = self.matchers[indices[0]].match(text, start)
            return ((indices[0], match.end()),) if match else ()
        found = []
        for index in indices:
            match = self.matchers[index].match(text, start)
            if match:
                found.append((index, match.end()))
        return tuple(found)


def _for_re2(source: str) -> bytes:
    return re.sub(r"\\u([0-9a-fA-F]{4})", r"\\x{\1}", source).encode()


def _check(source: str) -> None:
    """Raise ValueError for an anchor that would break the alternation; RE2 compiles it four times as fast as `re`."""
    compiled: Any = re2.compile(_for_re2(source)) if re2 is not None else re.compile(source, re.ASCII)
    if compiled.groups:
        raise ValueError(f"an anchor may have no groups but (?:…): {source!r}")
    if compiled.match(b"" if re2 is not None else ""):
        raise ValueError(f"an anchor may not match the empty text: {source!r}")


class Scanner:
    """Anchors compiled into one RE2 automaton; `begin` starts a pass over a text."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = _Patterns(patterns)
        options = re2.Options()
        options.never_capture = True
        options.longest_match = True
        options.log_errors = False
        options.max_mem = 256 << 20
        self.find = _finder(re2.compile(_for_re2(self.patterns.alternation), options)) if patterns else _nothing
        self.which = re2.Set.MatchSet(options)
        for source in self.patterns.sources:
            self.which.Add(_for_re2(source))
        if patterns:
            self.which.Compile()
        self.remembered: dict[str, tuple[tuple[int, int], ...]] = {}

    def begin(self, text: str) -> Scan:
        """Start a pass."""
        return _Pass(self, text)

    def holds(self, text: str) -> bool:
        """Whether any of the patterns matches anywhere in `text`."""
        return self.find(text.encode("utf-8", "replace"), 0)[0] >= 0

    def places(self, text: str, most: int) -> int:
        """At how many places of `text` a pattern begins to match; it is counted up to `most`."""
        data, count, at = text.encode("utf-8", "replace"), 0, -1
        while count < most and (at := self.find(data, at + 1)[0]) >= 0:
            count += 1
        return count

    def opening(self, text: str) -> tuple[tuple[int, int], ...]:
        """Which patterns match at the beginning of `text`, and how many code points each."""
        candidates = self.which.Match(text.encode("utf-8", "replace")) if self.patterns.sources else ()
        return self.patterns.at(text, 0, sorted(candidates)) if candidates else ()

    def at(self, text: str, start: int, end: int, data: bytes) -> tuple[tuple[int, int], ...]:
        """Which patterns match at `start` and how many code points each; `end`: of the longest; `data`: bytes from `start` on."""
        candidates = sorted(self.which.Match(data) or ())
        matches = tuple((index, behind - start) for index, behind in self.patterns.at(text, start, candidates))
        # not at the ends of the text, where `\A`, `$` and `\b` see what the stretch does not show
        if start > 0 and end + 1 < len(text) and end - start <= _LONGEST:
            if len(self.remembered) >= _REMEMBERED:
                self.remembered.clear()
            self.remembered[text[start - 1 : end + 1]] = matches
        return matches


def _nothing(_data: bytes, _start: int) -> tuple[int, int]:
    return -1, -1


def _finder(compiled: Any) -> Callable[[bytes, int], tuple[int, int]]:
    """The span of the next match from a byte on, (-1, -1) when there is none.

    The wrapper's `search` makes a generator and a match object for each hit, which takes longer than the automaton does;
    where its inner object has the shape we know, that one is asked.
    """
    try:
        look, anywhere = compiled._regexp.Match, re2._Anchor.UNANCHORED  # noqa: SLF001 (see above)
    except AttributeError:  # pragma: no cover - another release of google-re2

        def searched(data: bytes, start: int) -> tuple[int, int]:
            match = compiled.search(data, start)
            return match.span() if match else (-1, -1)

        return searched

    def found(data: bytes, start: int) -> tuple[int, int]:
        span: tuple[int, int] = look(anywhere, data, start, len(data))[0]
        return span

    return found


class _Pass:
    """One pass: the hits ahead of where we are, each with its place in code points and in bytes."""

    __slots__ = ("ahead", "ascii", "at", "byte_at", "data", "following", "last", "scanner", "search_at", "text")

    def __init__(self, scanner: Scanner, text: str) -> None:
        self.scanner = scanner
        self.text = text
        self.ascii = text.isascii()
        self.data = text.encode("utf-8", "replace")
        self.last = len(text) - 1
        self.ahead: list[tuple[int, int, int, int]] = []
        """(code point, its end, byte, its end) of the hits found and not yet passed."""
        self.following = 0
        self.at = self.byte_at = self.search_at = 0

    def next_hit(self, start: int) -> Hit | None:
        text, remembered = self.text, self.scanner.remembered
        while True:
            if self.following == len(self.ahead):
                self._look_ahead()
                if not self.ahead:
                    return None
            at, end, first, behind = self.ahead[self.following]
            if at >= start:
                # at the ends of the text nothing is remembered: the stretch would be that of another place
                known = remembered.get(text[at - 1 : end + 1]) if at > 0 and end < self.last else None
                if known is None:
                    known = self.scanner.at(text, at, end, self.data[first : behind + _CONTEXT])
                if len(known) == 1:
                    index, length = known[0]
                    return Hit(at, ((index, at + length),))
                if known:
                    return Hit(at, tuple([(index, at + length) for index, length in known]))
            self.following += 1

    def _look_ahead(self) -> None:
        """The next hits, wherever they begin: found together, while the automaton is in the processor's cache."""
        find, data, at, byte_at = self.scanner.find, self.data, self.at, self.byte_at
        ahead: list[tuple[int, int, int, int]] = []
        search_at = self.search_at
        while len(ahead) < _AHEAD:
            first, last = find(data, search_at)
            if first < 0:
                break
            if self.ascii:
                at, end = first, last
            else:
                at += len(data[byte_at:first].decode())
                end = at + len(data[first:last].decode())
            ahead.append((at, end, first, last))
            byte_at, search_at = first, first + 1
        self.ahead, self.following = ahead, 0
        self.at, self.byte_at, self.search_at = at, byte_at, search_at


class SlowScanner:
    """The same answers by the standard `re`: the oracle of the tests, and the fallback."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = _Patterns(patterns)
        self.search = re.compile(self.patterns.alternation, re.ASCII).search if patterns else None
        self.all = range(len(self.patterns.sources))

    def begin(self, text: str) -> Scan:
        """Start a pass."""
        return _SlowPass(self, text)

    def holds(self, text: str) -> bool:
        """Whether any of the patterns matches anywhere in `text`."""
        return self.search is not None and self.search(text) is not None

    def places(self, text: str, most: int) -> int:
        """At how many places of `text` a pattern begins to match; it is counted up to `most`."""
        count, at = 0, 0
        while count < most and self.search is not None and (match := self.search(text, at)):
            count, at = count + 1, match.start() + 1
        return count

    def opening(self, text: str) -> tuple[tuple[int, int], ...]:
        """Which patterns match at the beginning of `text`, and how many code points each."""
        return self.patterns.at(text, 0, self.all)


class _SlowPass:
    """One pass of the slow scanner: no state but the text."""

    __slots__ = ("scanner", "text")

    def __init__(self, scanner: SlowScanner, text: str) -> None:
        self.scanner = scanner
        self.text = text

    def next_hit(self, start: int) -> Hit | None:
        scanner = self.scanner
        if scanner.search is None:
            return None
        match = scanner.search(self.text, start)
        if match is None:
            return None
        return Hit(match.start(), scanner.patterns.at(self.text, match.start(), scanner.all))


def scanner_for(patterns: Sequence[str]) -> Scanner | SlowScanner:
    """The fast scanner, or the slow one where google-re2 is not installed."""
    return Scanner(patterns) if re2 is not None else SlowScanner(patterns)
