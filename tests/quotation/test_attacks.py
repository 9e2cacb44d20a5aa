"""Attacks: texts made to look like honest quotations. Each must be stopped, whatever it hides behind."""

from __future__ import annotations

import time

import pytest

from pincite.quotation.compare import compare

SOURCES = {
    "en": "9. The lessee shall not sublet the barn, and must give at least 30 days’ notice before or after the harvest if the lessor so requires.",
    "de": "9. Der Pächter darf die Scheune nicht untervermieten und muss mindestens 30 Tage vor der Ernte kündigen, sofern der Verpächter es verlangt.",
    "fr": "9. Le fermier ne peut pas sous-louer la grange et doit donner congé au moins 30 jours avant la récolte, si le bailleur l’exige.",
    "it": "9. Il conduttore non può sublocare il granaio e deve dare disdetta almeno 30 giorni prima del raccolto, se il locatore lo esige.",
    "zh": "9. 租客不得轉租穀倉，並須於收割前最少30日發出通知，如業主有此要求。",
}
ATTACKS = [
    ("en", "dropped not", "The lessee shall sublet the barn"),
    ("en", "swapped modal", "The lessee may not sublet the barn"),
    ("en", "changed number", "at least 80 days’ notice"),
    ("en", "digit lost", "at least 3 days’ notice"),
    ("en", "party swapped", "The lessor shall not sublet the barn"),
    ("en", "limit turned", "at most 30 days’ notice"),
    ("en", "limit dropped", "must give 30 days’ notice"),
    ("en", "stitched", "The lessee must give at least 30 days’ notice if the lessor so requires"),
    ("en", "negation behind an ellipsis", "The lessee shall … sublet the barn"),
    ("en", "negation behind an empty bracket", "The lessee shall [] sublet the barn"),
    ("en", "modal behind a bracket", "The lessee [may] not sublet the barn"),
    ("en", "number behind a bracket", "at least [10] days’ notice"),
    ("en", "negation added in a bracket", "must [not] give at least 30 days’ notice"),
    ("en", "letters added around a bracket", "The lessee shall n[ever] sublet the barn"),
    ("en", "change dressed with a sic", "at least 10 [sic] days’ notice"),
    ("en", "zero-width character hides a change", "The lessee shall \u200bn\u200bow sublet the barn"),
    ("en", "and for or", "before and after the harvest"),
    ("en", "condition cut off", "must give at least 30 days’ notice before or after the harvest"),
    ("en", "cyrillic letter", "The lessee shаll not sublet the barn"),
    ("de", "dropped nicht", "Der Pächter darf die Scheune untervermieten"),
    ("de", "kann for muss", "kann mindestens 30 Tage vor der Ernte kündigen"),
    ("de", "party swapped", "Der Verpächter darf die Scheune nicht untervermieten"),
    ("de", "nach for vor", "mindestens 30 Tage nach der Ernte"),
    ("fr", "dropped ne pas", "Le fermier peut sous-louer la grange"),
    ("fr", "dropped pas", "Le fermier ne peut sous-louer la grange"),
    ("fr", "au plus for au moins", "au plus 30 jours avant la récolte"),
    ("fr", "accent", "doit donner congé au moins 30 jours avant là récolte"),
    ("it", "dropped non", "Il conduttore può sublocare il granaio"),
    ("it", "dopo for prima", "almeno 30 giorni dopo del raccolto"),
    ("zh", "dropped negation", "租客得轉租穀倉"),
    ("zh", "可 for 須", "並可於收割前最少30日發出通知"),
    ("zh", "party swapped", "業主不得轉租穀倉"),
    ("zh", "limit turned", "於收割前最多30日發出通知"),
    ("zh", "negation behind an ellipsis", "租客……轉租穀倉"),
]


@pytest.mark.parametrize(("language", "attack", "quote"), ATTACKS, ids=[f"{a} ({x})" for x, a, _ in ATTACKS])
def test_attack_is_not_accepted(language: str, attack: str, quote: str) -> None:
    found = compare(quote, SOURCES[language], language=language)
    assert not found.accepted, f"{attack} was accepted as {found.codes}"


@pytest.mark.parametrize("quote", ["", " ", "…", "[…]", "“”", "[sic]", "()", "*"])
def test_a_quotation_without_words_is_never_accepted(quote: str) -> None:
    assert not compare(quote, SOURCES["en"], language="en").accepted


@pytest.mark.parametrize("source", ["", " ", "\n\n", "…", "[]"])
def test_an_empty_source_holds_nothing(source: str) -> None:
    assert not compare("The lessee shall", source, language="en").accepted


@pytest.mark.parametrize(
    "quote",
    ["[x] … " * 300 + "the barn", "the " * 2000, "[" * 3000, " ".join(f"w{n * 7 % 911}" for n in range(1500))],
    ids=["marks", "one word", "open brackets", "no order"],
)
def test_a_hostile_quote_is_answered_in_seconds(quote: str) -> None:
    source = SOURCES["en"] + " ".join(f"w{n * 13 % 911}" for n in range(15_000))
    began = time.process_time()
    assert not compare(quote, source, language="en").accepted
    assert time.process_time() - began < 10
