"""The memory service with the Agent Development Kit itself: a runner, its memory tool and a scripted model."""

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator, Coroutine
from typing import Any

from google.adk.agents.llm_agent import LlmAgent
from google.adk.events.event import Event
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import Runner
from google.adk.sessions.in_memory_session_service import InMemorySessionService
from google.adk.tools.load_memory_tool import load_memory_tool
from google.genai import types

from agent_memory import AgentMemory
from agent_memory.adapters.adk import AgentMemoryService

URL = os.environ["AGENT_MEMORY_TEST_URL"]
APP, DANA, BEN = "app", "dana", "ben"


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def said(text: str, author: str = "user") -> Event:
    content = types.Content(role="user", parts=[types.Part(text=text)])
    return Event(id=uuid.uuid4().hex, author=author, content=content)


def texts(entries: list[MemoryEntry]) -> list[str]:
    return [(entry.content.parts or [types.Part()])[0].text or "" for entry in entries]


def test_events_are_stored_once_and_found_by_their_user() -> None:
    async def main() -> None:
        service = AgentMemoryService(f"adk-{uuid.uuid4().hex}", URL)
        events = [said("I moved to Lisbon"), said("Noted.", "assistant"), Event(author="user")]
        for _ in range(2):
            await service.add_events_to_memory(app_name=APP, user_id=DANA, events=events, session_id="s")
        await service.add_events_to_memory(app_name=APP, user_id=BEN, events=[said("I moved to Porto")])
        found = (await service.search_memory(app_name=APP, user_id=DANA, query="Where did I move?")).memories
        assert texts(found)[0] == "I moved to Lisbon"
        assert "I moved to Porto" not in texts(found)
        assert found[0].author == "user"
        assert found[0].timestamp is not None
        await service.delete_memory(app_name=APP, user_id=BEN, memory_id=found[0].id)
        assert texts((await service.search_memory(app_name=APP, user_id=DANA, query="move")).memories)
        await service.delete_memory(app_name=APP, user_id=DANA, memory_id=found[0].id)
        await service.add_events_to_memory(app_name=APP, user_id=DANA, events=events, session_id="s")
        left = (await service.search_memory(app_name=APP, user_id=DANA, query="move")).memories
        assert "I moved to Lisbon" not in texts(left)
        await service.close()

    run(main())


def test_entries_are_stored_and_replaced_by_their_id() -> None:
    async def main() -> None:
        service = AgentMemoryService(f"adk-{uuid.uuid4().hex}", URL)

        def entry(text: str) -> MemoryEntry:
            content = types.Content(parts=[types.Part(text=text)])
            return MemoryEntry(
                id="tea",
                content=content,
                author="crm",
                timestamp="2026-01-02T03:04:05Z",
                custom_metadata={"n": 1, "constructor": "x"},
            )

        await service.add_memory(app_name=APP, user_id=DANA, memories=[entry("Likes black tea")])
        await service.add_memory(app_name=APP, user_id=DANA, memories=[entry("Likes green tea")])
        found = (await service.search_memory(app_name=APP, user_id=DANA, query="tea")).memories
        assert texts(found) == ["Likes green tea"]
        assert (found[0].author, found[0].custom_metadata) == ("crm", {"n": 1})
        assert found[0].timestamp == "2026-01-02T03:04:05+00:00"
        await service.close()

    run(main())


class Scripted(BaseLlm):
    """Calls the tool of memory, and then says what came back."""

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        last = (llm_request.contents[-1].parts or [])[-1]
        if last.function_response is None:
            call = types.FunctionCall(name="load_memory", args={"query": last.text})
            part = types.Part(function_call=call)
        else:
            part = types.Part(text=f"From memory: {last.function_response.response}")
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


def test_an_agent_remembers_from_one_session_to_the_next() -> None:
    async def main() -> None:
        agent_id = f"adk-{uuid.uuid4().hex}"
        service = AgentMemoryService(agent_id, URL)
        sessions = InMemorySessionService()
        agent = LlmAgent(name="assistant", model=Scripted(model="scripted"), tools=[load_memory_tool])
        runner = Runner(app_name=APP, agent=agent, session_service=sessions, memory_service=service)

        async def ask(text: str) -> str:
            session = await sessions.create_session(app_name=APP, user_id=DANA)
            message = types.Content(role="user", parts=[types.Part(text=text)])
            answers = [
                (event.content.parts or [])[-1].text or ""
                async for event in runner.run_async(user_id=DANA, session_id=session.id, new_message=message)
                if event.is_final_response() and event.content
            ]
            ended = await sessions.get_session(app_name=APP, user_id=DANA, session_id=session.id)
            assert ended is not None
            await service.add_session_to_memory(ended)
            return answers[-1]

        assert "Lisbon" not in await ask("My sister lives near the river")
        await ask("I am moving to Lisbon in May")
        assert "I am moving to Lisbon in May" in await ask("Where am I moving?")
        await service.close()
        with AgentMemory(URL) as memory:
            stored = list(memory.agent(agent_id).all(scopes=["app/*"]))
            assert {each.thread for each in stored} != {None}

    run(main())
