"""`pincite corpus repository | publish | pull`: hand on releases, so that who pulls knows which is current."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.interfaces.cli.trust import PolicyFile, VerifierKeys, policy_of, signer_of

if TYPE_CHECKING:
    from pincite.storage.tuf_repository import TufRepository
    from pincite.transparency.note import Signer

__all__ = ["register"]

Folder = Annotated[Path, typer.Option("--repository", help="Folder of the repository.")]
TargetsKeys = Annotated[
    list[Path] | None,
    typer.Option(
        "--targets-key", help="A key that says which releases there are; may be repeated.", show_default=False
    ),
]
OnlineKey = Annotated[
    Path | None, typer.Option("--online-key", help="The key of snapshot and timestamp.", show_default=False)
]
Days = Annotated[int, typer.Option("--days", min=1, max=3650, help="Days until the timestamp has to be renewed.")]


def register(corpus: typer.Typer) -> None:
    """Add the commands to the group."""
    corpus.command("repository")(repository)
    corpus.command("publish")(publish)
    corpus.command("pull")(pull)


def repository(
    folder: Folder,
    root_key: Annotated[
        list[Path] | None, typer.Option("--root-key", help="A key of the root; may be repeated.", show_default=False)
    ] = None,
    root_threshold: Annotated[int, typer.Option("--root-threshold", min=1, help="How many of them must sign.")] = 1,
    targets_key: TargetsKeys = None,
    targets_threshold: Annotated[int, typer.Option("--targets-threshold", min=1, help="How many must sign.")] = 1,
    online_key: OnlineKey = None,
    former_root_key: Annotated[
        list[Path] | None,
        typer.Option(
            "--former-root-key",
            help="A key of the root before, which must sign this one; may be repeated.",
            show_default=False,
        ),
    ] = None,
    days: Days = 30,
) -> None:
    """Make a repository, or its next root: new keys, other thresholds.

    The file root.json is what those who pull trust first; hand it to them by another way than the releases.
    """
    with _tuf():
        from pincite.storage.tuf_repository import Keys

        made = _repository(folder, days)
        version = made.root(
            Keys(
                _signers(root_key),
                root_threshold,
                _signers(targets_key),
                targets_threshold,
                signer_of(online_key) if online_key else None,
                _signers(former_root_key),
            )
        )
    typer.echo(
        f"{folder}: root {version}, {root_threshold} of {len(root_key or ())} keys; hand on {folder / 'root.json'}"
    )


def publish(
    folder: Folder,
    releases: Annotated[
        list[Path] | None, typer.Argument(help="Signed releases; none renews the timestamp alone.", show_default=False)
    ] = None,
    targets_key: TargetsKeys = None,
    online_key: OnlineKey = None,
    days: Days = 30,
) -> None:
    """Publish signed releases, each without the texts that its sources do not let be passed on.

    The latest release of a jurisdiction, by its as-of date, is the current one.
    """
    with _tuf():
        from pincite.storage.tuf_repository import Keys

        held = _repository(folder, days)
        keys = Keys(targets=_signers(targets_key), online=signer_of(online_key) if online_key else None)
        if not releases:
            typer.echo(f"{folder}: timestamp {held.renew(keys)}, holds for {days} days")
        for release in releases or ():
            typer.echo(_published(held, release, keys))


def _published(held: TufRepository, release: Path, keys: Any) -> str:
    from pincite.storage.edition_folder import FolderEdition
    from pincite.storage.release_parts import FolderParts
    from pincite.workflows.publish_release import Descriptor, descriptor_name, publish_release

    with tempfile.TemporaryDirectory(prefix="pincite-") as scratch:
        out = Path(scratch) / "edition"
        made = publish_release(FolderParts(release), lambda: FolderEdition(release, out))
        described = made.descriptor
        jurisdiction, _, tag = described.release.partition("/")
        descriptors = {descriptor_name(jurisdiction, tag): described.to_bytes()}
        before = held.current(jurisdiction)
        latest = before is None or _age(Descriptor.read(before)) <= _age(described)
        if latest:
            descriptors[descriptor_name(jurisdiction)] = described.to_bytes()
        held.publish({f"{described.release}/{name}": out / name for name in described.files}, descriptors, keys)
    kept = made.edition
    said = f"{described.release} published{', and current' if latest else '; another, later one is current'}"
    if kept is None:
        return f"{said}: all of it"
    return f"{said}: without {kept.withheld_texts} texts and {kept.withheld_leaves} leaves that may not be passed on"


def _age(described: Any) -> tuple[str, list[int]]:
    """The order of the releases of a jurisdiction: by date, then by tag."""
    return described.as_of, [int(part) for part in described.release.partition("/")[2].split(".")]


def pull(
    source: Annotated[str, typer.Argument(help="The repository: https://… or a folder.")],
    jurisdiction: Annotated[list[str], typer.Option("--jurisdiction", help="Whose releases; may be repeated.")],
    out: Annotated[Path, typer.Option("--out", help="Folder of releases.")],
    root: Annotated[
        Path | None,
        typer.Option("--root", help="The repository's root.json; needed the first time.", show_default=False),
    ] = None,
    tag: Annotated[str, typer.Option("--tag", help="An older release than the current one.", show_default=False)] = "",
    policy: PolicyFile = None,
    vkey: VerifierKeys = None,
) -> None:
    """Pull the current release of a jurisdiction: nothing older than was seen before, nothing expired, all of it verified.

    Exit status: 0 it is there, 2 it is not to be trusted or cannot be reached, 3 bad input.
    """
    from pincite import settings, wiring
    from pincite.errors import BadInput

    trusted = policy_of(policy, vkey) if policy or vkey or settings.policy() else None
    if root is not None and not root.is_file():
        raise BadInput(f"{root} is not there", remedy="Name the root.json that the repository's publisher gave you.")
    for each in jurisdiction:
        if not (each.isascii() and each.isalpha() and each.islower()):
            raise BadInput(f"{each!r} is no jurisdiction", remedy="They are written hk, ch, eu, …")
    with _tuf():
        for pulled in wiring.pull(
            source, jurisdiction, out, root=root.read_bytes() if root else None, tag=tag, policy=trusted
        ):
            described = pulled.descriptor
            if pulled.check is None:
                typer.echo(f"{described.release}, as of {described.as_of}, is current and here already")
                continue
            texts = ", without texts that may not be passed on" if pulled.edition else ""
            signed = pulled.check.signed
            whose = (
                f"signed by {signed.origin}" if signed else "its own signatures were not asked for (--vkey, --policy)"
            )
            typer.echo(f"{described.release}, as of {described.as_of}{texts}: verified; {whose}")
            typer.echo(f"Release: {pulled.path}")


def _repository(folder: Path, days: int) -> TufRepository:
    from datetime import UTC, datetime

    from pincite import wiring
    from pincite.storage.tuf_repository import Lifetimes, TufRepository

    return TufRepository(folder, now=datetime.fromisoformat(wiring.now()).astimezone(UTC), days=Lifetimes(online=days))


def _signers(keys: list[Path] | None) -> tuple[Signer, ...]:
    return tuple(signer_of(key) for key in keys or ())


@contextmanager
def _tuf() -> Iterator[None]:
    """Say plainly that the extra is missing."""
    from pincite.errors import CannotRun

    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("tuf", "httpx", "securesystemslib"):
            raise
        raise CannotRun(
            f"publishing and pulling need the package {error.name}", remedy="Install pincite[publish]."
        ) from error
