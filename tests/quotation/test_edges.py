"""What an edge of a quote cuts in half, or leaves behind: numbers, denials, suppositions; and honest marks of other typists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.quotation.compare import compare
from pincite.quotation.lexicon import lexicon_for

NUMBERS = [
    ("en", "An offence under section 14A is minor.", "An offence under section 14"),
    ("en", "An offence under section 14A is minor.", "An offence under section 14 … is minor"),
    ("en", "The fine is one hundred and twenty crowns.", "twenty crowns"),
    ("en", "The fine is up to 5 million crowns.", "The fine is up to 5"),
    ("de", "Die Pflicht nach Absatz 1bis entfällt.", "Die Pflicht nach Absatz 1"),
    ("fr", "Sont réservés les articles 12 et 14ter.", "Sont réservés les articles 12 et 14."),
    ("zh-Hant", "租客須於十五日內繳租。", "五日內繳租"),
    ("zh-Hant", "逾期不得超過二十五日。", "逾期不得超過二十"),
]


@pytest.mark.parametrize(("language", "source", "quote"), NUMBERS)
def test_attack_half_of_a_number_is_another_number(language: str, source: str, quote: str) -> None:
    found = compare(quote, source, language=language)
    assert found.verdict == "refused"
    assert [a.note for a in found.alterations if a.code == "M1"] == ["number"]


LOOKED_AT = [
    ("en", "The lessee shall give not less than ten days.", "less than ten days", "cut_after_negation"),
    ("fr", "Le délai n’est pas inférieur à dix jours.", "inférieur à dix jours", "cut_after_negation"),
    ("en", "A keeper must not leave a lit lantern unattended.", "leave a lit lantern …", "omission_or_cut"),
    ("en", "If the boat sinks, the fee is due at once.", "the fee is due …", "omission_or_cut"),
    ("en", "The owner is liable under no circumstances for hail.", "The owner is liable", "cut_before_negation"),
    ("de", "Der Wart haftet dem Rat für Hagel nicht.", "Der Wart haftet dem Rat", "cut_before_negation"),
    ("de", "Der Wart kann den Zins ohne den Rat nicht senken.", "Der Wart kann den Zins", "cut_before_negation"),
    ("fr", "Le garde ne répond envers le conseil de la grêle que s’il dort.", "Le garde ne répond envers le conseil", "cut_before_exception"),
    ("it", "Il custode non risponde della grandine se non quando dorme.", "Il custode non risponde della grandine", "cut_before_exception"),
    ("fr", "Les apprentis ne peuvent être occupés sans leur accord.", "Les apprentis ne peuvent être occupés", "cut_before_condition"),
    ("en", "Even if the letter was an offer, it came late.", "if the letter was an offer, it came late", "cut_after_condition"),
    ("de", "Zeigt der Wart den Schaden nicht an, so gilt die Lampe als gut.", "gilt die Lampe als gut", "cut_after_condition"),
    ("en", "Whether the term had expired was not in issue.", "the term had expired", "cut_after_condition"),
    ("de", "Ob der Wart arglistig war, bleibt offen.", "der Wart arglistig war", "cut_after_condition"),
    ("it", "La corte non ha esaminato se il termine fosse scaduto.", "il termine fosse scaduto", "cut_after_condition"),
    ("en", "I disagree with the reeve that the miller acted in bad faith.", "the miller acted in bad faith", "cut_after_negation"),
    ("en", "There is no evidence that the miller was bribed.", "the miller was bribed", "cut_after_negation"),
    ("de", "Die Auslegung des Rates, wonach die Klausel nur Öl erfasse, ist falsch.", "die Klausel nur Öl erfasse", "cut_after_attribution"),
    ("de", "Der Wart muss sich jedoch nicht mit allen Rügen befassen.", "mit allen Rügen befassen", "cut_after_negation"),
    ("de", "Nur der Eigner darf Holz schlagen.", "Eigner darf Holz schlagen", "cut_after_condition"),
    ("fr", "L’indemnité est limitée au triple, faute grave réservée.", "L’indemnité est limitée au triple", "cut_before_exception"),
    ("it", "L’indennità è limitata al triplo, riservato il dolo.", "L’indennità è limitata al triplo", "cut_before_exception"),
    ("fr", "Il doit vérifier, avant la réception, si la caisse est intacte.", "la caisse est intacte", "cut_after_condition"),
    ("zh-Hans", "当事人约定的期间短于一年的，约定无效。", "约定无效", "cut_after_condition"),
    ("zh-Hant", "持牌人未經監督書面批准而轉讓業務，即屬犯罪。", "轉讓業務", "cut_after_condition"),
    ("en", "Paragraph 1 shall not apply where the keeper proves that it is safe.", "Paragraph 1 shall not apply", "cut_before_condition"),
    ("en", "Paragraph 1 shall not apply where the keeper proves that it is safe.", "it is safe", "cut_after_condition"),
    ("en", "The rent is due; otherwise the deposit is forfeited.", "the deposit is forfeited", "cut_after_condition"),
    ("de", "Der Rat durfte annehmen, der Wart habe damit rechnen müssen.", "der Wart habe damit rechnen müssen", "cut_after_attribution"),
    ("fr", "Le conseil n’annule la décision que si elle est arbitraire.", "Le conseil n’annule la décision", "cut_before_condition"),
    ("zh-Hant", "除非有充分理由，否則本庭不會干預裁斷。", "本庭不會干預裁斷", "cut_after_condition"),
    ("zh-Hant", "如租客逾期，則業主可收回處所。", "業主可收回處所", "cut_after_condition"),
    ("zh-Hant", "唯有業主才可砍伐樹木。", "可砍伐樹木", "cut_after_condition"),
    ("zh-Hant", "本庭不同意村長的看法，即通知書已送達。", "通知書已送達", "cut_after_negation"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "source", "quote", "finding"), LOOKED_AT)
def test_attack_words_that_are_verbatim_and_say_the_opposite_of_their_clause_are_looked_at(
    language: str, source: str, quote: str, finding: str
) -> None:
    found = compare(quote, source, language=language)
    names = {f.code for f in found.findings}
    assert found.verdict == "look"
    assert finding in names or finding == "omission_or_cut"


GAPS = [
    ("en", "A tenant may, with the consent of the reeve, fell timber.", "A tenant may … fell timber."),
    ("en", "The reeve may, on the application of a tenant, vary the hours.", "The reeve may … vary the hours."),
    ("de", "Der Rat kann auf Gesuch des Warts die Frist erstrecken.", "Der Rat kann … die Frist erstrecken."),
    ("de", "Wer gewerbsmässig Fische fängt, braucht einen Schein.", "Wer … Fische fängt, braucht einen Schein."),
    ("de", "Der Rat kann in Einzelfällen die Frist erstrecken.", "Der Rat kann … die Frist erstrecken."),
    ("fr", "Le conseil peut, à la demande du garde, prolonger le délai.", "Le conseil peut … prolonger le délai."),
    (
        "it",
        "Il consiglio può, su istanza del custode, prorogare il termine.",
        "Il consiglio può … prorogare il termine.",
    ),
    ("zh-Hant", "村長可在業主書面同意下出售田地。", "村長可……出售田地。"),
    (
        "en",
        "It may revoke a licence if the holder—\n(a) moves; or\n(b) without its written approval, sells the mill.",
        "It may revoke a licence if the holder … sells the mill.",
    ),
]


@pytest.mark.parametrize(("language", "source", "quote"), GAPS)
def test_attack_a_gap_that_hides_a_consent_an_application_or_a_special_case_is_looked_at(
    language: str, source: str, quote: str
) -> None:
    assert compare(quote, source, language=language).verdict == "look"


HONEST = [
    # the same sentences whole, or cut where nothing is lost
    ("en", "The lessee shall give not less than ten days.", "not less than ten days", ""),
    ("en", "An offence under section 14A is minor.", "section 14A is minor", ""),
    ("en", "The fine is one hundred and twenty crowns.", "one hundred and twenty crowns", ""),
    ("en", "They were bound to acquit; if not, they were to be sent home.", "They were bound to acquit", ""),
    ("en", "The miller was bribed, and no one saw it.", "The miller was bribed", ""),
    ("de", "Der Wart zahlt den Zins und nimmt die Lampe nicht zurück.", "Der Wart zahlt den Zins", ""),
    ("fr", "Le garde ne répond pas de la grêle, et le conseil sait que le pont est clos.", "Le garde ne répond pas de la grêle", ""),
    ("de", "Sie wird erteilt, wenn:\na. er handelt;\nb. kein Verlust besteht; und\nc. die Gebühr bezahlt ist.", "Sie wird erteilt, wenn: […] c. die Gebühr bezahlt ist.", "A3"),
    ("en", "The jury found otherwise, and it is too late now.", "it is too late now", ""),
    # marks and spellings of other typists
    ("zh-Hant", "租客須以書面回覆業主，並在田邊立碑。", "租客須以書面回覆業主⋯⋯", "A3"),
    ("zh-Hant", "租客須以書面回覆業主，並在田邊立碑。", "租客須以書面回覆業主（下略）", "A3"),
    ("zh-Hant", "租客須以書面回覆業主。", "租客須以書面回复業主", "A10"),
    ("it", "La censura è infondata, come disse il consiglio.", "La censura è infondata (omissis).", "A3"),
    ("it", "La censura è infondata, come disse il consiglio.", "La censura è infondata […omissis…].", "A3"),
    ("it", "Il custode può chiudere il molo.", "Il custode puo' chiudere il molo", "A10"),
    ("fr", "À défaut de paiement, le gage est vendu.", "A défaut de paiement, le gage est vendu.", "A10"),
    ("fr", "A cet égard, le gage est vendu.", "À cet égard, le gage est vendu.", "A10"),
    ("de", "Die Kündigung sei eine Vergeltung gewesen.", "Die Kündigung sei eine Ver-\ngeltung gewesen.", "A2"),
    ("en", "The keeper shall light it and the board shall watch it.", "[A]nd the board shall watch it.", "A4"),
    ("de", "Der Wart zündet sie an oder der Rat wacht.", "[O]der der Rat wacht.", "A4"),
    ("de", "Das wird verlangt wer-\nden. Es soll werden.", "Das wird verlangt wer-\nden.", ""),
    ("en", "They were deemed equiva-\nlent. An equivalent form is due.", "They were deemed equiva-\nlent.", ""),
    ("fr", "La durée maximale est de six ans. Elle peut être prolongée.", "[La durée maximale] peut être prolongée.", "A5"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "source", "quote", "code"), HONEST)
def test_an_honest_quote_near_such_an_edge_or_in_another_hand_stands(
    language: str, source: str, quote: str, code: str
) -> None:
    found = compare(quote, source, language=language)
    assert found.verdict == "clean", [f.code for f in found.findings] + [a.code for a in found.alterations]
    assert not code or code in {a.code for a in found.alterations}


REFUSED = [
    ("it", "La clausola è nulla.", "La clausola e nulla."),
    ("fr", "Le garde a payé à la commune.", "Le garde à payé à la commune."),
    ("it", "Il consiglio omette la notifica. [omissis] Il molo è chiuso.", "Il consiglio omette la notifica del molo omissis è chiuso."),
    ("en", "The keeper re-signed the lease.", "The keeper re-\nsinged the lease."),
    ("zh-Hant", "業主須恢復原狀。", "業主須恢覆原狀。"),
    ("fr", "La durée maximale est de six ans. Elle peut être prolongée.", "[Aucune durée] peut être prolongée."),
]  # fmt: skip


@pytest.mark.parametrize(("language", "source", "quote"), REFUSED)
def test_attack_what_is_allowed_to_other_hands_licenses_no_other_word(language: str, source: str, quote: str) -> None:
    assert compare(quote, source, language=language).verdict == "refused"


@pytest.mark.parametrize("quote", ["[\x1b]", "[.]", "[-] […]", "…", "[sic]"])
def test_attack_marks_without_a_word_are_no_quotation(quote: str) -> None:
    assert compare(quote, "The lamp is lit. [.] It is out [-].", language="en").verdict == "refused"


@given(data=st.data())
def test_a_quote_cut_anywhere_out_of_its_source_is_answered_and_never_called_other_words(data: st.DataObject) -> None:
    language, source, *_ = data.draw(st.sampled_from([*NUMBERS, *LOOKED_AT, *GAPS]))
    start = data.draw(st.integers(0, len(source) - 1))
    end = data.draw(st.integers(start + 1, len(source)))
    found = compare(source[start:end], source, language=language)
    assert found.verdict in ("clean", "look", "refused")
    if start == 0 and end == len(source):
        assert found.verdict == "clean"


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "zh-Hant"])
def test_every_language_knows_what_supposes_and_what_makes_a_number_larger(language: str) -> None:
    assert {"supposed", "magnitude", "special_case"} <= set(lexicon_for(language).classes)
