"""Chooses the implementations: one name for each thing that is put together, by leaf files of their own.

Keeps true: below this room nothing chooses what reads a file, asks a service or keeps an entry.
"""

from pincite.wiring.chats import acting, answering, language_model, now, open_ledger
from pincite.wiring.checking import checks_again, door_of, privacy_for, verify
from pincite.wiring.installed import (
    catalogue,
    citation_in,
    extractor,
    house_writer,
    names_of,
    official_url,
    packs,
    readers,
    ruled_out,
)
from pincite.wiring.judges import judge_addresses, judge_of, service_judge
from pincite.wiring.releases import build, no_releases, open_corpus, open_pool, pull
from pincite.wiring.rules import code_of, versions
from pincite.wiring.services import check_services, contracts_of, live_corpus, live_services, service_tools
from pincite.wiring.sources import add, check_lock, fetch, write_spec
from pincite.wiring.users import administering, identity_provider, open_users

__all__ = [
    "acting",
    "add",
    "administering",
    "answering",
    "build",
    "catalogue",
    "check_lock",
    "check_services",
    "checks_again",
    "citation_in",
    "code_of",
    "contracts_of",
    "door_of",
    "extractor",
    "fetch",
    "house_writer",
    "identity_provider",
    "judge_addresses",
    "judge_of",
    "language_model",
    "live_corpus",
    "live_services",
    "names_of",
    "no_releases",
    "now",
    "official_url",
    "open_corpus",
    "open_ledger",
    "open_pool",
    "open_users",
    "packs",
    "privacy_for",
    "pull",
    "readers",
    "ruled_out",
    "service_judge",
    "service_tools",
    "verify",
    "versions",
    "write_spec",
]
