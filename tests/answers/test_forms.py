"""Forms of citations: the quick look that chooses forms leaves none out."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import lying_writers
from pincite.answers.forms import _forms, forms_in, loosened
from pincite.answers.mirror import mirror, numbers
from pincite.text.tables import rows

EXAMPLES = [numbers(mirror(row[3]), "en").text for row in rows("pincite.answers", "data/raw_forms.tsv")]
PIECES = [
    *EXAMPLES,
    " ",
    "\u00a0",
    "\u2003",
    "\x0b",
    "\x85",
    "٣",
    "３",
    "K",
    "ſ",
    "ﬀ",
    "\ud800",
    "(",
    ")",
    "[",
    "/",
    ".",
    "-",
    "a",
    "E",
    "第",
    "條",
]


def every(text: str) -> list[tuple[str, int, int]]:
    return [(kind, m.start(), m.end()) for kind, pattern in _forms() for m in pattern.finditer(text)]


def test_each_form_finds_its_example() -> None:
    for index, example in enumerate(EXAMPLES):
        kind, pattern = _forms()[index]
        assert pattern.search(example), example
        assert kind in {found for found, *_ in forms_in(example)}


@settings(deadline=None, max_examples=400)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=12).map("".join))
def test_what_is_found_is_what_each_form_finds_alone(text: str) -> None:
    assert list(forms_in(text)) == every(text)


def test_what_is_found_in_the_texts_of_liars_is_what_each_form_finds_alone() -> None:
    import random

    r = random.Random(5)
    for _ in range(300):
        text = lying_writers.honest_sentence(r) + r.choice(EXAMPLES) + lying_writers.honest_sentence(r)
        assert list(forms_in(text)) == every(text)


def test_loosened_patterns_hold_no_lookaround() -> None:
    for _, pattern in _forms():
        loose = loosened(pattern.pattern)
        assert not re.search(r"\(\?<?[=!]|\\b|\\u", loose), loose


def test_the_kinds_of_the_table_are_kinds_of_raw_citations() -> None:
    from typing import get_args

    from pincite.answers.raw_citations import RawKind

    assert {kind for kind, _ in _forms()} <= set(get_args(RawKind))
