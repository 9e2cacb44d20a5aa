"""Full-text search in one release's index.

Keeps true: of a work in several states only the wording for the date is searched; what has the words themselves, and in their order,
comes before what has other forms of them; the order of equal scores is that of the release, so that the same question has the same answer; the text shown is the verified text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pincite.corpus.answers import Hit
from pincite.storage.sqlite.forms import Forms
from pincite.storage.sqlite.fulltext import fold, match_expression, phrase_expression, words_of
from pincite.storage.sqlite.release_db import ReleaseDb

__all__ = ["Query", "search"]

SNIPPET = 160
"""Code points of a snippet, about."""

OVERSAMPLED = 5
EXACT = 1_000_000
"""Added to the score of a passage that has the accents of the query too."""

EXACT_WORDS, PHRASE = 10_000_000, 20_000_000
"""Added to the score of a passage that has the words themselves, not other forms; and of one that has them in this order."""

# a word of a heading or a title counts as four of the text
_SQL = """
SELECT block.expression, block.node, expression.id, bm25(words, 1.0, 4.0), words.rowid
FROM words JOIN block ON block.number = words.rowid JOIN expression ON expression.number = block.expression
WHERE words MATCH ? {filters}
ORDER BY bm25(words, 1.0, 4.0), expression.work, expression.id, block.node LIMIT ?
"""

_NEWEST = """
AND (expression.kind = 'decision' OR expression.state = (
  SELECT max(other.state) FROM expression AS other
  WHERE other.work = expression.work AND other.language = expression.language AND other.state <= ?))
"""

_COURT = """
AND (expression.work LIKE ? ESCAPE '\\' OR lower(json_extract(CAST(expression.leaf AS TEXT), '$.meta.court')) = ?)
"""


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked; the filters as in Corpus.search."""

    words: str
    jurisdiction: str = ""
    kind: str = ""
    language: str = ""
    as_of: str = ""
    limit: int = 20
    court: str = ""
    date_from: str = ""
    date_to: str = ""


def search(db: ReleaseDb, query: Query) -> list[Hit]:
    """The passages of a release that hold all the words or forms of them, best first."""
    plain = match_expression(query.words)
    if not plain:
        return []
    forms = Forms(db, query.language)
    tiers = [(phrase_expression(query.words), PHRASE), (plain, EXACT_WORDS), (match_expression(query.words, forms), 0)]
    accented = [word for word in words_of(query.words) if fold(word) != word.lower()]
    # the index knows no accents: more is fetched than asked for, and what has them as asked comes first
    fetched = query.limit * OVERSAMPLED if accented else query.limit
    filters, parameters = _filters(db, query)
    sql = _SQL.format(filters=filters)
    found: dict[int, tuple[int, str, int]] = {}
    for expression, added in tiers:
        if not expression or (expression == plain and not added) or len(found) >= fetched:
            continue
        for _, node, identifier, rank, row in db.rows(sql, [expression, *parameters, fetched]):
            found.setdefault(row, (node, identifier, round(-1000 * rank) + added))
    hits: list[Hit] = []
    shown = " ".join((query.words, *forms.said))
    for node, identifier, score in found.values():
        document = db.document(identifier)
        if document is None or node not in document.block_set:
            raise db.corrupt(f"its full text names a passage of {identifier} that is not there")
        block = document.block(document.nodes[node])
        better = EXACT if accented and _has_words(block.text, accented) else 0
        hits.append(Hit(document.row.record, block, snippet(block.text, shown), score + better))
    return sorted(hits, key=lambda hit: -hit.score)[: query.limit]


def _filters(db: ReleaseDb, query: Query) -> tuple[str, list[Any]]:
    as_of = query.as_of or db.manifest.as_of
    filters: list[str] = [_NEWEST, "AND expression.state <= ?"]
    parameters: list[Any] = [as_of, as_of]
    if query.jurisdiction:
        filters.append("AND expression.work >= ? AND expression.work < ?")
        parameters += [f"{query.jurisdiction}/", f"{query.jurisdiction}0"]
    if query.kind:
        filters.append("AND expression.kind = ?")
        parameters.append(query.kind)
    if query.language:
        filters.append("AND (expression.language = ? OR expression.language LIKE ?)")
        parameters += [query.language, f"{query.language}-%"]
    if query.court:
        court = query.court.lower()
        escaped = re.sub(r"([%_\\])", r"\\\1", court)
        filters.append(_COURT)
        parameters += [f"%/{escaped}/%", court]
    if query.date_from:
        filters.append("AND expression.state >= ?")
        parameters.append(query.date_from)
    if query.date_to:
        filters.append("AND expression.state <= ?")
        parameters.append(query.date_to)
    return " ".join(filters), parameters


def _has_words(text: str, words: list[str]) -> bool:
    lower = text.lower()
    return all(re.search(rf"(?<!\w){re.escape(word.lower())}(?!\w)", lower) for word in words)


def snippet(text: str, words: str) -> str:
    """The part of a passage in which the most of the words stand close together, with «…» where it was cut."""
    if len(text) <= SNIPPET:
        return _one_line(text)
    asked = words_of(words)
    places = _places(text.lower(), {word.lower() for word in asked}) or _places(
        fold(text), {fold(word) for word in asked}
    )
    best, start = 0, 0
    for index, (place, _) in enumerate(places):
        near = {word for other, word in places[index : index + 200] if other < place + SNIPPET}
        if len(near) > best:
            best, start = len(near), place
    begin = _word_start(text, max(0, min(start, len(text)) - SNIPPET // 4))
    end = min(len(text), begin + SNIPPET)
    if end < len(text):
        end = max(_word_start(text, end), begin + SNIPPET // 2)
    return f"{'…' if begin else ''}{_one_line(text[begin:end])}{'…' if end < len(text) else ''}"


def _places(folded: str, words: set[str]) -> list[tuple[int, str]]:
    """Where the words begin; offsets are near enough for a snippet when folding changed the length."""
    pattern = "|".join(re.escape(word) for word in sorted(words))
    return [
        (found.start(), found[0])
        for found in re.finditer(rf"(?<![^\W\d_])(?:{pattern})|(?<=[^\x00-\u2e7f])(?:{pattern})", folded)
    ]


def _word_start(text: str, at: int) -> int:
    """The start of the word at a point, unless it is long or Chinese."""
    for place in range(at, max(at - 30, 0), -1):
        if text[place - 1].isspace():
            return place
        if ord(text[place - 1]) >= 0x2E80:
            break
    return at


def _one_line(text: str) -> str:
    return " ".join(text.split("\n")).strip()
