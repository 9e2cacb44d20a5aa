"""HTML as published, read into a tree whose texts know their bytes.

Keeps true:
1. Every character of text, and every character reference, is a Piece with its exact byte range; nothing is repaired
   in the text itself. Script and style stand as elements, so that a reader can put them in a side channel.
2. The tree is the one a browser would build as far as readers of law need it: void elements, implied end tags,
   raw-text elements, misnested and stray end tags, junk and several doctypes before `html`, unknown elements,
   attributes without quotes. Foster-parenting and the adoption of formatting elements are left out.
3. No network, no entities beyond the named character references, bounded size and depth. Nothing but
   `UnreadableSource` is raised: for binary data, an encoding that does not fit, a file that ends inside a tag.

The root is an element `#document` whose attributes say what was found: `encoding` (a Python codec) and
`encoding-from` (bom, given, meta, utf-8, fallback). `fallback` means that nothing was declared, or what was declared
does not fit the bytes; readers turn it into a finding.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterable

from pincite.errors import UnreadableSource
from pincite.formats.located import LocatedText
from pincite.formats.tree import Element, Instruction
from pincite.text.canonical import Piece

__all__ = ["MAX_BYTES", "MAX_DEPTH", "read_html", "read_html_pieces"]

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 200

_VOID = frozenset(
    ("area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input")
) | frozenset(("keygen", "link", "meta", "param", "source", "track", "wbr"))
_RAW = frozenset(("script", "style", "xmp", "iframe", "noembed", "noframes"))
_RAW_WITH_REFERENCES = frozenset(("title", "textarea"))
_CLOSES_P = (
    frozenset(("address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl"))
    | frozenset(("fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"))
    | frozenset(("hgroup", "hr", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "ul"))
)
_IN_HEAD = frozenset(
    ("meta", "link", "title", "style", "script", "base", "noscript", "template", "bgsound", "basefont")
)
_CELLS = frozenset(("td", "th", "caption"))
_BARRIER = frozenset(("td", "th", "caption", "table", "object", "#document"))
_TABLE_PARTS = frozenset(("table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption"))
_ONCE = frozenset(("html", "head", "body"))

# start tag -> (open elements it ends, elements that stop the search)
_IMPLIED_END: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset(("li",)), frozenset(("ul", "ol", "menu", "dir")) | _BARRIER),
    "dt": (frozenset(("dt", "dd")), frozenset(("dl",)) | _BARRIER),
    "dd": (frozenset(("dt", "dd")), frozenset(("dl",)) | _BARRIER),
    "option": (frozenset(("option",)), frozenset(("select", "datalist")) | _BARRIER),
    "optgroup": (frozenset(("option", "optgroup")), frozenset(("select",)) | _BARRIER),
    "td": (_CELLS, frozenset(("tr", "table", "#document"))),
    "th": (_CELLS, frozenset(("tr", "table", "#document"))),
    "tr": (_CELLS | {"tr"}, frozenset(("table", "tbody", "thead", "tfoot", "#document"))),
    "tbody": (_CELLS | {"tr", "tbody", "thead", "tfoot"}, frozenset(("table", "#document"))),
    "thead": (_CELLS | {"tr", "tbody", "thead", "tfoot"}, frozenset(("table", "#document"))),
    "tfoot": (_CELLS | {"tr", "tbody", "thead", "tfoot"}, frozenset(("table", "#document"))),
}

_TAG_NAME = re.compile(r"[A-Za-z][^\s/>]*")
_SPACE_OR_SLASH = re.compile(r"[\s/]*")
_SPACE = re.compile(r"\s*")
_ATTRIBUTE_NAME = re.compile(r"[^\s/>][^\s/>=]*")
_UNQUOTED = re.compile(r"[^\s>]*")
_REFERENCE = re.compile(r"&(?:#[0-9]{1,8};?|#[xX][0-9a-fA-F]{1,8};?|[A-Za-z][A-Za-z0-9]{0,31};?)")
_META_CHARSET = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def read_html(data: bytes, *, name: str, encoding: str | None = None) -> Element:
    """Read a file.

    Args:
        data: the file.
        name: what to call it in an error.
        encoding: as the transport declared it; a byte order mark goes before it, a `meta` element after it.

    Raises:
        UnreadableSource: see the module's rules.

    """
    if not data.strip():
        raise UnreadableSource(name, "", "the file is empty")
    if len(data) > MAX_BYTES:
        raise UnreadableSource(name, "", f"{len(data)} bytes, more than the {MAX_BYTES} this reader takes")
    text, begin, codec, found_in = _decode(data, name, encoding)
    located = LocatedText([Piece(text, begin, len(data))], encoding=codec)
    root = _TreeBuilder(located, name).build()
    root.attributes = {"encoding": codec, "encoding-from": found_in}
    root.start, root.end = 0, len(data)
    return root


def read_html_pieces(pieces: Iterable[Piece], *, name: str, encoding: str = "utf-8") -> Element:
    """Read HTML that stands inside another file, such as a JSON string: its pieces keep the bytes of that file.

    Raises:
        UnreadableSource: see the module's rules.

    """
    located = LocatedText(pieces, encoding=encoding)
    if len(located) > MAX_BYTES:
        raise UnreadableSource(name, "", f"{len(located)} characters, more than the {MAX_BYTES} this reader takes")
    root = _TreeBuilder(located, name).build()
    root.attributes = {"encoding": encoding, "encoding-from": "given"}
    return root


def _decode(data: bytes, name: str, given: str | None) -> tuple[str, int, str, str]:
    """Text, byte at which it begins, codec, and what told us the codec."""
    for mark, codec in _BOMS:
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(codec), len(mark), codec, "bom"
            except UnicodeDecodeError as error:
                place = f"byte {len(mark) + error.start}"
                raise UnreadableSource(name, place, f"not {codec}, which its byte order mark declares") from error
    if b"\x00" in data[:4096]:
        raise UnreadableSource(name, f"byte {data.index(0)}", "binary data, not HTML")
    declared = _META_CHARSET.search(data[:8192])
    tries = [(given, "given")] if given else []
    if declared:
        tries.append((declared.group(1).decode("ascii"), "meta"))
    else:
        tries.append(("utf-8", "utf-8"))
    for label, source in tries:
        codec = _codec(label or "")
        if codec:
            try:
                return data.decode(codec), 0, codec, source
            except UnicodeDecodeError:
                continue
    try:
        return data.decode("cp1252"), 0, "cp1252", "fallback"
    except UnicodeDecodeError:
        return data.decode("latin-1"), 0, "latin-1", "fallback"


def _codec(label: str) -> str:
    """Python's codec for a label, as browsers read it (latin-1 means windows-1252); "" when unknown or not a text codec."""
    try:
        codec = codecs.lookup(label).name
        "".encode(codec)
    except (LookupError, ValueError):
        return ""
    if codec in ("iso8859-1", "ascii"):
        return "cp1252"
    # a codec that writes a byte order mark, or keeps a state, cannot count the bytes of a part of a text
    return "" if codec in ("utf-16", "utf-32", "utf-7", "hz") or codec.startswith("iso2022") else codec


