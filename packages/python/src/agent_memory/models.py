"""What the service answers. Made from openapi.json by scripts/generate.py."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel


class AgentDeleted(BaseModel):
    message: str
    """
    A sentence that names the deleted agent.
    """


class AgentReads(BaseModel):
    agent_id: str
    """
    The agent that reads
    """
    agents: list[str]
    """
    Agents whose memories are found too
    """


class AnswerSource(BaseModel):
    memory_id: str
    """
    The memory
    """
    agent_id: str
    """
    Its agent
    """
    title: str
    """
    Its title
    """
    score: float
    """
    Its score for the question, 0 to 1
    """
    current: bool
    """
    False: it held before
    """


class AuditKey(BaseModel):
    public_key: str
    """
    Ed25519, 32 bytes in hex
    """
    key_id: str
    """
    By which heads name it
    """
    first_used_at: AwareDatetime
    """
    When it signed first
    """


class AuditKeys(BaseModel):
    current: str
    """
    The key of new heads
    """
    keys: list[AuditKey]
    """
    The newest first
    """


class AuditTargets(BaseModel):
    ids: list[str]
    """
    The ids
    """
    kind: str
    """
    What the ids are of
    """


class BearsReason(BaseModel):
    certainty: Literal["high", "low"]
    """
    How sure it is that the memory bears on the query
    """
    reason: str
    """
    Why it bears on the query, in a few words for people to read
    """


class Conflict(BaseModel):
    index: int
    """
    Place in the full report of the day, resolved rows counted; it never changes
    """
    type: Literal["contradiction", "update", "duplicate"]
    """
    The kind of conflict
    """
    old_memory_id: str
    """
    The memory that was created first
    """
    new_memory_id: str
    """
    The other one
    """
    conflict_id: str
    """
    Id of the row, unique in the agent; it never changes
    """
    title: str
    """
    The conflict in a few words
    """
    description: str
    """
    The conflict in a sentence
    """
    recommendation: str
    """
    What to do about it
    """
    old_content: str
    """
    The current content of the older memory
    """
    new_content: str
    """
    The current content of the newer memory
    """
    old_created_at: AwareDatetime
    """
    When the older one was created
    """
    new_created_at: AwareDatetime
    """
    When the newer one was created
    """
    old_source: str
    """
    Label of the writer of the older one
    """
    new_source: str
    """
    Label of the writer of the newer one
    """
    resolved: bool
    """
    Always false: resolved rows are not listed
    """


class Conflicts(BaseModel):
    count: int
    """
    Rows listed
    """
    date: str
    """
    The day in UTC
    """
    conflicts: list[Conflict]
    """
    The unresolved rows by their indexes; at most 1000, more follow when these are resolved
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class Deleted(BaseModel):
    status: Literal["deleted"]
    """
    Always `deleted`
    """
    memory_id: str
    """
    The memory
    """
    namespace: str
    """
    Namespace of the agent
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class Delivery(BaseModel):
    delivery_id: str
    """
    The `webhook-id` of its calls
    """
    event_id: str
    """
    Of the event
    """
    state: Literal["pending", "delivered", "failed"]
    """
    State
    """
    attempts: int
    """
    Since it was queued last
    """
    next_attempt_at: str | None
    """
    Of a pending one
    """
    last_attempt_at: str | None
    """
    The last attempt
    """
    last_status: int | None
    """
    Null without an answer
    """
    last_error: str | None
    """
    Why it failed
    """
    kind: str
    """
    Of the event
    """
    agent_id: str
    """
    Of the event
    """
    created_at: AwareDatetime
    """
    When it was queued first
    """


class DeliveryPage(BaseModel):
    next_cursor: str | None
    """
    Null on the last page
    """
    deliveries: list[Delivery]
    """
    Newest first
    """


class Expired(BaseModel):
    status: Literal["expired"]
    """
    Always `expired`
    """
    expired_at: AwareDatetime
    """
    When it expired; the first time, when it had expired before
    """
    expired_by: str
    """
    The reason it expired for
    """
    memory_id: str
    """
    The memory
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class ExtractedCandidate(BaseModel):
    type: Literal[
        "fact",
        "preference",
        "goal",
        "decision",
        "artifact",
        "learning",
        "event",
        "instruction",
        "relationship",
        "context",
        "observation",
        "commitment",
        "error",
    ]
    """
    Memory type
    """
    source: Literal["conversation"]
    """
    Always `conversation`
    """
    provenance: Literal["explicit_statement", "inferred"]
    """
    Whether somebody said it, or it was concluded
    """
    title: str
    """
    At most 100 characters
    """
    content: str
    """
    The statement
    """
    confidence: float
    """
    0 to 1
    """


class ExtractedRow(BaseModel):
    status: Literal["stored", "duplicate", "rejected"]
    """
    What became of the candidate
    """
    action: Literal["store", "duplicate", "rejected"]
    """
    What was done
    """
    reason: str | None
    """
    Why it was not stored; `deleted` when a memory that said the same was deleted for good
    """
    id: str | None
    """
    Id of the memory; of a duplicate, the existing one; null when it was rejected
    """


