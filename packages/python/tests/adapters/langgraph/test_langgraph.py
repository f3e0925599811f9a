"""The store with LangGraph itself: its methods, beside its own store in memory, and a graph with a scripted model."""

import asyncio
import os
import time
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, GetOp, ListNamespacesOp, MatchCondition, Op, PutOp, SearchOp
from langgraph.store.memory import InMemoryStore

from agent_memory import AgentMemory
from agent_memory.adapters.langgraph import AgentMemoryStore

URL = os.environ["AGENT_MEMORY_TEST_URL"]


@pytest.fixture
def agent_id() -> str:
    return f"langgraph-{uuid.uuid4().hex}"


@pytest.fixture
def store(agent_id: str) -> Iterator[AgentMemoryStore]:
    store = AgentMemoryStore(agent_id, URL)
    yield store
    store.close()


@pytest.fixture(params=["ours", "theirs"])
def either(request: pytest.FixtureRequest, store: AgentMemoryStore) -> BaseStore:
    """What LangGraph's own store does, this one does."""
    return store if request.param == "ours" else InMemoryStore()


ITEMS: list[tuple[tuple[str, ...], str, dict[str, Any]]] = [
    (("users", "dana"), "tea", {"likes": "tea", "n": 1, "tags": ["a", "b"], "at": {"city": "Lisbon"}}),
    (("users", "dana"), "jam/1", {"likes": "jam", "n": 2.5, "on": True}),
    (("users", "danae"), "tea", {"likes": "tea", "n": 3, "none": None}),
    (("users", "dana", "work"), "desk", {"likes": "desk", "n": 4}),
    (("teams",), "ä: ?", {"likes": "naïve\nlines"}),
]


def fill(store: BaseStore) -> None:
    store.batch([PutOp(*item) for item in ITEMS])


def test_items_are_put_got_replaced_and_deleted(either: BaseStore) -> None:
    fill(either)
    for namespace, key, value in ITEMS:
        item = either.get(namespace, key)
        assert item is not None
        assert (item.namespace, item.key, item.value) == (namespace, key, value)
        assert item.created_at <= item.updated_at
    either.put(("users", "dana"), "tea", {"likes": "coffee"})
    replaced = either.get(("users", "dana"), "tea")
    assert replaced is not None
    assert replaced.value == {"likes": "coffee"}
    either.delete(("users", "dana"), "tea")
    assert either.get(("users", "dana"), "tea") is None
    either.delete(("users", "dana"), "tea")
    either.put(("users", "dana"), "tea", {"likes": "coffee"})
    assert either.get(("users", "dana"), "tea") is not None
    assert either.get(("users",), "tea") is None


@pytest.mark.parametrize(
    ("prefix", "wanted", "keys"),
    [
        ((), None, ["desk", "jam/1", "tea", "tea", "ä: ?"]),
        (("users",), None, ["desk", "jam/1", "tea", "tea"]),
        (("users", "dana"), None, ["desk", "jam/1", "tea"]),
        (("users",), {"likes": "tea"}, ["tea", "tea"]),
        (("users",), {"likes": "tea", "n": 1}, ["tea"]),
        (("users",), {"n": 1.0}, ["tea"]),
        (("users",), {"n": {"$gt": 1, "$lte": 3}}, ["jam/1", "tea"]),
        (("users",), {"n": {"$ne": 1}, "likes": {"$eq": "tea"}}, ["tea"]),
        (("users",), {"on": True}, ["jam/1"]),
        (("users",), {"tags": ["a", "b"]}, ["tea"]),
        (("users",), {"at": {"city": "Lisbon"}}, ["tea"]),
        (("users",), {"likes": "nothing"}, []),
    ],
)
def test_items_are_found_by_namespace_and_value(
    either: BaseStore, prefix: tuple[str, ...], wanted: dict[str, Any] | None, keys: list[str]
) -> None:
    fill(either)
    assert sorted(item.key for item in either.search(prefix, filter=wanted)) == keys


def test_pages_and_namespaces(either: BaseStore) -> None:
    fill(either)
    first, rest = either.search((), limit=3), either.search((), limit=3, offset=3)
    assert len({(item.namespace, item.key) for item in [*first, *rest]}) == len(ITEMS)
    assert either.list_namespaces() == [("teams",), ("users", "dana"), ("users", "dana", "work"), ("users", "danae")]
    assert either.list_namespaces(prefix=("users",), max_depth=2) == [("users", "dana"), ("users", "danae")]
    assert either.list_namespaces(suffix=("work",)) == [("users", "dana", "work")]
    assert either.list_namespaces(prefix=("*", "dana"), limit=1, offset=1) == [("users", "dana", "work")]


