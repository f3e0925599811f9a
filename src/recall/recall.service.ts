import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import type { MemoryFilter } from '../backend/memory-filter';
import type { PageCursor, PageReading } from '../backend/pages';
import { MemorySearch, type SearchAnswer } from '../backend/memory-search';
import { Clock } from '../common/clock';
import type { ActiveSession } from '../sessions/session';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import {
  MAX_ALL,
  type AsOfRequest,
  type ChangedSinceRequest,
  type RecallAllRequest,
  type RecentRequest,
} from './listings.dto';
import { toFilter, toInstant, toLimit, checkQueryLength } from './recall-request';
import { decodeCursor } from '../memories/page-cursor';
import type { RecallRequest } from './recall.dto';

@Injectable()
export class RecallService {
  constructor(
    private readonly search: MemorySearch,
    private readonly listings: MemoryListings,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
  ) {}

  async recall(
    session: ActiveSession,
    request: RecallRequest,
  ): Promise<SearchAnswer & { filter: MemoryFilter }> {
    checkQueryLength(request.query);
    const filter = toFilter(request, 'active');
    const answer = await this.search.search(session.namespace, {
      query: request.query,
      limit: this.limitOf(request),
      minScore: request.min_similarity ?? 0,
      explain: request.explain ?? false,
      at: this.clock.now(),
      filter,
      mark: session.mark,
    });
    return { ...answer, filter };
  }

  recent(session: ActiveSession, request: RecentRequest): Promise<{ memories: Memory[]; total: number }> {
    const limit = this.limitOf(request);
    return this.listings.recent(session.namespace, toFilter(request, 'all'), limit, session.mark);
  }

  async asOf(session: ActiveSession, request: AsOfRequest): Promise<{ memories: Memory[]; at: Date }> {
    const at = toInstant('as_of', request.as_of, 'end');
    const limit = this.limitOf(request);
    return { at, memories: await this.listings.asOf(session.namespace, at, toFilter(request, 'all'), limit) };
  }

  async changedSince(
    session: ActiveSession,
    request: ChangedSinceRequest,
  ): Promise<{ memories: Memory[]; since: Date }> {
    const since = toInstant('since', request.since, 'start');
    const limit = this.limitOf(request);
    const filter = toFilter(request, 'all');
    return { since, memories: await this.listings.changedSince(session.namespace, since, filter, limit) };
  }

  all(session: ActiveSession, request: RecallAllRequest): Promise<PageReading> {
    const after = request.cursor ? this.cursorOf(request.cursor) : null;
    const filter = toFilter(request, 'all');
    return this.listings.readPage(session.namespace, filter, after, request.limit ?? MAX_ALL);
  }

  private cursorOf(text: string): PageCursor {
    return decodeCursor(text, (cursor) => this.listings.knowsCursor(cursor));
  }

  /** Every memory that passes the filters, oldest first; limit and cursor do not apply. */
  stream(session: ActiveSession, request: RecallAllRequest): AsyncIterable<Memory[]> {
    return this.listings.stream(session.namespace, toFilter(request, 'all'));
  }

  private limitOf(request: { limit?: number | null }): number {
    return toLimit(request.limit, this.settings.get('recall.limit'));
  }
}
