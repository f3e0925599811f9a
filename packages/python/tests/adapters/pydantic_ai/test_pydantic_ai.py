"""The toolset with Pydantic AI itself and a scripted model."""

import asyncio
import os
import re
import uuid
from collections.abc import Callable
from typing import Any

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from agent_memory import AsyncAgent, AsyncAgentMemory
from agent_memory.adapters.pydantic_ai import memory_toolset

URL = os.environ["AGENT_MEMORY_TEST_URL"]
Ask = Callable[[str, dict[str, Any]], Any]


async def asked(agent: AsyncAgent, scope: str | None, tool: str, args: dict[str, Any]) -> str:
    """The model calls a tool, and says what it answered."""
    seen: list[AgentInfo] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen.append(info)
        returned = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        if not returned:
            return ModelResponse(parts=[ToolCallPart(tool, args)])
        return ModelResponse(parts=[TextPart(f"{returned[-1].content}")])

    runner = Agent(FunctionModel(model), toolsets=[memory_toolset(agent, scope=scope)])
    result = await runner.run("Go on")
    assert {each.name for each in seen[0].function_tools} == {"recall", "remember", "forget"}
    assert "long-term memory" in str(seen[0].instructions)
    return result.output


def test_the_tools_keep_to_their_scope() -> None:
    async def main() -> None:
        async with AsyncAgentMemory(URL) as memory:
            agent = memory.agent(f"pydantic-{uuid.uuid4().hex}", create=True)
            stored = await asked(agent, "user:1", "remember", {"content": "The user likes tea"})
            match = re.search(r"[0-9a-f-]{36}", stored)
            assert match is not None
            first = match.group()
            assert "likes tea" in await asked(agent, "user:1", "recall", {"query": "What does the user like?"})
            assert "likes tea" not in await asked(agent, "user:2", "recall", {"query": "What does the user like?"})
            assert "no memory" in await asked(agent, "user:2", "forget", {"memory_id": first})
            await asked(agent, "user:1", "remember", {"content": "The user likes jam now", "replaces": first})
            assert not (await agent.get(first)).current
            assert "Forgot" in await asked(agent, None, "forget", {"memory_id": first})
            assert (await agent.get(first)).status == "expired"
            assert "no memory" in await asked(agent, None, "forget", {"memory_id": str(uuid.uuid4())})

    asyncio.run(main())
