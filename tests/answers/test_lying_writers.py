"""Lying writers: nothing they cite leaves unearned and unlabelled; honest ones are let through."""

from __future__ import annotations

from collections import Counter

import pytest
from benchmarks.lying_writers import DISGUISES, escaping, honest, lie

from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import Answering, compose_answer

FEW = 200


def test_no_lie_leaves_unlabelled(acting: Acting, answering: Answering) -> None:
    assert [
        (where, told.kind, told.text) for where, told in escaping(range(50_000, 50_000 + FEW), acting, answering)
    ] == []


def test_the_lies_use_every_disguise() -> None:
    assert set(Counter(lie(seed).kind for seed in range(50_000, 50_000 + FEW))) == set(DISGUISES)


def test_honest_answers_are_not_refused(acting: Acting, answering: Answering) -> None:
    refused = [
        [(each.code, each.text) for each in finished.refusals]
        for seed in range(50_000, 50_000 + FEW)
        if (finished := compose_answer(acting, honest(seed), answering, record=False)).refused
    ]
    assert len(refused) <= 0.005 * FEW, refused


@pytest.mark.long
def test_ten_thousand_lies(acting: Acting, answering: Answering) -> None:
    assert list(escaping(range(100_000, 110_000), acting, answering)) == []
