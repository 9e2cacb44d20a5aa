"""Rules of SARIF 2.1.0 that a log must keep, as far as pincite uses the format; each with its section of the specification."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

LEVELS = {"none", "note", "warning", "error"}
_URI = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-F]{2})*\Z")
_LOG = {"$schema", "version", "runs"}
_RUN = {"tool", "columnKind", "artifacts", "results", "invocations"}
_RESULT = {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints", "properties"}
_REGION = {"startLine", "startColumn", "endLine", "endColumn", "charOffset", "charLength", "snippet"}


def assert_sarif(log: dict[str, Any]) -> None:
    """Fail with what is not as the specification says."""
    assert set(log) <= _LOG  # 3.13: no property but those defined (additionalProperties: false)
    assert log["version"] == "2.1.0"  # 3.13.2
    for run in log["runs"]:
        assert set(run) <= _RUN  # 3.14
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")  # 3.14.17
        driver = run["tool"]["driver"]
        assert driver["name"]  # 3.19.8
        assert re.match(r"^[a-zA-Z]{2}", driver["language"])  # 3.19.21
        ids = [rule["id"] for rule in driver["rules"]]
        assert len(set(ids)) == len(ids)  # 3.19.23: unique
        assert all(rule["shortDescription"]["text"] for rule in driver["rules"])  # 3.12.3: not empty
        for artifact in run["artifacts"]:
            assert _URI.match(artifact["location"]["uri"])  # 3.4.3, RFC 3986
            assert artifact["length"] >= 0
            assert re.fullmatch(r"[0-9a-f]{64}", artifact["hashes"]["sha-256"])  # 3.24.11
        assert all(invocation["executionSuccessful"] in (True, False) for invocation in run["invocations"])  # 3.20.14
        for result in run["results"]:
            assert_result(result, ids, run["artifacts"])


def assert_result(result: dict[str, Any], ids: list[str], artifacts: list[dict[str, Any]]) -> None:
    """One result: 3.27."""
    assert set(result) <= _RESULT
    assert ids[result["ruleIndex"]] == result["ruleId"]  # 3.27.6
    assert result["level"] in LEVELS  # 3.27.10
    assert result["message"]["text"]  # 3.11.8
    assert result["partialFingerprints"]  # 3.27.17
    assert all(isinstance(each, str) for each in result["partialFingerprints"].values())
    for location in result["locations"]:
        physical = location["physicalLocation"]
        held = artifacts[physical["artifactLocation"]["index"]]["location"]["uri"]
        assert physical["artifactLocation"]["uri"] == held  # 3.4.5
        assert unquote(held)
        region = physical.get("region")
        if region is None:
            continue
        assert set(region) <= _REGION
        assert region["startLine"] >= 1  # 3.30.5
        assert region.get("startColumn", 1) >= 1  # 3.30.6
        assert region.get("endLine", region["startLine"]) >= region["startLine"]  # 3.30.7
        assert region.get("charOffset", 0) >= 0  # 3.30.9
        assert region.get("charLength", 0) >= 0  # 3.30.10
