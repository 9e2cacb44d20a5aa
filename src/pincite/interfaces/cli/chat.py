"""`pincite chat …`: a chat whose evidence is earned; one command a verb, each calls one workflow and shows what it gave."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json

if TYPE_CHECKING:
    from pincite.ledger.state import ChatState, Row
    from pincite.workflows.chat import Acting
    from pincite.workflows.propose import Accepted, Refused

__all__ = ["acting_in", "named", "register"]

EXIT_REFUSED = 1

chat = typer.Typer(
    help="Chats whose evidence is earned: open, quote, have it checked.",
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Name = Annotated[str, typer.Argument(metavar="CHAT", help="The chat's name.")]
Store = Annotated[str, typer.Option("--store", help="The ledger: a file, or postgresql://….")]
Tenant = Annotated[str, typer.Option("--tenant", help="Whose chats these are.")]
Matter = Annotated[str, typer.Option("--matter", help="The matter the chat belongs to.")]
Actor = Annotated[str, typer.Option("--actor", help="Who acts; recorded with the entry.")]
Form = Annotated[Format, typer.Option("--format", help="text or json.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(chat, name="chat")


@contextmanager
def acting_in(
    store: str, name: str, tenant: str, matter: str, actor: str = "user", *, create: bool = False
) -> Iterator[Acting]:
    """Who acts in a chat of a store, which is closed afterwards."""
    from pincite import wiring

    ledger = wiring.open_ledger(store, create=create)
    try:
        yield wiring.acting(ledger, name, tenant=tenant, matter=matter, actor=actor)
    finally:
        ledger.close()


@chat.command("new")
def new(
    store: Store,
    name: Annotated[str, typer.Argument(metavar="[CHAT]", help="Its name; one is made up if not given.")] = "",
    title: Annotated[str, typer.Option("--title", help="What the chat is about.")] = "",
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
    format_: Form = Format.text,
) -> None:
    """Begin a chat; makes the ledger's file where it is not there."""
    from pincite.workflows.chat import new_chat

    with acting_in(store, name, tenant, matter, actor, create=True) as acting:
        entry = new_chat(acting, title)
        if format_ is Format.json:
            print_json({"schema": "pincite.chat-new/1", **named(acting), "entry": entry.seq})
        else:
            typer.echo(acting.chat.chat)


@chat.command("list")
def list_(
    store: Store,
    tenant: Tenant = "local",
    matter: Annotated[str, typer.Option("--matter", help="Only those of this matter.")] = "",
    format_: Form = Format.text,
) -> None:
    """List the chats of a tenant."""
    from pincite import wiring

    ledger = wiring.open_ledger(store)
    try:
        found = ledger.chats(tenant, matter)
    finally:
        ledger.close()
    if format_ is Format.json:
        listed = [{"matter": e.id.matter, "chat": e.id.chat, "at": e.at, "entries": e.entries} for e in found]
        print_json({"schema": "pincite.chats/1", "tenant": tenant, "chats": listed})
    else:
        for each in found:
            typer.echo(f"{each.id.matter}  {each.id.chat}  since {each.at}  {each.entries} entries")


@chat.command("ask")
def ask_(
    name: Name,
    question: Annotated[str, typer.Argument(help="What is asked.")],
    store: Store,
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
) -> None:
    """Record a question."""
    from pincite.workflows.chat import ask

    with acting_in(store, name, tenant, matter, actor) as acting:
        typer.echo(f"entry {ask(acting, question).seq}")


@chat.command("open")
def open_(
    name: Name,
    reference: Annotated[
        str, typer.Argument(help="A reference (hk/cap486#s33) or a citation as written («Art. 8 BV»).")
    ],
    store: Store,
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    language: Language = "",
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
    format_: Form = Format.text,
) -> None:
    """Open a document or a provision in the chat, so that it can be quoted.

    Exit status: 0 it is open, 1 it is not there (or nothing can be said), 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.interfaces.cli.open import as_text
    from pincite.workflows.chat import open_in_chat
    from pincite.workflows.open_place import as_json

    with (
        wiring.open_corpus(release or (), at_release=at_release or ()) as corpus,
        acting_in(store, name, tenant, matter, actor) as acting,
    ):
        found = open_in_chat(
            acting,
            corpus,
            reference,
            extract=lambda text: wiring.extractor().extract(text).mentions,
            url=wiring.official_url,
            language=language,
            as_of=as_of,
        )
        if format_ is Format.json:
            shown = as_json(found.opened) | named(acting)
            print_json(shown | {"entry": found.entry.seq if found.entry else None})
        else:
            typer.echo(as_text(found.opened))
            if found.entry:
                typer.echo(f"\nOpen in the chat {name} (entry {found.entry.seq}).")
    if found.entry is None:
        raise typer.Exit(EXIT_REFUSED)


@chat.command("propose")
def propose_(
    name: Name,
    reference: Annotated[str, typer.Argument(help="The document, with or without a place.")],
    store: Store,
    quote: Annotated[str, typer.Option("--quote", help="The words, copied from what was opened.")],
    enquiry: Annotated[str, typer.Option("--enquiry", help="The line of enquiry they serve.")],
    reason: Annotated[str, typer.Option("--reason", help="Why they matter for it.")],
    relevance: Annotated[
        str, typer.Option("--relevance", help="direct (it rules the question) or analogical (by likeness).")
    ] = "direct",
    release: Releases = None,
    at_release: AtRelease = None,
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
    format_: Form = Format.text,
) -> None:
    """Propose a passage as evidence: it gets a number, or you read what stands there instead and what to call next.

    Exit status: 0 accepted, 1 refused (nothing is recorded), 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.workflows.propose import Accepted, Proposal, as_json, propose

    with (
        wiring.open_corpus(release or (), at_release=at_release or ()) as corpus,
        acting_in(store, name, tenant, matter, actor) as acting,
    ):
        outcome = propose(
            acting,
            corpus,
            Proposal(reference, quote, enquiry, relevance, reason),
            extract=lambda text: wiring.extractor().extract(text).mentions,
            url=wiring.official_url,
        )
    if format_ is Format.json:
        print_json(as_json(outcome))
    elif isinstance(outcome, Accepted):
        typer.echo(_accepted(outcome))
    else:
        typer.echo(_refused(outcome, name, store))
    if not isinstance(outcome, Accepted):
        raise typer.Exit(EXIT_REFUSED)


