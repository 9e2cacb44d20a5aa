"""Servers on this machine that speak a model's protocol and say what a test wrote for them; what they were sent is kept."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, dict[str, str], bytes]


def said(value: Any, status: int = 200, **headers: str) -> Answer:
    return status, headers, json.dumps(value).encode()


@dataclass
class Server:
    """`answer` is asked with path and body of each request, in order of their arrival."""

    answer: Callable[[str, dict[str, Any]], Answer]
    url: str = ""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)


@contextmanager
def serving(answer: Callable[[str, dict[str, Any]], Answer]) -> Iterator[Server]:
    state = Server(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            state.bodies.append(body)
            state.headers.append({key.lower(): value for key, value in self.headers.items()})
            state.paths.append(self.path)
            status, headers, data = state.answer(self.path, body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: Any) -> None:
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{httpd.server_address[1]}"
    try:
        yield state
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


def openai_said(text: str = "", calls: list[tuple[str, dict[str, Any]]] | None = None, **more: Any) -> Answer:
    """A reply in OpenAI's protocol."""
    message: dict[str, Any] = {"role": "assistant", "content": text or None}
    if calls:
        message["tool_calls"] = [
            {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for n, (name, arguments) in enumerate(calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"} | more
    return said({"model": "served", "choices": [choice], "usage": {"prompt_tokens": 11, "completion_tokens": 7}})


def anthropic_said(text: str = "", calls: list[tuple[str, dict[str, Any]]] | None = None, stop: str = "") -> Answer:
    """A reply in Anthropic's protocol."""
    content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    for number, (name, arguments) in enumerate(calls or ()):
        content.append({"type": "tool_use", "id": f"t{number}", "name": name, "input": arguments})
    return said(
        {
            "model": "served",
            "content": content,
            "stop_reason": stop or ("tool_use" if calls else "end_turn"),
            "usage": {"input_tokens": 11, "output_tokens": 7, "cache_read_input_tokens": 3},
        }
    )
