"""Streams of events and webhooks."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

from agent_memory import (
    Agent,
    AgentMemory,
    AsyncAgentMemory,
    EventsReset,
    MemoryEvent,
    NotFound,
    ServiceUnavailable,
)

PLACE_OF_ANOTHER_LOG = "1-1-019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e"


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a service that answers as `handler` does."""
    server = HTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def block_of(place: str) -> str:
    fields = {
        "id": place,
        "kind": "memory.created",
        "agent_id": "demo",
        "at": "2026-05-01T09:30:00.000Z",
        "actor": "key:ci",
        "session_id": None,
        "memory_ids": [place],
        "superseded_by": None,
        "conflict": None,
    }
    return f"event: memory.created\nid: {place}\ndata: {json.dumps(fields)}\n\n"


def memory_ids(events: list[MemoryEvent | EventsReset]) -> list[str]:
    return [each for event in events if isinstance(event, MemoryEvent) for each in event.memory_ids]


def test_past_events_tell_what_became_of_memories_and_go_on_after_an_id(agent: Agent) -> None:
    first = agent.remember("Ana lives in Porto").memory_id
    agent.edit(first, confidence=0.5)
    second = agent.remember("Tea at four").memory_id
    events = [each for each in agent.events(follow=False) if isinstance(each, MemoryEvent)]
    assert [(each.kind, each.memory_ids) for each in events] == [
        ("memory.created", [first]),
        ("memory.updated", [first]),
        ("memory.created", [second]),
    ]
    assert memory_ids(list(agent.events(since=events[1].id, follow=False))) == [second]


def test_a_reader_that_lost_its_place_is_told(agent: Agent) -> None:
    stored = agent.remember("Ana lives in Porto").memory_id
    reset, *rest = agent.events(since=PLACE_OF_ANOTHER_LOG, follow=False)
    assert isinstance(reset, EventsReset)
    assert memory_ids(rest) == [stored]


def test_a_stream_goes_on_behind_lost_connections() -> None:
    ids = [f"{place}-1-019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e" for place in range(1, 7)]
    asked: list[str | None] = []

    class Breaking(BaseHTTPRequestHandler):
        """Sends two events and a half of the next one; each second request is refused."""

        def do_GET(self) -> None:
            (since,) = parse_qs(urlsplit(self.path).query).get("since", [None])
            asked.append(since)
            if len(asked) % 2 == 0:
                self.send_error(503)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            begin = 0 if since is None else ids.index(since) + 1
            whole = "".join(block_of(each) for each in ids[begin : begin + 2])
            rest = "".join(block_of(each)[:60] for each in ids[begin + 2 : begin + 3])
            self.wfile.write((whole + rest).encode())

        def log_message(self, *_: object) -> None:
            pass

    with served(Breaking) as url, AgentMemory(url, "amk_test") as memory:
        stream = memory.agent("demo").events()
        taken = [next(stream) for _ in ids]
        del stream
    assert [each.id for each in taken if isinstance(each, MemoryEvent)] == ids
    assert asked == [None, ids[1], ids[1], ids[3], ids[3]]


def test_the_async_client_reads_them_too(url: str, agent: Agent) -> None:
    agent.recent()

    async def main() -> list[str]:
        async with AsyncAgentMemory(url) as memory:
            mine = memory.agent(agent.id)
            stored = (await mine.remember("Ana lives in Porto")).memory_id
            async for event in mine.events(since="2000-01-01"):
                assert isinstance(event, MemoryEvent)
                assert event.memory_ids == [stored]
                return event.memory_ids
            raise AssertionError("The stream ended")

    assert len(asyncio.run(main())) == 1


def test_webhooks_are_added_changed_and_removed(memory: AgentMemory, agent: Agent) -> None:
    made = memory.webhooks.create("https://example.com/hook", agents=[agent.id], events=["memory.created"])
    try:
        assert made.secret is not None
        assert made.secret.startswith("whsec_")
        (listed,) = [each for each in memory.webhooks.list().webhooks if each.webhook_id == made.webhook_id]
        assert (listed.status, listed.secret) == ("active", None)
        assert memory.webhooks.update(made.webhook_id, status="paused").pause_reason == "requested"
        assert memory.webhooks.deliveries(made.webhook_id, state="failed").deliveries == []
        with pytest.raises(NotFound):
            memory.webhooks.redeliver(made.webhook_id, "019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e")
    finally:
        memory.webhooks.delete(made.webhook_id)
    with pytest.raises(NotFound):
        memory.webhooks.delete(made.webhook_id)


def test_a_webhook_whose_answer_was_lost_is_not_made_twice() -> None:
    asked: list[str] = []

    class Failing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.path)
            self.send_error(502)

        def log_message(self, *_: object) -> None:
            pass

    with served(Failing) as url, AgentMemory(url) as memory, pytest.raises(ServiceUnavailable):
        memory.webhooks.create("https://example.com/hook")
    assert asked == ["/api/v2/webhooks"]
