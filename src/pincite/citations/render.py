"""A reference written out as a citation, in a language and a house style; several of one work as one list.

Keeps true: what is written reads back as the same references (`parse` of it, tested over the whole scheme); a reference
that a style has no form for is refused with what would do, never written in part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from pincite.citations.pack import JurisdictionPack, Style
from pincite.errors import BadInput
from pincite.identity.reference import Place, Reference

__all__ = ["pack_of", "render", "style_of"]


def pack_of(jurisdiction: str, packs: Iterable[JurisdictionPack]) -> JurisdictionPack | None:
    """The pack that writes the references of a jurisdiction; None when none does."""
    return next((pack for pack in packs if jurisdiction in pack.jurisdictions), None)


def style_of(pack: JurisdictionPack, name: str, language: str) -> tuple[Style, str]:
    """The pack's style of that name, and the language to write: the one asked for, or the style's first.

    `zh` is Traditional Chinese. Of several styles that have the language, the first is taken when `name` is "".

    Raises:
        BadInput: no such style, or none in that language; says which there are.

    """
    wanted = "zh-Hant" if language in {"zh", "zh-HK"} else language
    named = [style for style in pack.styles if name in {"", style.name}]
    if not named:
        raise BadInput(
            f"{pack.name} has no citation style {name!r}",
            remedy=f"Its styles are: {', '.join(style.name for style in pack.styles) or 'none'}.",
        )
    fitting = next((style for style in named if not wanted or wanted in style.languages), None)
    if fitting is None:
        known = sorted({each for style in named for each in style.languages})
        raise BadInput(
            f"{pack.name} writes no citations in {language!r}" + (f" in the style {name}" if name else ""),
            remedy=f"Languages: {', '.join(known)}.",
        )
    return fitting, wanted or fitting.languages[0]


def render(
    references: Reference | Sequence[Reference],
    packs: Sequence[JurisdictionPack],
    *,
    language: str = "",
    style: str = "",
) -> str:
    """The citation of a reference, or of several: those of one work that follow each other share its name.

    Args:
        references: one or more.
        packs: those that may write.
        language: `de`, `fr`, `it`, `rm`, `en`, `zh-Hant` …; "" for the style's first.
        style: a house style of the pack; "" for its usual one.

    Raises:
        BadInput: no pack, no such style or language, or no form for the reference.

    """
    given = [references] if isinstance(references, Reference) else list(references)
    written = []
    for work, members in groupby(given, key=lambda reference: reference.work):
        same = list(members)
        written += _one_work(same, packs, language=language, style=style, work=str(work))
    return "; ".join(written)


def _one_work(
    references: list[Reference], packs: Sequence[JurisdictionPack], *, language: str, style: str, work: str
) -> list[str]:
    pack = pack_of(references[0].jurisdiction, packs)
    if pack is None or not pack.styles:
        raise BadInput(
            f"no pack writes citations of {references[0].jurisdiction}/…",
            remedy=f"Packs that do: {', '.join(pack.name for pack in packs if pack.styles)}.",
        )
    chosen, tongue = style_of(pack, style, language)
    places: list[Place] = [reference.place for reference in references if reference.place]
    groups = [places] if len(places) == len(references) else [[p] if p else [] for p in (r.place for r in references)]
    written = []
    for group in groups:
        citation = pack.render(references[0].work, group, tongue, chosen.name)
        if not citation:
            shown = f"{work}#{group[0]}" if group else work
            raise BadInput(
                f"the style {chosen.name} has no form for {shown} in {tongue}",
                remedy="Check the reference; a place is written as `pincite extract` prints it.",
            )
        written.append(citation)
    return written
