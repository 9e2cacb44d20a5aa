"""Pull releases from a repository (The Update Framework), a folder or an HTTP server.

Keeps true:
1. Nothing is taken that the repository's roles did not sign, by threshold, from the root that the user trusts on.
2. What was seen once is remembered: an older state than that is refused, and so is one whose timestamp has expired.
3. No answer is read beyond the size that was signed, or that a role may have; no answer is waited for without end.
4. A root in which one public key stands under two names is refused: it would count twice for a threshold.
5. File names come from the signed descriptor and lead nowhere but into the folder given.

`tuf` knows the time from the clock itself; there is no way to tell it another.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import httpx
from tuf.api.exceptions import (
    BadVersionNumberError,
    DownloadError,
    DownloadHTTPError,
    DownloadLengthMismatchError,
    ExpiredMetadataError,
    LengthOrHashMismatchError,
    RepositoryError,
    SlowRetrievalError,
    UnsignedMetadataError,
)
from tuf.api.metadata import Metadata, Root
from tuf.ngclient import Updater, UpdaterConfig
from tuf.ngclient.fetcher import FetcherInterface

from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.workflows.publish_release import DESCRIPTOR_LIMIT, Descriptor, descriptor_name

if TYPE_CHECKING:
    from tuf.api.metadata import TargetFile

__all__ = ["FolderFetcher", "HttpFetcher", "Repository", "fetcher_of"]

SECONDS = 30.0
"""Without a byte; a file may take longer."""
SLOWEST = 1 << 14
"""Bytes a second, on average after the first `SECONDS`, below which a server is keeping us waiting."""
_CHUNK = 1 << 16
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?", re.ASCII)


class FolderFetcher(FetcherInterface):
    """A repository in a folder of this machine: a stick, a share, a mirror."""

    def _fetch(self, url: str) -> Iterator[bytes]:
        path = Path(unquote(urlsplit(url).path))
        if not path.is_file():
            raise DownloadHTTPError(f"{path} is not there", 404)
        return self._pieces(path)

    def _pieces(self, path: Path) -> Iterator[bytes]:
        with path.open("rb") as file:
            while piece := file.read(_CHUNK):
                yield piece


class HttpFetcher(FetcherInterface):
    """A repository on an HTTP server."""

    def __init__(self, transport: httpx.BaseTransport | None = None, *, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._client = httpx.Client(transport=transport, timeout=seconds, follow_redirects=False, trust_env=False)

    def close(self) -> None:
        """Close its connections."""
        self._client.close()

    def _fetch(self, url: str) -> Iterator[bytes]:
        request = self._client.build_request("GET", url, headers={"accept-encoding": "identity"})
        response = self._client.send(request, stream=True)
        if response.status_code != httpx.codes.OK:
            response.close()
            raise DownloadHTTPError(f"{url} was answered with {response.status_code}", response.status_code)
        return self._pieces(response, url)

    def _pieces(self, response: httpx.Response, url: str) -> Iterator[bytes]:
        begun, read = time.monotonic(), 0
        try:
            for piece in response.iter_raw():
                read += len(piece)
                taken = time.monotonic() - begun
                if taken > self._seconds and read < SLOWEST * taken:
                    raise SlowRetrievalError(f"{url} came too slowly: {read} bytes in {taken:.0f} seconds")
                yield piece
        except httpx.HTTPError as error:
            raise DownloadError(f"{url} broke off: {error}") from error
        finally:
            response.close()


def fetcher_of(source: str, transport: httpx.BaseTransport | None = None) -> tuple[str, FetcherInterface]:
    """The address of a repository, with what fetches from it.

    Raises:
        BadInput: neither an address nor a folder.

    """
    if source.startswith(("http://", "https://")):
        return source.rstrip("/"), HttpFetcher(transport)
    folder = Path(source)
    if not folder.is_dir():
        raise BadInput(f"{source} is neither a folder nor an address", remedy="Name a folder, or https://….")
    return folder.resolve().as_uri(), FolderFetcher()


class Repository:
    """A repository, seen from where its root is trusted.

    Args:
        address: `https://…` or `file://…`.
        fetcher: gets its files.
        state: folder in which what was seen is remembered; one repository a folder, one pull at a time.
        trusted: the root to trust; needed the first time alone.

    """

    def __init__(self, address: str, fetcher: FetcherInterface, state: Path, *, trusted: bytes | None = None) -> None:
        self._address = address
        self._state = state
        self._targets = state / "targets"
        known = state / "root.json"
        if trusted is None and not known.exists():
            raise BadInput(
                "nobody is trusted yet to say which release is current",
                remedy="Give the repository's root.json with --root, once; it comes by another way than the releases.",
            )
        try:
            self._targets.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotRun(f"{state} cannot be made: {error.strerror}", remedy="Name another --out.") from error
        if trusted is not None:
            self._same_root(trusted)
        with _fenced(address):
            self._updater = Updater(
                str(state), f"{address}/metadata/", str(self._targets), f"{address}/targets/", fetcher,
                UpdaterConfig(app_user_agent="pincite"), bootstrap=trusted,
            )  # fmt: skip

    def _same_root(self, trusted: bytes) -> None:
        """Refuse the root of another repository in a state folder: what was seen would not count any more."""
        with _fenced("--root"):
            version = Metadata[Root].from_bytes(trusted).signed.version
        held = self._state / "root_history" / f"{version}.root.json"
        if held.exists() and held.read_bytes() != trusted:
            raise BadInput(
                f"{self._state} follows a repository with another root", remedy="Pull it into another --out."
            )
        if not held.exists() and (self._state / "root.json").exists():
            raise BadInput(
                f"{self._state} follows a repository and did not see this root there",
                remedy="Leave out --root: the roots known are followed.",
            )

    def refresh(self) -> None:
        """See what the repository says now.

        Raises:
            CorruptRelease: it is not what its roles signed, is older than what was seen before, or has expired.
            CannotRun: it cannot be reached.

        """
        with _fenced(self._address):
            self._updater.refresh()
        root = Metadata[Root].from_bytes((self._state / "root.json").read_bytes()).signed
        for name, role in root.roles.items():
            values = [root.keys[keyid].keyval["public"] for keyid in role.keyids]
            if len(set(values)) != len(values):
                raise CorruptRelease(f"one key stands twice under the role {name} of the root of {self._address}")

    def describe(self, jurisdiction: str, tag: str = "") -> tuple[Descriptor, str]:
        """The descriptor of a release, of the current one without a tag, with its SHA-256.

        Raises:
            BadInput: the repository has none.
            CorruptRelease, CannotRun: as `refresh`.

        """
        name = descriptor_name(jurisdiction, tag)
        target = self._target(name)
        if target is None:
            raise BadInput(f"{self._address} publishes no {name}", remedy="Ask its publisher what there is.")
        if target.length > DESCRIPTOR_LIMIT:
            raise CorruptRelease(f"{name} is too large for a descriptor")
        with _fenced(self._address):
            data = Path(self._updater.download_target(target)).read_bytes()
        described = Descriptor.read(data)
        if described.release.partition("/")[0] != jurisdiction or (
            tag and described.release != f"{jurisdiction}/{tag}"
        ):
            raise CorruptRelease(f"{name} describes {described.release}")
        return described, sha256(data)

    def download(self, described: Descriptor, folder: Path) -> int:
        """Download the files of a release into a folder; returns how many bytes they have.

        Raises:
            CorruptRelease, CannotRun: as `refresh`.

        """
        total = 0
        for name in described.files:
            if not _NAME.fullmatch(name):
                raise CorruptRelease(f"{described.release} names a file {name[:80]!r}")
            target = self._target(f"{described.release}/{name}")
            if target is None:
                raise CorruptRelease(f"{described.release} names a file that is not there: {name}")
            place = folder / name
            with _fenced(self._address):
                place.parent.mkdir(parents=True, exist_ok=True)
                self._updater.download_target(target, str(place))
            total += target.length
        return total

    def _target(self, name: str) -> TargetFile | None:
        with _fenced(self._address):
            return self._updater.get_targetinfo(name)


_SAID: tuple[tuple[type[Exception], str], ...] = (
    (
        BadVersionNumberError,
        "it shows an older state than was seen before (a rollback), or states that do not belong together",
    ),
    (
        ExpiredMetadataError,
        "its signatures have expired: it was not renewed, or an old state is being shown (a freeze)",
    ),
    (UnsignedMetadataError, "it is not signed by as many keys as its root asks for"),
    (LengthOrHashMismatchError, "a file is not the one that was signed"),
    (DownloadLengthMismatchError, "an answer is longer than what was signed, and was cut off"),
)


@contextmanager
def _fenced(what: str) -> Iterator[None]:
    """Foreign errors as ours."""
    try:
        yield
    except (RepositoryError, DownloadLengthMismatchError) as error:
        said = next((said for kind, said in _SAID if isinstance(error, kind)), "it is not what its roles signed")
        raise CorruptRelease(
            f"{what} is not to be trusted: {said} ({error})",
            remedy="Nothing was taken from it. Try again later or another mirror; if it stays so, tell its publisher.",
        ) from error
    except (DownloadError, OSError, httpx.HTTPError) as error:
        reason = error.__cause__ or error
        raise CannotRun(
            f"{what} cannot be read: {reason}", remedy="Check the address and the network; nothing was changed."
        ) from error
