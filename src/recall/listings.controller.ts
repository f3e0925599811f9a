import { Body, Controller, Get, Headers, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import type { Memory } from '../backend/memory';
import { Documented } from '../common/documented';
import { startedStream } from '../common/started-stream';
import { withOffset } from '../common/utc-dates';
import { MemoryRecord, toMemoryRecord } from '../memories/memory-record.dto';
import { encodeCursor } from '../memories/page-cursor';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { jsonPage } from './json-page';
import {
  AsOfRequest,
  AsOfResponse,
  ChangedSinceRequest,
  ChangedSinceResponse,
  MemoryListQuery,
  MemoryListResponse,
  RecallAllRequest,
  RecallAllResponse,
  RecentRequest,
  RecentResponse,
} from './listings.dto';
import { ndjson } from './ndjson';
import { ListingsService } from './listings.service';
import { sessionAnswer } from '../sessions/session-answer.dto';

const NDJSON = 'application/x-ndjson';
const JSON_TYPE = 'application/json; charset=utf-8';

@ApiTags('Reading memories')
@SessionRoute('read', { scoped: true })
@Controller('api/v2/agents/:agent_id')
export class ListingsController {
  constructor(private readonly listings: ListingsService) {}

  @Post('recall/recent')
  @Logged('recent', 'read', (answer: RecentResponse) => answer.count)
  @Documented({
    summary: 'The newest memories',
    description: 'Returns the memories created last, newest first, with the filters applied.',
    response: RecentResponse,
    errors: ['validation', 'k_too_large'],
  })
  async recallRecent(
    @CurrentSession() session: ActiveSession,
    @Body() request: RecentRequest,
  ): Promise<RecentResponse> {
    const { memories, total } = await this.listings.recent(session, request);
    return {
      ...listing(session, await this.toRecords(session, memories)),
      total_available: total,
      temporal_mode: 'recent',
    };
  }

  @Post('recall/as-of')
  @Logged('as-of', 'read', (answer: AsOfResponse) => answer.count)
  @Documented({
    summary: 'The memories live at an instant, as they were then',
    description:
      'Created at or before it and not expired before it; shown as active. Newest first, a page at a time.',
    response: AsOfResponse,
    errors: ['validation', 'k_too_large'],
  })
  async recallAsOf(
    @CurrentSession() session: ActiveSession,
    @Body() request: AsOfRequest,
  ): Promise<AsOfResponse> {
    const { memories, next, at } = await this.listings.asOf(session, request);
    return {
      ...listing(session, await this.toRecords(session, memories, at)),
      next_cursor: next && encodeCursor(next),
      as_of_date: withOffset(at),
      temporal_mode: 'as_of',
    };
  }

  @Post('recall/changed-since')
  @Logged('changed-since', 'read', (answer: ChangedSinceResponse) => answer.count)
  @Documented({
    summary: 'The memories created or updated after an instant',
    description: 'Newest change first. Each memory has a `change_type`. Deleted memories are not listed.',
    response: ChangedSinceResponse,
    errors: ['validation', 'k_too_large'],
  })
  async recallChangedSince(
    @CurrentSession() session: ActiveSession,
    @Body() request: ChangedSinceRequest,
  ): Promise<ChangedSinceResponse> {
    const { memories, since } = await this.listings.changedSince(session, request);
    const isCurrent = await this.listings.currentOf(session, memories);
    const changed = memories.map((memory) => ({
      ...toMemoryRecord(memory, session.agentId, isCurrent(memory)),
      change_type: memory.createdAt > since ? ('created' as const) : ('updated' as const),
    }));
    return { ...listing(session, changed), since_date: withOffset(since), temporal_mode: 'changed_since' };
  }

  @Post('recall/all')
  @Logged('recall-all', 'read', () => 0)
  @Documented({
    summary: 'Every memory, oldest first, a page at a time or as one stream',
    description:
      'With `Accept: application/x-ndjson` every memory that passes the filters is streamed, one a line; ' +
      '`limit` and `cursor` do not apply then.',
    response: { 'application/json': RecallAllResponse, [NDJSON]: MemoryRecord },
    errors: ['validation'],
  })
  async recallAll(
    @CurrentSession() session: ActiveSession,
    @Body() request: RecallAllRequest,
    @Headers('accept') accept: string | undefined,
  ): Promise<StreamableFile> {
    const toRecords = (memories: Memory[]) => this.toRecords(session, memories);
    if (accept?.includes(NDJSON)) {
      const lines = ndjson(this.listings.stream(session, request), toRecords);
      return new StreamableFile(await startedStream(lines), { type: NDJSON });
    }
    const head = { ...sessionAnswer(session), temporal_mode: 'all' };
    const page = jsonPage(head, await this.listings.all(session, request), toRecords);
    return new StreamableFile(await startedStream(page), { type: JSON_TYPE });
  }

  @Get('memories')
  @Logged('list', 'read', (answer: MemoryListResponse) => answer.count)
  @Documented({
    summary: 'The memories, newest first, a page at a time',
    description:
      'Only active memories unless `status` says otherwise. A filter that is given several times ' +
      '(`type=fact&type=goal`) matches any of its values.',
    response: MemoryListResponse,
    errors: ['validation', 'k_too_large'],
  })
  async listMemories(
    @CurrentSession() session: ActiveSession,
    @Query() query: MemoryListQuery,
  ): Promise<MemoryListResponse> {
    const { memories, total, next } = await this.listings.list(session, query);
    return {
      ...listing(session, await this.toRecords(session, memories)),
      total_available: total,
      next_cursor: next && encodeCursor(next),
    };
  }

  /** `asOf`: the instant as of which they were read. */
  private async toRecords(
    session: ActiveSession,
    memories: readonly Memory[],
    asOf?: Date,
  ): Promise<MemoryRecord[]> {
    const isCurrent = await this.listings.currentOf(session, memories, asOf);
    return memories.map((memory) => toMemoryRecord(memory, session.agentId, isCurrent(memory)));
  }
}

function listing<T>({ agentId, sessionId }: ActiveSession, memories: T[]) {
  return { agent_id: agentId, session_id: sessionId, memories, count: memories.length };
}