class FileDeleted(BaseModel):
    file_id: str
    """
    The file
    """
    status: Literal["deleted"]
    """
    The file is deleted
    """
    chunks_deleted: int
    """
    Memories deleted with it
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class File(BaseModel):
    file_id: str
    """
    The file
    """
    file_size: int
    """
    Bytes
    """
    status: Literal["processing", "indexed", "failed"]
    """
    `processing`: waits to be read, or is being read; `indexed`: all of it can be recalled
    """
    chunks: int
    """
    Pieces stored so far, each a memory
    """
    error: str | None
    """
    Why it could not be read; null unless `status` is `failed`
    """
    created_at: AwareDatetime
    """
    When it was uploaded
    """
    file_name: str
    """
    Its name, without folders
    """
    progress: float
    """
    The share of the file that has been read, 0 to 1
    """


class ForgetCounts(BaseModel):
    memories: int
    """
    Chunks of files included
    """
    former_versions: int
    """
    What memories said before edits
    """
    chunks: int
    """
    Chunks of files
    """
    files: int
    """
    Uploaded files
    """
    conflict_rows: int
    """
    Rows of conflict reports
    """
    responses: int
    """
    Kept for repeated requests
    """
    queries: int
    """
    Texts of queries in traces
    """


class FoundMemory(BaseModel):
    agent_id: str
    """
    Its agent
    """
    id: str
    """
    Its id
    """
    title: str
    """
    Its title
    """
    status: str
    """
    `active` or `expired`
    """
    created_at: AwareDatetime
    """
    When it was stored
    """


class ConflictsOfType(BaseModel):
    status: Literal["success", "no_memories"]
    """
    `no_memories` when no active memory was created or changed on the day
    """
    conflict_count: int
    """
    Unresolved conflicts in the report now
    """


class Health(BaseModel):
    status: Literal["ok", "error", "shutting_down"]
    """
    How the service is.
    """
    info: dict[str, Any]
    """
    The parts that are up.
    """
    error: dict[str, Any]
    """
    The parts that are down.
    """
    details: dict[str, Any]
    """
    All parts.
    """
    uptime_seconds: int
    """
    Whole seconds since the process started.
    """
    version: str
    """
    The version of the service.
    """


class HistoryRow(BaseModel):
    event: Literal["created", "edited", "expired", "restored", "resolved", "deleted"]
    """
    What happened
    """
    former: dict[str, Any] | None
    """
    Values before an edit, by field; null for other events and after a delete
    """
    at: AwareDatetime
    """
    When, ISO 8601 in UTC
    """
    session_id: str | None
    """
    In which session
    """
    by: str
    """
    Who, or the reason or rule of an expiry
    """


class KindCount(BaseModel):
    count: int
    """
    How many there were
    """
    kind: str
    """
    What it is
    """


class LexicalExplanation(BaseModel):
    rank: int | None
    """
    Place by words alone, neighbours counted, from 1
    """
    score: float
    """
    By its own words alone, 0 to 1
    """


class LinkRow(BaseModel):
    link_id: str
    """
    By which it is applied or rejected
    """
    kind: Literal["update", "contradiction", "duplicate"]
    """
    What the newer memory does: it replaces, contradicts or repeats the older one
    """
    state: Literal["applied", "open", "rejected"]
    """
    `applied`: the older memory is closed; `open`: nothing is closed
    """
    found_by: Literal["client", "key", "judge", "model"]
    """
    Who says so: a client, the service's judge, or a language model
    """
    newer_id: str
    """
    The newer memory
    """
    older_id: str
    """
    The older memory
    """
    newer_content: str | None
    """
    What the newer memory says; null when it was deleted
    """
    older_content: str | None
    """
    What the older memory says; null when it was deleted
    """
    made_at: AwareDatetime
    """
    When it was made
    """
    changed_at: AwareDatetime
    """
    When its state changed last
    """
    certainty: float
    """
    0 to 1
    """
    changed_by: str
    """
    Who changed it last
    """


class Memory(BaseModel):
    text: str
    """
    Type in capitals and title, a blank line, the content
    """
    type: Literal[
        "fact",
        "preference",
        "goal",
        "decision",
        "artifact",
        "learning",
        "event",
        "instruction",
        "relationship",
        "context",
        "observation",
        "commitment",
        "error",
    ]
    """
    Memory type
    """
    status: Literal["active", "expired"]
    """
    State
    """
    expired_at: AwareDatetime | None
    """
    When it expired
    """
    expired_by: str | None
    """
    Reason or rule that expired it
    """
    source_ref: str | None
    """
    The place that the memory came from, such as a message or a file
    """
    scope: str | None
    """
    Whom or what it is for; null: not said
    """
    metadata: dict[str, str | int | float | bool | list[str] | None]
    """
    What the client says of it in its own words
    """
    expires_at: AwareDatetime | None
    """
    When it expires by itself; null: never
    """
    valid_from: AwareDatetime | None
    """
    When it begins to hold in the world, ISO 8601 in UTC; null: not said
    """
    valid_to: AwareDatetime | None
    """
    When it no longer holds: the first instant after; null: it still holds
    """
    key: str | None
    """
    What it is about; of the active memories of one key, the one that begins last is current
    """
    past: bool | None
    """
    Whether it tells of something that no longer holds; null: not said
    """
    superseded_by: str | None
    """
    The memory that says what holds instead; it may be deleted by now
    """
    score: float | None
    """
    Relevance from 0 to 1; null in chronological listings
    """
    provenance: Literal[
        "explicit_statement",
        "inferred",
        "observed",
        "validated",
        "corrected",
        "imported",
    ]
    """
    How it came to be known
    """
    trust: Literal["trusted", "unverified", "quarantined"]
    """
    `quarantined` ones are not recalled
    """
    id: str
    """
    Id of the memory
    """
    title: str
    """
    At most 100 characters; derived from the content where none was given
    """
    content: str
    """
    The stored text
    """
    confidence: float
    """
    0 to 1
    """
    tags: list[str]
    """
    Labels
    """
    created_at: AwareDatetime
    """
    Creation, ISO 8601 in UTC
    """
    updated_at: AwareDatetime
    """
    Last change, ISO 8601 in UTC
    """
    actor_id: str
    """
    Who wrote it: the agent, `console`, or a key
    """
    source: str
    """
    Label of the writer
    """
    thread: str | None = None
    """
    The sequence that it belongs to, if one was given
    """
    names: list[str]
    """
    Other words for what it is about
    """
    current: bool
    """
    Whether it holds now: it is active, not superseded, within its time, not `past`, and the newest of its key
    """
    agent_id: str
    """
    The agent
    """
    trust_reasons: list[str]
    """
    The kinds of what looked planted in it
    """


class StatusSet(BaseModel):
    unchanged: int
    """
    How many had it
    """
    changed: list[str]
    """
    Those that got it now
    """
    missing: list[str]
    """
    Those that do not exist
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class PurgedMemoryRow(BaseModel):
    id: str
    """
    The memory
    """
    expired_at: AwareDatetime
    """
    When it expired
    """
    title: str
    """
    Its title
    """
    expired_by: str
    """
    The rule or reason by which the memory expired
    """


