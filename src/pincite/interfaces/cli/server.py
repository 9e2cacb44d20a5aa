"""`pincite server`: the operator's commands: make ready, start, tenants and matters, persons and roles, tokens, retention.

Keeps true: who may write to the store is the operator; each command that changes who may do what is an entry of the tenant's log.
A token is printed once and is nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.options import Format, print_json

if TYPE_CHECKING:
    from pincite.workflows.administer import Administering

__all__ = ["register"]

_POSTGRES = ("postgresql://", "postgres://")


def _group(help_: str) -> typer.Typer:
    return typer.Typer(help=help_, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


server = _group("A server with users: start it, and manage tenants, persons, roles, tokens and retention.")
tenants = _group("Tenants and their matters.")
users = _group("Persons, their roles and keys.")
tokens = _group("API tokens.")
retention = _group("What is erased when its time is over.")

Store = Annotated[
    str,
    typer.Option("--store", help="The server's ledger: postgresql://…, or a file. Users lie beside it."),
]
TenantName = Annotated[str, typer.Option("--tenant", help="The tenant.")]
Person = Annotated[str, typer.Argument(help="Id of the person: an address, or ISSUER#SUBJECT of the provider.")]
Matters = Annotated[
    list[str] | None, typer.Option("--matter", help="In this matter; in all if not given.", show_default=False)
]
Form = Annotated[Format, typer.Option("--format", help="text or json.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    from pincite.interfaces.cli.server_start import start

    server.command("start")(start)
    for name, each in (("tenants", tenants), ("users", users), ("tokens", tokens), ("retention", retention)):
        server.add_typer(each, name=name)
    app.add_typer(server, name="server")


@contextmanager
def _administering(store: str, *, create: bool = False) -> Iterator[Administering]:
    from pincite import wiring

    held = wiring.open_users(store, create=create)
    try:
        ledger = wiring.open_ledger(store, create=create)
        try:
            yield wiring.administering(held, ledger)
        finally:
            ledger.close()
    finally:
        held.close()


@server.command("prepare")
def prepare(
    store: Store,
    role: Annotated[str, typer.Option("--role", help="The role as which the server connects; made if need be.")],
) -> None:
    """Make the tables of ledger, jobs and users in PostgreSQL, or bring them up to date; run by the database's owner."""
    from pincite.storage.access import prepare_access
    from pincite.storage.open_jobs import prepare_jobs
    from pincite.storage.postgres.ledger import prepare as prepare_ledger

    if not store.startswith(_POSTGRES):
        raise BadInput("a file is made ready when it is opened", remedy="Give --store postgresql://…")
    made = (prepare_ledger(store, role), prepare_jobs(store, role), prepare_access(store, role))
    typer.echo(f"ready for {role}: ledger {made[0]}, jobs {made[1]}, users {made[2]}")


# tenants


@tenants.command("add")
def add_tenant(
    name: Annotated[str, typer.Argument(help="Short name of the tenant.")],
    store: Store,
    title: Annotated[str, typer.Option("--title", help="What it is called.")] = "",
    keep: Annotated[int, typer.Option("--keep", min=0, help="Days that entries are kept; 0 without limit.")] = 0,
) -> None:
    """Add a tenant, or change its title and how long it keeps."""
    with _administering(store, create=True) as administering:
        made = administering.add_tenant(name, title=title, keep=keep)
    typer.echo(f"{made.name}: keeps {f'{keep} days' if keep else 'without limit'}")


@tenants.command("matter")
def add_matter(
    tenant: Annotated[str, typer.Argument(help="The tenant.")],
    name: Annotated[str, typer.Argument(help="Name of the matter.")],
    store: Store,
    title: Annotated[str, typer.Option("--title", help="What it is called.")] = "",
    keep: Annotated[int, typer.Option("--keep", min=0, help="Days; 0 as the tenant.")] = 0,
) -> None:
    """Add a matter to a tenant, or change it."""
    with _administering(store) as administering:
        made = administering.add_matter(tenant, name, title=title, keep=keep)
    typer.echo(f"{made.tenant}/{made.name}")


