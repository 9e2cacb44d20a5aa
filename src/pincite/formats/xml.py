"""XML read into a tree whose texts know their bytes.

Keeps true:
1. Every text stands at its exact bytes of the file as given: a run of plain characters is a verbatim `Piece`; an entity or
   character reference and a CR or CR LF (which XML reads as LF) are each one rendered `Piece`.
2. Nothing is loaded and nothing expands: a file with entity declarations, an internal DTD subset or an undeclared entity
   is refused. An external DTD may be named by the file; it is never read.
3. Size, depth and number of nodes are bounded; time and memory are linear in the size.
4. Encodings: UTF-8 (with or without byte order mark), ASCII and single-byte encodings that extend ASCII. Anything else is
   refused in words, because offsets could not be led back to the file.
5. Any fault is `UnreadableSource` with the name of the file, «line 12, column 3», and the reason.
"""

from __future__ import annotations

import codecs
import re
from xml.parsers import expat

from pincite.errors import UnreadableSource
from pincite.formats.tree import Element, Instruction
from pincite.text.canonical import Piece

__all__ = ["encoding_of", "read_xml"]

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 200
MAX_NODES = 4_000_000

_LINE_END = b"\n"
_UTF8_BOM = codecs.BOM_UTF8
_WIDE_BOMS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DECLARED = re.compile(rb"""\A\s{0,8}<\?xml\s[^>]{0,200}?\bencoding\s{0,8}=\s{0,8}["']([A-Za-z0-9._-]{1,40})["']""")
_ENTITY = re.compile(rb"&(?!(?:#[0-9]{1,8}|#x[0-9A-Fa-f]{1,7}|amp|lt|gt|quot|apos);)[A-Za-z_:][\w.:-]{0,60};")
# No character of XML, so it can stand in no name and no namespace.
_SEPARATOR = "\x1f"
_TRUNCATED = frozenset({"no element found", "unclosed token", "unclosed CDATA section", "partial character"})


def encoding_of(data: bytes, *, name: str) -> str:
    """The encoding of an XML file, as Python names it: what `TextBuilder` needs to count the bytes of its pieces.

    Raises:
        UnreadableSource: when it is none of rule 4.

    """
    if data.startswith(_WIDE_BOMS) or data[:2] in (b"<\0", b"\0<"):
        raise _unread_encoding(name, "UTF-16 or UTF-32")
    marked = data.startswith(_UTF8_BOM)
    found = _DECLARED.match(data[len(_UTF8_BOM) :] if marked else data)
    if found is None:
        return "utf-8"
    declared = found[1].decode("ascii")
    try:
        codec = codecs.lookup(declared).name
    except LookupError:
        raise _unread_encoding(name, declared) from None
    if marked and codec != "utf-8":
        raise UnreadableSource(
            name, "line 1, column 1", f"it begins with the byte order mark of UTF-8 but calls itself {declared}"
        )
    if codec in ("utf-8", "ascii"):
        return codec
    if not _is_single_byte(codec):
        raise _unread_encoding(name, declared)
    return codec


def _unread_encoding(name: str, encoding: str) -> UnreadableSource:
    return UnreadableSource(
        name,
        "line 1, column 1",
        f"its encoding, {encoding}, is not read, because offsets could not be led back to the file",
        remedy="Save the file as UTF-8 and give that one.",
    )


def _is_single_byte(codec: str) -> bool:
    try:
        characters = bytes(range(256)).decode(codec, "replace")
    except (LookupError, UnicodeError):
        return False
    return len(characters) == 256 and characters[:128] == "".join(map(chr, range(128)))


def read_xml(
    data: bytes,
    *,
    name: str,
    max_bytes: int = MAX_BYTES,
    max_depth: int = MAX_DEPTH,
    max_nodes: int = MAX_NODES,
) -> Element:
    """Read an XML file into its root element.

    Args:
        data: the file's bytes.
        name: what to call the file in an error.
        max_bytes: the largest file read.
        max_depth: the deepest nesting of elements read.
        max_nodes: the most elements, texts and instructions read.

    Raises:
        UnreadableSource: for anything that is not well-formed XML within these bounds and the rules of this module.

    """
    if len(data) > max_bytes:
        raise UnreadableSource(name, "", f"it has {len(data)} bytes; at most {max_bytes} are read")
    if not data.strip():
        raise UnreadableSource(name, "line 1, column 1", "the file is empty")
    encoding = encoding_of(data, name=name)
    declaration = data.find(b"<!ENTITY")
    if declaration >= 0:
        raise UnreadableSource(name, _place(data, declaration), "it declares entities, which are never expanded")
    return _Reading(data, name, encoding, max_depth, max_nodes).root()


def _place(data: bytes, offset: int) -> str:
    """«line 12, column 3», both counted from 1, the column in bytes."""
    return f"line {data.count(_LINE_END, 0, offset) + 1}, column {offset - data.rfind(_LINE_END, 0, offset)}"