class QuotaDto(BaseModel):
    limit: int | None
    """
    What counts; null: no limit.
    """
    own: int | None
    """
    The agent's own; null: as the service is set.
    """
    used: int
    """
    How much is used.
    """


class RecallExplanation(BaseModel):
    filters: dict[str, Any]
    """
    The filters applied
    """
    candidates: int
    """
    Memories that pass the filters and match, or are neighbours of a match
    """
    not_embedded: int | None
    """
    Memories without an embedding yet; null without embeddings
    """
    lexical_reason: (
        Literal[
            "no_model",
            "model_starting",
            "not_embedded",
            "model_late",
            "model_unavailable",
            "model_changed",
            "backend",
        ]
        | None
    )
    """
    Why words alone were compared: `model_starting`, `not_embedded` (no memory has a vector yet), `model_late` (after `EMBEDDINGS_QUERY_TIMEOUT_MS`), `backend` (the backend server did so); null if vectors were compared too
    """
    embedding_model: str | None
    """
    The model of the compared vectors; null without embeddings
    """


class ReceiptAuditHead(BaseModel):
    seq: int
    """
    The place of its last record
    """
    chain: str
    """
    The namespace of the agent; empty for the chain of management
    """
    hash: str
    """
    The hash of that record
    """


class Recent(BaseModel):
    total_available: int
    """
    Memories that match, before the limit
    """
    temporal_mode: Literal["recent"]
    """
    Which listing this is
    """
    memories: list[Memory]
    """
    Newest first
    """
    count: int
    """
    Memories in this answer
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class RemainingRow(BaseModel):
    agent_id: str
    """
    The agent; empty for the whole database
    """
    what: str
    """
    What is left, in words
    """


class Remembered(BaseModel):
    status: Literal["queued"]
    """
    Always `queued`; the memory is durable and can be recalled already
    """
    provenance: Literal[
        "explicit_statement",
        "inferred",
        "observed",
        "validated",
        "corrected",
        "imported",
    ]
    """
    As stored
    """
    type: Literal[
        "fact",
        "preference",
        "goal",
        "decision",
        "artifact",
        "learning",
        "event",
        "instruction",
        "relationship",
        "context",
        "observation",
        "commitment",
        "error",
    ]
    """
    As stored
    """
    action: Literal["store", "update"]
    """
    Whether the memory was stored or, by an upsert, edited
    """
    links: list[LinkRow] | None = None
    """
    Only with `detect`: memories that this one may replace, contradict or repeat; null when that took too long
    """
    memory_id: str
    """
    Id of the new or edited memory
    """
    confidence: float
    """
    As stored
    """
    redacted: list[KindCount] | None = None
    """
    Secrets that a placeholder stands for now; absent as a rule
    """
    warned: list[KindCount] | None = None
    """
    Secrets that were stored as they are; absent as a rule
    """
    quarantined: list[str] | None = None
    """
    What looks planted: the memory is not recalled until it is released. Absent as a rule
    """
    namespace: str
    """
    Namespace of the agent
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class ResolvedConflict(BaseModel):
    action: Literal[
        "supersede",
        "keep_old",
        "keep_new",
        "keep_both",
        "remove_both",
        "expire_old",
        "expire_new",
        "expire_both",
        "manual",
    ]
    """
    The action that was carried out
    """
    deleted: list[str]
    """
    Ids of memories deleted for good
    """
    superseded: list[str]
    """
    Ids of memories that became history
    """
    new_memory_id: str | None
    """
    Id of the replacement
    """
    status: Literal["resolved"]
    """
    Always `resolved`
    """
    date: str
    """
    The day in UTC
    """
    expired: list[str]
    """
    Ids of memories expired, with the reason `conflict-resolution`
    """
    redacted: list[KindCount] | None = None
    """
    Secrets that a placeholder stands for now; absent as a rule
    """
    warned: list[KindCount] | None = None
    """
    Secrets that were stored as they are; absent as a rule
    """
    quarantined: list[str] | None = None
    """
    What looks planted: the memory is not recalled until it is released. Absent as a rule
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class Restored(BaseModel):
    status: Literal["active"]
    """
    Always `active`
    """
    memory_id: str
    """
    The memory
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class RuleMatchView(BaseModel):
    type: (
        list[
            Literal[
                "fact",
                "preference",
                "goal",
                "decision",
                "artifact",
                "learning",
                "event",
                "instruction",
                "relationship",
                "context",
                "observation",
                "commitment",
                "error",
            ]
        ]
        | None
    ) = None
    """
    Types
    """
    provenance: (
        list[
            Literal[
                "explicit_statement",
                "inferred",
                "observed",
                "validated",
                "corrected",
                "imported",
            ]
        ]
        | None
    ) = None
    """
    Provenances
    """
    tags: list[str] | None = None
    """
    Any of these tags
    """
    source: list[str] | None = None
    """
    Writers
    """
    confidence_below: float | None = None
    """
    Confidence strictly below this
    """


