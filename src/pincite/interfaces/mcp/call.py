"""One call of a tool: what was given, and what it runs on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pincite.errors import BadInput
from pincite.interfaces.mcp.engine import Engine, Who
from pincite.interfaces.mcp.offered import Offered
from pincite.workflows.chat import not_kept
from pincite.workflows.research_tools import WrongCall

if TYPE_CHECKING:
    from pincite.storage.release_folder import ReleaseFolder
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.workflows.chat import Acting

__all__ = ["Call", "filled"]

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Call:
    """A call whose arguments were checked.

    Attributes:
        offered: the tool.
        given: its arguments.
        corpus: the releases, for this call alone.
        engine, who: what it runs on, who calls.
        progress: told how far it is: a number that grows, and a word.

    """

    offered: Offered
    given: Mapping[str, Any]
    corpus: SqliteCorpus
    engine: Engine
    who: Who
    progress: Callable[[int, str], None] = lambda *_: None

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.offered.name

    @property
    def budget(self) -> int:
        """Characters of JSON its result has at most."""
        return self.offered.budget

    @property
    def held(self) -> Sequence[ReleaseFolder]:
        """The folders of the releases, in order."""
        return self.engine.pool.releases

    @property
    def acting(self) -> Acting | None:
        """The caller in the chat that is named; None when none is."""
        chat = self.given.get("chat", "")
        if len(chat) > LONGEST_NAME:
            raise BadInput("no chat has so long a name", remedy="Call new_chat, and give the name it gives back.")
        if self.offered.hints != "reads":
            not_kept(chat)
        return self.engine.acting(self.who, chat) if chat else None

    @property
    def chat(self) -> Acting:
        """The caller in the chat that must be named."""
        acting = self.acting
        if acting is None:
            raise WrongCall("no_chat", "this is done in a chat, and none is named", {"tool": "new_chat"})
        return acting


def filled(**values: Any) -> dict[str, Any]:
    """Without what is empty; a number and a truth value are never empty."""
    return {key: value for key, value in values.items() if value or value == 0}
