# Made from ../_async/parts.py by scripts/generate.py.
"""Files, conflicts, the policy and the traces of one agent."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, TypeAlias

from typing_extensions import Unpack

from .. import models
from .._call import (
    RUN_TIMEOUT,
    SWEEP_TIMEOUT,
    TRANSFER_TIMEOUT,
    Call,
    Source,
    Upload,
    for_agent,
    path_of,
)
from .._plan import Model
from ..errors import AgentMemoryError, CallTimeout
from ..fields import Resolution, TraceFields
from .transport import Session, Transport
from .waiting import sleep

Instant: TypeAlias = datetime | date | str
_INDEX_TIMEOUT = 600.0
_POLL, _SLOWEST_POLL = 0.25, 2.0


class Part:
    """Sends the calls of one agent in its session."""

    def __init__(self, agent_id: str, transport: Transport, session: Session) -> None:
        self._agent_id, self._transport, self._session = agent_id, transport, session

    def _send(self, call: Call, model: type[Model], timeout: float | None = None) -> Model:
        return self._transport.request(for_agent(self._agent_id, call), model, self._session, timeout)

    def _lines(self, call: Call, timeout: float | None = None) -> Iterator[str]:
        return self._transport.lines(for_agent(self._agent_id, call), self._session, timeout)


class Files(Part):
    """Files of an agent, whose text becomes memories."""

    def upload(self, source: Source, *, filename: str | None = None, timeout: float | None = None) -> models.Uploaded:
        """Uploads a file: its path, bytes or a binary file. The name's extension says the format.

        It returns when the service has stored the file; `wait_until_indexed` waits until recall finds its text.
        """
        file = Upload(source, filename)
        call = Call("POST", "/upload-file", upload=file, is_write=True, timeout=TRANSFER_TIMEOUT)
        return self._send(call, models.Uploaded, timeout)

    def list(self, *, limit: int | None = None, cursor: str | None = None) -> models.FileList:
        """A page of the files, newest first."""
        return self._send(Call("GET", "/files", query={"limit": limit, "cursor": cursor}), models.FileList)

    def get(self, file_id: str) -> models.File:
        """One file and how far it has been read."""
        return self._send(Call("GET", path_of("/files/{}", file_id)), models.File)

    def delete(self, file_id: str) -> models.FileDeleted:
        """Deletes the file and the memories that were made of it."""
        return self._send(Call("DELETE", path_of("/files/{}", file_id), is_write=True), models.FileDeleted)

    def wait_until_indexed(self, file_id: str, *, timeout: float = _INDEX_TIMEOUT) -> models.File:
        """Returns when the text of the file can be recalled. Raises AgentMemoryError if it cannot be read."""
        ends_at = time.monotonic() + timeout
        pause = _POLL
        while True:
            file = self.get(file_id)
            if file.status == "indexed":
                return file
            if file.status == "failed":
                raise AgentMemoryError(f"{file.file_name} could not be read: {file.error}", code="FileFailed")
            if time.monotonic() + pause > ends_at:
                raise CallTimeout(f"{file.file_name} was not read within {timeout:g} s")
            sleep(pause)
            pause = min(_SLOWEST_POLL, pause * 1.5)


class Conflicts(Part):
    """Memories of an agent that contradict, update or repeat each other."""

    def generate(self, day: date | str | None = None) -> models.GeneratedConflicts:
        """Looks for conflicts among the memories of a day; by default of today (UTC)."""
        body = {} if day is None else {"date": day}
        call = Call("POST", "/conflicts/generate", body=body, is_write=True, timeout=RUN_TIMEOUT)
        return self._send(call, models.GeneratedConflicts)

    def list(self, day: date | str | None = None) -> models.Conflicts:
        """The conflicts of a day that are not resolved."""
        return self._send(Call("GET", "/conflicts", query={"date": day}), models.Conflicts)

    def resolve(self, **fields: Unpack[Resolution]) -> models.ResolvedConflict:
        """Settles a conflict. `manual` stores `manual_content`, of the type, in place of both memories."""
        call = Call("POST", "/conflicts/resolve", body=fields, is_write=True)
        return self._send(call, models.ResolvedConflict)


class Policy(Part):
    """When memories of an agent expire, and when expired ones are deleted."""

    def get(self) -> models.Policy:
        """The policy."""
        return self._send(Call("GET", "/policy"), models.Policy)

    def set(self, document: Mapping[str, Any]) -> models.PolicyStored:
        """Replaces the whole policy. Nothing expires before the next sweep."""
        return self._send(Call("PUT", "/policy", body=document, is_write=True), models.PolicyStored)

    def adopt_preset(self, name: str) -> models.PresetAdopted:
        """Replaces the whole policy by a preset."""
        call = Call("POST", "/policy/preset", body={"name": name}, is_write=True)
        return self._send(call, models.PresetAdopted)

    def apply(self, *, dry_run: bool = False, policy: Mapping[str, Any] | None = None) -> models.Sweep:
        """Expires what the policy says. A dry run changes nothing, and may name another policy."""
        body = {"dry_run": dry_run, "policy": policy}
        call = Call("POST", "/policy/apply", body=body, is_write=True, timeout=SWEEP_TIMEOUT)
        return self._send(call, models.Sweep)

    def purge(self, *, dry_run: bool = False) -> models.Purge:
        """Deletes memories for good that expired long enough ago."""
        body = {"dry_run": dry_run}
        call = Call("POST", "/policy/purge", body=body, is_write=True, timeout=SWEEP_TIMEOUT)
        return self._send(call, models.Purge)

    def sweeps(self, *, limit: int | None = None, cursor: str | None = None) -> models.SweepList:
        """The sweeps and purges of the agent, newest first."""
        call = Call("GET", "/policy/sweeps", query={"limit": limit, "cursor": cursor})
        return self._send(call, models.SweepList)

    def undo(self, sweep_id: str) -> models.SweepUndone:
        """Restores what a sweep expired."""
        path = path_of("/policy/sweeps/{}/undo", sweep_id)
        return self._send(Call("POST", path, is_write=True, timeout=SWEEP_TIMEOUT), models.SweepUndone)


class Traces(Part):
    """What recalls and answers of an agent gave to whom. A key needs `manage` access."""

    def list(self, **fields: Unpack[TraceFields]) -> models.TracePage:
        """A page of the traces, newest first; `next_cursor` is None on the last one."""
        return self._send(Call("GET", "/traces", query=fields), models.TracePage)

    def get(self, trace_id: str) -> models.Trace:
        """One trace, with the parts of each score and what has become of each memory. Raises NotFound."""
        return self._send(Call("GET", path_of("/traces/{}", trace_id)), models.Trace)

    def uses(self, memory_id: str, *, limit: int | None = None, cursor: str | None = None) -> models.TracePage:
        """A page of the traces in which a memory was given, newest first; also of one that was deleted."""
        path, query = path_of("/memories/{}/uses", memory_id), {"limit": limit, "cursor": cursor}
        return self._send(Call("GET", path, query=query), models.TracePage)