class SweepErrorRow(BaseModel):
    memory_id: str
    """
    The memory
    """
    error: str
    """
    What went wrong
    """


class SweepRow(BaseModel):
    sweep_id: str
    """
    By which it can be undone
    """
    kind: Literal["sweep", "purge"]
    """
    `sweep` expires, `purge` deletes for good
    """
    cause: Literal["manual", "nightly"]
    """
    `manual` if a request started it, `nightly` if maintenance did
    """
    status: Literal["running", "completed", "held", "failed", "undone"]
    """
    `held`: a nightly sweep that would have expired too many memories, and expired none. `running` long after the start: its process ended; what it expired stays expired
    """
    evaluated_at: AwareDatetime
    """
    When memories were judged
    """
    finished_at: AwareDatetime | None
    """
    When it ended
    """
    scanned: int
    """
    Active memories evaluated; 0 for a purge
    """
    matched: int
    """
    Memories that were to be expired or purged
    """
    expired: int
    """
    Memories expired
    """
    purged: int
    """
    Memories purged
    """
    errors: int
    """
    Memories that it failed for
    """
    per_rule: dict[str, Any]
    """
    Matches by rule name or `retention.<type>`
    """


class SweepUndone(BaseModel):
    sweep_id: str
    """
    The sweep
    """
    restored: int
    """
    Memories made active again
    """
    skipped: int
    """
    Memories left as they are, since they were edited, restored or deleted after the sweep
    """
    agent_id: str
    """
    The agent
    """


class SweptMemoryRow(BaseModel):
    id: str
    """
    The memory
    """
    type: Literal[
        "fact",
        "preference",
        "goal",
        "decision",
        "artifact",
        "learning",
        "event",
        "instruction",
        "relationship",
        "context",
        "observation",
        "commitment",
        "error",
    ]
    """
    Its type
    """
    created_at: AwareDatetime
    """
    When it was created
    """
    updated_at: AwareDatetime
    """
    When it was updated last
    """
    title: str
    """
    Its title
    """
    expired_by: str
    """
    The rule, or `retention.<type>`
    """


class Transferred(BaseModel):
    memory_id: str
    """
    The id of the memory there: of a move the same, of a copy another one
    """
    agent_id: str
    """
    The agent
    """


