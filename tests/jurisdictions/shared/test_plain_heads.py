"""A head of plain lines says what the YAML parser reads in it."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import UnreadableSource
from pincite.jurisdictions.shared.sources.front_matter import split_front_matter

KEYS = st.sampled_from(["work", "title", "state", "y", "null", "Kind_of", "language"])
VALUES = st.text("abcXYZ019_./(),;+ -:#'\"[]{}&*!|>%@\t~", min_size=1, max_size=20)


@given(st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=6))
def test_a_head_says_what_yaml_reads_in_it_whichever_way_it_was_read(lines: list[tuple[str, str]]) -> None:
    head = "\n".join(f"{key}: {value}" for key, value in lines)
    text = f"---\n{head}\n---\ntext"
    try:
        wanted = yaml.load(head, Loader=yaml.BaseLoader)
    except yaml.YAMLError:
        with pytest.raises(UnreadableSource):
            split_front_matter(text, name="a.md")
        return
    if not all(isinstance(value, str) for value in wanted.values()):
        return
    found = split_front_matter(text, name="a.md")
    assert found.values == {key: " ".join(value.split()) for key, value in wanted.items()}


def test_of_a_key_said_twice_the_parser_decides() -> None:
    assert split_front_matter("---\nwork: hk/a/1\nwork: hk/a/2\n---\n", name="a.md").values["work"] == "hk/a/2"
