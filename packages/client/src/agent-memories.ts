import { type AgentCalls, type ChangeOptions, splitOptions, type WithDates } from './agent-calls.ts';
import type { CallOptions } from './deadline.ts';
import type {
  DeleteMemoryResponse,
  EditMemoryRequest,
  EditMemoryResponse,
  ExpireMemoryResponse,
  HistoryResponse,
  MemoryListResponse,
  MemoryRecord,
  MemoryStatusRequest,
  MemoryStatusResponse,
  RecentRequest,
  RestoreMemoryResponse,
} from './schemas.ts';
import { pathOf } from './transport.ts';

export interface PageOptions extends CallOptions {
  limit?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

export interface InScope {
  scope?: string | null;
}

export type MemoryPatch = WithDates<EditMemoryRequest>;

/** A list means any of its values. */
export interface ListMemoriesOptions extends PageOptions {
  type?: MemoryRecord['type'] | MemoryRecord['type'][];
  tags?: string | string[];
  source?: string | string[];
  sourceRef?: string | string[];
  /** A scope, the beginning of scopes and `*`, or null for none. */
  scopes?: RecentRequest['scopes'];
  metadata?: RecentRequest['metadata'];
  /** Default: `active`. */
  status?: 'active' | 'expired' | 'all';
}

/** Single memories of an agent, by their id, and pages of them. */
export class AgentMemories {
  private readonly calls: AgentCalls;

  constructor(calls: AgentCalls) {
    this.calls = calls;
  }

  /** A page, newest first. `nextCursor` is null on the last one. */
  list(options: ListMemoriesOptions = {}): Promise<MemoryListResponse> {
    const { fields, call } = splitOptions(options);
    const scopes = fields.scopes?.map((scope) => scope ?? '');
    const metadata = fields.metadata && JSON.stringify(fields.metadata);
    const query = { ...fields, scopes, metadata };
    return this.calls.read({ method: 'GET', path: '/memories', query }, call);
  }

  get(id: string, options?: CallOptions): Promise<MemoryRecord> {
    return this.calls.read({ method: 'GET', path: pathOf`/memories/${id}` }, options);
  }

  /** The newest active memory with this `sourceRef`, in the scope, or among those without one. */
  getByRef(sourceRef: string, options: InScope & CallOptions = {}): Promise<MemoryRecord> {
    const { fields, call } = splitOptions(options);
    return this.calls.read(
      { method: 'GET', path: pathOf`/memories/by-ref/${sourceRef}`, query: fields },
      call,
    );
  }

  /** Changes the fields that `patch` has; the history keeps the former ones. */
  update(id: string, patch: MemoryPatch, options: ChangeOptions = {}): Promise<EditMemoryResponse> {
    const { fields, call } = splitOptions(options);
    const path = pathOf`/memories/${id}`;
    return this.calls.write({ method: 'PATCH', path, body: patch, ...fields }, call);
  }

  /** Removes the memory for good. */
  delete(id: string, options?: CallOptions): Promise<DeleteMemoryResponse> {
    return this.calls.write({ method: 'DELETE', path: pathOf`/memories/${id}` }, options);
  }

  /** Removes for good what `getByRef` returns. */
  deleteByRef(sourceRef: string, options: InScope & CallOptions = {}): Promise<DeleteMemoryResponse> {
    const { fields, call } = splitOptions(options);
    const path = pathOf`/memories/by-ref/${sourceRef}`;
    return this.calls.write({ method: 'DELETE', path, query: fields }, call);
  }

  /** Retires the memory, until `restore`. `reason` has letters, digits, `.`, `_` and `-`. */
  expire(id: string, reason?: string, options?: CallOptions): Promise<ExpireMemoryResponse> {
    return this.calls.write(
      { method: 'POST', path: pathOf`/memories/${id}/expire`, body: { reason } },
      options,
    );
  }

  restore(id: string, options?: CallOptions): Promise<RestoreMemoryResponse> {
    return this.calls.write({ method: 'POST', path: pathOf`/memories/${id}/restore` }, options);
  }

  /** Retires up to 1,000 memories, all that exist or none. */
  expireMany(ids: readonly string[], reason?: string, options?: CallOptions): Promise<MemoryStatusResponse> {
    return this.setStatus({ memoryIds: [...ids], status: 'expired', reason }, options);
  }

  /** Makes up to 1,000 retired memories active again, all that exist or none. */
  restoreMany(ids: readonly string[], options?: CallOptions): Promise<MemoryStatusResponse> {
    return this.setStatus({ memoryIds: [...ids], status: 'active' }, options);
  }

  private setStatus(body: MemoryStatusRequest, options?: CallOptions): Promise<MemoryStatusResponse> {
    return this.calls.write({ method: 'POST', path: '/batch-status', body }, options);
  }

  /** The history of the memory. */
  history(id: string, options: PageOptions = {}): Promise<HistoryResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.read({ method: 'GET', path: pathOf`/memories/${id}/history`, query: fields }, call);
  }
}
