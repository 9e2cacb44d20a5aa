"""Comments put into a Word file, and nothing else changed: every edit of a part inserts bytes, none removes any.

Keeps true:
1. The words, the tracked changes, the notes and the comments that were there stay; a part that no comment touches stays
   byte for byte. Without the inserted bytes a touched part is the part it was.
2. A run is split exactly where a comment begins or ends, both halves with its properties. What cannot be split (a formula,
   a ruby) is commented as a whole.
3. Word knows no comments in notes, headers and footers: such a comment is put at the mark of the note, or at the first
   word of the body, and `placed` says so.

Source of the rule: ECMA-376, part 1, 17.13.4 (comments), 17.3.3.31 (`xml:space`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from pincite.formats.docx import Tracked, WordFile, read_docx
from pincite.formats.docx_body import Owner
from pincite.formats.docx_parts import WordPart, is_word
from pincite.formats.package import Package, rels_of
from pincite.formats.tree import Element
from pincite.formats.written import Comment
from pincite.text.canonical import LAYOUT

__all__ = ["Commented", "Placed", "add_comments", "ending_of"]

Placed = Literal["words", "note_mark", "document"]
"""Where a comment was put: at its words, at the mark of the note that holds them, at the first word of the body."""

_MAY_HOLD_MARKS = frozenset(
    (
        "ins",
        "del",
        "moveFrom",
        "moveTo",
        "hyperlink",
        "fldSimple",
        "sdt",
        "sdtContent",
        "smartTag",
        "customXml",
        "bdo",
        "dir",
    )
)
_TEXTS = frozenset(("t", "delText"))
_START_TAG = re.compile(rb"<([^\s/>]+)(?:[^\"'>]|\"[^\"]*\"|'[^']*')*>")
_XML = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_ENDINGS = (
    ("application/vnd.ms-word.document.macroEnabled.main+xml", "docm"),
    ("application/vnd.ms-word.template.macroEnabledTemplate.main+xml", "dotm"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml", "dotx"),
)
_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


class Commented(NamedTuple):
    """The file with its comments, and where each was put."""

    data: bytes
    placed: tuple[Placed, ...]


class _Mark(NamedTuple):
    """A place in a part: between its bytes, with what must be closed before and opened again behind it."""

    part: str
    byte: int
    close: bytes = b""
    open: bytes = b""


@dataclass(slots=True)
class _Edits:
    """Bytes to insert into one part; those at one place in the order in which they were asked for, ends before starts."""

    at: dict[int, dict[str, list[bytes]]] = field(default_factory=dict)
    around: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)
    spaces: set[int] = field(default_factory=set)

    def put(self, mark: _Mark, kind: str, data: bytes) -> None:
        self.at.setdefault(mark.byte, {}).setdefault(kind, []).append(data)
        if mark.close:
            self.around[mark.byte] = (mark.close, mark.open)

    def applied(self, data: bytes) -> bytes:
        inserted = dict.fromkeys(self.spaces, b' xml:space="preserve"')
        for byte, kinds in self.at.items():
            close, reopen = self.around.get(byte, (b"", b""))
            inner = b"".join(b"".join(kinds.get(kind, ())) for kind in ("end", "reference", "start"))
            inserted[byte] = close + inner + reopen
        pieces: list[bytes] = []
        last = 0
        for byte in sorted(inserted):
            pieces += [data[last:byte], inserted[byte]]
            last = byte
        return b"".join([*pieces, data[last:]])


def ending_of(data: bytes, name: str) -> str:
    """How a Word file's name must end, by the kind its main part says it is: Word opens none under another's ending.

    Raises:
        UnreadableSource: it is no such file.

    """
    types = Package(data, name).tree("[Content_Types].xml")
    kinds = {each.get("ContentType") or "" for each in types.elements("Override")}
    return next((ending for kind, ending in _ENDINGS if kind in kinds), "docx")


def add_comments(
    data: bytes,
    comments: Sequence[Comment],
    *,
    name: str,
    author: str,
    date: str = "",
    tracked: Tracked = "final",
) -> Commented:
    """Put comments into a Word file.

    Args:
        data: its bytes.
        comments: what is said, in offsets of `read_docx(data, tracked=tracked)`.
        name: what to call the file in an error.
        author: who says it; the initials are its first two letters.
        date: ISO date of the comments, "" for none.
        tracked: the view of tracked changes in which the offsets count.

    Raises:
        UnreadableSource: the file cannot be read.

    """
    file = read_docx(data, name=name, tracked=tracked)
    package = Package(data, name)
    main = next(iter(file.parts.values()))
    commented = package.target(main.name, "comments")
    old = file.parts.get(commented) if commented else None
    first = 1 + max((_number(each.get("id")) for each in old.root.elements("comment")), default=-1) if old else 0
    edits: dict[str, _Edits] = {}
    placed: list[Placed] = []
    for number, comment in enumerate(comments, start=first):
        where, start, end, behind = _places(file, main, comment)
        placed.append(where)
        p = _root_prefix(file.parts[start.part].data, file.parts[start.part].root)
        put = edits.setdefault(start.part, _Edits())
        put.put(start, "start", b'<%scommentRangeStart %sid="%d"/>' % (p, p, number))
        put.put(end, "end", b'<%scommentRangeEnd %sid="%d"/>' % (p, p, number))
        put.put(behind, "reference", b'<%sr><%scommentReference %sid="%d"/></%sr>' % (p, p, p, number, p))
        for text in _cut_texts(file, comment, where):
            put.spaces.add(text)
    changed = {part: made.applied(file.parts[part].data) for part, made in edits.items()}
    if comments:
        changed |= _comments_part(package, main, old, comments, first, author, date)
    return Commented(package.rewritten(changed), tuple(placed))


# ---- places


def _places(file: WordFile, main: WordPart, comment: Comment) -> tuple[Placed, _Mark, _Mark, _Mark]:
    """Where a comment begins, ends, and where its reference stands."""
    found = _owners(file, comment)
    if found is not None and not _without_comments(file, found[0].part):
        first, last = found
        start = _cut(file, first, max(0, comment.start - first.start), after=False)
        end = _cut(file, last, min(comment.end - last.start, len(last.piece.text)) - 1, after=True)
        return "words", start, end, _behind(last, end)
    mark = _mark_of(file, main, comment) if found is not None else None
    if mark is not None:
        top = _top(mark)
        place = _Mark(main.name, top.start), _Mark(main.name, top.end)
        return "note_mark", place[0], place[1], place[1]
    owner = next(one for one in file.owners if one.part == main.name) if _has(file, main.name) else None
    if owner is None:
        body = main.root.first("body") or main.root
        paragraph = next(iter(body.descendants("p")), None)
        byte = _inside(main, paragraph) if paragraph is not None else body.end
        return "document", _Mark(main.name, byte), _Mark(main.name, byte), _Mark(main.name, byte)
    top = _top(owner.run)
    return "document", _Mark(main.name, top.start), _Mark(main.name, top.end), _Mark(main.name, top.end)


def _has(file: WordFile, part: str) -> bool:
    return any(one.part == part for one in file.owners)


def _inside(part: WordPart, element: Element) -> int:
    """The byte behind the start tag of an element, or before an element without content."""
    match = _START_TAG.match(part.data, element.start)
    return element.start if match is None or match.group().endswith(b"/>") else match.end()


def _owners(file: WordFile, comment: Comment) -> tuple[Owner, Owner] | None:
    """The runs behind the first and the last character that a run stands behind, of one part."""
    low = bisect_right(file.owners, comment.start, key=lambda owner: owner.start) - 1
    if low < 0 or comment.start >= file.owners[low].start + len(file.owners[low].piece.text):
        low += 1
    high = bisect_right(file.owners, comment.end - 1, key=lambda owner: owner.start) - 1
    if low > high or low >= len(file.owners):
        return None
    while file.owners[high].part != file.owners[low].part:
        high -= 1
    return file.owners[low], file.owners[high]


def _without_comments(file: WordFile, part: str) -> bool:
    return file.parts[part].root.tag != "document"


def _mark_of(file: WordFile, main: WordPart, comment: Comment) -> Element | None:
    """The run of the body that calls the note in which the words stand."""
    place = file.written.place(comment.start) or file.written.place(comment.end - 1)
    owners = _owners(file, comment)
    if place is None or place.part not in ("footnote", "endnote") or owners is None:
        return None
    note: Element | None = owners[0].run
    while note is not None and note.tag != place.part:
        note = note.parent
    wanted = note.get("id") if note is not None else ""
    for reference in main.root.descendants(f"{place.part}Reference"):
        if reference.get("id") == wanted:
            above: Element | None = reference
            while above is not None and not (above.tag == "r" and is_word(above)):
                above = above.parent
            return above
    return None


def _top(element: Element) -> Element:
    """The child of the nearest paragraph that holds an element, or the element itself outside of one."""
    found: Element = element
    while found.parent is not None and found.parent.tag != "p":
        found = found.parent
    return found if found.parent is not None else element


def _splits(run: Element) -> bool:
    """Whether marks may stand beside a run where it is: only wrappers that may hold marks lie between it and its paragraph."""
    above = run.parent
    while above is not None and above.tag != "p":
        if above.tag not in _MAY_HOLD_MARKS:
            return False
        above = above.parent
    return above is not None and is_word(run)


def _cut(file: WordFile, owner: Owner, into: int, *, after: bool) -> _Mark:
    """The place before (or `after`) the character `into` an owner's piece."""
    run, child, part = owner.run, owner.child, file.parts[owner.part]
    if not _splits(run):
        top = _top(run)
        return _Mark(part.name, top.end if after else top.start)
    if child.parent is not run:
        return _Mark(part.name, run.end if after else run.start)
    content = [each for each in run.elements() if each.tag != "rPr"]
    byte = _byte(part, owner, into + after)
    if (byte in (None, child.start) and not after) or byte == child.start:
        byte = child.start
    elif byte is None:
        byte = child.end
    if byte == child.start:
        if child is content[0]:
            return _Mark(part.name, run.start)
        return _Mark(part.name, byte, *_seam(part, run))
    if byte == child.end:
        if child is content[-1]:
            return _Mark(part.name, run.end)
        return _Mark(part.name, byte, *_seam(part, run))
    close, reopen = _seam(part, run)
    tag = _start_tag(part, child)
    again = tag if b"xml:space" in tag else tag[:-1] + b' xml:space="preserve">'
    return _Mark(part.name, byte, b"</%s>%s" % (_tag_name(tag), close), reopen + again)


