"""A small fictional law library in the tests' own format, and how to build releases of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.corpus import tiny

from pincite import wiring
from pincite.workflows.build_release import Built

HK = {
    "cap9.en.2020": """work: hk/cap9
language: en
state: 2020-01-01
title: Lantern Ordinance
alias: hk/ord/2020/9
short_title: LO
url: https://law.example/hk/cap9

@ s1 section heading=Title from=2020-01-01
This Ordinance may be cited as the Lantern Ordinance.
@ s2 section heading=Keepers from=2020-01-01
Every keeper must light a lantern.
@@ s2_1 subsection
(1) The lantern burns oil.
@@ s2_2 subsection
(2) The lantern burns till dawn.
@ s3 section status=pending
A keeper must not sell oil.
""",
    "cap9.en.2024": """work: hk/cap9
language: en
state: 2024-06-01
title: Lantern Ordinance
alias: hk/ord/2020/9

@ s1 section heading=Title from=2020-01-01
This Ordinance may be cited as the Lantern Ordinance.
@ s2 section heading=Keepers from=2024-06-01
Every keeper shall light two lanterns.
~ (Amended 3 of 2024 s. 2)
@@ s2_1 subsection
(1) The lanterns burn gas.
@ s4 section status=repealed
(Repealed 3 of 2024)
@ s5 section
@@ s5_a paragraph id=P
(a) one thing;
@@ s5_a paragraph id=P
(a) another thing.
""",
    "cap9.zh.2024": """work: hk/cap9
language: zh-Hant
state: 2024-06-01
title: 燈籠條例

@ s2 section from=2024-06-01
每名看守人須點亮兩盞燈籠。個人資料須予保護。
@ s6 section
只有中文文本。
""",
    "hkca.2025.12": """work: hk/hkca/2025/12
kind: decision
language: en
state: 2025-03-04
title: Wick v Director of Lanterns
alias: hk/CACV/77/2024

@ para_1 paragraph
1. The appellant is a keeper of lanterns.
@ para_2 paragraph
2. The wick was wet. We dismiss the appeal.
@ para_3 paragraph
3. Costs follow the event.
""",
    "hkca.2025.21": """work: hk/hkca/2025/21
kind: decision
language: en
state: 2025-04-05
title: Wick v Director of Lanterns (costs)
alias: hk/CACV/77/2024

@ para_1 paragraph
1. The costs are taxed.
""",
}

CH = {
    "bge.140.iii.86": """work: ch/bge/140/III/86
kind: decision
language: de
state: 2014-02-03
title: Laterne gegen Docht
alias: ch/bger/4A_12/2013

@ headnote headnote
Regeste: Die Laterne brennt.
@ consid_2 consideration
2. Die Laterne brennt nach Sonnenuntergang
{page 87}
und erlischt bei Tagesanbruch. Der Rückschluss auf den Docht ist zulässig.
@@ consid_2.1 consideration
2.1 Das Öl ist rein.
{page 88}
@ consid_3 consideration
3. Die Würde des Lichts wurde gewahrt.
@ consid_4.1..consid_4.3 consideration
4.1–4.3 (…)
""",
    "sr311": """work: ch/sr/311.0
language: de
state: 2025-01-01
title: Laternengesetzbuch

@ art_37_39 article
Art. 37–39
@ art_40 article
Art. 40 Wer das Licht löscht, wird bestraft.
@@ art_40/para_1 paragraph
1. bei Nacht;
@@ art_40/para_2 paragraph
2. bei Tag.
@ art_41 article
@@ art_41/para paragraph
Der Keeper zündet an:
@@@ art_41/para/lbl_a item
a. die Laterne.
@ art_43 article
Art. 43 Schluss.
@ art_44 article
@@ art_44/para_1 paragraph
1. Wer ein Licht stiehlt,
wird bestraft.
@ book_1/tit_1/chap_1 chapter
Erstes Kapitel
@ book_1/tit_2/chap_1 chapter
Erstes Kapitel
""",
}

SPEC = """jurisdiction: {jurisdiction}
tag: {tag}
as_of: 2026-11-30
title: Fictional library, {jurisdiction}
root: {root}
sources:
  - files: ["*.tiny"]
    reader: tiny
    publisher: The tests
    licence: Apache-2.0
    legal_value: official
    redistribute: full
coverage:
{claims}"""

CLAIMS = {
    "hk": """  - {name: Appeals of 2025, works: [hk/hkca/2025], complete: true}
  - {name: Bits, works: [hk/hkcfi], complete: false, note: single judgments}
""",
    "ch": """  - {name: Collection 140, works: [ch/bge/140/], complete: true}
""",
}


def write(folder: Path, files: dict[str, str]) -> None:
    """Put source files in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.tiny").write_text(text, "utf-8")


def spec(folder: Path, jurisdiction: str = "hk", *, tag: str = "2026.11.30", root: str = "sources") -> Path:
    """Write a spec for `folder/sources`."""
    path = folder / f"{jurisdiction}.yaml"
    path.write_text(SPEC.format(jurisdiction=jurisdiction, tag=tag, root=root, claims=CLAIMS[jurisdiction]), "utf-8")
    return path


def build(spec_file: Path, out: Path, **more: Any) -> Built:
    """Build with the tests' reader."""
    return wiring.build(spec_file, out, readers_from=tiny.readers, code=tiny.code, **more)


def library(folder: Path) -> Path:
    """Both releases of the library below `folder/releases`."""
    for jurisdiction, files in (("hk", HK), ("ch", CH)):
        write(folder / f"sources-{jurisdiction}", files)
        build(spec(folder, jurisdiction, root=f"sources-{jurisdiction}"), folder / "releases")
    return folder / "releases"
