"""Writers who lie, and honest ones: how many unearned citations leave without a label, how many honest answers are refused.

    python -m benchmarks.lying_writers              10,000 lies and 10,000 honest answers; writes results/lying_writers.json
    python -m benchmarks.lying_writers 500 --seed 7

A lie is a citation that no row of the chat stands for, written in one of the ways of `DISGUISES` into one of the places of
`FRAMES`. It is caught in `compose` when the answer is refused at a span that touches the lie, and in `audit` when the change at
that span leaves a label. Honest answers cite rows by placeholders, quote their words, and are full of numbers, dates, sums and names.
Everything is invented; the law is that of the specimen.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from pincite import wiring
from pincite.answers.account import LABELLED
from pincite.interfaces.cli.demo import lay_out
from pincite.ledger.memory import MemoryLedger
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.audit_answer import audit_answer
from pincite.workflows.chat import Acting, new_chat, open_in_chat, withdraw
from pincite.workflows.compose_answer import Answering, compose_answer
from pincite.workflows.propose import Accepted, Proposal, propose

RESULTS = Path(__file__).resolve().parent / "results" / "lying_writers.json"

ROWS = (
    ("hk/cap9001#s3_1", "A keeper shall register each lantern with the Registrar within 30 days", "en"),
    ("hk/cap9001#s4_1", "A keeper must not leave a lit lantern unattended", "en"),
    ("hk/hkcfa/2026/391#para_4", "Registration is complete only when the Registrar has entered the lantern", "en"),
    ("hk/cap9001#s6_1", "A keeper shall not set a lantern afloat without a permit", "en"),
    ("ch/sr/999.1#art_3/para_1", "muss jede Laterne innert 30 Tagen", "de"),
    ("hk/cap9001#s4_1", "must not leave a lit lantern", "en"),
)
WITHDRAWN = 6


def releases(folder: Path) -> Path:
    """The releases of the specimen, built."""
    lay_out(folder)
    for name in ("hk", "ch"):
        wiring.build(folder / f"{name}.yaml", folder / "releases")
    return folder / "releases"


def chat(corpus: SqliteCorpus) -> Acting:
    """A chat with five standing rows and one withdrawn, in memory."""
    acting = wiring.acting(MemoryLedger(), "lanterns")
    new_chat(acting)
    for number, (reference, quote, language) in enumerate(ROWS, start=1):
        work = reference.partition("#")[0]
        open_in_chat(acting, corpus, work, extract=lambda _: (), url=wiring.official_url, language=language)
        outcome = propose(
            acting,
            corpus,
            Proposal(reference, quote, "duties", "direct", "the rule"),
            extract=lambda _: (),
            url=wiring.official_url,
        )
        assert isinstance(outcome, Accepted), (reference, outcome)
        assert outcome.number == number
    withdraw(acting, WITHDRAWN, "said twice")
    return acting


# ---------------------------------------------------------------------------------------------------------------- lies


@dataclass(frozen=True)
class Lie:
    """An answer with one lie at `[start, end)`."""

    text: str
    start: int
    end: int
    kind: str


def _cases(r: random.Random) -> str:
    n, year = r.randint(2, 4999), r.randint(1998, 2026)
    return r.choice(
        [
            f"[{year}] HKCFA {n}", f"[{year}] HKCA {n} at [{r.randint(1, 90)}]", f"FACV {n}/{year}", f"CACV No. {n} of {year}",
            f"HCA {n}/{year}", f"DCCJ {n}/{year}", f"({year}) {r.randint(1, 24)} HKCFAR {n % 900 + 1}", f"[{year}] {r.randint(1, 5)} HKLRD {n % 900 + 1}",
            f"BGE {r.randint(100, 151)} {r.choice(['I', 'II', 'III', 'IV', 'V'])} {n % 600 + 1} E. {r.randint(1, 9)}.{r.randint(1, 5)}",
            f"Urteil {r.randint(1, 9)}{r.choice('ABCDEF')}_{n % 999 + 1}/{year}", f"A-{n}/{year}", f"ATA/{n % 900 + 1}/{year}",
            f"C-{n % 800 + 1}/{r.randint(10, 25)}", f"[{year}] UKSC {n % 60 + 1}", f"[{year}] EWCA Civ {n % 1500 + 1}",
        ]
    )  # fmt: skip


def _laws(r: random.Random) -> str:
    cap, section = r.choice([32, 57, 123, 221, 486, 571, 622, 9007]), r.randint(7, 190)
    return r.choice(
        [
            f"section {section} of Cap. {cap}", f"s. {section}({r.randint(1, 6)}) of Cap. {cap}", f"Cap. {cap}, s. {section}",
            f"Cap. {cap}", f"Art. {section} OR", f"Art. {section} Abs. {r.randint(1, 4)} ZGB", f"art. {section} al. 2 CO",
            f"Article {section % 90 + 1}(2) GDPR", f"Art. {section} StGB", f"section {section} of the Lantern Keeping Ordinance",
            f"§ {section} BGB", f"section {section}({r.randint(1, 5)})", f"Article {section % 99 + 1}", f"regulation {section % 40 + 1}",
            f"第{cap}章第{section}條", f"《燈籠管理條例》(第9001章)第{section}條",
        ]
    )  # fmt: skip


HOMOGLYPHS = {"A": "А", "B": "В", "C": "С", "E": "Е", "H": "Н", "K": "К", "a": "а", "e": "е", "c": "с", "o": "о", "p": "р", "i": "і", "s": "ѕ", "T": "Т", "O": "О", "F": "Ϝ", "V": "Ѵ", "G": "Ԍ", "t": "т", "r": "г"}  # fmt: skip
ZERO_WIDTH = ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u180e", "\ufe0f", "\U000e0020"]
HAN = "〇一二三四五六七八九"


def homoglyphs(text: str, r: random.Random) -> str:
    return "".join(HOMOGLYPHS.get(c, c) if r.random() < 0.7 else c for c in text)


def zero_width(text: str, r: random.Random) -> str:
    return "".join(c + (r.choice(ZERO_WIDTH) if r.random() < 0.4 else "") for c in text)


def split_lines(text: str, r: random.Random) -> str:
    return "".join(r.choice(["\n", " \n", "\n  ", "\n> "]) if c == " " and r.random() < 0.8 else c for c in text)


def full_width(text: str, r: random.Random) -> str:
    digits_only = r.random() < 0.5
    return "".join(
        chr(ord(c) + 0xFEE0) if (c.isdigit() or (not digits_only and c.isascii() and c.isalpha())) else c for c in text
    )


def other_digits(text: str, r: random.Random) -> str:
    zero = r.choice([0x0660, 0x06F0, 0x0966, 0x1D7CE, 0x1D7D8, 0x1D7F6])
    return "".join(chr(zero + int(c)) if c.isascii() and c.isdigit() else c for c in text)


def chinese_numerals(text: str, _: random.Random) -> str:
    return "".join(HAN[int(c)] if c.isascii() and c.isdigit() else c for c in text)


def in_words(_: str, r: random.Random) -> str:
    ones = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    number = f"{r.choice(tens)}-{r.choice(ones)}"
    return r.choice(
        [
            f"section {number} of the Lantern Keeping Ordinance", f"section {number}", f"chapter {r.choice(ones)} hundred and {number}",
            f"Article {number} of the General Data Protection Regulation", f"Civil Appeal number {r.choice(ones)} of twenty twelve",
            f"Artikel {r.choice(['achtundvierzig', 'siebzehn', 'einundvierzig'])} OR", "article quarante-deux du code", "articolo quarantadue",
            f"paragraph {number}", "第四百八十六章第十九條", "二零二五年第五號", f"volume {number}, page {r.choice(tens)}",
        ]
    )  # fmt: skip


def letters_apart(text: str, r: random.Random) -> str:
    glue = r.choice([" ", ".", ". "])
    head = next((w for w in text.split() if w.isupper() and w.isalpha() and 3 <= len(w) <= 6), "")
    return text.replace(head, glue.join(head), 1) if head else text


def emphasised(text: str, r: random.Random) -> str:
    at = r.randint(1, max(1, len(text) - 1))
    mark = r.choice(["**", "*", "~~", "`"])
    return f"{text[:at]}{mark}{text[at:]}{mark}"


def entities(text: str, r: random.Random) -> str:
    return "".join(f"&#{ord(c)};" if r.random() < 0.3 else "&nbsp;" if c == " " else c for c in text)


def tags(text: str, r: random.Random) -> str:
    at = r.randint(1, max(1, len(text) - 1))
    return text[:at] + r.choice(["<b></b>", "<!-- x -->", "<span class='a'></span>"]) + text[at:]


def odd_spaces(text: str, r: random.Random) -> str:
    return "".join(r.choice("\u00a0\u2009\u202f\u3000\u2003") if c == " " else c for c in text)


def escaped(text: str, _: random.Random) -> str:
    return "".join("\\" + c if c in "[]().#_" else c for c in text)


def plain(text: str, _: random.Random) -> str:
    return text


def link(text: str, r: random.Random) -> str:
    return f"[{text}](https://law.example/{r.randint(1, 999)})"


def url(_: str, r: random.Random) -> str:
    n = r.randint(1, 999)
    return r.choice([f"https://www.elegislation.gov.hk/hk/cap{n}", f"www.bger.ch/ext/{n}", f"hklii.hk/en/cases/hkcfa/2025/{n}", f"<https://x.example/{n}>", f"hxxp://law.example/{n}", f"https\u200b://law.example/{n}"])  # fmt: skip


def row(_: str, r: random.Random) -> str:
    return r.choice([f"[E{r.randint(7, 99)}]", f"[E{WITHDRAWN}]", f"[E1, E{r.randint(7, 50)}]", "[Е1]", "[e1]", "[E 1]", "［E1］", "[E\u200b1]", "[E01]", "{E1}", "【E2】"])  # fmt: skip


def case_name(_: str, r: random.Random) -> str:
    return (
        f"{r.choice(['Chan', 'Harbour Light Ltd', 'Smith'])} v {r.choice(['Wong Kam', 'Registrar of Boats', 'Jones'])}"
    )


DISGUISES: dict[str, Callable[[str, random.Random], str]] = {
    "plain": plain, "homoglyphs": homoglyphs, "zero-width": zero_width, "split over lines": split_lines, "full width": full_width,
    "other digits": other_digits, "Chinese numerals": chinese_numerals, "in words": in_words, "letters apart": letters_apart,
    "emphasis": emphasised, "entities": entities, "tags": tags, "odd spaces": odd_spaces, "escapes": escaped,
    "Markdown link": link, "raw URL": url, "row": row, "case name": case_name,
}  # fmt: skip
FRAMES = (
    "A keeper has 30 days [E1]. The same was held in {}.", "As {} shows, the lamp must burn. It is registered [E3].", "The duty follows from {} as well [E2].",
    "Nobody may leave it ({}).", "It is settled[^1].\n\n[^1]: {}\n\nThe rest follows [E1].", "| Rule | Source |\n|---|---|\n| duty | {} |\n\nSo it is [E1].",
    "- first [E1]\n- second, {}\n- third", "## On {}\n\nIt is so [E1].", "Siehe {} und [E5].", "```\n{}\n```\n\nSo it is [E1].", "> {}\n\nIt binds [E2].",
    "<!-- {} -->\n\nIt is so [E1].", "The court said “the duty of {} is strict” and it binds [E1].",
)  # fmt: skip


def lie(seed: int) -> Lie:
    """The lie of a seed."""
    r = random.Random(seed)
    kind = r.choice(list(DISGUISES))
    told = DISGUISES[kind](_cases(r) if r.random() < 0.55 else _laws(r), r)
    frame = r.choice(FRAMES)
    before, _, behind = frame.partition("{}")
    more = " ".join(honest_sentence(r) for _ in range(r.randint(0, 4)))
    opening = f"{more}\n\n" if more else ""
    text = f"{opening}{before}{told}{behind}"
    start = len(opening) + len(before)
    return Lie(text, start, start + len(told), kind)


# -------------------------------------------------------------------------------------------------------------- honest


def honest_sentence(r: random.Random) -> str:
    """A sentence of an honest answer."""
    n, year = r.randint(1, 90), r.randint(2001, 2026)
    return r.choice(
        [
            f"A keeper has {n} days to register [E1].", "“A keeper must not leave a lit lantern unattended” [E2].", "Registration is complete on entry [E3].",
            f"On {r.randint(1, 28)} March {year} your client lit {n} lanterns for HK${n},000.50.", f"The fee is {n}% of the price, at most CHF {n}'000.",
            "A keeper may not set one afloat without a permit [E4][E1].", f"The letter of {r.randint(1, 28)} Sept. {year} names {n} boats and 3 piers.",
            "In our view the better course is to register first and to ask afterwards.", "This is not certain; see part 2 below.", "The Lantern Keeping Ordinance binds every keeper [E1, E2].",
            f"Step {n % 5 + 1}: write to the Registrar, and keep a copy.", "Die Halterin hat 30 Tage Zeit [E5].", "Die Frist läuft ab dem ersten Anzünden; das ist keine blosse Ordnungsfrist [E5].",
            f"We were told on the 2nd call, at 14:{n % 60:02}, that rooms {n} and {n + 1} are lit.", "Whether the court would go further is open: it has not said so.", "See above, and the table at the end of this note.",
            "The Court of Final Appeal has looked at the moment of registration [E3].", f"\n\n* first, the {n} lanterns;\n* second, the permit [E4].\n\n", "Your e-mail asks three questions; the first two have one answer.",
            f"The ship “Far Light” (IMO {9000000 + n}) lay at berth {n} from 2 to {r.randint(3, 28)} May.", "Both duties stand together ([E1]; [E2]).", "No version of the rule says otherwise, i.e. the duty is strict.",
            f"Total: {n * 100} (2024: {n * 90}; 2023: {n * 80}).", "A breach costs at least twice the fee, e.g. where the lamp burned all night.", "Per Mr Lee, the Act is old; the rule is not [E1].", "管理人須登記燈籠 [E1]。", f"上訴人有{n}天時間，須繳付{n}元。",
        ]
    )  # fmt: skip


def honest(seed: int) -> str:
    """The honest answer of a seed."""
    r = random.Random(seed)
    paragraphs = [" ".join(honest_sentence(r) for _ in range(r.randint(1, 6))) for _ in range(r.randint(1, 5))]
    return "\n\n".join(paragraphs)


# --------------------------------------------------------------------------------------------------------------- checks


def escapes_compose(found: Lie, acting: Acting, answering: Answering) -> bool:
    """Whether the lie leaves `compose`: not refused where it stands."""
    finished = compose_answer(acting, found.text, answering, record=False)
    return not any(each.start < found.end and found.start < each.end for each in finished.refusals)


def escapes_audit(found: Lie, acting: Acting, answering: Answering) -> bool:
    """Whether the lie leaves an audit without a label."""
    finished = audit_answer(found.text, answering, at=acting.at, acting=_copy(acting))
    return not any(
        each.start < found.end and found.start < each.end and each.outcome in LABELLED and each.label
        for each in finished.changes
    )


def _copy(acting: Acting) -> Acting:
    """The chat as it stands; an audit adds to the copy."""
    ledger = MemoryLedger()
    ledger.take_over(acting.chat, acting.ledger.entries(acting.chat))
    return Acting(ledger, acting.chat, acting.actor, acting.at)


def opened(stack: ExitStack) -> tuple[Acting, Answering]:
    """A chat and what answers need, over the specimen in a folder of its own."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    corpus = stack.enter_context(wiring.open_corpus([releases(folder / "specimen")]))
    return chat(corpus), wiring.answering(corpus, language="en")


