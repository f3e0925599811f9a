"""The memories of one agent."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from typing_extensions import Unpack

from .. import models
from .._call import MODEL_TIMEOUT, NDJSON, Call, encoded, path_of
from .._events import AnswerPart, AnswerReader, EventsReader, EventsReset, MemoryEvent, checked_end
from ..errors import AgentMemoryError
from ..fields import (
    AllFields,
    AnswerFields,
    EditFields,
    ExtractFields,
    ListFields,
    MemoryFields,
    Message,
    NewMemory,
    PageFields,
    PastFields,
    RecallFields,
    RecentFields,
)
from .parts import AsyncConflicts, AsyncFiles, AsyncPart, AsyncPolicy, AsyncTraces, Instant
from .transport import AsyncSession, AsyncTransport
from .waiting import sleep


class AsyncAgent(AsyncPart):
    """The memories of one agent. The first call joins its session."""

    def __init__(self, agent_id: str, transport: AsyncTransport, session: AsyncSession) -> None:
        super().__init__(agent_id, transport, session)
        self.id = agent_id
        self.files = AsyncFiles(agent_id, transport, session)
        self.conflicts = AsyncConflicts(agent_id, transport, session)
        self.policy = AsyncPolicy(agent_id, transport, session)
        self.traces = AsyncTraces(agent_id, transport, session)

    async def remember(
        self,
        content: str,
        *,
        restore_deleted: bool = False,
        idempotency_key: str | None = None,
        **fields: Unpack[MemoryFields],
    ) -> models.Remembered:
        """Stores a memory of at most 10,000 characters.

        Each call has a new idempotency key for its tries; give one to repeat a call of an earlier program.

        `upsert=True` edits the active memory with the same `source_ref` instead, if there is one; content that was
        deleted for good raises Conflict then, unless `restore_deleted`.
        """
        query = {"restore_deleted": restore_deleted or None}
        body = {"content": content, **fields}
        call = Call("POST", "/remember", body=body, query=query, is_write=True, key=idempotency_key)
        return await self._send(call, models.Remembered)

    async def remember_many(
        self,
        memories: Sequence[NewMemory],
        *,
        dedupe: bool = False,
        restore_deleted: bool = False,
        idempotency_key: str | None = None,
    ) -> models.RememberedMany:
        """Stores up to 100 memories, all or none.

        With `dedupe`, what the agent has already is not stored again.
        """
        query = {"restore_deleted": restore_deleted or None}
        body = {"memories": memories, "dedupe": dedupe}
        call = Call("POST", "/batch-remember", body=body, query=query, is_write=True, key=idempotency_key)
        return await self._send(call, models.RememberedMany)

    async def recall(self, query: str, **fields: Unpack[RecallFields]) -> models.Recalled:
        """The memories that hold now and say most about the query, best first."""
        return await self._send(Call("POST", "/recall", body={"query": query, **fields}), models.Recalled)

    async def answer(self, question: str, **fields: Unpack[AnswerFields]) -> models.Answer:
        """An answer from the agent's memories, with its sources."""
        body = {"question": question, **fields}
        return await self._send(Call("POST", "/answer", body=body, timeout=MODEL_TIMEOUT), models.Answer)

    async def answer_stream(self, question: str, **fields: Unpack[AnswerFields]) -> AsyncIterator[AnswerPart]:
        """The same as it is written: pieces of text, then the sources.

        Raises ServiceUnavailable if the answer breaks off.
        """
        body = {"question": question, **fields}
        call = Call("POST", "/answer", body=body, accept="text/event-stream", timeout=MODEL_TIMEOUT)
        reader = AnswerReader()
        async for line in self._lines(call):
            part = reader.read(line)
            if part is not None:
                yield part
        reader.end()

    async def recent(self, **fields: Unpack[RecentFields]) -> models.Recent:
        """The newest memories."""
        return await self._send(Call("POST", "/recall/recent", body=fields), models.Recent)

    async def as_of(self, instant: Instant, **fields: Unpack[PastFields]) -> models.AsOfPage:
        """The memories that were active then, as they were, newest first. A day means its end (UTC)."""
        return await self._send(Call("POST", "/recall/as-of", body={"as_of": instant, **fields}), models.AsOfPage)

    async def changed_since(self, instant: Instant, **fields: Unpack[ListFields]) -> models.Changes:
        """The memories created or edited since then, newest change first. A day means its start (UTC)."""
        call = Call("POST", "/recall/changed-since", body={"since": instant, **fields})
        return await self._send(call, models.Changes)

    async def all(self, **fields: Unpack[AllFields]) -> AsyncIterator[models.Memory]:
        """Every memory, oldest first, however many there are; they are read as they arrive."""
        async for line in self._lines(Call("POST", "/recall/all", body=fields, accept=NDJSON)):
            if line:
                yield models.Memory.model_validate_json(line)

    async def events(
        self, *, since: Instant | None = None, follow: bool = True
    ) -> AsyncIterator[MemoryEvent | EventsReset]:
        """What becomes of memories, as it happens; each event at least once, in the order of commits.

        It begins after the event with the id `since`, or at an instant, and goes on after lost connections until you
        leave the loop. With `follow=False` it ends with what there is.
        """
        reader = EventsReader(None if since is None else str(encoded(since)), follow)
        pause: float | None = 0
        while pause is not None:
            await sleep(pause)
            try:
                reader.begin()
                call = Call("GET", "/events", query=reader.query, accept="text/event-stream")
                async for line in self._lines(call, reader.SILENCE):
                    event, place = reader.read(line)
                    if event is not None:
                        yield event
                    # Afterwards: an event that the caller did not take comes again.
                    reader.passed(place)
                pause = reader.pause_after(None)
            except AgentMemoryError as error:
                pause = reader.pause_after(error)

    async def page(self, **fields: Unpack[PageFields]) -> models.MemoryPage:
        """A page of the memories, newest first; `next_cursor` is None on the last one."""
        metadata, scopes = fields.get("metadata"), fields.get("scopes")
        query = {
            **fields,
            "metadata": None if metadata is None else json.dumps(encoded(metadata)),
            "scopes": None if scopes is None else [scope or "" for scope in scopes],
        }
        return await self._send(Call("GET", "/memories", query=query), models.MemoryPage)

    async def extract(
        self, messages: Sequence[Message], *, idempotency_key: str | None = None, **fields: Unpack[ExtractFields]
    ) -> models.Extracted:
        """Stores what the messages of a chat say that will matter later. With `dry_run` nothing is stored."""
        body = {"messages": messages, **fields}
        path, timeout = "/remember/extract", MODEL_TIMEOUT
        call = Call("POST", path, body=body, is_write=True, key=idempotency_key, timeout=timeout)
        return await self._send(call, models.Extracted)

    async def get(self, memory_id: str) -> models.Memory:
        """One memory, active or expired. Raises NotFound."""
        return await self._send(Call("GET", path_of("/memories/{}", memory_id)), models.Memory)

    async def get_by_ref(self, source_ref: str, *, scope: str | None = None) -> models.Memory:
        """The newest active memory with this `source_ref`, in the scope or among those without one.

        Raises NotFound.
        """
        path = path_of("/memories/by-ref/{}", source_ref)
        return await self._send(Call("GET", path, query={"scope": scope}), models.Memory)

    async def edit(self, memory_id: str, **fields: Unpack[EditFields]) -> models.Edited:
        """Changes the given fields; the history keeps the former ones.

        None leaves a field as it is; the names in `clear` are made empty.
        """
        call = Call("PATCH", path_of("/memories/{}", memory_id), body=fields, is_write=True)
        return await self._send(call, models.Edited)

    async def delete(self, memory_id: str) -> models.Deleted:
        """Removes the memory for good."""
        call = Call("DELETE", path_of("/memories/{}", memory_id), is_write=True)
        return await self._send(call, models.Deleted)

    async def delete_by_ref(self, source_ref: str, *, scope: str | None = None) -> models.Deleted:
        """Removes for good what `get_by_ref` returns."""
        path = path_of("/memories/by-ref/{}", source_ref)
        return await self._send(Call("DELETE", path, query={"scope": scope}, is_write=True), models.Deleted)

    async def expire(self, memory_id: str, reason: str | None = None) -> models.Expired:
        """Retires the memory until `restore`. `reason` has letters, digits, `.`, `_` and `-`."""
        path = path_of("/memories/{}/expire", memory_id)
        return await self._send(Call("POST", path, body={"reason": reason}, is_write=True), models.Expired)

    async def restore(self, memory_id: str) -> models.Restored:
        """Makes an expired memory active again."""
        call = Call("POST", path_of("/memories/{}/restore", memory_id), is_write=True)
        return await self._send(call, models.Restored)

    async def expire_many(self, memory_ids: Sequence[str], reason: str | None = None) -> models.StatusSet:
        """Retires up to 1,000 memories, all that exist or none."""
        return await self._set_status({"memory_ids": list(memory_ids), "status": "expired", "reason": reason})

    async def restore_many(self, memory_ids: Sequence[str]) -> models.StatusSet:
        """Makes up to 1,000 retired memories active again, all that exist or none."""
        return await self._set_status({"memory_ids": list(memory_ids), "status": "active"})

    async def _set_status(self, body: dict[str, Any]) -> models.StatusSet:
        call = Call("POST", "/batch-status", body=body, is_write=True)
        return await self._send(call, models.StatusSet)

    async def history(self, memory_id: str, *, limit: int | None = None, cursor: str | None = None) -> models.History:
        """What happened to the memory, newest first."""
        path, query = path_of("/memories/{}/history", memory_id), {"limit": limit, "cursor": cursor}
        return await self._send(Call("GET", path, query=query), models.History)

    async def export(self) -> AsyncIterator[str]:
        """The agent with all its memories, as lines of JSON. Raises ServiceUnavailable if it breaks off."""
        last = ""
        async for line in self._lines(Call("GET", "/export", accept=NDJSON, timeout=MODEL_TIMEOUT)):
            if line:
                last = line
                yield line
        checked_end(last)
