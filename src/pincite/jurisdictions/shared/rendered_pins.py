"""Pages and paragraphs of a decision written out behind it, in the words of a style.

Keeps true: places of one kind alone are written, several pages never; what a style has no words for is written as "".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pincite.text.patterns import pattern

__all__ = ["with_pins"]

_PIN = pattern(r"(p|para)_(.+)\Z")


def with_pins(head: str, places: Sequence[str], words: Mapping[str, str]) -> str:
    """`head`, the decision, with its places: `p_12`, `para_45`, `para_4..para_6`; "" when the style has no form for them.

    `words` are a style's: `page`, `para` (singular, or singular and plural parted by «|»), `page_range`, `para_range`,
    `para_list`, and `and` of a list in Chinese.
    """
    if not head or not places:
        return head
    shown, kinds = [], set()
    for place in places:
        first, dots, last = place.partition("..")
        start, end = _PIN.match(first), _PIN.match(last) if last else None
        if start is None or (dots and end is None):
            return ""
        kind = {"p": "page", "para": "para"}[start[1]]
        kinds.add(kind)
        value = _bracketed(start[2])
        shown.append(words[f"{kind}_range"].format(value, _bracketed(end[2])) if end else value)
    if len(kinds) > 1 or (kinds == {"page"} and len(shown) > 1):
        return ""
    kind = kinds.pop()
    singular, _, plural = words[kind].partition("|")
    form = plural if plural and (len(shown) > 1 or ".." in places[0]) else singular
    if kind == "page":
        return head + singular.format(shown[0])
    if len(shown) > 1 and form.endswith("段"):
        inner = "、".join(shown[:-1]) + words["and"] + shown[-1]
        return head + form.format(inner)
    return head + form.format(shown[0]) + "".join(words["para_list"].format(each) for each in shown[1:])


def _bracketed(label: str) -> str:
    """`5_1_a` as 5(1)(a)."""
    head, *lower = label.split("_")
    return head + "".join(f"({part})" for part in lower)
