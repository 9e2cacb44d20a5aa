"""A marked omission that holds a limiting reference, a modal, a limit or the verb of the clause is for a person to see."""

from __future__ import annotations

import pytest

from pincite.quotation.compare import compare

GAPS: list[tuple[str, str, list[str], list[str]]] = [
    (
        "en",
        "A person who commits an offence under subsection (3C) is liable on conviction to a fine. A keeper who, without reasonable excuse, hides a lamp is liable to a fine. A skipper of a vessel shall on arrival pay the dues. An owner who keeps a lamp, a flag and a bell at the mole is liable.",
        [
            "who commits an offence … is liable on conviction to a fine",
            "A keeper who … hides a lamp is liable to a fine",
            "A skipper of a vessel … pay the dues",
            "a person who commits an offence … to a fine",
        ],
        ["An owner who keeps a lamp … at the mole is liable."],
    ),
    (
        "de",
        "Die Revisionspflicht nach Absatz 2 entfällt, wenn der Verwaltungsrat zustimmt. Die Frist nach Absatz 3 beginnt mit der Zustellung. Der Pächter kann die Wiese im Herbst mähen. Der Hafenwart zündet am Abend bei der Mole die Lampe an.",
        [
            "Die Revisionspflicht nach … wenn der Verwaltungsrat zustimmt",
            "Die Revisionspflicht … entfällt",
            "Die Frist … beginnt mit der Zustellung",
            "Der Pächter … im Herbst mähen",
        ],
        ["Der Hafenwart zündet am Abend … die Lampe an."],
    ),
    (
        "fr",
        "Cette convention peut être annotée au registre foncier. La taxe visée à l’alinéa 2 est due le premier lundi. Le garde du port allume au crépuscule la lampe du môle.",
        ["Cette … annotée au registre foncier", "La taxe … est due le premier lundi"],
        ["Le garde du port allume … la lampe du môle."],
    ),
    (
        "it",
        "La tassa secondo il capoverso 2 è dovuta il lunedì. La convenzione può essere annotata nel registro. Il custode del porto accende al crepuscolo il fanale del molo.",
        ["La tassa … è dovuta il lunedì", "La convenzione … annotata nel registro"],
        ["Il custode del porto accende … il fanale del molo."],
    ),
    (
        "zh",
        "任何人犯第(3)款所訂罪行，一經定罪，處第5級罰款。看守人須於日落時點亮防波堤上的燈號。任何人無合理辯解而熄滅燈號，即屬犯罪。",
        ["任何人犯……罪行，一經定罪，處第5級罰款", "看守人……點亮防波堤上的燈號", "任何人……熄滅燈號，即屬犯罪"],
        ["看守人須於日落時點亮……燈號"],
    ),
]
CHANGED = [(language, source, quote) for language, source, changed, _ in GAPS for quote in changed]
HARMLESS = [(language, source, quote) for language, source, _, harmless in GAPS for quote in harmless]


@pytest.mark.parametrize(("language", "source", "quote"), CHANGED, ids=[q for *_, q in CHANGED])
def test_an_omission_that_may_change_the_sense_is_for_a_person_to_see(language: str, source: str, quote: str) -> None:
    found = compare(quote, source, language=language)
    assert found.verdict == "look"
    assert "omission_may_change_sense" in [f.code for f in found.findings]


@pytest.mark.parametrize(("language", "source", "quote"), HARMLESS, ids=[q for *_, q in HARMLESS])
def test_an_omission_of_detail_is_clean(language: str, source: str, quote: str) -> None:
    found = compare(quote, source, language=language)
    assert found.accepted
    assert found.codes == ("A3",)