def _byte(part: WordPart, owner: Owner, into: int) -> int | None:
    """The byte before the character `into` the piece; `child.start` or `.end` at its edges; None where a text is not cut."""
    child, piece = owner.child, owner.piece
    whole = "".join(each.text for each in child.pieces())
    at = owner.before + into
    if child.tag not in _TEXTS:
        return child.start if into <= 0 else child.end
    shown = whole if child.get("space") == "preserve" else whole.strip(LAYOUT)
    if at <= 0:
        return child.start
    if at >= len(shown):
        return child.end
    if shown != whole or b"<!" in part.data[child.start : child.end]:
        return None
    if into >= len(piece.text):
        return piece.end
    return piece.start + (len(piece.text[:into].encode()) if piece.verbatim else 0)


def _cut_texts(file: WordFile, comment: Comment, where: Placed) -> Iterable[int]:
    """The start tags of texts that are cut and do not keep white space: the byte before their «>»."""
    found = _owners(file, comment)
    if where != "words" or found is None:
        return
    first, last = found
    marks = (
        (first, _cut(file, first, max(0, comment.start - first.start), after=False)),
        (last, _cut(file, last, min(comment.end - last.start, len(last.piece.text)) - 1, after=True)),
    )
    for owner, mark in marks:
        child, part = owner.child, file.parts[owner.part]
        tag = _start_tag(part, child)
        if child.start < mark.byte < child.end and b"xml:space" not in tag:
            yield child.start + len(tag) - 1


