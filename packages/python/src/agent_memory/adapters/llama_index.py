"""A memory block of LlamaIndex in the memories of one agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemoryBlock
from pydantic import PrivateAttr

from .. import AsyncAgent
from ..fields import Message
from ..models import RecalledMemory

_ROLES = {MessageRole.USER: "user", MessageRole.ASSISTANT: "assistant"}


class AgentMemoryBlock(BaseMemoryBlock[str]):
    """What the agent remembers about the last message, and a place for messages that leave the short-term memory.

    The service extracts memories from these messages, with its language model or by rules.
    """

    name: str = "agent_memory"
    limit: int = 8
    scope: str | None = None
    _agent: AsyncAgent = PrivateAttr()

    def __init__(self, agent: AsyncAgent, **fields: Any) -> None:
        super().__init__(**fields)
        self._agent = agent

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        query = next((text for text in map(_text_of, reversed(messages or [])) if text), "")
        if not query:
            return ""
        scopes = None if self.scope is None else [self.scope]
        found = await self._agent.recall(query[:1_000], limit=self.limit, cut="auto", scopes=scopes)
        return "\n".join(_line_of(each) for each in found.memories)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        turns = _turns_of(messages)
        if turns:
            await self._agent.extract(turns, scope=self.scope)

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Leaves out the last memories, which say least about the message."""
        lines = content.split("\n")
        left = max(0, len(content) - tokens_to_truncate * 4)
        while lines and len("\n".join(lines)) > left:
            lines.pop()
        return "\n".join(lines) or None


def _line_of(memory: RecalledMemory) -> str:
    doubt = " (another memory says otherwise)" if memory.conflicts_with else ""
    return f"- {(memory.valid_from or memory.created_at).date()}{doubt}: {memory.content}"


def _text_of(message: ChatMessage) -> str:
    return (message.content or "").strip()


def _turns_of(messages: Sequence[ChatMessage]) -> list[Message]:
    return [
        {"role": _ROLES[each.role], "content": _text_of(each)}
        for each in messages
        if each.role in _ROLES and _text_of(each)
    ]
