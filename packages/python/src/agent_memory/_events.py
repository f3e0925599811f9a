"""Answers and exports that arrive in parts."""

from __future__ import annotations

import json
from typing import Literal, TypeAlias

from pydantic import BaseModel

from .errors import AgentMemoryError, ServiceUnavailable
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


class AnswerReader:
    """Reads the lines of server-sent events, whose data is JSON on one line."""

    def __init__(self) -> None:
        self.is_done = False
        self._event = self._data = ""

    def read(self, line: str) -> AnswerPart | None:
        """A part of the answer, if the line ends one. Raises AgentMemoryError where the service could not go on."""
        if line.startswith("event:"):
            self._event = line[6:].strip()
        elif line.startswith("data:"):
            self._data += line[5:].strip()
        elif line == "" and self._data:
            event, fields = self._event, json.loads(self._data)
            self._event = self._data = ""
            return self._part(event, fields)
        return None

    def end(self) -> None:
        """Raises ServiceUnavailable for an answer that broke off."""
        if not self.is_done:
            raise ServiceUnavailable("The answer ended before it was complete")

    def _part(self, event: str, fields: dict[str, object]) -> AnswerPart | None:
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
