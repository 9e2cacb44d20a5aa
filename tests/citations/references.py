"""References made up over the whole scheme (design: references), for properties of rendering and reading."""

from __future__ import annotations

from hypothesis import strategies as st

from pincite.identity.reference import Place, Reference, WorkId
from pincite.text.tables import rows

_LATIN = ("bis", "ter", "quater", "quinquies", "sexies", "septies", "octies", "novies", "decies")


def _column(pack: str, table: str, index: int) -> list[str]:
    return [row[index] for row in rows(f"pincite.jurisdictions.{pack}", f"data/{table}.tsv") if row[index]]


def _with(work: st.SearchStrategy[str], place: st.SearchStrategy[str | None]) -> st.SearchStrategy[Reference]:
    return st.builds(lambda w, p: Reference(WorkId(w), Place(p) if p else None), work, place)


# -------------------------------------------------------------------------------------------------------------- Switzerland


@st.composite
def swiss_labels(draw: st.DrawFn, most: int = 400) -> str:
    """`6`, `6_bis`, `336_c`."""
    label = str(draw(st.integers(1, most)))
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return f"{label}_{draw(st.sampled_from('abcdeg'))}"
    if kind == 1:
        return f"{label}_{draw(st.sampled_from(_LATIN))}"
    return label


@st.composite
def swiss_places(draw: st.DrawFn) -> str:
    """`art_97/para_1/lbl_a/lbl_2`, `art_41..art_46`, `art_41..`."""
    place = f"art_{draw(swiss_labels())}"
    shape = draw(st.integers(0, 7))
    if shape == 0:
        return f"{place}.."
    if shape == 1:
        low = draw(st.integers(1, 200))
        return f"art_{low}..art_{low + draw(st.integers(1, 30))}"
    if shape >= 3:
        place += f"/para_{draw(st.integers(1, 9))}"
    if shape in {4, 5, 6}:
        place += f"/lbl_{draw(st.sampled_from('abcdefgh'))}"
    if shape == 5:
        place += f"/lbl_{draw(st.integers(1, 9))}"
    if shape == 7:
        place += f"/sent_{draw(st.integers(1, 2))}"
    return place


def considerations() -> st.SearchStrategy[str]:
    """`consid_2.3`, `consid_5b`, `consid_2d_aa`, ranges and open ranges."""
    dotted = st.lists(st.integers(1, 12), min_size=1, max_size=4).map(lambda parts: ".".join(map(str, parts)))
    old = st.builds(lambda n, a: f"{n}{a}", st.integers(1, 9), st.sampled_from("abcde"))
    one = st.one_of(dotted, old, old.map(lambda v: f"{v}_aa")).map(lambda v: f"consid_{v}")
    range_ = st.builds(lambda n, k: f"consid_{n}.1..consid_{n}.{k}", st.integers(1, 9), st.integers(2, 9))
    return st.one_of(one, range_, st.integers(1, 9).map(lambda n: f"consid_{n}.."))


