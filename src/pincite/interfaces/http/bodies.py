"""What a request gives, read strictly: a JSON object, or the values of a query, each once.

Keeps true: a body is one JSON object of bounded depth, of bounded parts and without keys given twice; a query names nothing twice; lone
surrogates are refused where they come in, so that everything behind the door can be written as UTF-8.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from pincite.interfaces.http.problems import Problem

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["json_body", "json_object", "query_values", "typed"]

_DEEPEST = 20
_PARTS = 500_000
"""Commas and opening brackets of a body, those within its texts too: each may be a value, and an empty one takes fifty times its bytes."""
_LONG = 50_000


async def json_body(request: Request) -> dict[str, Any]:
    """The JSON object of a body.

    Raises:
        Problem: 415 for another media type, 400 for what is no JSON object.

    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Problem(415, "media_type", "the body is not application/json", do="Send Content-Type: application/json.")
    data = await request.body()
    # a long body is read in a thread: the loop has others to answer
    return await run_in_threadpool(json_object, data) if len(data) > _LONG else json_object(data)


def json_object(data: bytes) -> dict[str, Any]:
    """The JSON object that bytes are.

    Raises:
        Problem: 400: they are none.

    """
    if sum(map(data.count, (b",", b"{", b"["))) > _PARTS:
        said = f"the body has more than {_PARTS:,} parts"
        raise Problem(400, "too_many", said, do="Hand a long draft in as a file, in a form.")
    try:
        value = json.loads(data, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_integer)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise Problem(400, "no_json", "the body is no JSON", do="Send one JSON object, each key once.") from error
    if not isinstance(value, dict):
        raise Problem(400, "no_object", "the body is no JSON object", do="Send the arguments as one JSON object.")
    if _depth(value) > _DEEPEST:
        raise Problem(400, "too_deep", "the body is nested too deeply")
    return value


def typed(given: dict[str, Any], takes: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a JSON body as they are: a number is no text there, and nothing is null.

    Raises:
        Problem: 422.

    """
    for name, value in given.items():
        kind = takes.get(name, {}).get("type")
        wrong = (kind in ("integer", "boolean") and isinstance(value, str)) or isinstance(value, float)
        if value is None or wrong:
            raise Problem(422, "wrong_arguments", f"{name[:60]!a} is no {kind or 'argument of this call'}")
    return given


def query_values(request: Request, takes: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a query, by name.

    Raises:
        Problem: 422: a name stands twice, or is none of those that are taken.

    """
    found: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name in found:
            raise Problem(422, "wrong_arguments", f"{name[:60]!a} stands twice in the query")
        if name not in takes:
            raise Problem(
                422, "wrong_arguments", f"{name[:60]!a} is not asked for here", do=f"It takes {', '.join(takes)}."
            )
        if not value and takes[name].get("type") in ("integer", "boolean"):
            raise Problem(422, "wrong_arguments", f"{name} is empty, and no {takes[name]['type']}")
        found[name] = value
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice")
    return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _integer(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError("no such number")
    return int(digits)


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level:
        depth += 1
        inside = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, (dict, list))]
        level = [each for values in inside for each in values]
    return depth
