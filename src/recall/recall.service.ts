import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import {
  MemoryBackend,
  type MemoryFilter,
  type MemoryPage,
  type SearchAnswer,
} from '../backend/memory-backend';
import { DomainError } from '../common/domain-error';
import { Clock } from '../common/clock';
import { codePoints } from '../common/text';
import { Env } from '../config/env';
import type { ActiveSession } from '../sessions/session';
import { MAX_ALL, type AsOfRequest, type ChangedSinceRequest } from './listings.dto';
import type { RecallAllRequest, RecentRequest } from './listings.dto';
import { toFilter, toInstant, toLimit } from './memory-filter';
import { decodeCursor } from './page-cursor';
import type { RecallRequest } from './recall.dto';

const MAX_QUERY = 1_000;

@Injectable()
export class RecallService {
  constructor(
    private readonly backend: MemoryBackend,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  async recall(
    session: ActiveSession,
    request: RecallRequest,
  ): Promise<SearchAnswer & { filter: MemoryFilter }> {
    checkQueryLength(request.query);
    const filter = toFilter(request, 'active');
    const answer = await this.backend.search(session.namespace, {
      query: request.query,
      limit: toLimit(request.limit, this.env.RECALL_LIMIT),
      minScore: request.min_similarity ?? 0,
      explain: request.explain ?? false,
      at: this.clock.now(),
      filter,
    });
    return { ...answer, filter };
  }

  recent(session: ActiveSession, request: RecentRequest): Promise<{ memories: Memory[]; total: number }> {
    const limit = toLimit(request.limit, this.env.RECALL_LIMIT);
    return this.backend.recent(session.namespace, toFilter(request, 'all'), limit);
  }

  async asOf(session: ActiveSession, request: AsOfRequest): Promise<{ memories: Memory[]; at: Date }> {
    const at = toInstant('as_of', request.as_of, 'end');
    const limit = toLimit(request.limit, this.env.RECALL_LIMIT);
    return { at, memories: await this.backend.asOf(session.namespace, at, toFilter(request, 'all'), limit) };
  }

  async changedSince(
    session: ActiveSession,
    request: ChangedSinceRequest,
  ): Promise<{ memories: Memory[]; since: Date }> {
    const since = toInstant('since', request.since, 'start');
    const limit = toLimit(request.limit, this.env.RECALL_LIMIT);
    const filter = toFilter(request, 'all');
    return { since, memories: await this.backend.changedSince(session.namespace, since, filter, limit) };
  }

  all(session: ActiveSession, request: RecallAllRequest): Promise<MemoryPage> {
    const after = request.cursor ? decodeCursor(request.cursor) : null;
    const filter = toFilter(request, 'all');
    return this.backend.page(session.namespace, filter, after, request.limit ?? MAX_ALL);
  }

  /** Every memory that passes the filters, oldest first; limit and cursor do not apply. */
  stream(session: ActiveSession, request: RecallAllRequest): AsyncIterable<Memory[]> {
    return this.backend.stream(session.namespace, toFilter(request, 'all'));
  }
}

function checkQueryLength(query: string): void {
  const length = codePoints(query);
  if (length <= MAX_QUERY) return;
  throw new DomainError('query_too_long', `The query is longer than ${MAX_QUERY} characters`, {
    actual_length: length,
    max_length: MAX_QUERY,
  });
}
