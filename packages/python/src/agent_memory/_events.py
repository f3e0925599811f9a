"""Answers and exports that arrive in parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel

from .errors import AgentMemoryError, CallTimeout, RateLimited, ServiceUnavailable
from .models import AnswerSource


class AnswerText(BaseModel):
    """A piece of an answer that is being written."""

    text: str


class AnswerSources(BaseModel):
    """What an answer goes by, and how certain it is."""

    sources: list[AnswerSource]
    certainty: Literal["high", "low", "none"]
    generated_by: str


AnswerPart: TypeAlias = AnswerText | AnswerSources

EventKind: TypeAlias = Literal[
    "memory.created",
    "memory.updated",
    "memory.expired",
    "memory.restored",
    "memory.deleted",
    "memory.superseded",
    "conflict.found",
    "conflict.resolved",
]


class MemoryEvent(BaseModel):
    """What has become of memories: ids only."""

    kind: EventKind
    id: str
    """For `since`, to go on after it."""
    agent_id: str
    at: datetime
    actor: str
    """Who acted, such as `key:ci`."""
    session_id: str | None
    memory_ids: list[str]
    """At most 100. Of a conflict, the older and the newer memory."""
    superseded_by: str | None
    """Of `memory.superseded`, the newer memory."""
    conflict: str | None
    """Of a conflict, its day and index."""


class EventsReset(BaseModel):
    """Events may be missing before the next one: read the memories again."""

    kind: Literal["reset"] = "reset"
    reason: Literal["pruned", "unknown_place"]


class LinesReader:
    """Reads the lines of server-sent events, whose data is JSON on one line."""

    def __init__(self) -> None:
        self._event = self._data = self._id = ""

    def read(self, line: str) -> tuple[str, str, dict[str, Any]] | None:
        """Name, id and data of an event, if the line ends one."""
        name, _, value = line.partition(":")
        if name == "event":
            self._event = value.strip()
        elif name == "id":
            self._id = value.strip()
        elif name == "data":
            self._data += value.strip()
        elif line == "" and self._data:
            found = self._event, self._id, json.loads(self._data)
            self._event = self._data = self._id = ""
            return found
        return None


class EventsReader:
    """Knows where a reader is in the events of an agent, across streams."""

    SILENCE = 45.0
    """Longer than the service is silent, in seconds."""
    _FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0

    def __init__(self, since: str | None, follow: bool) -> None:
        self.query: dict[str, Any] = {"since": since, "follow": follow}
        self._follow = follow
        self._pause = self._FIRST_PAUSE
        self._lines = LinesReader()

    def begin(self) -> None:
        """For the first line of a stream: what an earlier one left unfinished comes again."""
        self._lines = LinesReader()

    def read(self, line: str) -> tuple[MemoryEvent | EventsReset | None, str]:
        """An event, if the line ends one, and its id for `passed`."""
        found = self._lines.read(line)
        if found is None:
            return None, ""
        name, place, fields = found
        self._pause = self._FIRST_PAUSE
        if name == "reset":
            return EventsReset.model_validate(fields), place
        return (None if name == "ready" else MemoryEvent.model_validate(fields)), place

    def passed(self, place: str) -> None:
        """The caller has taken the event: the next stream begins behind it."""
        if place:
            self.query["since"] = place

    def pause_after(self, error: AgentMemoryError | None) -> float | None:
        """Seconds until the next stream; None for no other. Raises an error that does not pass by itself."""
        if error is not None and not isinstance(error, (CallTimeout, RateLimited, ServiceUnavailable)):
            raise error
        if error is None and not self._follow:
            return None
        pause = max(self._pause, (error.retry_after if error else None) or 0)
        self._pause = min(2 * self._pause, self._LONGEST_PAUSE)
        return pause


class AnswerReader:
    """Reads an answer that comes as server-sent events."""

    def __init__(self) -> None:
        self.is_done = False
        self._lines = LinesReader()

    def read(self, line: str) -> AnswerPart | None:
        """A part of the answer, if the line ends one. Raises AgentMemoryError where the service could not go on."""
        found = self._lines.read(line)
        return None if found is None else self._part(found[0], found[2])

    def end(self) -> None:
        """Raises ServiceUnavailable for an answer that broke off."""
        if not self.is_done:
            raise ServiceUnavailable("The answer ended before it was complete")

    def _part(self, event: str, fields: Mapping[str, object]) -> AnswerPart | None:
        if event == "text":
            return AnswerText.model_validate(fields)
        if event == "sources":
            return AnswerSources.model_validate(fields)
        if event == "error":
            raise AgentMemoryError(str(fields.get("message")), detail=fields)
        self.is_done = self.is_done or event == "done"
        return None


def checked_end(line: str, kind: str = "end") -> None:
    """Raises ServiceUnavailable for the last line of an export that broke off."""
    if not line or json.loads(line).get("kind") != kind:
        raise ServiceUnavailable("The export ended before it was complete")
