"""Files of settings that lie beside the work: `pincite.local.md`, `bettercallclaude.local.md`.

Keeps true: a file that is there and cannot be read stops the run, for it may say that nothing shall leave.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pincite.errors import BadInput
from pincite.privacy.modes import FOREIGN_FILE, OWN_FILE, Said, read_local

__all__ = ["read_local_settings"]

_PLACES = ("", ".claude")
_LARGEST = 1 << 20


def read_local_settings(folders: Iterable[Path]) -> list[Said]:
    """What the files in these folders, and in `.claude` below them, say of privacy.

    Raises:
        BadInput: one cannot be read, or our own is not in its form.

    """
    found: list[Said] = []
    seen: set[Path] = set()
    for folder in folders:
        for place in _PLACES:
            for name in (OWN_FILE, FOREIGN_FILE):
                path = (folder / place / name).resolve()
                if path not in seen and path.exists():
                    seen.add(path)
                    found.append(read_local(_text(path), name, own=name == OWN_FILE))
    return found


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}", remedy="It says the privacy mode.") from error
    if len(data) > _LARGEST:
        raise BadInput(f"{path} is too large for a file of settings", remedy="It says the privacy mode.")
    return data.decode("utf-8", "replace")
