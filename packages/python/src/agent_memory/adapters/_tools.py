"""What a model can do with the memories of an agent, for frameworks that make tools of functions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from .. import AsyncAgent, NotFound
from ..models import RecalledMemory


def memory_tools(agent: AsyncAgent, scope: str | None) -> list[Callable[..., Awaitable[Any]]]:
    """`recall`, `remember` and `forget`; with a scope, only of its memories."""

    async def recall(query: str, limit: int = 8) -> list[dict[str, str]]:
        """Find memories by meaning: before a task, and when the user refers to something earlier.

        Args:
            query: Full words about one thing.
            limit: How many memories at most, from 1 to 100.
        """
        scopes = None if scope is None else [scope]
        found = await agent.recall(query[:1_000], limit=max(1, min(limit, 100)), cut="auto", scopes=scopes)
        return [shown(each) for each in found.memories]

    async def remember(content: str, replaces: str | None = None) -> str:
        """Store one memory that will matter in later conversations. No secrets, no small talk.

        Args:
            content: One statement in a full sentence, with names and dates instead of "he" and "tomorrow".
            replaces: The id of a memory that no longer holds because of it.
        """
        supersedes = None if replaces is None else [replaces]
        stored = await agent.remember(content, scope=scope, supersedes=supersedes)
        return f"Stored as {stored.memory_id}."

    async def forget(memory_id: str) -> str:
        """Expire a memory that is over or no longer wanted: recall does not find it any more.

        Args:
            memory_id: Its id, as recall says it.
        """
        try:
            memory = await agent.get(memory_id)
            if scope is not None and memory.scope != scope:
                return f"There is no memory {memory_id}."
            await agent.expire(memory_id, "forgotten")
        except NotFound:
            return f"There is no memory {memory_id}."
        return f"Forgot {memory_id}."

    return [recall, remember, forget]


def shown(memory: RecalledMemory) -> dict[str, str]:
    """What a model needs to know of a memory."""
    since = memory.valid_from or memory.created_at
    of_it = {"id": memory.id, "content": memory.content, "type": memory.type, "date": since.date().isoformat()}
    conflicts = ", ".join(memory.conflicts_with)
    return {**of_it, "in_conflict_with": conflicts} if conflicts else of_it
