"""The report as one HTML file: no network, no script, to be read on a screen, by ear, from the keyboard and on paper.

Keeps true:
1. Whatever a draft, a source or a report holds is shown as text: the templates escape everything, a policy in the page forbids
   script, frames, forms and every address, and only http addresses become links.
2. What is to be done stands in words and shapes; without colours nothing is lost (WCAG 2.2 AA).
3. Each citation leads to its finding and back; every quotation bears its language.
4. The page is a function of the report, the draft's text and the language.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from pincite.reports.certificate import certificate_of
from pincite.reports.marked import Stretch, marked
from pincite.reports.shown import GROUPS, ShownReport
from pincite.reports.text import HEADINGS, MARKS
from pincite.text.tables import table_text

__all__ = ["environment", "page_values", "render_html"]


@cache
def environment() -> Environment:
    """The templates of pages; everything that is put into them is escaped, and what is missing is an error."""
    return Environment(
        loader=FunctionLoader(lambda name: table_text("pincite.reports.pages", name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render_html(shown: ShownReport) -> str:
    """The page of a report."""
    style = table_text("pincite.reports.pages", "report.css")
    values = page_values(shown) | {
        "style": Markup(style),  # noqa: S704 (our own file)
        "style_digest": b64encode(sha256(style.encode()).digest()).decode(),
    }
    return environment().get_template("report.html.j2").render(values)


def page_values(shown: ShownReport) -> dict[str, Any]:
    """What the templates show of a report (`parts.html.j2`), for any page that shows one."""
    mentions = {mention.id: mention for mention in shown.mentions}
    paragraphs = None
    if shown.text is not None:
        stretches = [Stretch(m.start, m.end, m.id) for m in mentions.values()]
        stretches += [Stretch(q.start, q.end, "", q.language) for m in mentions.values() for q in m.quotes]
        paragraphs = list(marked(shown.text, stretches))
    return {
        "report": shown,
        "say": shown.words.say,
        "mentions": mentions,
        "paragraphs": paragraphs,
        "certificate": certificate_of(shown),
        "all_groups": [(name, mark, shown.words.say("ui", code)) for name, mark, code in _all_groups()],
        "sizes": {group.name: len(group.mentions) for group in shown.groups},
    }


def _all_groups() -> list[tuple[str, str, str]]:
    """What was not checked comes first where groups are counted."""
    return [(name, MARKS[name], HEADINGS[name]) for name in ("unchecked", *GROUPS[:-1])]
