"""Results within their budget: a list is shown as far as it fits, with the call that goes on.

Keeps true: nothing is left out without `more`; an item too long for a whole result is shown with its longest texts cut and
says so (`cut`), so that a reader never takes a part for the whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pincite.errors import BadInput

__all__ = ["bounded", "page", "size"]

_MORE = 400
"""Characters kept free for `more` besides the arguments in it."""


def size(value: Any) -> int:
    """Characters of JSON, as a client is sent them."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def page(
    head: Mapping[str, Any],
    key: str,
    items: Sequence[Mapping[str, Any]],
    given: Mapping[str, Any],
    *,
    tool: str,
    budget: int,
) -> dict[str, Any]:
    """`head` with as many of `items` under `key` as fit, from number `given["from"]` on.

    Raises:
        BadInput: there is no item of that number.

    """
    first = given.get("from", 0)
    if not 0 <= first <= len(items):
        raise BadInput(f"there are {len(items)} of them", remedy="Go on where the last result says; begin with 0.")
    again = {name: value if size(value) <= _MORE else "… as before" for name, value in given.items()}
    left = budget - size({**head, key: []}) - size(again) - _MORE
    shown: list[Mapping[str, Any]] = []
    for item in items[first:]:
        needed = size(item) + 1
        if needed > left:
            if shown:
                break
            item = _cut(item, left)  # noqa: PLW2901 (the same item, shown as far as it fits)
        shown.append(item)
        left -= needed
    last = first + len(shown)
    value = {**head, key: shown}
    if last < len(items):
        value["more"] = {"left": len(items) - last, "tool": tool, "arguments": {**again, "from": last}}
    return value


def bounded(head: Mapping[str, Any], key: str, items: Sequence[Mapping[str, Any]], *, budget: int) -> dict[str, Any]:
    """`head` with as many of `items` as fit, where asking again for the others would not be the same call."""
    shown = page(head, key, items, {}, tool="", budget=budget)
    if "more" in shown:
        shown[f"{key}_left_out"] = shown.pop("more")["left"]
    return shown


def _cut(item: Mapping[str, Any], budget: int) -> dict[str, Any]:
    limit = max(budget, 400)
    cut = dict(item)
    while size(cut) > budget and limit > 20:
        limit = limit * 2 // 3
        cut = {**_smaller(item, limit), "cut": True}
    return cut


def _smaller(item: Any, limit: int) -> Any:
    if isinstance(item, str):
        return item if len(item) <= limit else f"{item[:limit]}…"
    if isinstance(item, list | tuple):
        return [_smaller(each, limit) for each in item[: max(2, limit // 100)]]
    return {key: _smaller(each, limit) for key, each in item.items()} if isinstance(item, Mapping) else item
