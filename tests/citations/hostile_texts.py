"""Texts made to be slow to read: runs, nests and half citations, each of one kind, grown to any length; seeded.

Keeps true: the same seed and length give the same texts; every kind is named, so that a failure says what is slow.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

__all__ = ["hostile_texts"]

_REPEATED = {
    "capitals": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "words in capitals": "MUSTER BEISPIEL ",
    "names": "Muster Beispiel ",
    "names by strokes": "MUSTER/BEISPIEL/",
    "digits": "1234567890",
    "digits apart": "1 2 3 4 5 6 7 8 9 0 ",
    "years": "2019, 2020, 2021, ",
    "dots": ".",
    "dots and digits": "1.2.3.4.",
    "hyphens": "-",
    "strokes": "1/2/3/",
    "commas": ", ",
    "open brackets": "(",
    "closed brackets": ")",
    "pairs of brackets": "(a)(1)(ii)",
    "square brackets": "[",
    "numbers in square brackets": "[1] [23] ",
    "years in square brackets": "[2020] ",
    "open quotations": "“",
    "pairs of quotations": "“the Scheme” ",
    "definitions": "(“the Scheme” or “the Plan”) ",
    "titles in guillemets": "«Muster» ",
    "Chinese brackets": "《條例》",
    "spaces": " ",
    "line ends": "\n",
    "no-break spaces": "\u00a0",
    "soft hyphens": "a\u00ad",
    "broken words": "Bun-\ndes-\n",
    "page furniture": "\n- 33 -\n12\n",
    "headings": "\n## 1. Sachverhalt\n",
    "numbered lines": "\n1. Text\n2. Text",
    "letters": "a b c d e f ",
    "article words": "Art. ",
    "broken article words": "Arti-\nkel ",
    "articles": "Art. 5 ",
    "articles of an act": "Art. 5 ZGB ",
    "one list of articles": "5, 6 und 7, ",
    "one long list": "Art. 5, ",
    "paragraphs": "Abs. 1 ",
    "nested pinpoints": "Abs. 1 lit. a Ziff. 2 Satz 2 ",
    "articles with nested pinpoints": "Art. 5 Abs. 1 lit. a Ziff. 2 Satz 2 ",
    "suffixes": "5bis 6ter 7quater ",
    "in conjunction": "Art. 5 i.V.m. ",
    "section signs": "§",
    "sections": "§ 12 ",
    "reporters": "BGE ",
    "decisions": "BGE 140 III 86 ",
    "one list of decisions": "140 III 86, ",
    "considerations": "E. 2.1 ",
    "long considerations": "E. 2.1.1.1.1.1, 3.1.1.1.1.1 ",
    "dockets": "4A_12/2019 ",
    "half dockets": "VB.2019.",
    "dates": "vom 12. Mai 2019 ",
    "acts by title": "Bundesgesetz vom 12. Mai 2019 über ",
    "heads of acts": "loi fédérale du ",
    "nouns of acts": "Mustergesetz ",
    "margin numbers": "N. 12 ",
    "pages": "S. 12 ",
    "commentaries": "BSK ZGB-MUSTER, Art. 5 N. 12 ",
    "editions": "MUSTER, Titel, 3. Aufl. ",
    "said again": "a.a.O., ",
    "back references": "ibid. supra, ",
    "sections of English acts": "section 5 ",
    "letters for sections": "s. 5 ss. ",
    "one list of sections": "5(1)(a), (b) and (c), ",
    "ordinances": "the Ordinance ",
    "chapters": "Cap. ",
    "chapters with numbers": "Cap. 32 ",
    "titles of acts": "Muster Beispiel Act 1999 ",
    "words of titles": "Companies and of the ",
    "schedules": "Schedule 1 Part 2 ",
    "schedules of schedules": "paragraph 1 of Schedule 2 to ",
    "orders of court": "Order 62, r. 3, ",
    "versus": " v ",
    "cases": "Muster v Beispiel [2020] HKCFA 12 ",
    "half neutral citations": "[2020] HKCA ",
    "volumes": "(2020) 23 HKCFAR ",
    "action numbers": "HCAL 12/2020 ",
    "paragraphs of judgments": "para 12 at [13] ",
    "articles of the Union": "Article 5(1)(a) ",
    "numbers of Union acts": "Regulation (EU) 2016/679 ",
    "half numbers of Union acts": "Directive (",
    "cases of the Union": "C-311/18 ",
    "ECLI": "ECLI:EU:C:",
    "Chinese numerals": "一二三四五六七八九十百千",
    "Chinese articles": "第十二條",
    "half Chinese articles": "第",
    "Chinese paragraphs": "第3段",
    "Chinese lists": "第1、2及3條",
    "combining marks": "a\u0301\u0302",
    "invisible characters": "\u200b\u200d\ufeff",
    "writing from the right": "\u202e\u05d0\u05d1 ",
    "characters of four bytes": "𝔘𝔫",
    "lone surrogates": "\ud800\udfff",
    "look-alikes": "Аrt. 5 ВGE ",
    "ligatures": "ﬁﬀ ﬃ ",
    "wide digits": "１２３ ",
    "zeros": "\x00",
}
"""What is said again and again."""

_MIXED = 150
"""How many texts are mixed from pieces of all the kinds."""


def hostile_texts(length: int, seed: int = 4) -> Iterator[tuple[str, str]]:
    """(kind, text of `length` code points)."""
    for kind, piece in _REPEATED.items():
        yield kind, (piece * (length // len(piece) + 1))[:length]
    pieces = list(_REPEATED.values())
    for number in range(_MIXED):
        chance = random.Random(seed * 1000 + number)  # its own, so that a longer text begins as the shorter one does
        few = chance.sample(pieces, k=2 + number % 7)
        parts: list[str] = []
        held = 0
        while held < length:
            piece = chance.choice(few)
            piece = piece[: chance.randint(1, len(piece))] * chance.choice((1, 1, 2, 5, 40))
            parts.append(piece)
            held += len(piece)
        yield f"mixed {number}", "".join(parts)[:length]
