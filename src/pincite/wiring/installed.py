"""The installed packs: what they bring together, by the door third parties use.

Keeps true: pincite's own packs come in as an object with the shape of `JurisdictionPack`, as those under the entry
point group `pincite.packs` do; a third party's pack that cannot be loaded stops the run with its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pincite.errors import BadInput, CannotRun
from pincite.law.reader import Reader

if TYPE_CHECKING:
    from pincite.citations.extract import Extractor
    from pincite.citations.pack import Absence, JurisdictionPack
    from pincite.corpus.publishers import Catalogue

OWN = ("hk", "ch", "uk", "eu")


GROUP = "pincite.packs"


@cache
def packs() -> tuple[JurisdictionPack, ...]:
    """All packs: our own, then third parties' in the order of their names."""
    own = [import_module(module).PACK for name in OWN if there(module := f"pincite.jurisdictions.{name}.pack")]
    return (*own, *third_parties())


@cache
def third_parties() -> tuple[JurisdictionPack, ...]:
    """The packs of other packages.

    Raises:
        CannotRun: one cannot be loaded.

    """
    found: list[JurisdictionPack] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            found.append(point.load())
        except Exception as error:
            raise CannotRun(
                f"the pack {point.name!r} ({point.value}) cannot be loaded: {error}",
                remedy="Mend or uninstall the package it comes from.",
            ) from error
    return tuple(found)


def there(module: str) -> bool:
    """Whether a pack has a module of this name."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


@cache
def readers() -> Mapping[str, Reader]:
    """All readers by name; grammars are not loaded for them, and a room's readers only when one of them is asked for."""
    return _Readers()


class _Readers(Mapping[str, Reader]):
    """Readers of third parties, and our own by the room that their names begin with («hk.hklm»; those without: shared)."""

    def __getitem__(self, name: str) -> Reader:
        for pack in reversed(third_parties()):
            if name in pack.readers:
                return pack.readers[name]
        room, point, _ = name.partition(".")
        return _readers_of(room if point else "shared")[name]

    def __iter__(self) -> Iterator[str]:
        own = [name for room in ("shared", *OWN) for name in _readers_of(room)]
        return iter(dict.fromkeys((*own, *(name for pack in third_parties() for name in pack.readers))))

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _readers_of(room: str) -> Mapping[str, Reader]:
    module = f"pincite.jurisdictions.{room}.sources"
    return getattr(import_module(module), "READERS", {}) if room in ("shared", *OWN) and there(module) else {}


@cache
def extractor() -> Extractor:
    """One extractor over all packs."""
    from pincite.citations.extract import Extractor  # noqa: PLC0415 (the scanner takes time to compile)

    return Extractor(packs())


def official_url(reference: str, language: str) -> str:
    """The publisher's address of a reference, by the pack of its jurisdiction; "" when there is none."""
    jurisdiction = reference.partition("/")[0]
    for pack in packs():
        if jurisdiction in pack.jurisdictions:
            return pack.url(reference, language)
    return ""


def citation_in(reference: str, language: str) -> str:
    """A reference as a citation in a language, "" where its pack has no form for it there."""
    from pincite.citations.parse import write  # noqa: PLC0415 (what a citation needs, only a citation loads)
    from pincite.identity.reference import Reference  # noqa: PLC0415

    try:
        return write([Reference.parse(reference)], extractor(), language=language)
    except (BadInput, ValueError):
        return ""


def house_writer(style: str, language: str) -> Callable[[str], str]:
    """Writes works as citations in a house style; where a pack has not that style or language, in its usual one.

    Raises:
        BadInput: no pack has a style of that name; what is returned raises it where there is no form for a work.

    """
    from pincite.citations.render import pack_of, render  # noqa: PLC0415 (as above)
    from pincite.identity.reference import Reference  # noqa: PLC0415

    known = sorted({each.name for pack in packs() for each in pack.styles})
    if style and style not in known:
        raise BadInput(f"there is no citation style {style!r}", remedy=f"Styles: {', '.join(known)}.")

    def write(work: str) -> str:
        reference = Reference.parse(work)
        pack = pack_of(reference.jurisdiction, packs())
        styles = pack.styles if pack is not None else ()
        own = style if any(each.name == style for each in styles) else ""
        spoken = any(language in each.languages for each in styles if own in ("", each.name))
        return render(reference, packs(), language=language if spoken else "", style=own)

    return write


def names_of(work: str) -> tuple[str, ...]:
    """The ways in which a decision is cited in each language, as a text would have them."""
    found = [citation_in(work, language) for language in ("en", "de", "fr", "it", "zh-Hant")]
    number = "/".join(work.split("/")[2:])
    # a docket is cited with many words before it («Urteil des BVGer …»): the number alone finds them all
    bare = [number if number and name.endswith(number) else name for name in found]
    return tuple(dict.fromkeys(name for name in bare if name))


def ruled_out(reference: str) -> Absence | None:
    """What a complete list of a reference's pack says against it."""
    jurisdiction = reference.partition("/")[0]
    found = (pack.absent(reference) for pack in packs() if pack.name == jurisdiction)
    return next((each for each in found if each is not None), None)


@cache
def catalogue() -> Catalogue:
    """The publishers' collections of all packs; a third party's pack may offer its own (`publishers`)."""
    from pincite.corpus.publishers import Catalogue  # noqa: PLC0415 (what fetching needs, only fetching loads)

    own = [
        import_module(module).PUBLISHERS
        for name in (*OWN, "shared")
        if there(module := f"pincite.jurisdictions.{name}.publishers")
    ]
    return Catalogue.joined(
        [*own, *(found for pack in third_parties() if (found := getattr(pack, "publishers", None)))]
    )
