"""What a reader of a publisher's format is: a pure function from the bytes of one file to the documents in it.

Keeps true:
1. Every document passes `Document.check` and says what it lost (`Document.losses`, empty or the build refuses the file).
2. A file that cannot be read raises `UnreadableSource` with its name, the place and the reason; nothing is guessed.
3. `options` holds what the spec says for these files and, under the keys of `companions`, the text of the companion
   files (decoded as UTF-8): `companions: {json: "{stem}.json"}` arrives as `options["json"]`. An optional companion
   that is absent is absent from `options`. The publisher's name, licence and legal value of the spec are not in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from pincite.law.document import Document

__all__ = ["Reader"]


class Reader(Protocol):
    """Reads one file; listed by its name (`hk.hklm`) in a pack's `readers`."""

    def __call__(self, data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
        """The documents in `data`, in their order; `name` is the file's name as the spec's root sees it."""
