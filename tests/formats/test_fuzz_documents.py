"""Damaged files of every format: a reader gives a file it accounts for, or refuses in words; it never breaks and never hangs."""

from __future__ import annotations

import random
import zipfile
from io import BytesIO

import pytest
from tests.formats.office import docx, lines, odt, para, pdf, zipped

from pincite.drafts.draft import read_draft
from pincite.errors import BadInput, UnreadableSource
from pincite.formats.reading import read_written

NOTE = '<w:r><w:footnoteReference w:id="1"/></w:r>'
CHANGE = (
    '<w:ins w:id="1"><w:r><w:t>new</w:t></w:r></w:ins><w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del>'
)
ROW = f"<w:tbl><w:tr><w:tc>{para('a')}</w:tc><w:tc>{para('b')}</w:tc></w:tr></w:tbl>"
WORD = docx(
    para("Lanterns burn", NOTE, ".") + para("Text ", CHANGE) + ROW,
    footnotes=f'<w:footnote w:id="1">{para("At dusk.")}</w:footnote>',
    comments=f'<w:comment w:id="1" w:author="A">{para("Why?")}</w:comment>',
)
FILES = {
    "docx": WORD,
    "odt": odt("<text:h>Head</text:h><text:p>Words<text:s text:c='2'/>more <text:span>here</text:span>.</text:p>"),
    "pdf": pdf([lines(["Lanterns burn at dusk and", "glow until dawn."]), lines(["Second page."])]),
    "html": b"<!DOCTYPE html><html><body><h1>Head</h1><p>Words &amp; more<sup><a href='#n'>1</a></sup>.</p><p id=n>1 Note.</p></body></html>",
}


def survives(data: bytes, name: str) -> bool:
    """Whether a file is still read; raises when the reader breaks or loses something."""
    try:
        written = read_written(data, name=name)
    except UnreadableSource:
        return False
    if written is not None:
        assert not written.unread
        assert all(0 <= p.start < p.end <= len(written.text) for p in written.passages)
        return True
    try:
        read_draft(data, name, any_ending=True)
    except BadInput:
        return False
    return True


def changed(data: bytes, chance: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        made[chance.randrange(len(made))] = chance.randrange(256)
    return bytes(made)


def repacked(data: bytes, chance: random.Random) -> bytes:
    """A packed file with changes inside one of its parts, which no checksum shows."""
    with zipfile.ZipFile(BytesIO(data)) as package:
        parts: dict[str, str | bytes] = {name: package.read(name) for name in package.namelist()}
    name = chance.choice(sorted(parts))
    part = parts[name]
    assert isinstance(part, bytes)
    parts[name] = changed(part, chance) if chance.random() < 0.7 else part[: chance.randrange(len(part))]
    return zipped(parts)


def rounds(kind: str, count: int) -> None:
    chance = random.Random(f"seed of {kind}")
    data = FILES[kind]
    assert survives(data, f"a.{kind}")
    for _ in range(count):
        survives(changed(data, chance), f"a.{kind}")
        survives(data[: chance.randrange(len(data))], f"a.{kind}")
        if kind in ("docx", "odt"):
            survives(repacked(data, chance), f"a.{kind}")


@pytest.mark.parametrize("kind", sorted(FILES))
def test_damaged_files_are_read_or_refused_in_words(kind: str) -> None:
    rounds(kind, 60)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(FILES))
def test_many_damaged_files_are_read_or_refused_in_words(kind: str) -> None:
    rounds(kind, 5_000)
