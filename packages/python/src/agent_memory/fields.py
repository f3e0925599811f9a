"""The fields of requests, as keyword arguments. Made from openapi.json by scripts/generate.py."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired


class Supersedes(TypedDict):
    id: str
    text: str


class MemoryFields(TypedDict):
    type: NotRequired[
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
        | None
    ]
    """
    Memory type. Default: `"fact"`
    """
    title: NotRequired[str | None]
    """
    Derived from the content when omitted
    """
    confidence: NotRequired[float | None]
    """
    How sure the writer is. Default: `0.8`
    """
    source: NotRequired[str | None]
    """
    Label of the writer. Default: `"agent"`
    """
    thread: NotRequired[str | None]
    """
    The sequence that it belongs to, such as a conversation: memories of one thread, in their order, are neighbours in recall
    """
    scope: NotRequired[str | None]
    """
    Whom or what it is for, such as one of many users: keys, references and duplicates count within a scope
    """
    provenance: NotRequired[
        Literal[
            "explicit_statement",
            "inferred",
            "observed",
            "validated",
            "corrected",
            "imported",
        ]
        | None
    ]
    """
    How it came to be known. Default: `"explicit_statement"`
    """
    upsert: NotRequired[bool | None]
    """
    Edit the newest active memory with this `source_ref`, which is required then, and store one only if there is none. An edit changes the given fields but `provenance`, `thread` and `scope`; its history keeps the former values. Default: `false`
    """
    detect: NotRequired[Literal["now"] | None]
    """
    `now`: the answer has `links`, at most 200 ms later. Rows of a batch ignore it
    """
    tags: NotRequired[Sequence[str] | None]
    """
    At most 20 labels of 1 to 64 characters
    """
    source_ref: NotRequired[str | None]
    """
    The place that the memory came from, such as a message or a file
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    What you want to find it by: at most 32 keys and 4096 bytes; values are texts, numbers, true, false, null, or lists of texts. It is not searched
    """
    expires_at: NotRequired[datetime | str | None]
    """
    When it expires by itself, which must be in the future: no recall or list of active memories shows it from then on
    """
    valid_from: NotRequired[datetime | str | None]
    """
    When it begins to hold in the world: ISO 8601 in UTC, or a date, which is the start of that day
    """
    valid_to: NotRequired[datetime | str | None]
    """
    When it no longer holds: the first instant after, which must be after `valid_from`; it still holds without one
    """
    names: NotRequired[Sequence[str] | None]
    """
    Other words for what it is about: at most 20 of 1 to 64 characters
    """
    key: NotRequired[str | None]
    """
    What it is about: of the active memories of one key, the one that begins last is current
    """
    past: NotRequired[bool | None]
    """
    Whether it tells of something that no longer holds; null for not said
    """
    supersedes: NotRequired[Sequence[str | Supersedes] | None]
    """
    Memories that this one replaces, at most 20: each gets its `superseded_by`, and its `valid_to` from this one's `valid_from`, or else `created_at`, all or none. With `text`, only that part of the content: the rest still holds
    """


class NewMemory(TypedDict):
    content: str
    """
    The text to keep; at most 10000 characters, longer is 413 `text_too_long`
    """
    type: NotRequired[
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
        | None
    ]
    """
    Memory type. Default: `"fact"`
    """
    title: NotRequired[str | None]
    """
    Derived from the content when omitted
    """
    confidence: NotRequired[float | None]
    """
    How sure the writer is. Default: `0.8`
    """
    source: NotRequired[str | None]
    """
    Label of the writer. Default: `"agent"`
    """
    thread: NotRequired[str | None]
    """
    The sequence that it belongs to, such as a conversation: memories of one thread, in their order, are neighbours in recall
    """
    scope: NotRequired[str | None]
    """
    Whom or what it is for, such as one of many users: keys, references and duplicates count within a scope
    """
    provenance: NotRequired[
        Literal[
            "explicit_statement",
            "inferred",
            "observed",
            "validated",
            "corrected",
            "imported",
        ]
        | None
    ]
    """
    How it came to be known. Default: `"explicit_statement"`
    """
    upsert: NotRequired[bool | None]
    """
    Edit the newest active memory with this `source_ref`, which is required then, and store one only if there is none. An edit changes the given fields but `provenance`, `thread` and `scope`; its history keeps the former values. Default: `false`
    """
    detect: NotRequired[Literal["now"] | None]
    """
    `now`: the answer has `links`, at most 200 ms later. Rows of a batch ignore it
    """
    tags: NotRequired[Sequence[str] | None]
    """
    At most 20 labels of 1 to 64 characters
    """
    source_ref: NotRequired[str | None]
    """
    The place that the memory came from, such as a message or a file
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    What you want to find it by: at most 32 keys and 4096 bytes; values are texts, numbers, true, false, null, or lists of texts. It is not searched
    """
    expires_at: NotRequired[datetime | str | None]
    """
    When it expires by itself, which must be in the future: no recall or list of active memories shows it from then on
    """
    valid_from: NotRequired[datetime | str | None]
    """
    When it begins to hold in the world: ISO 8601 in UTC, or a date, which is the start of that day
    """
    valid_to: NotRequired[datetime | str | None]
    """
    When it no longer holds: the first instant after, which must be after `valid_from`; it still holds without one
    """
    names: NotRequired[Sequence[str] | None]
    """
    Other words for what it is about: at most 20 of 1 to 64 characters
    """
    key: NotRequired[str | None]
    """
    What it is about: of the active memories of one key, the one that begins last is current
    """
    past: NotRequired[bool | None]
    """
    Whether it tells of something that no longer holds; null for not said
    """
    supersedes: NotRequired[Sequence[str | Supersedes] | None]
    """
    Memories that this one replaces, at most 20: each gets its `superseded_by`, and its `valid_to` from this one's `valid_from`, or else `created_at`, all or none. With `text`, only that part of the content: the rest still holds
    """


class EditFields(TypedDict):
    title: NotRequired[str | None]
    """
    New title
    """
    content: NotRequired[str | None]
    """
    New text; a derived title follows it; longer than 10000 characters is 413 `text_too_long`
    """
    type: NotRequired[
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
        | None
    ]
    """
    New type
    """
    confidence: NotRequired[float | None]
    """
    New confidence
    """
    source: NotRequired[str | None]
    """
    New label of the writer
    """
    superseded_by: NotRequired[str | None]
    """
    The memory that says what holds instead; it also ends the time of this one, as `supersedes` does
    """
    clear: NotRequired[
        Sequence[
            Literal[
                "source_ref",
                "valid_from",
                "valid_to",
                "key",
                "past",
                "superseded_by",
                "expires_at",
            ]
        ]
        | None
    ]
    """
    Fields to make null, such as `valid_to`, since null in a field leaves it as it is; none that is given too
    """
    tags: NotRequired[Sequence[str] | None]
    """
    At most 20 labels of 1 to 64 characters
    """
    source_ref: NotRequired[str | None]
    """
    The place that the memory came from, such as a message or a file
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    What you want to find it by: at most 32 keys and 4096 bytes; values are texts, numbers, true, false, null, or lists of texts. It is not searched
    """
    expires_at: NotRequired[datetime | str | None]
    """
    When it expires by itself, which must be in the future: no recall or list of active memories shows it from then on
    """
    valid_from: NotRequired[datetime | str | None]
    """
    When it begins to hold in the world: ISO 8601 in UTC, or a date, which is the start of that day
    """
    valid_to: NotRequired[datetime | str | None]
    """
    When it no longer holds: the first instant after, which must be after `valid_from`; it still holds without one
    """
    names: NotRequired[Sequence[str] | None]
    """
    Other words for what it is about: at most 20 of 1 to 64 characters
    """
    key: NotRequired[str | None]
    """
    What it is about: of the active memories of one key, the one that begins last is current
    """
    past: NotRequired[bool | None]
    """
    Whether it tells of something that no longer holds; null for not said
    """
    supersedes: NotRequired[Sequence[str | Supersedes] | None]
    """
    Memories that this one replaces, at most 20: each gets its `superseded_by`, and its `valid_to` from this one's `valid_from`, or else `created_at`, all or none. With `text`, only that part of the content: the rest still holds
    """


class RecallFields(TypedDict):
    limit: NotRequired[int | None]
    """
    1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
    """
    min_similarity: NotRequired[float | None]
    """
    Leave out memories that score less: 0.6 keeps what restates the query, 0.2 drops what shares only a common word. Default: `0`
    """
    status: NotRequired[Literal["all", "active", "expired"] | None]
    """
    State. Default: `"active"`
    """
    include: NotRequired[Literal["superseded"] | Sequence[Literal["superseded"]] | None]
    """
    `superseded`: also what does not hold now, marked by `current: false`: superseded, past or outside of its time, or older than another memory of its `key`
    """
    valid_at: NotRequired[datetime | str | None]
    """
    Only what held in the world at this instant, superseded or not; a date is the end of that day in UTC
    """
    neighbours: NotRequired[Literal["auto", "on", "off"] | None]
    """
    Which memories get a part of the score of those stored next to them: `auto` the turns of one conversation, the chunks of one file and the memories of one `thread`, `on` all memories of a session too, `off` none. Default: `"auto"`
    """
    explain: NotRequired[bool | None]
    """
    Explain the place of each memory. Default: `false`
    """
    max_tokens: NotRequired[int | None]
    """
    Return only memories whose contents fit together, best first: about a token for 4 characters of Latin text. `left_out`: how many did not fit
    """
    diversity: NotRequired[float | None]
    """
    How much memories that say the same as better ones are put behind others (maximal marginal relevance). Default: `0`
    """
    cut: NotRequired[Literal["none", "auto"] | None]
    """
    `auto` returns only memories that bear on the query: none when nothing does, or when nothing names the person or thing that a question names. `verdict` says how sure that is. Default: `"none"`
    """
    explain_ids: NotRequired[Sequence[str] | None]
    """
    Ids of memories whose rank and score the answer explains, even if they are not returned; 1 to 10
    """
    created_after: NotRequired[datetime | str | None]
    """
    Created at or after: an instant, or the start of a day in UTC
    """
    created_before: NotRequired[datetime | str | None]
    """
    Created at or before: an instant, or the end of a day in UTC
    """
    type: NotRequired[
        Sequence[
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
    ]
    """
    Only memories of these types
    """
    tags: NotRequired[Sequence[str] | None]
    """
    Only memories with any of these tags
    """
    source: NotRequired[Sequence[str] | None]
    """
    Only memories of these writers
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Only of these scopes: a scope, a beginning and `*`, or null for none
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Only with these metadata: for each key a value, or any of several; a list has each of its texts
    """


class AnswerFields(TypedDict):
    limit: NotRequired[int | None]
    """
    Memories to answer from, 1 to 100. Default: `15`
    """
    threshold: NotRequired[float | None]
    """
    Leave out memories that score less. Default: `0`
    """
    neighbours: NotRequired[Literal["auto", "on", "off"] | None]
    """
    As in a recall. Default: `"auto"`
    """
    include: NotRequired[Literal["superseded"] | Sequence[Literal["superseded"]] | None]
    """
    `superseded`: everything that held before, marked by `current: false`; without it, what the sources replaced, or all of it if nothing holds now
    """
    valid_at: NotRequired[datetime | str | None]
    """
    Only what held in the world at this instant, superseded or not; a date is the end of that day in UTC
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Only of these scopes: a scope, a beginning and `*`, or null for none
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Only with these metadata: for each key a value, or any of several; a list has each of its texts
    """
    temperature: NotRequired[float | None]
    """
    How freely the model writes. Default: `0`
    """
    model: NotRequired[str | None]
    """
    The model to use instead of the server's; ignored where none is configured
    """


class RecentFields(TypedDict):
    limit: NotRequired[int | None]
    """
    1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
    """
    status: NotRequired[Literal["all", "active", "expired"] | None]
    """
    State. Default: `"all"`
    """
    created_after: NotRequired[datetime | str | None]
    """
    Created at or after: an instant, or the start of a day in UTC
    """
    created_before: NotRequired[datetime | str | None]
    """
    Created at or before: an instant, or the end of a day in UTC
    """
    type: NotRequired[
        Sequence[
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
    ]
    """
    Only memories of these types
    """
    tags: NotRequired[Sequence[str] | None]
    """
    Only memories with any of these tags
    """
    source: NotRequired[Sequence[str] | None]
    """
    Only memories of these writers
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Only of these scopes: a scope, a beginning and `*`, or null for none
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Only with these metadata: for each key a value, or any of several; a list has each of its texts
    """


class PastFields(TypedDict):
    valid_at: NotRequired[datetime | str | None]
    """
    Only what held in the world at this instant, by what was known at `as_of`; a date is the end of that day in UTC
    """
    limit: NotRequired[int | None]
    """
    1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
    """
    cursor: NotRequired[str | None]
    """
    The `next_cursor` of the page before
    """
    type: NotRequired[
        Sequence[
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
    ]
    """
    Only memories of these types
    """
    tags: NotRequired[Sequence[str] | None]
    """
    Only memories with any of these tags
    """
    source: NotRequired[Sequence[str] | None]
    """
    Only memories of these writers
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Only of these scopes: a scope, a beginning and `*`, or null for none
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Only with these metadata: for each key a value, or any of several; a list has each of its texts
    """


class ListFields(TypedDict):
    limit: NotRequired[int | None]
    """
    1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
    """
    status: NotRequired[Literal["all", "active", "expired"] | None]
    """
    State. Default: `"all"`
    """
    type: NotRequired[
        Sequence[
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
    ]
    """
    Only memories of these types
    """
    tags: NotRequired[Sequence[str] | None]
    """
    Only memories with any of these tags
    """
    source: NotRequired[Sequence[str] | None]
    """
    Only memories of these writers
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Only of these scopes: a scope, a beginning and `*`, or null for none
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Only with these metadata: for each key a value, or any of several; a list has each of its texts
    """


class AllFields(TypedDict):
    status: NotRequired[Literal["all", "active", "expired"] | None]
    """
    State. Default: `"all"`
    """
    type: NotRequired[
        Sequence[
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
    ]
    """
    Only memories of these types
    """
    tags: NotRequired[Sequence[str] | None]
    """
    Only memories with any of these tags
    """
    source: NotRequired[Sequence[str] | None]
    """
    Only memories of these writers
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Only of these scopes: a scope, a beginning and `*`, or null for none
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Only with these metadata: for each key a value, or any of several; a list has each of its texts
    """


class ExtractFields(TypedDict):
    scope: NotRequired[str | None]
    """
    Whom or what the memories are for
    """
    dry_run: NotRequired[bool | None]
    """
    Answer the candidates without storing them. Default: `false`
    """
    max_memories: NotRequired[int | None]
    """
    Candidates at most, 1 to 100; the most certain ones. Default: `20`
    """
    include_assistant: NotRequired[bool | None]
    """
    Take statements of assistants too; false without it
    """
    model: NotRequired[str | None]
    """
    The model to use instead of the server's; ignored where none is configured
    """


class ForgetFields(TypedDict):
    about: NotRequired[str | None]
    """
    A person, an identifier or a subject: other spellings count, parts of longer names and addresses do not
    """
    query: NotRequired[str | None]
    """
    Words, all of which a memory must hold
    """
    ids: NotRequired[Sequence[str] | None]
    """
    Memories by their ids
    """
    tags: NotRequired[Sequence[str] | None]
    """
    Any of these
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Any of these scopes, or beginnings and `*`; null for memories without a scope
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    A value for each key, or a list of values
    """
    source: NotRequired[Sequence[str] | None]
    """
    Any of these
    """
    also: NotRequired[Sequence[str] | None]
    """
    Memories that go too, such as those of `unsure` that you looked at
    """
    cursor: NotRequired[str | None]
    """
    `next_cursor` of the page before; for a dry run
    """


class Message(TypedDict):
    role: str
    """
    The speaker: `user`, `assistant`, `system`, `tool`, or a name
    """
    content: str
    """
    What is said
    """


class NewAgentFields(TypedDict):
    pattern: NotRequired[Literal["support", "project", "tool"] | None]
    """
    The purpose of the agent. Default: `"support"`
    """
    description: NotRequired[str | None]
    """
    For people to read.
    """
    supersession: NotRequired[Literal["off", "link", "auto"] | None]
    """
    What becomes of memories that a write replaces, contradicts or repeats: nothing (`off`), open links (`link`), or open links, of which certain ones are applied (`auto`). Default: `"link"`
    """
    max_memories: NotRequired[int | None]
    """
    Memories that it may hold, expired ones included.
    """
    max_bytes: NotRequired[int | None]
    """
    UTF-8 bytes that content, titles and metadata may take.
    """
    writes_per_minute: NotRequired[int | None]
    """
    Memories that it may store or edit a minute, on all replicas together.
    """
    redaction: NotRequired[Literal["default", "redact", "warn", "block", "off"] | None]
    """
    What becomes of passwords, keys and tokens: `redact`, `warn`, `block`, `off`, or `default`, as the service is set.
    """
    redaction_personal: NotRequired[Literal["default", "redact", "warn", "block", "off"] | None]
    """
    The same for personal data, such as e-mail addresses.
    """


class AgentChangeFields(TypedDict):
    description: NotRequired[str | None]
    """
    Empty for none.
    """
    pattern: NotRequired[Literal["support", "project", "tool"] | None]
    """
    The purpose.
    """
    supersession: NotRequired[Literal["off", "link", "auto"] | None]
    """
    As when the agent is created.
    """
    max_memories: NotRequired[int | None]
    """
    Memories that it may hold, expired ones included.
    """
    max_bytes: NotRequired[int | None]
    """
    UTF-8 bytes that content, titles and metadata may take.
    """
    writes_per_minute: NotRequired[int | None]
    """
    Memories that it may store or edit a minute, on all replicas together.
    """
    redaction: NotRequired[Literal["default", "redact", "warn", "block", "off"] | None]
    """
    What becomes of passwords, keys and tokens: `redact`, `warn`, `block`, `off`, or `default`, as the service is set.
    """
    redaction_personal: NotRequired[Literal["default", "redact", "warn", "block", "off"] | None]
    """
    The same for personal data, such as e-mail addresses.
    """


class Resolution(TypedDict):
    conflict_id: NotRequired[str | None]
    """
    The `conflict_id` of the row, such as `2026-05-01-0`: instead of `conflict_index` and `date`
    """
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
    What to do with the two memories. `supersede` makes the old one history, and can be taken back (`links/{link_id}/reject`)
    """
    date: NotRequired[str | None]
    """
    The day in UTC; today when omitted
    """
    manual_content: NotRequired[str | None]
    """
    What takes the place of both, for `manual`; at most 10000 characters
    """
    manual_type: NotRequired[
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
        | None
    ]
    """
    Memory type of the replacement; `fact` when omitted
    """


