"""From a name such as `openai:NAME`, `anthropic:NAME` or `ollama:NAME` to the client.

Keeps true: a server other than the provider's own is reached by naming its address; a key goes only to the server it was
configured for (`settings.model_key`).
"""

from __future__ import annotations

from importlib.util import find_spec

from pincite.connectors.language_models.anthropic import VERSION, AnthropicModel
from pincite.connectors.language_models.ollama import OllamaModel
from pincite.connectors.language_models.openai import OpenAiModel
from pincite.connectors.language_models.transport import Secret, Transport
from pincite.errors import BadInput, CannotRun
from pincite.judging.language_model import LanguageModel

__all__ = ["PROVIDERS", "model_client", "provider_of"]

PROVIDERS = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "ollama": "http://localhost:11434",
}
"""Provider, and its own address."""


def provider_of(name: str) -> tuple[str, str]:
    """Provider and model of a name.

    Raises:
        BadInput: it names none.

    """
    provider, colon, model = name.partition(":")
    if provider not in PROVIDERS or not colon or not model.strip():
        raise BadInput(
            f"{name!r} names no language model",
            remedy=f"Write PROVIDER:MODEL with one of {', '.join(PROVIDERS)}; servers that speak OpenAI's protocol are"
            " openai:MODEL with PINCITE_MODEL_URL.",
        )
    return provider, model.strip()


def model_client(name: str, *, url: str = "", key: Secret | None = None, seconds: float = 120.0) -> LanguageModel:
    """The client of a model.

    Args:
        name: PROVIDER:MODEL.
        url: the server's base address; "" for the provider's own.
        key: None or an empty one where the server asks for none.
        seconds: to wait for an answer.

    Raises:
        BadInput: the name or the address cannot be used.
        CannotRun: httpx is not installed.

    """
    provider, model = provider_of(name)
    if find_spec("httpx") is None:
        raise CannotRun(
            "a language model is asked through httpx, which is not installed", remedy="Install pincite[models]."
        )
    address = url or PROVIDERS[provider]
    secret = key or Secret("")
    if provider == "anthropic":
        headers = {"anthropic-version": VERSION}
        return AnthropicModel(model, Transport(address, headers, ("x-api-key", ""), secret, seconds))
    transport = Transport(address, {}, ("Authorization", "Bearer "), secret, seconds)
    if provider == "ollama":
        return OllamaModel(model, transport)
    limit = "max_completion_tokens" if address == PROVIDERS["openai"] else "max_tokens"
    return OpenAiModel(model, transport, limit)