def _accepted(outcome: Accepted) -> str:
    from pincite.reports.lookup import sentence

    row = outcome.evidence
    lines = [f"E{outcome.number}  {row.reference}  {row.title}", f"    “{row.quote}”"]
    lines += [f"! {sentence(code)}" for code in row.findings]
    return "\n".join([*lines, row.url] if row.url else lines)


def _refused(outcome: Refused, name: str, store: str) -> str:
    from pincite.reports.chat import sentence

    lines = [f"refused: {sentence(outcome.code)}  ({outcome.reference})"]
    for source, proposed in outcome.differs:
        lines.append(f"  the source has «{source}», the proposal «{proposed}»")
    lines += [f"  it stands at {place}" for place in outcome.places]
    lines += [f"  near it: {each.reference}" for each in outcome.suggestions]
    if outcome.text:
        lines += ["", f"What stands there{f' ({outcome.place})' if outcome.place else ''}:"]
        lines += [f"    {line}" for line in outcome.text.split("\n")]
    if outcome.next:
        lines += ["", "Next:", f"  {_call(outcome, name, store)}"]
    return "\n".join(lines)


def _call(outcome: Refused, name: str, store: str) -> str:
    assert outcome.next is not None
    arguments = dict(outcome.next.arguments)
    words = ["pincite", "chat", outcome.next.verb, name, arguments.pop("reference", outcome.reference)]
    for key, value in arguments.items():
        words += [f"--{key}", value]
    shown = shlex.join([*words, "--store", store])
    return shown if outcome.next.verb == "open" else f"{shown} …"


@chat.command("evidence")
def evidence_(
    name: Name, store: Store, tenant: Tenant = "local", matter: Matter = "default", format_: Form = Format.text
) -> None:
    """List the rows of a chat by number: what an answer may cite, and what was withdrawn."""
    from pincite.workflows.chat import chat_state

    with acting_in(store, name, tenant, matter) as acting:
        state = chat_state(acting)
        if format_ is Format.json:
            print_json(_evidence_json(state))
        else:
            typer.echo(_evidence_text(state))


def _evidence_text(state: ChatState) -> str:
    if not state.rows:
        return "no evidence yet"
    return "\n".join(line for row in state.rows for line in _row_lines(row))


def _row_lines(row: Row) -> list[str]:
    status = "" if row.status == "standing" else f"  [{row.status}{f': {row.why}' if row.why else ''}]"
    if row.evidence is None:
        return [f"{row.name}{status}"]
    held = row.evidence
    return [
        f"{row.name}  {held.reference}  {held.title}{status}",
        f"    “{held.quote}”",
        f"    {held.relevance}: {held.reason}  ({held.line_of_enquiry})",
        *([f"    {held.url}"] if held.url else []),
    ]


def _evidence_json(state: ChatState) -> dict[str, Any]:
    from pincite.ledger.evidence import evidence_body

    rows = [
        {
            "row": row.name,
            "status": row.status,
            "why": row.why,
            "entry": row.seq,
            "at": row.at,
            "actor": row.actor,
            "evidence": evidence_body(row.evidence) if row.evidence else None,
        }
        for row in state.rows
    ]
    id_ = state.chat
    return {"schema": "pincite.evidence/1", "tenant": id_.tenant, "matter": id_.matter, "chat": id_.chat, "rows": rows}


@chat.command("withdraw")
def withdraw_(
    name: Name,
    row: Annotated[str, typer.Argument(help="The row, such as E3.")],
    store: Store,
    reason: Annotated[str, typer.Option("--reason", help="Why.")],
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
    format_: Form = Format.text,
) -> None:
    """Withdraw a row: it stays to be seen, and no answer can cite it any more."""
    from pincite.workflows.chat import row_number, withdraw

    with acting_in(store, name, tenant, matter, actor) as acting:
        gone = withdraw(acting, row_number(row), reason)
    if format_ is Format.json:
        print_json({"schema": "pincite.withdrawn/1", "row": gone.name, "reason": reason})
    else:
        typer.echo(f"{gone.name} is withdrawn.")


@chat.command("prepare")
def prepare_(
    store: Annotated[str, typer.Option("--store", help="postgresql://…, as the owner of the tables.")],
    role: Annotated[str, typer.Option("--role", help="The role as which pincite will work; made if need be.")],
) -> None:
    """Make the tables of a ledger and of a server's jobs in PostgreSQL, or bring them up to date, and grant the working role its rights."""
    from pincite.storage.open_jobs import prepare_jobs
    from pincite.storage.postgres.ledger import prepare

    typer.echo(f"version {prepare(store, role)}")
    prepare_jobs(store, role)


def named(acting: Acting) -> dict[str, str]:
    """The chat by its three names."""
    return {"tenant": acting.chat.tenant, "matter": acting.chat.matter, "chat": acting.chat.chat}
