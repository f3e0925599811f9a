"""Every method, of both clients, on a running service."""

import asyncio
import inspect
import io
import json
import time
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import agent_memory
from agent_memory import (
    Agent,
    AgentAlreadyExists,
    AgentMemory,
    AgentMemoryError,
    AgentNotFound,
    AnswerSources,
    AnswerText,
    AsyncAgent,
    AsyncAgentMemory,
    Conflict,
    NotAllowed,
    NotFound,
    ValidationError,
    models,
)

NOW = datetime.now(timezone.utc)


def test_memories_are_stored_found_and_changed(agent: Agent) -> None:
    stored = agent.remember("Ana lives in Lisbon", type="fact", tags=["people"], confidence=0.9)
    assert (stored.action, stored.type) == ("store", "fact")
    found = agent.recall("Where does Ana live?", limit=5, cut="auto")
    assert [each.content for each in found.memories] == ["Ana lives in Lisbon"]
    kept = found.memories[0]
    assert isinstance(kept.created_at, datetime)
    assert kept.created_at.tzinfo is not None
    assert agent.edit(stored.memory_id, content="Ana lives in Porto", confidence=0.5).updated_fields == [
        "content",
        "confidence",
    ]
    assert agent.get(stored.memory_id).content == "Ana lives in Porto"
    assert agent.expire(stored.memory_id, "outdated").expired_by == "outdated"
    assert agent.recent(status="active").count == 0
    agent.restore(stored.memory_id)
    assert [each.event for each in agent.history(stored.memory_id).entries] == [
        "restored",
        "expired",
        "edited",
        "created",
    ]
    assert agent.expire_many([stored.memory_id], "old").changed == [stored.memory_id]
    assert agent.restore_many([stored.memory_id]).changed == [stored.memory_id]
    agent.delete(stored.memory_id)
    assert agent.expire_many([stored.memory_id]).missing == [stored.memory_id]
    with pytest.raises(NotFound):
        agent.get(stored.memory_id)


def test_references_upserts_scopes_and_metadata(agent: Agent) -> None:
    first = agent.remember(
        "The export is due", source_ref="a/b c", scope="user:dana", metadata={"ticket": 42, "on": True}
    )
    again = agent.remember("The export is done", source_ref="a/b c", scope="user:dana", upsert=True)
    assert (again.action, again.memory_id) == ("update", first.memory_id)
    kept = agent.get_by_ref("a/b c", scope="user:dana")
    assert kept.metadata == {"ticket": 42, "on": True}
    assert type(kept.metadata["ticket"]) is int
    agent.remember("Something else")
    for found in (
        agent.recall("export", metadata={"ticket": [41, 42]}).memories,
        agent.page(scopes=["user:*"], metadata={"on": True}).memories,
        agent.recent(scopes=["user:dana"]).memories,
    ):
        assert [each.id for each in found] == [first.memory_id]
    assert len(agent.page(scopes=[None]).memories) == 1
    agent.delete_by_ref("a/b c", scope="user:dana")
    with pytest.raises(NotFound):
        agent.get_by_ref("a/b c", scope="user:dana")
    with pytest.raises(Conflict):
        agent.remember("The export is done", source_ref="a/b c", scope="user:dana", upsert=True)
    agent.remember("The export is done", source_ref="a/b c", scope="user:dana", upsert=True, restore_deleted=True)


def test_times(agent: Agent) -> None:
    old = agent.remember("Ana lives in Faro", key="ana.city", valid_from=date(2020, 1, 1).isoformat())
    later = NOW + timedelta(hours=1)
    new = agent.remember("Ana lives in Porto", key="ana.city", expires_at=later, valid_from=NOW)
    kept = agent.get(new.memory_id)
    assert kept.expires_at is not None
    assert abs((kept.expires_at - later).total_seconds()) < 0.01
    assert not agent.get(old.memory_id).current
    assert [each.id for each in agent.as_of(datetime.now(timezone.utc) + timedelta(days=1)).memories] == [
        new.memory_id,
        old.memory_id,
    ]
    assert agent.changed_since(NOW - timedelta(days=1)).count == 2
    with pytest.raises(ValueError, match="zone"):
        agent.remember("x", valid_from=datetime(2026, 1, 1))


def test_lists(agent: Agent) -> None:
    rows = agent.remember_many([{"content": f"Note {number}"} for number in range(5)], dedupe=True)
    assert rows.successful == 5
    assert [each.content for each in agent.all()] == [f"Note {number}" for number in range(5)]
    page = agent.page(limit=3)
    assert page.next_cursor is not None
    rest = agent.page(limit=3, cursor=page.next_cursor)
    assert [each.content for each in [*page.memories, *rest.memories]] == [f"Note {4 - n}" for n in range(5)]
    lines = list(agent.export())
    assert len(lines) > 5


