"""pincite: no legal citation passes unless the document exists, says it, and says it there.

The public API is what this module lists in `__all__`; everything else may change without notice. Functions are loaded
when they are first used, so that `import pincite` costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite._version import __version__

if TYPE_CHECKING:
    from pincite.interfaces.python import (
        add_sources,
        ask,
        audit_answer,
        build_release,
        check_atoms,
        compare_quote,
        compose_answer,
        coverage,
        export_atoms,
        extract,
        fetch_sources,
        judge_support,
        list_atoms,
        open_place,
        open_releases,
        parse,
        render,
        search,
        validate,
        verify,
        verify_text,
        worklist,
    )

__all__ = [
    "__version__",
    "add_sources",
    "ask",
    "audit_answer",
    "build_release",
    "check_atoms",
    "compare_quote",
    "compose_answer",
    "coverage",
    "export_atoms",
    "extract",
    "fetch_sources",
    "judge_support",
    "list_atoms",
    "open_place",
    "open_releases",
    "parse",
    "render",
    "search",
    "validate",
    "verify",
    "verify_text",
    "worklist",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from pincite.interfaces import python  # noqa: PLC0415 (loaded on first use)

        return getattr(python, name)
    raise AttributeError(f"module 'pincite' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
