"""The client of services: polite, bounded, resumable, and led nowhere it was not sent."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.connectors.local_server import Ask, Reply, Routed, serving

from pincite.connectors.http import Clock, Http, Limits
from pincite.connectors.recorded import Recording, Replay
from pincite.corpus.exchange import Request
from pincite.errors import BadInput, CannotRun

HOST = "law.example"
ADDRESS = f"https://{HOST}/act.xml"
DATA = bytes(range(256)) * 400


class FakeTime:
    """A clock that goes on only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def clock(self) -> Clock:
        return Clock(self.sleep, lambda: self.now, lambda: datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC))


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


Serve = Callable[..., tuple[Http, Routed]]


@pytest.fixture
def serve(time: FakeTime) -> Iterator[Serve]:
    with ExitStack() as stack:

        def start(
            answer: Callable[[Ask], Reply], *, limits: Limits | None = None, real: bool = False, pause: float = 0.0
        ) -> tuple[Http, Routed]:
            transport = stack.enter_context(serving(answer))
            clock = Clock() if real else time.clock()
            return stack.enter_context(Http({HOST: pause}, limits=limits, transport=transport, clock=clock)), transport

        yield start


def get(address: str = ADDRESS, **headers: str) -> Request:
    return Request("GET", address, headers)


def several(*replies: Reply) -> Callable[[Ask], Reply]:
    rest = list(replies)
    return lambda _: rest.pop(0) if len(rest) > 1 else rest[0]


# politeness


def test_requests_to_a_host_keep_their_distance(serve: Serve, time: FakeTime) -> None:
    net, _ = serve(several(Reply(200, b"x")), pause=3.0)
    for _ in range(3):
        net.ask(get())
    assert time.slept == [3.0, 3.0]


def test_waits_grow_from_attempt_to_attempt(serve: Serve, time: FakeTime) -> None:
    net, transport = serve(several(Reply(503)))
    with pytest.raises(CannotRun, match=r"it answers 503.*4 attempts"):
        net.ask(get())
    assert time.slept == [1.0, 2.0, 4.0]
    assert len(transport.asked) == 4


@pytest.mark.parametrize(
    ("field", "seconds"), [("7", 7.0), ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0), ("soon", 1.0), ("0", 1.0), ("-5", 1.0)]
)
def test_retry_after_is_kept_as_seconds_and_as_a_date(serve: Serve, time: FakeTime, field: str, seconds: float) -> None:
    net, _ = serve(several(Reply(429, headers={"Retry-After": field}), Reply(200, b"x")))
    assert net.ask(get()).body == b"x"
    assert time.slept == [seconds]


def test_a_service_that_asks_for_an_hour_is_not_waited_for(serve: Serve, time: FakeTime) -> None:
    net, transport = serve(several(Reply(429, headers={"Retry-After": "3600"})))
    with pytest.raises(CannotRun, match="asks to wait 3600 seconds"):
        net.ask(get())
    assert (time.slept, len(transport.asked)) == ([], 1)


@pytest.mark.parametrize("status", [200, 304, 400, 401, 403, 404, 410, 501])
def test_what_will_not_pass_is_answered_at_once(serve: Serve, status: int) -> None:
    net, transport = serve(several(Reply(status, b"" if status == 304 else b"body")))
    assert net.ask(get()).status == status
    assert len(transport.asked) == 1


def test_no_cookie_is_carried_from_answer_to_request(serve: Serve) -> None:
    net, transport = serve(several(Reply(200, b"x", {"Set-Cookie": "session=secret"})))
    net.ask(get())
    net.ask(get())
    assert "cookie" not in transport.asked[1].headers


# bounds


def test_an_answer_that_is_too_long_is_refused(serve: Serve) -> None:
    net, _ = serve(several(Reply(200, b"x" * 2000)), limits=Limits(most=1000))
    with pytest.raises(CannotRun, match="sends more than 1,000 bytes"):
        net.ask(get())


def test_a_packed_answer_is_measured_unpacked(serve: Serve) -> None:
    bomb = gzip.compress(b" " * 5_000_000)
    net, _ = serve(several(Reply(200, bomb, {"Content-Encoding": "gzip"})), limits=Limits(most=1_000_000))
    with pytest.raises(CannotRun, match="sends more than 1,000,000 bytes"):
        net.ask(get())


def test_a_damaged_packing_is_tried_again_and_then_said(serve: Serve) -> None:
    net, transport = serve(several(Reply(200, b"not gzip", {"Content-Encoding": "gzip"})))
    with pytest.raises(CannotRun, match="its answer is damaged"):
        net.ask(get())
    assert len(transport.asked) == 4


def test_an_answer_that_drips_ends_at_the_deadline(serve: Serve) -> None:
    net, _ = serve(
        several(Reply(200, b"x" * 50, slowly=0.02)), real=True, limits=Limits(deadline=0.1, attempts=1, read=5.0)
    )
    with pytest.raises(CannotRun, match="so slowly"):
        net.ask(get())


