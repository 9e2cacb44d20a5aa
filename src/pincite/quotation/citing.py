"""What in a source is a citation or a note, so that a quote may leave it out (A7).

Keeps true: only a parenthesis, or a tail led in by a citing word, that shows a citation is one; a parenthesis of words is not.
The shapes are few and general: the grammars of the jurisdictions are not known in this room.
"""

from __future__ import annotations

import re

from pincite.text.patterns import pattern

__all__ = ["is_citation"]

_SIGNS = pattern(
    r"\[(?:19|20)\d\d\]"
    r"|\b(?:BGE|ATF|DTF|BVGE|BGHZ|BVerfGE|SR|RS|AS|RO|RU|BBl|FF|EGMR|CEDH|ECLI|NJW|HKLRD|HKCFAR|HKC|WLR|AC|QB|Cap|GG|OR|CO|ZGB|CC|StGB|CP|BGG|LTF)\b\.?[ ,]*[\d\[(]"
    r"|\b(?:art|Art|Abs|al|cpv|let|lit|consid|cons|E|Erw|Rz|Rn|Ziff|ch|cifra|§§?|N|p|pp|S|pag|para|paras|at|reg|rule|s|ss|section|sections|cl|note|n|Anm|Fn|fn)\.?[ ]?\d"
    r"|§+ ?\d"
    r"|\b\d[A-Z]_\d+/\d{4}\b"
    r"|\b[A-Z]{2,}[-/ ][A-Z]{2}\b"
    r"|\b(?:v|vs|c)\.? [A-Z]"
    r"|\(\d{4}\) \d+ [A-Z]"
    r"|第 ?[\d一二三四五六七八九十百]+ ?[章條条段款頁页號号]"
    r"|《[^》]+》"
    r"|\b(?:Rz|Rn|N|ad Art)\.? \d"
)
_LEAD = pattern(
    r"\A(?:[,;:.]? ?)?(?:see|see also|cf\.?|e\.g\.|citing|quoting|following|applying|including|vgl\.?|siehe|so auch|cfr\.?|voir|voir aussi|par ex\.|vedi|si veda|citando|citant|unter Hinweis auf|参见|參見|見|见|參閱|参阅)(?![^\W\d_])",
    re.IGNORECASE,
)
_PARENTHESIS = pattern(r"\A[\s,;]*(?:\d{1,3}|\*)?\s*[(\[（〔].*[)\]）〕][\s,;.]*\Z", re.DOTALL)
_DATED = pattern(
    r"\A\s*(?:vom|du|del|dell['’]|of|dated|vom|in der Fassung vom) ?\d{1,2}\.?(?:er|°)?[\s\u00a0]+[^\W\d_]+[\s\u00a0]+\d{4}[\s\u00a0]*[(（].*[)）]\s*\Z",
    re.DOTALL,
)
_BARE = pattern(
    r"\A[\s,;]*(?:"
    r"[\[(](?:19|20)\d\d[\])] (?:\d+ )?[A-Z][A-Za-z.]{1,12}(?: ?\([A-Za-z ]+\))? \d+(?:[,:] ?(?:at )?\[?\d+[A-Z]?\]?)*"
    r"|(?:BGE|ATF|DTF|BVGE|BGHZ|BVerfGE) \d+ [IVX]*[a-z]? ?\d+(?: (?:E|consid|cons|S|p|pag)\. ?[\d.a-z/]+)*"
    r"|(?:19|20)\d\d (?:[A-Z]+ ){1,3}\d+"
    r")[\s,;]*\Z"
)
_NOTE = pattern(r"\A\s*(?:\[?\d{1,3}\]?|\*+|\[\^[^\]]+\])\s*\Z")


def is_citation(text: str, *, disclosed: bool = False) -> bool:
    """Whether a stretch of source text, as it was left out, is a citation or holds nothing else.

    Args:
        text: the words left out, with their punctuation.
        disclosed: whether the draft says that citations were omitted; then a tail that holds a citation counts too.

    """
    flat = text.replace("\u00a0", " ").replace("\u202f", " ")
    if not _SIGNS.search(flat):
        return False
    if _PARENTHESIS.match(flat) and _balanced(flat):
        return True
    if _BARE.match(flat) or _DATED.match(flat) or _LEAD.match(flat):
        return True
    return disclosed


def _balanced(text: str) -> bool:
    """Whether the text is one parenthesis, or several, with nothing but marks between."""
    depth = 0
    for character in text:
        if character in "(（〔":
            depth += 1
        elif character in ")）〕":
            depth -= 1
        elif depth <= 0 and character.isalpha():
            return False
    return depth == 0
