import { ApiProperty } from '@nestjs/swagger';
import { HISTORY_EVENTS, type HistoryEntry } from '../backend/memory';
import type { HistoryPage, PageCursor } from '../backend/pages';
import { Cursor, Optional, WholeNumber } from '../common/request-decorators';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { encodeCursor } from './page-cursor';

const MAX_HISTORY = 100;
const CURSOR = encodeCursor({ createdAt: Date.UTC(2026, 4, 1, 12), key: '7' });

export class HistoryQuery {
  /**
   * Entries of the page, 1 to 100
   * @example 100
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_HISTORY, documentedDefault: MAX_HISTORY })
  limit = MAX_HISTORY;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: CURSOR })
  cursor: string | null = null;
}

export class HistoryRow {
  /**
   * When, ISO 8601 in UTC
   * @example '2026-05-01T12:00:00.000Z'
   */
  at!: string;

  /**
   * What happened
   * @example 'edited'
   */
  @ApiProperty({ enum: HISTORY_EVENTS })
  event!: (typeof HISTORY_EVENTS)[number];

  /**
   * In which session
   * @example 'sess_0123456789ab'
   */
  session_id!: string | null;

  /**
   * Who, or the reason or rule of an expiry
   * @example 'my-agent'
   */
  by!: string;

  /**
   * Values before an edit, by field; null for other events and after a delete
   * @example {"content":"The user prefers dark mode in every editor."}
   */
  @ApiProperty({ type: Object, nullable: true })
  former!: Record<string, unknown> | null;
}

export class HistoryResponse extends AgentAnswer {
  /**
   * The memory
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  memory_id!: string;

  /**
   * Newest first
   * @example []
   */
  entries!: HistoryRow[];

  /** Where the next page starts; not there on the last page */
  @ApiProperty({ example: CURSOR })
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
    entries: page.entries.map(toHistoryRow),
    ...next,
  };
}

function toHistoryRow({ at, event, sessionId, by, former }: HistoryEntry): HistoryRow {
  return { at: at.toISOString(), event, session_id: sessionId, by, former };
}
