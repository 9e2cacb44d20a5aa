"""All pages of a server, to be put into its application: routers, and how a problem is shown.

Keeps true: whatever server it is (one user, or many), the pages are the same; a page that a server cannot serve is neither routed nor
in the navigation.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.interfaces.http.app import Pages
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.web.frame import Frame, frame_router
from pincite.interfaces.web.review import review_router
from pincite.interfaces.web.runs import JobRuns
from pincite.storage.jobs import JobStore

__all__ = ["pages_of"]


def pages_of(engine: Engine, store: JobStore, limits: Limits, ancestors: Sequence[str] = ()) -> Pages:
    """The pages over an engine and its jobs; `ancestors` are origins that may show them within their own pages."""
    frame = Frame(("/",), tuple(ancestors))
    routers = [frame_router(), review_router(frame, engine, JobRuns(engine, store, limits))]
    return Pages(tuple(routers), frame.problem)
