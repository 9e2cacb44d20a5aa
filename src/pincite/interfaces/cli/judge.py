"""The option --judge, and the judge it names, open for the time of a command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pincite.judging.judge import Judge
    from pincite.privacy.egress import Egress

__all__ = ["JudgeName", "judge_for", "judge_named"]

USUAL = "signals"

JudgeName = Annotated[
    str,
    typer.Option(
        "--judge",
        help="Who judges whether a source says it: none, signals (code alone, the usual one), model (that of PINCITE_MODEL),"
        " PROVIDER:MODEL, or recorded:FILE (docs/judging.md).",
        show_default=False,
    ),
]


def judge_named(given: str) -> str:
    """The judge's name: as given, of the setting PINCITE_JUDGE, or the usual one."""
    from pincite import settings

    return given.strip() or settings.judge() or USUAL


@contextmanager
def judge_for(name: str, egress: Egress | None) -> Iterator[Judge | None]:
    """The judge of a name; a model's opinions are kept in the file of PINCITE_OPINIONS, if there is one."""
    from pincite import settings, wiring
    from pincite.storage.sqlite.opinions import SqliteOpinions

    path = settings.opinions()
    if path is None:
        yield wiring.judge_of(name, egress=egress)
        return
    with SqliteOpinions(path) as opinions:
        yield wiring.judge_of(name, egress=egress, opinions=opinions)