class Uploaded(BaseModel):
    file_id: str
    """
    The file; an earlier file when the same bytes were uploaded before
    """
    file_size: int
    """
    Bytes
    """
    status: Literal["uploaded"]
    """
    The bytes are safe
    """
    message: str
    """
    What happens with the file, in a sentence
    """
    file_name: str
    """
    Its name, without folders
    """
    namespace: str
    """
    Namespace of the agent
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class VectorExplanation(BaseModel):
    rank: int | None
    """
    Place by similarity, from 1; null far down
    """
    score: float
    """
    The score by similarity, 0 to 1; 0 for unrelated texts
    """
    similarity: float
    """
    Cosine similarity of query and memory, -1 to 1
    """


class Webhook(BaseModel):
    webhook_id: str
    """
    Its id
    """
    url: str
    """
    Where to
    """
    events: list[str]
    """
    Kinds
    """
    agents: list[str]
    """
    Patterns
    """
    status: Literal["active", "paused"]
    """
    State
    """
    failures: int
    """
    In a row
    """
    paused_at: str | None
    """
    Since when
    """
    pause_reason: str | None
    """
    `requested`, `failures`, `gone` or `secret_changed`
    """
    secret: str | None = None
    """
    For checking signatures; only in the answer to its creation
    """
    created_at: AwareDatetime
    """
    Since when it is there
    """


class WebhookList(BaseModel):
    count: int
    """
    At most 100
    """
    webhooks: list[Webhook]
    """
    Newest first
    """


class AgentQuotasDto(BaseModel):
    max_memories: QuotaDto
    """
    Memories, active and expired.
    """
    max_bytes: QuotaDto
    """
    Their bytes.
    """
    writes_per_minute: QuotaDto
    """
    Within this minute.
    """


class Answer(BaseModel):
    certainty: Literal["high", "low", "none"]
    """
    How sure it is that the sources answer and hold: `high` or `low`; `none` without sources
    """
    question: str
    """
    The question asked
    """
    answer: str
    """
    The answer; memories are cited as `[memory_id]`
    """
    sources: list[AnswerSource]
    """
    The memories cited, each with those that it replaced; none when nothing bears on the question
    """
    generated_by: str
    """
    The author of the answer: `extractive` (passages quoted by rule) or the name of the model
    """
    namespace: str
    """
    Namespace of the agent
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class AsOfPage(BaseModel):
    next_cursor: str | None
    """
    The cursor of the next page
    """
    temporal_mode: Literal["as_of"]
    """
    Which listing this is
    """
    memories: list[Memory]
    """
    Live at the instant, as they were then, newest first
    """
    as_of_date: AwareDatetime
    """
    The instant, with offset
    """
    count: int
    """
    Memories in this answer
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class AuditRecord(BaseModel):
    seq: int
    """
    Its place in the chain, from 1
    """
    id: str
    """
    Its own id
    """
    count: int
    """
    How many things were written
    """
    digest: str
    """
    SHA-256 of what was written
    """
    hash: str
    """
    Of the record and the one before
    """
    at: AwareDatetime
    """
    Of the database's clock
    """
    actor: str
    """
    Who acted
    """
    operation: str
    """
    What was done
    """
    session_id: str | None
    """
    In which session
    """
    targets: list[AuditTargets]
    """
    On what
    """
    proven: bool
    """
    False if the record was changed before it got its place
    """


class AuditPage(BaseModel):
    records: list[AuditRecord]
    """
    The page
    """
    next_cursor: str | None
    """
    Null on the last page
    """


class BatchRow(BaseModel):
    status: Literal["queued", "duplicate", "rejected"]
    """
    `queued` when stored or edited, else `duplicate` or `rejected`
    """
    action: Literal["store", "update", "duplicate", "rejected"]
    """
    What the service did with the memory
    """
    reason: str | None
    """
    Why it was not stored
    """
    error: str | None
    """
    What failed
    """
    type: Literal[
        "fact",
        "preference",
        "goal",
        "decision",
        "artifact",
        "learning",
        "event",
        "instruction",
        "relationship",
        "context",
        "observation",
        "commitment",
        "error",
    ]
    """
    Memory type
    """
    id: str
    """
    Id of the memory; of an update or a duplicate, the existing one
    """
    redacted: list[KindCount] | None = None
    """
    Secrets that a placeholder stands for now; absent as a rule
    """
    warned: list[KindCount] | None = None
    """
    Secrets that were stored as they are; absent as a rule
    """
    quarantined: list[str] | None = None
    """
    What looks planted: the memory is not recalled until it is released. Absent as a rule
    """


class ChangedMemory(Memory):
    change_type: Literal["created", "updated"]
    """
    `created` when created after `since`, else `updated`
    """


class Changes(BaseModel):
    temporal_mode: Literal["changed_since"]
    """
    Which listing this is
    """
    memories: list[ChangedMemory]
    """
    Last updated first
    """
    since_date: AwareDatetime
    """
    The instant, with offset
    """
    count: int
    """
    Memories in this answer
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class Edited(BaseModel):
    status: Literal["queued"]
    """
    Always `queued`; the change is durable already
    """
    action: Literal["updated"]
    """
    Always `updated`
    """
    updated_fields: list[str]
    """
    The fields given
    """
    memory_id: str
    """
    The memory
    """
    redacted: list[KindCount] | None = None
    """
    Secrets that a placeholder stands for now; absent as a rule
    """
    warned: list[KindCount] | None = None
    """
    Secrets that were stored as they are; absent as a rule
    """
    quarantined: list[str] | None = None
    """
    What looks planted: the memory is not recalled until it is released. Absent as a rule
    """
    namespace: str
    """
    Namespace of the agent
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class ExpiryRuleView(BaseModel):
    expire_after: str
    """
    The age at which they expire
    """
    name: str
    """
    Stamped as `expired_by`
    """
    match: RuleMatchView
    """
    Which memories it is about
    """


class Extracted(BaseModel):
    count: int | None = None
    """
    Candidates; on a dry run only
    """
    total_submitted: int | None = None
    """
    Candidates; absent on a dry run, as the fields below
    """
    successful: int | None = None
    """
    Stored now or before
    """
    failed: int | None = None
    """
    Not stored
    """
    rejected: int
    """
    Statements left out, since they hold a secret or are no valid memory
    """
    dry_run: bool
    """
    As in the request
    """
    candidates: list[ExtractedCandidate]
    """
    What was found, in the order of the conversation; on a dry run without what is stored already
    """
    results: list[ExtractedRow] | None = None
    """
    One row a candidate, in order
    """
    generated_by: str
    """
    `rules`, or the name of the model
    """
    notice: str | None = None
    """
    What the model did not finish; absent as a rule
    """
    redacted: list[KindCount] | None = None
    """
    Secrets that a placeholder stands for now; absent as a rule
    """
    warned: list[KindCount] | None = None
    """
    Secrets that were stored as they are; absent as a rule
    """
    quarantined: list[str] | None = None
    """
    What looks planted: the memory is not recalled until it is released. Absent as a rule
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class FileList(BaseModel):
    count: int
    """
    How many are listed here
    """
    next_cursor: str | None = None
    """
    The cursor of the next page; absent on the last page
    """
    files: list[File]
    """
    Newest first
    """


