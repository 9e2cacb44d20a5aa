"""`ch.decision_text`: a decision as a plain text file, named as entscheidsuche.ch names its files where it is.

Keeps true: what the name says (`CH_BGer_005_5A-459-2025_2025-06-17.txt`: court, docket, date) counts as the publisher's
word; options of the spec go before it, the decision's own head before both. A file with another name is read from its
text alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pincite.formats.plain_text import read_text
from pincite.jurisdictions.ch.sources.decision_document import Published, decision_document
from pincite.jurisdictions.ch.sources.decision_identity import docket_from_file_name
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR: Final = "ch.decision_text/1"

_FULL_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_SUFFIX = re.compile(r"\.\w{1,5}\Z")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read the decision.

    Args:
        data: the file.
        name: its name.
        options: `encoding`, `language`, `court` (a code), `docket`, `date`, `title`, `url`.

    Raises:
        UnreadableSource: when the file is no text, or empty.

    """
    file = read_text(data, name=name, encoding=options.get("encoding", ""))
    base = name.replace("\\", "/").rpartition("/")[2]
    code, number, date = docket_from_file_name(base) or ("", "", "")
    numbers = tuple(filter(None, (options.get("docket", "") or number,)))
    published = Published(
        name=name,
        publisher_id=_SUFFIX.sub("", base),
        code=options.get("court", "") or code,
        numbers=numbers,
        date=options.get("date", "") or (date if _FULL_DATE.match(date) else ""),
        language=options.get("language", ""),
        title=options.get("title", ""),
        url=options.get("url", ""),
        meta=MappingProxyType({"year": date} if date and not _FULL_DATE.match(date) else {}),
    )
    return [decision_document(published, file.lines, file.pieces, extractor=EXTRACTOR, encoding=file.encoding)]
