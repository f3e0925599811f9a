"""The memory block with LlamaIndex itself."""

import asyncio
import os
import uuid

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import Memory

from agent_memory import AsyncAgentMemory
from agent_memory.adapters.llama_index import AgentMemoryBlock

URL = os.environ["AGENT_MEMORY_TEST_URL"]


def user(text: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.USER, content=text)


def test_what_leaves_the_short_term_memory_is_remembered() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            agent = memory.agent(f"llama-{uuid.uuid4().hex}", create=True)
            block = AgentMemoryBlock(agent, scope="user:1", priority=1)
            chat = Memory.from_defaults(
                session_id="s",
                token_limit=200,
                token_flush_size=50,
                chat_history_token_ratio=0.5,
                memory_blocks=[block],
            )
            await chat.aput_messages([user("I prefer dark themes in every editor.")])
            for number in range(20):
                await chat.aput_messages([user(f"And what about the weather in town number {number}?")])
            stored = [each async for each in agent.all()]
            assert ["dark themes" in each.content for each in stored] == [True]
            assert stored[0].scope == "user:1"
            await chat.aput_messages([user("Which themes do I prefer?")])
            shown = "\n".join(str(message.content) for message in await chat.aget())
            assert "dark themes" in shown

    asyncio.run(main())


def test_the_block_alone() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            agent = memory.agent(f"llama-{uuid.uuid4().hex}", create=True)
            block = AgentMemoryBlock(agent)
            assert await block.aget([]) == ""
            assert await block.aget([user("Where is the cellar key?")]) == ""
            await block.aput([ChatMessage(role=MessageRole.SYSTEM, content="Be kind.")])
            await agent.remember("The cellar key hangs behind the blue door")
            await agent.remember("The cellar key is old and made of iron", scope="user:2")
            found = await block.aget([user("Where is the cellar key?")])
            assert "blue door" in found
            assert await block.atruncate(found, 1) is not None or "\n" not in found
            assert await block.atruncate("- a\n- b", 1) == "- a"
            assert await block.atruncate("- a", 100) is None

    asyncio.run(main())
