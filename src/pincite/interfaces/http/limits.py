"""How much may be asked: sizes of bodies, requests a second, streams and jobs at a time, seconds for a body and for an answer.

Keeps true: a body is never read further than it may be long; who asks too often is told when to come again (429, Retry-After), one caller's
haste is nobody else's wait; wrong credentials are slowed by address.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pincite.interfaces.http.problems import Problem

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Buckets", "Limiting", "Limits", "too_often"]

_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """See the module.

    Attributes:
        body: bytes of a JSON body.
        upload: bytes of a body in which files are handed in.
        rate, burst: requests a second of one caller, and how many at once; 0 for no limit.
        wrong: wrong credentials a minute from one address.
        body_seconds: in which a body must have come.
        streams: of events, of one caller at a time.
        jobs: of one tenant that wait or run.
        files: of one batch.
        verify_seconds: for which a request waits for a draft to be verified.

    """

    body: int = 4 * 1024 * 1024
    upload: int = 50 * 1024 * 1024
    rate: float = 2000.0
    burst: int = 4000
    wrong: int = 30
    body_seconds: float = 60.0
    streams: int = 20
    jobs: int = 500
    files: int = 200
    verify_seconds: float = 60.0


class Buckets:
    """Token buckets by caller; those not seen for longest are forgotten first."""

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._held: OrderedDict[Any, tuple[float, float]] = OrderedDict()

    def wait(self, caller: Any, *, take: bool = True) -> float:
        """Seconds until this caller may ask again; 0 when it may now."""
        if not self._rate:
            return 0.0
        now = self._clock()
        left, at = self._held.get(caller, (float(self._burst), now))
        left = min(float(self._burst), left + (now - at) * self._rate)
        wanting = left < 1
        if take and not wanting:
            left -= 1
        self._held[caller] = left, now
        self._held.move_to_end(caller)
        while len(self._held) > _KEPT:
            self._held.popitem(last=False)
        return (1 - left) / self._rate if wanting else 0.0


def too_often(seconds: float) -> Problem:
    """The refusal of who asks too often."""
    whole = max(1, int(seconds + 0.999))
    return Problem(
        429, "too_often", "too many requests", do=f"Ask again in {whole} s.", headers={"Retry-After": str(whole)}
    )


class Limiting:
    """Bounds the body of each request: its bytes and its time."""

    def __init__(self, app: ASGIApp, limits: Limits, uploads: tuple[str, ...] = ()) -> None:
        self._app = app
        self._limits = limits
        self._uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with its body bounded."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._limits.upload if scope["path"].startswith(self._uploads or ("\0",)) else self._limits.body
        said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not said.isdigit() or int(said[:20]) > most:
            raise _too_large(most)
        came, until, whole = 0, time.monotonic() + self._limits.body_seconds, False

        async def bounded() -> Message:
            nonlocal came, whole
            if whole:  # after the body there is only the end of the connection to be waited for
                return await receive()
            try:
                async with asyncio.timeout(max(0.01, until - time.monotonic())):
                    message = await receive()
            except TimeoutError as error:
                raise Problem(
                    408, "too_slow", "the body did not come in time", headers={"Connection": "close"}
                ) from error
            came += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if came > most:
                raise _too_large(most)
            return message

        await self._app(scope, bounded, send)


def _too_large(most: int) -> Problem:
    return Problem(
        413,
        "too_large",
        f"the body is longer than {most:,} bytes",
        do="Hand it in in parts, or as a file at /v1/jobs.",
        headers={"Connection": "close"},
    )
