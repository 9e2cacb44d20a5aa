"""What every Hong Kong reader promises, on damaged files too."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jurisdictions.hk.specimens import hklm, lrs, record
from tests.jurisdictions.hk.test_hklii_json import TEXT, api, sfat
from tests.jurisdictions.hk.test_hklm import SECTION
from tests.jurisdictions.hk.word_judgment import judgment_in_word

from pincite.errors import UnreadableSource
from pincite.jurisdictions.hk.sources import EXTRACTORS, READERS

WHOLE = {
    "hk.hklm": [hklm(SECTION), hklm(SECTION, language="zh-Hant-HK")],
    "hk.lrs": [lrs()],
    "hk.hklii": [record(TEXT), api("<p>x</p>")],
    "hk.tribunal": [sfat()],
    "hk.lrs_docx": [judgment_in_word()],
}
JUNK = [
    b"",
    b"<",
    b">",
    b'"',
    b"\\",
    b"\n",
    b"</p>",
    b"<td>",
    b"\xe9",
    "條".encode(),
    b"1.",
    b"[1]",
    b"A A\n",
    b"<num>(a)</num>",
    b"\x00",
]


def test_every_reader_has_a_name_and_a_version() -> None:
    assert READERS.keys() == EXTRACTORS.keys()
    assert all(version.startswith(f"{name}/") for name, version in EXTRACTORS.items())


@pytest.mark.parametrize("name", sorted(READERS))
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_whole_documents_or_a_refusal(name: str, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(WHOLE[name]))
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 120)))
    damaged = source[:start] + data.draw(st.sampled_from(JUNK)) + source[end:]
    try:
        documents = READERS[name](damaged, name="damaged", options={})
    except UnreadableSource as refusal:
        assert str(refusal).startswith("damaged")  # noqa: PT017 (a refusal is one of two right answers)
        return
    for document in documents:
        document.check()
        assert document.losses == ()
        for run in document.source_map:
            if run.verbatim:
                view = damaged if document.view is None else document.view
                there = view[run.source_start : run.source_end].decode(document.source_map.encoding)
                assert there == document.text[run.start : run.end]


@pytest.mark.parametrize("name", sorted(READERS))
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_and_never_raise_anything_else(name: str, data: bytes) -> None:
    with pytest.raises(UnreadableSource):
        READERS[name](data, name="any", options={})
