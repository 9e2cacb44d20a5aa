"""JSON whose strings know their bytes: what publishers that wrap a text in JSON hand to the packs.

Keeps true:
1. Every string node carries its characters and the `Piece`s they come from: a stretch without escapes is verbatim, an
   escape sequence (a surrogate pair counts as one) is one rendered piece. `"".join(piece.text)` is the string, and the
   pieces tile the bytes between the quotation marks.
2. Only JSON is read (RFC 8259, UTF-8): a duplicate key, NaN, a lone surrogate, a control character in a string, a
   trailing comma, text after the value, another encoding, too deep or too big a file is refused with its place.
3. Nothing is decoded twice: strings are found by one linear pattern, their pieces are made when asked for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, Literal

from pincite.errors import UnreadableSource
from pincite.text.canonical import Piece

__all__ = ["MAX_BYTES", "MAX_DEPTH", "JsonNode", "Kind", "read_json"]

MAX_BYTES: Final = 200_000_000
MAX_DEPTH: Final = 100
_MAX_NUMBER: Final = 400  # characters: longer numbers are an attack on the integer parser, not metadata

Kind = Literal["object", "array", "string", "number", "constant"]

_SPACE = re.compile(rb"[ \t\r\n]*+")
_STRING = re.compile(rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"')
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_CONSTANT = re.compile(rb"true|false|null")
_NOT_JSON = re.compile(rb"-?(?:NaN|Infinity)")
_ESCAPE = re.compile(
    rb"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\([\"\\/bfnrt])"
)
_SHORT = {
    b'"': '"',
    b"\\": "\\",
    b"/": "/",
    b"b": "\b",
    b"f": "\f",
    b"n": "\n",
    b"r": "\r",
    b"t": "\t",
}
_CONSTANTS = {b"true": True, b"false": False, b"null": None}


class JsonNode:
    """One value of a JSON file with the bytes `[start, end)` it stands in (a string: quotation marks included).

    An object is read like a mapping of nodes (`node["text"]`, `node.get("text")`, `in`, `items()`), an array like a
    sequence of nodes. `value` is the plain Python value of any node.
    """

    __slots__ = ("_children", "_data", "_pieces", "_scalar", "end", "kind", "start")

    def __init__(
        self,
        kind: Kind,
        data: bytes,
        span: tuple[int, int],
        *,
        children: dict[str, JsonNode] | list[JsonNode] | None = None,
        scalar: float | bool | None = None,
    ) -> None:
        self.kind: Kind = kind
        self.start, self.end = span
        self._data = data
        self._children = children
        self._scalar = scalar
        self._pieces: tuple[Piece, ...] | None = None

    def __repr__(self) -> str:
        return f"JsonNode({self.kind}, bytes {self.start}..{self.end})"

    def __getitem__(self, key: str | int) -> JsonNode:
        if isinstance(self._children, dict) and isinstance(key, str):
            return self._children[key]
        if isinstance(self._children, list) and isinstance(key, int):
            return self._children[key]
        raise KeyError(key)

    def __contains__(self, key: str) -> bool:
        return isinstance(self._children, dict) and key in self._children

    def __len__(self) -> int:
        return 0 if self._children is None else len(self._children)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[JsonNode]:
        """The members of an array, in order; of any other node, none."""
        return iter(self._children if isinstance(self._children, list) else ())

    def get(self, *path: str | int) -> JsonNode | None:
        """The node under these keys one after another, or None where one is missing."""
        node: JsonNode = self
        for key in path:
            if isinstance(key, int) and not -len(node) <= key < len(node):
                return None
            try:
                node = node[key]
            except KeyError:
                return None
        return node

    def items(self) -> Iterator[tuple[str, JsonNode]]:
        """Keys and nodes of an object in the file's order; of any other node, none."""
        return iter(self._children.items() if isinstance(self._children, dict) else ())

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of a string (rule 1); none for any other node."""
        if self._pieces is None:
            self._pieces = tuple(_pieces(self._data, self.start + 1, self.end - 1)) if self.kind == "string" else ()
        return self._pieces

    @property
    def string(self) -> str:
        """The characters of a string.

        Raises:
            TypeError: when the node is no string.

        """
        if self.kind != "string":
            raise TypeError(f"a JSON {self.kind} is no string")
        return "".join(piece.text for piece in self.pieces)

    def text(self, *path: str | int) -> str:
        """The string under these keys, "" where it is missing or no string: for metadata that may be absent."""
        node = self.get(*path)
        return node.string if node is not None and node.kind == "string" else ""

    @property
    def value(self) -> object:
        """The plain value: dict, list, str, int, float, bool or None."""
        if isinstance(self._children, dict):
            return {key: node.value for key, node in self._children.items()}
        if isinstance(self._children, list):
            return [node.value for node in self._children]
        return self.string if self.kind == "string" else self._scalar


def read_json(data: bytes, *, name: str) -> JsonNode:
    """Read one JSON value.

    Args:
        data: the bytes of the file, UTF-8, with or without a byte order mark.
        name: the file's name, for the message.

    Raises:
        UnreadableSource: with line and column (both from 1, columns in characters) and the reason.

    """
    if len(data) > MAX_BYTES:
        raise UnreadableSource(name, "", f"{len(data):,} bytes of JSON, more than the {MAX_BYTES:,} that are read")
    _require_utf8(data, name)
    parser = _Parser(data, name)
    return parser.document()


def _require_utf8(data: bytes, name: str) -> None:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in data[:4]:
        raise UnreadableSource(name, "line 1, column 1", "not UTF-8, as JSON must be: it looks like UTF-16 or UTF-32")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        place = _place(data, error.start)
        raise UnreadableSource(name, place, f"not UTF-8, as JSON must be: byte 0x{data[error.start]:02x}") from None


def _place(data: bytes, offset: int) -> str:
    line_start = data.rfind(b"\n", 0, offset) + 1
    column = len(data[line_start:offset].decode(errors="replace")) + 1
    line = data.count(b"\n", 0, offset) + 1
    return f"line {line}, column {column}"


def _pieces(data: bytes, start: int, end: int) -> Iterator[Piece]:
    here = start
    for escape in _ESCAPE.finditer(data, start, end):
        if escape.start() > here:
            yield Piece(data[here : escape.start()].decode(), here, escape.start())
        high, low, unit, short = escape.groups()
        if short is not None:
            text = _SHORT[short]
        elif unit is not None:
            text = chr(int(unit, 16))
        else:
            text = chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + (int(low, 16) - 0xDC00))
        here = escape.end()
        yield Piece(text, escape.start(), here, verbatim=False)
    if end > here:
        yield Piece(data[here:end].decode(), here, end)


class _Parser:
    """Recursive descent, bounded by `MAX_DEPTH`; each method starts and ends at a token."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.name = name
        self.at = 3 if data.startswith(b"\xef\xbb\xbf") else 0

    def refuse(self, reason: str, at: int | None = None) -> UnreadableSource:
        return UnreadableSource(self.name, _place(self.data, self.at if at is None else at), reason)

    def skip(self) -> bytes:
        """Pass over white space; the next byte, or b"" at the end."""
        match = _SPACE.match(self.data, self.at)
        self.at = match.end() if match else self.at
        return self.data[self.at : self.at + 1]

    def document(self) -> JsonNode:
        if not self.skip():
            raise self.refuse("the file is empty: JSON expected")
        node = self.value(1)
        if self.skip():
            raise self.refuse("text after the end of the JSON value")
        return node

    def value(self, depth: int) -> JsonNode:
        if depth > MAX_DEPTH:
            raise self.refuse(f"nested more than {MAX_DEPTH} deep")
        first = self.skip()
        if first == b'"':
            return self.string()
        if first == b"{":
            return self.object(depth)
        if first == b"[":
            return self.array(depth)
        return self.scalar(first)

    def string(self) -> JsonNode:
        match = _STRING.match(self.data, self.at)
        if match is None:
            raise self._bad_string()
        node = JsonNode("string", self.data, match.span())
        self.at = match.end()
        if b"\\u" in match.group():
            self._refuse_lone_surrogates(node)
        return node

    def _bad_string(self) -> UnreadableSource:
        at = self.at + 1
        plain = re.compile(rb'[^"\\\x00-\x1f]*+')
        escape = re.compile(rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
        while True:
            match = plain.match(self.data, at)
            at = match.end() if match else at
            known = escape.match(self.data, at)
            if known is None:
                break
            at = known.end()
        if at >= len(self.data):
            return self.refuse("the file ends inside a string (it may be cut off)", at)
        if self.data[at] == 0x5C:
            return self.refuse("an escape sequence that JSON does not know", at)
        return self.refuse(f"a control character (0x{self.data[at]:02x}) inside a string", at)

    def _refuse_lone_surrogates(self, node: JsonNode) -> None:
        for match in _ESCAPE.finditer(self.data, node.start + 1, node.end - 1):
            unit = match.group(3)
            if unit is not None and 0xD800 <= int(unit, 16) <= 0xDFFF:
                raise self.refuse("half of a surrogate pair, which is no character", match.start())

    def object(self, depth: int) -> JsonNode:
        start = self.at
        children: dict[str, JsonNode] = {}
        self.at += 1
        following = self.skip()
        while following != b"}":
            if following != b'"':
                raise self.refuse("a key in quotation marks expected" if following else self._cut())
            key_at = self.at
            key = self.string().string
            if key in children:
                raise self.refuse(f"the key {key!r} stands twice in one object", key_at)
            if self.skip() != b":":
                raise self.refuse("«:» expected after a key")
            self.at += 1
            children[key] = self.value(depth + 1)
            following = self._comma(b"}")
        self.at += 1
        return JsonNode("object", self.data, (start, self.at), children=children)

    def array(self, depth: int) -> JsonNode:
        start = self.at
        children: list[JsonNode] = []
        self.at += 1
        following = self.skip()
        while following != b"]":
            children.append(self.value(depth + 1))
            following = self._comma(b"]")
        self.at += 1
        return JsonNode("array", self.data, (start, self.at), children=children)

    def _comma(self, closing: bytes) -> bytes:
        """Pass a comma before a further member, or stop at the closing bracket; the byte now ahead."""
        following = self.skip()
        if following == closing:
            return following
        if following != b",":
            raise self.refuse(f"«,» or «{closing.decode()}» expected" if following else self._cut())
        self.at += 1
        following = self.skip()
        if following == closing:
            raise self.refuse("a comma with nothing after it")
        return following

    def scalar(self, first: bytes) -> JsonNode:
        if not first:
            raise self.refuse(self._cut())
        match = _CONSTANT.match(self.data, self.at) or _NUMBER.match(self.data, self.at)
        if foreign := _NOT_JSON.match(self.data, self.at):
            raise self.refuse(f"{foreign.group().decode()} is not JSON")
        if match is None:
            raise self.refuse("a JSON value expected")
        word = match.group()
        if word in _CONSTANTS:
            node = JsonNode("constant", self.data, match.span(), scalar=_CONSTANTS[word])
        else:
            node = JsonNode("number", self.data, match.span(), scalar=self._number(word))
        self.at = match.end()
        return node

    def _number(self, digits: bytes) -> int | float:
        if len(digits) > _MAX_NUMBER:
            raise self.refuse(f"a number of {len(digits)} characters")
        if digits.lstrip(b"-").isdigit():
            return int(digits)
        value = float(digits)
        if not math.isfinite(value):
            raise self.refuse("a number out of range")
        return value

    @staticmethod
    def _cut() -> str:
        return "the file ends inside a JSON value (it may be cut off)"
