"""What is asked of a service, and what came: the values that workflows and clients of services share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["Answer", "Net", "Request"]


@dataclass(frozen=True, slots=True)
class Request:
    """A question to a service: method, address, header fields (names in lower case), body."""

    method: str
    address: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came.

    Attributes:
        status: of HTTP; redirects are followed and what passes is tried again before an answer is given.
        address: that answered in the end.
        headers: names in lower case.
        body: empty for a download, which lies in its file.
        at: when, ISO 8601 in UTC; of a replayed exchange, when it was recorded.

    """

    status: int
    address: str
    headers: Mapping[str, str]
    body: bytes
    at: str

    @property
    def media_type(self) -> str:
        """Without parameters, in lower case."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Net(Protocol):
    """A client of services. It asks allowed hosts only, politely, and again where that may help."""

    def ask(self, request: Request) -> Answer:
        """The answer, whole and within bounds.

        Raises:
            CannotRun: none came, or one from where nobody was asked.

        """

    def download(self, request: Request, into: str) -> Answer:
        """The answer's body as the file `into`; what came of it earlier is not fetched again.

        Raises:
            CannotRun: as `ask`.

        """
