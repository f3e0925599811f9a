"""Run by scripts/test-clients.mjs, with the package that openapi-python-client generates."""

import importlib
import pkgutil
import sys

import memory_client
from memory_client import AuthenticatedClient, Client
from memory_client.api.agents import create_agent
from memory_client.api.reading_memories import recall
from memory_client.api.sessions import activate
from memory_client.api.storing_memories import remember
from memory_client.models import AgentDto, CreateAgentDto, RecallRequest, RecallResponse
from memory_client.models import RememberRequest, RememberResponse, SessionDto, StructuredError

BASE_URL = sys.argv[1]
AGENT = "openapi-python-client"

# What does not compile fails here, also where the calls below do not need it.
for module in pkgutil.walk_packages(memory_client.__path__, "memory_client."):
    importlib.import_module(module.name)

manager = Client(base_url=BASE_URL)
created = create_agent.sync(client=manager, body=CreateAgentDto(agent_id=AGENT))
assert isinstance(created, AgentDto), created
session = activate.sync(AGENT, client=manager)
assert isinstance(session, SessionDto), session

client = AuthenticatedClient(
    base_url=BASE_URL,
    token=session.session_token,
    prefix="",
    auth_header_name="X-Session-Token",
)
text = "The user prefers dark mode in every editor."
stored = remember.sync(AGENT, client=client, body=RememberRequest(content=text))
assert isinstance(stored, RememberResponse), stored
found = recall.sync(AGENT, client=client, body=RecallRequest(query="Which mode in the editor?", limit=5))
assert isinstance(found, RecallResponse), found
assert [(each.id, each.content) for each in found.memories] == [(stored.memory_id, text)], found

refused = create_agent.sync(client=manager, body=CreateAgentDto(agent_id=AGENT))
assert isinstance(refused, StructuredError), refused
