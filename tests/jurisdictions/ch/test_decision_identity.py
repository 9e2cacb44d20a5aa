"""What a Swiss decision is called, and when it was given."""

from __future__ import annotations

import pytest

from pincite.jurisdictions.ch.sources.decision_identity import (
    bge_number,
    court_of,
    date_of,
    docket_from_file_name,
    identify,
)
from pincite.jurisdictions.ch.sources.decision_words import words


@pytest.mark.parametrize(
    ("code", "numbers", "work"),
    [
        ("CH_BGer_005", ["5A_459/2025"], "ch/bger/5A_459/2025"),
        ("CH_BGer_005", ["5A 459/2025"], "ch/bger/5A_459/2025"),
        ("CH_BGer_005", ["5C_143/2004"], "ch/bger/5C.143/2004"),
        ("CH_BGer_002", ["2C.1020/2019"], "ch/bger/2C_1020/2019"),
        ("CH_BGer_016", ["I 732/06"], "ch/bger/I 732/06"),
        ("CH_BGE_004", ["BGE 151 II 245"], "ch/bge/151/II/245"),
        ("CH_BGE_002", ["120 Ia 31"], "ch/bge/120/Ia/31"),
        ("CH_BVGE_001", ["E-9839/2025"], "ch/bvger/E-9839/2025"),
        ("CH_BSTG_001", ["SK.2020.1"], "ch/bstger/SK.2020.1"),
        ("CH_PATG_001", ["O2022_006"], "ch/bpatger/O2022_006"),
        ("ZH_OG_001", ["PS260006"], "ch/zh/PS260006"),
        ("ZH_BK_004", ["MJ250078-L"], "ch/zh/MJ250078"),
        ("ZH_VG_001", [" VB.2024.00513"], "ch/zh/VB.2024.00513"),
        ("TI_TRAC_001", ["11.2023.108"], "ch/ti/11.2023.108"),
        ("SH_OG_001", ["60/2025/5"], "ch/sh/60/2025/5"),
        ("CH_CAS", ["2023/A/9611"], "ch/cas/2023/A/9611"),
        ("LI", ["StGH 2024/075"], "li/stgh/2024/75"),
    ],
)
def test_a_docket_names_the_work_in_its_normal_spelling(code: str, numbers: list[str], work: str) -> None:
    assert identify(code, numbers, [], publisher_id="x").work == work


def test_a_reported_decision_is_also_known_by_its_docket() -> None:
    head = ["Urteilskopf", "151 II 245", "17. Auszug aus dem Urteil", "2C_1016/2022 vom 25. September 2024"]
    identity = identify("CH_BGE_004", ["BGE 151 II 245"], head, publisher_id="x")
    assert (identity.work, identity.aliases) == ("ch/bge/151/II/245", ("ch/bger/2C_1016/2022",))


def test_a_second_docket_and_other_spellings_are_aliases() -> None:
    assert identify("ZH_BK_004", ["MJ250078-L"], [], publisher_id="x").aliases == ("ch/zh/MJ250078-L",)
    head = ["A/9904/2072-LANT ATA/99/2073", "COUR DE JUSTICE"]
    identity = identify("GE_CJ_013", ["A/9904/2072"], head, publisher_id="x")
    assert (identity.work, identity.aliases) == ("ch/ge/ATA/99/2073", ("ch/ge/A/9904/2072",))


def test_the_docket_of_the_court_below_is_no_alias() -> None:
    head = [
        "Geschäfts-Nr.: PS260006-O/U",
        "Beschwerde gegen ein Urteil des Bezirksgerichtes",
        "5. Januar 2026 (EK250429)",
    ]
    assert identify("ZH_OG_001", ["PS260006"], head, publisher_id="x").aliases == ("ch/zh/PS260006-O/U",)


def test_a_portals_internal_number_is_an_alias_of_the_real_docket() -> None:
    identity = identify("NW_OG_001", ["42526"], ["Tel. 041 000 00 00", "SA 25 3"], publisher_id="x")
    assert (identity.work, identity.aliases) == ("ch/nw/SA 25 3", ("ch/nw/42526",))


