import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import type { CountedSlice, MemorySlice, PageCursor, PageReading } from '../backend/pages';
import { Currency, type IsCurrent } from '../memories/currency.service';
import { decodeCursor } from '../memories/page-cursor';
import { namespaceVersionOf } from '../sessions/namespace-version-of';
import type { ActiveSession } from '../sessions/session';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import type {
  AsOfRequest,
  ChangedSinceRequest,
  MemoryListQuery,
  RecallAllRequest,
  RecentRequest,
} from './listings.dto';
import { toFilter, toInstant, toLimit, toValidAt } from './recall-request';

/** Memories in the order of time. */
@Injectable()
export class ListingsService {
  constructor(
    private readonly listings: MemoryListings,
    private readonly settings: RuntimeSettings,
    private readonly currency: Currency,
  ) {}

  /** Which of the memories of an answer are current; `asOf`: at that instant. */
  currentOf({ namespace }: ActiveSession, memories: readonly Memory[], asOf?: Date): Promise<IsCurrent> {
    return this.currency.of(namespace, memories, asOf);
  }

  recent(session: ActiveSession, request: RecentRequest): Promise<{ memories: Memory[]; total: number }> {
    const limit = this.limitOf(request);
    const version = namespaceVersionOf(session);
    return this.listings.recent(session.namespace, toFilter(request, 'all', session), limit, version);
  }

  /** A page, newest first; only active memories unless the request asks for others. */
  list(session: ActiveSession, request: MemoryListQuery): Promise<CountedSlice> {
    const limit = this.limitOf(request);
    const after = this.cursorOf(request, 'query');
    return this.listings.newestPage(session.namespace, toFilter(request, 'active', session), {
      after,
      limit,
    });
  }

  async asOf(session: ActiveSession, request: AsOfRequest): Promise<MemorySlice & { at: Date }> {
    const at = toInstant('as_of', request.as_of, 'end');
    const limit = this.limitOf(request);
    const page = { after: this.cursorOf(request), limit };
    const filter = { ...toFilter(request, 'all', session), ...toValidAt(request) };
    return { at, ...(await this.listings.asOf(session.namespace, at, filter, page)) };
  }

  async changedSince(
    session: ActiveSession,
    request: ChangedSinceRequest,
  ): Promise<{ memories: Memory[]; since: Date }> {
    const since = toInstant('since', request.since, 'start');
    const limit = this.limitOf(request);
    const filter = toFilter(request, 'all', session);
    return { since, memories: await this.listings.changedSince(session.namespace, since, filter, limit) };
  }

  all(session: ActiveSession, request: RecallAllRequest): Promise<PageReading> {
    const page = { after: this.cursorOf(request), limit: request.limit };
    return this.listings.readPage(session.namespace, toFilter(request, 'all', session), page);
  }

  private cursorOf(
    { cursor: text }: { cursor?: string | null },
    part: 'body' | 'query' = 'body',
  ): PageCursor | null {
    return text ? decodeCursor(text, (cursor) => this.listings.knowsCursor(cursor), part) : null;
  }

  /** Every memory that passes the filters, oldest first; limit and cursor do not apply. */
  stream(session: ActiveSession, request: RecallAllRequest): AsyncIterable<Memory[]> {
    return this.listings.stream(session.namespace, toFilter(request, 'all', session));
  }

  private limitOf(request: { limit?: number | null }): number {
    return toLimit(request.limit, this.settings.get('recall.limit'));
  }
}
