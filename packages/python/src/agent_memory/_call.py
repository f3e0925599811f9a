"""What is sent for each method, the same for both clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any, TypeAlias
from urllib.parse import quote

from .errors import ServiceUnavailable, ValidationError

DEFAULT_TIMEOUT = 10.0
# A language model may do the work.
MODEL_TIMEOUT = 60.0
SWEEP_TIMEOUT = 120.0
RUN_TIMEOUT = 610.0
TRANSFER_TIMEOUT = 3_600.0
NDJSON = "application/x-ndjson"
# An address drops such parts: `…/memories/..` is the address of the agent.
_DROPPED_PARTS = {"", ".", ".."}

Source: TypeAlias = str | Path | bytes | IO[bytes]


@dataclass(frozen=True)
class Call:
    """One operation of the service."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] | None = None
    upload: Upload | None = None
    accept: str = "application/json"
    timeout: float = DEFAULT_TIMEOUT
    """In seconds, where the caller sets none."""
    is_write: bool = False
    """Has an `Idempotency-Key`, so that the service does the work once however often it is asked."""
    key: str | None = None
    """That key; None for a new one."""
    is_repeated_only_when_refused: bool = False
    """For what would be done twice: repeated only where the service has certainly done nothing."""
    also_successful: int | None = None
    """Another status with a body of the usual shape."""


def path_of(template: str, *parts: str) -> str:
    """`template` with each `{}` replaced by an encoded part.

    Raises ValidationError for an id or a reference with which the address would be another one.
    """
    for part in parts:
        if part in _DROPPED_PARTS:
            raise ValidationError(f"'{part}' cannot be an id or a reference")
    return template.format(*(quote(part, safe="") for part in parts))


def for_agent(agent_id: str, call: Call) -> Call:
    """The call with the path of the agent before its own."""
    return replace(call, path=path_of("/api/v2/agents/{}", agent_id) + call.path)


def encoded(value: Any) -> Any:
    """For JSON: a time with its zone, in ISO 8601."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"Give the time with its zone: {value!r} has none")
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: encoded(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [encoded(each) for each in value]
    return value


def query_of(fields: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """A list stands for several parameters of the name; None for no parameter."""
    given = {name: encoded(value) for name, value in (fields or {}).items()}
    lists = {name: value if isinstance(value, list) else [value] for name, value in given.items()}
    pairs = [(name, each) for name, values in lists.items() for each in values if each is not None]
    return [(name, str(each).lower() if isinstance(each, bool) else str(each)) for name, each in pairs]


class Upload:
    """A file of a form, which each try of a call sends from its beginning: a path, bytes or a binary file."""

    def __init__(self, source: Source, filename: str | None) -> None:
        self._source = Path(source) if isinstance(source, str) else source
        self._start: int | None = None
        self._was_read = False
        self._opened: IO[bytes] | None = None
        if isinstance(self._source, Path):
            self._name = filename or self._source.name
        elif isinstance(self._source, bytes):
            self._name = filename or "file.txt"
        else:
            self._name = filename or Path(str(getattr(source, "name", "file.txt"))).name
            self._start = self._source.tell() if self._source.seekable() else None

    def open(self) -> tuple[str, bytes | IO[bytes]]:
        """Name and content. Raises ServiceUnavailable for a stream that was read already and cannot go back."""
        source = self._source
        if isinstance(source, bytes):
            return self._name, source
        if isinstance(source, Path):
            self._opened = source.open("rb")
            return self._name, self._opened
        if self._was_read:
            if self._start is None:
                raise ServiceUnavailable("The stream was read already and cannot be sent again")
            source.seek(self._start)
        self._was_read = True
        return self._name, source

    def close(self) -> None:
        """Ends what `open` has opened; a stream of the caller stays open."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None
