"""A fictional ordinance as trees, and operations on it."""

from __future__ import annotations

from typing import Any

from pincite.consolidation.operations import Source
from pincite.consolidation.units import Unit, unit_of

BY = Source("Act 7", "§2")


def tree(id_: str, text: str = "", *children: dict[str, Any], num: str = "", **more: Any) -> dict[str, Any]:
    return {"id": id_, "num": num or f"({id_})", "heading": "", "text": text, "children": list(children), **more}


def lanterns() -> Unit:
    """Section 9: (a) with (1) to (3), (b) repealed, (c)."""
    return unit_of(
        tree(
            "9",
            "",
            tree(
                "a",
                "A keeper must:",
                tree("1", "light a lantern;"),
                tree("2", "clean the lantern; and"),
                tree("3", "guard the lantern."),
            ),
            tree("b", "Repealed.", status="repealed"),
            tree("c", "The keeper of a lantern pays 5 crowns."),
            num="9",
            heading="Keepers",
        )
    )


def unit(id_: str, text: str, *children: dict[str, Any]) -> Unit:
    return unit_of(tree(id_, text, *children))