class _Reading:
    """One file being read: the open element, and the verbatim text seen since the last node."""

    def __init__(self, data: bytes, name: str, encoding: str, max_depth: int, max_nodes: int) -> None:
        self._data = data
        self._name = name
        self._encoding = encoding
        self._max_depth = max_depth
        self._nodes_left = max_nodes
        self._depth = 0
        self._in_cdata = False
        self._root: Element | None = None
        self._open: Element | None = None
        self._words: list[str] = []
        self._words_start = 0
        self._words_end = 0
        self._names: dict[str, tuple[str, str, str]] = {}
        declared = {"utf-8": "UTF-8", "ascii": "US-ASCII", "iso8859-1": "ISO-8859-1"}.get(encoding)
        parser = expat.ParserCreate(encoding=declared, namespace_separator=_SEPARATOR)
        parser.namespace_prefixes = True
        parser.ordered_attributes = True
        parser.buffer_text = False  # buffering would hide where each text begins
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartCdataSectionHandler = self._cdata_start
        parser.EndCdataSectionHandler = self._cdata_end
        parser.ProcessingInstructionHandler = self._instruction
        parser.CommentHandler = self._comment
        parser.StartDoctypeDeclHandler = self._doctype
        parser.SkippedEntityHandler = self._skipped
        self._parser = parser

    def root(self) -> Element:
        """Read everything."""
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            where = f"line {error.lineno}, column {error.offset + 1}"
            if reason in _TRUNCATED:
                raise UnreadableSource(self._name, where, f"the XML ends before it is complete ({reason})") from None
            raise UnreadableSource(self._name, where, f"the XML is not well-formed: {reason}") from None
        except (ValueError, LookupError, UnicodeError) as error:
            raise UnreadableSource(self._name, "", f"the XML cannot be read: {error}") from None
        if self._root is None:
            raise UnreadableSource(self._name, "line 1, column 1", "it holds no element")
        return self._root

    def _refuse(self, reason: str) -> UnreadableSource:
        return UnreadableSource(self._name, _place(self._data, max(self._parser.CurrentByteIndex, 0)), reason)

    def _resolve(self, name: str) -> tuple[str, str, str]:
        """(local name, namespace, prefix) of a name as expat writes it."""
        known = self._names.get(name)
        if known is None:
            parts = name.split(_SEPARATOR)
            known = (name, "", "") if len(parts) == 1 else (parts[1], parts[0], parts[2] if len(parts) > 2 else "")
            self._names[name] = known
        return known

    def _add(self, node: Element | Piece | Instruction) -> None:
        self._nodes_left -= 1
        if self._nodes_left < 0:
            raise self._refuse("it holds more nodes than are read")
        if self._open is not None:
            self._open.children.append(node)

    def _flush(self) -> None:
        if self._words:
            words = self._words[0] if len(self._words) == 1 else "".join(self._words)
            self._words = []
            self._add(Piece(words, self._words_start, self._words_end))

    def _start(self, name: str, attributes: list[str]) -> None:
        self._flush()
        self._depth += 1
        if self._depth > self._max_depth:
            raise self._refuse(f"its elements nest deeper than {self._max_depth} levels")
        tag, namespace, _ = self._resolve(name)
        given: dict[str, str] = {}
        for key, value in zip(attributes[::2], attributes[1::2], strict=True):
            local, _uri, prefix = self._resolve(key)
            if prefix:
                given[f"{prefix}:{local}"] = value
                given.setdefault(local, value)
            else:
                given[local] = value
        element = Element(tag, given, [], namespace, self._parser.CurrentByteIndex, 0, self._open)
        self._add(element)
        if self._open is None:
            self._root = element
        self._open = element

    def _end(self, _name: str) -> None:
        self._flush()
        element = self._open
        assert element is not None, "expat closes what it opened"
        self._depth -= 1
        at = self._parser.CurrentByteIndex
        # after <x/> expat stands behind the tag, before </x> it stands in front of it
        if not element.children and self._data[at - 2 : at] == b"/>":
            element.end = at
        else:
            element.end = self._data.index(b">", at) + 1
        self._open = element.parent

    def _characters(self, text: str) -> None:
        data = self._data
        at = self._parser.CurrentByteIndex
        first = data[at]
        if first == 0x26 and not self._in_cdata:  # «&»: a reference
            self._flush()
            self._add(Piece(text, at, data.index(b";", at) + 1, verbatim=False))
            return
        if first == 0x0D:  # CR or CR LF, handed over as LF
            self._flush()
            self._add(Piece(text, at, at + (2 if data[at + 1 : at + 2] == b"\n" else 1), verbatim=False))
            return
        width = len(text) if text.isascii() else len(text.encode(self._encoding))
        if self._words and at == self._words_end:
            self._words.append(text)
        else:
            self._flush()
            self._words.append(text)
            self._words_start = at
        self._words_end = at + width

    def _cdata_start(self) -> None:
        self._flush()
        self._in_cdata = True

    def _cdata_end(self) -> None:
        self._flush()
        self._in_cdata = False

    def _instruction(self, target: str, text: str) -> None:
        self._flush()
        at = self._parser.CurrentByteIndex
        self._add(Instruction(target, text, at, self._data.index(b"?>", at) + 2))

    def _comment(self, text: str) -> None:
        self._flush()
        at = self._parser.CurrentByteIndex
        self._add(Instruction("--", text, at, self._data.index(b"-->", at + 4) + 3))

    def _doctype(self, _name: str, system: str | None, public: str | None, has_internal_subset: int) -> None:
        if has_internal_subset:
            raise self._refuse("it carries a document type definition of its own, which is not read")
        if system or public:
            self._no_undeclared_entities()

    def _no_undeclared_entities(self) -> None:
        """With an external DTD expat passes over entities it does not know, in attributes even in silence."""
        found = _ENTITY.search(self._data)
        if found is not None:
            entity = found[0].decode("ascii", "replace")
            raise UnreadableSource(
                self._name,
                _place(self._data, found.start()),
                f"it uses the entity {entity}, which only an external definition explains, and none is loaded",
            )

    def _skipped(self, entity: str, _is_parameter: bool) -> None:
        raise self._refuse(f"it uses the entity &{entity};, which nothing in the file explains")
