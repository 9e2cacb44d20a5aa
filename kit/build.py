"""Builds the cases of the kit from their descriptions: `python -m kit.build` writes kit/cases/<language>.jsonl.

A description says which words of a passage a draft takes and what it changes in them, so that quote, spans and differing
words are right by construction.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "cases"
LOOK = {
    "omission_may_change_sense", "undisclosed_emphasis", "false_disclosure", "cut_before_exception", "cut_before_condition",
    "cut_before_negation", "cut_after_condition", "cut_after_negation", "cut_after_attribution", "inner_source_not_named",
    "bracket_replaces_substance", "speaker_not_named", "wrong_pinpoint",
}  # fmt: skip


def _place(text: str, words: str) -> int:
    at = text.find(words)
    assert at >= 0, f"{words!r} does not stand in the passage {text[:60]!r}"
    return at


def _passage(given: dict[str, Any]) -> dict[str, Any]:
    text: str = given["text"]
    out: dict[str, Any] = {"source": text}
    starts = sorted((_place(text, lead), label) for label, lead in given.get("units", {}).items())
    ends = [start for start, _ in starts[1:]] + [len(text)] * bool(starts)
    out["units"] = [[start, end, label] for (start, label), end in zip(starts, ends, strict=True)]
    layout: list[list[Any]] = [[at, at + 1, "line"] for at, c in enumerate(text) if c == "\n"]
    for kind, pieces in given.get("layout", {}).items():
        for piece in pieces:
            at = _place(text, piece)
            size = {"hyphen": 2, "footnote": len(piece.split(" ")[0])}.get(kind, len(piece))
            layout.append([at, at + size, kind])
    for piece in given.get("margins", []):
        layout.append([_place(text, piece), _place(text, piece) + len(piece), "margin"])
    hyphens = {end - 1 for _, end, kind in layout if kind == "hyphen"}
    out["layout"] = sorted(item for item in layout if not (item[2] == "line" and item[0] in hyphens))
    out["roles"] = sorted(
        [_place(text, words), _place(text, words) + len(words), role.rstrip("_")]
        for role, words in given.get("roles", {}).items()
    )
    out["emphasis_source"] = [[_place(text, w), _place(text, w) + len(w)] for w in given.get("emphasis", [])]
    return out


def _case(entry: Any, passages: dict[str, dict[str, Any]], language: str, number: int) -> dict[str, Any]:
    if isinstance(entry, dict):
        name, take, changes = entry["of"], None, []
        codes, findings, more = entry["codes"], entry.get("findings", []), entry
        quote = entry["quote"]
    else:
        name, take, changes, codes, *rest = entry
        findings = rest[0] if rest else []
        more = rest[1] if len(rest) > 1 else {}
        quote = take
    passage = passages[name]
    if take is not None:
        _place(passage["source"], take)
    for old, new in changes:
        assert old in quote, f"{old!r} does not stand in {quote!r}"
        quote = quote.replace(old, new, 1)
    if more.get("start"):
        quote = quote[_place(quote, more["start"]) :]
    codes = codes.split()
    verdict = "refused" if any(c.startswith("M") for c in codes) else "look" if LOOK & set(findings) else "clean"
    case = {
        "id": f"{language}-{number:03}",
        "lang": language,
        **{key: value for key, value in passage.items() if value},
        "quote": quote,
        "disclosures": more.get("disclosures", ""),
        **more.get("more", {}),
        "codes": codes,
        "verdict": verdict,
        "accepted": verdict == "clean",
        "findings": findings,
        "differs": [[old, new] for old, new in changes],
    }
    if more.get("alt"):
        case["alt_codes"] = more["alt"]
    if "emphasis_quote" in case:
        case["emphasis_quote"] = [[_place(quote, w), _place(quote, w) + len(w)] for w in case["emphasis_quote"]]
    if "emphasis" in more:
        case["emphasis_quote"] = [[_place(quote, w), _place(quote, w) + len(w)] for w in more["emphasis"][0]]
    elif "emphasis_quote" not in case:
        case.pop("emphasis_source", None)
    return case


def build() -> dict[str, list[dict[str, Any]]]:
    """All cases, by language."""
    out: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        given = yaml.safe_load(path.read_text("utf-8"))
        language = given["language"]
        passages = {name: _passage(p) for name, p in given["passages"].items()}
        out[language] = [_case(entry, passages, language, n) for n, entry in enumerate(given["cases"], 1)]
    return out


def main() -> None:
    """Write the cases."""
    for language, cases in build().items():
        lines = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
        (FOLDER / f"{language}.jsonl").write_text(lines, "utf-8")
        print(language, len(cases))


if __name__ == "__main__":
    main()
