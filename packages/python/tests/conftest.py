import os
import uuid
from collections.abc import Iterator

import pytest
from proxy import Proxy

from agent_memory import Agent, AgentMemory


@pytest.fixture(scope="session")
def url() -> str:
    """The address of a running service, on the machine of the tests."""
    return os.environ["AGENT_MEMORY_TEST_URL"]


@pytest.fixture
def agent_id() -> str:
    return f"py-{uuid.uuid4().hex}"


@pytest.fixture
def memory(url: str) -> Iterator[AgentMemory]:
    with AgentMemory(url) as memory:
        yield memory


@pytest.fixture
def agent(memory: AgentMemory, agent_id: str) -> Agent:
    return memory.agent(agent_id, create=True)


@pytest.fixture
def proxy(url: str) -> Iterator[Proxy]:
    with Proxy(url) as proxy:
        yield proxy
