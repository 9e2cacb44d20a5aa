"""What later texts say of a decision, and sentences with a date of their own."""

from __future__ import annotations

import pytest
from tests.workflows.house_simulator import HouseSimulator, house

from pincite.citations.mention import Mention
from pincite.corpus.answers import WorkFound
from pincite.drafts.checks.dates import own_date
from pincite.drafts.draft import read_draft
from pincite.drafts.treatment import Treatment, treatment_of
from pincite.reports.report import MentionRecord
from pincite.text.language import language_of

WORK, NAME = "hk/hkcfa/2026/9901", "[2026] HKCFA 9901"


def later(words: str, *, language: str = "en", state: str = "2026-09-09") -> HouseSimulator:
    return house().add(
        "hk/hkcfa/2026/9950", ("para_7", words), kind="decision", state=state, title="Later v Case", language=language
    )


def treated(sim: HouseSimulator) -> Treatment:
    def mentions(text: str, _: str) -> list[Mention]:
        at = text.find(NAME)
        found = Mention(at, at + len(NAME), NAME, "case", "full", WORK, "test")
        return [found] if at >= 0 else []

    work = sim.find_work(WORK)
    assert isinstance(work, WorkFound)
    return treatment_of(work, [NAME], sim, mentions)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (f"We hold that {NAME} was wrongly decided.", "departed"),
        (f"The decision in {NAME} is overruled.", "overruled"),
        (f"Die Rechtsprechung gemäss {NAME} wird aufgegeben.", "overruled"),
        (f"Von {NAME} ist mit dieser Praxisänderung abgewichen worden.", "departed"),
        (
            f"Le Tribunal fédéral a abandonné la solution qui était celle de {NAME} dans les affaires de ce genre.",
            "overruled",
        ),
        (f"La Corte si è scostata: non può essere seguita la sentenza {NAME}.", "departed"),
        (f"本院推翻 {NAME} 一案的裁定。", "overruled"),
        (f"上訴法庭在 {NAME} 一案的說法不予跟從。", "departed"),
        (f"L'arrêt {NAME} a fait l'objet d'un changement de jurisprudence.", "departed"),
        (f"An der in {NAME} begründeten Praxis kann nicht mehr festgehalten werden.", "departed"),
        (f"We do not agree with {NAME}, which was wrongly decided.", "departed"),
        (f"The judgment in {NAME} was set aside on appeal.", "quashed"),
    ],
)
def test_a_later_text_that_departs_is_quoted(words: str, kind: str) -> None:
    found = treated(later(words, language=language_of(words.replace(NAME, "")) or "en"))
    assert kind in {signal.kind for signal in found.signals}
    assert found.signals[0].words == words
    assert (found.signals[0].work, found.signals[0].place) == ("hk/hkcfa/2026/9950", "para_7")


@pytest.mark.parametrize(
    "words",
    [
        f"The decision in {NAME} was not overruled.",
        f"We follow {NAME}. Another case was overruled.",
        f"Counsel submits that {NAME} was wrongly decided.",
        f"I do not consider that {NAME} has been impliedly overruled.",
        f"The old case of the moon was overruled by {NAME}.",
        f"The old case of the moon was overruled in {NAME}.",
        f"In {NAME} the removal decisions of the Registrar were quashed.",
        f"The decisions should be quashed on the ground of procedure: {NAME}.",
        f"Vom klaren Wortlaut darf nur aus Gründen abgewichen werden ({NAME}).",
        f"We follow {NAME}, which settled the point.",
    ],
)
def test_where_nothing_is_said_against_it_only_the_number_of_texts_is_told(words: str) -> None:
    found = treated(later(words, language=language_of(words.replace(NAME, "")) or "en"))
    assert (found.signals, found.citing) == ((), 1)
    (finding,) = found.findings()
    assert (finding.code, dict(finding.parameters)) == ("no_negative_signal", {"count": 1})


def test_an_earlier_text_says_nothing_of_a_later_decision() -> None:
    assert treated(later(f"{NAME} is overruled.", state="2026-01-01")) == Treatment(WORK, 0, ())


def test_a_text_that_does_not_cite_it_says_nothing_of_it() -> None:
    assert treated(later("The old case is overruled.")).citing == 0


# dates of sentences


def date_of(text: str) -> str:
    return own_date(read_draft(text.encode(), "draft.md"), 0, len(text))


@pytest.mark.parametrize(
    "text",
    [
        "Under the law in force on 3 May 2021 a keeper had sixty days.",
        "Nach dem am 3. Mai 2021 geltenden Recht waren es sechzig Tage.",
        "Selon le droit en vigueur le 3 mai 2021, le délai était de soixante jours.",
        "Secondo la legge in vigore il 3 maggio 2021 il termine era di sessanta giorni.",
        "根據2021年5月3日有效的條例，期限為60日。",
    ],
)
def test_a_sentence_may_name_the_date_of_its_law(text: str) -> None:
    assert date_of(text) == "2021-05-03"


@pytest.mark.parametrize(
    "text",
    [
        "The keeper lit the lantern on 3 May 2021.",
        "The law in force on 3 May 2021 and the law in force on 4 May 2022 differ.",
        "By judgment of 3 May 2021 the court so held.",
        "Der Vertrag vom 3. Mai 2021 gilt.",
    ],
)
def test_other_dates_are_not_that_of_the_law(text: str) -> None:
    assert date_of(text) == ""


def verified(draft: str) -> MentionRecord:
    sim = house().add(
        "hk/cap9001", ("s3", "A keeper shall register each lantern within 60 days of buying it."), state="2020-01-01"
    )
    return sim.verify(draft, name="memo.md").mentions[0]


def test_a_provision_is_compared_as_it_stood_on_the_date_of_its_sentence() -> None:
    quote = "“A keeper shall register each lantern within 60 days of buying it.” (⟦Cap. 9001, s. 3|hk/cap9001#s3⟧)"
    dated = verified(f"Under the law in force on 3 May 2021: {quote}")
    assert (dated.axes.quote, dated.state) == ("clean", "2020-01-01")
    assert dated.evidence is not None
    assert dated.evidence.as_of == "2021-05-03"
    assert "own_date" in {finding.code for finding in dated.findings}
    assert verified(f"The law says: {quote}").axes.quote == "refused"
