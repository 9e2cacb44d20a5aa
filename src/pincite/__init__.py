"""pincite: no legal citation passes unless the document exists, says it, and says it there.

The public API is what this module lists in `__all__`; everything else may change without notice.
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0.dev0"