class _TreeBuilder:
    """One pass over the text; `stack` holds the open elements."""

    def __init__(self, located: LocatedText, name: str) -> None:
        self.located = located
        self.text = located.text
        self.name = name
        self.root = Element("#document", {})
        self.stack = [self.root]
        self.seen: set[str] = set()

    def build(self) -> Element:
        text, position, length = self.text, 0, len(self.text)
        while position < length:
            less = text.find("<", position)
            if less < 0:
                less = length
            if less > position:
                self.characters(position, less, references=True)
                position = less
            if position < length:
                position = self.markup(position)
        while len(self.stack) > 1:
            self.close(length)
        return self.root

    # ---- texts

    def characters(self, start: int, end: int, *, references: bool) -> None:
        children = self.stack[-1].children
        if references:
            at = self.text.find("&", start, end)
            while 0 <= at < end:
                match = _REFERENCE.match(self.text, at, end)
                if match:
                    raw = match.group()
                    rendered = html.unescape(raw)
                    if rendered and rendered != raw:
                        children.extend(self.located.pieces(start, at))
                        children.append(self.located.rendered(rendered, at, match.end()))
                        start = match.end()
                at = self.text.find("&", match.end() if match else at + 1, end)
        children.extend(self.located.pieces(start, end))

    # ---- markup

    def markup(self, at: int) -> int:
        """What begins with «<» at this character; the position behind it."""
        text = self.text
        following = text[at + 1 : at + 2]
        if following in ("!", "?"):
            return self.declaration(at)
        if following == "/":
            match = _TAG_NAME.match(text, at + 2)
            if not match:
                if text[at + 2 : at + 3] == ">":
                    return at + 3
                return self.bogus_comment(at, at + 2)
            _, end = self.attributes(match.end(), at)
            self.end_tag(match.group().lower(), at, end)
            return end
        match = _TAG_NAME.match(text, at + 1)
        if not match:
            self.characters(at, at + 1, references=False)
            return at + 1
        attributes, end = self.attributes(match.end(), at)
        return self.start_tag(match.group().lower(), attributes, at, end)

    def declaration(self, at: int) -> int:
        text = self.text
        if text.startswith("<!--", at):
            if text.startswith(("<!-->", "<!--->"), at):
                return text.index(">", at) + 1
            end = text.find("-->", at + 4)
            if end < 0:
                raise self.unreadable(at, "the file ends inside a comment")
            self.instruction("comment", text[at + 4 : end], at, end + 3)
            return end + 3
        if text[at : at + 9].lower() == "<!doctype":
            end = text.find(">", at)
            if end < 0:
                raise self.unreadable(at, "the file ends inside a doctype")
            self.instruction("doctype", text[at + 9 : end].strip(), at, end + 1)
            return end + 1
        if text.startswith("<![CDATA[", at):
            end = text.find("]]>", at)
            if end >= 0:
                self.instruction("cdata", text[at + 9 : end], at, end + 3)
                return end + 3
        return self.bogus_comment(at, at + 2)

    def bogus_comment(self, at: int, body: int) -> int:
        end = self.text.find(">", body)
        if end < 0:
            raise self.unreadable(at, "the file ends inside a tag")
        self.instruction("comment", self.text[body:end], at, end + 1)
        return end + 1

    def instruction(self, target: str, data: str, start: int, end: int) -> None:
        place = self.located.byte_at(start), self.located.byte_end(end)
        self.stack[-1].children.append(Instruction(target, data, *place))

    def attributes(self, position: int, tag_at: int) -> tuple[dict[str, str], int]:
        """The attributes from `position` on, and the position behind the tag's «>»."""
        text, found = self.text, dict[str, str]()
        length = len(text)
        while True:
            space = _SPACE_OR_SLASH.match(text, position)
            position = space.end() if space else position
            if position >= length:
                raise self.unreadable(tag_at, "the file ends inside a tag")
            if text[position] == ">":
                return found, position + 1
            match = _ATTRIBUTE_NAME.match(text, position)
            if match is None:  # cannot be: neither space, slash nor «>» stands here
                position += 1
                continue
            key, position = match.group().lower(), match.end()
            space = _SPACE.match(text, position)
            after = space.end() if space else position
            value = ""
            if text[after : after + 1] == "=":
                space = _SPACE.match(text, after + 1)
                position = space.end() if space else after + 1
                quote = text[position : position + 1]
                if quote in ('"', "'") and quote:
                    end = text.find(quote, position + 1)
                    if end < 0:
                        raise self.unreadable(tag_at, f"the value of attribute «{key[:40]}» does not end")
                    value, position = text[position + 1 : end], end + 1
                else:
                    unquoted = _UNQUOTED.match(text, position)
                    if unquoted:
                        value, position = unquoted.group(), unquoted.end()
            found.setdefault(key, html.unescape(value) if "&" in value else value)

    # ---- tree

    def start_tag(self, tag: str, attributes: dict[str, str], at: int, end: int) -> int:
        if tag in _ONCE:
            if tag in self.seen:
                return end
            self.seen.add(tag)
        if tag not in _IN_HEAD and tag not in ("head", "html") and self.stack[-1].tag == "head":
            self.close(at)
        if tag in _CLOSES_P:
            self.close_through(frozenset(("p",)), _BARRIER, at)
        implied = _IMPLIED_END.get(tag)
        if implied:
            while self.close_through(*implied, at):
                pass
        element = Element(tag, attributes, start=self.located.byte_at(at), parent=self.stack[-1])
        self.stack[-1].children.append(element)
        if tag in _VOID:
            element.end = self.located.byte_end(end)
            return end
        self.stack.append(element)
        if len(self.stack) > MAX_DEPTH:
            raise self.unreadable(at, f"elements nested more than {MAX_DEPTH} deep")
        if tag in _RAW or tag in _RAW_WITH_REFERENCES:
            return self.raw_text(tag, end)
        return end

    def raw_text(self, tag: str, start: int) -> int:
        match = re.compile(rf"</{tag}(?=[\s/>])", re.IGNORECASE).search(self.text, start)
        stop = match.start() if match else len(self.text)
        self.characters(start, stop, references=tag in _RAW_WITH_REFERENCES)
        if match is None:
            raise self.unreadable(start, f"the file ends inside «{tag}»")
        _, end = self.attributes(match.end(), stop)
        self.close(end, inclusive=True)
        return end

    def end_tag(self, tag: str, at: int, end: int) -> None:
        if tag in _ONCE:
            if tag == "head" and self.stack[-1].tag == "head":
                self.close(end, inclusive=True)
            return
        if tag == "br":
            self.start_tag("br", {}, at, end)
            return
        barrier = frozenset(("table", "#document")) if tag in _TABLE_PARTS else _BARRIER
        for depth in range(len(self.stack) - 1, 0, -1):
            opened = self.stack[depth].tag
            if opened == tag:
                while len(self.stack) - 1 > depth:
                    self.close(at)
                self.close(end, inclusive=True)
                return
            if opened in barrier:
                return

    def close_through(self, tags: frozenset[str], barrier: frozenset[str], at: int) -> bool:
        """End the innermost open element of these tags and all within, unless a barrier stands before it."""
        for depth in range(len(self.stack) - 1, 0, -1):
            opened = self.stack[depth].tag
            if opened in tags:
                while len(self.stack) > depth:
                    self.close(at)
                return True
            if opened in barrier:
                return False
        return False

    def close(self, position: int, *, inclusive: bool = False) -> None:
        """End the element opened last, before or (inclusive) behind the tag that ends at `position`."""
        self.stack.pop().end = self.located.byte_end(position) if inclusive else self.located.byte_at(position)

    def unreadable(self, at: int, reason: str) -> UnreadableSource:
        line = self.text.count("\n", 0, at) + 1
        return UnreadableSource(self.name, f"line {line}, byte {self.located.byte_at(at)}", reason)
