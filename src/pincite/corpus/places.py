"""From a place as a reference writes it to the provisions of one document.

Keeps true: absent is absent. A place is found under its own id, or under one of the equivalences listed here, each of
which is disclosed by a finding; it is never answered with a neighbour or the provision above.

    equivalence                                                      finding
    the publisher's own id of the provision                          equivalent_label
    letter case alone differs, and only one provision fits           equivalent_label
    art_1/lbl_a    = art_1/para/lbl_a (the one unnumbered paragraph) equivalent_label
    art_5/lbl_1    = art_5/para_1 in SR 311.0 and SR 0.101           equivalent_label
    art_38         in art_37_39 (one node for a run of articles)     part_of_range_node
    consid_3.2     in consid_3.1..consid_3.4 (the same in decisions) part_of_range_node
    …/sent_2       the paragraph, when sentences are no provisions   sentence_not_separate
    art_5/lbl_1/para_2  in SR 311.0 and 0.101: the number, when it   paragraph_not_separate
                   has so many lines; its paragraphs bear no number
    tit_2/chap_1   the one container whose path ends so              equivalent_label
    In acts of the Union:
    art_6/par_1/sub_1/pnt_a = art_6/par_1/pnt_a inside that sub_1    equivalent_label
    art_2/par_4/pnt_a  = the …/sub_2/pnt_a, …/sub_4/pnt_a there are  equivalent_label
    art_4/par_1    = art_4/pnt_1, else art_4/sub_1, in an article    equivalent_label
                   without numbered paragraphs

A page (`p_90`) is the text from its mark to the next; the work's own last number is its first page, which bears no mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.corpus.answers import NodeRecord, PageMark

__all__ = ["PlaceIndex", "Resolved"]

# Ziffern directly under an article, which the publisher numbers as paragraphs (design: references)
NUMBERS_ARE_PARAGRAPHS = ("ch/sr/311.0", "ch/sr/0.101")

_SUBPARAGRAPH = re.compile(r"/sub_[0-9]+(?=/)")
_NUMBERED_PARAGRAPH = re.compile(r"(?P<article>art_[^/]+)/par_(?P<number>[0-9]+[a-z]*)(?P<rest>/.*)?\Z")
_SENTENCE = re.compile(r"(?P<above>.+)/sent_[^/]+\Z")
_PAGE = re.compile(r"p_(?P<label>[^/.]+)\Z")
_NUMBER_OF_ARTICLE = re.compile(r"(?P<article>art_[^/]+)/lbl_(?P<number>\d[^/]*)(?P<rest>/.*)?\Z")
_PARAGRAPH_OF_NUMBER = re.compile(r"(?P<above>art_[^/]+/lbl_\d[^/]*)/para_(?P<number>\d{1,2})\Z")
_CONTAINER = re.compile(r"(?:book|part|tit|chap|subchap|sec|subsec|lvl)_")
_BELOW_ARTICLE = re.compile(r"(?P<article>art_[^/]+)/(?P<rest>(?!para).+)\Z")
_ARTICLES = re.compile(r"(?P<kind>[a-z]+)_(?P<first>\d+(?:_[a-z]+)*)_(?P<last>\d+(?:_[a-z]+)*)\Z")
_ARTICLE = re.compile(r"(?P<kind>[a-z]+)_(?P<number>\d+(?:_[a-z]+)*)\Z")
_NUMBERS = re.compile(r"(?P<stem>.*?)(?P<numbers>\d+(?:\.\d+)*)\Z")
_LATIN = (
    "",
    "bis",
    "ter",
    "quater",
    "quinquies",
    "sexies",
    "septies",
    "octies",
    "novies",
    "decies",
    "undecies",
    "duodecies",
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """The provisions of a place, the first one first, and the span of its text in the document."""

    nodes: tuple[NodeRecord, ...]
    start: int
    end: int
    findings: tuple[str, ...] = ()


class PlaceIndex:
    """The places of one document; `work` tells which equivalences hold."""

    def __init__(
        self, work: str, nodes: Sequence[NodeRecord], pages: Sequence[PageMark], length: int, *, text: str = ""
    ) -> None:
        self.work = work
        self.text = text
        self.nodes = nodes
        self.pages = pages
        self.length = length
        self.by_eid: dict[str, list[NodeRecord]] = {}
        for node in nodes:
            self.by_eid.setdefault(node.eid, []).append(node)
        self._folded: dict[str, set[str]] | None = None
        self._below_subparagraphs: dict[str, list[NodeRecord]] | None = None
        self._published: dict[str, list[NodeRecord]] | None = None

    def resolve(self, place: str) -> Resolved | None:
        """The provisions of a place, a range or a page; None when it is not there."""
        exact = self.by_eid.get(place)
        if exact:
            return _resolved(exact, ("repeated_id",) if len(exact) > 1 else ())
        first, dots, last = place.partition("..")
        begin = self._point(first)
        if begin is None or not dots:
            return begin
        end = self._end_of_range(begin, first, last)
        if end is None or end[0] < begin.end:
            return None
        stop, findings = end
        inside = tuple(self._uppermost(begin.start, stop))
        nodes = inside if begin.nodes[0] in inside else (begin.nodes[0], *inside)
        return Resolved(nodes, begin.start, stop, _joined(begin.findings, findings))

    def whole(self) -> Resolved | None:
        """The whole document: its uppermost provisions."""
        top = tuple(node for node in self.nodes if node.parent is None)
        return Resolved(top, 0, self.length) if top else None

    def _point(self, place: str) -> Resolved | None:
        """One place, without a range."""
        exact = self.by_eid.get(place)
        if exact:
            # readers of acts list each article of a run («Art. 37–39») as a `range_member` with the run's own text
            member = ("part_of_range_node",) if exact[0].kind == "range_member" else ()
            return _resolved(exact, (*member, "repeated_id") if len(exact) > 1 else member)
        page = _PAGE.match(place)
        if page:
            return self._page(page["label"])
        for other, finding in self._equivalents(place):
            found = self.by_eid.get(other)
            if found:
                return _resolved(found, (finding, "repeated_id") if len(found) > 1 else (finding,))
        subparagraph = self._about_subparagraphs(place) if self.work.startswith("eu/") else ()
        if subparagraph:
            return _resolved(subparagraph, ("equivalent_label", *(("repeated_id",) if len(subparagraph) > 1 else ())))
        published = self._by_publisher_id().get(place)
        if published:
            return _resolved(published, ("equivalent_label", *(("repeated_id",) if len(published) > 1 else ())))
        inside = _PARAGRAPH_OF_NUMBER.match(place)
        number = self._point(inside["above"]) if inside and self.work in NUMBERS_ARE_PARAGRAPHS else None
        if (
            inside
            and number is not None
            and int(inside["number"]) <= self.text.count("\n", number.start, number.end) + 1
        ):
            return Resolved(number.nodes, number.start, number.end, ("paragraph_not_separate",))
        sentence = _SENTENCE.match(place)
        above = self._point(sentence["above"]) if sentence else None
        if above is not None:
            return Resolved(above.nodes, above.start, above.end, _joined(above.findings, ("sentence_not_separate",)))
        return None

    def _equivalents(self, place: str) -> Iterable[tuple[str, str]]:
        """The other ids a place may stand under, with what is then disclosed."""
        number = _NUMBER_OF_ARTICLE.match(place)
        if number and self.work in NUMBERS_ARE_PARAGRAPHS:
            yield f"{number['article']}/para_{number['number']}{number['rest'] or ''}", "equivalent_label"
        below = _BELOW_ARTICLE.match(place)
        if below and f"{below['article']}/para_1" not in self.by_eid:
            yield f"{below['article']}/para/{below['rest']}", "equivalent_label"
        numbered = _NUMBERED_PARAGRAPH.match(place) if self.work.startswith("eu/") else None
        if numbered and not any(eid.startswith(f"{numbered['article']}/par_") for eid in self.by_eid):
            for level in ("pnt", "sub"):
                yield f"{numbered['article']}/{level}_{numbered['number']}{numbered['rest'] or ''}", "equivalent_label"
        if _CONTAINER.match(place):
            ends = [eid for eid in self.by_eid if eid.endswith(f"/{place}")]
            if len(ends) == 1:
                yield ends[0], "equivalent_label"
        folded = self._by_folded().get(place.casefold(), set())
        if len(folded) == 1:
            yield next(iter(folded)), "equivalent_label"
        yield from ((eid, "part_of_range_node") for eid in self._ranges_with(place))

    def _about_subparagraphs(self, place: str) -> Sequence[NodeRecord]:
        """The provisions of a place that names a subparagraph its id does not name, or leaves one out that its id names."""
        if "/sub_" not in place:
            if self._below_subparagraphs is None:
                self._below_subparagraphs = {}
                for node in self.nodes:
                    if _SUBPARAGRAPH.search(node.eid):
                        shorter = _SUBPARAGRAPH.sub("", node.eid)
                        self._below_subparagraphs.setdefault(shorter, []).append(node)
            return self._below_subparagraphs.get(place, ())
        head, _, rest = place.rpartition("/sub_")
        number, _, below = rest.partition("/")
        around = self.by_eid.get(f"{head}/sub_{number}", ())
        if not around and number == "1" and f"{head}/sub_2" not in self.by_eid:
            around = self.by_eid.get(head, ())  # the only subparagraph is the paragraph
        if not below:
            return around
        found = self.by_eid.get(f"{head}/{below}", ())
        return [node for node in found if any(each.start <= node.start and node.end <= each.end for each in around)]

    def _by_folded(self) -> dict[str, set[str]]:
        if self._folded is None:
            self._folded = {}
            for eid in self.by_eid:
                self._folded.setdefault(eid.casefold(), set()).add(eid)
        return self._folded

    def _by_publisher_id(self) -> dict[str, list[NodeRecord]]:
        if self._published is None:
            self._published = {}
            for node in self.nodes:
                if node.publisher_id:
                    self._published.setdefault(node.publisher_id, []).append(node)
        return self._published

    def _ranges_with(self, place: str) -> Iterable[str]:
        """Nodes for a run of places in which this one lies: `art_37_39` for `art_38`, `consid_3.1..consid_3.4` for `consid_3.2`."""
        article = _ARTICLE.match(place)
        for eid in self.by_eid:
            run = _ARTICLES.match(eid) if article else None
            if run and article and run["kind"] == article["kind"]:
                if _ordinal(run["first"]) <= _ordinal(article["number"]) <= _ordinal(run["last"]):
                    yield eid
            elif ".." in eid and _between(eid, place):
                yield eid

    def _end_of_range(self, begin: Resolved, first: str, last: str) -> tuple[int, tuple[str, ...]] | None:
        """Where a range ends; an open one («ff.») runs to the last of its siblings."""
        if not last:
            node = begin.nodes[0]
            if _PAGE.match(first):
                return self.length, ()
            return max(other.end for other in self.nodes if other.parent == node.parent), ()
        end = self._point(last)
        if end is None and "/" in first:
            # `art_5/para_1..para_3`: the second point counts from the container of the first
            end = self._point(f"{first.rpartition('/')[0]}/{last}")
        return (end.end, end.findings) if end else None

    def _uppermost(self, start: int, end: int) -> Iterable[NodeRecord]:
        """The provisions wholly inside a span whose parent is not."""
        for node in self.nodes:
            if start <= node.start and node.end <= end and node.end > node.start:
                above = self.nodes[node.parent] if node.parent is not None else None
                if above is None or above.start < start or above.end > end:
                    yield node

    def _page(self, label: str) -> Resolved | None:
        """The text of a page of an official collection."""
        found = [index for index, page in enumerate(self.pages) if page.label == label]
        if found:
            start = self.pages[found[0]].document_start
            following = found[0] + 1
        elif label and label == self.first_page:
            start, following = 0, 0
        else:
            return None
        end = self.pages[following].document_start if following < len(self.pages) else self.length
        nodes = self.at(start)
        findings = ("repeated_id",) if len(found) > 1 else ()
        return Resolved((nodes[-1],) if nodes else self._next(start), start, max(end, start), findings)

    def _next(self, start: int) -> tuple[NodeRecord, ...]:
        """The first provision at or after a point that lies in none."""
        for node in self.nodes:
            if node.start >= start:
                return (node,)
        return tuple(self.nodes[-1:])

    def at(self, offset: int) -> tuple[NodeRecord, ...]:
        """The provisions that hold the code point at `offset`, outermost first."""
        return tuple(node for node in self.nodes if node.start <= offset < node.end)

    @property
    def first_page(self) -> str:
        """The page a decision of a collection begins on, which is its number and bears no mark; "" otherwise."""
        number = self.work.rpartition("/")[2]
        if not (self.pages and number.isdigit() and self.pages[0].label.isdigit()):
            return ""
        return number if int(self.pages[0].label) == int(number) + 1 else ""

    def pages_of(self, start: int, end: int) -> tuple[str, ...]:
        """First and last page of a span of the document; empty when it bears no page marks before it."""
        before = [page.label for page in self.pages if page.document_start <= start]
        inside = [page.label for page in self.pages if start < page.document_start < end]
        first = before[-1] if before else self.first_page
        return tuple(dict.fromkeys([*([first] if first else inside[:1]), *inside[-1:]]))


def _resolved(nodes: Sequence[NodeRecord], findings: tuple[str, ...]) -> Resolved:
    return Resolved(tuple(nodes), nodes[0].start, nodes[0].end, findings)


def _joined(*findings: tuple[str, ...]) -> tuple[str, ...]:
    """Each code once, in order."""
    return tuple(dict.fromkeys(code for codes in findings for code in codes))


def _between(eid: str, place: str) -> bool:
    """Whether a place of numbers parted by dots lies in a run `consid_3.1..consid_3.4`."""
    numbers = [_NUMBERS.match(each) for each in (*eid.split("..", 1), place)]
    first, last, wanted = numbers
    if first is None or last is None or wanted is None or len({each["stem"] for each in numbers if each}) > 1:
        return False
    low, high, asked = (tuple(map(int, each["numbers"].split("."))) for each in (first, last, wanted))
    return low <= asked <= high


def _ordinal(number: str) -> tuple[int | str, ...]:
    """`275_bis` as something that sorts: the number, then its Latin or letter suffixes in their order."""
    head, *suffixes = number.split("_")
    key: list[int | str] = [int(head)]
    for suffix in suffixes:
        # letters come after the plain number, Latin numerals by their value; both as texts of one width
        key.append(f"{_LATIN.index(suffix):03d}" if suffix in _LATIN else suffix)
    return tuple(key)
