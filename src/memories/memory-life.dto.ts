import { HISTORY_EVENTS, type HistoryEntry, type HistoryEvent, type MemoryType } from '../backend/memory';
import type { HistoryPage, PageCursor } from '../backend/pages';
import {
  ChoiceField,
  CursorField,
  LabelField,
  NumberField,
  PageLimitField,
  Shown,
  TagsField,
  TextField,
} from '../common/fields';
import { AgentAnswer, NamespaceAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { CONFIDENCE, CONTENT, SOURCE, SOURCE_REF, TAGS, TITLE, TYPE } from './memory-fields';
import { encodeCursor } from './page-cursor';

const MAX_HISTORY = 100;
const MEMORY_ID = { description: 'The memory', example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' };
const CURSOR = encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' });

/** Fields left out or null stay as they are. */
export class EditMemoryRequest {
  @TextField({ ...TITLE, description: 'New title' })
  title?: string | null;

  @TextField({
    ...CONTENT,
    description: 'New text; a derived title follows it; longer than 10000 characters is 413 `text_too_long`',
    required: false,
  })
  content?: string | null;

  @ChoiceField({ ...TYPE, description: 'New type' })
  type?: MemoryType | null;

  @NumberField({ ...CONFIDENCE, description: 'New confidence' })
  confidence?: number | null;

  @TagsField({ ...TAGS, description: 'New labels, in place of the old' })
  tags?: string[] | null;

  @LabelField({ ...SOURCE, description: 'New label of the writer' })
  source?: string | null;

  @TextField({ ...SOURCE_REF, description: 'New reference' })
  source_ref?: string | null;
}

class MemoryAnswer extends SessionAnswer {
  @Shown(MEMORY_ID)
  memory_id!: string;
}

class MemoryChangeAnswer extends NamespaceAnswer {
  @Shown(MEMORY_ID)
  memory_id!: string;
}

export class EditMemoryResponse extends MemoryChangeAnswer {
  @Shown({
    description: 'Always `queued`; the change is durable already',
    example: 'queued',
    enum: ['queued'],
  })
  status!: 'queued';

  @Shown({ description: 'Always `updated`', example: 'updated', enum: ['updated'] })
  action!: 'updated';

  @Shown({ description: 'The fields given', example: ['content'], type: String, isArray: true })
  updated_fields!: string[];
}

export class DeleteMemoryResponse extends MemoryChangeAnswer {
  @Shown({ description: 'Always `deleted`', example: 'deleted', enum: ['deleted'] })
  status!: 'deleted';
}

export class ExpireMemoryRequest {
  @LabelField({
    description: 'Stamped as `expired_by`',
    example: 'outdated',
    required: false,
    default: 'manual',
  })
  reason?: string | null;
}

export class ExpireMemoryResponse extends MemoryAnswer {
  @Shown({ description: 'Always `expired`', example: 'expired', enum: ['expired'] })
  status!: 'expired';

  @Shown({
    description: 'When it expired; the first time, when it had expired before',
    example: '2026-05-01T12:00:00.000Z',
  })
  expired_at!: string;

  @Shown({ description: 'The reason it expired for', example: 'outdated' })
  expired_by!: string;
}

export class RestoreMemoryResponse extends MemoryAnswer {
  @Shown({ description: 'Always `active`', example: 'active', enum: ['active'] })
  status!: 'active';
}

export class HistoryQuery {
  @PageLimitField({ max: MAX_HISTORY })
  limit!: number;

  @CursorField(CURSOR)
  cursor!: string | null;
}

export class HistoryRow {
  @Shown({ description: 'When, ISO 8601 in UTC', example: '2026-05-01T12:00:00.000Z' })
  at!: string;

  @Shown({ description: 'What happened', example: 'edited', enum: HISTORY_EVENTS })
  event!: HistoryEvent;

  @Shown({ description: 'In which session', example: 'sess_0123456789ab', type: String, nullable: true })
  session_id!: string | null;

  @Shown({ description: 'The agent, or the reason or rule of an expiry', example: 'my-agent' })
  by!: string;

  @Shown({
    description: 'Values before an edit, by field; null for other events and after a delete',
    example: { content: 'The user prefers dark mode in every editor.' },
    type: Object,
    nullable: true,
  })
  former!: Record<string, unknown> | null;
}

export class HistoryResponse extends AgentAnswer {
  @Shown(MEMORY_ID)
  memory_id!: string;

  @Shown({ description: 'Newest first', example: [], type: HistoryRow, isArray: true })
  entries!: HistoryRow[];

  @Shown({
    description: 'Where the next page starts; not there on the last page',
    example: CURSOR,
    required: false,
  })
  next_cursor?: string;
}

const KEY = /^\d{1,15}$/;

/** Whether a cursor can be one of a history. */
export function isHistoryCursor({ key }: PageCursor): boolean {
  return KEY.test(key);
}

export function toHistoryResponse(agentId: string, memoryId: string, page: HistoryPage): HistoryResponse {
  const next = page.next ? { next_cursor: encodeCursor(page.next) } : {};
  return { agent_id: agentId, memory_id: memoryId, entries: page.entries.map(toHistoryRow), ...next };
}

function toHistoryRow(entry: HistoryEntry): HistoryRow {
  return {
    at: entry.at.toISOString(),
    event: entry.event,
    session_id: entry.sessionId,
    by: entry.by,
    former: entry.former,
  };
}
