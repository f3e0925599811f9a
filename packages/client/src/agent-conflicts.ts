import { type AgentCalls, dayOf } from './agent-calls.ts';
import type { CallOptions } from './deadline.ts';
import type {
  ConflictsResponse,
  GenerateConflictsResponse,
  ResolveConflictRequest,
  ResolveConflictResponse,
} from './schemas.ts';

export interface ConflictDay extends CallOptions {
  /** Default: today (UTC). */
  date?: Date | string;
}

export type ConflictAction = ResolveConflictRequest['action'];

export interface ResolveOptions extends CallOptions {
  /** What takes the place of both memories; needed for the action `manual`. */
  content?: string;
  /** The type of that memory. */
  type?: NonNullable<ResolveConflictRequest['manualType']>;
}

/** A run may take as long as the service's CONFLICT_RUN_TIMEOUT_MS, by default 600,000. */
const RUN_TIMEOUT_MS = 610_000;

/** Memories of an agent that contradict, update or repeat each other. */
export class AgentConflicts {
  private readonly calls: AgentCalls;

  constructor(calls: AgentCalls) {
    this.calls = calls;
  }

  /** Looks for conflicts among the memories of a day. */
  generate({ date, ...options }: ConflictDay = {}): Promise<GenerateConflictsResponse> {
    const body = date === undefined ? {} : { date: dayOf(date) };
    const path = '/conflicts/generate';
    return this.calls.write({ method: 'POST', path, body, defaultTimeoutMs: RUN_TIMEOUT_MS }, options);
  }

  /** The conflicts of a day that are not resolved. */
  list({ date, ...options }: ConflictDay = {}): Promise<ConflictsResponse> {
    const query = date === undefined ? {} : { date: dayOf(date) };
    return this.calls.read({ method: 'GET', path: '/conflicts', query }, options);
  }

  /** Settles a conflict by the `conflictId` of its row. */
  resolve(
    conflictId: string,
    action: ConflictAction,
    { content, type, ...options }: ResolveOptions = {},
  ): Promise<ResolveConflictResponse> {
    const body = { conflictId, action, manualContent: content, manualType: type };
    return this.calls.write({ method: 'POST', path: '/conflicts/resolve', body }, options);
  }
}
