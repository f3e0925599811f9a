"""What a call raises. Everything is an `AgentMemoryError`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

_MOST_TEXT = 1_000


class AgentMemoryError(Exception):
    """A call that failed."""

    status: int | None
    """HTTP status; None when no response came."""
    code: str | None
    """The error code of the service, such as `AgentNotFound`; None when the response has none."""
    request_id: str | None
    """The `X-Request-Id` of the response: the service's log has the same id."""
    detail: Any
    """What the response says under `detail`, unchanged."""
    retry_after: float | None
    """Seconds to wait before the next try, as the service says it."""
    perhaps_done: bool
    """Whether an earlier try of this call may have done the work."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str | None = None,
        request_id: str | None = None,
        detail: Any = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.detail = detail
        self.retry_after = retry_after
        self.perhaps_done = False


class NotFound(AgentMemoryError):
    """404: no such memory, file or sweep."""


class AgentNotFound(NotFound):
    """404: there is no agent of this id."""


class Conflict(AgentMemoryError):
    """409: it exists already, was deleted for good, or another request does the same now."""


class AgentAlreadyExists(Conflict):
    """409: there is an agent of this id."""


class AuthenticationFailed(AgentMemoryError):
    """401: the key or the session is not valid."""


class NotAllowed(AgentMemoryError):
    """403: the key is valid and does not allow this."""


class RateLimited(AgentMemoryError):
    """429: more requests than the service allows; `retry_after` says when to go on."""


class ServiceUnavailable(AgentMemoryError):
    """No response that the call could use: the connection failed, or 408, 502, 503 or 504 until the last try."""


class CallTimeout(AgentMemoryError):
    """The call took longer than its time-out. A write may have been done."""


class ValidationError(AgentMemoryError):
    """422, or without a status before anything is sent: values that the service does not accept."""

    @property
    def fields(self) -> dict[str, str]:
        """What is wrong with which field, such as `{"confidence": "Input should be at most 1"}`."""
        issues = self.detail if isinstance(self.detail, list) else []
        return {_field_of(each): str(each.get("msg", "")) for each in issues if isinstance(each, dict)}


_BY_CODE = {"AgentNotFound": AgentNotFound, "AgentAlreadyExists": AgentAlreadyExists}
_BY_STATUS: dict[int, type[AgentMemoryError]] = {
    401: AuthenticationFailed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    422: ValidationError,
    429: RateLimited,
    **dict.fromkeys((408, 502, 503, 504), ServiceUnavailable),
}


def error_of(status: int, text: str, headers: Mapping[str, str]) -> AgentMemoryError:
    """The error of a response that is not successful."""
    detail = _detail_of(text)
    message, code = _said(detail)
    kind = _BY_CODE.get(code or "") or _BY_STATUS.get(status, AgentMemoryError)
    return kind(
        message or f"The service answered {status}",
        status=status,
        code=code,
        request_id=headers.get("x-request-id"),
        detail=detail,
        retry_after=_seconds(headers.get("retry-after")),
    )


def _detail_of(text: str) -> Any:
    try:
        body = json.loads(text)
    except ValueError:
        # A proxy in between answers in HTML or plain text.
        return text[:_MOST_TEXT] or None
    return body["detail"] if isinstance(body, dict) and "detail" in body else body


def _said(detail: Any) -> tuple[str | None, str | None]:
    """The message and the code of the three shapes: a text, an object, or a list of fields."""
    if isinstance(detail, list):
        parts = [f"{_field_of(each)}: {each.get('msg')}" for each in detail if isinstance(each, dict)]
        return "; ".join(parts) or None, None
    if isinstance(detail, dict):
        message, code = detail.get("message"), detail.get("error")
        return (message if isinstance(message, str) else None), (code if isinstance(code, str) else None)
    return (detail if isinstance(detail, str) else None), None


def _field_of(issue: dict[str, Any]) -> str:
    place = [str(part) for part in issue.get("loc", [])]
    return ".".join(place[1:] or place) or "request"


def _seconds(header: str | None) -> float | None:
    """Of a `Retry-After`, which is in seconds or a date."""
    if header is None:
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())