def test_answers(agent: Agent) -> None:
    agent.remember("Ana lives in Lisbon")
    answer = agent.answer("Where does Ana live?")
    assert "Lisbon" in answer.answer
    parts = list(agent.answer_stream("Where does Ana live?"))
    assert "".join(each.text for each in parts if isinstance(each, AnswerText)) == answer.answer
    assert [each.certainty for each in parts if isinstance(each, AnswerSources)] == [answer.certainty]


def test_extract_conflicts_and_policy(agent: Agent) -> None:
    agent.extract([{"role": "user", "content": "I prefer tabs over spaces."}], dry_run=True)
    agent.remember("The office is in Lisbon")
    agent.remember("The office is not in Lisbon")
    agent.conflicts.generate()
    for row in agent.conflicts.list().conflicts:
        agent.conflicts.resolve(conflict_id=row.conflict_id, action="keep_new")
    agent.policy.set({"retention": {"event": "30d"}})
    assert agent.policy.get().policy.retention == {"event": "30d"}
    swept = agent.policy.apply()
    assert agent.policy.apply(dry_run=True, policy={"retention": {"fact": "1d"}}).expired == 0
    agent.policy.purge(dry_run=True)
    assert agent.policy.sweeps().sweeps[0].sweep_id == swept.sweep_id
    assert swept.sweep_id is not None
    assert agent.policy.undo(swept.sweep_id).restored == 0


@pytest.mark.parametrize("kind", ["path", "bytes", "stream"])
def test_files(agent: Agent, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"The cellar key hangs behind the blue door.")
    sources: dict[str, Any] = {"path": path, "bytes": path.read_bytes(), "stream": io.BytesIO(path.read_bytes())}
    uploaded = agent.files.upload(sources[kind], filename="notes.txt")
    assert agent.files.wait_until_indexed(uploaded.file_id).status == "indexed"
    assert agent.recall("Where is the cellar key?").memories[0].content.startswith("The cellar key")
    assert agent.files.list().files[0].file_name == "notes.txt"
    agent.files.delete(uploaded.file_id)


def test_traces(agent: Agent) -> None:
    stored = agent.remember("Ana lives in Lisbon")
    agent.recall("Where does Ana live?")
    agent.answer("Where does Ana live?")
    page = agent.traces.list(memory_id=stored.memory_id, since=NOW, limit=1)
    assert (page.count, page.traces[0].mode) == (1, "answer")
    (rest,) = agent.traces.list(memory_id=stored.memory_id, since=NOW, cursor=page.next_cursor).traces
    assert rest.at >= NOW - timedelta(seconds=1)
    agent.edit(stored.memory_id, confidence=0.5)
    one = agent.traces.get(rest.trace_id)
    assert [(each.memory_id, each.now) for each in one.memories] == [(stored.memory_id, "changed")]
    assert one.memories[0].explain is not None
    assert {each.trace_id for each in agent.traces.uses(stored.memory_id).traces} >= {rest.trace_id}
    assert agent.traces.list(until=NOW - timedelta(days=1)).traces == []
    with pytest.raises(NotFound):
        agent.traces.get(stored.memory_id)


def test_the_audit_chain(url: str, memory: AgentMemory, agent: Agent) -> None:
    import httpx

    stored = agent.remember("Ana lives in Lisbon")
    agent.delete(stored.memory_id)
    page = memory.audit(agent.id, target=stored.memory_id, since=NOW, limit=1)
    (deletion,) = page.records
    (creation,) = memory.audit(agent.id, target=stored.memory_id, cursor=page.next_cursor).records
    assert creation.seq < deletion.seq
    assert creation.operation == "remember"
    lines = [json.loads(line) for line in memory.audit_lines(agent.id)]
    assert [lines[0]["kind"], lines[-1]["kind"]] == ["header", "head"]
    assert creation.id in {line.get("id") for line in lines}
    keys = memory.audit_keys()
    assert keys.current in {each.key_id for each in keys.keys}
    httpx.post(f"{url}/api/v2/keys", json={"name": "py", "agents": [agent.id], "access": "read"}).raise_for_status()
    assert memory.audit(None, operation="createKey", limit=1).records[0].proven
    assert json.loads(list(memory.audit_lines(None))[-1])["kind"] == "head"
    with pytest.raises(ValidationError):
        memory.audit(agent.id, cursor="no place")


