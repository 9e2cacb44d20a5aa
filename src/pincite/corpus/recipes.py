"""Carry out what a pack's list of publishers says: fill templates, and make rows of variables of a publisher's answer.

Keeps true: everything here is pure. A variable enters an address percent-encoded, or, as `{+name}`, with the separators
of addresses and nothing else; it enters a path of a file only as letters, digits and `._@()+-`, so that no answer of a
publisher and no name in an archive leads out of the folder.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote, urljoin

from pincite.corpus.publishers import Form, Step
from pincite.errors import CannotRun

__all__ = ["Row", "address_of", "path_of", "rows_of", "select", "text_of", "variables_of"]

Row = dict[str, str]

_VARIABLE = re.compile(r"\{(\+?)([a-z_][a-z0-9_]*)\}")
_RESERVED = ":/?#[]@!$&'()*+,;=%"
_UNSAFE = re.compile(r"[^A-Za-z0-9._@()+\-]+")
_LINK = re.compile(r"""(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ELI = re.compile(r"eli/cc/(.+)\Z")
LONGEST_NAME = 180


def variables_of(form: Form, found: Mapping[str, str], given: Mapping[str, str]) -> Row:
    """The variables of an item: what its pattern found, what was given beside it, and what the form makes of them."""
    row: Row = {**given, **found}
    for key, template in form.let.items():
        row[key] = text_of(template, row)
    for key, width in form.pad.items():
        row[key] = row[key].zfill(width)
    for key in form.lower:
        row[key] = row[key].lower()
    return row


def address_of(template: str, row: Mapping[str, str]) -> str:
    """An address (RFC 6570, level 2)."""
    return _fill(template, row, lambda value, raw: quote(value, safe=_RESERVED if raw else ""))


def text_of(template: str, row: Mapping[str, str]) -> str:
    r"""A text, or a query: `{name}` is written as within a string of SPARQL or JSON (`\"`), `{+name}` as it stands."""
    filled = _fill(template, row, lambda value, raw: value if raw else json.dumps(value, ensure_ascii=False)[1:-1])
    return filled.replace("{{", "{").replace("}}", "}") if "{{" in template else filled


def path_of(template: str, row: Mapping[str, str]) -> str:
    """Where a file goes: names joined by «/», each of safe characters, none hidden and none leading upwards."""

    def safe(value: str, raw: bool) -> str:
        del raw
        return _UNSAFE.sub("-", unquote(value)).strip("-")

    parts = [part.lstrip(".")[:LONGEST_NAME] for part in _fill(template, row, safe).split("/")]
    return "/".join(part for part in parts if part)


def _fill(template: str, row: Mapping[str, str], write: Callable[[str, bool], str]) -> str:
    def value(found: re.Match[str]) -> str:
        name = found[2]
        if name not in row:
            raise CannotRun(f"the recipe «{template[:80]}» needs {name!r}, and the publisher's answer does not say it")
        return write(row[name], bool(found[1]))

    return _VARIABLE.sub(value, template)


def rows_of(step: Step, data: bytes, row: Row, *, address: str) -> tuple[list[Row], str, int]:
    """The rows an answer makes of one row; the address of the next page, or ""; and how many the answer held in all.

    Raises:
        CannotRun: the answer is not what the publisher's service gives.

    """
    if step.read == "links":
        found = list(_links(step, data, address))
        return _kept(step, [{**row, **each} for each in found], row), "", len(found)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CannotRun(
            f"{address} did not answer with JSON but with {data[:60]!r}",
            remedy="The service may be in maintenance, or have changed: try later.",
        ) from error
    if step.read == "sparql":
        made = [{**row, **each} for each in _bindings(value, address)]
        return _kept(step, made, row), "", len(made)
    lookup = _joined(step, value)
    made = []
    held = 0
    for stack in select(value, step.rows):
        held += 1
        each = {**row, **{key: _text(_at(stack, path)) for key, path in step.let.items()}}
        if step.join:
            extra = lookup.get(each.get(step.join["equals"], ""))
            if extra is None:
                continue
            each |= extra
        made.append(each)
    following = _text(_at([value], step.next)) if step.next else ""
    return _kept(step, made, row), urljoin(address, following) if following else "", held


def _kept(step: Step, made: Sequence[Row], given: Row) -> list[Row]:
    """The rows that meet the step's conditions, the first of each `first_by`."""
    seen: set[tuple[str, ...]] = set()
    kept: list[Row] = []
    for each in made:
        if any(each.get(key, "") != text_of(template, given) for key, template in step.where.items()):
            continue
        if any(not each.get(key) for key in step.where_set):
            continue
        if step.first_by:
            key = tuple(each.get(name, "") for name in step.first_by)
            if key in seen:
                continue
            seen.add(key)
        kept.append(each)
    return kept


def _joined(step: Step, value: Any) -> dict[str, Row]:
    """The rows of the other list of the answer, by what they are joined on."""
    if not step.join:
        return {}
    wanted = {key.removeprefix("let_"): path for key, path in step.join.items() if key.startswith("let_")}
    return {
        _text(_at(stack, step.join["on"])): {key: _text(_at(stack, path)) for key, path in wanted.items()}
        for stack in select(value, step.join["rows"])
    }


def _links(step: Step, data: bytes, address: str) -> Iterator[Row]:
    assert step.link is not None, "a step that reads links says which"
    for found in _LINK.finditer(data.decode("utf-8", "replace")):
        link = urljoin(address, html.unescape(found[1] or found[2] or "").strip())
        match = step.link.search(link)
        if match:
            yield {"link": link, **{key: value or "" for key, value in match.groupdict().items()}}


def _bindings(value: Any, address: str) -> Iterator[Row]:
    """The bindings of an answer in SPARQL 1.1 Query Results JSON; of a Swiss ELI its path, and of a date its digits, too."""
    try:
        bindings = value["results"]["bindings"]
        made = [{name: _text(term["value"]) for name, term in each.items()} for each in bindings]
    except (KeyError, TypeError, AttributeError) as error:
        raise CannotRun(
            f"{address} did not answer with results of a SPARQL query",
            remedy="The service may have changed: try later.",
        ) from error
    for each in made:
        eli = _ELI.search(each.get("abstract", ""))
        extra = {"eli": eli[1].replace("/", "-")} if eli else {}
        yield {**each, **extra, **({"state": each["date"].replace("-", "")} if "date" in each else {})}


def select(value: Any, path: str) -> Iterator[list[Any]]:
    """The places a path leads to, each as the values from the place up to the root of the last list."""
    stacks: list[list[Any]] = [[value]]
    for part in filter(None, path.split(".")):
        name = part.removesuffix("[]").removesuffix("{}")
        following: list[list[Any]] = []
        for stack in stacks:
            inner = stack[0].get(name) if isinstance(stack[0], dict) else None
            if part.endswith("[]"):
                items = inner if isinstance(inner, list) else []
                following += [[item, *stack] for item in items]
            elif part.endswith("{}"):
                entries = inner.items() if isinstance(inner, dict) else ()
                following += [
                    [{"@": key, **(entry if isinstance(entry, dict) else {})}, *stack] for key, entry in entries
                ]
            elif inner is not None:
                following.append([inner, *stack])
        stacks = following
    yield from stacks


def _at(stack: Sequence[Any], path: str) -> Any:
    """What a path leads to from a place; `^` begins one level up."""
    levels = len(path) - len(path.lstrip("^"))
    value = stack[levels] if levels < len(stack) else None
    for name in filter(None, path.lstrip("^").split(".")):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return ""
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else "yes" if value else ""
