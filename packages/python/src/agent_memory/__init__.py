"""Client of the agent memory service.

from agent_memory import AgentMemory

with AgentMemory() as memory:
    agent = memory.agent("demo", create=True)
    agent.remember("Ana lives in Lisbon")
    print(agent.recall("Where does Ana live?").memories[0].content)
"""

from . import errors, fields, models
from ._agent_id import agent_id_for
from ._async.agent import AsyncAgent
from ._async.client import AsyncAgentMemory
from ._events import AnswerPart, AnswerSources, AnswerText, EventsReset, MemoryEvent
from ._sync.agent import Agent
from ._sync.client import AgentMemory
from .errors import (
    AgentAlreadyExists,
    AgentMemoryError,
    AgentNotFound,
    AuthenticationFailed,
    CallTimeout,
    Conflict,
    NotAllowed,
    NotFound,
    RateLimited,
    ServiceUnavailable,
    ValidationError,
)
from .models import Memory

__all__ = [
    "Agent",
    "AgentAlreadyExists",
    "AgentMemory",
    "AgentMemoryError",
    "AgentNotFound",
    "AnswerPart",
    "AnswerSources",
    "AnswerText",
    "AsyncAgent",
    "AsyncAgentMemory",
    "AuthenticationFailed",
    "CallTimeout",
    "Conflict",
    "EventsReset",
    "Memory",
    "MemoryEvent",
    "NotAllowed",
    "NotFound",
    "RateLimited",
    "ServiceUnavailable",
    "ValidationError",
    "agent_id_for",
    "errors",
    "fields",
    "models",
]
