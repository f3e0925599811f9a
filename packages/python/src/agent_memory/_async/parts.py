"""Files, conflicts, the policy and the traces of one agent."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from datetime import date, datetime
from typing import Any, TypeAlias

from typing_extensions import Unpack

from .. import models
from .._call import RUN_TIMEOUT, SWEEP_TIMEOUT, TRANSFER_TIMEOUT, Call, Source, Upload, for_agent, path_of
from .._plan import Model
from ..errors import AgentMemoryError, CallTimeout
from ..fields import Resolution, TraceFields
from .transport import AsyncSession, AsyncTransport
from .waiting import sleep

Instant: TypeAlias = datetime | date | str
_INDEX_TIMEOUT = 600.0
_POLL, _SLOWEST_POLL = 0.25, 2.0


class AsyncPart:
    """Sends the calls of one agent in its session."""

    def __init__(self, agent_id: str, transport: AsyncTransport, session: AsyncSession) -> None:
        self._agent_id, self._transport, self._session = agent_id, transport, session

    async def _send(self, call: Call, model: type[Model], timeout: float | None = None) -> Model:
        return await self._transport.request(for_agent(self._agent_id, call), model, self._session, timeout)

    def _lines(self, call: Call, timeout: float | None = None) -> AsyncIterator[str]:
        return self._transport.lines(for_agent(self._agent_id, call), self._session, timeout)


class AsyncFiles(AsyncPart):
    """Files of an agent, whose text becomes memories."""

    async def upload(
        self, source: Source, *, filename: str | None = None, timeout: float | None = None
    ) -> models.Uploaded:
        """Uploads a file: its path, bytes or a binary file. The name's extension says the format.

        It returns when the service has stored the file; `wait_until_indexed` waits until recall finds its text.
        """
        file = Upload(source, filename)
        call = Call("POST", "/upload-file", upload=file, is_write=True, timeout=TRANSFER_TIMEOUT)
        return await self._send(call, models.Uploaded, timeout)

    async def list(self, *, limit: int | None = None, cursor: str | None = None) -> models.FileList:
        """A page of the files, newest first."""
        return await self._send(Call("GET", "/files", query={"limit": limit, "cursor": cursor}), models.FileList)

    async def get(self, file_id: str) -> models.File:
        """One file and how far it has been read."""
        return await self._send(Call("GET", path_of("/files/{}", file_id)), models.File)

    async def delete(self, file_id: str) -> models.FileDeleted:
        """Deletes the file and the memories that were made of it."""
        return await self._send(Call("DELETE", path_of("/files/{}", file_id), is_write=True), models.FileDeleted)

    async def wait_until_indexed(self, file_id: str, *, timeout: float = _INDEX_TIMEOUT) -> models.File:
        """Returns when the text of the file can be recalled. Raises AgentMemoryError if it cannot be read."""
        ends_at = time.monotonic() + timeout
        pause = _POLL
        while True:
            file = await self.get(file_id)
            if file.status == "indexed":
                return file
            if file.status == "failed":
                raise AgentMemoryError(f"{file.file_name} could not be read: {file.error}", code="FileFailed")
            if time.monotonic() + pause > ends_at:
                raise CallTimeout(f"{file.file_name} was not read within {timeout:g} s")
            await sleep(pause)
            pause = min(_SLOWEST_POLL, pause * 1.5)


class AsyncConflicts(AsyncPart):
    """Memories of an agent that contradict, update or repeat each other."""

    async def generate(self, day: date | str | None = None) -> models.GeneratedConflicts:
        """Looks for conflicts among the memories of a day; by default of today (UTC)."""
        body = {} if day is None else {"date": day}
        call = Call("POST", "/conflicts/generate", body=body, is_write=True, timeout=RUN_TIMEOUT)
        return await self._send(call, models.GeneratedConflicts)

    async def list(self, day: date | str | None = None) -> models.Conflicts:
        """The conflicts of a day that are not resolved."""
        return await self._send(Call("GET", "/conflicts", query={"date": day}), models.Conflicts)

    async def resolve(self, **fields: Unpack[Resolution]) -> models.ResolvedConflict:
        """Settles a conflict. `manual` stores `manual_content`, of the type, in place of both memories."""
        call = Call("POST", "/conflicts/resolve", body=fields, is_write=True)
        return await self._send(call, models.ResolvedConflict)


class AsyncPolicy(AsyncPart):
    """When memories of an agent expire, and when expired ones are deleted."""

    async def get(self) -> models.Policy:
        """The policy."""
        return await self._send(Call("GET", "/policy"), models.Policy)

    async def set(self, document: Mapping[str, Any]) -> models.PolicyStored:
        """Replaces the whole policy. Nothing expires before the next sweep."""
        return await self._send(Call("PUT", "/policy", body=document, is_write=True), models.PolicyStored)

    async def adopt_preset(self, name: str) -> models.PresetAdopted:
        """Replaces the whole policy by a preset."""
        call = Call("POST", "/policy/preset", body={"name": name}, is_write=True)
        return await self._send(call, models.PresetAdopted)

    async def apply(self, *, dry_run: bool = False, policy: Mapping[str, Any] | None = None) -> models.Sweep:
        """Expires what the policy says. A dry run changes nothing, and may name another policy."""
        body = {"dry_run": dry_run, "policy": policy}
        call = Call("POST", "/policy/apply", body=body, is_write=True, timeout=SWEEP_TIMEOUT)
        return await self._send(call, models.Sweep)

    async def purge(self, *, dry_run: bool = False) -> models.Purge:
        """Deletes memories for good that expired long enough ago."""
        body = {"dry_run": dry_run}
        call = Call("POST", "/policy/purge", body=body, is_write=True, timeout=SWEEP_TIMEOUT)
        return await self._send(call, models.Purge)

    async def sweeps(self, *, limit: int | None = None, cursor: str | None = None) -> models.SweepList:
        """The sweeps and purges of the agent, newest first."""
        call = Call("GET", "/policy/sweeps", query={"limit": limit, "cursor": cursor})
        return await self._send(call, models.SweepList)

    async def undo(self, sweep_id: str) -> models.SweepUndone:
        """Restores what a sweep expired."""
        path = path_of("/policy/sweeps/{}/undo", sweep_id)
        return await self._send(Call("POST", path, is_write=True, timeout=SWEEP_TIMEOUT), models.SweepUndone)


class AsyncTraces(AsyncPart):
    """What recalls and answers of an agent gave to whom. A key needs `manage` access."""

    async def list(self, **fields: Unpack[TraceFields]) -> models.TracePage:
        """A page of the traces, newest first; `next_cursor` is None on the last one."""
        return await self._send(Call("GET", "/traces", query=fields), models.TracePage)

    async def get(self, trace_id: str) -> models.Trace:
        """One trace, with the parts of each score and what has become of each memory. Raises NotFound."""
        return await self._send(Call("GET", path_of("/traces/{}", trace_id)), models.Trace)

    async def uses(self, memory_id: str, *, limit: int | None = None, cursor: str | None = None) -> models.TracePage:
        """A page of the traces in which a memory was given, newest first; also of one that was deleted."""
        path, query = path_of("/memories/{}/uses", memory_id), {"limit": limit, "cursor": cursor}
        return await self._send(Call("GET", path, query=query), models.TracePage)
