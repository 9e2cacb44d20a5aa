"""All pages of a server, to be put into its application: routers, and how a problem is shown.

Keeps true: whatever server it is (one user, or many), the pages are the same; a page that a server cannot serve is neither routed nor
in the navigation.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.interfaces.http.app import Pages
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.web import browsing, chatting
from pincite.interfaces.web.frame import Frame, frame_router
from pincite.interfaces.web.review import review_router
from pincite.interfaces.web.runs import JobRuns
from pincite.storage.jobs import JobStore

__all__ = ["pages_of"]


def pages_of(
    engine: Engine,
    store: JobStore,
    limits: Limits,
    ancestors: Sequence[str] = (),
    *,
    samples: bool = False,
    more: Sequence[str] = (),
) -> Pages:
    """The pages over an engine and its jobs.

    Args:
        engine: of the server.
        store: its jobs.
        limits: how much may be asked.
        ancestors: origins that may show them within their own pages.
        samples: whether the drafts of the specimen are offered to be checked.
        more: paths of further pages, for the navigation.

    """
    chats = () if engine.read_only else chatting.PATHS
    frame = Frame(("/", *chats, *browsing.PATHS, *more), tuple(ancestors))
    routers = [
        frame_router(),
        review_router(frame, engine, JobRuns(engine, store, limits), samples=samples),
        browsing.browsing_router(engine, frame),
    ]
    if chats:
        routers.append(chatting.chatting_router(engine, frame, store, limits))
    return Pages(tuple(routers), frame.problem)
