"""The ledger, who acts in it, the language model, and what composing and auditing an answer need.

Keeps true: the time an entry bears is taken here and nowhere else.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.wiring.installed import extractor, official_url, ruled_out

if TYPE_CHECKING:
    from pincite.judging.language_model import LanguageModel
    from pincite.ledger.port import Ledger
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.workflows.chat import Acting
    from pincite.workflows.compose_answer import Answering


def open_ledger(store: str | Path, *, create: bool = False) -> Ledger:
    """The ledger in a file, or in PostgreSQL when `store` begins with `postgresql://`; sealed by PINCITE_LEDGER_KEY, if it is set.

    Args:
        store: a path or an address.
        create: make the file where it is not there. A database is made ready by `pincite chat prepare`.

    Raises:
        BadInput: there is no ledger.
        CannotRun: it cannot be opened, or psycopg is not installed.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.storage.sealing import sealer_of  # noqa: PLC0415

    sealer = sealer_of(settings.ledger_key())
    if str(store).startswith(("postgresql://", "postgres://")):
        from pincite.storage.postgres.ledger import PostgresLedger  # noqa: PLC0415 (as above; an extra)

        return PostgresLedger(str(store), sealer=sealer)
    from pincite.storage.sqlite.ledger import SqliteLedger  # noqa: PLC0415 (as above)

    return SqliteLedger(Path(store), create=create, sealer=sealer)


def acting(ledger: Ledger, chat: str, *, tenant: str = "local", matter: str = "default", actor: str = "user") -> Acting:
    """Who acts in a chat, now: what the functions of `workflows.chat` and `workflows.propose` are called with.

    `chat` "" gives a new name.
    """
    from pincite.ledger.entries import ChatId  # noqa: PLC0415 (as above)
    from pincite.workflows.chat import Acting  # noqa: PLC0415 (as above)

    return Acting(ledger, ChatId(tenant, matter, chat or f"chat-{secrets.token_hex(4)}"), actor, now())


def now() -> str:
    """The time, as entries bear it: ISO 8601, UTC, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def answering(corpus: SqliteCorpus | None, *, language: str = "", style: str = "", as_of: str = "") -> Answering:
    """What composing and auditing answers need, with all packs: `workflows.compose_answer`, `workflows.audit_answer`."""
    from pincite.workflows.compose_answer import Answering  # noqa: PLC0415 (as above)

    return Answering(extractor(), official_url, corpus, language, style, as_of, absent=ruled_out)


def language_model(name: str = "", *, seconds: float = 120.0) -> LanguageModel | None:
    """The model of a name (`ollama:NAME`), or of the setting PINCITE_MODEL; None when there is none, or for "none".

    Its server's address and key are those of the environment (`settings`).

    Raises:
        BadInput: the name or the address cannot be used.
        CannotRun: httpx is not installed.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.language_models.choose import model_client, provider_of  # noqa: PLC0415
    from pincite.connectors.language_models.transport import Secret  # noqa: PLC0415

    named = name.strip() or settings.model()
    if named in ("", "none"):
        return None
    key = Secret(settings.model_key(provider_of(named)[0]))
    return model_client(named, url=settings.model_url(), key=key, seconds=seconds)
