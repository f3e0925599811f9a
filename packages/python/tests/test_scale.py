"""Many writes at once, and many memories in little memory."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from agent_memory import Agent
from agent_memory.fields import NewMemory

MANY = 100_000
BATCH = 100
MOST_MB = 60

# The peak that `resource` knows of is that of the program that started this one, if it was larger.
READ_ALL = """
import json, re, sys
from agent_memory import AgentMemory
with AgentMemory(sys.argv[1]) as memory:
    count = sum(1 for _ in memory.agent(sys.argv[2]).all())
peak = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())
print(json.dumps({"count": count, "mb": int(peak.group(1)) / 1024}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc says what a process takes")
def test_a_thousand_writes_with_16_in_flight_and_all_of_their_memories(agent: Agent, url: str) -> None:
    def write(batch: int) -> int:
        rows: list[NewMemory] = [{"content": f"Note {batch * BATCH + each} of the log book"} for each in range(BATCH)]
        return agent.remember_many(rows).successful

    agent.recent()
    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(write, range(MANY // BATCH))) == MANY
    command = [sys.executable, "-c", READ_ALL, url, agent.id]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    read = json.loads(done.stdout)
    print(f"all() of {read['count']} memories: {read['mb']:.0f} MB at most")
    assert read["count"] == MANY
    assert read["mb"] < MOST_MB