def test_a_batch_reads_before_it_writes(either: BaseStore) -> None:
    fill(either)
    prefix_conditions = (MatchCondition("prefix", ("users", "danae")),)
    ops: list[Op] = [
        PutOp(("a",), "x", {"n": 1}),
        PutOp(("a",), "x", {"n": 2}),
        GetOp(("a",), "x"),
        SearchOp(("users", "danae")),
        PutOp(("teams",), "ä: ?", None),
        ListNamespacesOp(prefix_conditions),
    ]
    results = either.batch(ops)
    assert results[2] is None
    assert [item.key for item in results[3]] == ["tea"]  # type: ignore[union-attr]
    assert results[5] == [("users", "danae")]
    after = either.batch([GetOp(("a",), "x"), GetOp(("teams",), "ä: ?")])
    assert after[0].value == {"n": 2}  # type: ignore[union-attr]
    assert after[1] is None


def test_search_by_meaning(store: AgentMemoryStore) -> None:
    store.put(("notes",), "1", {"text": "The cellar key hangs behind the blue door"})
    store.put(("notes",), "2", {"text": "The user prefers tea", "kind": "taste"})
    store.put(("notes",), "3", {"text": "The cellar is cold", "kind": "place"}, index=False)
    store.put(("notes",), "4", {"id": "x9", "body": {"text": "Where the cellar lamp hangs"}}, index=["body.text"])
    found = store.search(("notes",), query="Where is the cellar key?")
    assert found[0].key == "1"
    assert found[0].score is not None
    assert "3" not in {item.key for item in found}
    assert "4" in {item.key for item in found}
    assert [item.key for item in store.search((), query="tea", filter={"kind": "taste"})] == ["2"]
    assert store.search(("notes",), query="tea", filter={"kind": "place"}) == []


def test_a_long_query_is_cut_to_what_the_service_takes(store: AgentMemoryStore) -> None:
    store.put(("notes",), "1", {"text": "The cellar key hangs behind the fuse box"})
    found = store.search(("notes",), query="Where is the cellar key? " * 50)
    assert [item.key for item in found] == ["1"]


def test_a_ttl_ends_by_itself_and_begins_again_when_read(agent_id: str) -> None:
    store = AgentMemoryStore(agent_id, URL, ttl={"default_ttl": 0.05, "refresh_on_read": False})
    begin = time.monotonic()
    store.put(("a",), "default", {"n": 1})
    store.put(("a",), "none", {"n": 2}, ttl=None)
    store.put(("a",), "long", {"n": 3}, ttl=60)
    store.put(("a",), "refreshed", {"n": 4}, ttl=0.05)
    store.put(("a",), "replaced", {"n": 5}, ttl=0.05)
    store.put(("a",), "replaced", {"n": 5}, ttl=None)
    while store.get(("a",), "default") is not None:
        assert store.get(("a",), "refreshed", refresh_ttl=True) is not None
        assert time.monotonic() - begin < 30
        time.sleep(0.1)
    assert time.monotonic() - begin > 2
    keys = {item.key for item in store.search(("a",))}
    assert keys == {"none", "long", "refreshed", "replaced"}
    store.close()


def test_the_async_methods(agent_id: str) -> None:
    async def main() -> None:
        store = AgentMemoryStore(agent_id, URL)
        await asyncio.gather(*(store.aput(("a",), str(number), {"n": number}) for number in range(20)))
        item = await store.aget(("a",), "7")
        assert item is not None
        assert item.value == {"n": 7}
        assert len(await store.asearch(("a",), limit=50)) == 20
        assert await store.alist_namespaces() == [("a",)]
        await store.adelete(("a",), "7")
        assert await store.aget(("a",), "7") is None
        await store.aclose()

    asyncio.run(main())


def test_other_memories_are_not_items(agent_id: str, store: AgentMemoryStore) -> None:
    with AgentMemory(URL) as memory:
        memory.agent(agent_id, create=True).remember("Not of the store", scope="a", source_ref="x")
    store.put(("a",), "y", {"n": 1})
    assert store.get(("a",), "x") is None
    assert [item.key for item in store.search(("a",))] == ["y"]
    assert store.search((), query="Not of the store") == []


def test_too_much_is_refused_with_the_reason(store: AgentMemoryStore) -> None:
    with pytest.raises(Exception, match="10"):
        store.put(("a",), "x", {"text": "x" * 10_001})
    with pytest.raises(ValueError, match="200"):
        store.put(("a",), "x", {str(number): number for number in range(201)})


def test_a_graph_remembers_from_one_thread_to_the_next(store: AgentMemoryStore) -> None:
    model = GenericFakeChatModel(messages=iter([AIMessage("I will remember that."), AIMessage("You like tea.")]))
    seen: list[list[str]] = []

    def answer(state: MessagesState, runtime: Runtime[None]) -> dict[str, Any]:
        assert runtime.store is not None
        last = str(state["messages"][-1].content)
        seen.append([str(item.value["text"]) for item in runtime.store.search(("user", "1"), query=last)])
        runtime.store.put(("user", "1"), uuid.uuid4().hex, {"text": last})
        return {"messages": [model.invoke(state["messages"])]}

    graph = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").compile(store=store)
    graph.invoke({"messages": [HumanMessage("I like tea in the morning")]})
    final = graph.invoke({"messages": [HumanMessage("What do I like in the morning?")]})
    assert seen == [[], ["I like tea in the morning"]]
    assert final["messages"][-1].content == "You like tea."
