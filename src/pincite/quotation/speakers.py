"""Who speaks: words of a party, a headnote, a dissent, the court below (M5), and words that the source itself quotes (A12).

Keeps true: words are called another's only where the source shows it: by a role given with it, by the words that lead them
in, or by quotation marks around them. Where the draft does not say whose words they are, that is a finding, not M5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.findings import Finding
from pincite.quotation.disclosures import speaker_kind
from pincite.quotation.lexicon import Lexicon
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.surroundings import enclosing_marks, line_of
from pincite.quotation.tokens import Token, count_words, tokenise
from pincite.text.folding import fold
from pincite.text.span import Span

__all__ = ["Speech", "speech_of"]

_ROLE_KINDS = {
    "headnote": "headnote",
    "dissent": "dissent",
    "submission": "submission",
    "party": "submission",
    "facts": "facts",
    "court below": "court_below",
    "court_below": "court_below",
    "quoted_authority": "inner",
    "reasoning": "court",
    "order": "court",
}

_INNER_WORDS = 3
"""Words that inner marks must hold to be a quotation of somebody and not a word held at a distance."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Whose words a quoted stretch is.

    Attributes:
        wrong: the role whose words they are, when the draft gives them to another (M5), or "".
        inner: the words stand in quotation marks of the source (A12).
        findings: inner_source, inner_source_not_named, speaker_not_named.

    """

    wrong: str = ""
    inner: bool = False
    findings: tuple[Finding, ...] = ()


def speech_of(
    prepared: PreparedSource, lexicon: Lexicon, span: Span, quote: str, *, speaker: str, disclosures: str
) -> Speech:
    """Judge whose words stand at `span` of the source, and whether the draft says so."""
    said_by = speaker_kind(speaker) if speaker else speaker_kind(disclosures)
    inner = _inner(prepared, span, quote)
    if inner is not None:
        return _inner_speech(prepared, inner, span, speaker=speaker, disclosures=disclosures)
    role = _role_of(prepared, span) or _role_from_words(prepared, lexicon, span)
    if role in ("", "court", "inner"):
        return Speech()
    if said_by == role or (said_by == "submission" and role == "court_below"):
        return Speech()
    if role in disclosures.lower() or speaker_kind(disclosures) == role:
        return Speech()
    if speaker:
        return Speech(wrong=role)
    return Speech(findings=(Finding("speaker_not_named", {"role": role}),))


def _role_of(prepared: PreparedSource, span: Span) -> str:
    """The role of the smallest span given that holds most of the quoted stretch."""
    found: list[tuple[int, str]] = []
    for start, end, role in prepared.roles:
        shared = min(end, span.end) - max(start, span.start)
        if shared * 2 > span.length and span.start >= start - 2 and not role.startswith("inner"):
            found.append((end - start, _ROLE_KINDS.get(role, role)))
    return min(found)[1] if found else ""


def _role_from_words(prepared: PreparedSource, lexicon: Lexicon, span: Span) -> str:
    """A submission that the source itself rejects or reports right before the quoted words."""
    line = line_of(prepared, span.start, span.end)
    begin, stop = prepared.plain_offset(line.start), prepared.plain_offset(span.start)
    before = tokenise(prepared.plain, prepared.language, begin, stop)
    while before and before[-1].key in (",", "'", '"', ":", "-"):
        before.pop()
    if lexicon.language in ("fr", "it") and before and lexicon.holds("complement", before[-1]):
        before.pop()
    for length in range(min(6, len(before)), 0, -1):
        hit = lexicon.starts("rejected", before, len(before) - length)
        if hit and hit[0] == length:
            return "submission"
    return ""


# ------------------------------------------------------------------------------------------------------------ A12


def _inner(prepared: PreparedSource, span: Span, quote: str) -> Span | None:
    """The inner quotation that the quoted words are from, or that they hold whole together with the words around it."""
    around = enclosing_marks(prepared, span.start, span.end)
    if around is not None:
        words = count_words(tokenise(fold(prepared.source[around.start : around.end]).text, prepared.language))
        return around if words >= _INNER_WORDS else None
    for start, end, role in prepared.roles:
        if (
            role.startswith("inner")
            and span.start <= start
            and end <= span.end
            and any(m in quote for m in '"“”„«»「」『』')
        ):
            return Span(start, end)
    return None


def _inner_speech(prepared: PreparedSource, inner: Span, span: Span, *, speaker: str, disclosures: str) -> Speech:
    kept = span.start < inner.start and inner.end < span.end
    named = Finding("inner_source", {})
    if kept:
        return Speech(inner=True, findings=(named,))
    if speaker and speaker_kind(speaker) != "court":
        return Speech(inner=True, findings=(named,))
    if speaker and _names_somebody(prepared, inner, speaker):
        return Speech(inner=True, findings=(named,))
    if disclosures and not speaker and _names_somebody(prepared, inner, disclosures):
        return Speech(inner=True, findings=(named,))
    return Speech(inner=True, findings=(Finding("inner_source_not_named", {}),))


def _names_somebody(prepared: PreparedSource, inner: Span, text: str) -> bool:
    """Whether the draft names someone whom the source names right before the inner marks, or as their role."""
    wanted = {t.key for t in _words(text, prepared) if len(t.key) > 3 and t.text[:1].isupper()}
    before = prepared.source[max(0, inner.start - 160) : inner.start]
    if speaker_kind(text) != "court":
        before += " " + prepared.source[inner.end : inner.end + 80]
    roles = " ".join(role for start, end, role in prepared.roles if start < inner.end and inner.start < end)
    there = {t.key for t in _words(before + " " + roles.replace("inner:", ""), prepared)}
    if wanted & there:
        return True
    han = [t.key for t in _words(text, prepared) if t.kind == "c"]
    name = roles.replace("inner:", "")
    return bool(name) and len(han) > 1 and any(name[:2] in "".join(pair) for pair in [text])


def _words(text: str, prepared: PreparedSource) -> Sequence[Token]:
    return tokenise(fold(text).text, prepared.language)
