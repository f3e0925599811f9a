"""An agent of Google's ADK whose memory service is this one: each conversation is kept, and later ones find it.

`npm run example adk-python` runs it. The model is scripted; take any model of ADK in its place.
"""

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator

from google.adk.agents.llm_agent import LlmAgent
from google.adk.models.base_llm import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import Runner
from google.adk.sessions.in_memory_session_service import InMemorySessionService
from google.adk.tools.load_memory_tool import load_memory_tool
from google.genai import types

from agent_memory.adapters.adk import AgentMemoryService

APP = "office"


class ScriptedModel(BaseLlm):
    """Loads memories for a question, and says what they say."""

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        last = (llm_request.contents[-1].parts or [types.Part(text="")])[-1]
        if last.function_response is not None:
            result = (last.function_response.response or {}).get("result")
            found = [part.text for each in getattr(result, "memories", []) for part in each.content.parts]
            part = types.Part(text=f"I remember: {found[0]}" if found else "I do not know.")
        elif (last.text or "").endswith("?"):
            part = types.Part(function_call=types.FunctionCall(name="load_memory", args={"query": last.text}))
        else:
            part = types.Part(text="Noted.")
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


async def main() -> None:
    """Each message begins a session of its own, which is added to memory when it ends."""
    memory = AgentMemoryService(f"adk-python-{uuid.uuid4().hex[:8]}", os.environ.get("AGENT_MEMORY_URL"))
    sessions = InMemorySessionService()
    agent = LlmAgent(name="assistant", model=ScriptedModel(model="scripted"), tools=[load_memory_tool])
    runner = Runner(app_name=APP, agent=agent, session_service=sessions, memory_service=memory)
    for user, text in [
        ("ana", "The office plants are watered on Fridays."),
        ("ana", "When are the office plants watered?"),
        ("ben", "When are the office plants watered?"),
    ]:
        session = await sessions.create_session(app_name=APP, user_id=user)
        message = types.Content(role="user", parts=[types.Part(text=text)])
        async for event in runner.run_async(user_id=user, session_id=session.id, new_message=message):
            if event.is_final_response() and event.content and event.content.parts:
                print(f"{user}: {text}\nagent: {event.content.parts[-1].text}", flush=True)
        ended = await sessions.get_session(app_name=APP, user_id=user, session_id=session.id)
        if ended is not None:
            await memory.add_session_to_memory(ended)
    await memory.close()


asyncio.run(main())
