"""What the operator and the door do with tenants, persons, roles and credentials; each of it an entry of the tenant's log.

Keeps true: whatever changes who may do what is written to the ledger (`pincite.access.log`, a chat of the tenant) with who did it and
when; no secret is in an entry, and none is kept but as its digest. The change is made first and then told: a log that cannot be written
is an error to whoever made the change, and a change that cannot be made leaves no entry that says it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pincite.access.claims import Admitted
from pincite.access.credentials import digest_of, new_secret
from pincite.access.port import AccessStore, ApiToken, Matter, Member, Session, Tenant, User
from pincite.access.principal import ALL_MATTERS, LOG_CHAT, LOG_MATTER, Denied, Principal, check_name
from pincite.access.retention import Due, due_in, keep_days
from pincite.access.roles import Role, check_actions, check_role
from pincite.errors import BadInput
from pincite.gate.sign_off import same_key
from pincite.ledger.entries import OPENING, ChatId, Draft, payload_bytes
from pincite.ledger.port import Ledger, Stored
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import parse_vkey
from pincite.workflows.chat import Acting, erase

__all__ = ["Administering", "MadeToken", "after", "log_of", "principal_of_user"]

MOST_DAYS = 366
SESSION_HOURS = 12
IDLE_MINUTES = 60


def after(at: str, **later: float) -> str:
    """A time of entries, later by so much."""
    moved = datetime.fromisoformat(at) + timedelta(**later)
    return moved.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class MadeToken:
    """A token that was made; `secret` is shown once and kept nowhere."""

    secret: str
    token: ApiToken


@dataclass(frozen=True, slots=True)
class Administering:
    """Who administers, where, and when.

    Attributes:
        store: of tenants and persons.
        ledger: of the log.
        actor: as the log names who does it.
        at: when, as entries bear it.
        random: gives random bytes.

    """

    store: AccessStore
    ledger: Ledger
    actor: str
    at: str
    random: Callable[[int], bytes]

    # tenants and matters

    def add_tenant(self, name: str, *, title: str = "", keep: int = 0) -> Tenant:
        """Add a tenant, or change its title and how many days it keeps what entries say (0: without limit)."""
        tenant = Tenant(check_name("tenant", name), title, _days(keep), self.at)
        self.store.add_tenant(tenant)
        self.log(tenant.name, "tenant set", title=title, keep_days=keep)
        return tenant

    def add_matter(self, tenant: str, name: str, *, title: str = "", keep: int = 0) -> Matter:
        """Add a matter, or change it (0 days: as the tenant)."""
        matter = Matter(tenant, check_name("matter", name), title, _days(keep), self.at)
        self.store.add_matter(matter)
        self.log(tenant, "matter set", matter=matter.name, title=title, keep_days=keep)
        return matter

    # persons

    def add_user(self, tenant: str, id_: str, *, name: str = "", roles: Iterable[tuple[str, str]] = ()) -> User:
        """Add a person, or change the name, with roles: each its name and its matter.

        Raises:
            BadInput: a role or a matter's name that is none; nobody is added then.

        """
        given = [self._member(tenant, id_, role, matter) for role, matter in roles]
        held = self.store.user(tenant, id_)
        user = replace(held, name=name or held.name) if held else User(tenant, _user_id(id_), name, at=self.at)
        self.store.add_user(user)
        self.log(tenant, "person set", person=user.id, name=user.name)
        for each in given:
            self.grant(tenant, id_, each.role, each.matter)
        return user

    def set_key(self, tenant: str, id_: str, vkey: str) -> User:
        """Register the key by which a person signs acts; "" takes it away.

        Raises:
            BadInput: it is none, or another person's: four eyes would be two.

        """
        try:
            key = parse_vkey(vkey).vkey if vkey else ""
        except NotProven as error:
            raise BadInput(
                f"this is no verifier key: {error}", remedy="Give the .pub file of `pincite keys new`."
            ) from error
        if any(same_key(key, each.vkey) and each.id != id_ for each in self.store.users(tenant)):
            raise BadInput("this key is another person's", remedy="Each person has a key of their own.")
        user = replace(self._user(tenant, id_), vkey=key)
        self.store.add_user(user)
        self.log(tenant, "key set" if key else "key taken away", person=id_, key=key)
        return user

    def disable(self, tenant: str, id_: str, *, disabled: bool = True) -> User:
        """Let a person in no more: sessions end, and no token of theirs is taken; or let in again."""
        user = replace(self._user(tenant, id_), disabled=disabled)
        self.store.add_user(user)
        ended = self.store.end_sessions(tenant, id_) if disabled else 0
        self.log(tenant, "person disabled" if disabled else "person enabled", person=id_, sessions_ended=ended)
        return user

    def grant(self, tenant: str, id_: str, role: str, matter: str = ALL_MATTERS) -> bool:
        """Give a role; False when it was given before."""
        member = self._member(tenant, id_, role, matter)
        new = self.store.grant(member)
        if new:
            self.log(tenant, "role given", person=id_, role=role, matter=matter)
        return new

    def revoke(self, tenant: str, id_: str, role: str, matter: str = ALL_MATTERS) -> bool:
        """Take away a role that the operator gave; False when it was not given."""
        gone = self.store.revoke(self._member(tenant, id_, role, matter))
        if gone:
            self.log(tenant, "role taken away", person=id_, role=role, matter=matter)
        return gone

    # credentials

    def make_token(
        self, tenant: str, id_: str, name: str, *, scopes: Iterable[str], days: int, matters: Iterable[str] = ()
    ) -> MadeToken:
        """Make a token of a person, for some actions, matters and days.

        Raises:
            BadInput: a scope that is none, no end, or nobody of this name.

        """
        if not 1 <= days <= MOST_DAYS:
            raise BadInput(f"a token lasts 1 to {MOST_DAYS} days", remedy="Make a new one when it ends.")
        self._user(tenant, id_)
        secret = new_secret(self.random(32))
        limited = frozenset(check_name("matter", each) for each in matters)
        token = ApiToken(
            *(tenant, id_, self.random(6).hex(), digest_of(secret), check_name("token", name)),
            *(check_actions(scopes), limited, self.at, after(self.at, days=days)),
        )
        self.store.add_token(token)
        self.log(
            tenant, "token made", person=id_, token=token.id, name=token.name, scopes=sorted(token.scopes),
            matters=sorted(limited), expires=token.expires,
        )  # fmt: skip
        return MadeToken(secret, token)

    def revoke_token(self, tenant: str, token: str, *, user: str = "") -> bool:
        """Revoke a token (of this person, when one is named); False when there is none."""
        gone = self.store.revoke_token(tenant, token, self.at, user=user)
        if gone:
            self.log(tenant, "token revoked", token=token)
        return gone

    def sign_in(self, admitted: Admitted) -> tuple[str, Session]:
        """Let in whom a provider vouches for: the session's secret, and the session.

        Raises:
            Denied: the tenant is not here, or the person is disabled or has no role.

        """
        tenant, id_ = admitted.tenant, admitted.user
        if self.store.tenant(tenant) is None:
            raise Denied("your tenant is not set up here", remedy="The operator does: `pincite server tenants add`.")
        held = self.store.user(tenant, id_)
        if held is not None and held.disabled:
            self.log(tenant, "sign-in refused", person=id_, why="disabled")
            raise Denied("you are let in no more", remedy="Ask the operator.")
        if held is None or held.name != admitted.name:
            user = replace(held, name=admitted.name) if held else User(tenant, id_, admitted.name, at=self.at)
            self.store.add_user(user)
            self.log(tenant, "person set", person=id_, name=admitted.name)
        if self.store.set_provided(tenant, id_, admitted.roles):
            roles = sorted(f"{role} in {matter}" for matter, role in admitted.roles)
            self.log(tenant, "roles by the provider", person=id_, roles=roles)
        if not self.store.members(tenant, id_):
            self.log(tenant, "sign-in refused", person=id_, why="no role")
            raise Denied("you have no role here", remedy="Ask the operator.")
        secret, csrf = new_secret(self.random(32), "pcs_"), self.random(24).hex()
        ends = after(self.at, minutes=IDLE_MINUTES), after(self.at, hours=SESSION_HOURS)
        session = Session(tenant, id_, digest_of(secret), csrf, self.at, *ends)
        self.store.add_session(session)
        self.log(tenant, "signed in", person=id_)
        return secret, session

    def sign_out(self, session: Session) -> None:
        """End a session."""
        self.store.end_session(session.digest)
        self.log(session.tenant, "signed out", person=session.user)

    # retention

    def due(self, tenant: str, today: str) -> list[Due]:
        """What is due to be erased in a tenant on a day; nothing is erased."""
        held = self.store.tenant(tenant)
        if held is None:
            raise BadInput(f"there is no tenant {tenant!r}", remedy="`pincite server tenants add` adds one.")
        matters = {each.name: each for each in self.store.matters(tenant)}
        found = (
            due_in(each.id, self.ledger.entries(each.id), keep_days(held, matters, each.id.matter), today)
            for each in self.ledger.chats(tenant)
        )
        return [each for each in found if each is not None]

    def erase_due(self, tenant: str, today: str) -> list[Due]:
        """Erase what is due: payloads and salts are deleted, chains go on verifying, each erasure is an entry of its chat."""
        done = self.due(tenant, today)
        for due in done:
            acting = Acting(self.ledger, due.chat, self.actor, self.at)
            erase(acting, due.entries, reason="its time is over", ground=f"retention of {due.keep_days} days")
        if done:
            self.log(tenant, "retention", chats=len(done), entries=sum(len(each.entries) for each in done))
        return done

    # the log

    def log(self, tenant: str, what: str, **body: Any) -> None:
        """Append to the log of access of a tenant; the log begins with its first entry."""
        chat = ChatId(tenant, LOG_MATTER, LOG_CHAT)
        entry = Draft("access", self.at, payload_bytes(self.actor, {"what": what, **body}))
        if self.ledger.head(chat) is None:
            try:
                opening = Draft(
                    OPENING, self.at, payload_bytes(self.actor, {"title": "who was let in and may do what"})
                )
                self.ledger.append(chat, (opening, entry))
            except BadInput:  # another process began it in the meantime
                if self.ledger.head(chat) is None:
                    raise
            else:
                return
        self.ledger.append(chat, (entry,))

    def _user(self, tenant: str, id_: str) -> User:
        held = self.store.user(tenant, id_)
        if held is None:
            raise BadInput(f"there is no person {id_!r} in the tenant {tenant!r}", remedy="`pincite server users add`.")
        return held

    def _member(self, tenant: str, id_: str, role: str, matter: str) -> Member:
        given: Role = check_role(role)
        return Member(tenant, matter if matter == ALL_MATTERS else check_name("matter", matter), id_, given)


def log_of(ledger: Ledger, tenant: str) -> Iterator[Stored]:
    """The log of access of a tenant."""
    return ledger.entries(ChatId(tenant, LOG_MATTER, LOG_CHAT))


def principal_of_user(
    store: AccessStore, tenant: str, user: str, *, matter: str, token: ApiToken | None = None
) -> Principal | None:
    """Who a credential stands for, in a matter; None when the person is there no more or disabled.

    The roles are asked for at each request: what is taken away holds at once.
    """
    held = store.user(tenant, user)
    if held is None or held.disabled:
        return None
    roles: dict[str, frozenset[Role]] = {}
    for member in store.members(tenant, user):
        roles[member.matter] = roles.get(member.matter, frozenset()) | {member.role}
    if token is None:
        return Principal(tenant, user, roles, via="session", matter=matter)
    if token.matters:
        everywhere = roles.get(ALL_MATTERS, frozenset())
        roles = {each: roles.get(each, frozenset()) | everywhere for each in token.matters}
    return Principal(tenant, user, roles, via="token", scopes=token.scopes, token=token.id, matter=matter)


def _user_id(id_: str) -> str:
    cut = id_.strip()
    if not cut or len(cut) > 300 or not cut.isprintable() or " by token " in cut:
        raise BadInput(
            f"{id_[:40]!r} is no id of a person", remedy="Use an address, or ISSUER#SUBJECT of the provider."
        )
    return cut


def _days(keep: int) -> int:
    if keep < 0:
        raise BadInput("days are kept, none or more", remedy="0 keeps without limit.")
    return keep
