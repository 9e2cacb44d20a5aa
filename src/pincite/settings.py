"""What the environment says; the only module that reads it.

PINCITE_DEBUG      set and not 0: tracebacks are shown
PINCITE_RELEASES   release folders used when no --release is given, separated as PATH is
PINCITE_SHARED     where the shared corpora and gold lie (tests and benchmarks only)
PINCITE_JOBS       processes of a build, when --jobs is not given
PINCITE_POLICY     trust policy used when neither --policy nor --vkey is given
PINCITE_KEY_PASSPHRASE  passphrase of a signing key; asked for on the terminal when it is not set
PINCITE_MODEL      the language model of `pincite ask`, such as ollama:NAME, when --model is not given
PINCITE_JUDGE      the judge of `pincite verify`, when --judge is not given: docs/judging.md
PINCITE_OPINIONS   file in which opinions of language models are kept, so that none is asked twice
PINCITE_MODEL_URL  the base address of its server, when it is not the provider's own
PINCITE_MODEL_KEY  its key; else OPENAI_API_KEY or ANTHROPIC_API_KEY, each for its provider's own address only
HTTPS_PROXY        proxy through which publishers and services are asked
SSL_CERT_FILE      certificates by which they are trusted, when not the usual ones
PINCITE_PRIVACY    the privacy mode of the session: strict, balanced or cloud, when --privacy is not given
PINCITE_LOCAL_JUDGES  addresses of judges on this machine, separated by commas, to which strict lets words go
PINCITE_PERSONS    file of the verifier keys of persons who may act at the gate, one a line
PINCITE_LEDGER_KEY  64 hexadecimal digits: seals what the entries of a ledger say; never shown
PINCITE_SERVICES   a file of live services and routes, used when --services is not given
PINCITE_SERVE_TOKEN  the token of `pincite serve`, when it is not to be a new one; never shown in logs
PINCITE_MCP_TOKEN  the bearer token that `pincite mcp --http` asks for; never shown
PINCITE_SERVER_TOKEN  the API token that `pincite gate send` gives to a server; never shown
PINCITE_OIDC_SECRET  the secret of this server's client at its identity provider; never shown
NO_COLOR           set and not empty: no colours on a terminal (no-color.org)
"""

from __future__ import annotations

import os
from pathlib import Path

__all__ = [
    "ca_file",
    "debug",
    "jobs",
    "judge",
    "key_passphrase",
    "ledger_key",
    "local_judges",
    "mcp_token",
    "model",
    "model_key",
    "model_url",
    "no_color",
    "oidc_secret",
    "opinions",
    "persons",
    "policy",
    "privacy",
    "proxy",
    "releases",
    "serve_token",
    "server_token",
    "services",
    "shared",
]


def debug() -> bool:
    """Whether tracebacks are shown."""
    return os.environ.get("PINCITE_DEBUG", "") not in ("", "0")


def releases() -> tuple[Path, ...]:
    """The release folders used when none is named."""
    return tuple(Path(part) for part in os.environ.get("PINCITE_RELEASES", "").split(os.pathsep) if part)


def shared() -> Path | None:
    """The folder of the shared corpora, if one is named."""
    named = os.environ.get("PINCITE_SHARED", "")
    return Path(named) if named else None


def jobs() -> int:
    """How many processes a build uses: PINCITE_JOBS, or the cores this process may use, two at most."""
    named = os.environ.get("PINCITE_JOBS", "")
    if named.isdigit() and int(named) > 0:
        return int(named)
    return min(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def no_color() -> bool:
    """Whether colours are not wanted."""
    return bool(os.environ.get("NO_COLOR", "")) or os.environ.get("TERM", "") == "dumb"


def policy() -> Path | None:
    """The trust policy used when none is named."""
    named = os.environ.get("PINCITE_POLICY", "")
    return Path(named) if named else None


def key_passphrase() -> str | None:
    """The passphrase of a signing key, if the environment says it."""
    return os.environ.get("PINCITE_KEY_PASSPHRASE")


def model() -> str:
    """The language model used when none is named; "" for none."""
    return os.environ.get("PINCITE_MODEL", "").strip()


def model_url() -> str:
    """The address of the model's server; "" for the provider's own."""
    return os.environ.get("PINCITE_MODEL_URL", "").strip()


def model_key(provider: str) -> str:
    """The key for a provider's server, "" when there is none; it is for a header of a request and is never shown.

    The provider's usual variable counts for its own address only: a key is not sent to a server it was not made for.
    """
    own = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}.get(provider, "")
    usual = os.environ.get(own, "") if own and not model_url() else ""
    return (os.environ.get("PINCITE_MODEL_KEY", "") or usual).strip()


def proxy() -> str | None:
    """The proxy for https, if there is one."""
    return os.environ.get("HTTPS_PROXY", "") or os.environ.get("https_proxy", "") or None


def ca_file() -> str | None:
    """The file of trusted certificates, when it is not the usual one."""
    return os.environ.get("SSL_CERT_FILE", "") or None


def ledger_key() -> str:
    """The key that seals the payloads of ledgers; "" for none."""
    return os.environ.get("PINCITE_LEDGER_KEY", "").strip()


def privacy() -> str:
    """The privacy mode of the session; "" when none is said."""
    return os.environ.get("PINCITE_PRIVACY", "").strip().lower()


def local_judges() -> tuple[str, ...]:
    """The addresses of judges on this machine."""
    return tuple(each for part in os.environ.get("PINCITE_LOCAL_JUDGES", "").split(",") if (each := part.strip()))


def judge() -> str:
    """The judge used when none is named; "" for the usual one."""
    return os.environ.get("PINCITE_JUDGE", "").strip()


def opinions() -> Path | None:
    """The file in which opinions are kept."""
    named = os.environ.get("PINCITE_OPINIONS", "")
    return Path(named) if named else None


def mcp_token() -> str:
    """The token the MCP server asks for over HTTP; "" for none."""
    return os.environ.get("PINCITE_MCP_TOKEN", "").strip()


def serve_token() -> str:
    """The token of the one user of a local server; "" for a new one at each start."""
    return os.environ.get("PINCITE_SERVE_TOKEN", "").strip()


def oidc_secret() -> str:
    """The secret of the client at the identity provider; "" for a public client."""
    return os.environ.get("PINCITE_OIDC_SECRET", "").strip()


def server_token() -> str:
    """The API token given to a server with users; "" for none."""
    return os.environ.get("PINCITE_SERVER_TOKEN", "").strip()


def persons() -> Path | None:
    """The file of the keys of persons who may act at the gate."""
    named = os.environ.get("PINCITE_PERSONS", "")
    return Path(named) if named else None


def services() -> Path | None:
    """The file of live services used when none is named."""
    named = os.environ.get("PINCITE_SERVICES", "")
    return Path(named) if named else None
