"""One request to a model's server, and one more when it was busy.

Keeps true:
1. The key goes into one header of a request to the address that was configured, and nowhere else: it is in no message,
   no error and no `repr`; redirects are not followed; without TLS it is sent to this machine only.
2. An answer is bounded in size and time; what goes wrong is a `ModelFailed` that says what and what to do.
3. A busy or failing server (429, 5xx), a broken connection or one that cannot be made is tried once more; a timeout is not.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pincite.errors import BadInput
from pincite.judging.language_model import ModelFailed, Request
from pincite.privacy.egress import is_loopback

if TYPE_CHECKING:
    import httpx

__all__ = ["Secret", "Transport", "integer"]

LARGEST = 16 << 20
"""Bytes of an answer."""
SECONDS = 120.0
LONGEST_PAUSE = 20.0
PAUSE = 1.0


class Secret:
    """A key; shown as stars wherever it is printed."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """The key itself: for the header of a request only."""
        return self._value

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return "Secret(***)"

    __str__ = __repr__


@dataclass
class Transport:
    """Posts JSON to a server.

    Args:
        url: the server's base address.
        headers: of every request, without the key.
        key_header: name and prefix of the header that bears the key, such as ("Authorization", "Bearer ").
        key: the key; an empty one is not sent.
        seconds: to wait for an answer when the request does not say.
        pause: waits between the two tries (for tests).

    Raises:
        BadInput: the address is none, or the key would travel unencrypted.

    """

    url: str
    headers: Mapping[str, str]
    key_header: tuple[str, str]
    key: Secret
    seconds: float = SECONDS
    pause: Callable[[float], None] = time.sleep
    _client: httpx.Client | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
            raise BadInput(
                "the address of the model's server is none that can be used",
                remedy="Set PINCITE_MODEL_URL to such as https://models.example/v1 or http://localhost:11434.",
            )
        self.url = self.url.rstrip("/")
        self._own = is_loopback(self.url)
        if self.key and parts.scheme == "http" and not self._own:
            raise BadInput(
                f"the key would travel to {parts.hostname} unencrypted", remedy="Give an https address, or no key."
            )

    def post(self, path: str, body: Mapping[str, Any], seconds: float = 0) -> dict[str, Any]:
        """Send a body, and read the JSON object that comes back.

        Raises:
            ModelFailed: as the module says.

        """
        answer = self._once(path, body, seconds, last=False)
        return answer if answer is not None else self._once(path, body, seconds, last=True) or {}

    def _once(self, path: str, body: Mapping[str, Any], seconds: float, *, last: bool) -> dict[str, Any] | None:
        """The answer; None when it is to be tried once more."""
        import httpx  # noqa: PLC0415 (an extra, and only a model needs it)

        limit = seconds or self.seconds
        until = time.monotonic() + limit
        try:
            with self._open().stream(
                "POST", f"{self.url}{path}", json=dict(body), headers=self._headers(), timeout=limit
            ) as answer:
                data = bytearray()
                for piece in answer.iter_bytes():
                    data += piece
                    if len(data) > LARGEST:
                        raise ModelFailed(f"the model's server sent more than {LARGEST:,} bytes")
                    if time.monotonic() > until:
                        raise _too_slow(limit)
                status, wait = answer.status_code, answer.headers.get("retry-after", "")
        except httpx.TimeoutException as error:
            raise _too_slow(limit) from error
        except httpx.HTTPError as error:
            if not last:
                self.pause(PAUSE)
                return None
            raise ModelFailed(
                f"the model's server at {self._where()} cannot be reached ({type(error).__name__})",
                remedy="Check PINCITE_MODEL_URL and that the server runs; the chat can be gone on with.",
            ) from error
        if status == 429 or status >= 500:
            if not last:
                self.pause(_wait(wait))
                return None
            raise ModelFailed(f"the model's server is busy or broken (HTTP {status})", remedy="Try again later.")
        if status != 200:
            raise ModelFailed(
                f"the model's server refused the request (HTTP {status}): {self._said(data)}", remedy=_remedy(status)
            )
        return _object(bytes(data))

    def _open(self) -> httpx.Client:
        import httpx  # noqa: PLC0415 (as above)

        if self._client is None:
            # a proxy of the environment is for other machines than this one
            self._client = httpx.Client(follow_redirects=False, trust_env=not self._own)
        return self._client

    def _headers(self) -> dict[str, str]:
        name, prefix = self.key_header
        return {**self.headers, **({name: f"{prefix}{self.key.reveal()}"} if self.key else {})}

    def _where(self) -> str:
        return urlsplit(self.url).netloc

    def _said(self, data: bytes | bytearray) -> str:
        """The server's own message, short, and without the key should it repeat it."""
        try:
            value = json.loads(bytes(data))
            error = value.get("error", value)
            said = error.get("message", "") if isinstance(error, dict) else error
        except (ValueError, AttributeError):
            said = bytes(data[:200]).decode("utf-8", "replace")
        text = " ".join(str(said).split())
        if self.key:
            text = text.replace(self.key.reveal(), "***")
        return "".join(each for each in text if each.isprintable())[:300]


def _too_slow(seconds: float) -> ModelFailed:
    return ModelFailed(
        f"the model did not answer within {seconds:.0f} seconds",
        remedy="Give it more time with --seconds, or choose a smaller model.",
    )


def _wait(said: str) -> float:
    return min(float(said), LONGEST_PAUSE) if said.isascii() and said.isdigit() else PAUSE


def _remedy(status: int) -> str:
    if status in (401, 403):
        return "Check PINCITE_MODEL_KEY."
    return "Check PINCITE_MODEL and PINCITE_MODEL_URL." if status in (400, 404) else ""


def _object(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ModelFailed("the model's server sent no JSON", remedy="Check PINCITE_MODEL_URL.") from error
    if not isinstance(value, dict):
        raise ModelFailed("the model's server sent no JSON object", remedy="Check PINCITE_MODEL_URL.")
    return value


def function_tools(request: Request) -> list[dict[str, Any]]:
    """The tools of a request as OpenAI's protocol writes them; others took that form over."""
    return [
        {
            "type": "function",
            "function": {"name": each.name, "description": each.description, "parameters": dict(each.parameters)},
        }
        for each in request.tools
    ]


def integer(value: Any) -> int:
    """A count that a server sent; 0 for what is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53 else 0
