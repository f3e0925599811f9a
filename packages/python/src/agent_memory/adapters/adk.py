"""A memory service of Google's Agent Development Kit (`BaseMemoryService`) in the memories of one agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.genai import types

from .. import AsyncAgentMemory, NotFound
from ..fields import NewMemory
from ..models import Memory
from ._metadata import plain

if TYPE_CHECKING:
    from google.adk.events.event import Event
    from google.adk.sessions.session import Session

_SOURCE = "adk"
_BATCH = 100
_MOST_TEXT = 10_000


class AgentMemoryService(BaseMemoryService):
    """Events and entries as memories: the scope says the application and the user, the thread the session.

    An event has its id as `source_ref`, so a session may be added again and again: what is stored already stays, and
    what was deleted stays deleted. Only the texts of events are kept, up to 10,000 characters.
    """

    def __init__(
        self, agent_id: str, base_url: str | None = None, key: str | None = None, *, limit: int = 10
    ) -> None:
        self._memory = AsyncAgentMemory(base_url, key)
        self._agent = self._memory.agent(agent_id, create=True)
        self._limit = limit

    async def close(self) -> None:
        """Ends the connections."""
        await self._memory.aclose()

    async def add_session_to_memory(self, session: Session) -> None:
        """Stores the events that are not stored yet."""
        await self.add_events_to_memory(
            app_name=session.app_name, user_id=session.user_id, events=session.events, session_id=session.id
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Stores the events that are not stored yet."""
        rows: list[NewMemory] = []
        for event in events:
            text = _text_of(event.content)
            if text:
                row: NewMemory = {
                    "content": text,
                    "type": "event",
                    "source": _SOURCE,
                    "source_ref": event.id,
                    "scope": _scope_of(app_name, user_id),
                    "thread": session_id,
                    "valid_from": datetime.fromtimestamp(event.timestamp, timezone.utc),
                    "metadata": {"author": event.author, **plain(custom_metadata)},
                    "upsert": True,
                }
                rows.append(row)
        await self._store(rows)

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Stores entries. One with an id replaces the former entry of the id."""
        rows: list[NewMemory] = []
        for entry in memories:
            text = _text_of(entry.content)
            if text:
                author = {} if entry.author is None else {"author": entry.author}
                row: NewMemory = {
                    "content": text,
                    "source": _SOURCE,
                    "source_ref": entry.id,
                    "scope": _scope_of(app_name, user_id),
                    "valid_from": entry.timestamp,
                    "metadata": {**author, **plain(entry.custom_metadata), **plain(custom_metadata)},
                    "upsert": entry.id is not None,
                }
                rows.append(row)
        await self._store(rows)

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """The memories of the user that say most about the query, also those that other programs stored."""
        found = await self._agent.recall(query[:1_000], scopes=[_scope_of(app_name, user_id)], limit=self._limit)
        return SearchMemoryResponse(memories=[_entry_of(each) for each in found.memories])

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """Deletes a memory of the user for good, by the id that `search_memory` says."""
        if memory_id is None:
            return
        with suppress(NotFound):
            memory = await self._agent.get(memory_id)
            if memory.scope == _scope_of(app_name, user_id):
                await self._agent.delete(memory_id)

    async def _store(self, rows: list[NewMemory]) -> None:
        for at in range(0, len(rows), _BATCH):
            await self._agent.remember_many(rows[at : at + _BATCH])


def _scope_of(app_name: str, user_id: str) -> str:
    return f"{app_name}/{user_id}"


def _text_of(content: types.Content | None) -> str:
    parts = (content.parts if content else None) or []
    return "\n".join(part.text for part in parts if part.text and not part.thought).strip()[:_MOST_TEXT]


def _entry_of(memory: Memory) -> MemoryEntry:
    author = memory.metadata.get("author")
    return MemoryEntry(
        id=memory.id,
        content=types.Content(role="user", parts=[types.Part(text=memory.content)]),
        author=author if isinstance(author, str) else None,
        timestamp=(memory.valid_from or memory.created_at).isoformat(),
        custom_metadata={name: value for name, value in memory.metadata.items() if name != "author"},
    )
