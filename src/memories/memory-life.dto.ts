import { HISTORY_EVENTS, type HistoryEvent, type MemoryType, type MemoryEdit } from '../backend/memory';
import type { HistoryPage, PageCursor } from '../backend/pages';
import { answerOf } from '../common/answer-of';
import { CursorField, LabelField, PageLimitField, Shown, ShownList } from '../common/fields';
import { AgentAnswer, NamespaceAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import {
  ConfidenceField,
  ContentField,
  LabelsField,
  SourceField,
  SourceRefField,
  TitleField,
  TypeField,
} from './memory-fields';
import { encodeCursor } from './page-cursor';

const MAX_HISTORY = 100;
const MEMORY_ID = ['The memory', '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'] as const;
const CURSOR = encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' });

/** Fields left out or null stay as they are. */
export class EditMemoryRequest {
  @TitleField('New title')
  title?: string | null;

  @ContentField('New text; a derived title follows it; longer than 10000 characters is 413 `text_too_long`', {
    required: false,
  })
  content?: string | null;

  @TypeField('New type')
  type?: MemoryType | null;

  @ConfidenceField('New confidence')
  confidence?: number | null;

  @LabelsField('New labels, in place of the old')
  tags?: string[] | null;

  @SourceField('New label of the writer')
  source?: string | null;

  @SourceRefField('New reference')
  source_ref?: string | null;
}

class MemoryAnswer extends SessionAnswer {
  @Shown(...MEMORY_ID)
  memory_id!: string;
}

class MemoryChangeAnswer extends NamespaceAnswer {
  @Shown(...MEMORY_ID)
  memory_id!: string;
}

export class EditMemoryResponse extends MemoryChangeAnswer {
  @Shown('Always `queued`; the change is durable already', 'queued', { enum: ['queued'] })
  status!: 'queued';

  @Shown('Always `updated`', 'updated', { enum: ['updated'] })
  action!: 'updated';

  @Shown('The fields given', ['content'], { type: String, isArray: true })
  updated_fields!: string[];
}

export class DeleteMemoryResponse extends MemoryChangeAnswer {
  @Shown('Always `deleted`', 'deleted', { enum: ['deleted'] })
  status!: 'deleted';
}

export class ExpireMemoryRequest {
  @LabelField('Stamped as `expired_by`', 'outdated', { default: 'manual' })
  reason?: string | null;
}

export class ExpireMemoryResponse extends MemoryAnswer {
  @Shown('Always `expired`', 'expired', { enum: ['expired'] })
  status!: 'expired';

  @Shown('When it expired; the first time, when it had expired before', '2026-05-01T12:00:00.000Z')
  expired_at!: string;

  @Shown('The reason it expired for', 'outdated')
  expired_by!: string;
}

export class RestoreMemoryResponse extends MemoryAnswer {
  @Shown('Always `active`', 'active', { enum: ['active'] })
  status!: 'active';
}

export class HistoryQuery {
  @PageLimitField({ max: MAX_HISTORY })
  limit!: number;

  @CursorField(CURSOR)
  cursor!: string | null;
}

export class HistoryRow {
  @Shown('When, ISO 8601 in UTC', '2026-05-01T12:00:00.000Z')
  at!: string;

  @Shown('What happened', 'edited', { enum: HISTORY_EVENTS })
  event!: HistoryEvent;

  @Shown('In which session', 'sess_0123456789ab', { type: String, nullable: true })
  session_id!: string | null;

  @Shown('The agent, or the reason or rule of an expiry', 'my-agent')
  by!: string;

  @Shown(
    'Values before an edit, by field; null for other events and after a delete',
    { content: 'The user prefers dark mode in every editor.' },
    { type: Object, nullable: true },
  )
  former!: Record<string, unknown> | null;
}

export class HistoryResponse extends AgentAnswer {
  @Shown(...MEMORY_ID)
  memory_id!: string;

  @ShownList('Newest first', HistoryRow)
  entries!: HistoryRow[];

  @Shown('Where the next page starts; not there on the last page', CURSOR, { required: false })
  next_cursor?: string;
}

const KEY = /^\d{1,15}$/;

export function isHistoryCursor({ key }: PageCursor): boolean {
  return KEY.test(key);
}

export function toHistoryResponse(agentId: string, memoryId: string, page: HistoryPage): HistoryResponse {
  const next = page.next ? { next_cursor: encodeCursor(page.next) } : {};
  return {
    agent_id: agentId,
    memory_id: memoryId,
    entries: page.entries.map((entry) => answerOf(HistoryRow, entry)),
    ...next,
  };
}

export const EDITABLE = ['title', 'content', 'type', 'confidence', 'tags', 'source', 'source_ref'] as const;

/** The edit that the fields of a request describe; those left out or null stay as they are. */
export function toEdit(request: Pick<EditMemoryRequest, (typeof EDITABLE)[number]>): MemoryEdit {
  return {
    title: request.title ?? null,
    content: request.content ?? null,
    type: request.type ?? null,
    confidence: request.confidence ?? null,
    tags: request.tags ?? null,
    source: request.source ?? null,
    sourceRef: request.source_ref ?? null,
  };
}
