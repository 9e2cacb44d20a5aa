"""`pincite chat checkpoint | verify | replay | export | erase`: the chain of a chat, and what is handed out of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.chat import Actor, Form, Matter, Name, Store, Tenant, acting_in, chat
from pincite.interfaces.cli.options import AtRelease, Format, Releases, print_json
from pincite.interfaces.cli.trust import PolicyFile, VerifierKeys

if TYPE_CHECKING:
    from pincite.findings import Finding
    from pincite.ledger.chain import Verification
    from pincite.ledger.checkpoint import Checkpoint
    from pincite.transparency.policy import Policy

__all__ = ["checkpoints_of", "policy_or_none", "read_bytes", "register"]

EXIT_REFUSED = 1

SignedBy = Annotated[
    Path | None,
    typer.Option("--key", help="Sign it with this key, a file made by `pincite keys new`.", show_default=False),
]
Checkpoints = Annotated[
    list[Path] | None,
    typer.Option(
        "--checkpoint", help="A checkpoint that was handed out; may be given more than once.", show_default=False
    ),
]


def register(_app: typer.Typer) -> None:
    """Add the commands to the group `chat`, which `chat` registers."""
    chat.command("checkpoint")(checkpoint)
    chat.command("verify")(verify)
    chat.command("replay")(replay)
    chat.command("export")(export)
    chat.command("erase")(erase)


def checkpoint(
    name: Name,
    store: Store,
    to: Annotated[str, typer.Option("--to", help="To whom it is given.")] = "",
    out: Annotated[Path | None, typer.Option("--out", help="Write it to this file.", show_default=False)] = None,
    key: SignedBy = None,
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
) -> None:
    """Hand out a checkpoint: kept elsewhere, it shows when an older copy of the ledger was restored.

    With --key it is a signed note, which nobody else can write.
    """
    from pincite.interfaces.cli.trust import signer_of
    from pincite.ledger.checkpoint import sign_checkpoint
    from pincite.workflows.chat import hand_out

    signer = signer_of(key) if key else None
    with acting_in(store, name, tenant, matter, actor) as acting:
        point = hand_out(acting, to)
    text = sign_checkpoint(point, [signer]) if signer else point.text()
    if out is None:
        typer.echo(text, nl=False)
    else:
        _write(out, text)


def verify(
    store: Annotated[
        str, typer.Option("--store", help="The ledger: a file, or postgresql://…; not with --export.")
    ] = "",
    name: Annotated[str, typer.Argument(metavar="[CHAT]", help="The chat; all of the tenant's if not given.")] = "",
    checkpoint: Checkpoints = None,
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
    export: Annotated[
        Path | None, typer.Option("--export", help="Verify this export instead of a store.", show_default=False)
    ] = None,
    tenant: Tenant = "local",
    matter: Matter = "default",
    format_: Form = Format.text,
) -> None:
    """Verify the chain of a chat, and that it holds every checkpoint that was handed out.

    With --vkey or --policy a checkpoint counts only when one of those keys signed it.
    Exit status: 0 sound, 1 something is wrong, 2 could not run, 3 bad input.
    """
    from pincite.ledger.chain import verify as verify_chain
    from pincite.ledger.export import read_export
    from pincite.workflows.chat import verify_chat

    points, unsigned = checkpoints_of(checkpoint, policy_or_none(policy, vkey))
    if bool(store) == (export is not None):
        raise BadInput("one thing is verified at a time", remedy="Give --store, or --export.")
    found: list[Verification] = []
    if export is not None:
        id_, entries, own = read_export(read_bytes(export))
        found.append(verify_chain(id_, entries, [own, *points]))
    else:
        names = [name] if name else _all(store, tenant, matter)
        for chat_name in names:
            with acting_in(store, chat_name, tenant, matter) as acting:
                mine = points if name else [point for point in points if point.chat == acting.chat]
                found.append(verify_chat(acting, mine))
    if format_ is Format.json:
        value: dict[str, Any] = {"schema": "pincite.chain/1", "chains": [_verified(each) for each in found]}
        print_json(value | {"checkpoints_refused": [{"code": each.code, **each.parameters} for each in unsigned]})
    else:
        for each in found:
            typer.echo(_verified_text(each))
        _say_unsigned(unsigned)
    if unsigned or not all(each.sound for each in found):
        raise typer.Exit(EXIT_REFUSED)


def checkpoints_of(paths: list[Path] | None, policy: Policy | None) -> tuple[list[Checkpoint], list[Finding]]:
    """The checkpoints of files; with a policy, those that none of its keys signed as findings instead.

    Raises:
        BadInput: a file that is none.

    """
    from pincite.findings import Finding
    from pincite.ledger.checkpoint import open_checkpoint, read_checkpoint
    from pincite.transparency.encoding import NotProven

    points: list[Checkpoint] = []
    unsigned: list[Finding] = []
    for path in paths or ():
        text = read_bytes(path).decode("utf-8", "replace")
        if policy is None:
            points.append(read_checkpoint(text))
            continue
        try:
            points.append(open_checkpoint(text, policy.logs)[0])
        except NotProven as error:
            read_checkpoint(text)
            unsigned.append(Finding("checkpoint_not_signed", {"file": path.name, "why": str(error)}))
    return points, unsigned


def policy_or_none(policy: Path | None, vkey: list[str] | None) -> Policy | None:
    """The policy that a user named; None when nobody is named."""
    from pincite.interfaces.cli.trust import policy_of

    return policy_of(policy, vkey) if policy or vkey else None


def _say_unsigned(unsigned: list[Finding]) -> None:
    from pincite.reports.chat import sentence
    from pincite.reports.text import safe

    for each in unsigned:
        typer.echo(
            f"  {safe(str(each.parameters['file']))}: {sentence(each.code)} ({safe(str(each.parameters['why']))})"
        )


def _all(store: str, tenant: str, matter: str) -> list[str]:
    from pincite import wiring

    ledger = wiring.open_ledger(store)
    try:
        return [each.id.chat for each in ledger.chats(tenant, matter)]
    finally:
        ledger.close()


def _verified(found: Verification) -> dict[str, Any]:
    id_ = found.head.chat
    return {
        "tenant": id_.tenant,
        "matter": id_.matter,
        "chat": id_.chat,
        "sound": found.sound,
        "entries": found.head.count,
        "head": found.head.hash.hex(),
        "erased": list(found.erased),
        "checkpoints": found.checkpoints,
        "findings": [{"code": each.code, **each.parameters} for each in found.findings],
    }


def _verified_text(found: Verification) -> str:
    from pincite.reports.chat import sentence

    lines = [f"{found.head.chat.chat}: {found.head.count} entries, {'sound' if found.sound else 'NOT SOUND'}"]
    lines += [f"  entry {each.parameters['seq']}: {sentence(each.code)}" for each in found.findings]
    if found.erased:
        lines.append(f"  erased and accounted for: {', '.join(map(str, found.erased))}")
    if not found.checkpoints:
        lines.append("  No checkpoint was given: an older copy that was restored would look the same.")
    return "\n".join(lines)


def replay(
    name: Name,
    store: Store,
    checkpoint: Checkpoints = None,
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
    to: Annotated[int, typer.Option("--to", min=0, help="Replay up to this entry; 0 for all.")] = 0,
    tenant: Tenant = "local",
    matter: Matter = "default",
    format_: Form = Format.text,
) -> None:
    """Replay a chat: verify its chain, then tell entry by entry what was done, by whom and when, and what stands at the end.

    Exit status: 0 replayed, 1 the chain is not sound (or not that of a checkpoint), 2 could not run, 3 bad input.
    """
    from pincite.reports.chat import entry_words
    from pincite.reports.text import safe
    from pincite.workflows.chat import replay_chat

    points, unsigned = checkpoints_of(checkpoint, policy_or_none(policy, vkey))
    with acting_in(store, name, tenant, matter) as acting:
        found = replay_chat(acting, points, to=to)
    rows = [(each.entry, safe(entry_words(each))) for each in found.entries]
    sound = found.verification.sound and not unsigned
    if format_ is Format.json:
        print_json(
            {
                "schema": "pincite.replay/1",
                **_verified(found.verification),
                "checkpoints_refused": [{"code": each.code, **each.parameters} for each in unsigned],
                "replayed": [
                    {"seq": each.seq, "at": each.at, "kind": each.kind, "hash": each.hash.hex(), "said": said}
                    for each, said in rows
                ],
                "rows": [{"row": each.name, "status": each.status} for each in found.state.rows]
                if found.state
                else None,
            }
        )
    else:
        for each, said in rows:
            typer.echo(f"{each.seq:>5}  {each.at}  {said}")
        typer.echo(_verified_text(found.verification))
        _say_unsigned(unsigned)
        if found.state is not None:
            typer.echo(f"  rows: {', '.join(f'{each.name} {each.status}' for each in found.state.rows) or 'none'}")
    if not sound:
        raise typer.Exit(EXIT_REFUSED)


def export(
    name: Name,
    store: Store,
    out: Annotated[Path | None, typer.Option("--out", help="Write it to this file.", show_default=False)] = None,
    pack: Annotated[
        Path | None,
        typer.Option(
            "--pack", help="Write an evidence pack to this new folder: JSON, page, receipts.", show_default=False
        ),
    ] = None,
    key: SignedBy = None,
    release: Releases = None,
    at_release: AtRelease = None,
    to: Annotated[str, typer.Option("--to", help="To whom it is given.")] = "",
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
    format_: Annotated[Format, typer.Option("--format", help="json; the export is always JSON.")] = Format.json,  # noqa: ARG001
) -> None:
    """Export a chat with its chain and a checkpoint; `pincite chat verify --export FILE` checks it without the store.

    With --pack it is an evidence pack: pack.json, pack.html to read and print, and a receipt for every row from the signed
    releases given with --release. `pincite verify-pack FOLDER` checks it offline.
    """
    from pincite.interfaces.cli.trust import signer_of
    from pincite.ledger.checkpoint import read_checkpoint, sign_checkpoint
    from pincite.workflows.chat import export_chat

    if pack is not None and out is not None:
        raise BadInput("an export goes to one place", remedy="Give --out FILE, or --pack FOLDER.")
    signer = signer_of(key) if key else None
    if pack is not None:
        _export_pack(name, store, pack, signer, release, at_release, to, tenant, matter, actor)
        return
    with acting_in(store, name, tenant, matter, actor) as acting:
        exported = export_chat(acting, to)
    if signer:
        exported["checkpoint"] = sign_checkpoint(read_checkpoint(exported["checkpoint"]), [signer])
    if out is None:
        print_json(exported)
    else:
        _write(out, json.dumps(exported, ensure_ascii=False, sort_keys=True, indent=1) + "\n")


def _export_pack(
    name: str,
    store: str,
    folder: Path,
    signer: Any,
    release: list[Path] | None,
    at_release: list[str] | None,
    to: str,
    tenant: str,
    matter: str,
    actor: str,
) -> None:
    from pincite import settings, wiring
    from pincite.answers.pack import pack_bytes, read_pack
    from pincite.reports.pack_page import pack_page
    from pincite.storage.release_proofs import CorpusProofs
    from pincite.workflows.export_pack import export_pack

    _new_folder(folder)
    signers = [signer] if signer else []
    with acting_in(store, name, tenant, matter, actor) as acting:
        if release or settings.releases():
            with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
                made = export_pack(acting, to=to, corpus=corpus, proofs=CorpusProofs(corpus), signers=signers)
        else:
            made = export_pack(acting, to=to, signers=signers)
    data = pack_bytes(made)
    held = read_pack(data)
    files = {"pack.json": data, "pack.html": pack_page(held).encode()}
    files |= {f"receipts/{row}.json": receipt for row, receipt in held.receipts.items()}
    try:
        for file, content in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as problem:
        raise BadInput(f"{folder} cannot be written: {problem.strerror}", remedy="Name another --pack.") from problem
    typer.echo(f"{folder}: {len(held.entries)} entries, {len(held.receipts)} receipts")
    for row, why in sorted(held.without.items()):
        typer.echo(f"  {row} has no receipt: {why.replace('_', ' ')}")


def _new_folder(folder: Path) -> None:
    """Refuse a folder in which something lies: a pack is whole or it is not there."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} exists already", remedy="Name a new folder with --pack.")


def erase(
    name: Name,
    entries: Annotated[list[int], typer.Argument(help="Numbers of the entries.")],
    store: Store,
    reason: Annotated[str, typer.Option("--reason", help="Why; do not repeat what is erased.")],
    ground: Annotated[str, typer.Option("--ground", help="The right or the rule of retention.")],
    tenant: Tenant = "local",
    matter: Matter = "default",
    actor: Actor = "user",
) -> None:
    """Erase what entries say; the chain goes on verifying, and an entry says who erased what and why."""
    from pincite.workflows.chat import erase as erase_entries

    with acting_in(store, name, tenant, matter, actor) as acting:
        entry = erase_entries(acting, entries, reason=reason, ground=ground)
    typer.echo(f"erased: {', '.join(map(str, sorted(set(entries))))} (entry {entry.seq})")


def read_bytes(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        BadInput: it cannot be read.

    """
    try:
        return path.read_bytes()
    except OSError as problem:
        raise BadInput(f"{path}: {problem.strerror}", remedy="Give a file that exists and can be read.") from problem


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BadInput(f"{path} cannot be written: {problem.strerror}", remedy="Name another --out.") from problem
    typer.echo(f"written to {path}")
