"""Quotations near the edge of what may stand: the verdict, the code and the finding a careful reader gives them."""

from __future__ import annotations

import pytest

from pincite.quotation.compare import compare

CALLS: list[tuple[str, str, str, str, str, str]] = [
    # a gap: prepositions of place and illustrations are no limits; «one or more» is
    ("de", "Der Wart muss die Kosten über die Erhebung einer Gebühr decken.", "Der Wart muss die Kosten […] decken.", "clean", "A3", ""),
    ("de", "Der Wart muss Lampen über 10 Kilo anmelden.", "Der Wart muss Lampen […] anmelden.", "look", "A3", "omission_may_change_sense"),
    ("fr", "Le garde visite les hangars, notamment tout grenier et toute cave, le lundi.", "Le garde visite les hangars, […] le lundi.", "clean", "A3", ""),
    ("de", "Der Wart bestimmt die Gebühr insbesondere nach dem Gewicht.", "Der Wart bestimmt die Gebühr […] nach dem Gewicht.", "look", "A3", "omission_may_change_sense"),
    ("de", "Der Hafenrat hilft auf Antrag eines oder mehrerer Warte.", "Der Hafenrat hilft auf Antrag […] mehrerer Warte.", "look", "A3", "omission_may_change_sense"),
    ("en", "The council acts at the request of one or more wardens.", "The council acts at the request of […] more wardens.", "look", "A3", "omission_may_change_sense"),
    ("fr", "Le conseil agit à la demande d'un ou de plusieurs gardes.", "Le conseil agit à la demande […] de plusieurs gardes.", "look", "A3", "omission_may_change_sense"),
    ("it", "Il consiglio agisce a richiesta di uno o più custodi.", "Il consiglio agisce a richiesta di […] più custodi.", "look", "A3", "omission_may_change_sense"),
    # a bracket: the long form of an abbreviation, and another noun at the end of the quotation
    ("de", "Selbst der Bf gibt an, dass die Lampe brannte.", "Selbst der [Beschwerdeführer] gibt an, dass die Lampe brannte.", "clean", "A5", ""),
    ("en", "The HLB refused the licence in May.", "The [Harbour Lamp Board] refused the licence in May.", "clean", "A5", ""),
    ("en", "The Board helps wardens who are in urgent need.", "The Board helps wardens who are in urgent [debt]", "refused", "M1", ""),
    # a few other words between two runs are other words, also when they stand elsewhere in the source
    ("it", "L’istanza è diretta contro il padre o il tutore. Il fanale è curato dalla madre; la madre decide.", "L’istanza è diretta contro la madre o il tutore.", "refused", "M1", ""),
    ("fr", "Le garde remet la clef au pilote pour ouvrir le bassin. Il écrit à l'autorité du port.", "Le garde remet la clef à l'autorité du port pour ouvrir le bassin.", "refused", "M2", ""),
    # a clause cut from its condition
    ("it", "Un custode è autorizzato a chiudere il molo sintanto che dura la burrasca.", "Un custode è autorizzato a chiudere il molo", "look", "A0", "cut_before_condition"),
    ("it", "Il custode spegne il fanale quando la nebbia si alza.", "Il custode deve spegnere il fanale", "refused", "M1", ""),
    ("it", "Il custode deve spegnere il fanale quando la nebbia si alza.", "Il custode deve spegnere il fanale", "look", "A0", "cut_before_condition"),
    ("zh-Hant", "除此之外，根據《燈塔條例》第3條的規定，看守人必須在日落前點亮燈號。", "看守人必須在日落前點亮燈號", "clean", "A0", ""),
    ("zh-Hant", "除獲豁免外，看守人必須在日落前點亮燈號。", "看守人必須在日落前點亮燈號", "look", "A0", "cut_after_condition"),
    ("zh-Hant", "在聆訊進行時，看守人將兩盞燈同時熄滅。", "看守人將兩盞燈同時熄滅", "clean", "A0", ""),
    ("zh-Hant", "在未獲同意的情況下，看守人將兩盞燈同時熄滅。", "看守人將兩盞燈同時熄滅", "look", "A0", "cut_after_condition"),
    ("zh-Hant", "該看守人如沒有違反第3條，即視為已取得許可。", "即視為已取得許可", "look", "A0", "cut_after_condition"),
    ("zh-Hant", "委員會須考慮看守人的陳述，若無反對，燈號維持不變。", "委員會須考慮看守人的陳述", "clean", "A0", ""),
    ("zh-Hant", "委員會須批准申請，除非看守人反對。", "委員會須批准申請", "look", "A0", "cut_before_exception"),
    ("zh-Hant", "看守人主張的是，燈號不是由他熄滅的。", "燈號不是由他熄滅的", "look", "A0", "cut_after_attribution"),
    # a word that narrows what follows, cut off right before it
    ("en", "Only those lamps that burn oil need to be registered.", "[T]hose lamps that burn oil need to be registered.", "look", "A4", "cut_after_condition"),
    ("en", "Not only those lamps that burn oil need to be registered.", "those lamps that burn oil need to be registered", "clean", "A0", ""),
    ("de", "Nur der Wart darf die Lampe löschen.", "der Wart darf die Lampe löschen", "look", "A0", "cut_after_condition"),
    # without pay is a form
    ("it", "Il custode fornisce gratuitamente le lampade.", "Il custode fornisce […] le lampade.", "look", "A3", "omission_may_change_sense"),
    # a line end may break a word, with a hyphen and, where nothing else arises, without
    ("fr", "Le garde doit présenter une certaine vraisem-\nblance du danger.", "une certaine vraisemblance du danger", "clean", "A2", ""),
    ("fr", "Le garde doit montrer une certaine vraisem-\nblance", "montrer une certaine vraisemblance", "clean", "A2", ""),
    ("de", "Ein Wart kann den Mitwart plötzlich beschul\ndigen und gehen.", "den Mitwart plötzlich beschuldigen und gehen", "clean", "A2", ""),
    ("en", "The licence is in\nvalid form and may stand.", "The licence is invalid form and may stand.", "refused", "M2", ""),
    ("en", "The lamp is now\nhere to be seen.", "The lamp is nowhere to be seen.", "refused", "M1", ""),
    ("en", "He carried two grammes of oil.", "He carried two grams of oil.", "clean", "A10", ""),
    ("en", "The programmes of the pier were printed.", "The programs of the pier were printed.", "clean", "A10", ""),
    ("zh-Hant", "妻子須同意，但丈夫可反對。", "丈夫須同意", "refused", "M1", ""),
    # a leading ellipsis is looked at as the words without it are
    ("en", "The porter must oil the sluice, and the board may inspect it.", "[…] the board may inspect it.", "clean", "A3", ""),
    ("en", "The porter must, without delay, warn the miller who lives below.", "… warn the miller who lives below.", "look", "A3", "omission_may_change_sense"),
    ("en", "It is denied by the clerk that the board may sell the weir.", "… the board may sell the weir.", "look", "A3", "omission_may_change_sense"),
    ("en", "The porter must do the following: the gate is shut; the lamp is lit.", "… the lamp is lit.", "look", "A3", "omission_may_change_sense"),
    ("en", "The porter must ensure that the gate is shut, and the lamp is lit.", "… the lamp is lit.", "look", "A3", "omission_may_change_sense"),
    ("de", "Wird die Frist versäumt, muss der Wehrrat den Kahn sperren.", "… muss der Wehrrat den Kahn sperren.", "look", "A3", "omission_may_change_sense"),
    ("de", "Der Wart muss den Schaden melden; der Wehrrat muss ihn prüfen.", "… der Wehrrat muss ihn prüfen.", "clean", "A3", ""),
    ("fr", "Le garde doit huiler la vanne, et le conseil peut la visiter.", "[…] le conseil peut la visiter.", "clean", "A3", ""),
    ("it", "Se il fiume sale, il consiglio può aprire la chiusa.", "… il consiglio può aprire la chiusa.", "look", "A3", "omission_may_change_sense"),
    ("zh-Hant", "除非河水上漲，委員會可關閉水閘。", "……委員會可關閉水閘。", "look", "A3", "omission_may_change_sense"),
    # a bracket in the place of a denial or of «every»
    ("en", "Nobody may enter the weir.", "[They] may enter the weir.", "refused", "M1", ""),
    ("en", "None of the porters may enter the weir.", "[The] porters may enter the weir.", "refused", "M1", ""),
    ("fr", "Nul ne peut entrer dans la tour.", "[Le garde] peut entrer dans la tour.", "refused", "M1", ""),
    ("it", "Nessun apprendista può entrare nella torre.", "[L’]apprendista può entrare nella torre.", "refused", "M1", ""),
    ("zh-Hant", "任何人不得進入水閘。", "[船夫]得進入水閘。", "refused", "M1", ""),
    ("fr", "Le clerc soutient que l’avocat peut entrer.", "[L’]avocat peut entrer.", "look", "A4", "cut_after_attribution"),
    ("fr", "L’avocat peut entrer.", "[L’]avocat peut entrer.", "clean", "A4", ""),
    ("fr", "Tout avocat peut entrer.", "[L’]avocat peut entrer.", "refused", "M1", ""),
    ("en", "The porter must not leave the oar in the boat.", "[The porter] must not leave the oar in the boat.", "clean", "A5", ""),
    ("it", "Un eventuale reclamo va respinto.", "[Il] reclamo va respinto.", "look", "A5", "bracket_replaces_substance"),
    # lines that only wrap a sentence hide no condition
    ("de", "Ist der Wart im\nVerzug, so kann der Rat\ndas Wehr schliessen.", "kann der Rat das Wehr schliessen", "look", "A2", "cut_after_condition"),
    ("en", "Had the porter\nfailed to come, the board may\nclose the weir.", "the board may close the weir", "look", "A2", "cut_after_condition"),
    ("fr", "Le port est ouvert.2 Si la barque est reprise par un associé, il ne peut vendre la rame.", "il ne peut vendre la rame", "look", "A0", "cut_after_condition"),
    # a relative clause that narrows what the clause is about
    ("en", "The porter, who has a key, may enter.", "The porter […] may enter.", "clean", "A3", ""),
    ("en", "A porter, who has a key, may enter.", "A porter […] may enter.", "look", "A3", "omission_may_change_sense"),
    ("it", "Il guardiano che tiene la chiave può entrare.", "Il guardiano […] può entrare.", "look", "A3", "omission_may_change_sense"),
    # other words at the end that stand in a later sentence too are other words, and no omission
    ("fr", "Le garde range la lanterne dans le coffre. Le meunier tient un registre. Le conseil décide des plaintes de la confrérie du fleuve.", "Le garde range la lanterne dans la confrérie du fleuve.", "refused", "M2", ""),
    ("de", "Der Rat bestimmt ab-\nschliessend die Gebühr.", "Der Rat bestimmt die Gebühr.", "refused", "M2", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "source", "quote", "verdict", "code", "finding"), CALLS, ids=[f"{c[0]}: {c[2]}" for c in CALLS]
)
def test_a_close_call_is_judged_as_a_careful_reader_would(
    language: str, source: str, quote: str, verdict: str, code: str, finding: str
) -> None:
    found = compare(quote, source, language=language)
    assert found.verdict == verdict
    assert code in found.codes
    assert not finding or found.has(finding)


def test_a_translation_may_not_add_a_negation_to_an_authoritys_powers() -> None:
    source = (
        "tenir un registre;\nChaque autorité de contrôle dispose du pouvoir d'adopter toutes les mesures suivantes:"
    )
    quote = "Jede Aufsichtsbehörde verfügt nicht über sämtliche folgenden Abhilfebefugnisse"
    found = compare(quote, source, language="de", source_language="fr", disclosures="(Übersetzung)")
    assert found.verdict == "refused"
    assert {"A9", "M1"} <= set(found.codes)


def test_words_that_only_begin_alike_do_not_make_a_paraphrase() -> None:
    source = "Gegenstand: Laternenregister, Eintragung der Lampen am alten Hafen."
    found = compare("Jede Laterne gilt bis zum Beweis des Gegenteils als gefährlich.", source, language="de")
    assert found.codes == ("M8",)
