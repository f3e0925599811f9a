"""A memory of CrewAI (`Memory`) in the memories of one agent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any, Literal

from crewai.memory.storage.backend import StorageBackend
from crewai.memory.types import MemoryMatch, MemoryRecord, ScopeInfo
from crewai.memory.unified_memory import Memory
from crewai.memory.utils import join_scope_paths

from .. import Agent, NotFound, models
from ..fields import NewMemory
from ._steps import listed, run

_SOURCE = "crewai"
_BATCH = 100
_MOST_FOUND = 100


class CrewMemory(Memory):
    """`Crew(memory=CrewMemory(agent))`: what the crew remembers are memories of the agent.

    The scope is CrewAI's path, categories are tags. No embedder is needed, and a language model only where CrewAI
    has one extract statements from results: a statement is stored in the given scope,
    by default the root scope, and the service finds it by meaning. What is forgotten expires, and can be restored.
    """

    def __init__(self, agent: Agent, **fields: Any) -> None:
        super().__init__(storage=_Storage(agent), **fields)

    def remember(
        self,
        content: str,
        scope: str | None = None,
        categories: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        importance: float | None = None,
        source: str | None = None,
        private: bool = False,
        agent_role: str | None = None,
        root_scope: str | None = None,
    ) -> MemoryRecord | None:
        """Stores a statement, unless the scope has it already."""
        stored = self.remember_many(
            [content], scope, categories, metadata, importance, source, private, agent_role, root_scope
        )
        return stored[0] if stored else None

    def remember_many(
        self,
        contents: list[str],
        scope: str | None = None,
        categories: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        importance: float | None = None,
        source: str | None = None,
        private: bool = False,
        agent_role: str | None = None,
        root_scope: str | None = None,
    ) -> list[MemoryRecord]:
        """Stores statements, but for those that the scope has already."""
        if self.read_only:
            return []
        role = {} if agent_role is None else {"agent_role": agent_role}
        fields: dict[str, Any] = {
            "scope": join_scope_paths(root_scope or self.root_scope, scope),
            "categories": categories or [],
            "metadata": {**role, **(metadata or {})},
            "importance": self.default_importance if importance is None else importance,
            "source": source,
            "private": private,
        }
        return self._service.add([MemoryRecord(content=content, **fields) for content in contents if content.strip()])

    def recall(
        self,
        query: str,
        scope: str | None = None,
        categories: list[str] | None = None,
        limit: int = 10,
        depth: Literal["shallow", "deep"] = "deep",
        source: str | None = None,
        include_private: bool = False,
    ) -> list[MemoryMatch]:
        """The statements of the scope, and of those below it, that say most about the query."""
        path = join_scope_paths(self.root_scope, scope) if scope or self.root_scope else None
        found = self._service.recall(query, path, categories, _MOST_FOUND if limit > 0 else 0)
        shown = [each for each in found if include_private or not each.record.private or each.record.source == source]
        return shown[:limit]

    def update(
        self,
        record_id: str,
        content: str | None = None,
        scope: str | None = None,
        categories: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        importance: float | None = None,
    ) -> MemoryRecord:
        """Changes a statement. Raises ValueError for an unknown id, and for another scope: scopes never change."""
        existing = self._service.get_record(record_id)
        if existing is None:
            raise ValueError(f"Record not found: {record_id}")
        if self.read_only:
            return existing
        given = {"content": content, "scope": scope, "categories": categories, "metadata": metadata}
        changes = {name: value for name, value in {**given, "importance": importance}.items() if value is not None}
        updated = existing.model_copy(update=changes)
        self._service.update(updated)
        return updated

    @property
    def _service(self) -> _Storage:
        storage = self._storage
        assert isinstance(storage, _Storage)
        return storage


class _Storage(StorageBackend):
    """What CrewAI's own memory asks of its storage; it is not asked for vectors."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def __deepcopy__(self, memo: dict[int, Any]) -> _Storage:
        return self

    def add(self, records: list[MemoryRecord]) -> list[MemoryRecord]:
        stored: list[MemoryRecord] = []
        for at in range(0, len(records), _BATCH):
            part = records[at : at + _BATCH]
            answer = self._agent.remember_many([_row_of(record) for record in part], dedupe=True)
            stored += [
                record.model_copy(update={"id": row.id}) for record, row in zip(part, answer.results, strict=True)
            ]
        return stored

    def save(self, records: list[MemoryRecord]) -> None:
        self.add(records)

    def recall(self, query: str, path: str | None, tags: list[str] | None, limit: int) -> list[MemoryMatch]:
        if limit == 0:
            return []
        found = self._agent.recall(query[:1_000], scopes=_scopes_of(path), tags=tags, source=[_SOURCE], limit=limit)
        return [
            MemoryMatch(record=_record_of(each), score=each.score or 0.0, match_reasons=["semantic"])
            for each in found.memories
        ]

    def search(self, *args: Any, **kwargs: Any) -> list[tuple[MemoryRecord, float]]:
        raise NotImplementedError("The service finds by texts, not by vectors: call recall")

    async def asave(self, records: list[MemoryRecord]) -> None:
        self.save(records)

    async def asearch(self, *args: Any, **kwargs: Any) -> list[tuple[MemoryRecord, float]]:
        return self.search(*args, **kwargs)

    async def adelete(self, *args: Any, **kwargs: Any) -> int:
        return self.delete(*args, **kwargs)

    def delete(
        self,
        scope_prefix: str | None = None,
        categories: list[str] | None = None,
        record_ids: list[str] | None = None,
        older_than: datetime | None = None,
        metadata_filter: dict[str, Any] | None = None,
    ) -> int:
        gone = 0
        for record in list(self._records(scope_prefix, categories)):
            is_named = record_ids is None or record.id in record_ids
            is_old = older_than is None or record.created_at < _naive(older_than)
            wanted = (metadata_filter or {}).items()
            if is_named and is_old and all(record.metadata.get(name) == value for name, value in wanted):
                self._agent.expire(record.id, "forgotten")
                gone += 1
        return gone

    def update(self, record: MemoryRecord) -> None:
        existing = self.get_record(record.id)
        if existing is not None and existing.scope != record.scope:
            raise ValueError(f"The scope of a memory never changes: {existing.scope}")
        row = _row_of(record)
        self._agent.edit(record.id, content=row["content"], tags=row["tags"], metadata=row["metadata"])

    def get_record(self, record_id: str) -> MemoryRecord | None:
        try:
            memory = self._agent.get(record_id)
        except NotFound:
            return None
        return _record_of(memory) if memory.source == _SOURCE and memory.status == "active" else None

    def list_records(self, scope_prefix: str | None = None, limit: int = 200, offset: int = 0) -> list[MemoryRecord]:
        return list(self._records(scope_prefix))[offset : offset + limit]

    def get_scope_info(self, scope: str) -> ScopeInfo:
        records = list(self._records(scope))
        times = [record.created_at for record in records]
        return ScopeInfo(
            path=scope,
            record_count=len(records),
            categories=sorted({each for record in records for each in record.categories}),
            oldest_record=min(times, default=None),
            newest_record=max(times, default=None),
            child_scopes=self.list_scopes(scope),
        )

    def list_scopes(self, parent: str = "/") -> list[str]:
        root = "" if parent == "/" else parent.rstrip("/")
        paths = {record.scope for record in self._records(parent) if record.scope.startswith(f"{root}/")}
        return sorted({f"{root}/{path.removeprefix(f'{root}/').split('/')[0]}" for path in paths if path != "/"})

    def list_categories(self, scope_prefix: str | None = None) -> dict[str, int]:
        counts: dict[str, int] = {}
        for record in self._records(scope_prefix):
            for category in record.categories:
                counts[category] = counts.get(category, 0) + 1
        return counts

    def count(self, scope_prefix: str | None = None) -> int:
        return len(list(self._records(scope_prefix)))

    def reset(self, scope_prefix: str | None = None) -> None:
        self.delete(scope_prefix)

    def _records(self, path: str | None, tags: list[str] | None = None) -> Iterator[MemoryRecord]:
        """Newest first."""
        query = {"scopes": _scopes_of(path), "source": [_SOURCE], "tags": tags or None}
        return map(_record_of, run(self._agent, listed(query, lambda _: True)))


