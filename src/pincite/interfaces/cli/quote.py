"""`pincite quote`: explain one quotation to a person, or many to a program (`--batch`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

if TYPE_CHECKING:
    from pincite.corpus.answers import QuoteHit
    from pincite.quotation.model import Comparison
    from pincite.workflows.look_up_quote import QuoteLookup

__all__ = ["register"]

EXIT_NOT_ACCEPTED = 1

_SAYS = {
    "A0": "identical",
    "A1": "typography differs",
    "A2": "layout passed over",
    "A3": "marked omission",
    "A4": "case or inflection in brackets",
    "A5": "insertion or substitution in brackets",
    "A6": "emphasis differs",
    "A7": "citation or note left out",
    "A8": "[sic]: the source reads so",
    "A9": "translation",
    "A10": "another spelling of the same word",
    "A11": "another placeholder for the same name",
    "A12": "words that the source itself quotes",
    "A13": "capital or closing punctuation",
    "M1": "a word of meaning changed",
    "M2": "a word changed, added or dropped without a mark",
    "M3": "words left out without a mark",
    "M4": "stitched from different places",
    "M5": "another speaker's words",
    "M6": "words of another text",
    "M7": "a paraphrase in quotation marks",
    "M8": "nothing in the source comes near",
    "M9": "brackets differ from the source's own",
}
_FINDINGS = {
    "omission_may_change_sense": "what was left out may change the sense",
    "undisclosed_emphasis": "the emphasis is not disclosed",
    "false_disclosure": "what the draft discloses is not so",
    "cut_before_exception": "the source goes on with an exception",
    "cut_before_condition": "the source goes on with a condition",
    "cut_before_negation": "the source goes on with a negation",
    "cut_after_condition": "a condition stands right before the quoted words",
    "cut_after_negation": "a negation stands right before the quoted words",
    "cut_after_attribution": "the source gives these words to somebody, or asks for their proof",
    "inner_source_not_named": "the source quotes these words; whose they are is not said",
    "bracket_replaces_substance": "the bracket replaces words of substance",
    "speaker_not_named": "these are not the court's own words; whose they are is not said",
    "wrong_pinpoint": "the words stand at another place of the document",
    "same_value": "the same number, written otherwise",
    "found_n_places": "the words stand at several places",
    "inner_source": "the inner source is named",
    "claimed_brackets": "the draft says the brackets are the source's",
    "needs_coreference": "who is meant is for a reader to see",
    "translation": "a translation: its meaning is judged apart",
}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("quote")(quote)


def quote(
    text: Annotated[
        str, typer.Option("--quote", help="The words between the quotation marks.", show_default=False)
    ] = "",
    source: Annotated[
        Path | None, typer.Option("--source", help="A text file (UTF-8) that is said to hold them.", show_default=False)
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option("--reference", help="A place in the releases: hk/cap486#s33, «Art. 8 BV».", show_default=False),
    ] = None,
    disclosures: Annotated[
        str,
        typer.Option(
            "--disclosures", help="The parenthesis after the quotation: «(emphasis added)».", show_default=False
        ),
    ] = "",
    speaker: Annotated[
        str, typer.Option("--speaker", help="To whom the draft gives the words.", show_default=False)
    ] = "",
    batch: Annotated[
        bool,
        typer.Option("--batch", help="Read cases as JSON lines from standard input, write one JSON line for each."),
    ] = False,
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    language: Language = "",
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=1000, help="How many passages at most, without a source.")
    ] = 10,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Compare a quotation with its source and name what differs; without a source, say where in the releases it stands.

    Exit status: 0 accepted, or found as it is (with --batch: all lines were answered), 1 not so, 2 could not run,
    3 bad input (with --batch: some lines were no cases; the others are answered).
    """
    if batch:
        _batch()
        return
    if not text or (source and reference is not None):
        raise BadInput(
            "A quotation and one source, or none, are needed.",
            remedy="Give --quote TEXT and either --source FILE or --reference REF; with neither, the releases are looked through.",
        )
    if source is None and reference is None:
        _look_up(text, release or [], at_release or [], language, limit, format_)
        return
    from pincite.corpus.lookup import checked_language

    checked_language(language)
    if source is not None:
        comparison, whole = _in_file(text, source, language, disclosures, speaker)
    else:
        comparison, whole = _in_releases(
            text, reference or "", release or [], at_release or [], as_of, language, disclosures, speaker
        )
    if format_ is Format.json:
        from pincite.workflows.explain_quote import as_json

        print_json(as_json(comparison))
    else:
        typer.echo(_as_text(comparison, whole))
    if not comparison.accepted:
        raise typer.Exit(EXIT_NOT_ACCEPTED)


def _look_up(text: str, release: list[Path], at_release: list[str], language: str, limit: int, format_: Format) -> None:
    from pincite import wiring
    from pincite.workflows.look_up_quote import as_json, look_up_quote

    with wiring.open_corpus(release, at_release=at_release) as corpus:
        found = look_up_quote(corpus, text, language=language, limit=limit)
    if format_ is Format.json:
        print_json(as_json(found))
    else:
        typer.echo(_where(found, limit))
    if not found.found:
        raise typer.Exit(EXIT_NOT_ACCEPTED)