def test_a_server_that_says_nothing_ends_at_the_timeout(serve: Serve) -> None:
    import time as real

    def silent(_: Ask) -> Reply:
        real.sleep(0.4)
        return Reply(200, b"late")

    net, _ = serve(silent, limits=Limits(read=0.1, attempts=2), real=False)
    with pytest.raises(CannotRun, match=r"does not answer in time.*2 attempts"):
        net.ask(get())


def test_redirects_end(serve: Serve) -> None:
    net, transport = serve(several(Reply(302, headers={"Location": "/again"})))
    with pytest.raises(CannotRun, match="leads on more than 5 times"):
        net.ask(get())
    assert len(transport.asked) == 6


def test_a_post_that_is_led_on_becomes_a_get_without_its_body(serve: Serve) -> None:
    net, transport = serve(
        lambda ask: Reply(303, headers={"Location": "/there"}) if ask.method == "POST" else Reply(200, b"x")
    )
    assert net.ask(Request("POST", ADDRESS, {}, b"query=x")).body == b"x"
    assert [(ask.method, ask.body) for ask in transport.asked] == [("POST", b"query=x"), ("GET", b"")]


# where it may go


@pytest.mark.parametrize(
    "address",
    [
        "https://other.example/x", "http://127.0.0.1/x", "https://[::1]/x", f"https://{HOST}.evil.example/x",
        f"https://user@{HOST}/x", f"https://{HOST}:8443/x", f"ftp://{HOST}/x", "file:///etc/passwd", "", "//", "https://",
        f"https://evil.example\\@{HOST}/x", f"https://{HOST}@evil.example/", "https://law.example:99999/x", "https://[law.example/x",
    ],
)  # fmt: skip
def test_no_address_but_the_hosts_own_is_asked(serve: Serve, address: str) -> None:
    net, transport = serve(several(Reply(200, b"x")))
    with pytest.raises(CannotRun):
        net.ask(get(address))
    with pytest.raises(CannotRun):
        Http({HOST: 0.0}, transport=transport).ask(get(address))
    assert transport.asked == []


@given(st.text(max_size=60))
def test_any_text_as_a_target_of_a_redirect_is_followed_at_home_or_refused(target: str) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.host)
        first = len(asked) == 1
        headers = [(b"Location", target.encode("utf-8", "replace"))] if first else []
        return httpx.Response(302 if first else 200, headers=headers)

    with (
        Http({HOST: 0.0}, transport=httpx.MockTransport(answer), clock=FakeTime().clock()) as net,
        suppress(CannotRun),
    ):
        net.ask(get())
    assert set(asked) == {HOST}


# downloads


class Archive:
    """Serves bytes with ranges; `cut` of each answer is where the connection breaks, None to send all."""

    def __init__(self, data: bytes = DATA, *, etag: str = '"1"', cuts: tuple[int | None, ...] = ()) -> None:
        self.data = data
        self.etag = etag
        self.cuts = list(cuts)

    def __call__(self, ask: Ask) -> Reply:
        start, status = 0, 200
        wanted = ask.headers.get("range")
        if wanted and ask.headers.get("if-range") == self.etag:
            start, status = int(wanted.removeprefix("bytes=").rstrip("-")), 206
            if start >= len(self.data):
                return Reply(416)
        body = self.data[start:]
        headers = {"ETag": self.etag, "Content-Type": "application/zip"}
        if status == 206:
            headers["Content-Range"] = f"bytes {start}-{len(self.data) - 1}/{len(self.data)}"
        return Reply(status, body, headers, cut_at=self.cuts.pop(0) if self.cuts else None)


def test_a_download_that_breaks_goes_on_where_it_stopped(serve: Serve, tmp_path: Path) -> None:
    net, transport = serve(Archive(cuts=(30_000, 30_000, None)))
    answer = net.download(get(), str(tmp_path / "a.zip"))
    assert answer.status == 200
    assert (tmp_path / "a.zip").read_bytes() == DATA
    ranges = [ask.headers.get("range") for ask in transport.asked]
    assert ranges[0] is None
    assert all(each is not None for each in ranges[1:])
    assert [path.name for path in tmp_path.iterdir()] == ["a.zip"]


def test_a_download_goes_on_in_another_run(serve: Serve, tmp_path: Path) -> None:
    net, _ = serve(Archive(cuts=(30_000,) + (0,) * 20), limits=Limits(attempts=2))
    with pytest.raises(CannotRun, match="bytes are kept, and the next run goes on"):
        net.download(get(), str(tmp_path / "a.zip"))
    assert not (tmp_path / "a.zip").exists()
    again, transport = serve(Archive())
    again.download(get(), str(tmp_path / "a.zip"))
    assert transport.asked[0].headers["if-range"] == '"1"'
    assert (tmp_path / "a.zip").read_bytes() == DATA


def test_bytes_of_another_version_are_never_joined(serve: Serve, tmp_path: Path) -> None:
    net, _ = serve(Archive(cuts=(30_000,) + (0,) * 20), limits=Limits(attempts=1))
    with pytest.raises(CannotRun):
        net.download(get(), str(tmp_path / "a.zip"))
    other = DATA[::-1]
    again, _ = serve(Archive(other, etag='"2"'))
    again.download(get(), str(tmp_path / "a.zip"))
    assert (tmp_path / "a.zip").read_bytes() == other