def _swiss() -> st.SearchStrategy[Reference]:
    acts = st.sampled_from(_column("ch", "federal_acts", 0)).map(lambda number: f"ch/sr/{number}")
    year, small = st.integers(2007, 2026), st.integers(1, 999)
    volumes = st.sampled_from(
        [row for row in rows("pincite.jurisdictions.ch", "data/bge_starts.tsv") if 121 <= int(row[0]) <= 150]
    )
    bge = volumes.flatmap(
        lambda row: st.sampled_from(row[3].split(" ")).map(lambda page: f"ch/bge/{row[0]}/{row[1]}/{page}")
    )
    dockets = st.one_of(
        st.builds(
            lambda d, a, n, y: f"ch/bger/{d}{a}_{n}/{y}", st.integers(1, 9), st.sampled_from("ABCDEFG"), small, year
        ),
        st.builds(lambda a, n, y: f"ch/bvger/{a}-{n}/{y}", st.sampled_from("ABCDEF"), small, year),
        st.builds(
            lambda a, n, y: f"ch/bstger/{a}.{y}.{n}", st.sampled_from(("SK", "RR", "CA", "BB", "BH")), small, year
        ),
        st.builds(lambda n, y: f"ch/bpatger/O{y}_{n:03d}", small, year),
        st.builds(lambda n, y: f"ch/bvge/{y}/{n}", st.integers(1, 60), st.integers(2007, 2016)),
        st.builds(
            lambda n, y, p: f"ch/bvge/{y}/{p}/{n}",
            st.integers(1, 9),
            st.integers(2017, 2026),
            st.sampled_from(("I", "IV", "VII")),
        ),
        st.builds(lambda n, y: f"ch/tpf/{y}/{n}", st.integers(1, 300), year),
    )
    gazettes = st.one_of(
        st.builds(lambda y, n: f"ch/as/{y}/{n}", st.integers(1950, 2026), st.integers(1, 9999)),
        st.builds(lambda y, n: f"ch/bbl/{y}/-/{n}", st.integers(1998, 2026), st.integers(1, 9999)),
        st.builds(
            lambda y, p, n: f"ch/bbl/{y}/{p}/{n}",
            st.integers(1900, 1997),
            st.sampled_from(("I", "II", "III")),
            st.integers(1, 1999),
        ),
    )
    none = st.none()
    pages = st.integers(200, 900).map(lambda n: f"p_{n}")
    return st.one_of(
        _with(acts, st.one_of(none, swiss_places())),
        _with(bge, st.one_of(none, considerations(), pages)),
        _with(dockets, st.one_of(none, considerations())),
        _with(gazettes, none),
        _with(st.builds(lambda n, y: f"coe/echr/{n}/{y:02d}", st.integers(1000, 90000), st.integers(10, 26)), st.one_of(none, st.integers(1, 300).map(lambda n: f"para_{n}"))),
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- Hong Kong


@st.composite
def sections(draw: st.DrawFn) -> str:
    """`s33_1_a`, `s33..s35`, `sch1_s2`, `P1`."""
    number = draw(st.integers(1, 400))
    label = f"{number}{draw(st.sampled_from(('', '', '', 'A', 'B', 'AA')))}"
    shape = draw(st.integers(0, 7))
    letter, roman = draw(st.sampled_from("abcdefgh")), draw(st.sampled_from(("i", "ii", "iii", "iv")))
    sub, many = draw(st.integers(1, 12)), draw(st.integers(1, 20))
    return (
        f"s{label}",
        f"s{label}_{sub}",
        f"s{label}_{sub}_{letter}",
        f"s{label}_{sub}_{letter}_{roman}",
        f"s{number}..s{number + many}",
        f"sch{sub}",
        f"sch{sub}_s{many}",
        f"P{sub}",
    )[shape]


def paragraphs() -> st.SearchStrategy[str]:
    """`para_45`, `para_45..para_47`."""
    return st.one_of(
        st.integers(1, 400).map(lambda n: f"para_{n}"),
        st.builds(lambda n, k: f"para_{n}..para_{n + k}", st.integers(1, 400), st.integers(1, 20)),
    )


def _hong_kong() -> st.SearchStrategy[Reference]:
    chapters = [
        row[0]
        for row in rows("pincite.jurisdictions.hk", "data/ordinances.tsv")
        if row[0].isdigit() and row[2] and not row[4] and "Article" not in row[1]
    ]
    courts, prefixes = (
        [slug for slug in _column("hk", "courts", 4) if slug != "ukpc"],  # its judgments are of the United Kingdom
        [row[0] for row in rows("pincite.jurisdictions.hk", "data/case_prefixes.tsv")],
    )
    year, number = st.integers(2018, 2026), st.integers(1, 399)
    cases = st.one_of(
        st.builds(lambda c, y, n: f"hk/{c}/{y}/{n}", st.sampled_from(courts), year, number),
        st.builds(lambda p, n, y: f"hk/{p}/{n}/{y}", st.sampled_from(prefixes), number, year),
        st.builds(lambda y, p: f"hk/report/HKCFAR/{y}/{y - 1997}/{p}", st.integers(1999, 2025), number),
        st.builds(
            lambda y, v, p: f"hk/report/HKLRD/{y}/{v}/{p}",
            st.integers(1997, 2025),
            st.integers(1, 5),
            st.integers(1, 1200),
        ),
    )
    return st.one_of(
        _with(st.sampled_from(chapters).map(lambda cap: f"hk/cap{cap}"), st.one_of(st.none(), sections())),
        _with(cases, st.one_of(st.none(), paragraphs())),
        _with(st.just("hk/A101"), st.integers(1, 160).map(lambda n: f"art{n}")),
        _with(st.builds(lambda y, n: f"hk/ln/{y}/{n}", st.integers(1975, 2025), number), st.none()),
        _with(st.builds(lambda y, n: f"hk/ord/{y}/{n}", st.integers(1975, 2025), st.integers(1, 120)), st.none()),
    )  # fmt: skip


# -------------------------------------------------------------------------------------------------- United Kingdom and Union


@st.composite
def british_places(draw: st.DrawFn) -> str:
    """`section-19-2-a`, `section-171..section-177`, `schedule-1-paragraph-6-1`."""
    number, sub, many = draw(st.integers(1, 300)), draw(st.integers(1, 12)), draw(st.integers(1, 9))
    letter = draw(st.sampled_from("abcdefgh"))
    return draw(
        st.sampled_from(
            (
                f"section-{number}",
                f"section-{number}-{sub}-{letter}",
                f"section-{number}..section-{number + many}",
                f"schedule-{sub}",
                f"schedule-{sub}-paragraph-{many}",
                f"schedule-{sub}-paragraph-{many}-{sub}",
                f"part-{sub}",
            )
        )
    )


def _british() -> st.SearchStrategy[Reference]:
    years = {"uksc": 2009, "ukhl": 2001}
    courts = [
        row[3]
        for row in rows("pincite.jurisdictions.uk", "data/courts.tsv")
        if row[3].startswith("uk/") and "ukhl" not in row[3]
    ]
    acts = [row for row in rows("pincite.jurisdictions.uk", "data/acts.tsv") if row[2]]
    year = st.integers(max(years.values()) + 6, 2026)
    return st.one_of(
        _with(st.builds(lambda c, y, n: f"{c}/{y}/{n}", st.sampled_from(courts), year, st.integers(1, 3000)), st.one_of(st.none(), paragraphs())),
        _with(st.builds(lambda row: f"uk/ukpga/{row[1]}/{row[2]}", st.sampled_from(acts)), british_places()),
        _with(st.builds(lambda y, n: f"uk/uksi/{y}/{n}", st.integers(1950, 2026), st.integers(1, 3500)), st.integers(1, 99).map(lambda n: f"regulation-{n}")),
        _with(st.builds(lambda y, v, p: f"uk/report/WLR/{y}/{v}/{p}", st.integers(1953, 2025), st.integers(1, 4), st.integers(1, 1500)), st.none()),
    )  # fmt: skip


@st.composite
def union_places(draw: st.DrawFn) -> str:
    """`art_6/par_1/pnt_a`, `rct_47`, `anx_I`."""
    article, par = draw(st.integers(1, 120)), draw(st.integers(1, 12))
    letter, many = draw(st.sampled_from("abcdefgh")), draw(st.integers(1, 9))
    return draw(
        st.sampled_from(
            (
                f"art_{article}",
                f"art_{article}/par_{par}",
                f"art_{article}/par_{par}/pnt_{letter}",
                f"art_{article}/par_{par}/sub_{draw(st.integers(1, 4))}",
                f"art_{article}/pnt_{many}",
                f"art_{article}..art_{article + many}",
                f"rct_{par}",
                f"anx_{draw(st.sampled_from(('I', 'II', 'III', 'IV')))}",
            )
        )
    )


def _union() -> st.SearchStrategy[Reference]:
    acts = st.builds(
        lambda y, k, n: f"eu/3{y}{k}{n:04d}", st.integers(1990, 2026), st.sampled_from("RL"), st.integers(1, 1900)
    )
    cases = st.one_of(
        st.builds(
            lambda c, n, y: f"eu/case/{c}-{n}/{y:02d}", st.sampled_from("CT"), st.integers(1, 900), st.integers(0, 26)
        ),
        st.builds(lambda y, n: f"eu/ecli/ECLI:EU:C:{y}:{n}", st.integers(1960, 2026), st.integers(1, 1200)),
    )
    return st.one_of(_with(acts, st.one_of(st.none(), union_places())), _with(cases, st.one_of(st.none(), st.integers(1, 300).map(lambda n: f"para_{n}"))))  # fmt: skip


SCHEME: dict[str, st.SearchStrategy[Reference]] = {
    "ch": _swiss(),
    "hk": _hong_kong(),
    "uk": _british(),
    "eu": _union(),
}
