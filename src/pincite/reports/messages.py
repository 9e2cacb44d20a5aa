"""Messages: codes into sentences of one of five languages. The only prose of the program about a draft.

Keeps true: a code without a message is shown as its own name, never dropped; parameters are put in as they are and are
never read as a template.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from pincite.errors import BadInput
from pincite.findings import Finding
from pincite.reports.places import place_in_words
from pincite.text.tables import table_text

__all__ = ["LANGUAGES", "Messages", "messages_in", "page_messages_in"]

LANGUAGES = ("en", "de", "fr", "it", "zh-Hant")


class _Parameters(dict[str, Any]):
    """A parameter that is missing is shown by its name."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


class Messages:
    """The catalogue of one language."""

    def __init__(self, language: str, catalogue: Mapping[str, Mapping[str, str]]) -> None:
        self.language = language
        self.catalogue = catalogue

    def has(self, section: str, code: str) -> bool:
        """Whether there is a message."""
        return code in self.catalogue.get(section, {})

    def say(self, section: str, code: str, **parameters: Any) -> str:
        """The message of a code, or the code itself when there is none."""
        template = self.catalogue.get(section, {}).get(code)
        if template is None:
            return code.replace("_", " ")
        return template.format_map(_Parameters(parameters))

    def finding(self, finding: Finding, section: str = "finding") -> str:
        """The message of a finding or a fix; codes among its parameters are put into words too."""
        parameters: dict[str, Any] = dict(finding.parameters)
        if "role" in parameters:
            # what the quotation room calls a role is a speaker here
            parameters.setdefault("speaker", str(parameters["role"]).replace(" ", "_"))
        for name, words in (
            ("status", "provision"),
            ("speaker", "speaker"),
            ("kind", "kind"),
            ("treatment", "treatment"),
        ):
            if name in parameters:
                parameters[name] = self.say(words, str(parameters[name]))
        if "holds" in parameters:
            # «kind: words»: a reader is told the words
            parameters["holds"] = str(parameters["holds"]).partition(": ")[2] or parameters["holds"]
        for name in ("place", "at"):
            if name in parameters:
                parameters[name] = place_in_words(str(parameters[name]), self.language)
        return self.say(section, finding.code, **parameters)


@cache
def messages_in(language: str) -> Messages:
    """The messages of a language.

    Raises:
        BadInput: there is no catalogue of that language.

    """
    if language not in LANGUAGES:
        raise BadInput(f"there are no messages in {language!r}", remedy=f"choose one of {', '.join(LANGUAGES)}")
    return Messages(language, _catalogue(f"{language}.yaml"))


@cache
def page_messages_in(language: str) -> Messages:
    """The messages of a language with the words that only pages and tables have beside them.

    Raises:
        BadInput: there is no catalogue of that language.

    """
    return Messages(language, {**messages_in(language).catalogue, **_catalogue(f"{language}.pages.yaml")})


def _catalogue(name: str) -> dict[str, dict[str, str]]:
    text = table_text("pincite.reports.catalogues", name)
    # the safe loader in C, where libyaml is there: the catalogue is read on every start
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, dict[str, str]] = yaml.load(text, Loader=loader)  # noqa: S506 (both are safe loaders)
    return found
