"""A store of LangGraph (`BaseStore`) in the memories of one agent."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    get_text_at_path,
    tokenize_path,
)

from .. import AgentMemory, AsyncAgentMemory, NotFound
from ..fields import MemoryFields, NewMemory
from ..models import Memory, Recalled
from ._steps import PAGE, Work, arun, listed, run

_SOURCE = "langgraph"
_MOST_FIELDS = 200


class AgentMemoryStore(BaseStore):
    """Items as memories: the namespace is the scope, the key the `source_ref`, the value JSON in the content.

    So recall, lists, the console and other frameworks see them too. `search` with a query finds by meaning, among at
    most 100 items. A condition on a text, number, boolean or None narrows the search in the service; other conditions
    are checked here. A value has at most 10,000 characters as JSON, and 200 such fields. An item with a ttl
    expires by itself at that instant; reading it begins the ttl again, unless `refresh_on_read` is off.
    """

    supports_ttl = True

    def __init__(
        self, agent_id: str, base_url: str | None = None, key: str | None = None, *, ttl: TTLConfig | None = None
    ) -> None:
        self.ttl_config = ttl
        self._memory = AgentMemory(base_url, key)
        self._async_memory = AsyncAgentMemory(base_url, key)
        self._agent = self._memory.agent(agent_id, create=True)
        self._async_agent = self._async_memory.agent(agent_id, create=True)

    def close(self) -> None:
        """Ends the connections of `batch`."""
        self._memory.close()

    async def aclose(self) -> None:
        """Ends all connections."""
        self.close()
        await self._async_memory.aclose()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Reads first, as the items were; then all puts, the last one of each key."""
        given = list(ops)
        results = [run(self._agent, _reading(op)) for op in given]
        for work in _writing(given):
            run(self._agent, work)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same without blocking; the reads run at once."""
        given = list(ops)
        results = await asyncio.gather(*(arun(self._async_agent, _reading(op)) for op in given))
        for work in _writing(given):
            await arun(self._async_agent, work)
        return results


def _reading(op: Op) -> Work[Result]:
    if isinstance(op, GetOp):
        return (yield from _get(op))
    if isinstance(op, SearchOp):
        return (yield from _search(op))
    if isinstance(op, ListNamespacesOp):
        return (yield from _list_namespaces(op))
    return None


def _get(op: GetOp) -> Work[Result]:
    try:
        memory: Memory = yield "get_by_ref", (op.key,), {"scope": _scope_of(op.namespace)}
    except NotFound:
        return None
    if memory.source != _SOURCE:
        return None
    if op.refresh_ttl:
        yield from _refreshed([memory])
    return Item(**_fields_of(memory))


def _search(op: SearchOp) -> Work[Result]:
    last = op.offset + op.limit
    filters = {"scopes": _scopes_under(op.namespace_prefix), "source": [_SOURCE]}
    if op.query is None:
        found = yield from _listed(op, filters, last)
    else:
        wanted = {**_conditions_of(op.filter), "indexed": True}
        limit = PAGE if op.filter else min(PAGE, last)
        answer: Recalled = yield "recall", (op.query[:1_000],), {**filters, "metadata": wanted, "limit": limit}
        found = [each for each in answer.memories if _fits(_value_of(each), op.filter or {})]
    chosen = found[op.offset : last]
    if op.refresh_ttl:
        yield from _refreshed(chosen)
    scores = {each.id: each.score for each in chosen} if op.query is not None else {}
    return [SearchItem(**_fields_of(each), score=scores.get(each.id)) for each in chosen]


def _listed(op: SearchOp, filters: dict[str, Any], last: int) -> Work[list[Memory]]:
    """The newest first."""
    wanted = _conditions_of(op.filter)
    query = {**filters, "metadata": wanted} if wanted else filters
    return (yield from listed(query, lambda each: _fits(_value_of(each), op.filter or {}), last))


def _list_namespaces(op: ListNamespacesOp) -> Work[Result]:
    items = yield from listed({"source": [_SOURCE]}, lambda each: bool(each.scope))
    namespaces = [tuple(scope.split(".")) for scope in {each.scope or "" for each in items}]
    kept = [each for each in namespaces if all(_matches(each, match) for match in op.match_conditions or ())]
    cut = sorted({each[: op.max_depth] for each in kept} if op.max_depth is not None else set(kept))
    return cut[op.offset : op.offset + op.limit]


def _matches(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))


def _writing(ops: Iterable[Op]) -> Iterable[Work[Result]]:
    puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
    stored = [op for op in puts.values() if op.value is not None]
    for at in range(0, len(stored), PAGE):
        yield _put(stored[at : at + PAGE])
    for op in puts.values():
        if op.value is None:
            yield _delete(op)


def _put(ops: list[PutOp]) -> Work[Result]:
    rows = [_row_of(op) for op in ops]
    answer = yield "remember_many", (rows,), {"restore_deleted": True}
    for op, row in zip(ops, answer.results, strict=True):
        # A put without a ttl ends that of the former value.
        if op.ttl is None and row.action == "update":
            yield "edit", (row.id,), {"clear": ["expires_at"]}
    return None


def _delete(op: PutOp) -> Work[Result]:
    with suppress(NotFound):
        yield "delete_by_ref", (op.key,), {"scope": _scope_of(op.namespace)}
    return None


def _refreshed(memories: list[Memory]) -> Work[None]:
    for memory in memories:
        minutes = memory.metadata.get("ttl")
        if isinstance(minutes, int | float):
            yield "edit", (memory.id,), {"expires_at": _expiry_after(minutes)}


def _expiry_after(minutes: float) -> datetime:
    return datetime.now(timezone.utc) + timedelta(minutes=minutes)


def _row_of(op: PutOp) -> NewMemory:
    value = op.value or {}
    texts = (
        [] if not op.index else [text for path in op.index for text in get_text_at_path(value, tokenize_path(path))]
    )
    fields = sorted(filter(None, (_condition_of(name, each) for name, each in value.items())))
    if len(fields) > _MOST_FIELDS:
        raise ValueError(f"The value has {len(fields)} fields with a text, number or boolean: {_MOST_FIELDS} at most")
    # The value is the last line; what to find it by may stand before it.
    lines = [" ".join(text.split()) for text in texts] + [json.dumps(value, ensure_ascii=False)]
    more: MemoryFields = {"expires_at": _expiry_after(op.ttl)} if op.ttl is not None else {}
    return {
        "content": "\n".join(lines),
        "title": op.key[:100] or "item",
        "scope": _scope_of(op.namespace),
        "source_ref": op.key,
        "source": _SOURCE,
        "upsert": True,
        "metadata": {"fields": fields, "indexed": op.index is not False, "ttl": op.ttl},
        **more,
    }


def _fields_of(memory: Memory) -> dict[str, Any]:
    return {
        "namespace": tuple((memory.scope or "").split(".")),
        "key": memory.source_ref or "",
        "value": _value_of(memory),
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
    }


def _value_of(memory: Memory) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(memory.content.rpartition("\n")[2])
    return value


def _scope_of(namespace: tuple[str, ...]) -> str:
    """Labels have no periods, by a rule of LangGraph."""
    return ".".join(namespace)


def _scopes_under(prefix: tuple[str, ...]) -> list[str]:
    return [_scope_of(prefix), f"{_scope_of(prefix)}.*"] if prefix else ["*"]


def _conditions_of(wanted: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the service can check: one field; the others are checked here."""
    conditions = filter(None, (_condition_of(name, each) for name, each in (wanted or {}).items()))
    first = next(conditions, None)
    return {} if first is None else {"fields": [first]}


