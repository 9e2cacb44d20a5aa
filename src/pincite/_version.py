"""The version, apart from the public API, so that every room may name it."""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0.dev0"
