"""Sends calls, and sends them again when the network or the service fails for a moment."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

import httpx

from .._call import Call
from .._plan import TOKEN, Model, Options, Plan, SessionState, connection_failures, parsed, request_of
from ..errors import AgentAlreadyExists, AgentMemoryError, error_of
from .waiting import Lock, acquired, sleep

Result = TypeVar("Result")


class AsyncSession(SessionState):
    """The session of one agent, joined by the first call. Parallel calls share one join."""

    def __init__(self, agent_id: str, creation: dict[str, object] | None) -> None:
        super().__init__(agent_id, creation)
        self._joining = Lock()

    async def headers(self, transport: AsyncTransport, plan: Plan) -> dict[str, str]:
        """Joins the session where it has to."""
        if not transport.options.needs_session:
            return {}
        return {TOKEN: self.token or await self._join(transport, plan)}

    async def remove(self, obstacle: str, transport: AsyncTransport, plan: Plan, sent: dict[str, str]) -> None:
        """Makes what the request failed for."""
        if obstacle == "session":
            self.forget(sent.get(TOKEN))
            return
        try:
            await transport.once(self.creating(), plan)
        except AgentAlreadyExists:
            return

    async def _join(self, transport: AsyncTransport, plan: Plan) -> str:
        if not await acquired(self._joining, plan.left):
            raise plan.timed_out()
        try:
            if self.token is None:
                self.token = str(json.loads(await transport.once(self.joining(), plan))["session_token"])
            return self.token
        finally:
            self._joining.release()


class AsyncTransport:
    """The connections to the service."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._http = httpx.AsyncClient(base_url=options.base_url)

    async def aclose(self) -> None:
        """Ends the connections."""
        await self._http.aclose()

    async def request(
        self,
        call: Call,
        model: type[Model],
        session: AsyncSession | None = None,
        timeout: float | None = None,
    ) -> Model:
        """The response's body."""
        plan = Plan.of(call, self.options, timeout)

        async def work() -> Model:
            return parsed(model, await _body(await self._open(plan, session), plan))

        return await self._repeat(plan, work)

    async def lines(
        self, call: Call, session: AsyncSession | None, timeout: float | None = None
    ) -> AsyncIterator[str]:
        """The lines of the response as they arrive.

        The time-out bounds the wait for the first line and for each next one.
        """
        plan = Plan.of(call, self.options, timeout)
        response = await self._repeat(plan, lambda: self._open(plan, session))
        try:
            with connection_failures(plan):
                async for line in response.aiter_lines():
                    yield line
        finally:
            await response.aclose()

    async def once(self, call: Call, plan: Plan) -> bytes:
        """The body of a call that belongs to another one, which repeats it."""
        own = Plan.of(call, self.options, plan.left)
        return await _body(await self._send(own, {}), own)

    async def _repeat(self, plan: Plan, work: Callable[[], Awaitable[Result]]) -> Result:
        while True:
            try:
                return await work()
            except AgentMemoryError as error:
                pause = plan.pause_after(error)
            await sleep(pause)

    async def _open(self, plan: Plan, session: AsyncSession | None) -> httpx.Response:
        """One try, and one more for each obstacle that was removed."""
        if session is None:
            return await self._send(plan, {})
        removed: set[str] = set()
        while True:
            sent: dict[str, str] = {}
            try:
                sent = await session.headers(self, plan)
                response = await self._send(plan, sent)
            except AgentMemoryError as error:
                obstacle = session.obstacle(error, sent)
                if obstacle is None or obstacle in removed:
                    raise
                removed.add(obstacle)
                await session.remove(obstacle, self, plan, sent)
                continue
            session.renewed(response.headers.get(TOKEN))
            return response

    async def _send(self, plan: Plan, more: dict[str, str]) -> httpx.Response:
        call = plan.call
        try:
            with connection_failures(plan):
                request = self._http.build_request(**request_of(plan, more))
                response = await self._http.send(request, stream=True)
        finally:
            if call.upload:
                call.upload.close()
        if response.is_success or response.status_code == call.also_successful:
            return response
        text = (await _body(response, plan)).decode("utf-8", "replace")
        raise error_of(response.status_code, text, response.headers)


async def _body(response: httpx.Response, plan: Plan) -> bytes:
    """The whole body, within the time of the call."""
    pieces = []
    try:
        with connection_failures(plan):
            async for piece in response.aiter_bytes():
                pieces.append(piece)
                _ = plan.left
    finally:
        await response.aclose()
    return b"".join(pieces)
