"""A judgment as a Word file, invented: what the readers of Hong Kong are tried on."""

from __future__ import annotations

from tests.formats.office import docx, para

__all__ = ["judgment_in_word"]

_NUMBERING = (
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
    '<w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num>'
)
_NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr>'


def judgment_in_word() -> bytes:
    """Two paragraphs, numbered by Word, and a footnote."""
    centred = '<w:jc w:val="center"/>'
    body = (
        para("HCA 4711/2025", properties=centred)
        + para("[2026] HKCFI 9999", properties=centred)
        + para("IN THE HIGH COURT OF THE HONG KONG SPECIAL ADMINISTRATIVE REGION")
        + para("COURT OF FIRST INSTANCE")
        + para("Date of Judgment: 5 January 2026")
        + para("J U D G M E N T")
        + para("The lantern burned", '<w:r><w:footnoteReference w:id="1"/></w:r>', ".", properties=_NUMBERED)
        + para("It is dismissed.", properties=_NUMBERED)
    )
    return docx(body, footnotes=f'<w:footnote w:id="1">{para("At dusk.")}</w:footnote>', numbering=_NUMBERING)
