"""`pincite verify-pack`: an evidence pack is checked offline, without the ledger and without the releases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.errors import BadInput
from pincite.interfaces.cli.options import Format, print_json
from pincite.interfaces.cli.trust import REFUSED, PolicyFile, VerifierKeys, show_steps

if TYPE_CHECKING:
    from pincite.workflows.verify_pack import PackCheck

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify-pack")(verify_pack)


def verify_pack(
    pack: Annotated[Path, typer.Argument(help="The pack's folder, its pack.json or its pack.html.")],
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
    checkpoint: Annotated[
        list[Path] | None,
        typer.Option("--checkpoint", help="A checkpoint of the chat that was handed out before.", show_default=False),
    ] = None,
    allow_unsigned: Annotated[
        bool,
        typer.Option("--allow-unsigned", help="Name no key: check that everything agrees, and say what is not proved."),
    ] = False,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Verify an evidence pack in seven named steps: chain, checkpoint, rows, receipts, answers, page.

    --vkey or --policy names whose signatures are trusted: of the releases, and of whoever signed the checkpoint.
    Exit status: 0 verified, 1 refused, 2 could not run, 3 bad input.
    """
    from pincite import wiring
    from pincite.interfaces.cli.chat_chain import checkpoints_of
    from pincite.interfaces.cli.trust import policy_of
    from pincite.reports.pack_page import pack_page
    from pincite.workflows import verify_pack as workflow

    if allow_unsigned and (policy or vkey):
        raise BadInput("--allow-unsigned names nobody", remedy="Give keys, or --allow-unsigned.")
    trusted = None if allow_unsigned else policy_of(policy, vkey)
    data, pages = _read(pack)
    points, unsigned = checkpoints_of(checkpoint, trusted)
    if unsigned:
        raise BadInput(f"{unsigned[0].parameters['file']}: {unsigned[0].parameters['why']}", remedy="Name its key.")
    check = workflow.verify_pack(
        data, wiring.answering(None), policy=trusted, handed_out=points, pages=pages, render=pack_page
    )
    if format_ is Format.json:
        print_json(_as_json(check))
    else:
        show_steps(check.steps)
        for each in check.unproved:
            typer.echo(f"  not proved: {each}")
        typer.echo(_verdict(check, signed=trusted is not None))
    if not check.ok:
        raise typer.Exit(REFUSED)


def _verdict(check: PackCheck, *, signed: bool) -> str:
    last = check.steps[-1]
    if not check.ok:
        return f"REFUSED at step {last.number}, {last.name}: nothing of it is to be relied on"
    if not signed:
        return "agrees with itself; no signature was verified"
    return "verified, but for what is named above" if check.unproved else "verified"


def _read(path: Path) -> tuple[bytes, dict[str, bytes]]:
    """The pack's JSON, and the files shown with it by their names in the pack."""
    from pincite.interfaces.cli.chat_chain import read_bytes
    from pincite.reports.pack_page import pack_in_page

    if path.is_dir():
        files = {each: each.relative_to(path).as_posix() for each in sorted(path.rglob("*")) if each.is_file()}
        odd = [name for name in files.values() if name not in ("pack.json", "pack.html") and not _is_receipt(name)]
        if odd:
            raise BadInput(f"{odd[0]} is no part of an evidence pack", remedy="Take it out of the folder.")
        return read_bytes(path / "pack.json"), {
            name: read_bytes(file) for file, name in files.items() if name != "pack.json"
        }
    data = read_bytes(path)
    if path.suffix == ".html":
        return pack_in_page(data.decode("utf-8", "replace")), {path.name: data}
    return data, {}


def _is_receipt(name: str) -> bool:
    return name.startswith("receipts/E") and name.endswith(".json") and name.count("/") == 1


def _as_json(check: PackCheck) -> dict[str, object]:
    return {
        "schema": "pincite.pack-check/1",
        "ok": check.ok,
        "steps": [{"number": s.number, "name": s.name, "ok": s.ok, "said": s.said} for s in check.steps],
        "unproved": list(check.unproved),
        "chat": str(check.pack.chat) if check.pack else None,
        "entries": len(check.pack.entries) if check.pack else None,
    }
