"""The memory store with Strands Agents itself and a scripted model."""

import asyncio
import os
import uuid
from collections.abc import AsyncIterator
from typing import Any

from strands import Agent
from strands.memory import AddMessagesContext, ExtractionConfig, InvocationTrigger, MemoryManager
from strands.models import Model

from agent_memory import AsyncAgentMemory
from agent_memory.adapters.strands import AgentMemoryStore

URL = os.environ["AGENT_MEMORY_TEST_URL"]


class Scripted(Model):
    """Says yes, and keeps what it got."""

    def __init__(self) -> None:
        self.seen = ""

    def update_config(self, **model_config: Any) -> None:
        return

    def get_config(self) -> Any:
        return {}

    def structured_output(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    async def stream(self, messages: Any, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        self.seen = str(messages)
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockStart": {"start": {}}}
        yield {"contentBlockDelta": {"delta": {"text": "Yes."}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}


def message(text: str) -> Any:
    return {"role": "user", "content": [{"text": text}]}


def test_entries_are_added_once_and_found() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            agent = memory.agent(f"strands-{uuid.uuid4().hex}", create=True)
            store = AgentMemoryStore(agent, scope="user:1")
            manager = MemoryManager(stores=[store], add_tool_config=True)
            first = await store.add("The user likes tea", {"n": 1, "list": [1]})
            assert await store.add("The user likes tea") == first
            await agent.remember("The user likes jam", scope="user:2")
            found = await manager.search("What does the user like?")
            assert [(each.content, each.store_name) for each in found] == [("The user likes tea", "agent-memory")]
            assert found[0].metadata is not None
            assert found[0].metadata["n"] == 1

    asyncio.run(main())


def test_a_batch_of_messages_is_read_once() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            agent = memory.agent(f"strands-{uuid.uuid4().hex}", create=True)
            store = AgentMemoryStore(agent)
            context = AddMessagesContext(sequence_numbers=[0, 1])
            batch = [message("I prefer dark themes."), message("ok")]
            await store.add_messages(batch, context)
            kept = (await agent.recent()).memories
            assert [each.content for each in kept] == ["The user prefers dark themes."]
            await agent.expire(kept[0].id)
            await store.add_messages(batch, context)
            assert (await agent.recent(status="active")).count == 0
            await store.initialize()
            await store.add_messages(batch, context)
            assert (await agent.recent(status="active")).count == 1

    asyncio.run(main())


def test_an_agent_remembers_from_one_conversation_to_the_next() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            mine = memory.agent(f"strands-{uuid.uuid4().hex}", create=True)

            async def seen_with(text: str) -> str:
                store = AgentMemoryStore(mine, extraction=ExtractionConfig(trigger=InvocationTrigger()))
                manager = MemoryManager(stores=[store])
                model = Scripted()
                await Agent(model=model, memory_manager=manager, callback_handler=None).invoke_async(text)
                await manager.flush()
                return model.seen

            question = "Which themes do I prefer?"
            assert "The user prefers dark themes." not in await seen_with(question)
            await seen_with("I prefer dark themes.")
            assert "The user prefers dark themes." in await seen_with(question)

    asyncio.run(main())
