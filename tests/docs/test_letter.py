"""The specimen's letter in Word is the one that its source makes."""

from __future__ import annotations

import zipfile

from tests.docs.letter import PATH, parts


def test_the_letter_of_the_specimen_holds_what_its_source_says() -> None:
    with zipfile.ZipFile(PATH) as package:
        held = {name: package.read(name).decode() for name in package.namelist()}
    assert held == parts()
