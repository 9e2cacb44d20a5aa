"""A table of authorities as Markdown and as a Word file: cases, legislation, then the rest, each in order of its letters.

Keeps true:
1. Each authority stands once, as the house style writes it; one that the style has no form for stands as the draft cites it.
2. Below it stand its places in the order of the work, each with where the draft cites it; what is cited as a whole comes first.
3. Words of the draft and of a release are shown as they are: no Markdown of theirs is read as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pincite.drafts.authorities import Authorities, Authority, Cited
from pincite.errors import BadInput
from pincite.formats.docx_new import Written, write_docx
from pincite.reports.messages import Messages, messages_in
from pincite.reports.places import place_in_words
from pincite.reports.text import place_words, safe

__all__ = ["KINDS", "Entry", "Writes", "entries_of", "render_docx", "render_findings", "render_markdown"]

KINDS = ("case", "statute", "commentary", "doctrine", "gazette", "other")
"""In the order in which a table lists them."""

Writes = Callable[[str], str]
"""The citation of a reference in a house style; BadInput where the style has no form for it."""

_MARKDOWN = re.compile(r"([\\`*_\[\]<>#|~])")


@dataclass(frozen=True, slots=True)
class Entry:
    """An authority as a table shows it: name, its citations (the first and its parallels), and (pinpoint, places) in order."""

    kind: str
    name: str
    citations: tuple[str, ...]
    places: tuple[tuple[str, tuple[str, ...]], ...]
    works: tuple[str, ...]

    @property
    def heading(self) -> str:
        """Name and citations as one line."""
        return " ".join(filter(None, (self.name, ", ".join(self.citations))))


def entries_of(found: Authorities, language: str, writes: Writes) -> list[Entry]:
    """What the table lists, in its order; authorities that only the draft's own table names are not cited and not listed."""
    words = messages_in(language)
    entries = [_entry(each, words, writes) for each in found.authorities if each.cited]
    return sorted(entries, key=lambda entry: (KINDS.index(entry.kind), _order(entry.heading)))


def _entry(authority: Authority, words: Messages, writes: Writes) -> Entry:
    citations = tuple(
        dict.fromkeys(
            _written(work, stated, writes) for work, stated in zip(authority.works, authority.as_cited, strict=True)
        )
    )
    if authority.kind != "case" and not authority.name and any(each in authority.as_titled for each in citations):
        citations = (authority.as_titled,)  # «Lantern Keeping Ordinance (Cap. 9001)» says more than its number
    name = authority.name
    if any(name and name in citation for citation in citations):
        name = ""
    places: dict[str, list[str]] = {}
    for cited in sorted(authority.cited, key=lambda cited: (_order(cited.pinpoint), cited.start)):
        shown = place_in_words(cited.pinpoint, words.language) if cited.pinpoint else ""
        where = _where(cited, words)
        if where not in places.setdefault(shown, []):
            places[shown].append(where)
    return Entry(authority.kind, name, citations, tuple((p, tuple(at)) for p, at in places.items()), authority.works)


def _written(work: str, stated: str, writes: Writes) -> str:
    try:
        return writes(work)
    except BadInput:
        return stated or work


def _where(cited: Cited, words: Messages) -> str:
    return place_words(words, cited.line, cited.place.as_json() if cited.place is not None else None)


def _order(text: str) -> list[tuple[int, int, str]]:
    """Numbers in a text in the order of their value."""
    parts = re.findall(r"\d+|\D+", text.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _by_kind(entries: list[Entry]) -> Mapping[str, list[Entry]]:
    return {kind: group for kind in KINDS if (group := [entry for entry in entries if entry.kind == kind])}


def render_markdown(found: Authorities, language: str, writes: Writes) -> str:
    """The table as Markdown, ending with a line end."""
    words = messages_in(language)
    return "\n".join(_markdown(entries_of(found, language, writes), found, words)) + "\n"


def _markdown(entries: list[Entry], found: Authorities, words: Messages) -> Iterator[str]:
    yield f"# {words.say('authorities', 'title')}"
    if not entries:
        yield ""
        yield words.say("authorities", "none")
    for kind, group in _by_kind(entries).items():
        yield ""
        yield f"## {words.say('authorities', kind)}"
        yield ""
        for entry in group:
            name = f"*{_plain(entry.name)}* " if entry.name else ""
            yield f"- {name}{_plain(', '.join(entry.citations))}"
            for pinpoint, places in entry.places:
                yield f"  - {f'{_plain(pinpoint)}: ' if pinpoint else ''}{_plain('; '.join(places))}"
    if found.open:
        yield ""
        yield words.say("authorities", "open", count=found.open)


def _plain(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", safe(text))


def render_docx(found: Authorities, language: str, writes: Writes) -> bytes:
    """The table as a Word file: places behind dots at the right edge."""
    words = messages_in(language)
    lines = [Written(((words.say("authorities", "title"), False),), 1)]
    entries = entries_of(found, language, writes)
    if not entries:
        lines.append(Written(((words.say("authorities", "none"), False),)))
    for kind, group in _by_kind(entries).items():
        lines.append(Written(((words.say("authorities", kind), False),), 2))
        for entry in group:
            name = ((safe(f"{entry.name} "), True),) if entry.name else ()
            whole = next(("; ".join(places) for pinpoint, places in entry.places if not pinpoint), "")
            lines.append(Written((*name, (safe(", ".join(entry.citations)), False)), right=safe(whole)))
            lines += [
                Written(((safe(f"    {pinpoint}"), False),), right=safe("; ".join(places)))
                for pinpoint, places in entry.places
                if pinpoint
            ]
    if found.open:
        lines.append(Written(((words.say("authorities", "open", count=found.open), False),)))
    return write_docx(lines)


def render_findings(found: Authorities, language: str) -> str:
    """What does not fit together, a line each, ending with a line end."""
    words = messages_in(language)
    lines = []
    if found.entries:
        lines.append(words.say("authorities", "compared", count=len(found.entries)))
        paged = found.draft.written is not None and bool(found.draft.written.lines)
        if not paged and any(entry.pages for entry in found.entries):
            lines.append(words.say("authorities", "pages_unknown"))
    else:
        lines.append(words.say("authorities", "no_table"))
    if found.open:
        lines.append(words.say("authorities", "open", count=found.open))
    lines.append(
        words.say("authorities", "findings", count=len(found.findings))
        if found.findings
        else words.say("authorities", "fits")
    )
    for finding in found.findings:
        parameters = {key: safe(str(value)) for key, value in finding.parameters.items()}
        lines.append(f"! {words.say('authorities', finding.code, **parameters)}")
    return "\n".join(lines) + "\n"