@tenants.command("show")
def show_tenant(
    tenant: Annotated[str, typer.Argument(help="The tenant.")], store: Store, format_: Form = Format.text
) -> None:
    """Show a tenant, its matters and its persons with their roles."""
    with _administering(store) as administering:
        held = administering.store.tenant(tenant)
        if held is None:
            raise BadInput(f"there is no tenant {tenant!r}", remedy="`pincite server tenants add` adds one.")
        matters, persons = administering.store.matters(tenant), administering.store.users(tenant)
        roles: dict[str, list[str]] = {}
        for member in administering.store.members(tenant):
            where = "" if member.matter == "*" else f" in {member.matter}"
            roles.setdefault(member.user, []).append(f"{member.role}{where} ({member.by})")
    if format_ is Format.json:
        print_json(
            {
                "tenant": held.name, "title": held.title, "keep_days": held.keep_days,
                "matters": [{"matter": m.name, "title": m.title, "keep_days": m.keep_days} for m in matters],
                "persons": [
                    {"person": u.id, "name": u.name, "disabled": u.disabled, "key": u.vkey, "roles": roles.get(u.id, [])}
                    for u in persons
                ],
            }
        )  # fmt: skip
        return
    typer.echo(f"{held.name}  {held.title}  keeps {f'{held.keep_days} days' if held.keep_days else 'without limit'}")
    for matter in matters:
        typer.echo(
            f"  matter {matter.name}  {matter.title}{f'  keeps {matter.keep_days} days' if matter.keep_days else ''}"
        )
    for user in persons:
        out = "  let in no more" if user.disabled else ""
        typer.echo(f"  {user.id}  {user.name}  {', '.join(roles.get(user.id, ['no role']))}{out}")


# persons


@users.command("add")
def add_user(
    person: Person,
    store: Store,
    tenant: TenantName,
    name: Annotated[str, typer.Option("--name", help="To be shown.")] = "",
    role: Annotated[list[str] | None, typer.Option("--role", help="reader, author, reviewer or approver.")] = None,
    matter: Matters = None,
) -> None:
    """Add a person, with roles if any are given. Who signs in through the provider is added at the first time."""
    with _administering(store) as administering:
        roles = [(each, where) for each in role or () for where in matter or ["*"]]
        administering.add_user(tenant, person, name=name, roles=roles)
    typer.echo(f"{person} in {tenant}{f': {chr(44).join(role)}' if role else ', without a role'}")


@users.command("grant")
def grant(
    person: Person,
    role: Annotated[str, typer.Argument(help="reader, author, reviewer or approver.")],
    store: Store,
    tenant: TenantName,
    matter: Matters = None,
) -> None:
    """Give a person a role."""
    with _administering(store) as administering:
        new = [where for where in matter or ["*"] if administering.grant(tenant, person, role, where)]
    typer.echo(f"{person}: {role} in {', '.join(new)}" if new else "nothing was changed: it was given before")


@users.command("revoke")
def revoke(
    person: Person,
    role: Annotated[str, typer.Argument(help="reader, author, reviewer or approver.")],
    store: Store,
    tenant: TenantName,
    matter: Matters = None,
) -> None:
    """Take away a role that was given here; what the provider gives is taken away there."""
    with _administering(store) as administering:
        gone = [where for where in matter or ["*"] if administering.revoke(tenant, person, role, where)]
    typer.echo(
        f"{person}: no longer {role} in {', '.join(gone)}" if gone else "nothing was changed: it was not given here"
    )


@users.command("key")
def set_key(
    person: Person,
    store: Store,
    tenant: TenantName,
    vkey: Annotated[str, typer.Argument(help="The .pub file of the person's key, or the key; - to take it away.")],
) -> None:
    """Register the key by which a person signs acts of the gate."""
    path = Path(vkey)
    key = path.read_text("utf-8").strip() if vkey != "-" and path.is_file() else vkey
    with _administering(store) as administering:
        administering.set_key(tenant, person, "" if key == "-" else key)
    typer.echo(f"{person}: {'no key' if key == '-' else key}")


