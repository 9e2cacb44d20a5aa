"""Whether words carry a meaning of a class, by the lexicons of the quotation room (one source for both).

Keeps true: what is no entry of the lexicon carries nothing. Elided words («n’») count as their first letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pincite.quotation.lexicon import lexicon_for
from pincite.quotation.tokens import tokenise
from pincite.text.folding import fold

__all__ = ["carries"]


def carries(language: str, kind: str, words: Sequence[str]) -> bool:
    """Whether an entry of class `kind` stands among the words, which may be apart in the text («hat … zu»)."""
    return _carries(language, kind, " ".join(words))


@cache
def _carries(language: str, kind: str, words: str) -> bool:
    tokens = tokenise(fold(words).text, language)
    lexicon = lexicon_for(language)
    if lexicon.finds(kind, tokens) is not None:
        return True
    # 不得 is a modal that holds its negation; a table lists it as the modal alone
    return kind == "negation" and lexicon.chinese and any(token.text in "不無无毋未" for token in tokens)
