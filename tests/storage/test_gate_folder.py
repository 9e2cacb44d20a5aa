"""The folder of the acts about a draft: what stands there that is no act is refused by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pincite.errors import BadInput
from pincite.storage.gate_folder import notes_beside


def test_a_pipe_in_the_place_of_an_act_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "gate").mkdir()
    os.mkfifo(tmp_path / "gate" / "001-approve.note")
    with pytest.raises(BadInput, match="is no file"):
        notes_beside(tmp_path / "citation-verify.json")