def _condition_of(name: str, value: Any) -> str | None:
    """A short text for a field and its value; None for lists, objects and operators."""
    if isinstance(value, dict | list | tuple):
        return None
    plain = float(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return hashlib.sha256(json.dumps([name, plain]).encode()).hexdigest()[:16]


def _fits(value: Any, wanted: Mapping[str, Any]) -> bool:
    return all(_is_equal(value.get(name) if isinstance(value, dict) else None, each) for name, each in wanted.items())


def _is_equal(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        if any(name.startswith("$") for name in wanted):
            return all(_compares(value, operator, other) for operator, other in wanted.items())
        return isinstance(value, dict) and _fits(value, wanted)
    if isinstance(wanted, list | tuple):
        is_list = isinstance(value, list | tuple) and len(value) == len(wanted)
        return is_list and all(map(_is_equal, value, wanted))
    return bool(value == wanted)


def _compares(value: Any, operator: str, other: Any) -> bool:
    if operator == "$eq":
        return bool(value == other)
    if operator == "$ne":
        return bool(value != other)
    if operator not in ("$gt", "$gte", "$lt", "$lte"):
        raise ValueError(f"Unsupported operator: {operator}")
    if value is None:
        return False
    left, right = float(value), float(other)
    if left == right:
        return operator in ("$gte", "$lte")
    return (left > right) == operator.startswith("$gt")
