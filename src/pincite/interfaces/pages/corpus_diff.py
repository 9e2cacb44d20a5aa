"""Differences between wordings as one HTML page that stands alone: no script, no address that is fetched.

Keeps true: everything from a document is escaped; what was struck out and put in is marked by elements (`del`, `ins`) and by
words that a screen reader says, never by colour alone; headings are in order and every wording can be reached from the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from pincite.consolidation.compare import Change
from pincite.workflows.diff_corpus import AtomDiff, ProvisionDiff, WordingDiff

__all__ = ["as_html", "said_withheld"]

_STYLE = """
:root{color-scheme:light dark}
body{font:1rem/1.5 Georgia,"Noto Serif CJK TC",serif;max-width:60rem;margin:0 auto;padding:1rem}
a:focus,summary:focus{outline:3px solid #1a5fb4}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem}
h1{font-size:1.5rem}h2{font-size:1.25rem;border-bottom:1px solid}h3{font-size:1.05rem;margin-bottom:.2rem}
pre{white-space:pre-wrap;font:inherit;margin:.3rem 0}
del{background:#fbdcdc;color:#6b0000}ins{background:#d8f3d8;color:#00420a}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.state{font-style:italic}table{border-collapse:collapse;width:100%}th,td{border:1px solid;padding:.3rem;text-align:left;vertical-align:top}
"""


def as_html(diffs: Sequence[WordingDiff], old: str, new: str) -> str:
    """The page; `old` and `new` are what was compared, as the user named it."""
    title = f"What changed: {old} → {new}"
    body = [f"<h1>{escape(title)}</h1>"]
    if not diffs:
        body.append("<p>Nothing differs.</p>")
    elif len(diffs) > 1:
        rows = "".join(f'<li><a href="#w{number}">{escape(_name(each))}</a></li>' for number, each in enumerate(diffs))
        body.append(f'<nav aria-label="Wordings"><ul>{rows}</ul></nav>')
    body += [_wording(each, number) for number, each in enumerate(diffs)]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f'<a class="skip" href="#main">To the differences</a><main id="main">{"".join(body)}</main></body></html>\n'
    )


def said_withheld(diff: WordingDiff) -> str:
    """Why two wordings were not compared."""
    where = {"old": "the old copy", "new": "the new copy", "both": "either copy"}[diff.withheld]
    return f"the text is not in {where}, because its licence does not let it be passed on"


def _name(diff: WordingDiff) -> str:
    return f"{diff.old or '—'} → {diff.new or '—'}"


def _language(diff: WordingDiff) -> str:
    return (diff.new or diff.old).partition("@")[2].partition("/")[0] or "en"


def _wording(diff: WordingDiff, number: int) -> str:
    head = f'<section id="w{number}" aria-labelledby="h{number}"><h2 id="h{number}">{escape(_name(diff))}</h2>'
    if diff.withheld:
        return f"{head}<p>Not compared: {escape(said_withheld(diff))}.</p></section>"
    if not (diff.old and diff.new):
        return f"{head}<p>Only in the {'old' if diff.old else 'new'} release.</p></section>"
    language = escape(_language(diff), quote=True)
    said = f"<p>{len(diff.provisions)} provisions differ, {diff.same} are as they were.</p>"
    provisions = "".join(_provision(each, language) for each in diff.provisions)
    return f"{head}{said}{provisions}{_atoms(diff, language)}</section>"


def _provision(each: ProvisionDiff, language: str) -> str:
    before, after = each.statuses
    state = (
        f' <span class="state">{escape(before)} → {escape(after)}</span>'
        if before and after and before != after
        else ""
    )
    was = f" (was {escape(each.was)})" if each.was else ""
    head = f"<h3>{escape(each.what)}: {escape(each.eid)}{was} {escape(each.heading)}{state}</h3>"
    if each.what == "added":
        text = _inserted(each.new)
    elif each.what == "removed":
        text = _deleted(each.old)
    elif each.what == "changed":
        text = _marked(each.old, each.words)
    else:
        return head
    return f'{head}<pre lang="{language}">{text}</pre>'


def _marked(old: str, words: Sequence[Change]) -> str:
    parts: list[str] = []
    at = 0
    for change in words:
        parts.append(escape(old[at : change.old_start]))
        parts.append(_deleted(change.old) + _inserted(change.new))
        at = change.old_start + len(change.old)
    return "".join((*parts, escape(old[at:])))


def _deleted(text: str) -> str:
    return f'<del><span class="said">struck out: </span>{escape(text)}</del>' if text else ""


def _inserted(text: str) -> str:
    return f'<ins><span class="said">put in: </span>{escape(text)}</ins>' if text else ""


def _atoms(diff: WordingDiff, language: str) -> str:
    if not diff.atoms:
        return ""
    rows = "".join(_atom(each, language) for each in diff.atoms)
    return (
        f"<h3>Obligations: {len(diff.atoms)} differ, {diff.same_atoms} are as they were</h3><table><thead><tr>"
        '<th scope="col">Place</th><th scope="col">What</th><th scope="col">Who, and what differs</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _atom(each: AtomDiff, language: str) -> str:
    if each.old is not None and each.new is not None:
        said = "".join(
            f"<div><strong>{escape(name)}:</strong> {_deleted(before)} {_inserted(after)}</div>"
            for name, before, after in each.fields
        )
    elif each.new is not None:
        said = _inserted(each.new.quoted_text)
    else:
        said = _deleted(each.old.quoted_text if each.old else "")
    return (
        f'<tr><th scope="row">{escape(each.eid)}</th><td>{escape(each.what)}</td><td lang="{language}">{said}</td></tr>'
    )