def test_reading_another_agent(memory: AgentMemory, agent: Agent) -> None:
    handbook = memory.agent(f"{agent.id}-handbook", create=True)
    theirs = handbook.remember("There are thirty vacation days a year")
    assert agent.recall("How many vacation days are there?").memories == []
    assert memory.set_agent_reads(agent.id, [handbook.id]).agents == [handbook.id]
    assert memory.agent_reads(agent.id).agents == [handbook.id]
    (found,) = agent.recall("How many vacation days are there?").memories
    assert [found.id, found.agent_id] == [theirs.memory_id, handbook.id]
    (source,) = agent.answer("How many vacation days are there?").sources
    assert [source.memory_id, source.agent_id] == [theirs.memory_id, handbook.id]
    with pytest.raises(ValidationError):
        memory.set_agent_reads(agent.id, [agent.id])
    with pytest.raises(NotFound):
        memory.set_agent_reads(agent.id, [f"{agent.id}-missing"])
    assert memory.set_agent_reads(agent.id, []).agents == []
    assert agent.recall("How many vacation days are there?").memories == []


def test_copies_and_moves(memory: AgentMemory, agent: Agent) -> None:
    handbook = memory.agent(f"{agent.id}-handbook", create=True)
    theirs = handbook.remember("The office is in Bonn")
    stored = agent.remember("There are thirty vacation days a year", tags=["hr"])
    copied = memory.copy_memory(agent.id, stored.memory_id, handbook.id)
    assert copied.agent_id == handbook.id
    assert copied.memory_id != stored.memory_id
    copy = handbook.get(copied.memory_id)
    assert [copy.content, copy.tags, copy.provenance] == [agent.get(stored.memory_id).content, ["hr"], "imported"]
    for _ in range(2):
        moved = memory.move_memory(agent.id, stored.memory_id, handbook.id)
        assert [moved.agent_id, moved.memory_id] == [handbook.id, stored.memory_id]
    with pytest.raises(NotFound):
        agent.get(stored.memory_id)
    assert {each.id for each in handbook.all()} == {theirs.memory_id, copied.memory_id, stored.memory_id}
    with pytest.raises(NotFound):
        memory.copy_memory(agent.id, stored.memory_id, handbook.id)
    with pytest.raises(ValidationError):
        memory.move_memory(handbook.id, stored.memory_id, handbook.id)


def test_forgetting(memory: AgentMemory, agent: Agent) -> None:
    gone = agent.remember("Alice Smith prefers tea")
    doubtful = agent.remember("Alice prefers coffee", scope="user:a")
    kept = agent.remember("The lift is broken")
    plan = memory.forget(agent.id, about="Alice Smith")
    assert plan.certain is not None
    assert plan.unsure is not None
    assert plan.receipt is None
    assert [each.id for each in plan.certain] == [gone.memory_id]
    assert [each.id for each in plan.unsure] == [doubtful.memory_id]
    run = memory.forget(agent.id, about="Alice Smith", also=[doubtful.memory_id], dry_run=False)
    assert run.receipt is not None
    receipt_id = run.receipt.receipt_id
    receipt = settled(memory, receipt_id)
    assert receipt.counts.memories == 2
    assert [each.id for each in agent.all()] == [kept.memory_id]
    text = memory.receipt_text(receipt_id)
    assert json.loads(text)["signature"] == receipt.signature
    assert memory.apply_receipt(text) == receipt
    with pytest.raises(ValidationError):
        memory.apply_receipt(text.replace(receipt_id, agent.remember("x").memory_id))
    with pytest.raises(ValidationError):
        memory.forget(agent.id)
    assert memory.forget(None, ids=[kept.memory_id], metadata={"ticket": 1}).certain == []


def settled(memory: AgentMemory, receipt_id: str) -> models.Receipt:
    for _ in range(300):
        receipt = memory.receipt(receipt_id)
        if receipt.state == "done":
            return receipt
        time.sleep(0.1)
    raise AssertionError("The run does not end")


def test_agents(memory: AgentMemory, agent_id: str) -> None:
    with pytest.raises(AgentNotFound):
        memory.agent(agent_id).remember("x")
    memory.create_agent(agent_id, description="For tests")
    with pytest.raises(AgentAlreadyExists):
        memory.create_agent(agent_id)
    assert memory.get_agent(agent_id).description == "For tests"
    changed = memory.update_agent(agent_id, description="Another", pattern="tool")
    assert (changed.description, changed.pattern) == ("Another", "tool")
    assert memory.update_agent(agent_id, description="").description is None
    assert agent_id in {each.agent_id for each in memory.list_agents(limit=100).agents}
    memory.delete_agent(agent_id, delete_memories=True)
    with pytest.raises(AgentNotFound):
        memory.get_agent(agent_id)
    assert memory.health().status == "ok"