def _seam(part: WordPart, run: Element) -> tuple[bytes, bytes]:
    """What ends a run, and what begins it again with the same properties."""
    tag = _start_tag(part, run)
    properties = run.first("rPr")
    same = part.data[properties.start : properties.end] if properties is not None else b""
    return b"</%s>" % _tag_name(tag), tag + same


def _behind(owner: Owner, end: _Mark) -> _Mark:
    """Where the reference stands: behind what wraps the run, so that it is no part of a link or a tracked change."""
    top = _top(owner.run)
    return end if top is owner.run else _Mark(owner.part, top.end)


def _start_tag(part: WordPart, element: Element) -> bytes:
    match = _START_TAG.match(part.data, element.start)
    return match.group() if match is not None else b""


def _tag_name(tag: bytes) -> bytes:
    match = _START_TAG.match(tag)
    return match.group(1) if match is not None else b""


# ---- parts


def _comments_part(
    package: Package,
    main: WordPart,
    old: WordPart | None,
    comments: Sequence[Comment],
    first: int,
    author: str,
    date: str,
) -> dict[str, bytes]:
    """The part with the comments, and what makes it known when it is new."""
    prefix = _root_prefix(old.data, old.root) if old is not None else b"w:"
    written = b"".join(
        _comment(comment, number, author, date, prefix.decode()) for number, comment in enumerate(comments, start=first)
    )
    if old is not None:
        return {old.name: _into_root(old.data, old.root, written)}
    folder = main.name.rpartition("/")[0]
    name = package.unused(f"{folder}/comments" if folder else "comments", ".xml")
    rels = rels_of(main.name)
    root = f"<w:comments xmlns:w={quoteattr(main.root.namespace)}>".encode()
    kind = "http://purl.oclc.org/ooxml" if main.root.namespace == _STRICT else "http://schemas.openxmlformats.org"
    kind += "/officeDocument/" + ("" if "purl" in kind else "2006/") + "relationships/comments"
    types = package.tree("[Content_Types].xml")
    changed = {name: _XML + root + written + b"</w:comments>"}
    override = f"Override PartName={quoteattr('/' + name)} ContentType={quoteattr(_TYPE)}/>".encode()
    changed["[Content_Types].xml"] = _added(package.read("[Content_Types].xml"), types, override)
    target = name.rpartition("/")[2]
    if rels in package:
        tree = package.tree(rels)
        taken = {each.get("Id") for each in tree.elements("Relationship")}
        link = next(made for number in range(1, len(taken) + 2) if (made := f"rIdComments{number}") not in taken)
        relation = f"Relationship Id={quoteattr(link)} Type={quoteattr(kind)} Target={quoteattr(target)}/>".encode()
        changed[rels] = _added(package.read(rels), tree, relation)
    else:
        relation = f'<Relationship Id="rId1" Type={quoteattr(kind)} Target={quoteattr(target)}/>'.encode()
        changed[rels] = _XML + f'<Relationships xmlns="{_RELATIONS}">'.encode() + relation + b"</Relationships>"
    return changed


