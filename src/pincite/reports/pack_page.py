"""The page of an evidence pack: one HTML file without a network or a script that runs, to be read and printed.

Keeps true: the page is a function of the pack alone, so that a verifier makes it again and compares every byte; the pack itself
stands in it. Whatever a chat holds is shown as text: only addresses that begin with http:// or https:// become links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape

from pincite.answers.pack import Pack, make_pack, pack_bytes
from pincite.errors import BadInput
from pincite.ledger.checkpoint import is_signed
from pincite.ledger.entries import read_payload
from pincite.ledger.export import export_chain
from pincite.ledger.port import Stored
from pincite.ledger.state import Row, replay
from pincite.reports.chat import entry_words
from pincite.reports.text import safe
from pincite.text.tables import table_text

__all__ = ["pack_in_page", "pack_page"]

_OPENING = '<script type="application/json" id="pack">'
_CLOSING = "</script>"
_LINK = re.compile(r"\[((?:[^\[\]\n]|\[[^\[\]\n]*\])+)\]\((https?://[^\s()<>]+)\)")
_VERIFIED = (
    "Verified means: in the copy held, these words stand at this place, word for word. That a passage supports the sentence before"
    " its citation was not judged, and verified does not mean good law."
)


def pack_page(pack: Pack) -> str:
    """The page of a pack."""
    state = replay(pack.chat, pack.entries)
    title = state.title or pack.chat.chat
    last = pack.entries[-1].entry if pack.entries else None
    parts = [
        f"<h1>{_text(title)}</h1>",
        _list(
            {
                "Chat": str(pack.chat),
                "Begun": state.opened_at,
                "Exported": last.at if last else "",
                "Entries": str(len(pack.entries)),
                "Head of the chain": pack.checkpoint.hash.hex(),
                "Checkpoint": "bears signatures" if is_signed(pack.note) else "not signed",
            }
        ),
        f'<p class="note">{_text(_VERIFIED)} Check this file with <code>pincite verify-pack</code>.</p>',
    ]
    if state.questions:
        parts.append(
            "<h2>Questions</h2>" + "".join(f"<blockquote>{_text(said)}</blockquote>" for _, said in state.questions)
        )
    answers = [each for each in pack.entries if each.entry.kind == "answer"]
    if answers:
        parts += ["<h2>Answers</h2>", *map(_answer, answers)]
    parts += ["<h2>Evidence</h2>", *(_row(row, pack) for row in state.rows)]
    if not state.rows:
        parts.append("<p>There is no evidence in this chat.</p>")
    parts += ["<h2>The chain</h2>", _chain(pack.entries)]
    return (
        table_text("pincite.reports", "data/pack.html")
        .replace("@@TITLE@@", _text(title))
        .replace("@@PACK@@", _embedded(pack))
        .replace("@@BODY@@", "\n".join(parts))
    )


def pack_in_page(page: str) -> bytes:
    """The pack that stands in a page.

    Raises:
        BadInput: there is none.

    """
    before, found, behind = page.partition(_OPENING)
    data, end, _ = behind.partition(_CLOSING)
    if not found or not end or _OPENING in before + behind:
        raise BadInput("this page holds no evidence pack", remedy="Give it as `pincite chat export --pack` wrote it.")
    return data.encode()


def _embedded(pack: Pack) -> str:
    """The pack as JSON that cannot end the element it stands in."""
    chat = export_chain(pack.chat, pack.entries, pack.checkpoint) | {"checkpoint": pack.note}
    value = pack_bytes(make_pack(chat, pack.receipts, pack.without)).decode()
    return value.replace("<", "\\u003c").replace("&", "\\u0026").replace("@@", "\\u0040@")


def _text(text: str) -> str:
    """Text as HTML shows it; what cannot be seen is written out."""
    return escape("\n".join(safe(line) for line in text.split("\n"))).replace("@@", "&#64;@")


def _list(values: Mapping[str, str]) -> str:
    rows = "".join(f"<dt>{_text(name)}</dt><dd>{_text(said)}</dd>" for name, said in values.items() if said)
    return f"<dl>{rows}</dl>"


def _answer(stored: Stored) -> str:
    body = read_payload(stored.payload).body if stored.payload is not None else {}
    said = body.get("answer")
    shown = _prose(str(said)) if said is not None else "<p class='note'>The text of this answer is not in the pack.</p>"
    return f'<article><p class="note">Entry {stored.entry.seq}, {_text(stored.entry.at)}</p>{shown}</article>'


def _prose(text: str) -> str:
    """An answer: paragraphs, lists, bold words and links of its Markdown; all else as text."""
    parts: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        while lines and not lines[0].startswith("- "):
            size = next((at for at, line in enumerate(lines) if line.startswith("- ")), len(lines))
            parts.append(f"<p>{'<br>'.join(map(_inline, lines[:size]))}</p>")
            lines = lines[size:]
        if lines:
            parts.append(f"<ul>{''.join(map(_item, lines))}</ul>")
    return "".join(parts)


def _item(line: str) -> str:
    return f"<li>{_inline(line.removeprefix('- '))}</li>"


def _inline(line: str) -> str:
    shown: list[str] = []
    at = 0
    for link in _LINK.finditer(line):
        shown += [_bold(line[at : link.start()]), _link(link[1], link[2])]
        at = link.end()
    return "".join([*shown, _bold(line[at:])])


def _bold(text: str) -> str:
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", _text(text))


def _link(label: str, address: str) -> str:
    return f'<a rel="noreferrer" href="{_text(address)}">{_text(label)}</a>'


def _row(row: Row, pack: Pack) -> str:
    held = row.evidence
    status = {"withdrawn": f"withdrawn: {row.why}", "erased": "erased"}.get(row.status, "stands")
    if held is None:
        return f'<section class="row"><h3>{row.name}</h3><p>Erased.</p></section>'
    receipt = (
        "in the pack" if row.name in pack.receipts else f"none: {pack.without.get(row.name, '').replace('_', ' ')}"
    )
    plain = _list(
        {
            "Place": f"{held.reference} {held.label}".strip(),
            "Wording": held.expression,
            "Status": f"{status}; {held.status.replace('_', ' ')}",
            "Speaker": "" if held.role == "unknown" else held.role.replace("_", " "),
            "Release": f"{held.release}, as of {held.release_as_of}; asked about {held.as_of}",
            "Why": f"{held.relevance}: {held.reason} ({held.line_of_enquiry})",
            "To disclose": ", ".join(code.replace("_", " ") for code in held.findings),
            "Accepted": f"{row.at}, by {row.actor}",
            "Receipt": receipt,
            "SHA-256 of the text": held.text_sha256,
        }
    )
    place = _link(held.title, held.url) if re.match(r"https?://[^\s\"'<>]+\Z", held.url) else _text(held.title)
    gone = ' class="gone"' if row.status == "withdrawn" else ""
    return (
        f'<section class="row" id="{row.name}"><h3{gone}>{row.name} · {place}</h3>'
        f"<blockquote>{_text(held.quote)}</blockquote>{plain}</section>"
    )


def _chain(entries: Iterable[Stored]) -> str:
    rows = "".join(
        f"<tr><td>{each.entry.seq}</td><td>{_text(each.entry.at)}</td><td>{_text(entry_words(each))}</td>"
        f"<td><code>{each.entry.hash.hex()[:16]}…</code></td></tr>"
        for each in entries
    )
    return f"<table><thead><tr><th>No.</th><th>Time</th><th>What</th><th>Hash</th></tr></thead><tbody>{rows}</tbody></table>"
