"""Words of the pages in five languages: those of the reports, and those that only the web door has.

Keeps true: `words/<language>.<page>.yaml` are joined by section, no section standing in two files; the words of a report are those of
`reports/`, so that a page and a file made of one report say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml

from pincite.errors import BadInput
from pincite.reports.messages import LANGUAGES, Messages, page_messages_in

__all__ = ["NAMES", "chosen", "words_in"]

NAMES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "zh-Hant": "繁體中文",
}
"""Each language by its own name."""


@cache
def words_in(language: str) -> Messages:
    """The words of a language.

    Raises:
        BadInput: the pages do not speak it.

    """
    found = dict(page_messages_in(language).catalogue)
    for file in sorted(resources.files("pincite.interfaces.web").joinpath("words").iterdir(), key=lambda f: f.name):
        if file.name.startswith(f"{language}.") and file.name.endswith(".yaml"):
            sections = yaml.safe_load(file.read_text(encoding="utf-8"))
            if twice := found.keys() & sections.keys():
                raise BadInput(f"{file.name}: the section {', '.join(twice)} stands in another file too")
            found.update(sections)
    return Messages(language, found)


def chosen(asked: str, accepted: str) -> str:
    """The language of a page: the one chosen, or the first accepted by the browser that the pages speak, or English.

    Args:
        asked: what the reader chose, "" for nothing.
        accepted: the header Accept-Language.

    """
    if asked in LANGUAGES:
        return asked
    weighed: list[tuple[float, str]] = []
    for part in accepted.split(",")[:20]:
        name, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), name.strip().lower()))
        except ValueError:
            continue
    for _, name in sorted(weighed, key=lambda each: each[0]):
        found = "zh-Hant" if name.startswith("zh") else name[:2]
        if found in LANGUAGES:
            return found
    return "en"
