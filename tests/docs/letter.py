"""The specimen's letter in Word, made by hand: `python -m tests.docs.letter` writes it where the specimen lies."""

from __future__ import annotations

from pathlib import Path

from tests.formats.office import R, W, para, run, zipped

PATH = Path(__file__).resolve().parents[2] / "src" / "pincite" / "specimen" / "drafts" / "letter-hk.docx"

_TYPES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/footnotes.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/></Types>"""
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def _mark(number: int) -> str:
    return f'<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="{number}"/></w:r>'


def _changed(old: str, new: str) -> str:
    who = 'w:author="A. Wick" w:date="2026-11-20T09:00:00Z"'
    return (
        f'<w:del w:id="11" {who}><w:r><w:delText xml:space="preserve">{old}</w:delText></w:r></w:del>'
        f'<w:ins w:id="12" {who}>{run(new)}</w:ins>'
    )


def _note(number: int, text: str) -> str:
    mark = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>'
    return f'<w:footnote w:id="{number}">{para(mark, run(" " + text))}</w:footnote>'


def parts() -> dict[str, str | bytes]:
    """The parts of the file."""
    body = (
        para("Letter of advice: the lanterns on the Old Pier")
        + para("Specimen. The law, the parties and the courts’ words are invented.")
        + para(
            "A keeper has 30 days: “A keeper shall register each lantern with the Registrar within 30 days after lighting it for"
            " the first time.”",
            _mark(1),
        )
        + para(
            "The Ordinance says that “A keeper ",
            _changed("shall", "must"),
            " not leave a lit lantern unattended”.",
            _mark(2),
        )
        + para(
            "“Registration is complete only when the Registrar has entered the lantern in the register” ([2026]\u00a0HKCFA\u00a0391"
            " at\u00a0[4])."
        )
    )
    section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'
    separators = "".join(
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p><w:r><w:{kind}/></w:r></w:p></w:footnote>'
        for kind, number in (("separator", -1), ("continuationSeparator", 0))
    )
    notes = _note(1, "Lantern Keeping Ordinance (Cap.\u00a09001), s.\u00a03(1).") + _note(
        2, "Cap.\u00a09001, s.\u00a04(1)."
    )
    start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    return {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": f'{start}<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" Type="{R}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'{start}<w:document xmlns:w="{W}" xmlns:r="{R}"><w:body>{body}{section}</w:body></w:document>',
        "word/_rels/document.xml.rels": f'{start}<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" Type="{R}/footnotes" Target="footnotes.xml"/></Relationships>',
        "word/footnotes.xml": f'{start}<w:footnotes xmlns:w="{W}">{separators}{notes}</w:footnotes>',
    }


if __name__ == "__main__":
    PATH.write_bytes(zipped(parts()))
