"""A memory store of Strands Agents in the memories of one agent."""

from __future__ import annotations

import hashlib
import uuid
from typing import TYPE_CHECKING, Any

from strands.memory import MemoryEntry, MemoryStore

from .. import AsyncAgent
from ..fields import Message as Turn
from ._metadata import plain

if TYPE_CHECKING:
    from strands.memory import AddMessagesContext, ExtractionConfig, SearchOptions
    from strands.types.content import Message

_MOST_RESULTS = 100


class AgentMemoryStore(MemoryStore):
    """Memories of one agent, or of one scope of it.

    `add_messages` has the service extract memories from the messages, once for the sequence numbers of a batch: they
    become its idempotency key, together with an id of this run.
    """

    def __init__(
        self,
        agent: AsyncAgent,
        *,
        name: str = "agent-memory",
        description: str | None = None,
        scope: str | None = None,
        max_search_results: int | None = None,
        writable: bool = True,
        extraction: ExtractionConfig | bool | None = None,
    ) -> None:
        self.name = name
        self.description = description
        self.max_search_results = max_search_results
        self.writable = writable
        self.extraction = extraction
        self._agent = agent
        self._scope = scope
        self._run = uuid.uuid4().hex

    async def initialize(self) -> None:
        """Begins a run: its messages are numbered from 0 again."""
        self._run = uuid.uuid4().hex

    async def search(self, query: str, options: SearchOptions | None = None) -> list[MemoryEntry]:
        """The memories that bear on the query, best first."""
        asked = (options or {}).get("max_search_results") or self.max_search_results or 3
        scopes = None if self._scope is None else [self._scope]
        limit = min(asked, _MOST_RESULTS)
        found = await self._agent.recall(query[:1_000], limit=limit, cut="auto", scopes=scopes)
        return [
            MemoryEntry(
                content=each.content,
                metadata={**each.metadata, "id": each.id, "score": each.score, "type": each.type},
            )
            for each in found.memories
        ]

    async def add(self, content: str, metadata: dict[str, Any] | None = None) -> str:
        """Stores a memory that the agent does not have yet; its id."""
        answer = await self._agent.remember_many(
            [{"content": content, "scope": self._scope, "metadata": plain(metadata)}], dedupe=True
        )
        return answer.results[0].id

    async def add_messages(self, messages: list[Message], context: AddMessagesContext | None = None) -> None:
        """Has the service extract memories from the messages."""
        turns = [turn for message in messages if (turn := _turn_of(message)) is not None]
        if not turns:
            return
        numbers = context.sequence_numbers if context else None
        key = None if numbers is None else hashlib.sha256(f"{self._run} {numbers}".encode()).hexdigest()
        await self._agent.extract(turns, scope=self._scope, idempotency_key=key)


def _turn_of(message: Message) -> Turn | None:
    text = "\n".join(block["text"] for block in message["content"] if "text" in block).strip()
    return {"role": message["role"], "content": text} if text else None
