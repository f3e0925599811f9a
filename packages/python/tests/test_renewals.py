"""Sessions that the service renews while two processes use them."""

import json
import os
import subprocess
import sys

import pytest

from agent_memory import AgentMemory

# A service whose sessions last about a second.
HASTY = os.environ.get("AGENT_MEMORY_HASTY_URL")
RENEWALS = 10

WRITE = """
import json, sys, time
from agent_memory import AgentMemory
with AgentMemory(sys.argv[1]) as memory:
    agent = memory.agent(sys.argv[2])
    written, tokens, ends_at = [], set(), time.monotonic() + 60
    while len(tokens) <= int(sys.argv[3]) and time.monotonic() < ends_at:
        written.append(agent.remember(f"Note {len(written)}").memory_id)
        tokens.add(agent._session.token)
        time.sleep(0.02)
print(json.dumps({"written": written, "renewals": len(tokens) - 1}))
"""


@pytest.mark.skipif(HASTY is None, reason="AGENT_MEMORY_HASTY_URL names no service with short sessions")
def test_two_processes_go_on_through_ten_renewals(agent_id: str) -> None:
    with AgentMemory(HASTY) as memory:
        memory.create_agent(agent_id)
        command = [sys.executable, "-c", WRITE, str(HASTY), agent_id, str(RENEWALS)]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        said = [json.loads(process.communicate(timeout=120)[0]) for process in running]
        assert [each["renewals"] >= RENEWALS for each in said] == [True, True]
        written = {memory_id for each in said for memory_id in each["written"]}
        assert written == {each.id for each in memory.agent(agent_id).all()}
        assert len(written) == sum(len(each["written"]) for each in said)
