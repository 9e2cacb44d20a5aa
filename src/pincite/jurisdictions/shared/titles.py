"""Titles of acts in English running text, read forward from their first word or backward from their last.

Keeps true: a title is a run of capitalised words and the small words that titles have; articles before it stay outside. It may
run over the end of a hard-wrapped line, never over an empty line: the heading above a list of acts is no part of the first.
"""

from __future__ import annotations

from pincite.text.patterns import pattern

__all__ = ["KIND", "runs_over_a_paragraph", "title_at", "title_start"]

KIND = r"(?:Ordinances?|Act|Rules|Regulations?|Order|By-?laws|Notice|Scheme|Code)"
_WORD = r"(?:\(?[A-Z][\w’'&-]*(?:\)\([A-Z][\w’'&-]*)?\)?,?|\([A-Z][\w’'&-]*|\d{1,3}\)|\(No\.)"
_SMALL = r"(?:other|of|and|the|for|to|in|on|by|with|or|from|at|against|etc\.?\)?|&|non-\w+|as)"
_MORE = r"(?!\s{1,12}(?:Ordinance|Act|Rules|Regulations?|Order|Notice|By-?laws|in\s{1,4}Council|of\s{1,4}Court)\b)(?!\s{1,12}\d{1,3}[A-Z]?(?![\d/]))(?!\s{1,12}\((?!\s{0,8}(?:Cap|CAP|Chapter|Northern\s{1,4}Ireland\)\s{1,4}\d|No\b|S\.?\s?I|SI\b|c\.|N\.I|“|\"|‘|'|[a-z]|[A-Z]{2,})))"
_TITLE = pattern(rf"{_WORD}(?:\s{{1,12}}(?:{_WORD}|{_SMALL})){{0,22}}?\s{{1,12}}(?:{KIND})(?![A-Za-z]){_MORE}")
_COURT_RULES = pattern(r"[Rr]ules\s{1,12}of\s{1,12}(?:the\s{1,12})?(?:High|District|Supreme)\s{1,12}Court(?![A-Za-z])")

_EMPTY_LINE = pattern(r"(?:\n|\r(?!\n))[^\S\r\n]{0,40}[\r\n]|[\u2029\f]")

_TOKEN = pattern(r"\S+")
_CAPITAL = pattern(r"\(?[“\"]?[A-Z][\w’'&.-]*(?:\)\([A-Z][\w’'&-]*)?\)?,?\Z|\(No\.\Z|\d{1,2}\),?\Z")
_SMALL_TOKEN = pattern(rf"(?:{_SMALL}|of,|and,)\Z")
_NOT_IN_TITLE = frozenset(
    [
        "English",
        "British",
        "Under",
        "In",
        "See",
        "The",
        "This",
        "That",
        "An",
        "A",
        "By",
        "Section",
        "Sections",
        "Part",
        "Schedule",
        "Pursuant",
        "Per",
        "When",
        "Where",
        "While",
        "If",
        "As",
        "At",
        "For",
        "From",
        "Of",
        "And",
        "Both",
        "Since",
        "Although",
        "However",
        "Thus",
        "But",
        "On",
        "To",
        "With",
        "Cap",
        "Chapter",
        "Article",
        "Articles",
        "Regulation",
        "Rule",
        "Paragraph",
        "Amended",
        "Added",
        "Replaced",
        "Repealed",
        "His",
        "Her",
        "Its",
        "Their",
        "Our",
        "Each",
        "Any",
        "Every",
        "Such",
        "Said",
        "Accordingly",
        "Hence",
        "Therefore",
        "Moreover",
        "Further",
        "Secondly",
        "Firstly",
        "Thirdly",
        "Does",
        "Is",
        "Was",
        "Were",
        "Are",
        "Hong-Kong’s",
    ]
)


def runs_over_a_paragraph(text: str, start: int, end: int) -> bool:
    """Whether an empty line, or another end of a paragraph, stands between two offsets."""
    return _EMPTY_LINE.search(text, start, end) is not None


def title_at(text: str, position: int) -> int | None:
    """The end of a title that begins at `position`, or None."""
    rules = _COURT_RULES.match(text, position)
    if rules:
        return rules.end()
    match = _TITLE.match(text, position)
    return match.end() if match and not runs_over_a_paragraph(text, position, match.end()) else None


def title_start(text: str, kind_start: int, floor: int) -> int:
    """The first character of the title whose kind («Ordinance») begins at `kind_start`; `kind_start` when it has no words.

    A comma ends the title unless it stands in brackets or the run before it begins behind «the».
    """
    window_start = max(floor, kind_start - 220)
    words = text[window_start:kind_start].split()
    if window_start > floor and not (text[window_start - 1].isspace() or text[window_start].isspace()):
        words = words[1:]  # the first is a part of one
    start, depth, comma_at = kind_start, 0, None
    behind_article, seen = False, False
    begins = kind_start
    for index in range(len(words) - 1, -1, -1):
        word = words[index]
        begins = text.rindex(word, window_start, begins)
        bare = word.strip('(),“"')
        if depth == 0 and word.endswith(",") and start != kind_start and comma_at is None:
            comma_at = start
        depth += word.count(")") - word.count("(")
        if bare in {"the", "The"} and depth == 0 and _ends_here(words, index):
            behind_article = True
            break
        if not (_CAPITAL.match(word) or (_SMALL_TOKEN.match(word) and seen)) or (bare in _NOT_IN_TITLE and depth == 0):
            break
        if runs_over_a_paragraph(text, begins + len(word), start):
            break
        seen = True
        if _CAPITAL.match(word) and (word.startswith("(") or depth <= 0):
            start = begins + (1 if word.startswith(("“", '"')) else 0)
    if depth != 0:
        start = _without_open_bracket(text, start, kind_start)
    if comma_at is not None and not behind_article and start < comma_at:
        start = comma_at
    while text[start : start + 1] in '(“"' and ")" not in text[start:kind_start]:
        start += 1
    return start


def _ends_here(words: list[str], article: int) -> bool:
    """«the» belongs into a title only behind a small word: «Offences against the Person», «Rules of the High Court»."""
    if article == 0:
        return True
    before = words[article - 1]
    return before not in {"against", "for"} or not (article >= 2 and words[article - 2][:1].isupper())


def _without_open_bracket(text: str, start: int, kind_start: int) -> int:
    """«(Evidence Ordinance»: the bracket is not the title's."""
    while text[start : start + 1] == "(":
        start += 1
    return min(start, kind_start)
