"""The report as a PDF for paper and file: findings, then the certificate on a page of its own; fonts are embedded.

Keeps true:
1. Every character that is shown is in an embedded font, or is written as its code point (<U+1F3EE>); where Chinese characters
   would be lost the report is refused and says which font to install.
2. What is to be done stands in words and shapes; there is no colour at all.
3. The same report with the same fonts gives the same bytes; nothing runs in it and only addresses of sources are links.

It stands among the wings because the library opens the files of fonts itself.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pincite.errors import BadInput, CannotRun
from pincite.reports.certificate import Table, certificate_of
from pincite.reports.shown import Piece, ShownMention, ShownQuote, ShownReport
from pincite.storage.fonts import Font

if TYPE_CHECKING:
    from fpdf import FPDF

__all__ = ["render_pdf"]

_MARGIN = 18
_LABEL = 34
_SIZE = 9.5
_HAN = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_OTHER_BREAKS = re.compile(r"[\r\t\f\u00ad\u200b\u2002-\u2006\u2008-\u200a\u205f\u3000]")
"""Where the library breaks a line beside plain spaces, and what it leaves out."""
_STYLES = {"same": "", "left_out": "S", "put_in": "U"}
_SIGNS = {"same": "{}", "left_out": "[{}]", "put_in": "+{}+"}


def render_pdf(shown: ShownReport, fonts: Sequence[Font]) -> bytes:
    """The PDF; characters are looked for in the fonts in their order.

    Raises:
        CannotRun: fpdf2 is not installed, or the fonts have no Chinese characters for a report that needs them.

    """
    try:
        from fpdf import FPDF  # noqa: PLC0415 (an extra)
    except ImportError as error:
        raise CannotRun("a report in PDF needs fpdf2", remedy="pip install 'pincite[reports]'") from error
    logging.getLogger("fontTools").setLevel(logging.ERROR)

    class Pages(FPDF):
        def footer(self) -> None:
            self.set_y(-12)
            self.set_font_size(8)
            text = pdf.seen(f"{shown.name} · {shown.words.say('page', 'page_of', page=self.page_no())}")
            self.cell(0, 5, text, align="C")
            self.set_font_size(_SIZE)

    pages = Pages(format="A4")
    pdf = _Pdf(pages, fonts)
    pages.set_margins(_MARGIN, _MARGIN, _MARGIN)
    pages.set_auto_page_break(auto=True, margin=_MARGIN)
    pages.set_title(shown.title)
    pages.set_lang(shown.language)
    pages.set_creator("pincite")
    pages.set_creation_date(_day(str(shown.values["dates"]["checked_at"])))
    pages.add_page()
    _head(pdf, shown)
    for group in shown.groups:
        pdf.heading(f"{group.mark} {group.heading} ({len(group.mentions)})", 13)
        for mention in group.mentions:
            _finding(pdf, shown, mention)
    _beside(pdf, shown)
    pages.add_page()
    _certificate(pdf, shown)
    if pdf.lost:
        sample = "".join(sorted(pdf.lost))[:12]
        raise CannotRun(
            f"no font found has {len(pdf.lost)} of the Chinese characters of the report ({sample})",
            remedy="Install a Chinese font (fonts-noto-cjk, fonts-droid-fallback), or name one with --font FILE.",
        )
    return bytes(pages.output())


def _day(date: str) -> datetime:
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC)
    except ValueError:
        return datetime(2000, 1, 1, tzinfo=UTC)


class _Pdf:
    """Writes lines; knows which characters the fonts have."""

    def __init__(self, pages: FPDF, fonts: Sequence[Font]) -> None:
        self.pages, self.lost, self.has = pages, set[str](), set[int]()
        self.shown: dict[str, str] = {}
        self.widths: dict[tuple[str, str, float], float] = {}
        names = [self.added(font, f"f{number}") for number, font in enumerate(fonts) if font.role != "bold"]
        self.family = names[0] if names else "helvetica"
        self.bold = "B"
        if names:
            self.bold = self.with_bold(fonts)
            pages.set_fallback_fonts(names[1:], exact_match=False)
        else:
            pages.core_fonts_encoding = "cp1252"  # of the fonts every reader of PDF has: quotation marks and dashes too
        pages.set_font(self.family, size=_SIZE)

    def with_bold(self, fonts: Sequence[Font]) -> str:
        """The style of headings: bold where the plain font found first has a bold one beside it."""
        plain, bold = fonts[0], next((font for font in fonts if font.role == "bold"), None)
        if bold is None or bold.path.parent != plain.path.parent:
            return ""
        self.pages.add_font(self.family, "B", str(bold.path), collection_font_number=bold.number)
        return "B"

    def added(self, font: Font, name: str) -> str:
        try:
            self.pages.add_font(name, "", str(font.path), collection_font_number=font.number)
        except Exception as error:
            # the library raises whatever its parser of fonts raises
            raise BadInput(
                f"{font.path} cannot be embedded: {error}", remedy="Name another with --font FILE."
            ) from error
        self.has |= set(self.pages.fonts[name].cmap)  # type: ignore[union-attr]
        return name

    def seen(self, text: str) -> str:
        """The text, characters that no font has by their code points."""
        if text.isascii():
            return text
        return "".join(c if c < "\u0080" else self.shown.get(c) or self.look_up(c) for c in text)

    def look_up(self, c: str) -> str:
        known = ord(c) in self.has if self.has else bool(c.encode("cp1252", "ignore"))
        if not known and _HAN.match(c):
            self.lost.add(c)
        plain = {"✕": "x", "✓": "v", "○": "o", "\u202f": "\u00a0", "‑": "-"}.get(c, f"<U+{ord(c):04X}>")
        return self.shown.setdefault(c, c if known else plain)

    def heading(self, text: str, size: float) -> None:
        self.room(22)
        self.pages.ln(2)
        self.pages.set_font(self.family, self.bold, size)
        self.pages.multi_cell(0, size * 0.5, self.seen(text), align="L", new_x="LMARGIN", new_y="NEXT")
        self.pages.set_font(self.family, "", _SIZE)
        self.pages.ln(1)

    def line(self, text: str, *, bold: bool = False, link: str = "") -> None:
        self.pages.set_font(self.family, self.bold if bold else "", _SIZE)
        self.flowing(0, 4.8, text, link=link)
        self.pages.set_font(self.family, "", _SIZE)

    def flowing(self, width: float, height: float, text: str, *, link: str = "") -> None:
        """Lines in a column of this width (0: as far as the margin), from where the pen stands; it ends below, at the left margin.

        The library looks at each line anew with each of its characters; of long reports that was most of the time. Here words are
        measured once. What has no plain words (Chinese, a word longer than the line, other breaks) is left to it.
        """
        seen = self.seen(text)
        room = (width or self.pages.w - self.pages.r_margin - self.pages.x) - 2 * self.pages.c_margin
        lines = self.broken(seen, room) if not _OTHER_BREAKS.search(seen) else None
        if lines is None:
            self.pages.multi_cell(width, height, seen, align="L", new_x="LMARGIN", new_y="NEXT", link=link)
            return
        for line in lines:
            self.pages.cell(width, height, line, align="L", new_x="LEFT", new_y="NEXT", link=link)
        self.pages.set_x(self.pages.l_margin)

    def broken(self, text: str, room: float) -> list[str] | None:
        """A text in lines no wider than `room`, broken at spaces; None when a word is wider."""
        lines: list[str] = []
        space = self.wide(" ")
        for paragraph in text.split("\n"):
            words = paragraph.split(" ")
            line, taken = [words[0]], self.wide(words[0])
            for word in words[1:]:
                wide = self.wide(word)
                if wide > room:
                    return None
                if taken + space + wide > room:
                    lines.append(" ".join(line))
                    line, taken = [word], wide
                else:
                    line.append(word)
                    taken += space + wide
            if self.wide(words[0]) > room:
                return None
            lines.append(" ".join(line))
        return lines

    def wide(self, word: str) -> float:
        """How wide a word stands in the font that is set."""
        key = (word, self.pages.font_style, self.pages.font_size_pt)
        known = self.widths.get(key)
        if known is None:
            known = self.widths[key] = float(self.pages.get_string_width(word))
        return known

    def labelled(self, label: str, text: str) -> None:
        """A label at the left and the text beside it."""
        page, bottom = self.label(label)
        self.flowing(0, 4.8, text)
        if self.pages.page_no() == page:
            self.pages.set_y(max(bottom, self.pages.get_y()))

    def pieces(self, label: str, pieces: Sequence[Piece]) -> None:
        """A comparison: struck through in brackets what was left out, underlined between signs what was put in."""
        self.label(label)
        self.pages.set_left_margin(_MARGIN + _LABEL)
        for piece in pieces:
            self.pages.set_font(self.family, _STYLES[piece.kind], _SIZE)
            self.pages.write(4.8, self.seen(_SIGNS[piece.kind].format(piece.text)))
        self.pages.set_font(self.family, "", _SIZE)
        self.pages.set_left_margin(_MARGIN)
        self.pages.ln(4.8)

    def label(self, label: str) -> tuple[int, float]:
        """Write a label and stand beside it; returns the page and the height at which it ends."""
        self.room(8)
        top = self.pages.get_y()
        self.pages.set_font(self.family, self.bold, _SIZE - 1.5)
        self.flowing(_LABEL - 2, 4, label)
        bottom = self.pages.get_y()
        self.pages.set_font(self.family, "", _SIZE)
        self.pages.set_xy(_MARGIN + _LABEL, top)
        return self.pages.page_no(), bottom

    def room(self, height: float) -> None:
        """Begin a new page where less than this is left."""
        if self.pages.will_page_break(height):
            self.pages.add_page()

    def rule(self) -> None:
        y = self.pages.get_y() + 1
        self.pages.line(_MARGIN, y, self.pages.w - _MARGIN, y)
        self.pages.ln(2.5)


def _head(pdf: _Pdf, shown: ShownReport) -> None:
    pdf.heading(shown.title, 16)
    pdf.line(f"? {shown.unchecked}", bold=True)
    pdf.line(shown.counts)
    pdf.line(shown.delivery, bold=True)
    for line in (*shown.reasons, shown.ways, *shown.lines, shown.words.say("page", "difference_legend")):
        if line:
            pdf.line(line)


def _finding(pdf: _Pdf, shown: ShownReport, mention: ShownMention) -> None:
    say = shown.words.say
    pdf.room(24)
    pdf.rule()
    pdf.line(f"{mention.mark} {mention.id}  {mention.text}", bold=True)
    pdf.line(f"{mention.status}: {mention.said}")
    pdf.labelled(say("column", "place"), mention.place)
    source = ", ".join(part for part in (mention.title, mention.state, mention.release) if part)
    if source:
        pdf.labelled(say("ui", "compared"), source)
    for quote in mention.quotes:
        _quote(pdf, shown, quote)
    if not mention.quotes and mention.group != "ok":
        pdf.labelled(say("ui", "draft_says"), mention.claim)
    for label, text in _rest(shown, mention):
        pdf.labelled(label, text)
    if mention.url:
        pdf.line(mention.url, link=mention.url)


def _quote(pdf: _Pdf, shown: ShownReport, quote: ShownQuote) -> None:
    say = shown.words.say
    pdf.labelled(say("ui", "draft_says"), f"“{quote.text}”")
    if quote.source:
        pdf.labelled(say("ui", "source_says"), f"“{quote.source}”")
    if quote.pieces:
        pdf.pieces(say("page", "difference"), quote.pieces)
    if quote.stands_in:
        pdf.labelled(say("ui", "stands_in"), quote.stands_in)
    if quote.kinds:
        pdf.labelled(say("ui", "differs"), "; ".join(quote.kinds))


def _rest(shown: ShownReport, mention: ShownMention) -> Iterator[tuple[str, str]]:
    say = shown.words.say
    yield from ((say("column", "notes"), note) for note in mention.notes)
    yield from ((line.label, line.text) for line in mention.judged)
    yield from ((say("ui", "next"), step) for step in mention.next)
    yield from ((say("ui", "offered"), offer) for offer in mention.perhaps)


def _beside(pdf: _Pdf, shown: ShownReport) -> None:
    if not shown.beside:
        return
    pdf.heading(shown.words.say("page", "beside"), 13)
    for each in shown.beside:
        pdf.line(each.sentence)
        for passage in each.passages:
            pdf.line(f"  “{passage}”")


def _certificate(pdf: _Pdf, shown: ShownReport) -> None:
    certificate, say = certificate_of(shown), shown.words.say
    pdf.heading(certificate.heading, 14)
    pdf.line(certificate.says)
    for name, value in certificate.file:
        pdf.labelled(name, value)
    pdf.heading(say("page", "was_not_checked"), 11)
    for line in (*certificate.not_checked, certificate.not_judged, certificate.never):
        pdf.line(f"– {line}")
    pdf.heading(say("page", "was_checked"), 11)
    _table(pdf, certificate.asked)
    pdf.heading(say("page", "dates"), 11)
    for name, values in certificate.dates:
        pdf.labelled(name, "; ".join(values))
    for table in (certificate.releases, certificate.sources):
        pdf.heading(table.caption, 11)
        _table(pdf, table)
    pdf.heading(certificate.left.caption, 11)
    for line in certificate.left_says:
        pdf.line(line)
    _table(pdf, certificate.left)
    pdf.rule()
    pdf.line(shown.disclaimer)


def _table(pdf: _Pdf, table: Table) -> None:
    """A table as labelled lines: the first cell names the row, the others stand beside it with their heads."""
    for first, *rest in table.rows:
        if len(rest) == 1:
            pdf.labelled(first, rest[0])
        else:
            cells = zip(table.heads[1:], rest, strict=True)
            pdf.labelled(first, "; ".join(f"{head}: {cell}" for head, cell in cells))