@users.command("disable")
def disable(
    person: Person,
    store: Store,
    tenant: TenantName,
    enable: Annotated[bool, typer.Option("--enable", help="Let in again.")] = False,
) -> None:
    """Let a person in no more: sessions end, and no token of theirs is taken."""
    with _administering(store) as administering:
        administering.disable(tenant, person, disabled=not enable)
    typer.echo(f"{person}: {'let in again' if enable else 'let in no more'}")


# tokens


@tokens.command("new")
def new_token(
    person: Person,
    store: Store,
    tenant: TenantName,
    name: Annotated[str, typer.Option("--name", help="What it is for.")],
    scope: Annotated[
        list[str] | None, typer.Option("--scope", help="What it may; read and check if not given.")
    ] = None,
    matter: Matters = None,
    days: Annotated[int, typer.Option("--days", min=1, max=366, help="How long it lasts.")] = 90,
) -> None:
    """Make a token of a person. It is printed once, on standard output."""
    with _administering(store) as administering:
        made = administering.make_token(
            *(tenant, person, name), scopes=scope or ["read", "check"], days=days, matters=matter or ()
        )
    typer.echo(f"token {made.token.id} of {person}, until {made.token.expires[:10]}; it is shown this once:", err=True)
    typer.echo(made.secret)


@tokens.command("list")
def list_tokens(store: Store, tenant: TenantName, format_: Form = Format.text) -> None:
    """List the tokens of a tenant, without their secrets."""
    with _administering(store) as administering:
        found = administering.store.tokens(tenant)
    shown = [
        {
            "id": each.id, "person": each.user, "name": each.name, "scopes": sorted(each.scopes),
            "matters": sorted(each.matters), "at": each.at, "expires": each.expires, "revoked": each.revoked,
        }
        for each in found
    ]  # fmt: skip
    if format_ is Format.json:
        print_json({"tenant": tenant, "tokens": shown})
        return
    for each in found:
        state = f"revoked {each.revoked[:10]}" if each.revoked else f"until {each.expires[:10]}"
        typer.echo(f"{each.id}  {each.user}  {each.name}  {', '.join(sorted(each.scopes))}  {state}")


@tokens.command("revoke")
def revoke_token(
    token: Annotated[str, typer.Argument(help="Id of the token.")], store: Store, tenant: TenantName
) -> None:
    """Revoke a token."""
    with _administering(store) as administering:
        if not administering.revoke_token(tenant, token):
            raise BadInput(f"there is no token {token!r} that is not revoked", remedy="`pincite server tokens list`.")
    typer.echo(f"{token}: revoked")


# retention


@retention.command("run")
def run_retention(
    store: Store,
    tenant: TenantName,
    erase: Annotated[
        bool, typer.Option("--erase", help="Erase; without it what is due is shown and nothing done.")
    ] = False,
    date: Annotated[str, typer.Option("--date", help="As on this day; today if not given.", show_default=False)] = "",
    format_: Form = Format.text,
) -> None:
    """Show what is due to be erased in a tenant; with --erase, erase it. Chains go on verifying."""
    from pincite.text.dates import checked_date

    today = checked_date(date, "--date") if date else datetime.now(UTC).date().isoformat()
    if erase and date and date > datetime.now(UTC).date().isoformat():
        raise BadInput("what is not due yet is not erased", remedy="Leave --date out, or --erase.")
    with _administering(store) as administering:
        found = administering.erase_due(tenant, today) if erase else administering.due(tenant, today)
    if format_ is Format.json:
        due = [
            {
                "matter": d.chat.matter,
                "chat": d.chat.chat,
                "entries": list(d.entries),
                "newest": d.newest,
                "keep_days": d.keep_days,
            }
            for d in found
        ]
        print_json({"tenant": tenant, "date": today, "erased": erase, "due": due})
        return
    for each in found:
        typer.echo(
            f"{each.chat.matter}/{each.chat.chat}: {len(each.entries)} entries, the newest of {each.newest[:10]}"
        )
    total = sum(len(each.entries) for each in found)
    typer.echo(f"{'erased' if erase else 'due'}: {total} entries of {len(found)} chats")
