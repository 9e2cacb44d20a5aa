"""Metamorphic tests of the quotation calculus over real passages: what is done to a quote is known, so the answer is too.

    python -m benchmarks.quotes_metamorphic [--quotes 20000] [--seed 1] [--misses FILE]

Each passage is quoted exactly (must be A0), with typographic noise (must not be refused), and with one change of meaning
(must be refused, and the changed word named). Rates by kind and language are printed and written to
benchmarks/results/quotes_metamorphic.json. `--misses` writes what went wrong to a file (it holds passages: keep it private).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.passages import shared_folder, texts

from pincite.quotation.compare import compare
from pincite.quotation.lexicon import lexicon_for
from pincite.quotation.model import Comparison
from pincite.quotation.numerals import HAN_NUMERALS
from pincite.quotation.prepared import PreparedSource
from pincite.text.folding import is_han
from pincite.text.sentences import sentences

RESULTS = Path(__file__).parent / "results" / "quotes_metamorphic.json"
CHUNK = 5000


class Case(NamedTuple):
    """One quote made from a passage: what was done, and the words on both sides."""

    kind: str
    quote: str
    source_words: str = ""
    quote_words: str = ""


Change = Callable[[str, str, random.Random], Case | None]

_SWAPS = {
    "modal": {
        "en": [("shall", "may"), ("must", "may"), ("may", "must"), ("should", "shall"), ("can", "must"), ("will", "may")],
        "de": [("kann", "muss"), ("muss", "kann"), ("darf", "muss"), ("können", "müssen"), ("soll", "kann"), ("dürfen", "müssen")],
        "fr": [("peut", "doit"), ("doit", "peut"), ("peuvent", "doivent"), ("doivent", "peuvent")],
        "it": [("può", "deve"), ("deve", "può"), ("possono", "devono"), ("devono", "possono")],
        "zh": [("必須", "可以"), ("應當", "可以"), ("可以", "必須"), ("不得", "可以"), ("必须", "可以"), ("应当", "可以")],
    },
    "and_or": {
        "en": [("and", "or"), ("or", "and")],
        "de": [("und", "oder"), ("oder", "und")],
        "fr": [("et", "ou"), ("ou", "et")],
        "it": [("e", "o"), ("o", "e")],
        "zh": [("及", "或"), ("或", "及"), ("和", "或")],
    },
    "party": {
        "en": [("plaintiff", "defendant"), ("defendant", "plaintiff"), ("applicant", "respondent"), ("appellant", "respondent"),
               ("landlord", "tenant"), ("employer", "employee"), ("respondent", "appellant"), ("claimant", "defendant")],
        "de": [("Beschwerdeführerin", "Beschwerdegegnerin"), ("Beschwerdeführer", "Beschwerdegegner"), ("Kläger", "Beklagte"),
               ("Klägerin", "Beklagte"), ("Vermieter", "Mieter"), ("Mieter", "Vermieter"), ("Arbeitgeber", "Arbeitnehmer"),
               ("Schuldner", "Gläubiger"), ("Gläubiger", "Schuldner")],
        "fr": [("recourant", "intimé"), ("recourante", "intimée"), ("intimé", "recourant"), ("bailleur", "locataire"),
               ("demandeur", "défendeur"), ("créancier", "débiteur"), ("débiteur", "créancier"), ("employeur", "travailleur")],
        "it": [("ricorrente", "resistente"), ("locatore", "conduttore"), ("attore", "convenuto"), ("convenuto", "attore"),
               ("creditore", "debitore"), ("debitore", "creditore"), ("titolare", "responsabile"), ("responsabile", "titolare")],
        "zh": [("原告", "被告"), ("被告", "原告"), ("上訴人", "答辯人"), ("申請人", "答辯人"), ("答辯人", "上訴人"), ("僱主", "僱員")],
    },
    "quantifier": {
        "en": [("all", "some"), ("any", "every"), ("each", "any"), ("both", "either")],
        "de": [("alle", "einige"), ("jeder", "mancher"), ("jede", "keine"), ("beide", "einige")],
        "fr": [("tous", "certains"), ("toute", "aucune"), ("chaque", "quelque"), ("plusieurs", "tous")],
        "it": [("tutti", "alcuni"), ("ogni", "qualche"), ("ciascuno", "nessuno"), ("alcuni", "tutti")],
        "zh": [("所有", "某些"), ("任何", "若干"), ("全部", "部分"), ("一切", "某些")],
    },
    "scope": {
        "en": [("only", "also"), ("merely", "also"), ("solely", "partly")],
        "de": [("nur", "auch"), ("lediglich", "auch"), ("ausschliesslich", "teilweise")],
        "fr": [("seulement", "aussi"), ("uniquement", "également"), ("exclusivement", "partiellement")],
        "it": [("soltanto", "anche"), ("solo", "anche"), ("unicamente", "anche")],
        "zh": [("只", "亦"), ("僅", "亦"), ("仅", "亦")],
    },
}  # fmt: skip
_NEGATIONS = {
    "en": ["not", "never", "no"],
    "de": ["nicht", "nie", "keine", "kein"],
    "fr": ["pas", "jamais", "aucun", "aucune"],
    "it": ["non", "mai", "nessun"],
    "zh": ["不", "未", "並非", "沒有"],
}
_AFTER = {
    "en": (["is", "are", "was", "shall", "may", "must", "can", "has"], "not"),
    "de": (["ist", "sind", "kann", "muss", "wird", "darf", "hat"], "nicht"),
    "fr": (["est", "sont", "peut", "doit"], "pas"),
    "it": ([], "non"),
    "zh": (["是", "須", "可", "應"], "不"),
}


def _key(language: str) -> str:
    return language.split("-", maxsplit=1)[0]


def _replace_word(quote: str, old: str, new: str, rng: random.Random, *, chinese: bool) -> tuple[str, str] | None:
    """The quote with one occurrence of a word replaced, and the word as it stood."""
    pattern = re.escape(old) if chinese else rf"(?<![\w’'-]){re.escape(old)}(?![\w’'-])"
    found = [m.span() for m in re.finditer(pattern, quote, re.IGNORECASE)]
    if not found:
        return None
    start, end = rng.choice(found)
    was = quote[start:end]
    if was[:1].isupper():
        new = new[:1].upper() + new[1:]
    return quote[:start] + new + quote[end:], was


def swapped(kind: str) -> Change:
    """A change that swaps one word of a pair."""

    def change(quote: str, language: str, rng: random.Random) -> Case | None:
        pairs = _SWAPS[kind][_key(language)][:]
        rng.shuffle(pairs)
        for old, new in pairs:
            done = _replace_word(quote, old, new, rng, chinese=language.startswith("zh"))
            if done and done[0] != quote:
                return Case(f"{kind} swapped", done[0], done[1], new)
        return None

    return change


def negation_dropped(quote: str, language: str, rng: random.Random) -> Case | None:
    chinese = language.startswith("zh")
    for word in _NEGATIONS[_key(language)]:
        pattern = re.escape(word) if chinese else rf"(?<![\w’'-]){re.escape(word)}(?![\w’'-]) ?"
        found = [m for m in re.finditer(pattern, quote) if m.start() > 0 and m.end() < len(quote)]
        if found:
            m = rng.choice(found)
            return Case("negation dropped", quote[: m.start()] + quote[m.end() :], m.group().strip(), "")
    return None


def negation_added(quote: str, language: str, rng: random.Random) -> Case | None:
    words, negation = _AFTER[_key(language)]
    chinese = language.startswith("zh")
    if not words:
        spots = [m.start() for m in re.finditer(r"(?<=\s)(?:è|può|deve|sono|ha)(?=\s)", quote)]
        if not spots:
            return None
        at = rng.choice(spots)
        return Case("negation added", quote[:at] + negation + " " + quote[at:], "", negation)
    pattern = "|".join(map(re.escape, words)) if chinese else r"(?<!\w)(?:" + "|".join(words) + r")(?= )"
    found = [m for m in re.finditer(pattern, quote) if m.end() < len(quote) - 1]
    found = [m for m in found if not re.match(rf" ?{negation}", quote[m.end() :])]
    if not found:
        return None
    m = rng.choice(found)
    at = m.start() if chinese else m.end()
    added = negation if chinese else " " + negation
    return Case("negation added", quote[:at] + added + quote[at:], "", negation)


def number_changed(quote: str, language: str, rng: random.Random) -> Case | None:  # noqa: ARG001 (one signature for all changes)
    found = list(re.finditer(r"\d+", quote))
    if not found:
        return None
    m = rng.choice(found)
    digits = m.group()
    at = rng.randrange(len(digits))
    new = rng.choice([d for d in "123456789" if d != digits[at]])
    changed = digits[:at] + new + digits[at + 1 :]
    return Case("number changed", quote[: m.start()] + changed + quote[m.end() :], digits, changed)


def word_dropped(quote: str, language: str, rng: random.Random) -> Case | None:
    if language.startswith("zh"):
        if len(quote) < 12:
            return None
        at = rng.randrange(4, len(quote) - 4)
        if not is_han(quote[at]) or quote[at] in (quote[at - 1], quote[at + 1]):
            return None
        return Case("word dropped", quote[:at] + quote[at + 1 :], quote[at], "")
    words = list(re.finditer(r"[^\W\d_]{3,}", quote))[1:-1]
    if len(words) < 5:
        return None
    m = rng.choice(words)
    if quote[m.start() - 1 : m.start()] not in (" ", "\n") or quote[m.end() : m.end() + 1] != " ":
        return None
    return Case("word dropped", quote[: m.start()] + quote[m.end() + 1 :], m.group(), "")


def words_dropped(quote: str, language: str, rng: random.Random) -> Case | None:
    if language.startswith("zh"):
        if len(quote) < 20:
            return None
        at = rng.randrange(6, len(quote) - 10)
        if not all(is_han(c) for c in quote[at - 1 : at + 5]):
            return None
        return Case("words dropped", quote[:at] + quote[at + 4 :], quote[at : at + 4], "")
    words = quote.split(" ")
    if len(words) < 12:
        return None
    at = rng.randrange(3, len(words) - 6)
    size = rng.randrange(2, 5)
    dropped = words[at : at + size]
    if sum(bool(re.search(r"\w", w)) for w in dropped) < 2:
        return None
    return Case("words dropped", " ".join(words[:at] + words[at + size :]), " ".join(dropped), "")


_FOREIGN = {
    "en": ["lantern", "meadow", "harvest", "copper"],
    "de": ["Laterne", "Wiese", "Ernte", "Kupfer"],
    "fr": ["lanterne", "prairie", "récolte", "cuivre"],
    "it": ["lanterna", "prato", "raccolto", "rame"],
    "zh": ["燈", "草", "銅", "穗"],
}


def word_substituted(quote: str, language: str, rng: random.Random) -> Case | None:
    new = rng.choice(_FOREIGN[_key(language)])
    if language.startswith("zh"):
        places = [i for i in range(2, len(quote) - 2) if is_han(quote[i])]
        if not places:
            return None
        at = rng.choice(places)
        return Case("word substituted", quote[:at] + new + quote[at + 1 :], quote[at], new)
    words = list(re.finditer(r"(?<=\s)[^\W\d_]{4,}(?=[\s,.;])", quote))
    if not words:
        return None
    m = rng.choice(words)
    return Case("word substituted", quote[: m.start()] + new + quote[m.end() :], m.group(), new)


def bracketed_negation(quote: str, language: str, rng: random.Random) -> Case | None:
    case = negation_added(quote, language, rng)
    if case is None:
        return None
    word = case.quote_words
    at = next(i for i in range(len(quote)) if case.quote[i] != quote[i]) if case.quote[: len(quote)] != quote else 0
    at = case.quote.find(word, max(0, at - len(word)))
    return Case("negation added in a bracket", f"{case.quote[:at]}[{word}]{case.quote[at + len(word) :]}", "", word)


def noise(quote: str, language: str, rng: random.Random) -> Case | None:
    text = quote
    for old, new in rng.sample(
        [("’", "'"), ("'", "’"), ("–", "-"), ("“", '"'), ("”", '"'), ("«", "“"), ("»", "”"), (" ", "\u00a0"), (" ", "\u2009"),
         (" ", "  "), ("，", ","), (",", "，"), ("（", "("), ("fi", "ﬁ"), ("…", "..."), ("「", "『"), ("」", "』"), ("；", ";")],
        k=7,
    ):  # fmt: skip
        if old in text and not (old == "," and not language.startswith("zh")):
            spots = [m.start() for m in re.finditer(re.escape(old), text)]
            at = rng.choice(spots)
            text = text[:at] + new + text[at + len(old) :]
    letters = [
        i for i in range(2, len(text) - 2) if text[i].isalpha() and text[i - 1].isalpha() and not is_han(text[i])
    ]
    if letters:
        at = rng.choice(letters)
        text = text[:at] + "\u00ad" + text[at:]
    return Case("typographic noise", text)


def line_break(quote: str, language: str, rng: random.Random) -> Case | None:  # noqa: ARG001 (one signature for all changes)
    spots = [m.start() for m in re.finditer(" ", quote)]
    if not spots:
        return None
    at = rng.choice(spots)
    return Case("line break", quote[:at] + "\n" + quote[at + 1 :])


def marked_omission(quote: str, language: str, rng: random.Random) -> Case | None:
    mark = rng.choice(["…", "[…]", "(…)", "[...]", "..."])
    if language.startswith("zh"):
        if len(quote) < 24:
            return None
        at = rng.randrange(7, len(quote) - 12)
        if not all(is_han(c) for c in quote[at - 1 : at + 5]):
            return None
        return Case("marked omission", quote[:at] + "……" + quote[at + 4 :], quote[at : at + 4])
    words = quote.split(" ")
    if len(words) < 14:
        return None
    at = rng.randrange(4, len(words) - 8)
    size = rng.randrange(1, 5)
    return Case("marked omission", " ".join([*words[:at], mark, *words[at + size :]]), " ".join(words[at : at + size]))


def bracketed_case(quote: str, language: str, rng: random.Random) -> Case | None:  # noqa: ARG001 (one signature for all changes)
    if not quote[0].isalpha() or is_han(quote[0]) or quote[0].swapcase() == quote[0] or not quote[1:2].isalpha():
        return None
    return Case("bracketed case", f"[{quote[0].swapcase()}]{quote[1:]}")


CHANGES: dict[str, list[Change]] = {
    "refused": [
        negation_dropped, negation_added, number_changed, word_dropped, words_dropped, word_substituted, bracketed_negation,
        *(swapped(kind) for kind in _SWAPS),
    ],
    "kept": [noise, line_break, marked_omission, bracketed_case],
}  # fmt: skip


def _named(case: Case, result: Comparison) -> bool:
    def flat(text: str) -> str:
        return re.sub(r"\W+", " ", text).lower().strip()

    for alteration in result.alterations:
        if not alteration.code.startswith("M"):
            continue
        if flat(case.source_words) in flat(alteration.source_words) and flat(case.quote_words) in flat(
            alteration.quote_words
        ):
            return True
    # a word lost where it stands twice may be told either way
    joined = flat(" ".join(a.source_words for a in result.alterations if a.code.startswith("M")))
    return bool(case.source_words) and not case.quote_words and flat(case.source_words) in joined


def _slice(text: str, language: str, rng: random.Random) -> str:
    """A stretch of a sentence, from word to word."""
    if language.startswith("zh"):
        size = rng.randrange(12, 60)
        at = rng.randrange(0, max(1, len(text) - size))
        end = min(len(text), at + size)
        # a quotation does not begin or end inside a number or a Latin word
        while at < end and not is_han(text[at]):
            at += 1
        while end > at and not is_han(text[end - 1]):
            end -= 1
        while at < end and at and text[at] in HAN_NUMERALS and text[at - 1] in HAN_NUMERALS:
            at += 1
        while at < end < len(text) and text[end] in HAN_NUMERALS and text[end - 1] in HAN_NUMERALS:
            end -= 1
        return text[at:end]
    starts = [m.start() for m in re.finditer(r"(?<!\S)\w", text)]
    ends = [m.end() for m in re.finditer(r"[^\W\d_](?=[\s,;:)]|\.\s|\Z)", text)]
    if len(starts) < 8:
        return text
    first = rng.randrange(0, len(starts) // 2)
    size = rng.randrange(7, 50)
    last = starts[min(len(starts) - 1, first + size)]
    end = next((e for e in ends if e >= last), len(text))
    return text[starts[first] : end]


def run(quotes: int, seed: int, misses: Path | None) -> dict[str, object]:
    rng = random.Random(seed)
    by_language: dict[str, list[str]] = defaultdict(list)
    for _, language, text in texts(shared_folder()):
        by_language[language].append(text)
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    named: Counter[str] = Counter()
    cases: Counter[str] = Counter()
    wrong: list[dict[str, object]] = []
    began = time.perf_counter()
    languages = sorted(by_language)
    done = 0
    while done < quotes:
        language = languages[done % len(languages)]
        text = rng.choice(by_language[language])
        at = rng.randrange(0, max(1, len(text) - CHUNK))
        chunk = text[at : at + CHUNK]
        prepared = PreparedSource(chunk, language=language)
        found = [s for s in sentences(chunk, language)[1:-1] if 40 < s.length < 900]
        for span in rng.sample(found, k=min(4, len(found))):
            quote = _slice(chunk[span.start : span.end], language, rng)
            if len(quote) < 12:
                continue
            done += 1
            check(prepared, quote, language, rng, total, right, named, wrong)
            cases[language] += 1
    if misses:
        misses.write_text("\n".join(json.dumps(w, ensure_ascii=False) for w in wrong), "utf-8")
    kinds: dict[str, dict[str, float | int]] = {}
    for key in sorted(total):
        kinds[key] = {"n": total[key], "right": round(right[key] / total[key], 5)}
        if key in named:
            kinds[key]["named"] = round(named[key] / total[key], 5)
    return {
        "seed": seed,
        "quotes": done,
        "by_language": dict(sorted(cases.items())),
        "comparisons": sum(total.values()),
        "seconds": round(time.perf_counter() - began, 1),
        "kinds": kinds,
    }


def check(
    prepared: PreparedSource,
    quote: str,
    language: str,
    rng: random.Random,
    total: Counter[str],
    right: Counter[str],
    named: Counter[str],
    wrong: list[dict[str, object]],
) -> None:
    def note(kind: str, good: bool, made: str, result: Comparison) -> None:
        for key in (kind, f"{kind} / {language}"):
            total[key] += 1
            right[key] += good
        if not good:
            wrong.append(
                {"kind": kind, "language": language, "exact": quote, "quote": made, "codes": result.codes, "verdict": result.verdict,
                 "findings": [f.code for f in result.findings], "differs": result.differs}
            )  # fmt: skip

    exact = compare(quote, prepared, language=language)
    note("exact slice", set(exact.codes) <= {"A0", "A12"}, quote, exact)
    for change in CHANGES["kept"]:
        case = change(quote, language, rng)
        if case is not None and case.quote != quote:
            result = compare(case.quote, prepared, language=language)
            note(case.kind, result.verdict != "refused", case.quote, result)
    for change in CHANGES["refused"]:
        case = change(quote, language, rng)
        if case is None or case.quote in prepared.source:
            continue
        result = compare(case.quote, prepared, language=language)
        note(case.kind, result.verdict == "refused", case.quote, result)
        told = _named(case, result)
        for key in (case.kind, f"{case.kind} / {language}"):
            named[key] += told
        if not told and result.verdict == "refused":
            wrong.append(
                {"kind": f"unnamed: {case.kind}", "language": language, "exact": quote, "quote": case.quote, "codes": result.codes,
                 "wanted": [case.source_words, case.quote_words], "differs": result.differs}
            )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--quotes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=Path)
    parser.add_argument("--no-write", action="store_true")
    given = parser.parse_args()
    for language in ("en", "de", "fr", "it", "zh-Hant"):
        lexicon_for(language)
    report = run(given.quotes, given.seed, given.misses)
    for kind, figures in report["kinds"].items():  # type: ignore[attr-defined]
        print(f"{kind:48}", *(f"{name} {value}" for name, value in figures.items()))
    print({k: v for k, v in report.items() if k != "kinds"})
    if not given.no_write:
        RESULTS.parent.mkdir(exist_ok=True)
        RESULTS.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
