import { HISTORY_EVENTS, type MemoryEdit } from '../backend/memory';
import type { HistoryPage, PageCursor } from '../backend/pages';
import { answerOf } from '../common/answer-of';
import { CursorField, LabelField, PageLimitField, Shown, ShownList } from '../common/fields';
import { withProperties } from '../common/with-properties';
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
const MEMORY_ID = Shown('The memory', '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e');
const CURSOR = encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' });

/** Fields left out or null stay as they are. */
export class EditMemoryRequest extends withProperties({
  title: TitleField('New title'),
  content: ContentField<string | null | undefined>(
    'New text; a derived title follows it; longer than 10000 characters is 413 `text_too_long`',
    { required: false },
  ),
  type: TypeField('New type'),
  confidence: ConfidenceField('New confidence'),
  tags: LabelsField('New labels, in place of the old'),
  source: SourceField('New label of the writer'),
  source_ref: SourceRefField('New reference'),
}) {}

class MemoryAnswer extends withProperties(SessionAnswer, {
  memory_id: MEMORY_ID,
}) {}

class MemoryChangeAnswer extends withProperties(NamespaceAnswer, {
  memory_id: MEMORY_ID,
}) {}

export class EditMemoryResponse extends withProperties(MemoryChangeAnswer, {
  status: Shown('Always `queued`; the change is durable already', 'queued', { enum: ['queued'] }),
  action: Shown('Always `updated`', 'updated', { enum: ['updated'] }),
  updated_fields: Shown('The fields given', ['content'], { type: String, isArray: true }),
}) {}

export class DeleteMemoryResponse extends withProperties(MemoryChangeAnswer, {
  status: Shown('Always `deleted`', 'deleted', { enum: ['deleted'] }),
}) {}

export class ExpireMemoryRequest extends withProperties({
  reason: LabelField('Stamped as `expired_by`', 'outdated', { default: 'manual' }),
}) {}

export class ExpireMemoryResponse extends withProperties(MemoryAnswer, {
  status: Shown('Always `expired`', 'expired', { enum: ['expired'] }),
  expired_at: Shown(
    'When it expired; the first time, when it had expired before',
    '2026-05-01T12:00:00.000Z',
  ),
  expired_by: Shown('The reason it expired for', 'outdated'),
}) {}

export class RestoreMemoryResponse extends withProperties(MemoryAnswer, {
  status: Shown('Always `active`', 'active', { enum: ['active'] }),
}) {}

export class HistoryQuery extends withProperties({
  limit: PageLimitField({ max: MAX_HISTORY }),
  cursor: CursorField(CURSOR),
}) {}

export class HistoryRow extends withProperties({
  at: Shown('When, ISO 8601 in UTC', '2026-05-01T12:00:00.000Z'),
  event: Shown('What happened', 'edited', { enum: HISTORY_EVENTS }),
  session_id: Shown('In which session', 'sess_0123456789ab', { type: String, nullable: true }),
  by: Shown('The agent, or the reason or rule of an expiry', 'my-agent'),
  former: Shown<Record<string, unknown> | null>(
    'Values before an edit, by field; null for other events and after a delete',
    { content: 'The user prefers dark mode in every editor.' },
    { type: Object, nullable: true },
  ),
}) {}

export class HistoryResponse extends withProperties(AgentAnswer, {
  memory_id: MEMORY_ID,
  entries: ShownList('Newest first', HistoryRow),
  next_cursor: Shown('Where the next page starts; not there on the last page', CURSOR, { required: false }),
}) {}

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
