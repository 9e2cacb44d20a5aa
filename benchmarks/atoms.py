"""Obligation atoms of the test collection: span rules of all, and a sample drawn at random for reading by hand.

    python -m benchmarks.atoms RELEASES --seed 20261130 [--each 40]           prints the sample, writes results/atoms.json
    python -m benchmarks.atoms RELEASES --seed 20261130 --wrong ID ID ...     the same, with what a reader found wrong

Drawn: `--each` atoms a language with the seed, of all wordings of legislation and guidance; of atoms with the same words
(several states of one law) one. Read strictly: an atom is right when its clause lays down a norm, its modality is the one
that the clause has, who acts (or of what it speaks) is its subject, and no field holds words that belong to another. A
condition, time or recipient that stays inside the action is not counted as wrong: it is quoted, and not split off. Two
figures: everything right, its fields too; and norm, modality, subject and action right (`--core` names what is not).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from pincite.atoms.atom import EXTRACTOR, FIELDS, Atom
from pincite.wiring import open_corpus
from pincite.workflows.atoms import check_atoms, coverage_of_atoms

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--each", type=int, default=40)
    parser.add_argument("--wrong", nargs="*", help="ids in which anything is wrong")
    parser.add_argument(
        "--core", nargs="*", default=[], help="those of them whose norm, modality, subject or action is"
    )
    given = parser.parse_args()
    pools: dict[str, dict[str, Atom]] = defaultdict(dict)
    counts: Counter[str] = Counter()
    with open_corpus([given.releases]) as corpus:
        begun = time.process_time()
        checked = check_atoms(corpus)
        seconds = time.process_time() - begun
        for record in corpus.every_document():
            for atom in corpus.atoms(record.id):
                language = atom.language.partition("-")[0]
                counts[language] += 1
                pools[language].setdefault(atom.quoted_text, atom)
        covered = list(coverage_of_atoms(corpus))
    sample = [
        atom
        for language in sorted(pools)
        for atom in random.Random(f"{given.seed}/{language}").sample(
            list(pools[language].values()), min(given.each, len(pools[language]))
        )
    ]
    for atom in sample:
        print(f"\n[{atom.language}] {atom.id}  {atom.modality.upper()}\n  {atom.quoted_text}")
        for name in FIELDS:
            if name in atom.fields:
                print(f"    {name}: {atom.words(name)}")
    provisions = sum(each.provisions for each in covered)
    result: dict[str, Any] = {
        "extractor": EXTRACTOR,
        "atoms": checked.atoms,
        "by_language": dict(sorted(counts.items())),
        "by_modality": checked.by_modality,
        "rules_broken": len(checked.broken),
        "check_seconds": round(seconds, 1),
        "provisions_of_newest_wordings": provisions,
        "provisions_with_atoms": sum(each.with_atoms for each in covered),
        "sample": {"seed": given.seed, "ids": [atom.id for atom in sample]},
    }
    if given.wrong is not None:
        strangers = set(given.wrong) - {atom.id for atom in sample}
        assert not strangers, f"not in the sample: {strangers}"
        right = len(sample) - len(given.wrong)
        assert set(given.core) <= set(given.wrong)
        wrong = Counter(atom.language.partition("-")[0] for atom in sample if atom.id in given.wrong)
        result["sample"] |= {
            "read_by_hand": len(sample),
            "wrong": sorted(given.wrong),
            "wrong_by_language": dict(sorted(wrong.items())),
            "wrong_in_norm_modality_subject_or_action": sorted(given.core),
            "precision_all_fields": round(right / len(sample), 3),
            "precision_norm_modality_subject_action": round(1 - len(given.core) / len(sample), 3),
        }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "atoms.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
