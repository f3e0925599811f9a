"""The memory with CrewAI itself: a crew with a scripted model, and the methods of a memory."""

import os
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

os.environ["CREWAI_DISABLE_TELEMETRY"] = "true"
os.environ["OTEL_SDK_DISABLED"] = "true"

from crewai import Agent, BaseLLM, Crew, Task
from pydantic import Field

from agent_memory import Agent as ServiceAgent
from agent_memory import AgentMemory
from agent_memory.adapters.crewai import CrewMemory

URL = os.environ["AGENT_MEMORY_TEST_URL"]


@pytest.fixture
def agent() -> Iterator[ServiceAgent]:
    with AgentMemory(URL) as memory:
        yield memory.agent(f"crewai-{uuid.uuid4().hex}", create=True)


def contents(found: Any) -> list[str]:
    return sorted(each.record.content for each in found)


def test_statements_are_stored_found_changed_and_forgotten(agent: ServiceAgent) -> None:
    memory = CrewMemory(agent)
    tea = memory.remember(
        "The user likes tea", scope="/users/dana", categories=["taste"], metadata={"deep": {"n": 1}}
    )
    assert tea is not None
    assert memory.remember("The user likes tea", scope="/users/dana").id == tea.id  # type: ignore[union-attr]
    memory.remember_many(["The user likes jam", "The user has a desk"], scope="/users/ben", importance=0.9)
    memory.remember("The user likes secrets", scope="/users/dana", source="x", private=True)
    assert contents(memory.recall("What does the user like?", scope="/users/dana")) == ["The user likes tea"]
    everything = memory.recall("What does the user like?", source="x")
    assert {"The user likes tea", "The user likes jam", "The user likes secrets"} <= set(contents(everything))
    assert contents(memory.recall("What does the user like?", categories=["taste"])) == ["The user likes tea"]
    assert len(memory.recall("user", limit=2)) == 2
    kept = memory.recall("tea", scope="/users/dana")[0].record
    assert (kept.scope, kept.categories, kept.metadata) == ("/users/dana", ["taste"], {"deep": {"n": 1}})
    memory.update(tea.id, content="The user likes green tea", importance=0.7)
    assert memory.recall("green tea")[0].record.importance == 0.7
    with pytest.raises(ValueError, match="never changes"):
        memory.update(tea.id, scope="/other")
    with pytest.raises(ValueError, match="not found"):
        memory.update(str(uuid.uuid4()), content="x")
    assert memory.list_scopes("/") == ["/users"]
    assert memory.list_scopes("/users") == ["/users/ben", "/users/dana"]
    info = memory.info("/users")
    assert (info.record_count, info.categories) == (4, ["taste"])
    assert [record.content for record in memory.list_records("/users/ben")] == [
        "The user has a desk",
        "The user likes jam",
    ]
    assert memory.list_categories() == {"taste": 1}
    assert memory.forget(older_than=datetime.now(timezone.utc) - timedelta(days=1)) == 0
    assert memory.forget(record_ids=[tea.id]) == 1
    assert agent.get(tea.id).expired_by == "forgotten"
    assert memory.forget(scope="/users/ben") == 2
    memory.reset()
    assert memory.recall("user", source="x") == []


def test_scopes_roots_and_reading_only(agent: ServiceAgent) -> None:
    memory = CrewMemory(agent, root_scope="/crew/a")
    memory.remember("The office is in Lisbon", scope="places")
    memory.remember("The office opens at nine")
    assert {each.scope for each in agent.recent().memories} == {"/crew/a/places", "/crew/a"}
    assert len(memory.recall("office")) == 2
    assert contents(memory.recall("office", scope="places")) == ["The office is in Lisbon"]
    assert contents(CrewMemory(agent).scope("/crew/a/places").recall("office")) == ["The office is in Lisbon"]
    reader = CrewMemory(agent, read_only=True)
    assert reader.remember("Nothing") is None
    assert agent.recent().count == 2


class Scripted(BaseLLM):
    """Answers tasks, extracts statements for CrewAI, and keeps what it was asked."""

    seen: list[str] = Field(default_factory=list)

    def call(self, messages: Any, *args: Any, **kwargs: Any) -> Any:
        text = str(messages)
        self.seen.append(text)
        if "Expected result:" in text:
            return '{"memories": ["The office is in Lisbon."]}'
        return "Thought: I know.\nFinal Answer: Lisbon"

    def supports_function_calling(self) -> bool:
        return False


def test_a_crew_remembers_from_one_run_to_the_next(agent: ServiceAgent) -> None:
    def run() -> list[str]:
        model = Scripted(model="scripted", seen=[])
        memory = CrewMemory(agent, llm=model)
        worker = Agent(role="Clerk", goal="Answer", backstory="Knows the office", llm=model)
        task = Task(description="Where is the office?", expected_output="A town", agent=worker)
        crew = Crew(agents=[worker], tasks=[task], memory=memory)
        assert "Lisbon" in str(crew.kickoff())
        memory.drain_writes()
        return model.seen

    run()
    assert "The office is in Lisbon." in [each.content for each in agent.recent().memories]
    again = run()
    assert any("The office is in Lisbon." in text and "Where is the office?" in text for text in again)
