"""The labelled answers: what an audit makes of each citation written by hand, and of each placeholder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite import wiring
from pincite.ledger.memory import MemoryLedger
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.audit_answer import audit_answer
from pincite.workflows.chat import Acting, new_chat, open_in_chat, withdraw
from pincite.workflows.compose_answer import compose_answer
from pincite.workflows.propose import Accepted, Proposal, propose

pytestmark = pytest.mark.shared

FILES = {
    "hk": ["hk/legislation_xml/hk-pdpo-cap486-20221001-en.xml", "hk/judgments/hklii_json/_2026__HKCA_458.json"],
    "ch": ["ch/fedlex_akn/ch-fadp-20250707-fr.xml", "ch/decisions/entscheidsuche/sample_014.json"],
    "eu": ["eu/oj_xhtml/32016r0679_2016-04-27_fr.xml"],
}
"""The documents the rows of the two answers stand in; the collections' own specs say how each is read."""


@pytest.fixture(scope="module")
def corpus(shared: Path, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    import yaml

    out = tmp_path_factory.mktemp("gold-answers")
    for name, files in FILES.items():
        spec = yaml.safe_load((root / "corpora" / f"{name}.yaml").read_text("utf-8"))
        spec["sources"] = [
            {**source, "files": [wanted]}
            for source in spec["sources"]
            for wanted in files
            if any(Path(wanted).match(str(Path(pattern))) for pattern in source["files"])
        ]
        spec.pop("claims", None)
        file = out / f"{name}.yaml"
        file.write_text(yaml.safe_dump(spec), "utf-8")
        wiring.build(file, out / "releases", root=shared / "corpora")
    with wiring.open_corpus([out / "releases"]) as opened:
        yield opened


def chat_of(name: str, folder: Path, corpus: SqliteCorpus) -> Acting:
    acting = wiring.acting(MemoryLedger(), name)
    new_chat(acting)
    for row in json.loads((folder / f"{name}.evidence.json").read_text("utf-8"))["rows"]:
        work = row["reference"].partition("#")[0]
        open_in_chat(acting, corpus, work, extract=lambda _: (), url=wiring.official_url, language=row["lang"])
        proposal = Proposal(row["reference"], row["quote"], "gold", row["relevance"], "gold")
        outcome = propose(acting, corpus, proposal, extract=lambda _: (), url=wiring.official_url)
        assert isinstance(outcome, Accepted), outcome
        assert (f"E{outcome.number}", outcome.evidence.reference) == (row["row"], row["reference"])
        if row["state"] == "withdrawn":
            withdraw(acting, outcome.number, "gold")
    return acting


NOT_JUDGED = {"verifier_supported": "label_unverified"}
"""Until content is judged, the verifier abstains, and what only it could support is labelled."""


@pytest.mark.parametrize("name", ["a01", "a04"])
def test_each_citation_of_the_labelled_answer(name: str, shared: Path, corpus: SqliteCorpus) -> None:
    folder = shared / "gold" / "drafts" / "answers"
    text = (folder / f"{name}.md").read_bytes().decode()
    document: dict[str, Any] = json.loads((folder / f"{name}.doc.json").read_text("utf-8"))
    acting = chat_of(name, folder, corpus)
    answering = wiring.answering(corpus)
    refused = compose_answer(acting, text, answering).refusals
    finished = audit_answer(text, answering, at=acting.at, acting=acting)

    for line in (folder / f"{name}.gold.jsonl").read_text("utf-8").splitlines():
        gold = json.loads(line)
        touching = [c for c in finished.changes if c.start < gold["end"] and gold["start"] < c.end]
        assert len(touching) == 1, gold["id"]
        wanted = gold["audit"]["outcome"]
        assert touching[0].outcome == NOT_JUDGED.get(wanted, wanted), gold["id"]
        if gold["audit"]["row"]:
            assert touching[0].rows == (gold["audit"]["row"],), gold["id"]
        assert any(each.start < gold["end"] and gold["start"] < each.end for each in refused), gold["id"]

    for placeholder in document["placeholders"]:
        codes = [each.code for each in refused if each.start < placeholder["end"] and placeholder["start"] < each.end]
        # that a row does not support its sentence is for a judge of content; code sees quotations alone
        wanted = [] if placeholder["state"] in ("ok", "misplaced") else [placeholder["state"]]
        assert codes == wanted, placeholder
    for address in document["urls"]:
        assert any(each.start == address["start"] and each.kind == "url" for each in refused)