class Receipt(BaseModel):
    state: Literal["running", "done"]
    """
    `running`: not all is deleted yet, ask again
    """
    audit_head: ReceiptAuditHead | None
    """
    The end of an audit chain that holds the run; null while it runs
    """
    receipt_id: str
    """
    The id of the run
    """
    at: AwareDatetime | None
    """
    When all was deleted; null while it runs
    """
    by: str
    """
    Who asked for it
    """
    agent_ids: list[str]
    """
    The agents that were looked at
    """
    counts: ForgetCounts
    remaining: list[RemainingRow]
    """
    What could not be deleted
    """
    digests: list[str]
    """
    Keyed hashes of the deleted texts
    """
    key_id: str | None
    """
    The key of the signature; null while it runs
    """
    signature: str | None
    """
    Ed25519, in hex, of the canonical JSON (RFC 8785) of the receipt without `state` and `signature`
    """


class Forgotten(BaseModel):
    count_by_kind: ForgetCounts | None
    """
    Null for a run
    """
    count_unsure: int | None
    """
    How many are unsure; null for a run
    """
    next_cursor: str | None
    """
    The cursor of the next page
    """
    receipt: Receipt | None
    """
    Null for a dry run
    """
    dry_run: bool
    """
    Whether nothing was deleted
    """
    certain: list[FoundMemory] | None
    """
    The first 100 memories that would go, oldest first; null for a run
    """
    unsure: list[FoundMemory] | None
    """
    Those that may mean somebody or something else; null for a run
    """
    spellings: list[str] | None
    """
    How texts write the subject; null for a run
    """


class GeneratedConflicts(BaseModel):
    date: str
    """
    The day in UTC
    """
    conflicts: ConflictsOfType
    """
    The state of the report
    """
    generated_by: str
    """
    The judge: `rules`, `backend` or the name of the model
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class History(BaseModel):
    next_cursor: str | None = None
    """
    Where the next page starts; not there on the last page
    """
    memory_id: str
    """
    The memory
    """
    entries: list[HistoryRow]
    """
    Newest first
    """
    agent_id: str
    """
    The agent
    """


class MemoryExplanation(BaseModel):
    lexical: LexicalExplanation | None
    """
    The lexical score; null if neither the memory nor its neighbours have a word of the query
    """
    vector: VectorExplanation | None
    """
    The vector score; null without embeddings, and for a memory that waits for its own
    """
    neighbours: float
    """
    Added to the score by neighbours in the same thread, file or session
    """
    time: float
    """
    Added to the score because the query names the memory's time
    """
    speaker: float
    """
    Added to the score because the query names the memory's speaker (`Name:` at the start)
    """
    matched_terms: list[str]
    """
    Words of the query found, as stems
    """


class MemoryPage(BaseModel):
    total_available: int
    """
    Memories that match, on all pages
    """
    next_cursor: str | None
    """
    The cursor of the next page
    """
    memories: list[Memory]
    """
    Newest first
    """
    count: int
    """
    Memories in this answer
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class PolicyView(BaseModel):
    version: int
    """
    Version of the document
    """
    retention: dict[str, Any]
    """
    Durations by memory type
    """
    rules: list[ExpiryRuleView]
    """
    In order; the first match decides
    """
    purge_expired_after: str
    """
    How long a memory must have been expired to be purged
    """