class WebhookChange(TypedDict):
    url: NotRequired[str | None]
    """
    Where to
    """
    events: NotRequired[
        Sequence[
            Literal[
                "memory.created",
                "memory.updated",
                "memory.expired",
                "memory.restored",
                "memory.deleted",
                "memory.superseded",
                "conflict.found",
                "conflict.resolved",
            ]
        ]
        | None
    ]
    """
    The kinds of events
    """
    agents: NotRequired[Sequence[str] | None]
    """
    Ids, or prefixes and `*`
    """
    status: NotRequired[Literal["active", "paused"] | None]
    """
    `active` goes on after a pause
    """


class WebhookFields(TypedDict):
    events: NotRequired[
        Sequence[
            Literal[
                "memory.created",
                "memory.updated",
                "memory.expired",
                "memory.restored",
                "memory.deleted",
                "memory.superseded",
                "conflict.found",
                "conflict.resolved",
            ]
        ]
        | None
    ]
    """
    The kinds of events; all, when absent
    """
    agents: NotRequired[Sequence[str] | None]
    """
    Ids, or prefixes and `*`; all agents, when absent
    """


class AuditFields(TypedDict):
    limit: NotRequired[int | None]
    """
    Records of the page
    """
    cursor: NotRequired[str | None]
    """
    The `next_cursor` of the page before
    """
    since: NotRequired[datetime | str | None]
    """
    Not before
    """
    until: NotRequired[datetime | str | None]
    """
    Not after; a day counts whole
    """
    actor: NotRequired[str | None]
    """
    Who acted
    """
    operation: NotRequired[str | None]
    """
    What was done
    """
    target: NotRequired[str | None]
    """
    An id among the targets
    """