def _scopes_of(path: str | None) -> list[str | None]:
    if path is None or path == "/":
        return ["/*"]
    return [path, f"{path.rstrip('/')}/*"]


def _row_of(record: MemoryRecord) -> NewMemory:
    own = {"importance": record.importance, "private": record.private, "origin": record.source}
    return {
        "content": record.content,
        "scope": record.scope,
        "tags": record.categories,
        "source": _SOURCE,
        # Values may be of any form.
        "metadata": {**own, "more": json.dumps(record.metadata, ensure_ascii=False, default=str)},
    }


def _record_of(memory: models.Memory) -> MemoryRecord:
    kept = memory.metadata
    origin, importance = kept.get("origin"), kept.get("importance")
    return MemoryRecord(
        id=memory.id,
        content=memory.content,
        scope=memory.scope or "/",
        categories=memory.tags,
        metadata=json.loads(str(kept.get("more", "{}"))),
        importance=importance if isinstance(importance, int | float) else 0.5,
        created_at=_naive(memory.created_at),
        last_accessed=_naive(memory.updated_at),
        source=origin if isinstance(origin, str) else None,
        private=kept.get("private") is True,
    )


def _naive(time: datetime) -> datetime:
    """CrewAI's times are in UTC and do not say so."""
    return time.astimezone(timezone.utc).replace(tzinfo=None) if time.tzinfo else time
