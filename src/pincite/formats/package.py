"""Zipped office files (Word, OpenDocument): their parts, unpacked within bounds, and nothing written or run.

Keeps true:
1. What unpacks is bounded in number of parts, in bytes and in ratio; sizes that the file states of itself are not believed.
2. Parts laid end to end make the *view*: a byte of part P is byte `base(P)` + its offset of the view.
3. A password, a damaged file, two parts of one name, an unknown compression: `UnreadableSource`, in words.
4. `rewritten` changes the parts it is given and no other: their bytes, order, dates and names stay.
"""

from __future__ import annotations

import posixpath
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO

from pincite.errors import UnreadableSource
from pincite.formats.tree import Element
from pincite.formats.xml import encoding_of, read_xml

__all__ = ["OLE", "ZIP", "Package", "refuse_old_office", "rels_of"]

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

MAX_BYTES = 100_000_000
MAX_PARTS = 5_000
MAX_PART = 64 * 1024 * 1024
MAX_UNPACKED = 256 * 1024 * 1024
MAX_RATIO = (
    500  # text of a long contract packs to a twentieth, empty tables to a three hundredth, a bomb to a thousandth
)
_SMALL = 4_000_000  # below it the ratio says nothing

_DAMAGED = "Open it in the program it was made with and save it again, or ask for another copy."
_STEP = 1 << 20


def refuse_old_office(data: bytes, name: str) -> None:
    """Raise for a file of the old compound format: a file under a password, or one of the old Word.

    Raises:
        UnreadableSource: always, when `data` is such a file.

    """
    if not data.startswith(OLE):
        return
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise UnreadableSource(
            name, "", "it is protected by a password", remedy="Save a copy without the password and give that one."
        )
    raise UnreadableSource(
        name, "", "it is a file of an old Word or Office (.doc)", remedy="Save it as .docx and give that one."
    )


def rels_of(part: str) -> str:
    """The part that holds the relationships of a part."""
    folder, _, file = part.rpartition("/")
    return posixpath.join(folder, "_rels", f"{file}.rels")


class Package:
    """The parts of one zipped file.

    Args:
        data: its bytes.
        name: what to call it in an error.

    Raises:
        UnreadableSource: see the module.

    """

    def __init__(self, data: bytes, name: str) -> None:
        refuse_old_office(data, name)
        if len(data) > MAX_BYTES:
            raise UnreadableSource(name, "", f"it has {len(data):,} bytes; up to {MAX_BYTES:,} are read")
        self._name = name
        self._left = MAX_UNPACKED
        self._size = len(data)
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
            entries = self._zip.infolist()
        except (zipfile.BadZipFile, zipfile.LargeZipFile, ValueError, NotImplementedError, EOFError, OSError) as error:
            raise UnreadableSource(name, "", f"the file is damaged ({error})", remedy=_DAMAGED) from None
        if len(entries) > MAX_PARTS:
            raise UnreadableSource(name, "", f"it holds {len(entries):,} parts; up to {MAX_PARTS:,} are read")
        self._entries: dict[str, zipfile.ZipInfo] = {}
        for entry in entries:
            key = entry.filename.replace("\\", "/").lstrip("/").casefold()
            if key in self._entries:
                raise UnreadableSource(
                    name, entry.filename, "it holds two parts of this name, and a program may show either"
                )
            self._entries[key] = entry
        self._views: dict[str, tuple[int, bytes]] = {}
        self._length = 0

    def names(self) -> Iterable[str]:
        """The names of all parts, in lower case."""
        return self._entries.keys()

    def __contains__(self, part: str) -> bool:
        return part.lstrip("/").casefold() in self._entries

    def read(self, part: str) -> bytes:
        """The bytes of a part; it takes its place in the view.

        Raises:
            UnreadableSource: it is not there, is under a password, is damaged, or unpacks to more than is read.

        """
        key = part.lstrip("/").casefold()
        if key in self._views:
            return self._views[key][1]
        entry = self._entries.get(key)
        if entry is None:
            raise UnreadableSource(self._name, part, "the part is missing: the file is damaged", remedy=_DAMAGED)
        if entry.flag_bits & 0x1:
            raise UnreadableSource(
                self._name,
                part,
                "it is protected by a password",
                remedy="Save a copy without the password and give that one.",
            )
        data = self._unpack(entry, part)
        self._views[key] = (self._length, data)
        self._length += len(data)
        return data

    def _unpack(self, entry: zipfile.ZipInfo, part: str) -> bytes:
        limit = min(MAX_PART, self._left, max(_SMALL, MAX_RATIO * min(entry.compress_size, self._size)))
        chunks: list[bytes] = []
        length = 0
        try:
            with self._zip.open(entry) as stream:
                while chunk := stream.read(_STEP):
                    length += len(chunk)
                    if length > limit:
                        raise UnreadableSource(
                            self._name,
                            part,
                            f"it unpacks to more than {limit:,} bytes, which no document of words does",
                        )
                    chunks.append(chunk)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            NotImplementedError,
            RuntimeError,
            ValueError,
        ) as error:
            raise UnreadableSource(self._name, part, f"the part is damaged ({error})", remedy=_DAMAGED) from None
        self._left -= length
        return b"".join(chunks)

    def tree(self, part: str) -> Element:
        """A part as a tree, its pieces and elements counting bytes of that part.

        Raises:
            UnreadableSource: as for `read`, and for XML that cannot be read, or is not UTF-8.

        """
        data = self.read(part)
        name = f"{self._name}, {part}"
        encoding = encoding_of(data, name=name)
        if encoding not in ("utf-8", "ascii"):
            raise UnreadableSource(name, "line 1, column 1", f"its encoding is {encoding}, not UTF-8", remedy=_DAMAGED)
        return read_xml(data, name=name)

    def base(self, part: str) -> int:
        """The first byte of a part in the view."""
        return self._views[part.lstrip("/").casefold()][0]

    def view(self) -> bytes:
        """All parts read so far, in the order in which they were read."""
        return b"".join(data for _, data in self._views.values())

    def target(self, part: str, link_type: str) -> str:
        """The part that a relationship of `part` of this type leads to, "" when none does."""
        rels = rels_of(part)
        for link in self.tree(rels).elements("Relationship") if rels in self else ():
            if link.get("Type").rpartition("/")[2] == link_type and link.get("TargetMode") != "External":
                folder = part.rpartition("/")[0]
                found = posixpath.normpath(posixpath.join("/" + folder, link.get("Target"))).lstrip("/")
                return found if found in self else ""
        return ""

    def unused(self, stem: str, ending: str) -> str:
        """A name that no part has: `stem` with a number, if need be, and `ending`."""
        names = (f"{stem}{number or ''}{ending}" for number in range(len(self._entries) + 1))
        return next(name for name in names if name not in self)

    def rewritten(self, changed: Mapping[str, bytes]) -> bytes:
        """The file with these parts in place of those it has, or beside them."""
        new = {part.lstrip("/").casefold(): (part, data) for part, data in changed.items()}
        stream = BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
            for key, entry in self._entries.items():
                copied = zipfile.ZipInfo(entry.filename, entry.date_time)
                copied.compress_type = entry.compress_type
                copied.external_attr, copied.create_system = entry.external_attr, entry.create_system
                copied.comment = entry.comment
                _, data = new.pop(key) if key in new else ("", b"" if entry.is_dir() else self.read(entry.filename))
                package.writestr(copied, data)
            for part, data in new.values():
                added = zipfile.ZipInfo(part)
                added.compress_type = zipfile.ZIP_DEFLATED
                package.writestr(added, data)
        return stream.getvalue()
