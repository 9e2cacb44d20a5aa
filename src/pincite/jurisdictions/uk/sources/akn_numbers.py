"""Which paragraphs of a judgment the National Archives' Akoma Ntoso numbers, and what each is called.

Keeps true: a number is believed where it is the next one and no other paragraph has it; a numbered heading and a numbered
passage of a quotation are no paragraphs of the judgment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.formats.tree import Element

__all__ = ["ENDS_SENTENCE", "numbered_paragraphs", "place_below", "printed"]

_NUMBER = re.compile(r"\[?\(?(\d{1,4}[A-Z]{0,2})\)?\]?\.?\Z")
ENDS_SENTENCE = re.compile(r"[.:;,?!—–”\"’')\]]\s*\Z")


def numbered_paragraphs(root: Element) -> dict[int, tuple[str, str]]:
    """(id, kind) of each paragraph of the judgment itself, by where it begins (rule 3 of akn_text).

    The publisher's program finds paragraphs by their layout: it gives ids to numbered headings, hides paragraphs among the
    sub-paragraphs of the one before, and takes numbered passages of quotations for paragraphs. A number is believed where
    it is the next one and no other paragraph has it.
    """
    found = [(each, _number(each), _looks_like_heading(each)) for each in _unquoted(root)]
    real = {number for each, number, heading in found if each.get("eId").startswith("para_") and not heading}
    written = {number for each, number, heading in found if each.tag == "paragraph" and not heading and _plain(each)}
    latest = {
        int(number): position
        for position, (each, number, _) in enumerate(found)
        if number.isdigit() and each.get("eId") == f"para_{number}"
    }
    named: dict[int, tuple[str, str]] = {}
    last = 0
    for position, (element, number, heading) in enumerate(found):
        published = element.get("eId")
        if element.tag == "paragraph" and heading and (not published.startswith("para_") or number in written):
            named[element.start] = ("", "heading")
        elif published.startswith("para_"):
            if number.isdigit() and int(number) > last + 1 and latest.get(last + 1, -1) > position:
                continue  # 36, 171, 172, 37: two numbered paragraphs of a decision that paragraph 36 quotes
            named[element.start] = (published, "paragraph")
            last = int(number) if number.isdigit() else last
        elif published and not published.startswith(("lvl_", "para_")):
            named[element.start] = (f"para_{number}" if number else published, "paragraph")
        elif number.isdigit() and int(number) == last + 1 and number not in real and _plain(element):
            named[element.start] = (f"para_{number}", "paragraph")
            last = int(number)
    return named


def _unquoted(element: Element) -> Iterator[Element]:
    """Paragraphs and sub-paragraphs, as far as they are not set off as quoted."""
    for child in element.elements():
        if child.tag in ("embeddedStructure", "embeddedText", "quotedStructure", "meta"):
            continue
        if child.tag in ("paragraph", "subparagraph"):
            yield child
        yield from _unquoted(child)


def printed(paragraph: Element) -> str:
    """The number of a paragraph as it stands, or ""."""
    num = paragraph.first("num")
    return " ".join(num.raw_text().split()) if num is not None else ""


def _number(paragraph: Element) -> str:
    label = _NUMBER.match(printed(paragraph))
    return label[1] if label else ""


def place_below(above: str, label: str) -> str:
    """`para_20_a` for «(a)» in paragraph 20; `para_2.1` for «2.1», which says of itself where it stands."""
    label = label.strip(".")
    stem, _, number = above.rpartition("_")
    return f"{stem}_{label}" if label.startswith(f"{number}.") else f"{above}_{label}"


def _plain(paragraph: Element) -> bool:
    """Whether its number is printed as those of paragraphs are: «12.», not «(12)»."""
    return not printed(paragraph).startswith(("(", "[", "“"))


def _looks_like_heading(paragraph: Element) -> bool:
    """Few words in the style of a heading, and no sentence."""
    lines = [each for each in paragraph.descendants("p") if each.raw_text().strip()]
    words = " ".join(" ".join(line.raw_text() for line in lines).split())
    return (
        len(lines) == 1
        and "heading" in lines[0].get("class").lower()
        and len(words) <= 150
        and not ENDS_SENTENCE.search(words)
    )
