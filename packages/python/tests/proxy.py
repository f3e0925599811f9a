"""A proxy between a client and the service, which does what networks do."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal

import httpx
from typing_extensions import Self

Fault = Literal["drop after", "drop before", "delay", "half", 429, 503]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients go away when their time is over."""


class Proxy:
    """`faults` are used up by the requests that `concerns` says, one each."""

    def __init__(self, target: str) -> None:
        self.faults: list[Fault] = []
        self.concerns: Callable[[str], bool] = lambda path: "/activate" not in path
        self.retry_after = "0"
        self.seen: list[tuple[str, dict[str, str]]] = []
        self._lock = threading.Lock()
        self._http = httpx.Client(base_url=target, timeout=60)
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._http.close()

    def keys(self, path: str) -> list[str | None]:
        """The idempotency keys of the requests to a path."""
        return [headers.get("idempotency-key") for seen, headers in self.seen if seen.endswith(path)]

    def _fault(self, path: str) -> Fault | None:
        with self._lock:
            return self.faults.pop(0) if self.faults and self.concerns(path) else None

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                return

            def forward(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                proxy.seen.append((self.path, headers))
                fault = proxy._fault(self.path)
                if fault == "drop before":
                    return self.drop()
                if isinstance(fault, int):
                    return self.answer(fault, b'{"detail": "Later"}', {"Retry-After": proxy.retry_after})
                own = {name: value for name, value in headers.items() if name not in ("host", "connection")}
                answer = proxy._http.request(self.command, self.path, content=body, headers=own)
                if fault == "drop after":
                    return self.drop()
                if fault == "delay":
                    time.sleep(0.5)
                kept = {"Content-Type": answer.headers.get("content-type", "")}
                if token := answer.headers.get("x-session-token"):
                    kept["X-Session-Token"] = token
                self.answer(answer.status_code, answer.content, kept, is_half=fault == "half")

            def answer(self, status: int, body: bytes, headers: dict[str, str], *, is_half: bool = False) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if is_half else body)
                if is_half:
                    self.drop()

            def drop(self) -> None:
                self.close_connection = True
                self.wfile.flush()
                self.connection.close()

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = forward

        return Handler
