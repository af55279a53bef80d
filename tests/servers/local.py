"""A small HTTP server on this machine: JSON, event streams, and faults.

A test asks for a fault by the model's name: `fault-401`, `fault-cut`, ...
"""

import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar


class Refusal(Exception):
    """The server's answer is an error."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class LocalServer(ThreadingHTTPServer):
    """Answers on a port of 127.0.0.1 and keeps every request it got."""

    daemon_threads = True

    def __init__(self, handler: type["Handler"], port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), handler)
        self.requests: list[dict[str, Any]] = []
        self.busy: set[str] = set()
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, address: Any) -> None:
        """Clients that hang up are part of the tests: say nothing."""


class Handler(BaseHTTPRequestHandler):
    """Reads JSON, makes the faults, and leaves the answer to a protocol.

    Each connection serves one request, so that no client keeps one open
    beyond its test or its event loop.
    """

    server: LocalServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    refusals: ClassVar[dict[str, tuple[str, str]]] = {}
    """Fault name → code and message, as the provider words them."""

    def reply(self, body: dict[str, Any]) -> dict | Iterable[str]:
        """A dict to send as JSON, or the events of a stream."""
        raise NotImplementedError

    def refuse(self, error: Refusal) -> dict[str, Any]:
        """The body of an error."""
        raise NotImplementedError

    def broken(self, error: dict[str, Any]) -> str:
        """The event that reports an error within a stream."""
        raise NotImplementedError

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        body = json.loads(self.rfile.read(length))
        self.server.requests.append(body)
        fault = str(body["model"]).removeprefix("fault-")
        try:
            self._maybe_refuse(fault)
            answer = self.reply(body)
        except Refusal as error:
            self._send(error.status, self.refuse(error))
            return
        except Exception as error:  # a mistake in the test's own server
            mistake = Refusal(500, type(error).__name__, repr(error))
            self._send(500, self.refuse(mistake))
            return
        if fault == "timeout":
            self.server.closing.wait()
        elif isinstance(answer, dict):
            self._send(200, answer, cut=fault == "cut")
        else:
            self._stream(answer, fault)

    def _maybe_refuse(self, fault: str) -> None:
        if fault == "429-once" and fault not in self.server.busy:
            self.server.busy.add(fault)
            fault = "429"
        if fault in self.refusals:
            raise self._refusal(fault)

    def _refusal(self, fault: str) -> Refusal:
        """A fault has its status as its name, unless that is 400."""
        status = int(fault) if fault.isdigit() else 400
        return Refusal(status, *self.refusals[fault])

    def _send(self, status: int, answer: dict, cut: bool = False) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        # Repeat at once: tests do not wait.
        self.send_header("Retry-After-Ms", "1")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)

    def _stream(self, events: Iterable[str], fault: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        for number, event in enumerate(events):
            if number == 1 and fault == "cut":
                return
            if number == 1 and fault == "cut-quietly":
                break
            if number == 1 and fault == "500-in-stream":
                event = self.broken(self.refuse(self._refusal("500")))
            data = event.encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *args: Any) -> None:
        """Print nothing."""


@contextmanager
def running(handler: type[Handler], port: int = 0) -> Iterator[LocalServer]:
    """A server that answers from a thread until the block ends."""
    with LocalServer(handler, port) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()