def test_a_collection_names_the_docket_in_its_source_line() -> None:
    head = [
        "18 Gestaltungsplan",
        "Aus dem Entscheid des Verwaltungsgerichts, vom 27. Novem-",
        "ber 2019, in Sachen A. (WBE.2018.344).",
    ]
    identity = identify("AG_OG_005", ["AGVE 2019 18"], head, publisher_id="x")
    assert (identity.work, identity.aliases) == ("ch/ag/WBE.2018.344", ("ch/ag/AGVE 2019 18",))


def test_without_a_number_the_publishers_id_names_the_work() -> None:
    name = "CH_EDÖB_006_Empfehlung-vom-30-6-_2072-06-30"
    long = "Empfehlung vom 30.6.2072 A.__ - Amt _ Ausfuhrbewilligung für Laternen"
    assert identify("CH_EDÖB_006", [long], [], publisher_id=name).work == "ch/edoeb/Empfehlung-vom-30-6_2072-06-30"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("CH_BGer_005_5A-459-2025_2025-06-17.txt", ("CH_BGer_005", "5A_459/2025", "2025-06-17")),
        ("a/b/CH_BGE_004_BGE-151-II-245_2025.txt", ("CH_BGE_004", "BGE 151 II 245", "2025")),
        ("ZH_VG_001_-VB-2024-00513_2025-06-27.html", ("ZH_VG_001", "VB.2024.00513", "2025-06-27")),
        ("SH_OG_001_60-2025-5_2026-08-10.txt", ("SH_OG_001", "60/2025/5", "2026-08-10")),
        ("SZ_KG_999_GPR-2025-4_2025-05-22.txt", ("SZ_KG_999", "GPR 2025 4", "2025-05-22")),
        ("notes.txt", None),
    ],
)
def test_a_file_name_says_court_docket_and_date(name: str, expected: tuple[str, str, str] | None) -> None:
    assert docket_from_file_name(name) == expected


def test_courts_are_known_by_the_portals_codes() -> None:
    court = court_of("CH_BGer_005")
    assert (court.canton, court.level, court.name("fr")) == ("CH", "supreme", "Tribunal fédéral")
    assert court.chamber_name("it") == "II Corte di diritto civile"
    unknown = court_of("XY_ZZ_001")
    assert (unknown.name("de"), unknown.level) == ("", "unknown")


def _date(*head: str, published: str = "", numbers: tuple[str, ...] = ()) -> tuple[str, list[str]]:
    date, findings = date_of(head, published, numbers, words())
    return date, [finding.code for finding in findings]


def test_a_date_that_cannot_be_right_gives_way_to_the_decisions_own() -> None:
    head = (
        "18 Gestaltungsplan",
        "Aus dem Entscheid des Verwaltungsgerichts, vom 27. Novem-",
        "ber 2019, in Sachen A. (WBE.2018.344).",
    )
    assert _date(*head, published="1971-02-02") == ("2019-11-27", ["date_corrected"])


@pytest.mark.parametrize(
    "line",
    [
        "Urteil vom 5. Februar 2072",
        "Arrêt du 5 février 2072",
        "Sentenza del 5 febbraio 2072",
        "vom 5. Februar 2072",
        "2C_9901/2072 vom 5. Februar 2072",
        "OGE 60/2072/5 vom 5. Februar 2072",
        "Entscheidart und -datum: Endentscheid vom 05.02.2072",
        "Berne, 5 février 2072",
        "Award of 5 February 2072",
    ],
)
def test_the_head_bears_the_date_in_many_forms(line: str) -> None:
    assert _date("Bundesgericht", line)[0] == "2072-02-05"


def test_the_date_of_the_decision_under_appeal_is_not_taken() -> None:
    assert _date("Beschwerde gegen das Urteil des Obergerichts vom 12. Dezember 2071", published="2072-03-03") == (
        "2072-03-03",
        [],
    )


def test_a_date_far_from_the_dockets_year_is_doubtful_and_not_used() -> None:
    assert _date(published="1971-02-02", numbers=("AGVE 2019 18",)) == ("", ["date_doubtful"])
    assert _date() == ("", ["date_unknown"])


def test_bge_numbers_are_read_in_every_spelling() -> None:
    assert (
        bge_number("BGE 151 II 245")
        == bge_number("ATF 151 II 245")
        == bge_number("BGE-151-II-245")
        == ("151", "II", "245")
    )
    assert bge_number("151 VI 245") is None