def test_a_server_that_answers_a_range_with_another_part_or_version_is_asked_anew(serve: Serve, tmp_path: Path) -> None:
    for number, lie in enumerate(
        [{"Content-Range": "bytes 5-9/10", "ETag": '"1"'}, {"ETag": '"bad"', "Content-Range": "bytes {}-"}]
    ):
        broken = Archive(cuts=(30_000,) + (0,) * 20)
        net, _ = serve(broken, limits=Limits(attempts=1))
        into = tmp_path / f"{number}.zip"
        with pytest.raises(CannotRun):
            net.download(get(), str(into))
        have = into.with_name(into.name + ".part").stat().st_size
        headers = {key: value.format(have) for key, value in lie.items()}
        honest = Archive()

        def liar(ask: Ask, headers: dict[str, str] = headers, honest: Archive = honest) -> Reply:
            return Reply(206, b"wrong", headers) if "range" in ask.headers else honest(ask)

        again, _ = serve(liar)
        again.download(get(), str(into))
        assert into.read_bytes() == DATA


def test_a_part_that_is_longer_than_the_file_is_begun_anew(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "a.zip.part").write_bytes(DATA + b"more")
    (tmp_path / "a.zip.part.json").write_text(json.dumps({"address": ADDRESS, "validator": '"1"'}), "utf-8")
    net, _ = serve(Archive())
    net.download(get(), str(tmp_path / "a.zip"))
    assert (tmp_path / "a.zip").read_bytes() == DATA


def test_a_part_without_a_strong_validator_is_begun_anew(serve: Serve, tmp_path: Path) -> None:
    net, transport = serve(Archive(etag='W/"1"', cuts=(30_000, None)))
    net.download(get(), str(tmp_path / "a.zip"))
    assert [ask.headers.get("range") for ask in transport.asked] == [None, None]
    assert (tmp_path / "a.zip").read_bytes() == DATA


def test_a_download_is_bounded_and_leaves_no_file_when_it_fails(serve: Serve, tmp_path: Path) -> None:
    net, _ = serve(Archive(), limits=Limits(most_download=1000))
    with pytest.raises(CannotRun, match="sends more than 1,000 bytes"):
        net.download(get(), str(tmp_path / "a.zip"))
    absent, _ = serve(several(Reply(404, b"no")))
    assert absent.download(get(), str(tmp_path / "a.zip")).status == 404
    assert not (tmp_path / "a.zip").exists()


# recording


def test_an_exchange_is_recorded_whole_and_without_cookies(serve: Serve, tmp_path: Path) -> None:
    _, transport = serve(
        several(
            Reply(302, headers={"Location": "/next", "Set-Cookie": "a=b"}),
            Reply(
                200, gzip.compress(b"law"), {"Content-Encoding": "gzip", "ETag": '"1"', "Content-Type": "text/plain"}
            ),
        )
    )
    with Http({HOST: 0.0}, transport=Recording(transport, tmp_path)) as net:
        assert net.ask(get()).body == b"law"
    assert "a=b" not in "".join(path.read_text("utf-8") for path in tmp_path.glob("*.json"))
    with Http({HOST: 0.0}, transport=Replay(tmp_path)) as net:
        first = net.ask(get())
        assert (first.body, first.media_type) == (b"law", "text/plain")
        assert first.at == json.loads((tmp_path / "0002.json").read_bytes())["at"]
        with pytest.raises(CannotRun, match="no exchange is recorded"):
            net.ask(get(accept="application/xml"))
        with pytest.raises(CannotRun, match="no exchange is recorded"):
            net.ask(Request("POST", ADDRESS, {}, b"x"))


def test_a_replay_answers_in_the_order_of_the_recording_and_the_last_again(serve: Serve, tmp_path: Path) -> None:
    _, transport = serve(several(Reply(503), Reply(200, b"one"), Reply(200, b"two")))
    with Http({HOST: 0.0}, transport=Recording(transport, tmp_path), clock=FakeTime().clock()) as net:
        assert [net.ask(get()).body, net.ask(get()).body] == [b"one", b"two"]
    with Http({HOST: 0.0}, transport=Replay(tmp_path), clock=FakeTime().clock()) as net:
        assert [net.ask(get()).body for _ in range(3)] == [b"one", b"two", b"two"]


def test_a_folder_that_is_no_recording_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no recorded exchanges"):
        Replay(tmp_path)
    (tmp_path / "0001.json").write_text("[]", "utf-8")
    with pytest.raises(BadInput, match="not a recorded exchange"):
        Replay(tmp_path)


def test_without_httpx_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    monkeypatch.delitem(sys.modules, "pincite.connectors.http")
    with pytest.raises(CannotRun, match="httpx") as raised:
        __import__("pincite.connectors.http")
    assert "pincite[fetch]" in raised.value.remedy
