"""When a call is sent again, and until when; the same for both clients."""

from __future__ import annotations

import os
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel
from pydantic import ValidationError as PydanticError

from ._call import Call, encoded, path_of, query_of
from .errors import AgentMemoryError, AgentNotFound, CallTimeout, ServiceUnavailable

Model = TypeVar("Model", bound=BaseModel)

TOKEN = "X-Session-Token"
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 5.0
# A socket takes no more.
_LONGEST_TIMEOUT = 2_000_000.0
_ENDED = {"InvalidSessionToken", "SessionExpired"}
_DEFAULT_URL = "http://127.0.0.1:8000"


@dataclass(frozen=True)
class Options:
    """How a client reaches the service."""

    base_url: str
    key: str | None
    timeout: float | None
    max_retries: int

    @classmethod
    def of(cls, base_url: str | None, key: str | None, timeout: float | None, max_retries: int) -> Options:
        """With what the environment says.

        Raises ValueError for an address without a scheme, and for a key that a header cannot carry.
        """
        url = base_url or os.environ.get("AGENT_MEMORY_URL") or _DEFAULT_URL
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"base_url must begin with http:// or https://, such as http://{url}")
        secret = (key or os.environ.get("AGENT_MEMORY_KEY") or "").strip()
        # The message does not repeat the key.
        if not (secret.isascii() and secret.isprintable()):
            raise ValueError("The key has characters that a key cannot have, such as a line break: copy it again")
        return cls(url.rstrip("/"), secret or None, timeout, max_retries)

    @property
    def needs_session(self) -> bool:
        """A key or an OpenID Connect token needs none."""
        key = self.key or ""
        return not (key.startswith("amk_") or (key.startswith("eyJ") and key.count(".") == 2))


@dataclass
class Plan:
    """The tries of one call, which have one idempotency key and one time-out."""

    call: Call
    options: Options
    timeout: float
    tries: int = 0
    perhaps_done: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    ends_at: float = field(init=False)

    def __post_init__(self) -> None:
        self.ends_at = time.monotonic() + self.timeout
        self.headers["Accept"] = self.call.accept
        if self.options.key is not None:
            self.headers["Authorization"] = f"Bearer {self.options.key}"
        if self.call.is_write:
            self.headers["Idempotency-Key"] = self.call.key or secrets.token_hex(16)

    @classmethod
    def of(cls, call: Call, options: Options, timeout: float | None) -> Plan:
        """`timeout`: of this call; else that of the client, else that of the operation."""
        return cls(call, options, min(timeout or options.timeout or call.timeout, _LONGEST_TIMEOUT))

    @property
    def left(self) -> float:
        """Seconds. Raises CallTimeout when there are none."""
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise self.timed_out()
        return left

    def timed_out(self) -> CallTimeout:
        """The error of a call that has no time left."""
        return CallTimeout(f"The call did not end within {self.timeout:g} s")

    def pause_after(self, error: AgentMemoryError) -> float:
        """Seconds to wait before the next try. Raises the error when the call has failed for good."""
        error.perhaps_done = self.perhaps_done
        pause = self._backoff() if self.tries < self.options.max_retries and self._may_repeat(error) else None
        if pause is None:
            raise error
        pause = max(pause, error.retry_after or 0)
        if pause >= self.ends_at - time.monotonic():
            raise error
        self.tries += 1
        self.perhaps_done = self.perhaps_done or not _was_refused(error)
        return pause

    def _may_repeat(self, error: AgentMemoryError) -> bool:
        return _is_passing(error) and (_was_refused(error) or not self.call.is_repeated_only_when_refused)

    def _backoff(self) -> float:
        return float(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**self.tries)) * random.uniform(0.5, 1)


def _is_passing(error: AgentMemoryError) -> bool:
    return error.status == 429 or isinstance(error, ServiceUnavailable)


def _was_refused(error: AgentMemoryError) -> bool:
    """Whether the service has certainly done nothing."""
    return error.status == 429 or error.code == "ServiceOverloaded"


class SessionState:
    """The token of an agent's session, and what to do when a request fails for want of it or of the agent."""

    def __init__(self, agent_id: str, creation: dict[str, object] | None) -> None:
        self.agent_id = agent_id
        self.creation = creation
        self.token: str | None = None

    def renewed(self, token: str | None) -> None:
        """The service answers with the new token of a renewed session."""
        if token is not None:
            self.token = token

    def obstacle(self, error: AgentMemoryError, sent: dict[str, str]) -> str | None:
        """`agent` or `session`: what can be made, so that the same request may succeed; None for other errors."""
        if isinstance(error, AgentNotFound) and self.creation is not None:
            return "agent"
        return "session" if TOKEN in sent and error.code in _ENDED else None

    def forget(self, token: str | None) -> None:
        """Forgets an ended token, unless another call has joined meanwhile."""
        if self.token == token:
            self.token = None

    def joining(self) -> Call:
        """Joins the live session, or opens one."""
        return Call("POST", path_of("/api/v2/agents/{}/activate", self.agent_id), body={"join": True})

    def creating(self) -> Call:
        """Creates the agent."""
        return Call("POST", "/api/v2/agents", body={"agent_id": self.agent_id, **(self.creation or {})})


def parsed(model: type[Model], body: bytes) -> Model:
    """The answer of the service. Raises AgentMemoryError for one that is not of its shape."""
    try:
        return model.model_validate_json(body)
    except PydanticError as error:
        raise AgentMemoryError(
            f"The answer is no {model.__name__} of this version of the package: {error}"
        ) from error


@contextmanager
def connection_failures(plan: Plan) -> Iterator[None]:
    """Failures of the connection as errors of this package."""
    try:
        yield
    except httpx.TimeoutException as error:
        raise plan.timed_out() from error
    except (httpx.HTTPError, httpx.StreamError) as error:
        reason = str(error) or type(error).__name__
        raise ServiceUnavailable(f"No answer from {plan.options.base_url}: {reason}") from error


def request_of(plan: Plan, more: dict[str, str]) -> dict[str, Any]:
    """The arguments of `build_request` of httpx."""
    call = plan.call
    return {
        "method": call.method,
        "url": call.path,
        "params": query_of(call.query),
        "json": None if call.body is None else encoded(call.body),
        "files": None if call.upload is None else {"file": call.upload.open()},
        "headers": {**plan.headers, **more},
        "timeout": plan.left,
    }