class DeliveryFields(TypedDict):
    limit: NotRequired[int | None]
    """
    Of the page
    """
    cursor: NotRequired[str | None]
    """
    The `next_cursor` before
    """
    state: NotRequired[Literal["pending", "delivered", "failed"] | None]
    """
    Only these
    """


class PageFields(TypedDict):
    type: NotRequired[
        Sequence[
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
    ]
    """
    Only memories of these types
    """
    tags: NotRequired[Sequence[str] | None]
    """
    Only memories with any of these tags
    """
    source: NotRequired[Sequence[str] | None]
    """
    Only memories of these writers
    """
    scopes: NotRequired[Sequence[str | None] | None]
    """
    Only of these scopes: a scope, a beginning and `*`, or null for none
    """
    source_ref: NotRequired[Sequence[str] | None]
    """
    Only memories with any of these references
    """
    metadata: NotRequired[dict[str, Any] | None]
    """
    Only with these metadata: for each key a value, or any of several; a list has each of its texts
    """
    status: NotRequired[Literal["all", "active", "expired"] | None]
    """
    State
    """
    limit: NotRequired[int | None]
    """
    1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
    """
    cursor: NotRequired[str | None]
    """
    The `next_cursor` of the page before
    """


class TraceFields(TypedDict):
    limit: NotRequired[int | None]
    """
    Traces of the page, 1 to 100
    """
    cursor: NotRequired[str | None]
    """
    The `next_cursor` of the page before
    """
    since: NotRequired[datetime | str | None]
    """
    At or after: an instant, or the start of a day in UTC
    """
    until: NotRequired[datetime | str | None]
    """
    Before: an instant, or the end of a day in UTC
    """
    memory_id: NotRequired[str | None]
    """
    Only traces that name this memory, given or cut
    """
    request_id: NotRequired[str | None]
    """
    Only of the request with this `X-Request-Id`
    """