def test_errors_say_what_is_wrong(agent: Agent) -> None:
    with pytest.raises(ValidationError) as caught:
        agent.remember("x", confidence=7)
    assert list(caught.value.fields) == ["confidence"]
    assert "confidence" in str(caught.value)
    assert caught.value.request_id
    with pytest.raises(ValueError, match="http"):
        AgentMemory("localhost:8000")
    with pytest.raises(AgentMemoryError):
        list(AgentMemory("http://127.0.0.1:9", max_retries=0).agent("a").all())


@pytest.mark.parametrize("no_id", ["", ".", ".."])
def test_no_id_is_the_address_of_another_operation(memory: AgentMemory, agent: Agent, no_id: str) -> None:
    agent.remember("Tea at four")
    calls: list[Callable[[str], object]] = [
        *(agent.get, agent.delete, agent.delete_by_ref, agent.files.delete, memory.get_agent),
        lambda agent_id: memory.agent(agent_id).recent(),
    ]
    for call in calls:
        with pytest.raises(ValidationError, match="cannot be an id"):
            call(no_id)
    assert agent.recent().count == 1


def test_a_key_that_cannot_be_sent_is_not_repeated(url: str) -> None:
    with pytest.raises(ValueError, match="line break") as raised:
        AgentMemory(url, key="amk_1\ns3cret")
    assert "s3cret" not in str(raised.value)
    # As it is read from a file.
    AgentMemory(url, key="amk_1_2\n").close()


def test_any_time_is_taken(url: str, agent: Agent) -> None:
    agent.remember("Tea at four")
    with AgentMemory(url, timeout=float("inf")) as memory:
        assert memory.agent(agent.id).recent().count == 1


def test_a_key_needs_no_session(url: str, agent: Agent) -> None:
    import httpx

    agent.remember("Tea at four", scope="user:dana")
    order = {"name": "py", "agents": [agent.id], "access": "read", "scopes": ["user:dana"]}
    key = httpx.post(f"{url}/api/v2/keys", json=order).json()["key"]
    with AgentMemory(url, key) as memory:
        mine = memory.agent(agent.id)
        assert mine.recent().count == 1
        with pytest.raises(NotAllowed):
            mine.remember("x")


def test_the_async_client(url: str, agent_id: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with AsyncAgentMemory(url) as memory:
            agent = memory.agent(agent_id, create=True, description="Async")
            stored = await agent.remember("Ana lives in Lisbon")
            assert (await agent.recall("Where does Ana live?")).memories[0].id == stored.memory_id
            assert [each.id async for each in agent.all()] == [stored.memory_id]
            parts = [each async for each in agent.answer_stream("Where does Ana live?")]
            assert any(isinstance(each, AnswerSources) for each in parts)
            assert len([line async for line in agent.export()]) > 1
            path = tmp_path / "notes.txt"
            path.write_text("The cellar key hangs behind the blue door.")
            assert (await agent.traces.uses(stored.memory_id)).count == 2
            assert len([line async for line in memory.audit_lines(agent_id)]) > 2
            other = memory.agent(f"{agent_id}-other", create=True)
            kept = await other.remember("The office is in Bonn")
            assert (await memory.set_agent_reads(agent_id, [f"{agent_id}-other"])).agents == [f"{agent_id}-other"]
            assert (await agent.recall("Where is the office?")).memories[0].agent_id == f"{agent_id}-other"
            copied = await memory.copy_memory(f"{agent_id}-other", kept.memory_id, agent_id)
            assert (await agent.get(copied.memory_id)).content == "The office is in Bonn"
            await agent.delete(copied.memory_id)
            run = await memory.forget(agent_id, about="Ana", dry_run=False)
            assert run.receipt is not None
            assert json.loads(await memory.receipt_text(run.receipt.receipt_id))["agent_ids"] == [agent_id]
            uploaded = await agent.files.upload(path)
            assert (await agent.files.wait_until_indexed(uploaded.file_id)).status == "indexed"
            assert (await memory.get_agent(agent_id)).description == "Async"
            await memory.delete_agent(agent_id, delete_memories=True)

    asyncio.run(main())


def test_every_public_name_is_described() -> None:
    for name in agent_memory.__all__:
        assert inspect.getdoc(getattr(agent_memory, name)), name


@pytest.mark.parametrize(("sync", "other"), [(AgentMemory, AsyncAgentMemory), (Agent, AsyncAgent)])
def test_both_clients_have_the_same_methods(sync: Callable[..., Any], other: Callable[..., Any]) -> None:
    names = [{name for name in dir(each) if not name.startswith("_")} for each in (sync, other)]
    assert names[0] - {"close"} == names[1] - {"aclose"}
