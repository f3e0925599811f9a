"""Tools and session with the OpenAI Agents SDK itself and a scripted model."""

import asyncio
import json
import os
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest
from agents import Agent, Model, ModelResponse, Runner, SQLiteSession, Usage, set_tracing_disabled
from agents.memory import Session, SessionSettings
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from agent_memory import AsyncAgentMemory
from agent_memory.adapters.openai_agents import AgentMemorySession, memory_tools

URL = os.environ["AGENT_MEMORY_TEST_URL"]
set_tracing_disabled(True)


class Scripted(Model):
    """Calls a tool, and then says what it answered, and how much of the conversation it saw."""

    def __init__(self, tool: str | None = None, args: dict[str, Any] | None = None) -> None:
        self.tool, self.args = tool, args
        self.seen: list[int] = []

    async def get_response(self, system_instructions: Any, input: Any, *args: Any, **kwargs: Any) -> ModelResponse:
        self.seen.append(len(input))
        last = input[-1]
        output: Any
        if self.tool is not None and last.get("type") != "function_call_output":
            output = ResponseFunctionToolCall(
                type="function_call", name=self.tool, call_id=uuid.uuid4().hex, arguments=json.dumps(self.args)
            )
        else:
            text = ResponseOutputText(type="output_text", text=str(last.get("output", "Yes.")), annotations=[])
            output = ResponseOutputMessage(
                id=uuid.uuid4().hex, type="message", role="assistant", status="completed", content=[text]
            )
        return ModelResponse(output=[output], usage=Usage(), response_id=None)

    def stream_response(self, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def test_the_tools_remember_and_recall() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            mine = memory.agent(f"openai-{uuid.uuid4().hex}", create=True)

            async def asked(tool: str, args: dict[str, Any]) -> str:
                agent = Agent(name="a", model=Scripted(tool, args), tools=memory_tools(mine, scope="user:1"))
                return str((await Runner.run(agent, "Go on")).final_output)

            assert "Stored" in await asked("remember", {"content": "The user likes tea"})
            assert "likes tea" in await asked("recall", {"query": "What does the user like?"})
            assert (await mine.recent()).memories[0].scope == "user:1"

    asyncio.run(main())


@pytest.mark.parametrize("kind", ["ours", "theirs"])
def test_a_session_keeps_items_as_that_of_the_sdk_does(kind: str) -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            mine = memory.agent(f"openai-{uuid.uuid4().hex}", create=True)
            session: Session = AgentMemorySession("s", mine) if kind == "ours" else SQLiteSession("s", ":memory:")
            items: list[Any] = [{"role": "user", "content": f"Message {number}"} for number in range(250)]
            items[7] = {"role": "user", "content": "ä\n" * 12_000}
            await session.add_items(items[:200])
            await session.add_items(items[200:])
            assert await session.get_items() == items
            assert await session.get_items(3) == items[-3:]
            assert await session.pop_item() == items[-1]
            assert await session.get_items(limit=1) == items[-2:-1]
            await session.clear_session()
            assert await session.get_items() == []
            assert await session.pop_item() is None

    asyncio.run(main())


def test_a_conversation_goes_on_in_another_program() -> None:
    async def main() -> None:
        agent_id = f"openai-{uuid.uuid4().hex}"
        model = Scripted()
        for number in range(2):
            async with AsyncAgentMemory(URL) as memory:
                session = AgentMemorySession("s", memory.agent(agent_id, create=True))
                await Runner.run(Agent(name="a", model=model), f"Message {number}", session=session)
        assert model.seen == [1, 3]
        async with AsyncAgentMemory(URL) as memory:
            settings = SessionSettings(limit=2)
            session = AgentMemorySession("s", memory.agent(agent_id), session_settings=settings)
            assert len(await session.get_items()) == 2

    asyncio.run(main())