def _added(data: bytes, root: Element, element: bytes) -> bytes:
    """A part with one more element at its end; `element` is without its «<» and prefix."""
    return _into_root(data, root, b"<" + _root_prefix(data, root) + element)


def _root_prefix(data: bytes, root: Element) -> bytes:
    match = _START_TAG.match(data, root.start)
    name = match.group(1) if match is not None else b""
    return name[: name.rfind(b":") + 1]


def _into_root(data: bytes, root: Element, inside: bytes) -> bytes:
    """A part with `inside` as the last content of its root."""
    match = _START_TAG.match(data, root.start)
    if match is not None and match.group().endswith(b"/>"):
        tag = match.group()[:-2].rstrip()
        return data[: root.start] + tag + b">" + inside + b"</%s>" % match.group(1) + data[match.end() :]
    end = data.rindex(b"</", root.start, root.end)
    return data[:end] + inside + data[end:]


def _comment(comment: Comment, number: int, author: str, date: str, w: str) -> bytes:
    dated = f" {w}date={quoteattr(date + 'T00:00:00Z')}" if date else ""
    initials = _clean(author)[:2]
    paragraphs = "".join(
        f'<{w}p><{w}r><{w}t xml:space="preserve">{escape(_clean(line))}</{w}t></{w}r></{w}p>' for line in comment.lines
    )
    if comment.link:
        address = _clean(comment.link)
        field_ = quoteattr('HYPERLINK "' + address.replace('"', "%22") + '"')
        shown = f'<{w}r><{w}t xml:space="preserve">{escape(address)}</{w}t></{w}r>'
        paragraphs += f"<{w}p><{w}fldSimple {w}instr={field_}>{shown}</{w}fldSimple></{w}p>"
    opening = (
        f'<{w}comment {w}id="{number}" {w}author={quoteattr(_clean(author))}{dated} {w}initials={quoteattr(initials)}>'
    )
    return f"{opening}{paragraphs or f'<{w}p/>'}</{w}comment>".encode()


def _clean(text: str) -> str:
    """Text without characters that XML cannot hold; line ends as spaces."""
    return _UNWRITABLE.sub("\ufffd", " ".join(text.split("\n")))


def _number(value: str) -> int:
    return int(value) if value.isdecimal() and len(value) < 10 else -1
