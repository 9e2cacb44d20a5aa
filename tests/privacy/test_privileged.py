"""Which passages of a draft are kept back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.drafts.draft import read_draft
from pincite.drafts.privileged import privileged_in
from pincite.errors import BadInput
from pincite.privacy.privileged import playbook

PLAIN = (
    "The Lantern Act says that a keeper registers each lantern within thirty days, and nothing else was found in it."
)


def kept(text: str, *patterns: str, name: str = "draft.md") -> list[str]:
    draft = read_draft(text.encode(), name)
    return [draft.text[each.start : each.end] for each in privileged_in(draft, playbook(patterns))]


@pytest.mark.parametrize(
    "label",
    [
        "Privileged and confidential",
        "PRIVILEGED & CONFIDENTIAL",
        "Attorney-Client Communication",
        "Streng vertraulich",
        "Anwaltskorrespondenz",
        "Unterliegt dem Anwaltsgeheimnis",
        "Strictement confidentiel",
        "Couvert par le secret professionnel",
        "Strettamente confidenziale",
        "Coperto dal segreto professionale",
        "機密：律師與當事人通訊",
        "律师与客户通讯",
    ],
)
def test_a_label_in_five_languages_covers_its_paragraph(label: str) -> None:
    secret = f"{label}. The keeper never lit the lantern."
    (found,) = kept(f"# Note\n\n{PLAIN} {PLAIN}\n\n## A\n\n{secret}\n\n## B\n\n{PLAIN}\n")
    assert found == secret


@pytest.mark.parametrize(
    "disguise",
    [
        "privileged\u00a0and\nconfidential",
        "pri\u200bvileged and confi\u00addential",
        "**Privileged** *and* **confidential**",
        "privileged—and—confidential",
        "P R I V I L E G E D",
    ],
)
def test_a_marker_in_disguise_is_found(disguise: str) -> None:
    assert kept(f"# Note\n\n{PLAIN} {PLAIN}\n\n## A\n\nThis is {disguise}: the keeper slept.\n") != []


def test_a_marked_heading_covers_the_parts_below_it_and_not_those_beside_it() -> None:
    text = (
        f"# Memo\n\n{PLAIN} {PLAIN}\n\n## Secret professionnel\n\nUn.\n\n### Encore\n\nDeux.\n\n## Suite\n\n{PLAIN}\n"
    )
    (found,) = kept(text)
    assert found.startswith("## Secret")
    assert found.endswith("Deux.")


@pytest.mark.parametrize(
    "line", ["PRIVILEGED AND CONFIDENTIAL", "Vertraulich", "**Riservato**", "保密", "Confidentiel"]
)
def test_a_marker_in_the_head_covers_the_whole_draft(line: str) -> None:
    (found,) = kept(f"To: the board\n\n{line}\n\n{PLAIN}\n\n{PLAIN}")
    assert found.endswith(PLAIN)
    assert found.startswith("To: the board")


@pytest.mark.parametrize(
    "head",
    ["Legal advice - privileged", "機密及享有法律專業特權", "本函受法律專業特權保護", "律师客户特权", "特权通讯"],
)
def test_the_usual_forms_of_a_claim_to_privilege_are_markers(head: str) -> None:
    kept_back = kept(f"# Memo\n\n{PLAIN} {PLAIN}\n\n{PLAIN}\n\n## Facts\n\n{head}\n\nHe slept.\n\n## Law\n\n{PLAIN}\n")
    assert any("He slept." in each for each in kept_back)


def test_front_matter_speaks_for_the_whole_draft() -> None:
    assert len(kept(f"---\nclassification: privileged\n---\n\n{PLAIN}\n")) == 1


def test_a_note_is_kept_back_with_the_passage_that_calls_it() -> None:
    text = f"# Memo\n\n{PLAIN} {PLAIN}\n\n## Privileged\n\nHe slept.[^1]\n\n## B\n\n{PLAIN}[^2]\n\n[^1]: He told his lawyer.\n\n[^2]: Open.\n"
    assert [each for each in kept(text) if "Open" in each] == []
    assert any("He told" in each for each in kept(text))


@pytest.mark.parametrize(
    "sentence",
    [
        "Our client told us on Monday that the lantern was lit.",
        "Die Mandantin hat uns mitgeteilt, dass die Laterne brannte.",
        "Notre cliente nous a confié que la lanterne brûlait.",
        "La cliente ci ha riferito che la lanterna era accesa.",
        "我方當事人私下告知我們燈籠已點亮。",
    ],
)
def test_what_a_client_told_is_privileged_without_any_marker(sentence: str) -> None:
    assert kept(f"# Note\n\n{PLAIN} {PLAIN}\n\n{sentence}\n\n{PLAIN}\n") == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "The notice is given without prejudice to subsection (2), and the keeper has thirty days to answer it.",
        "A data user may rely on section 60 where legal professional privilege could be maintained over the data.",
        "Das Gesetz regelt, wann Angaben eines Halters als vertraulich gelten, in seinem dritten Abschnitt.",
        "La loi protège le secret professionnel de tous les gardiens, selon son article trois.",
    ],
)
def test_law_about_secrecy_is_no_secret(sentence: str) -> None:
    assert kept(f"# Note\n\n{PLAIN} {PLAIN}\n\n{sentence}\n") == []


def test_a_playbook_names_passages_of_its_own() -> None:
    text = f"# Note\n\n{PLAIN}\n\nProject Heron-\nlight goes ahead.\n\n{PLAIN}\n"
    assert kept(text, "project heron light*") == ["Project Heron-\nlight goes ahead."]


@pytest.mark.parametrize("pattern", ["", " * ", "x" * 201])
def test_a_pattern_that_says_nothing_is_refused(pattern: str) -> None:
    with pytest.raises(BadInput):
        playbook([pattern])


@given(before=st.text(max_size=300), after=st.text(max_size=300))
def test_whatever_stands_around_it_a_marked_passage_is_kept_back(before: str, after: str) -> None:
    marked = "Privileged and confidential: the keeper slept."
    try:
        draft = read_draft(f"{before}\n\n{marked}\n\n{after}".encode("utf-8", "replace"), "draft.txt")
    except BadInput:
        return
    at = draft.text.rindex(marked)
    assert any(each.start <= at and at + len(marked) <= each.end for each in privileged_in(draft))
