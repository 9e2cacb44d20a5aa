"""A quote that begins right behind what denies or limits its clause is never clean; a fragment without a verb stays so."""

from __future__ import annotations

import pytest

from pincite.quotation.compare import compare

BEGINNINGS: list[tuple[str, str, list[str], list[str]]] = [
    (
        "de",
        "Art. 25\n5 Niemand kann im Voraus auf das Auskunftsrecht verzichten.",
        [
            "kann im Voraus auf das Auskunftsrecht verzichten.",
            "im Voraus auf das Auskunftsrecht verzichten",
            "auf das Auskunftsrecht verzichten",
        ],
        ["das Auskunftsrecht"],
    ),
    (
        "de",
        "2 Niemand darf diskriminiert werden, namentlich nicht wegen der Herkunft, der Rasse, des Geschlechts.",
        ["darf diskriminiert werden, namentlich nicht wegen der Herkunft", "diskriminiert werden"],
        ["der Herkunft, der Rasse"],
    ),
    (
        "de",
        "Der Pächter darf die Wiese nicht ohne Zustimmung umpflügen. Keine Partei darf den Vertrag übertragen. Keine Partei, die säumig ist, darf den Vertrag übertragen.",
        ["ohne Zustimmung umpflügen", "darf den Vertrag übertragen", "den Vertrag übertragen"],
        ["ohne Zustimmung", "die säumig ist"],
    ),
    (
        "de",
        "Es ist verboten, die Mole bei Sturm zu betreten. Wer ohne Bewilligung in den Hafen einläuft, wird gebüsst. Wer vorsätzlich eine Lampe löscht, wird mit Busse bestraft.",
        [
            "die Mole bei Sturm zu betreten",
            "eine Lampe löscht, wird mit Busse bestraft",
            "in den Hafen einläuft, wird gebüsst",
        ],
        ["bei Sturm"],
    ),
    (
        "en",
        "4. (1) A keeper must not leave a lit lantern unattended. No person may enter the vault without a key. Nothing in this section affects the right of the owner.",
        [
            "leave a lit lantern unattended",
            "may enter the vault without a key",
            "enter the vault without a key",
            "affects the right of the owner",
        ],
        ["a lit lantern unattended", "the right of the owner", "the vault without a key"],
    ),
    (
        "en",
        "A skipper who, without reasonable excuse, contravenes any requirement of the keeper commits an offence. A skipper who fails to light the lamp is liable. Neither party may assign this Lease.",
        [
            "contravenes any requirement of the keeper commits an offence",
            "light the lamp is liable",
            "may assign this Lease",
        ],
        ["requirement of the keeper"],
    ),
    (
        "en",
        "No skipper who holds a licence may refuse the fare. A skipper must not, without leave, enter the harbour. A tenant who does not hold a licence may apply for one. No appeal lies from that order, and the tribunal may vary it.",
        ["may refuse the fare", "enter the harbour", "refuse the fare"],
        ["may apply for one", "the tribunal may vary it"],
    ),
    (
        "fr",
        "Nul ne peut renoncer par avance au droit d’accès. Personne ne peut éteindre la lampe. Le fermier ne peut pas céder le contrat.",
        [
            "peut renoncer par avance au droit d’accès",
            "renoncer par avance au droit d’accès",
            "peut éteindre la lampe",
            "éteindre la lampe",
            "céder le contrat",
        ],
        ["le contrat", "par avance"],
    ),
    (
        "fr",
        "Aucune des parties ne peut céder le contrat. Celui qui, sans droit, entre dans le port est puni d’une amende. Il est interdit de pénétrer sur le môle.",
        [
            "peut céder le contrat",
            "céder le contrat",
            "entre dans le port est puni d’une amende",
            "pénétrer sur le môle",
        ],
        ["le môle"],
    ),
    (
        "it",
        "Nessuno può rinunciare preventivamente al diritto d’accesso. Nessuna parte può cedere il contratto. Il capitano non deve entrare nel porto.",
        [
            "può rinunciare preventivamente al diritto d’accesso",
            "rinunciare preventivamente al diritto d’accesso",
            "può cedere il contratto",
            "cedere il contratto",
            "entrare nel porto",
            "deve entrare nel porto",
        ],
        ["diritto d’accesso", "nel porto"],
    ),
    (
        "it",
        "Chiunque, senza diritto, entra nel porto è punito con la multa. È vietato entrare nel molo. Chiunque intenzionalmente spegne un fanale è punito.",
        ["entra nel porto è punito con la multa", "entrare nel molo", "spegne un fanale è punito"],
        ["nel molo"],
    ),
    (
        "zh",
        "4. (1) 看守人不得任由已點亮的燈籠無人看管。任何人不得在街上售賣物品。任何人無合理辯解而熄滅燈號，即屬犯罪。",
        ["任由已點亮的燈籠無人看管。", "售賣物品", "在街上售賣物品", "熄滅燈號，即屬犯罪"],
        ["燈籠"],
    ),
    (
        "zh-Hans",
        "看守人不得任由已点亮的灯笼无人看管。任何人无合理辩解而熄灭灯号，即属犯罪。",
        ["任由已点亮的灯笼无人看管。", "熄灭灯号，即属犯罪"],
        ["灯笼"],
    ),
    ("fr", "La taxe ne peut toutefois excéder cinq francs.", ["toutefois excéder cinq francs"], ["cinq francs"]),
    ("it", "Il custode non può più riproporla al molo.", ["più riproporla al molo"], ["al molo"]),
    (
        "fr",
        "Le garde ne peut pas non plus se contenter de la lampe. Le fermier ne peut pas sonner la nuit.",
        ["non plus se contenter de la lampe", "sonner la nuit"],
        ["peut pas sonner la nuit"],
    ),
]
CUT = [(language, source, quote) for language, source, cut, _ in BEGINNINGS for quote in cut]
KEPT = [(language, source, quote) for language, source, _, kept in BEGINNINGS for quote in kept]


@pytest.mark.parametrize(("language", "source", "quote"), CUT, ids=[f"{x} {q}" for x, _, q in CUT])
def test_a_clause_cut_from_its_negation_or_limit_is_for_a_person_to_see(language: str, source: str, quote: str) -> None:
    found = compare(quote, source, language=language)
    assert found.verdict == "look"
    assert {f.code for f in found.findings} & {"cut_after_negation", "cut_after_condition"}


@pytest.mark.parametrize(("language", "source", "quote"), KEPT, ids=[f"{x} {q}" for x, _, q in KEPT])
def test_a_fragment_or_a_clause_that_nothing_denies_is_clean(language: str, source: str, quote: str) -> None:
    assert compare(quote, source, language=language).accepted


def test_a_finite_verb_made_a_participle_in_a_bracket_is_a_fragment() -> None:
    source = "A skipper commits an offence if the skipper knowingly hides a lamp that is lit."
    assert compare("[hiding] a lamp that is lit", source, language="en").accepted
    assert not compare("hides a lamp that is lit", source, language="en").accepted
