"""YAML that people write, read strictly: each key is asked for by name, and one that nobody asked for is refused.

Keeps true: a scalar means the characters that stand there; a key that stands twice, is unknown or is missing is refused
with its line; aliases, great depth and great size are refused before anything is composed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

import yaml

from pincite.errors import BadInput
from pincite.text.dates import is_date

__all__ = ["StrictMap", "read_map"]

Made = TypeVar("Made")

_MOST_BYTES = 1_000_000
_DEEPEST = 20


def read_map(data: bytes, *, name: str, what: str, remedy: str = "", known: Iterable[str] = ()) -> StrictMap:
    """The mapping that a YAML file is.

    Args:
        data: the file.
        name: what to call it in an error.
        what: what it is («a spec»).
        remedy: where its form is described.
        known: all keys of its form, by which a misspelt one is told.

    Raises:
        BadInput: with the line.

    """
    if len(data) > _MOST_BYTES:
        raise BadInput(f"{name}: {len(data)} bytes are too many for {what}; {_MOST_BYTES} are allowed", remedy=remedy)
    try:
        text = data.decode("utf-8-sig")
        _check_shape(text, name, what, remedy)
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: not UTF-8 text (byte {error.start})", remedy=remedy) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise BadInput(f"{name}{where}: not YAML: {getattr(error, 'problem', None) or error}", remedy=remedy) from error
    if node is None:
        raise BadInput(f"{name}: the {what.partition(' ')[2]} is empty", remedy=remedy)
    return StrictMap(name, node, what, remedy=remedy, known=frozenset(known))


def _check_shape(text: str, name: str, what: str, remedy: str) -> None:
    """Refuse aliases and depth while the events come, before anything is composed (the parser is quadratic in depth)."""
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise BadInput(f"{name}: {what} holds no aliases (*name)", remedy=remedy)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            line = event.start_mark.line + 1 if event.start_mark else 1
            raise BadInput(f"{name}, line {line}: nested more than {_DEEPEST} levels deep", remedy=remedy)


class StrictMap:
    """A YAML mapping whose keys are taken one by one; `close` refuses those nobody took."""

    def __init__(
        self, name: str, node: yaml.Node, what: str, *, remedy: str = "", known: frozenset[str] = frozenset()
    ) -> None:
        self.name = name
        self.remedy = remedy
        self.known = known
        self.what = what
        self.line = node.start_mark.line + 1
        if not isinstance(node, yaml.MappingNode):
            raise self.wrong(node, f"{what} must be a mapping of keys")
        self.values: dict[str, yaml.Node] = {}
        self.keys: list[yaml.ScalarNode] = []
        self.asked: list[str] = []
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self.wrong(key, f"a key of {what} must be a word")
            if key.value in self.values:
                raise self.wrong(key, f"the key {key.value!r} stands twice in {what}")
            self.values[key.value] = value
            self.keys.append(key)

    def _inner(self, node: yaml.Node, what: str) -> StrictMap:
        return StrictMap(self.name, node, what, remedy=self.remedy, known=self.known)

    def wrong(self, node: yaml.Node, message: str) -> BadInput:
        """An error at a node."""
        return BadInput(f"{self.name}, line {node.start_mark.line + 1}: {message}", remedy=self.remedy)

    def close(self) -> None:
        """Refuse the keys nobody asked for."""
        for key in self.keys:
            if key.value not in self.asked:
                raise self.wrong(
                    key, f"{self.what} has no key {key.value!r}; allowed are {', '.join(sorted(self.asked))}"
                )

    def take(self, key: str, *, required: bool) -> yaml.Node | None:
        """The node of a key; None when it is not there and need not be."""
        self.asked.append(key)
        node = self.values.get(key)
        if node is None and required:
            # an unknown key is most often the missing one misspelt: both are named
            unknown = [each.value for each in self.keys if each.value not in self.known]
            hint = f" (and {unknown[0]!r} is not known)" if unknown else ""
            raise BadInput(
                f"{self.name}, line {self.line}: {self.what} needs the key {key!r}{hint}", remedy=self.remedy
            )
        return node

    def text(
        self, key: str, *, default: str | None = None, pattern: re.Pattern[str] | None = None, form: str = ""
    ) -> str:
        """One text, `default` when it is not there."""
        node = self.take(key, required=default is None)
        if node is None:
            return default or ""
        value = self.scalar(node, key)
        if pattern is not None and not pattern.match(value):
            raise self.wrong(node, f"{key}: {value!r} is not {form}")
        return value

    def date(self, key: str, *, default: str | None = None) -> str:
        """A day of the calendar, as ISO writes it."""
        value = self.text(key, default=default)
        if value and not is_date(value):
            raise self.wrong(self.values[key], f"{key}: {value!r} is not YYYY-MM-DD, a day of the calendar")
        return value

    def scalar(self, node: yaml.Node, key: str) -> str:
        """The text of a node."""
        if not isinstance(node, yaml.ScalarNode):
            raise self.wrong(node, f"{key} must be one text")
        value: str = node.value.strip()
        if not value:
            raise self.wrong(node, f"{key} is empty")
        return value

    def one_of(self, key: str, allowed: Iterable[str], *, default: str | None = None) -> str:
        """One of the words allowed."""
        node = self.take(key, required=default is None)
        if node is None:
            return default or ""
        value = self.scalar(node, key)
        choices = tuple(allowed)
        if value not in choices:
            raise self.wrong(node, f"{key}: {value!r} is none of {', '.join(choices)}")
        return value

    def texts(self, key: str, *, default: bool = False) -> tuple[str, ...]:
        """A list of texts."""
        node = self.take(key, required=not default)
        if node is None:
            return ()
        if not isinstance(node, yaml.SequenceNode) or not (node.value or default):
            raise self.wrong(node, f"{key} must be a list of texts, such as [a, b]")
        return tuple(self.scalar(item, key) for item in node.value)

    def mapping(self, key: str, *, empty: bool = False) -> dict[str, str]:
        """A mapping of texts to texts, which may be empty texts if `empty`."""
        node = self.take(key, required=False)
        if node is None:
            return {}
        inner = self._inner(node, key)
        found: dict[str, str] = {}
        for each in inner.keys:
            value = inner.values[each.value]
            blank = empty and isinstance(value, yaml.ScalarNode) and not value.value.strip()
            found[each.value] = "" if blank else self.scalar(value, each.value)
        return found

    def each(self, key: str, make: Callable[[StrictMap], Made], *, default: bool = False) -> list[Made]:
        """The entries of a list, each made by `make` and closed."""
        node = self.take(key, required=not default)
        if node is None:
            return []
        if not isinstance(node, yaml.SequenceNode):
            raise self.wrong(node, f"{key} must be a list")
        made: list[Made] = []
        for item in node.value:
            entry = self._inner(item, f"an entry of {key}")
            made.append(make(entry))
            entry.close()
        return made