def escaping(seeds: range, acting: Acting, answering: Answering) -> Iterator[tuple[str, Lie]]:
    """The lies that escape, and from where."""
    for seed in seeds:
        told = lie(seed)
        if escapes_compose(told, acting, answering):
            yield "compose", told
        if escapes_audit(told, acting, answering):
            yield "audit", told


def main() -> None:
    parser = argparse.ArgumentParser(description="Lying writers")
    parser.add_argument("count", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=10)
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.count)
    with ExitStack() as stack:
        acting, answering = opened(stack)
        begun = time.process_time()
        escaped_by = Counter[str]()
        kinds = Counter(lie(seed).kind for seed in seeds)
        for where, told in escaping(seeds, acting, answering):
            escaped_by[f"{where}: {told.kind}"] += 1
            if sum(escaped_by.values()) <= arguments.show:
                print(where, told.kind, repr(told.text[told.start : told.end]), "IN", repr(told.text))
        refused = 0
        for seed in seeds:
            finished = compose_answer(acting, honest(seed), answering, record=False)
            refused += finished.refused
            if finished.refused and refused <= arguments.show:
                print("honest refused:", [(each.code, each.text, each.seen) for each in finished.refusals])
        seconds = time.process_time() - begun
    figures = {
        "command": f"python -m benchmarks.lying_writers {arguments.count} --seed {arguments.seed}",
        "lies": arguments.count,
        "escaped": dict(sorted(escaped_by.items())),
        "honest": arguments.count,
        "honest_refused": refused,
        "disguises": dict(sorted(kinds.items())),
        "processor_seconds": round(seconds, 1),
    }
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    if arguments.count >= 10_000:
        RESULTS.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
