"""Full-text search in one release's index.

Keeps true: of a work in several states only the wording for the date is searched; the order of equal scores is that of
the release, so that the same question has the same answer; the text shown is the verified text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pincite.corpus.answers import Hit
from pincite.storage.sqlite.fulltext import fold, match_expression, words_of
from pincite.storage.sqlite.release_db import ReleaseDb

__all__ = ["Query", "search"]

SNIPPET = 160
"""Code points of a snippet, about."""

_SQL = """
SELECT block.expression, block.node, expression.id, bm25(words)
FROM words JOIN block ON block.number = words.rowid JOIN expression ON expression.number = block.expression
WHERE words MATCH ? {filters}
ORDER BY bm25(words), words.rowid LIMIT ?
"""

_NEWEST = """
AND (expression.kind = 'decision' OR expression.state = (
  SELECT max(other.state) FROM expression AS other
  WHERE other.work = expression.work AND other.language = expression.language AND other.state <= ?))
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


def search(db: ReleaseDb, query: Query) -> list[Hit]:
    """The passages of a release that hold all the words, best first."""
    match = match_expression(query.words)
    if not match:
        return []
    filters: list[str] = [_NEWEST, "AND expression.state <= ?"]
    as_of = query.as_of or db.manifest.as_of
    parameters: list[Any] = [match, as_of, as_of]
    if query.jurisdiction:
        filters.append("AND expression.work >= ? AND expression.work < ?")
        parameters += [f"{query.jurisdiction}/", f"{query.jurisdiction}0"]
    if query.kind:
        filters.append("AND expression.kind = ?")
        parameters.append(query.kind)
    if query.language:
        filters.append("AND (expression.language = ? OR expression.language LIKE ?)")
        parameters += [query.language, f"{query.language}-%"]
    hits: list[Hit] = []
    for _, node, identifier, rank in db.rows(_SQL.format(filters=" ".join(filters)), [*parameters, query.limit]):
        document = db.document(identifier)
        if document is None or not 0 <= node < len(document.nodes):
            raise db.corrupt(f"its full text names a passage of {identifier} that is not there")
        block = document.block(document.nodes[node])
        hits.append(Hit(document.row.record, block, snippet(block.text, query.words), round(-1000 * rank)))
    return hits


def snippet(text: str, words: str) -> str:
    """The part of a passage in which the most of the words stand close together, with «…» where it was cut."""
    if len(text) <= SNIPPET:
        return _one_line(text)
    folded = fold(text)
    if len(folded) != len(text):
        folded = text.lower() if len(text.lower()) == len(text) else text
    wanted = {fold(word) for word in words_of(words)}
    places = sorted((found.start(), word) for word in wanted for found in re.finditer(re.escape(word), folded))
    best, start = 0, 0
    for index, (place, _) in enumerate(places):
        near = {word for other, word in places[index : index + 200] if other < place + SNIPPET}
        if len(near) > best:
            best, start = len(near), place
    begin = max(0, start - SNIPPET // 4)
    while begin > 0 and not text[begin - 1].isspace() and begin > start - SNIPPET // 2 and text[begin - 1].isascii():
        begin -= 1
    end = min(len(text), begin + SNIPPET)
    while end < len(text) and not text[end].isspace() and end < begin + SNIPPET + 20 and text[end].isascii():
        end += 1
    return f"{'…' if begin else ''}{_one_line(text[begin:end])}{'…' if end < len(text) else ''}"


def _one_line(text: str) -> str:
    return " ".join(text.split("\n")).strip()
