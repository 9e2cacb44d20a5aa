"""The judges of what a draft says: none, code, a language model, a service, recorded judgements.

Keeps true: a judge that sends words is given the door of the draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.errors import BadInput
from pincite.wiring.chats import language_model
from pincite.wiring.services import live_services, service_tools
from pincite.wiring.sources import file_of

if TYPE_CHECKING:
    from pincite.judging.judge import Judge, Question
    from pincite.judging.kept import Opinions
    from pincite.privacy.egress import Content, Egress


def judge_addresses(name: str) -> tuple[str, ...]:
    """The addresses a judge of this name sends words to, for the door (`door_of`); none for code and for recorded ones."""
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.language_models.choose import PROVIDERS, provider_of  # noqa: PLC0415

    if name in ("", "none", "signals") or name.startswith(("recorded:", "service:")):
        return ()
    named = settings.model() if name == "model" else name
    return (settings.model_url() or PROVIDERS[provider_of(named)[0]],)


def judge_of(
    name: str, *, egress: Egress | None = None, opinions: Opinions | None = None, seconds: float = 120.0
) -> Judge | None:
    """The judge of a name (docs/judging.md): none, signals, model, PROVIDER:MODEL, service:NAME, recorded:FILE.

    Args:
        name: `model` is that of the setting PINCITE_MODEL; "" is none.
        egress: the door of the draft, asked before words leave.
        opinions: where a model's opinions are kept.
        seconds: to wait for one answer of a model.

    Raises:
        BadInput: there is no judge of that name, or its file cannot be read.
        CannotRun: what it needs is not installed.

    """
    from pincite.judging.by_model import ModelJudge  # noqa: PLC0415 (as above)
    from pincite.judging.by_signals import SignalsJudge  # noqa: PLC0415
    from pincite.judging.kept import KeptJudge  # noqa: PLC0415
    from pincite.judging.panel import Panel  # noqa: PLC0415
    from pincite.judging.recorded import RecordedJudge, read_judgements  # noqa: PLC0415
    from pincite.privacy.egress import is_loopback  # noqa: PLC0415

    if name in ("", "none"):
        return None
    if name == "signals":
        return SignalsJudge()
    kind, _, rest = name.partition(":")
    if kind == "recorded" and rest:
        return Panel((), RecordedJudge(read_judgements(file_of(Path(rest)))))
    if kind == "service" and rest:
        asked = service_judge(rest, egress)
        return Panel((asked if opinions is None else KeptJudge(asked, opinions),))
    if name != "model" and not rest:
        raise BadInput(
            f"there is no judge {name!r}",
            remedy="Write none, signals, model, PROVIDER:MODEL, service:NAME or recorded:FILE.",
        )
    model = language_model("" if name == "model" else name, seconds=seconds)
    if model is None:
        raise BadInput("no language model is named", remedy="Set PINCITE_MODEL, or write --judge PROVIDER:MODEL.")
    address = judge_addresses(name)[0]
    judge: Judge = ModelJudge(model, address, egress, "local_model" if is_loopback(address) else "server_judge")
    return Panel((judge if opinions is None else KeptJudge(judge, opinions),))


def service_judge(name: str, egress: Egress | None = None, *, own: Path | None = None) -> Judge:
    """A live service as judge: `check_claim_support` of an opencaselaw MCP server, its excerpts proved here.

    Args:
        name: of the service (`live_services`).
        egress: the door of the draft; one that is shut when None.
        own: a file of services, as for `live_services`.

    Raises:
        BadInput: there is no service of that name that judges.

    """
    from pincite.judging.by_service import ServiceJudge  # noqa: PLC0415 (as above)
    from pincite.jurisdictions.ch.services.swiss_caselaw import claim_support  # noqa: PLC0415
    from pincite.privacy.egress import Parcel, nothing_leaves  # noqa: PLC0415

    known = live_services(own).services
    judging = [each.name for each in known.values() if each.contract == "ch.swiss_caselaw"]
    if name not in judging:
        raise BadInput(f"the service {name!r} judges nothing", remedy=f"Services that do: {', '.join(judging)}.")
    service, door = known[name], egress or nothing_leaves()

    def check(question: Question) -> Mapping[str, Any]:
        with service_tools(door) as tools:

            def ask(tool: str, arguments: Mapping[str, Any]) -> Any:
                words = " ".join(str(value) for value in arguments.values())
                work = question.reference.partition("#")[0]
                content: Content = "claim" if tool == "check_claim_support" else "reference"
                parcel = Parcel(service.address, content, words, question.spans, work if content == "reference" else "")
                return tools.call(service, tool, arguments, parcel).value

            return claim_support(ask, question.claim, question.reference)

    return ServiceJudge(name, check)
