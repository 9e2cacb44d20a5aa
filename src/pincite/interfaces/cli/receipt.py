"""`pincite receipt make | verify | page`: prove that words stand in a signed release, and verify such proofs offline."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.interfaces.cli.options import AsOf, AtRelease, Format, Language, Releases, print_json
from pincite.interfaces.cli.trust import REFUSED, PolicyFile, VerifierKeys, policy_of, show_steps

if TYPE_CHECKING:
    from pincite.transparency.receipt import ReceiptCheck

__all__ = ["register"]

receipts = typer.Typer(
    help="Make and verify receipts of quotes.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(receipts, name="receipt")


@receipts.command("make")
def make(
    reference: Annotated[str, typer.Argument(help="The place: hk/cap486#s33, ch/sr/101#art_8/para_1.")],
    quote: Annotated[str, typer.Option("--quote", help="The words, exactly as they stand there.")],
    out: Annotated[Path, typer.Option("--out", help="File for the receipt.")],
    release: Releases = None,
    at_release: AtRelease = None,
    as_of: AsOf = "",
    language: Language = "",
) -> None:
    """Make the receipt of a quote from a signed release."""
    from pincite import wiring
    from pincite.storage.release_log import write_whole
    from pincite.storage.release_proofs import CorpusProofs
    from pincite.workflows.make_receipt import make_receipt

    with wiring.open_corpus(release or (), at_release=at_release or ()) as corpus:
        made = make_receipt(corpus, reference, quote, proofs=CorpusProofs(corpus), language=language, as_of=as_of)
    data = made.to_bytes()
    write_whole(out, data)
    typer.echo(
        f"{out}  {made.leaf['expression']}, {made.leaf['eid']}, characters {made.char_start} to {made.char_end};"
        f" {len(data)} bytes, {len(data) - len(made.text.encode())} beyond the block's text"
    )


@receipts.command("verify")
def verify(
    file: Annotated[Path, typer.Argument(help="The receipt.")],
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
    format_: Annotated[Format, typer.Option("--format", help="text or json.")] = Format.text,
) -> None:
    """Verify a receipt in seven numbered steps, offline, without the release.

    Exit status: 0 verified, 1 refused, 2 could not run, 3 bad input.
    """
    from pincite.errors import BadInput
    from pincite.transparency.receipt import verify_receipt

    trusted = policy_of(policy, vkey)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}", remedy="Name a receipt.") from error
    check = verify_receipt(data, trusted)
    if format_ is Format.json:
        print_json(_as_json(check))
    else:
        show_steps(check.steps)
        _say(check)
    if not check.ok:
        raise typer.Exit(REFUSED)


@receipts.command("page")
def page(
    out: Annotated[Path, typer.Option("--out", help="New HTML file.")],
) -> None:
    """Write the page that verifies receipts in a browser, without a network."""
    from pincite.storage.release_log import write_whole

    write_whole(out, resources.files("pincite.interfaces").joinpath("pages", "receipt.html").read_bytes())
    typer.echo(f"{out}  open it in a browser; nothing leaves it")


def _say(check: ReceiptCheck) -> None:
    if not check.ok or check.receipt is None or check.signed is None:
        typer.echo(f"REFUSED at step {check.steps[-1].number}: nothing is proved")
        return
    leaf, signed = check.receipt.leaf, check.signed
    typer.echo(f"verified: «{check.receipt.quote}»")
    dates = [f"{word} {leaf[key]}" for word, key in (("since", "valid_from"), ("until", "valid_to")) if key in leaf]
    said = ", ".join([str(leaf["status"]), *dates] if "status" in leaf else dates)
    typer.echo(f"stands in {leaf['expression']}, {leaf['eid']}{f' [{said}]' if said else ''}")
    typer.echo(f"Release {signed.release}, as of {check.receipt.as_of}, signed by {signed.origin}")
    if leaf.get("flags"):
        typer.echo(f"! the scan at build flagged the block: {', '.join(leaf['flags'])}")


def _as_json(check: ReceiptCheck) -> dict[str, object]:
    return {
        "schema": "pincite.receipt-check/1",
        "ok": check.ok,
        "steps": [{"number": s.number, "name": s.name, "ok": s.ok, "said": s.said} for s in check.steps],
        "release": check.signed.release if check.signed else None,
        "origin": check.signed.origin if check.signed else None,
        "witnesses": list(check.signed.witnesses) if check.signed else [],
        "leaf": dict(check.receipt.leaf) if check.receipt else None,
    }
