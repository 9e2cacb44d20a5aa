"""Addresses of a configuration: none that leads inward or to a cloud's metadata."""

from __future__ import annotations

import pytest

from pincite.access.addresses import METADATA, check_address, is_inward
from pincite.errors import BadInput

PUBLIC = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]


def test_a_public_address_over_https_may_be_asked() -> None:
    assert (
        check_address("https://login.firm.example/.well-known/x", PUBLIC) == "https://login.firm.example/.well-known/x"
    )


@pytest.mark.parametrize("inward", [True, False])
@pytest.mark.parametrize(
    "address", [*sorted(a for a in METADATA if a[0].isdigit()), "169.254.7.7", "fe80::1", "::ffff:169.254.169.254"]
)
def test_attack_a_name_that_leads_to_metadata_is_never_asked(address: str, inward: bool) -> None:
    with pytest.raises(BadInput, match=r"machine.s own secrets|private network"):
        check_address("https://login.firm.example/", [*PUBLIC, address], inward=inward)
    with pytest.raises(BadInput):
        check_address("https://metadata.google.internal/", PUBLIC, inward=inward)


@pytest.mark.parametrize(
    "address",
    ["10.0.0.5", "192.168.1.1", "127.0.0.1", "::1", "fd12::1", "0.0.0.0", "::ffff:10.0.0.1", "100.64.0.1", "224.0.0.1"],
)
def test_a_private_address_is_asked_only_where_the_operator_says_so(address: str) -> None:
    assert is_inward(address)
    with pytest.raises(BadInput, match="private network"):
        check_address("https://login.firm.example/", [address])
    check_address("https://login.firm.example/", [address], inward=True)


@pytest.mark.parametrize(
    "url",
    [
        "http://login.firm.example/",
        "file:///etc/passwd",
        "gopher://x/",
        "https://a:b@login.example/",
        "https://",
        "https://x:99999/",
        "https://x/#y",
    ],
)
def test_what_is_no_plain_https_address_is_refused(url: str) -> None:
    with pytest.raises(BadInput):
        check_address(url, PUBLIC, inward=True)


def test_http_is_for_this_machine_alone_and_only_where_it_is_said() -> None:
    check_address("http://127.0.0.1:9000/", ["127.0.0.1"], insecure=True)
    for resolved, insecure in ((["127.0.0.1"], False), (PUBLIC, True), (["127.0.0.1", *PUBLIC], True)):
        with pytest.raises(BadInput):
            check_address("http://login.firm.example/", resolved, insecure=insecure)
