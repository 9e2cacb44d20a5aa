"""What a publisher's file itself says is not law in force, found without pincite's readers: by its marks, in bytes.

European Union (Formex): between `<?CLG.MDFO … ACTION="DELETED" … ID=x?>` and `<?CLG.MDFC IDREF=x?>`.
United Kingdom (CLML): `Repeal` with `RetainText="true"`; elements with `Status` Prospective, Repealed or Discarded.
Hong Kong (HKLM): elements with `status` pending, repealed, omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["dead_ranges"]

_TOKEN = re.compile(
    rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?(?P<target>[\w.]+)(?P<said>.*?)\?>|<![^>]*>"
    rb"|<(?P<close>/)?(?P<name>[\w:.-]+)(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(?P<empty>/)?>",
    re.DOTALL,
)
_ID = {b"CLG.MDFO": re.compile(rb"\bID=\"([^\"]*)\""), b"CLG.MDFC": re.compile(rb"\bIDREF=\"([^\"]*)\"")}
_DEAD = re.compile(rb"\b[Ss]tatus=\"(Prospective|Repealed|Discarded|pending|repealed|omitted)\"")


def dead_ranges(data: bytes) -> Iterator[tuple[int, int, str]]:
    """(first byte, behind the last, why) of what is marked as no law in force."""
    open_elements: list[tuple[bytes, int, str]] = []
    deleted: dict[bytes, int] = {}
    for token in _TOKEN.finditer(data):
        if token["target"] in _ID:
            found = _ID[token["target"]].search(token["said"])
            name = found[1] if found else b""
            if token["target"] == b"CLG.MDFO" and b'ACTION="DELETED"' in token["said"]:
                deleted[name] = token.end()
            elif token["target"] == b"CLG.MDFC" and name in deleted:
                yield deleted.pop(name), token.start(), "deleted"
        elif token["name"] and token["close"]:
            while open_elements:
                name, begin, why = open_elements.pop()
                if why:
                    yield begin, token.start(), why
                if name == token["name"]:
                    break
        elif token["name"] and not token["empty"]:
            open_elements.append((token["name"], token.end(), _why(token["name"], token["attributes"])))


def _why(name: bytes, attributes: bytes) -> str:
    if name == b"Repeal" and b'RetainText="true"' in attributes:
        return "retained text of a repeal"
    found = _DEAD.search(attributes)
    return found[1].decode().lower() if found else ""
