"""The tables of a language, compiled: which words make a norm, and where its clauses begin and end.

Keeps true: what a language's norms look like is data (`data/<language>.tsv`); code only walks it. A class with several
rows is their alternation, in order. `AGENT` in a pattern stands for the words for those who act.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from pincite.atoms.atom import Modality
from pincite.text.tables import rows

__all__ = ["LANGUAGES", "Grammar", "grammar_of"]

LANGUAGES = ("en", "de", "fr", "it", "zh")

_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language's tables.

    Attributes:
        language: en, de, fr, it or zh.
        modals: patterns of the finite modal, each with the modality it has when nothing negates it.
        quick: strings of which one stands in every modal, to pass over texts that hold none.
        classes: every other class, compiled.
        words: classes that are plain words.

    """

    language: str
    modals: tuple[tuple[re.Pattern[str], Modality], ...]
    quick: tuple[str, ...]
    classes: dict[str, re.Pattern[str]]
    words: dict[str, frozenset[str]] = field(default_factory=dict)

    def may_hold(self, text: str, start: int = 0, end: int | None = None) -> bool:
        """Whether a modal may stand in the text; False is sure."""
        stop = len(text) if end is None else end
        return any(text.find(word, start, stop) >= 0 for word in self.quick)

    def __getitem__(self, name: str) -> re.Pattern[str]:
        return self.classes.get(name, _NEVER)


@cache
def grammar_of(language: str) -> Grammar | None:
    """The tables of a language (zh-Hant and zh-Hans share one), None when there are none."""
    name = language.partition("-")[0]
    if name not in LANGUAGES:
        return None
    table = [(row[0], row[1:]) for row in rows("pincite.atoms", f"data/{name}.tsv")]
    agents = [word for kind, cells in table if kind == "agent" for word in cells[0].split("|")]
    longest = sorted(agents, key=len, reverse=True)
    agent = "|".join(word if "[" in word else re.escape(word) for word in longest)
    if name not in ("de", "zh"):
        agent = f"(?i:{agent})"  # a court, the Court
    edge = ("", "") if name == "zh" else (r"(?<![\w’'-])(?:", r")(?![\w-])")
    modals: list[tuple[re.Pattern[str], Modality]] = []
    classes: dict[str, list[str]] = {}
    for kind, cells in table:
        if kind == "modal":
            pattern = cells[1].replace("AGENT", agent)
            if edge[0]:
                pattern = f"{edge[0]}{pattern}{edge[1]}"
            modals.append((re.compile(pattern), cells[0]))  # type: ignore[arg-type]
        elif kind not in ("agent", "not_agent", "quick"):
            classes.setdefault(kind, []).append(cells[0].replace("AGENT", agent))
    compiled = {kind: re.compile("|".join(f"(?:{each})" for each in patterns)) for kind, patterns in classes.items()}
    if "determiner" in compiled:
        compiled["determined"] = re.compile(rf"(?:{compiled['determiner'].pattern})(?![\w])|(?:[LlDdUu]n?[’'])")
    if agents:
        flags = 0 if name == "de" else re.IGNORECASE
        compiled["agent"] = re.compile(f"(?:{agent})" if name == "zh" else rf"(?<![\w-])(?:{agent})(?![\w-])", flags)
    words = {
        "not_agent": frozenset(word for kind, cells in table if kind == "not_agent" for word in cells[0].split()),
        "agent": frozenset(word.lower() for word in agents),
    }
    quick = tuple(word for kind, cells in table if kind == "quick" for word in cells[0].split("|"))
    return Grammar(name, tuple(modals), quick, compiled, words)
