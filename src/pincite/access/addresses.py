"""Which addresses a server asks by itself: those its operator wrote into its configuration, and of those none that lead inward.

Keeps true: no address that stands in a request, a draft or a claim is ever fetched (nothing here takes one from there); a configured
address is https, bears no password, and leads neither to a service of the machine's own cloud (metadata) nor, unless the operator
says so by name, into a private network.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from pincite.errors import BadInput

__all__ = ["METADATA", "check_address", "is_inward"]

METADATA = frozenset(
    ("169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "fd00:ec2::254", "metadata.google.internal",
     "metadata", "metadata.azure.internal", "instance-data")
)  # fmt: skip
"""Where clouds answer a machine of its own secrets; never asked, whatever is configured."""


def is_inward(address: str) -> bool:
    """Whether an IP address leads to this machine, a private network, or nowhere in public."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    teredo = getattr(ip, "teredo", None)
    inner = [each for each in (mapped, teredo[1] if teredo else None) if each is not None]
    return not ip.is_global or ip.is_multicast or any(not each.is_global for each in inner)


def check_address(url: str, resolved: Iterable[str], *, inward: bool = False, insecure: bool = False) -> str:
    """An address of a configuration.

    Args:
        url: the address.
        resolved: the IP addresses its name leads to now.
        inward: whether the operator allows private addresses (a provider in the house).
        insecure: whether http is allowed, and only to this machine (tests).

    Raises:
        BadInput: it may not be asked, and why.

    """
    remedy = "It is an address of the server's configuration: docs/server.md."
    try:
        parts = urlsplit(url)
        host, _ = (parts.hostname or "").rstrip(".").lower(), parts.port
    except ValueError as error:
        raise BadInput(f"{url[:100]!r} is no address: {error}", remedy=remedy) from error
    found = [each.partition("%")[0] for each in resolved]
    own = bool(found) and all(ipaddress.ip_address(each).is_loopback for each in found)
    if parts.scheme != "https" and not (parts.scheme == "http" and insecure and own):
        raise BadInput(f"{url[:100]} is not asked: only https is", remedy=remedy)
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise BadInput(f"{host or url[:100]} is not asked: an address bears no password and no fragment", remedy=remedy)
    if host in METADATA or any(each in METADATA or _link_local(each) for each in found):
        raise BadInput(f"{host} is not asked: clouds answer there with the machine's own secrets", remedy=remedy)
    if not (insecure and own) and not inward and any(is_inward(each) for each in found):
        raise BadInput(
            f"{host} leads into a private network", remedy="Start with --inward if the provider is in the house."
        )
    return url


def _link_local(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    mapped = getattr(ip, "ipv4_mapped", None)
    return ip.is_link_local or (mapped is not None and mapped.is_link_local)
