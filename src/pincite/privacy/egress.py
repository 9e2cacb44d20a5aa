"""The door: whoever sends anything to another program or machine asks first, and what left is listed.

Keeps true:
1. `ask` comes before sending. It either records what is about to leave and returns, or raises `Withheld`, and then nothing may
   be sent: a caller that forgets to look at an answer sends nothing.
2. `strict`: nothing leaves but to a local judge that was configured by address. With the setting `existence_lookup: remote`
   a canonical reference may leave too, and nothing beside it.
3. `balanced`: what comes from a privileged passage, holds the words of one, or does not say where it comes from, stays.
4. `cloud`: all may leave.
5. What left is listed: destination, content, sha256 and number of characters; never the words themselves.

How a connector uses it:

    egress.ask(Parcel("https://service.example/mcp", "reference", query, reference="ch/bge/140/III/86"))    raises Withheld
    egress.ask(Parcel(url, "claim", prompt, spans=(claim.span,)))
    ... then send exactly `text`
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol
from urllib.parse import urlsplit

from pincite.digests import sha256_text
from pincite.errors import PinciteError
from pincite.identity.reference import Reference
from pincite.text.span import Span

__all__ = ["MODES", "Content", "Door", "Egress", "Left", "Mode", "Parcel", "Withheld", "is_loopback", "nothing_leaves"]

Mode = Literal["strict", "balanced", "cloud"]
MODES: tuple[Mode, ...] = ("strict", "balanced", "cloud")
"""From the strictest to the most open."""

Content = Literal["reference", "claim"]
"""`reference`: the name of a document or a place and nothing of the draft's own words; `claim`: words of the draft, alone or
with words of a source, and anything else that is not a reference."""

_LONGEST_REFERENCE = 200
_SHORTEST_KEPT = 12
"""Words of a privileged passage shorter than this are not looked for in other texts: they stand everywhere."""


class Withheld(PinciteError):
    """Something may not leave in this privacy mode; `reason` is the code of why."""

    code = "withheld"

    def __init__(self, reason: str, destination: str) -> None:
        super().__init__(
            f"nothing was sent to {destination}: {reason.replace('_', ' ')}",
            remedy="The privacy mode is set with --privacy; see docs/privacy.md.",
        )
        self.reason = reason
        self.destination = destination


@dataclass(frozen=True, slots=True)
class Parcel:
    """What somebody wants to send.

    Attributes:
        destination: the address it goes to, as a URL (`https://service.example/mcp`).
        content: what it is made of.
        text: exactly the words that leave, without what the protocol puts around them.
        spans: where in the draft its words stand, or the citation that is asked about; empty means: not known.
        reference: the canonical reference asked about, for `content` «reference».

    """

    destination: str
    content: Content
    text: str
    spans: tuple[Span, ...] = ()
    reference: str = ""


class Left(NamedTuple):
    """One thing that left, as the report lists it."""

    destination: str
    content: Content
    sha256: str
    characters: int

    def as_json(self) -> dict[str, str | int]:
        """As in the report."""
        return dict(self._asdict())


class Egress(Protocol):
    """The port; one for each draft. May be asked by several threads at once."""

    @property
    def mode(self) -> Mode:
        """The privacy mode that holds."""

    def ask(self, parcel: Parcel) -> None:
        """Ask for leave to send, once for each time it is sent (a second try asks again); what may leave is listed.

        Raises:
            Withheld: it may not.

        """

    def objection(self, parcel: Parcel) -> str:
        """Why it may not leave, as a code; "" when it may. Lists nothing."""

    def left(self) -> Sequence[Left]:
        """What left so far, in an order that does not depend on time."""

    def watch(self, text: str, privileged: Sequence[Span]) -> None:
        """Take the draft whose words are asked about from now on; the list of what left begins anew."""


@dataclass(slots=True)
class Door:
    """The `Egress` of a session; see the module.

    Attributes:
        mode: the mode that holds.
        local_judges: origins (`http://127.0.0.1:11434`) of judges on this machine that were configured.
        remote_existence: the setting `existence_lookup: remote`.
        text: the draft; privileged: its spans that are to be kept back; both of the draft whose words are asked about.

    """

    mode: Mode = "strict"
    local_judges: Collection[str] = ()
    remote_existence: bool = False
    text: str = ""
    privileged: Sequence[Span] = ()
    _left: list[Left] = field(default_factory=list)
    _kept: tuple[str, ...] | None = None

    def ask(self, parcel: Parcel) -> None:
        """See `Egress`."""
        reason = self.objection(parcel)
        if reason:
            raise Withheld(reason, origin_of(parcel.destination))
        self._left.append(
            Left(origin_of(parcel.destination), parcel.content, sha256_text(parcel.text), len(parcel.text))
        )

    def objection(self, parcel: Parcel) -> str:
        """See `Egress`."""
        if self.mode == "cloud" or self._is_local_judge(parcel.destination):
            return ""
        if parcel.content == "reference" and self.remote_existence and _is_bare_reference(parcel):
            return ""
        if self.mode == "strict":
            return "strict_mode"
        if not parcel.spans:
            return "origin_not_known"
        if any(span.overlaps(kept) for span in parcel.spans for kept in self.privileged):
            return "privileged_passage"
        return "privileged_words" if self._holds_privileged_words(parcel.text) else ""

    def left(self) -> Sequence[Left]:
        """See `Egress`."""
        return sorted(self._left)

    def watch(self, text: str, privileged: Sequence[Span]) -> None:
        """See `Egress`."""
        self.text, self.privileged = text, tuple(privileged)
        self._left, self._kept = [], None

    def _is_local_judge(self, destination: str) -> bool:
        return is_loopback(destination) and origin_of(destination) in {origin_of(each) for each in self.local_judges}

    def _holds_privileged_words(self, text: str) -> bool:
        if self._kept is None:
            lines = (line for span in self.privileged for line in self.text[span.start : span.end].splitlines())
            squeezed = (_squeezed(line) for line in lines)
            self._kept = tuple(line for line in squeezed if len(line) >= _SHORTEST_KEPT)
        seen = _squeezed(text)
        return any(line in seen for line in self._kept)


def nothing_leaves() -> Door:
    """The door of somebody who configured nothing: strict, and no local judge."""
    return Door()


def origin_of(url: str) -> str:
    """Scheme, host and port of an address, without name, password, path or question; the text itself where it is no address."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return url
    if not parts.scheme or not parts.hostname:
        return url
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{port}"


def is_loopback(url: str) -> bool:
    """Whether an address is one of this machine; a name other than `localhost` is not, wherever it leads."""
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return False
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_bare_reference(parcel: Parcel) -> bool:
    """Whether a parcel holds the name of a document, in one line, and no sentence."""
    try:
        Reference.parse(parcel.reference)
    except ValueError:
        return False
    return len(parcel.text) <= _LONGEST_REFERENCE and "\n" not in parcel.text


def _squeezed(text: str) -> str:
    return " ".join(text.casefold().split())
