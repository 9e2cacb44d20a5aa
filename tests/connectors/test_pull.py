"""Releases published into a repository and pulled from it, from a folder and from a real HTTP server."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.connectors.local_server import Ask, Reply, serving
from tests.connectors.published import (
    KEYS,
    NOW,
    ONLINE,
    OTHER_ONLINE,
    OTHER_TARGETS,
    ROOTS,
    TARGETS,
    Client,
    Publisher,
    Simulator,
)
from tests.corpus import library
from tests.transparency.keys import LOG

from pincite import wiring
from pincite.connectors.releases import HttpFetcher
from pincite.corpus.answers import OutsideCoverage, PlaceFound
from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.interfaces.cli.main import main
from pincite.storage.edition_folder import make_index
from pincite.storage.release_folder import read_release, verify_files
from pincite.storage.release_parts import FolderParts
from pincite.storage.tuf_repository import Keys
from pincite.transparency.policy import trusting
from pincite.workflows.verify_release import verify_release


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Publisher:
    publisher = Publisher(tmp_path_factory.mktemp("published"))
    publisher.repository().root(KEYS)
    publisher.publish(publisher.house.signed())
    return publisher


@pytest.fixture
def publisher(published: Publisher, tmp_path: Path) -> Publisher:
    shutil.copytree(published.folder, tmp_path / "house")
    return Publisher(tmp_path / "house")


def test_what_is_pulled_is_what_was_published_byte_for_byte(published: Publisher, tmp_path: Path) -> None:
    client = Client(tmp_path / "out")
    pulled = client.pull(Simulator(published.path), root=published.root)
    assert pulled.check is not None
    assert pulled.check.ok
    assert pulled.check.signed is not None
    assert not pulled.edition
    own = published.folder / "releases" / "hk" / "2026.11.30"
    assert client.files() == {
        path.relative_to(own).as_posix(): path.read_bytes() for path in own.rglob("*") if path.is_file()
    }
    assert client.pull(Simulator(published.path)).check is None  # here already


def test_releases_come_over_http(published: Publisher, tmp_path: Path) -> None:
    def answer(ask: Ask) -> Reply:
        path = published.path / ask.path.lstrip("/")
        return Reply(200, path.read_bytes()) if path.is_file() else Reply(404)

    with serving(answer) as server:
        found = list(wiring.pull("https://mirror.example", ["hk"], tmp_path, root=published.root, transport=server))
        assert [each.descriptor.release for each in found] == ["hk/2026.11.30"]
        with wiring.open_corpus([tmp_path]) as corpus:
            assert isinstance(corpus.find_place("hk/cap9#s2"), PlaceFound)
        assert [each.check for each in wiring.pull("https://mirror.example", ["hk"], tmp_path, transport=server)] == [
            None
        ]


def test_a_server_that_drips_is_not_waited_for(published: Publisher, tmp_path: Path) -> None:
    def answer(ask: Ask) -> Reply:
        path = published.path / ask.path.lstrip("/")
        return Reply(200, path.read_bytes(), slowly=0.02) if path.is_file() else Reply(404)

    with serving(answer) as server, pytest.raises(CannotRun, match="too slowly"):
        Client(tmp_path).pull(HttpFetcher(server, seconds=0.2), root=published.root)


def test_a_server_that_fails_is_named_and_nothing_is_changed(published: Publisher, tmp_path: Path) -> None:
    with serving(lambda _: Reply(503)) as server, pytest.raises(CannotRun, match="503"):
        Client(tmp_path).pull(HttpFetcher(server), root=published.root)
    assert not (tmp_path / "hk").exists()


def test_a_pull_that_broke_off_leaves_nothing_to_be_seen(published: Publisher, tmp_path: Path) -> None:
    client = Client(tmp_path)

    def cut(name: str, data: bytes) -> bytes | None:
        return None if name.endswith("texts.jsonl.zst") else data

    with pytest.raises(CannotRun):
        client.pull(Simulator(published.path, cut), root=published.root)
    assert not (tmp_path / "hk" / "2026.11.30").exists()
    assert client.pull(Simulator(published.path)).check is not None


def test_the_next_release_is_current_and_the_one_before_can_still_be_had(publisher: Publisher, tmp_path: Path) -> None:
    client = Client(tmp_path / "out")
    client.pull(Simulator(publisher.path), root=publisher.root)
    publisher.publish(publisher.house.signed(tag="2026.11.30.1"))
    assert client.pull(Simulator(publisher.path)).descriptor.release == "hk/2026.11.30.1"
    other = Client(tmp_path / "other")
    older = other.pull(Simulator(publisher.path), root=publisher.root, tag="2026.11.30")
    assert older.descriptor.release == "hk/2026.11.30"
    with pytest.raises(BadInput, match=r"publishes no hk/2020\.01\.01\.json"):
        other.pull(Simulator(publisher.path), tag="2020.01.01")


def test_keys_change_hands_by_the_threshold_of_the_former(publisher: Publisher, tmp_path: Path) -> None:
    client = Client(tmp_path / "out")
    client.pull(Simulator(publisher.path), root=publisher.root)
    handed = publisher.root
    new = Keys(ROOTS[2:], 2, (OTHER_TARGETS,), 1, OTHER_ONLINE, former_root=ROOTS[:2])
    assert publisher.repository().root(new) == 2
    publisher.publish(publisher.house.signed(tag="2026.11.30.1"), keys=new)
    assert client.pull(Simulator(publisher.path)).descriptor.release == "hk/2026.11.30.1"
    # who holds the first root alone follows it to the second
    assert Client(tmp_path / "late").pull(Simulator(publisher.path), root=handed).check is not None
    with pytest.raises(BadInput, match=r"may not sign here|would be refused"):
        publisher.publish(publisher.house.signed(tag="2026.11.30.2"), keys=KEYS)


def test_a_root_that_nobody_would_accept_is_not_written(publisher: Publisher, tmp_path: Path) -> None:
    before = publisher.root
    for keys in (
        Keys(ROOTS[2:], 2, (TARGETS,), 1, ONLINE),  # the former ones did not sign
        Keys(ROOTS[2:], 2, (TARGETS,), 1, ONLINE, former_root=ROOTS[:1]),  # one of two
        Keys((ROOTS[0], ROOTS[0]), 2, (TARGETS,), 1, ONLINE, former_root=ROOTS[:2]),  # one key twice
        Keys(ROOTS[:2], 3, (TARGETS,), 1, ONLINE),  # more than there are
        replace(KEYS, online=None),
    ):
        with pytest.raises(BadInput):
            publisher.repository().root(keys)
    assert publisher.root == before
    with pytest.raises(BadInput, match="is no repository"):
        Publisher(tmp_path).repository().renew(KEYS)


def test_a_targets_threshold_wants_as_many_keys(tmp_path: Path) -> None:
    publisher = Publisher(tmp_path)
    both = Keys(ROOTS[:1], 1, (TARGETS, OTHER_TARGETS), 2, ONLINE)
    publisher.repository().root(both)
    release = publisher.house.signed()
    with pytest.raises(BadInput, match="targets would be refused"):
        publisher.publish(release, keys=replace(both, targets=(TARGETS,)))
    publisher.publish(release, keys=both)


def test_what_was_published_is_not_changed_and_its_signatures_may_be(publisher: Publisher) -> None:
    release = publisher.house.signed()
    publisher.house.cosign(release, 0)
    publisher.publish(release)
    other = Publisher(publisher.folder / "elsewhere")
    changed = other.mixed()
    shutil.copytree(publisher.path, other.path)
    with pytest.raises(BadInput, match="is not changed"):
        other.publish(changed)


def test_a_timestamp_is_renewed_without_a_release(publisher: Publisher, tmp_path: Path) -> None:
    client = Client(tmp_path / "out")
    client.pull(Simulator(publisher.path), root=publisher.root)
    publisher.repository(at=NOW, days=90).renew(KEYS)
    assert client.pull(Simulator(publisher.path)).check is None


# what may not be passed on


def test_texts_that_may_not_be_passed_on_stay_behind_and_their_digests_do_not(tmp_path: Path) -> None:
    publisher = Publisher(tmp_path / "house")
    publisher.repository().root(KEYS)
    release = publisher.mixed()
    made = publisher.publish(release)
    assert made.edition is not None
    everything = b"".join(path.read_bytes() for path in publisher.path.rglob("*") if path.is_file())
    client = Client(tmp_path / "out")
    pulled = client.pull(Simulator(publisher.path), root=publisher.root)
    assert pulled.edition
    folder = tmp_path / "out" / "hk" / "2026.11.30"
    lines = [line for name in ("leaves.jsonl.zst", "texts.jsonl.zst") for line in FolderParts(folder).lines(name)]
    for words in ("light two lanterns", "sell oil", "兩盞燈籠"):
        assert words.encode() not in everything
        assert not any(words.encode() in line for line in lines)
        assert not any(words.encode() in data for data in client.files().values())
    # the same root, the same manifest, the same signatures
    assert (folder / "manifest.json").read_bytes() == (release / "manifest.json").read_bytes()
    check = verify_release(FolderParts(folder), trusting([LOG.verifier]))
    assert check.ok, check.steps
    verify_files(read_release(folder))
    with wiring.open_corpus([folder]) as corpus:
        withheld = corpus.find_place("hk/cap9#s2")
        assert isinstance(withheld, OutsideCoverage)
        assert withheld.findings == ("text_withheld",)
        assert corpus.find_work("hk/cap9") == OutsideCoverage("hk/cap9", (), ("text_withheld",))
        assert not corpus.expressions("hk/cap9")
        assert {each.work for each in corpus.every_document()} == {"hk/hkca/2025/12", "hk/hkca/2025/21"}
        assert isinstance(corpus.find_place("hk/hkca/2025/12#para_2"), PlaceFound)
        assert not corpus.search("lanterns gas")
        assert corpus.search("wick wet")
        assert corpus.find_quote("The wick was wet. We dismiss the appeal.")
        with pytest.raises(BadInput, match="does not let its text be passed on"):
            corpus.document_text("hk/cap9@en/2024-06-01")
    report = wiring_verify(folder, "Section 2 of Cap. 9 says «light two lanterns». See [2025] HKCA 12 at [2].")
    assert "outside_coverage" in report
    assert "not_found" not in report


def test_attack_works_that_a_copy_withholds_are_not_called_gone_or_equal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publisher = Publisher(tmp_path / "house")
    publisher.repository().root(KEYS)
    release = publisher.mixed()
    publisher.publish(release)
    Client(tmp_path / "out").pull(Simulator(publisher.path), root=publisher.root)
    folder = tmp_path / "out" / "hk" / "2026.11.30"
    assert main(["corpus", "diff", str(release), str(folder)]) == 0  # the sources are the same
    assert "Nothing differs" in capsys.readouterr().out
    other = tmp_path / "other"
    library.write(other / "sources", {name: text.replace("two", "three") for name, text in library.HK.items()})
    built = library.build(library.spec(other, tag="2026.12.01"), other / "out")
    assert main(["corpus", "diff", str(folder), built.path]) == 1
    said = capsys.readouterr().out
    assert "hk/cap9@en/2024-06-01 -> hk/cap9@en/2024-06-01\nnot compared: the text is not in the old copy" in said
    assert "only in the new release: hk/cap9" not in said
    assert main(["corpus", "diff", str(folder), built.path, "--format", "html"]) == 1
    assert "Not compared: the text is not in the old copy" in capsys.readouterr().out
    assert main(["corpus", "diff", built.path, str(folder), "--format", "json"]) == 1
    found = {each["new"]: each["withheld"] for each in json.loads(capsys.readouterr().out)["wordings"]}
    assert found["hk/cap9@en/2024-06-01"] == "new"
    states = ["hk/cap9@en/2020-01-01", "hk/cap9@en/2024-06-01"]
    assert main(["corpus", "diff", *states, "--release", str(folder)]) == 3
    assert "its licence does not let it be passed on" in capsys.readouterr().err


def wiring_verify(folder: Path, draft: str) -> str:
    with wiring.open_corpus([folder]) as corpus:
        report = wiring.verify(draft.encode(), "draft.md", corpus, checked_on="2026-11-30")
    return str(report.as_json())


def test_a_release_of_which_nothing_may_be_passed_on_or_nobody_signed_is_not_published(tmp_path: Path) -> None:
    publisher = Publisher(tmp_path)
    publisher.repository().root(KEYS)
    with pytest.raises(BadInput, match=r"nothing of hk/2026\.11\.30 may be passed on"):
        publisher.publish(publisher.mixed(cap9="none", hkca="quote"))
    with pytest.raises(BadInput, match="is unsigned"):
        publisher.publish(publisher.house.build())
    assert not list(publisher.path.glob("targets/**/*.zst"))


def test_the_index_made_anew_is_the_index_of_the_build(published: Publisher, tmp_path: Path) -> None:
    own = published.folder / "releases" / "hk" / "2026.11.30"
    make_index(own, tmp_path / "index" / "corpus.db", tmp_path / "index" / "fingerprints.bin")
    for name in ("corpus.db", "fingerprints.bin"):
        assert (tmp_path / "index" / name).read_bytes() == (own / "index" / name).read_bytes(), name


def test_an_edition_that_leaves_out_what_may_be_passed_on_is_refused(tmp_path: Path) -> None:
    from tests.attacks.signed import lines_of

    from pincite.corpus.edition import EDITION, Edition, withheld_line
    from pincite.storage.edition_folder import FolderEdition

    publisher = Publisher(tmp_path / "house")
    publisher.repository().root(KEYS)
    publisher.publish(publisher.mixed())
    folder = publisher.folder / "edition"
    edition = Edition.read((folder / EDITION).read_bytes())

    def verified_with(name: str, lines: list[bytes], **counts: Any) -> tuple[int, str]:
        other = tmp_path / "other" / "2026.11.30"
        shutil.rmtree(other, ignore_errors=True)
        shutil.copytree(folder, other)
        record = FolderEdition(folder, other).lines(name, lines)
        (other / EDITION).write_bytes(replace(edition, **counts).with_files([record]).to_bytes())
        last = verify_release(FolderParts(other), trusting([LOG.verifier])).steps[-1]
        return last.number, last.said

    texts = lines_of(folder, "texts.jsonl.zst")
    assert verified_with("texts.jsonl.zst", texts)[0] == 7
    assert verified_with("texts.jsonl.zst", texts[1:], withheld_texts=edition.withheld_texts + 1) == (
        4, "1 texts that may be passed on are missing",
    )  # fmt: skip
    leaves = lines_of(folder, "leaves.jsonl.zst")
    block = next(number for number, line in enumerate(leaves) if b'"type":"block"' in line)
    hidden = [*leaves[:block], withheld_line(leaves[block]), *leaves[block + 1 :]]
    assert verified_with("leaves.jsonl.zst", hidden, withheld_leaves=edition.withheld_leaves + 1) == (
        3, "the leaves are not those that the manifest counts",
    )  # fmt: skip
    with pytest.raises(CorruptRelease):
        Edition.read(b"{}")
