"""The authorities of a draft, and what does not fit together.

    1. read         the draft, as a check of it reads it
    2. find         its citations
    3. gather       each work once; with releases, what they say is one work is one
    4. compare      body, short forms, parallel citations and the draft's own table

Ports: an extractor, and a corpus or none.
"""

from __future__ import annotations

from pincite.corpus.answers import Corpus, WorkFound
from pincite.drafts.authorities import Authorities, Held, authorities_of
from pincite.drafts.draft import Tracked, read_draft
from pincite.drafts.scanned import Scanned
from pincite.workflows.verify_draft import Extracts, jurisdiction_of

__all__ = ["list_authorities"]


def list_authorities(
    data: bytes,
    name: str,
    extractor: Extracts,
    corpus: Corpus | None = None,
    *,
    language: str = "",
    tracked: Tracked = "final",
) -> Authorities:
    """The authorities of a draft.

    Args:
        data: the bytes of the draft.
        name: of its file.
        extractor: finds its citations.
        corpus: says which references are one work, and its title; without one, only what stands beside each other is joined.
        language: of the draft, "" to find it out.
        tracked: of tracked changes, which view is read.

    Raises:
        BadInput: the draft cannot be read.
        CannotRun: the corpus cannot answer.

    """
    # 1
    draft = read_draft(data, name, language=language, tracked=tracked)
    # 2
    scanned = Scanned(draft.readable())
    jurisdiction = jurisdiction_of(corpus.coverage()) if corpus is not None else None
    mentions = scanned.back(
        extractor.extract(scanned.text, language=draft.language, jurisdiction=jurisdiction)
    ).mentions

    def held(work: str) -> Held | None:
        answer = corpus.find_work(work) if corpus is not None else None
        if not isinstance(answer, WorkFound) or len(answer.works) > 1:
            return None  # of several decisions nobody has chosen one
        return Held(answer.work, next((e.title for e in answer.expressions if e.title), ""))

    # 3, 4
    return authorities_of(draft, mentions, held)
