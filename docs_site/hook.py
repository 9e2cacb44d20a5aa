"""What MkDocs asks while it builds: the reference pages, links that leave the folder of the documentation, pages nobody put in order.

Keeps true: no page made loads anything from another place; a page that is not in the navigation of mkdocs.yml stands under «More» instead
of nowhere; decisions (docs/adr) stand under «Decisions».
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from docs_site.reference import PAGES

__all__ = ["on_config", "on_files", "on_page_markdown"]

_OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./(?!adr/)[^)\s]+\)")
"""A link to a file of the project that is no page: its words stay, without an address on a site that has no such file."""


def on_config(config: Any) -> Any:
    """Puts decisions, and pages that the navigation does not name, behind the rest."""
    folder = Path(config["docs_dir"])
    named = set(re.findall(r"[\w/-]+\.md", str(config["nav"])))
    pages = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    more = [page for page in pages if page not in named and not page.startswith("adr/")]
    if more:
        config["nav"].append({"More": more})
    config["nav"].append({"Decisions": [page for page in pages if page.startswith("adr/")]})
    return config


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages of the reference."""
    for path, make in PAGES.items():
        files.append(File.generated(config, path, content=make()))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Keeps the words of links that lead out of the documentation; those of the reference lead back into it."""
    if page.file.src_uri.startswith("reference/"):
        return markdown
    return _OUTSIDE.sub(r"\1", markdown)