class PresetAdopted(BaseModel):
    preset: Literal["conservative", "balanced", "aggressive"]
    """
    The preset
    """
    policy: PolicyView
    """
    The policy
    """
    agent_id: str
    """
    The agent
    """


class Purge(BaseModel):
    sweep_id: str | None
    """
    Its id among `policy/sweeps`; null for a dry run
    """
    matched: int
    """
    Memories expired for longer
    """
    purged: int
    """
    Memories deleted for good; 0 for a dry run
    """
    errors: list[SweepErrorRow]
    """
    Memories that it failed for; the others were done
    """
    evaluated_at: AwareDatetime
    """
    When memories were judged
    """
    enabled: bool
    """
    Whether the policy purges at all
    """
    purge_expired_after: str
    """
    How long a memory must have been expired
    """
    memories: list[PurgedMemoryRow]
    """
    The matches, at most 1000
    """
    dry_run: bool
    """
    Whether it only reported
    """
    agent_id: str
    """
    The agent
    """


class RecalledMemory(Memory):
    conflicts_with: list[str]
    """
    Memories that say otherwise, by open links: which of them holds is not decided
    """
    bears: BearsReason | None = None
    """
    Only with `cut: "auto"`: why the memory bears on the query
    """
    explain: MemoryExplanation | None = None
    """
    Only with `explain`
    """


class SweepList(BaseModel):
    count: int
    """
    How many are listed here
    """
    next_cursor: str | None
    """
    The cursor of the next page
    """
    sweeps: list[SweepRow]
    """
    Newest first
    """
    agent_id: str
    """
    The agent
    """


class Sweep(BaseModel):
    sweep_id: str | None
    """
    Its id among `policy/sweeps`; null for a dry run
    """
    scanned: int
    """
    Active memories evaluated
    """
    already_expired: int
    """
    Expired memories, which were not looked at
    """
    matched: int
    """
    Memories that a rule or their type says have expired
    """
    expired: int
    """
    Memories expired; 0 for a dry run
    """
    per_rule: dict[str, Any]
    """
    Matches by rule name or `retention.<type>`
    """
    errors: list[SweepErrorRow]
    """
    Memories that it failed for; the others were done
    """
    evaluated_at: AwareDatetime
    """
    When memories were judged, and the `expired_at` of each
    """
    policy_is_empty: bool
    """
    Whether the policy says nothing, so that the sweep did nothing
    """
    memories: list[SweptMemoryRow]
    """
    The matches, at most 1000
    """
    dry_run: bool
    """
    Whether it only reported
    """
    agent_id: str
    """
    The agent
    """


class TracedMemory(BaseModel):
    memory_id: str
    """
    The memory
    """
    reason: Literal[
        "returned",
        "not_cited",
        "not_bearing",
        "too_similar",
        "over_max_tokens",
        "beyond_limit",
    ]
    """
    `returned` (an answer: cited), `not_cited` by the answer, or why it was cut
    """
    now: Literal["same", "changed", "expired", "deleted"] | None = None
    """
    Only of one trace: since then it is the `same`, was `changed`, has `expired` or was `deleted`; not of an agent that is read no more
    """
    explain: MemoryExplanation | None = None
    """
    Only of one trace: the parts of the score at that moment
    """
    agent_id: str
    """
    Its agent
    """
    score: float
    """
    Its score, 0 to 1
    """


class AgentRecord(BaseModel):
    pattern: Literal["support", "project", "tool"]
    """
    The purpose of the agent.
    """
    memory_count: int
    """
    Memories, active and expired.
    """
    session_count: int
    """
    Sessions started so far.
    """
    status: Literal["ready"]
    """
    State of the agent.
    """
    supersession: Literal["off", "link", "auto"]
    """
    What becomes of the links that the service finds by itself.
    """
    redaction: Literal["default", "redact", "warn", "block", "off"]
    """
    What becomes of secrets.
    """
    redaction_personal: Literal["default", "redact", "warn", "block", "off"]
    """
    What becomes of personal data.
    """
    quotas: AgentQuotasDto | None = None
    """
    Of one agent, with counts.
    """
    agent_id: str
    """
    The id.
    """
    namespace: str
    """
    The agent's namespace in the backend.
    """
    description: str | None
    """
    For people to read.
    """
    created_at: str
    """
    UTC, six fraction digits, no zone.
    """
    last_session: str | None
    """
    The last activation, in the form of `created_at`; null until the first.
    """


