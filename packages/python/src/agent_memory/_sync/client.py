# Made from ../_async/client.py by scripts/generate.py.
"""The client of the agent memory service."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import TracebackType

from typing_extensions import Self, Unpack

from .. import models
from .._call import NDJSON, SWEEP_TIMEOUT, Call, path_of
from .._events import checked_end
from .._plan import Options
from ..errors import AgentAlreadyExists, AgentNotFound
from ..fields import AgentChangeFields, AuditFields, ForgetFields, NewAgentFields
from .agent import Agent
from .transport import Session, Transport
from .webhooks import Webhooks


class AgentMemory:
    """A client of the agent memory service, for any number of threads.

    `base_url` and `key` default to `AGENT_MEMORY_URL`, else `http://127.0.0.1:8000`, and `AGENT_MEMORY_KEY`. On the
    service's own machine no key is needed; from elsewhere give a key (`amk_…`), an OpenID Connect token or the
    management credential. `timeout`, in seconds, bounds each call with its repetitions: by default 10, and more for
    work that takes longer. A call is repeated after a lost connection, 408, 429, 502, 503 and 504, up to
    `max_retries` times; nothing is stored twice. Raises ValueError for an address without a scheme, and for a key
    with a line break in it.
    """

    def __init__(
        self,
        base_url: str | None = None,
        key: str | None = None,
        *,
        timeout: float | None = None,
        max_retries: int = 4,
    ) -> None:
        self._transport = Transport(Options.of(base_url, key, timeout, max_retries))
        self.webhooks = Webhooks(self._transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connections. Sessions go on for their other clients."""
        self._transport.close()

    def agent(self, agent_id: str, *, create: bool = False, **fields: Unpack[NewAgentFields]) -> Agent:
        """The memories of one agent. Sends nothing: the first call joins the agent's session.

        With `create`, the first call creates an agent that does not exist, with the fields given here.
        """
        session = Session(agent_id, {**fields} if create else None)
        return Agent(agent_id, self._transport, session)

    def create_agent(self, agent_id: str, **fields: Unpack[NewAgentFields]) -> models.AgentRecord:
        """Creates an agent. Raises AgentAlreadyExists."""
        call = Call("POST", "/api/v2/agents", body={"agent_id": agent_id, **fields})
        try:
            return self._transport.request(call, models.AgentRecord)
        except AgentAlreadyExists as error:
            if not error.perhaps_done:
                raise
            return self.get_agent(agent_id)

    def get_agent(self, agent_id: str) -> models.AgentRecord:
        """The agent, with the number of its memories. Raises AgentNotFound."""
        call = Call("GET", path_of("/api/v2/agents/{}", agent_id))
        return self._transport.request(call, models.AgentRecord)

    def update_agent(self, agent_id: str, **fields: Unpack[AgentChangeFields]) -> models.AgentRecord:
        """Changes what is given, and returns the agent. Raises AgentNotFound."""
        call = Call("PATCH", path_of("/api/v2/agents/{}", agent_id), body=dict(fields))
        return self._transport.request(call, models.AgentRecord)

    def list_agents(self, *, limit: int | None = None, cursor: str | None = None) -> models.AgentList:
        """A page of the agents, newest first."""
        call = Call("GET", "/api/v2/agents", query={"limit": limit, "cursor": cursor})
        return self._transport.request(call, models.AgentList)

    def delete_agent(self, agent_id: str, *, delete_memories: bool = False) -> None:
        """Removes the agent.

        Its memories stay for an agent that is created with this id again, unless `delete_memories`.
        """
        query = {"delete-backup-too": delete_memories}
        call = Call("DELETE", path_of("/api/v2/agents/{}", agent_id), query=query)
        try:
            self._transport.request(call, models.AgentDeleted)
        except AgentNotFound as error:
            if not error.perhaps_done:
                raise

    def agent_reads(self, agent_id: str) -> models.AgentReads:
        """The agents whose memories recall and answers of this one find too."""
        call = Call("GET", path_of("/api/v2/agents/{}/reads", agent_id))
        return self._transport.request(call, models.AgentReads)

    def set_agent_reads(self, agent_id: str, agents: list[str]) -> models.AgentReads:
        """Replaces them, at most 16; none with an empty list."""
        call = Call("PUT", path_of("/api/v2/agents/{}/reads", agent_id), body={"agents": agents})
        return self._transport.request(call, models.AgentReads)

    def copy_memory(self, agent_id: str, memory_id: str, to: str) -> models.Transferred:
        """Copies a memory of an agent to another one, where it gets another id."""
        path = path_of("/api/v2/agents/{}/memories/{}/copy", agent_id, memory_id)
        call = Call("POST", path, body={"to": to}, is_write=True)
        return self._transport.request(call, models.Transferred)

    def move_memory(self, agent_id: str, memory_id: str, to: str) -> models.Transferred:
        """Moves a memory of an agent to another one; once more changes nothing."""
        call = Call("POST", path_of("/api/v2/agents/{}/memories/{}/move", agent_id, memory_id), body={"to": to})
        return self._transport.request(call, models.Transferred)

    def audit(self, agent_id: str | None, **fields: Unpack[AuditFields]) -> models.AuditPage:
        """A page of who changed what of an agent, newest first; with None that of management."""
        call = Call("GET", _of_agent_or_all(agent_id, "/audit"), query=fields)
        return self._transport.request(call, models.AuditPage)

    def audit_lines(self, agent_id: str | None) -> Iterator[str]:
        """The same chain from its beginning, as lines of JSON with the signed head at the end.

        Raises ServiceUnavailable if it breaks off.
        """
        last = ""
        call = Call("GET", _of_agent_or_all(agent_id, "/audit/export"), accept=NDJSON)
        for line in self._transport.lines(call, None):
            if line:
                last = line
                yield line
        checked_end(last, "head")

    def audit_keys(self) -> models.AuditKeys:
        """The public keys that sign heads of audit chains and receipts."""
        return self._transport.request(Call("GET", "/api/v2/audit/key"), models.AuditKeys)

    def forget(
        self, agent_id: str | None, *, dry_run: bool = True, **fields: Unpack[ForgetFields]
    ) -> models.Forgotten:
        """Says what would be forgotten of an agent, or with None of all that you manage.

        All fields that are given must hold; at least one is needed. With `dry_run=False` it deletes what is certain,
        and what `also` names, for good. A run that takes longer than some seconds has the state `running` in its
        receipt: ask `receipt` again.
        """
        body = {**fields, "dry_run": dry_run}
        call = Call("POST", _of_agent_or_all(agent_id, "/forget"), body=body, timeout=SWEEP_TIMEOUT)
        return self._transport.request(call, models.Forgotten)

    def receipt(self, receipt_id: str) -> models.Receipt:
        """What a run has forgotten, and whether it is done. Raises NotFound."""
        call = Call("GET", path_of("/api/v2/receipts/{}", receipt_id))
        return self._transport.request(call, models.Receipt)

    def receipt_text(self, receipt_id: str) -> str:
        """The same as JSON, as the service signed it: to keep it, and for `apply_receipt`."""
        call = Call("GET", path_of("/api/v2/receipts/{}", receipt_id))
        return "\n".join([line for line in self._transport.lines(call, None)])

    def apply_receipt(self, text: str) -> models.Receipt:
        """Deletes what a receipt names from a database that was restored from an older backup.

        Takes what `receipt_text` returned. Raises ValueError for a text that is no JSON, and ValidationError for a
        receipt that this service did not sign.
        """
        body = {"receipt": json.loads(text)}
        call = Call("POST", "/api/v2/receipts", body=body, timeout=SWEEP_TIMEOUT)
        return self._transport.request(call, models.Receipt)

    def health(self) -> models.Health:
        """The state of the service and its parts, also when it is not well."""
        return self._transport.request(Call("GET", "/health", also_successful=503), models.Health)


def _of_agent_or_all(agent_id: str | None, path: str) -> str:
    return f"/api/v2{path}" if agent_id is None else path_of("/api/v2/agents/{}", agent_id) + path
