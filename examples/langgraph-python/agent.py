"""A LangGraph agent whose store is the service: it calls a tool to remember, and recalls before it answers.

`npm run example langgraph-python` runs it. The model is scripted; take any chat model of LangChain in its place.
"""

import os
import uuid
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.runtime import Runtime

from agent_memory.adapters.langgraph import AgentMemoryStore


class ScriptedModel(BaseChatModel):
    """Remembers what is no question, and answers questions with what it was told of memory."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        known, last = str(messages[0].content), messages[-1]
        if isinstance(last, ToolMessage):
            answer = AIMessage("I will remember that.")
        elif str(last.content).endswith("?"):
            answer = AIMessage(f"I remember: {known}" if known else "I do not know.")
        else:
            call = {"name": "remember", "args": {"text": last.content}, "id": uuid.uuid4().hex}
            answer = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=answer)])


model = ScriptedModel()


def think(state: MessagesState, runtime: Runtime[str]) -> dict[str, Any]:
    """Asks the model, with what memory says about the question."""
    assert runtime.store is not None
    question = next(m for m in reversed(state["messages"]) if isinstance(m, HumanMessage))
    found = runtime.store.search(("users", runtime.context), query=str(question.content), limit=3)
    known = " ".join(str(item.value["text"]) for item in found)
    return {"messages": [model.invoke([HumanMessage(known), *state["messages"]])]}


def remember(state: MessagesState, runtime: Runtime[str]) -> dict[str, Any]:
    """The tool of the model."""
    assert runtime.store is not None
    answers = []
    for call in state["messages"][-1].tool_calls:  # type: ignore[union-attr]
        runtime.store.put(("users", runtime.context), str(call["id"]), call["args"])
        answers.append(ToolMessage("Stored.", tool_call_id=call["id"]))
    return {"messages": answers}


def next_step(state: MessagesState) -> str:
    """To the tool, if the model calls it."""
    return "remember" if getattr(state["messages"][-1], "tool_calls", None) else END


def main() -> None:
    """Each message begins a conversation of its own."""
    agent_id = f"langgraph-python-{uuid.uuid4().hex[:8]}"
    store = AgentMemoryStore(agent_id, os.environ.get("AGENT_MEMORY_URL"))
    builder = StateGraph(MessagesState, context_schema=str)
    builder.add_node("think", think).add_node("remember", remember)
    builder.add_edge(START, "think").add_conditional_edges("think", next_step).add_edge("remember", "think")
    graph = builder.compile(store=store)
    for user, text in [
        ("ana", "The office plants are watered on Fridays."),
        ("ana", "When are the office plants watered?"),
        ("ben", "When are the office plants watered?"),
    ]:
        answer = graph.invoke({"messages": [HumanMessage(text)]}, context=user)
        print(f"{user}: {text}\nagent: {answer['messages'][-1].content}")
    store.close()


main()