class AgentList(BaseModel):
    count: int
    """
    How many are listed here.
    """
    agents: list[AgentRecord]
    """
    Newest first.
    """
    next_cursor: str | None = None
    """
    The cursor of the next page; absent on the last page.
    """


class RememberedMany(BaseModel):
    total_submitted: int
    """
    Memories in the request
    """
    successful: int
    """
    Stored now or before
    """
    failed: int
    """
    Not stored
    """
    results: list[BatchRow]
    """
    One row a memory, in order
    """
    namespace: str
    """
    Namespace of the agent
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class ExplainedMemory(BaseModel):
    id: str
    """
    The id asked for
    """
    reason: Literal[
        "returned",
        "not_found",
        "filtered",
        "no_match",
        "below_min_similarity",
        "beyond_limit",
        "not_bearing",
        "too_similar",
        "over_max_tokens",
    ]
    """
    Why it is in the answer or not: `returned`; `not_found`, there is no such memory; `filtered`; `no_match`, no word and no similar vector; `below_min_similarity`; `beyond_limit`; `not_bearing` on the query (`cut`); `too_similar` to better ones (`diversity`); `over_max_tokens`
    """
    rank: int | None
    """
    Place among all memories that pass the filters and match, from 1; null for others, and behind the 100 best of an external backend
    """
    score: float | None
    """
    The memory's score, or its score without the filters; null if it is unknown
    """
    explain: MemoryExplanation | None
    """
    The parts of the score; null for a memory that does not exist
    """
    failed_filters: list[str]
    """
    The filters that the memory does not pass
    """


class Policy(BaseModel):
    policy: PolicyView
    """
    The policy
    """
    updated_at: AwareDatetime | None
    """
    When it was set; null: never
    """
    is_empty: bool
    """
    Without rules and retention
    """
    agent_id: str
    """
    The agent
    """


class PolicyStored(BaseModel):
    policy: PolicyView
    """
    The policy
    """
    path: str
    """
    The path of the policy
    """
    agent_id: str
    """
    The agent
    """


class Recalled(BaseModel):
    retrieval: Literal["hybrid", "lexical"]
    """
    How it was found
    """
    verdict: Literal["found", "weak", "nothing"] | None = None
    """
    Only with `cut: "auto"`: `found`, `weak` (what is returned may bear on the query) or `nothing`
    """
    left_out: int | None = None
    """
    Only with `max_tokens` or `cut: "auto"`: how many of the best `limit` did not fit or do not bear on the query
    """
    explained: list[ExplainedMemory] | None = None
    """
    Only with `explain_ids`, in their order
    """
    query: str
    """
    The query asked
    """
    memories: list[RecalledMemory]
    """
    Best first, unless `diversity` is given
    """
    explain: RecallExplanation | None = None
    """
    Only with `explain`
    """
    truncated: bool | None = None
    """
    Only with `max_tokens`: whether memories did not fit
    """
    count: int
    """
    Memories in this answer
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class Trace(BaseModel):
    trace_id: str
    """
    The trace
    """
    mode: Literal["recall", "answer"]
    """
    `recall` or `answer`
    """
    via: Literal["http", "mcp"]
    """
    By which interface
    """
    query: str | None
    """
    Null unless `TRACE` was `full`
    """
    request: dict[str, Any]
    """
    The filters, the limit, and what else was not as it is by default
    """
    retrieval: Literal["hybrid", "lexical"]
    """
    How it was found
    """
    generated_by: str | None
    """
    The author of an answer
    """
    at: AwareDatetime
    """
    When it was asked
    """
    by: str | None
    """
    The key or OpenID Connect token; null for a session token
    """
    key_id: str | None
    """
    Null without a key
    """
    client: str
    """
    The client program
    """
    request_id: str | None
    """
    `X-Request-Id` of the request
    """
    lexical_reason: str | None
    """
    Why words alone were compared
    """
    verdict: str | None
    """
    Of a recall with `cut: "auto"`, or the certainty of an answer
    """
    duration_ms: float
    """
    Milliseconds
    """
    memories: list[TracedMemory]
    """
    What was given; a model may have read all of them
    """
    cut: list[TracedMemory]
    """
    What was found and not given
    """
    not_kept: list[str] | None = None
    """
    Only of one trace: what it cannot tell, since it is not kept
    """
    session_id: str
    """
    The session
    """
    agent_id: str
    """
    The agent
    """


class TracePage(BaseModel):
    count: int
    """
    How many are listed here
    """
    next_cursor: str | None
    """
    The cursor of the next page
    """
    traces: list[Trace]
    """
    Newest first
    """
    agent_id: str
    """
    The agent
    """
