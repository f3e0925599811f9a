# Made from ../_async/transport.py by scripts/generate.py.
"""Sends calls, and sends them again when the network or the service fails for a moment."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TypeVar

import httpx

from .._call import Call
from .._plan import (
    TOKEN,
    Model,
    Options,
    Plan,
    SessionState,
    connection_failures,
    parsed,
    request_of,
)
from ..errors import AgentAlreadyExists, AgentMemoryError, error_of
from .waiting import Lock, acquired, sleep

Result = TypeVar("Result")


class Session(SessionState):
    """The session of one agent, joined by the first call. Parallel calls share one join."""

    def __init__(self, agent_id: str, creation: dict[str, object] | None) -> None:
        super().__init__(agent_id, creation)
        self._joining = Lock()

    def headers(self, transport: Transport, plan: Plan) -> dict[str, str]:
        """Joins the session where it has to."""
        if not transport.options.needs_session:
            return {}
        return {TOKEN: self.token or self._join(transport, plan)}

    def remove(self, obstacle: str, transport: Transport, plan: Plan, sent: dict[str, str]) -> None:
        """Makes what the request failed for."""
        if obstacle == "session":
            self.forget(sent.get(TOKEN))
            return
        try:
            transport.once(self.creating(), plan)
        except AgentAlreadyExists:
            return

    def _join(self, transport: Transport, plan: Plan) -> str:
        if not acquired(self._joining, plan.left):
            raise plan.timed_out()
        try:
            if self.token is None:
                self.token = str(json.loads(transport.once(self.joining(), plan))["session_token"])
            return self.token
        finally:
            self._joining.release()


class Transport:
    """The connections to the service."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._http = httpx.Client(base_url=options.base_url)

    def close(self) -> None:
        """Ends the connections."""
        self._http.close()

    def request(
        self,
        call: Call,
        model: type[Model],
        session: Session | None = None,
        timeout: float | None = None,
    ) -> Model:
        """The response's body."""
        plan = Plan.of(call, self.options, timeout)

        def work() -> Model:
            return parsed(model, _body(self._open(plan, session), plan))

        return self._repeat(plan, work)

    def lines(self, call: Call, session: Session | None, timeout: float | None = None) -> Iterator[str]:
        """The lines of the response as they arrive.

        The time-out bounds the wait for the first line and for each next one.
        """
        plan = Plan.of(call, self.options, timeout)
        response = self._repeat(plan, lambda: self._open(plan, session))
        try:
            with connection_failures(plan):
                for line in response.iter_lines():
                    yield line
        finally:
            response.close()

    def once(self, call: Call, plan: Plan) -> bytes:
        """The body of a call that belongs to another one, which repeats it."""
        own = Plan.of(call, self.options, plan.left)
        return _body(self._send(own, {}), own)

    def _repeat(self, plan: Plan, work: Callable[[], Result]) -> Result:
        while True:
            try:
                return work()
            except AgentMemoryError as error:
                pause = plan.pause_after(error)
            sleep(pause)

    def _open(self, plan: Plan, session: Session | None) -> httpx.Response:
        """One try, and one more for each obstacle that was removed."""
        if session is None:
            return self._send(plan, {})
        removed: set[str] = set()
        while True:
            sent: dict[str, str] = {}
            try:
                sent = session.headers(self, plan)
                response = self._send(plan, sent)
            except AgentMemoryError as error:
                obstacle = session.obstacle(error, sent)
                if obstacle is None or obstacle in removed:
                    raise
                removed.add(obstacle)
                session.remove(obstacle, self, plan, sent)
                continue
            session.renewed(response.headers.get(TOKEN))
            return response

    def _send(self, plan: Plan, more: dict[str, str]) -> httpx.Response:
        call = plan.call
        try:
            with connection_failures(plan):
                request = self._http.build_request(**request_of(plan, more))
                response = self._http.send(request, stream=True)
        finally:
            if call.upload:
                call.upload.close()
        if response.is_success or response.status_code == call.also_successful:
            return response
        text = (_body(response, plan)).decode("utf-8", "replace")
        raise error_of(response.status_code, text, response.headers)


def _body(response: httpx.Response, plan: Plan) -> bytes:
    """The whole body, within the time of the call."""
    pieces = []
    try:
        with connection_failures(plan):
            for piece in response.iter_bytes():
                pieces.append(piece)
                _ = plan.left
    finally:
        response.close()
    return b"".join(pieces)
