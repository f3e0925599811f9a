"""Tools and a session of the OpenAI Agents SDK in the memories of one agent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from agents import Tool, function_tool
from agents.memory.session import SessionABC

from .. import AsyncAgent
from ..fields import NewMemory
from ..models import Memory
from ._steps import PAGE
from ._tools import memory_tools as functions

if TYPE_CHECKING:
    from agents.items import TResponseInputItem
    from agents.memory.session_settings import SessionSettings

_SOURCE = "openai-agents"
# A memory has at most 10,000 characters.
_PART = 9_000


def memory_tools(agent: AsyncAgent, *, scope: str | None = None) -> list[Tool]:
    """The tools `recall`, `remember` and `forget`; with a scope, only of its memories, such as those of one user."""
    return [function_tool(function, strict_mode=False) for function in functions(agent, scope)]


class AgentMemorySession(SessionABC):
    """The history of one conversation, item by item, as memories of the type `event`.

    Its scope is `session/{session_id}`, so that recall in other scopes does not find it. An item is JSON; one of more
    than 9,000 characters lies in several memories.
    """

    def __init__(
        self, session_id: str, agent: AsyncAgent, *, session_settings: SessionSettings | None = None
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings
        self._agent = agent
        self._scope = f"session/{session_id}"

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The newest items, oldest first; without a limit those of the settings, or all."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        items = [item for item, _ in await self._newest(limit)]
        return items[::-1]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Adds items in their order; those of up to 100 memories all or none."""
        rows = [row for item in items for row in self._rows_of(item)]
        for at in range(0, len(rows), PAGE):
            await self._agent.remember_many(rows[at : at + PAGE])

    async def pop_item(self) -> TResponseInputItem | None:
        """Removes the newest item."""
        for item, parts in await self._newest(1):
            for part in parts:
                await self._agent.delete(part.id)
            return item
        return None

    async def clear_session(self) -> None:
        """Removes all items."""
        for _, parts in await self._newest(None):
            for part in parts:
                await self._agent.delete(part.id)

    def _rows_of(self, item: TResponseInputItem) -> list[NewMemory]:
        text = json.dumps(item, ensure_ascii=False)
        parts = [text[at : at + _PART] for at in range(0, len(text), _PART)]
        return [
            {
                "content": part,
                "title": f"Item of {self.session_id}"[:100],
                "type": "event",
                "source": _SOURCE,
                "scope": self._scope,
                "metadata": {"part": number, "of": len(parts)},
            }
            for number, part in enumerate(parts)
        ]

    async def _newest(self, limit: int | None) -> list[tuple[TResponseInputItem, list[Memory]]]:
        """Items with their memories, newest first."""
        found: list[tuple[TResponseInputItem, list[Memory]]] = []
        parts: list[Memory] = []
        cursor: str | None = None
        while limit is None or len(found) < limit:
            page = await self._agent.page(scopes=[self._scope], source=[_SOURCE], limit=PAGE, cursor=cursor)
            for memory in page.memories:
                parts.insert(0, memory)
                if memory.metadata["part"] == 0:
                    found.append((_item_of(parts), parts))
                    parts = []
            cursor = page.next_cursor
            if cursor is None:
                break
        return found[:limit]


def _item_of(parts: list[Memory]) -> TResponseInputItem:
    item: Any = json.loads("".join(part.content for part in parts))
    return item  # type: ignore[no-any-return]
