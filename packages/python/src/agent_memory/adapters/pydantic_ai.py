"""A toolset of Pydantic AI with the memories of one agent."""

from __future__ import annotations

from typing import Any

from pydantic_ai.toolsets import FunctionToolset

from .. import AsyncAgent
from ._tools import memory_tools

_INSTRUCTIONS = "You have a long-term memory. Call recall before you answer questions about the user or earlier work."


def memory_toolset(agent: AsyncAgent, *, scope: str | None = None) -> FunctionToolset[Any]:
    """The tools `recall`, `remember` and `forget`; with a scope, only of its memories, such as those of one user."""
    return FunctionToolset(memory_tools(agent, scope), id="agent-memory", instructions=_INSTRUCTIONS)
