"""What the claims of an identity provider mean here: which tenant, which roles in which matters. By a file the operator wrote.

Keeps true: claims give what the file says they give and nothing else. A person whose claims match no rule comes in nowhere; two
tenants for one person are a refusal, not a choice. Where a rule asks for a verified address, an address that is not verified does
not count.

The file, YAML:

    issuer: https://login.firm.example      # exactly as the provider calls itself
    client_id: pincite
    name: email                             # the claim shown as a person's name (default: name, then email, then sub)
    tenants:
      - tenant: firm-a
        when: {groups: [legal-team]}        # every claim named must hold one of the values
      - tenant: firm-b
        when: {hd: [b.example]}
    roles:
      - role: reader
        when: {groups: [legal-team]}
      - role: approver
        matters: [harbour]                  # all matters of the tenant when none is named
        when: {groups: [partners]}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.access.principal import ALL_MATTERS, Denied, check_name
from pincite.access.roles import ROLES, Role, check_role
from pincite.corpus.strict_yaml import StrictMap, read_map
from pincite.errors import BadInput

__all__ = ["Admitted", "Provider", "Rule", "admit", "read_provider"]

_REMEDY = "docs/server.md shows the file."
_KEYS = ("issuer", "client_id", "scopes", "name", "tenants", "roles", "algorithms")
ALGORITHMS = ("RS256", "ES256", "EdDSA", "PS256")
"""Of signatures that are taken: asymmetric ones only, since a client's secret is no key of the provider."""
_ASYMMETRIC = {*ALGORITHMS, "RS384", "RS512", "ES384", "ES512", "PS384", "PS512"}


@dataclass(frozen=True, slots=True)
class Rule:
    """What is given to whom: `what` is a tenant or a role, `when` claims and their values."""

    what: str
    when: Mapping[str, frozenset[str]]
    matters: tuple[str, ...] = (ALL_MATTERS,)

    def holds(self, claims: Mapping[str, Any]) -> bool:
        """Whether every claim named has one of the values."""
        return all(not wanted.isdisjoint(_values(claims, name)) for name, wanted in self.when.items())


def _values(claims: Mapping[str, Any], name: str) -> frozenset[str]:
    """A claim as a set of texts; a path with dots leads into objects, as in `realm_access.roles`."""
    value: Any = claims.get(name)
    if value is None and "." in name:
        value = claims
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
    if name == "email" and claims.get("email_verified") is not True:
        return frozenset()
    if isinstance(value, str):
        return frozenset((value,))
    if isinstance(value, Sequence):
        return frozenset(each for each in value if isinstance(each, str))
    return frozenset()


@dataclass(frozen=True, slots=True)
class Provider:
    """An identity provider and what its claims give."""

    issuer: str
    client_id: str
    scopes: tuple[str, ...]
    name: str
    tenants: tuple[Rule, ...]
    roles: tuple[Rule, ...]
    algorithms: tuple[str, ...] = ALGORITHMS


@dataclass(frozen=True, slots=True)
class Admitted:
    """A person whom a provider vouches for."""

    tenant: str
    user: str
    name: str
    roles: frozenset[tuple[str, Role]]


def admit(provider: Provider, claims: Mapping[str, Any]) -> Admitted:
    """Who this is here; the claims were verified.

    Raises:
        Denied: no rule, or rules for two tenants, or no role.

    """
    remedy = "Whoever runs the server maps groups to tenants and roles."
    tenants = {rule.what for rule in provider.tenants if rule.holds(claims)}
    if len(tenants) != 1:
        why = "for no tenant" if not tenants else "for several tenants"
        raise Denied(f"the identity provider knows you, and its claims are {why} here", remedy=remedy)
    roles = frozenset(
        (matter, check_role(rule.what)) for rule in provider.roles if rule.holds(claims) for matter in rule.matters
    )
    subject = claims.get("sub")
    if not isinstance(subject, str) or not subject:
        raise Denied("the identity provider does not say who you are", remedy=remedy)
    # the subject alone is unique at its issuer only, and an address may be given to somebody else later
    user = f"{provider.issuer}#{subject}"
    named = next(
        (v for key in (provider.name, "name", "email") if isinstance(v := claims.get(key), str) and v), subject
    )
    return Admitted(tenants.pop(), user, "".join(c for c in named if c.isprintable())[:100], roles)


def read_provider(data: bytes, name: str = "the file of the identity provider") -> Provider:
    """A provider as the operator wrote it.

    Raises:
        BadInput: it cannot be read or used.

    """
    given = read_map(data, name=name, what="an identity provider", remedy=_REMEDY, known=_KEYS)
    issuer, client = given.text("issuer"), given.text("client_id")
    scopes = tuple(dict.fromkeys(("openid", *(given.texts("scopes", default=True) or ("profile", "email")))))
    algorithms = given.texts("algorithms", default=True) or ALGORITHMS
    if not set(algorithms) <= _ASYMMETRIC:
        raise BadInput(f"{name}: algorithms must be asymmetric ones, such as RS256", remedy=_REMEDY)
    shown = given.text("name", default="name")
    tenants = tuple(given.each("tenants", _tenant))
    roles = tuple(given.each("roles", _role, default=True))
    given.close()
    return Provider(issuer, client, scopes, shown, tenants, roles, algorithms)


def _tenant(entry: StrictMap) -> Rule:
    return Rule(check_name("tenant", entry.text("tenant")), _when(entry))


def _role(entry: StrictMap) -> Rule:
    role = entry.one_of("role", ROLES)
    matters = entry.texts("matters", default=True)
    return Rule(
        role, _when(entry), tuple(m if m == ALL_MATTERS else check_name("matter", m) for m in matters) or (ALL_MATTERS,)
    )


def _when(entry: StrictMap) -> Mapping[str, frozenset[str]]:
    """The conditions of a rule: one without any would let in whoever the provider knows."""
    node = entry.take("when", required=True)
    assert node is not None, "it is required"
    claims = StrictMap(entry.name, node, "when", remedy=_REMEDY)
    found = {key.value: frozenset(claims.texts(key.value)) for key in claims.keys}
    if not found:
        raise entry.wrong(node, "when names no claim, so the rule would hold for everybody")
    return found
