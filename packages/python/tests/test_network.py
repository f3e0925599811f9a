"""The promises of the client, behind a proxy that drops connections, waits, and answers 429 and 503."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from proxy import Fault, Proxy

from agent_memory import (
    Agent,
    AgentMemory,
    AsyncAgentMemory,
    CallTimeout,
    Conflict,
    RateLimited,
    ServiceUnavailable,
)

FAULTS: list[Fault] = ["drop after", "drop before", "half", 429, 503]


def through(proxy: Proxy, **options: float) -> AgentMemory:
    return AgentMemory(proxy.url, timeout=options.get("timeout"), max_retries=int(options.get("max_retries", 4)))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_write_is_stored_once(proxy: Proxy, agent: Agent, fault: Fault) -> None:
    agent.recent()
    with through(proxy) as memory:
        mine = memory.agent(agent.id)
        proxy.faults = [fault, fault]
        stored = mine.remember("Ana moved to Lisbon")
        many = mine.remember_many([{"content": "Tea at four"}, {"content": "No meetings on Friday"}])
        proxy.faults = [fault]
        mine.edit(stored.memory_id, title="Ana")
    assert [each.id for each in agent.all()] == [stored.memory_id, *(row.id for row in many.results)]
    assert agent.get(stored.memory_id).title == "Ana"
    # One key for all tries of a call, and another one for each call.
    assert len(set(proxy.keys("/remember"))) == 1
    assert len(proxy.keys("/remember")) == 3
    assert None not in proxy.keys("/remember")


@pytest.mark.parametrize("fault", FAULTS)
def test_the_async_client_stores_once_too(proxy: Proxy, agent: Agent, fault: Fault) -> None:
    agent.recent()

    async def main() -> None:
        async with AsyncAgentMemory(proxy.url) as memory:
            mine = memory.agent(agent.id)
            proxy.faults = [fault, fault]
            await asyncio.gather(*(mine.remember(f"Note {number}") for number in range(8)))

    asyncio.run(main())
    assert sorted(each.content for each in agent.all()) == [f"Note {number}" for number in range(8)]


def test_a_key_of_an_earlier_program_repeats_its_call(agent: Agent) -> None:
    first = agent.remember("Tea at four", idempotency_key="of-yesterday")
    assert agent.remember("Tea at four", idempotency_key="of-yesterday").memory_id == first.memory_id
    with pytest.raises(Conflict):
        agent.remember("Tea at five", idempotency_key="of-yesterday")


def test_creating_an_agent_survives_a_lost_answer(proxy: Proxy, agent_id: str) -> None:
    with through(proxy) as memory:
        proxy.faults = ["drop after"]
        assert memory.create_agent(agent_id).agent_id == agent_id
        proxy.faults = ["drop after"]
        memory.delete_agent(agent_id)
        proxy.faults = ["drop after"]
        proxy.concerns = lambda path: path.endswith("/agents")
        memory.agent(agent_id, create=True).remember("Tea at four")


def test_a_lost_answer_to_the_join_is_asked_again(proxy: Proxy, agent: Agent) -> None:
    agent.recent()
    proxy.concerns = lambda path: "/activate" in path
    proxy.faults = ["drop after", 503]
    with through(proxy) as memory:
        memory.agent(agent.id).remember("Tea at four")
    assert agent.recent().count == 1


def test_retry_after_is_waited_for(proxy: Proxy, agent: Agent) -> None:
    agent.recent()
    proxy.retry_after = "1"
    proxy.faults = [429]
    begin = time.monotonic()
    with through(proxy) as memory:
        memory.agent(agent.id).recent()
    assert time.monotonic() - begin >= 1


def test_a_limit_that_stays_is_an_error(proxy: Proxy, agent: Agent) -> None:
    agent.recent()
    proxy.retry_after = "0.1"
    proxy.faults = [429] * 5
    with through(proxy) as memory, pytest.raises(RateLimited) as caught:
        memory.agent(agent.id).recent()
    assert caught.value.retry_after == 0.1
    proxy.retry_after = "60"
    proxy.faults = [503]
    with through(proxy) as memory, pytest.raises(ServiceUnavailable):
        memory.agent(agent.id).recent()


def test_the_time_out_bounds_the_call(proxy: Proxy, agent: Agent) -> None:
    agent.recent()
    proxy.faults = ["delay"]
    with through(proxy, timeout=0.25) as memory, pytest.raises(CallTimeout):
        memory.agent(agent.id).recent()

    async def main() -> None:
        async with AsyncAgentMemory(proxy.url, timeout=0.25) as memory:
            await memory.agent(agent.id).recent()

    proxy.faults = ["delay"]
    with pytest.raises(CallTimeout):
        asyncio.run(main())


def test_no_service_is_an_error(agent_id: str) -> None:
    with AgentMemory("http://127.0.0.1:9", max_retries=1) as memory, pytest.raises(ServiceUnavailable) as caught:
        memory.agent(agent_id).recent()
    assert "127.0.0.1:9" in str(caught.value)


def test_parallel_calls_share_one_join(proxy: Proxy, agent: Agent) -> None:
    agent.recent()
    with through(proxy) as memory, ThreadPoolExecutor(16) as pool:
        mine = memory.agent(agent.id)
        list(pool.map(lambda number: mine.remember(f"Note {number}"), range(32)))

    async def main() -> None:
        async with AsyncAgentMemory(proxy.url) as memory:
            mine = memory.agent(agent.id)
            await asyncio.gather(*(mine.remember(f"Async note {number}") for number in range(32)))

    asyncio.run(main())
    assert len([path for path, _ in proxy.seen if path.endswith("/activate")]) == 2
    assert len(list(agent.all())) == 64


def test_a_cancelled_call_leaves_the_others_alone(proxy: Proxy, agent: Agent) -> None:
    agent.recent()

    async def main() -> list[str]:
        async with AsyncAgentMemory(proxy.url) as memory:
            mine = memory.agent(agent.id)
            proxy.concerns = lambda path: "/activate" in path
            proxy.faults = ["delay"]
            first = asyncio.create_task(mine.remember("Never"))
            await asyncio.sleep(0.1)
            others = [asyncio.create_task(mine.remember(f"Note {number}")) for number in range(4)]
            first.cancel()
            return [each.memory_id for each in await asyncio.gather(*others)]

    assert len(asyncio.run(main())) == 4


def test_replaced_sessions_are_joined_again(memory: AgentMemory, agent: Agent, url: str) -> None:
    """Others replace the session ten times while two clients, of threads and of asyncio, write."""
    agent.remember("The first")
    ended = threading.Event()
    written: list[str] = []

    def write() -> None:
        with AgentMemory(url) as other:
            mine = other.agent(agent.id)
            while not ended.is_set():
                written.append(mine.remember(f"Of a thread {len(written)}").memory_id)

    async def write_async() -> None:
        async with AsyncAgentMemory(url) as other:
            mine = other.agent(agent.id)
            while not ended.is_set():
                written.append((await mine.remember(f"Of a task {len(written)}")).memory_id)

    threads = [threading.Thread(target=write), threading.Thread(target=lambda: asyncio.run(write_async()))]
    for thread in threads:
        thread.start()
    import httpx

    for _ in range(10):
        time.sleep(0.05)
        httpx.post(f"{url}/api/v2/agents/{agent.id}/activate", timeout=10).raise_for_status()
    ended.set()
    for thread in threads:
        thread.join()
    stored = {each.id for each in agent.all()}
    assert len(stored) == len(written) + 1
    assert set(written) <= stored