def _where(found: QuoteLookup, limit: int) -> str:
    """Where the words stand, as a terminal shows it."""
    lines: list[str] = []
    number = len(found.hits)
    more = " (the limit; there may be more)" if number == limit else ""
    if found.found:
        lines.append(f"FOUND  {number} passage{'' if number == 1 else 's'}{more} in {', '.join(found.releases)}")
    else:
        lines.append(f"NOT FOUND  the words stand nowhere in {', '.join(found.releases)}")
        if found.hits:
            lines.append(f"  what comes nearest{more}:")
        elif not found.altered_may_be_missed:
            lines.append("  nothing comes near")
    for hit in found.hits:
        lines += _hit(hit)
    if found.altered_may_be_missed:
        lines.append(
            f"  The quotation has {found.words} word{'' if found.words == 1 else 's'}: if some were changed, its source may be missed. "
            "Name it with --reference to compare."
        )
    return "\n".join(lines)


def _hit(hit: QuoteHit) -> list[str]:
    wording = f"{hit.expression.language}, {hit.expression.state or 'undated'}"
    lines = [f"  {hit.reference}  {hit.expression.title} ({wording})  {hit.verdict} {', '.join(hit.codes)}"]
    if not hit.exact:
        for source, quoted in hit.differs:
            lines += [f"      the source has  {_shown(source)}", f"      the quote has   {_shown(quoted)}"]
    return [*lines, f"      {_shown(hit.text)}"]


def _batch() -> None:
    from pincite.workflows.explain_quote import explain_cases

    # bytes, so that a line that is no UTF-8 is named and the others are answered
    for line in explain_cases(getattr(sys.stdin, "buffer", sys.stdin)):
        typer.echo(line)


def _in_file(text: str, source: Path, language: str, disclosures: str, speaker: str) -> tuple[Comparison, str]:
    from pincite.quotation.compare import compare
    from pincite.text.language import language_of

    try:
        whole = source.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise BadInput(
            f"{source}: not a UTF-8 text (byte {problem.start})", remedy="Save it as UTF-8 text."
        ) from problem
    except OSError as problem:
        raise BadInput(f"{source}: {problem.strerror}", remedy="Give a file that exists and can be read.") from problem
    spoken = language or language_of(text) or language_of(whole)
    written = language_of(whole) or spoken
    other = bool(spoken) and spoken.split("-")[0] != written.split("-")[0]
    comparison = compare(
        text,
        whole,
        language=spoken,
        source_language=written if other else "",
        disclosures=disclosures,
        speaker=speaker,
    )
    return comparison, whole


def _in_releases(
    text: str,
    reference: str,
    release: list[Path],
    at_release: list[str],
    as_of: str,
    language: str,
    disclosures: str,
    speaker: str,
) -> tuple[Comparison, str]:
    from pincite import wiring
    from pincite.corpus.answers import PlaceFound
    from pincite.text.language import language_of
    from pincite.workflows.explain_quote import explain_in_corpus
    from pincite.workflows.open_place import reference_of

    spoken = language or language_of(text)
    with wiring.open_corpus(release, at_release=at_release) as corpus:
        named = reference_of(reference, lambda words: wiring.extractor().extract(words).mentions)
        answer: Any = corpus.find_place(named, language=spoken, as_of=as_of)
        if not isinstance(answer, PlaceFound):
            raise BadInput(
                f"{named}: the releases do not hold this place, so the quotation was not compared",
                remedy=f"See what `pincite open {named}` and `pincite coverage` say.",
            )
        return explain_in_corpus(text, answer, corpus, disclosures=disclosures, speaker=speaker, draft_language=spoken)


def _as_text(comparison: Comparison, source: str) -> str:
    lines = [f"{comparison.verdict.upper()}  {', '.join(comparison.codes)}"]
    altered = any(code in ("M1", "M2", "M3", "M7", "M8", "M9") for code in comparison.codes)
    if not comparison.alterations:
        lines.append(f"  A0  {_SAYS['A0']}")
    for a in comparison.alterations:
        lines.append(f"  {a.code:<3} {_SAYS[a.code]}{f' ({a.note})' if a.note else ''}")
        if a.source_words or (a.quote_words and not a.whole):
            lines.append(f"        the source has  {_shown(a.source_words)}")
            lines.append(f"        the quote has   {_shown(a.quote_words)}")
    for finding in comparison.findings:
        detail = ", ".join(f"{name}: {value}" for name, value in finding.parameters.items())
        says = _FINDINGS.get(finding.code, "")
        if finding.code == "wrong_pinpoint" and altered:
            says = "what comes nearest stands at another place of the document"
        lines.append(f"  {finding.code}: {says}{f' ({detail})' if detail else ''}")
    for span in comparison.source_spans:
        lines.append(f"  stands at {span.start}-{span.end}: {_shown(source[span.start : span.end])}")
    if comparison.stands_in:
        lines.append(f"  {'what comes nearest stands' if altered else 'the words stand'} in: {comparison.stands_in}")
    if comparison.nearest is not None:
        near = comparison.nearest
        lines.append(f"  nearest passage{f' ({near.unit})' if near.unit else ''}, ready to copy:")
        lines.append(f"    {near.text.strip()}")
    return "\n".join(lines)


def _shown(words: str) -> str:
    return f"«{words.strip()}»" if words.strip() else "nothing here"
