import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { pageOf, requestedTimeCursor } from '../common/time-cursor';
import { uuidParam } from '../common/uuid-param';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { sessionAnswer } from '../sessions/session-answer.dto';
import { SessionRoute } from '../sessions/session-route';
import { Repeats, type Repetition } from './idempotency-key.param';
import { RepeatableWrites } from './repeatable-writes.service';
import {
  LinkResponse,
  LinksQuery,
  LinksResponse,
  linkTime,
  spanOf,
  toLinkRow,
  UndoLinksRequest,
  UndoLinksResponse,
} from './links.dto';
import { linkNotFound, Links } from '../links/links.service';

const LinkId = uuidParam('link_id', 'Id of the link', linkNotFound);

@ApiTags('Links')
@Controller('api/v2/agents/:agent_id/links')
export class LinksController {
  constructor(
    private readonly links: Links,
    private readonly writes: RepeatableWrites,
  ) {}

  @Get()
  @SessionRoute('read')
  @Logged('links', 'read', (answer: LinksResponse) => answer.links.length)
  @Documented({
    summary: 'Which memories replace, contradict or repeat others',
    description: 'Newest first, with what both memories say now.',
    response: LinksResponse,
  })
  async listLinks(
    @CurrentSession() session: ActiveSession,
    @Query() query: LinksQuery,
  ): Promise<LinksResponse> {
    const { state = null, kind = null, memory_id, limit } = query;
    const cursor = requestedTimeCursor(query.cursor);
    const found = await this.links.list(session, {
      ...spanOf(query),
      state,
      kind,
      memoryId: memory_id?.toLowerCase() ?? null,
      after: cursor && { madeAt: cursor.time, linkId: cursor.id },
      limit: limit + 1,
    });
    const { items, nextCursor } = pageOf(found, limit, linkTime);
    return { agent_id: session.agentId, links: items.map(toLinkRow), next_cursor: nextCursor };
  }

  @Post(':link_id/apply')
  @SessionRoute('write')
  @Logged('links-apply', 'write', () => 1)
  @Documented({
    summary: 'Close the older memory of a link in favour of the newer one',
    description:
      'The older memory gets its `superseded_by` and `valid_to`. `reject` takes it back. Once more changes nothing.',
    response: LinkResponse,
    errors: ['link_not_found', 'memory_not_found'],
  })
  async applyLink(
    @CurrentSession() session: ActiveSession,
    @LinkId() id: string,
    @Repeats() repetition: Repetition,
  ): Promise<LinkResponse> {
    return this.change(session, id, repetition, 'apply');
  }

  @Post(':link_id/reject')
  @SessionRoute('write')
  @Logged('links-reject', 'write', () => 1)
  @Documented({
    summary: 'Reject a link',
    description:
      'It is not found again. One that was applied gives its older memory the `valid_to` and `superseded_by` that it ' +
      'had before, unless these were changed since.',
    response: LinkResponse,
    errors: ['link_not_found'],
  })
  async rejectLink(
    @CurrentSession() session: ActiveSession,
    @LinkId() id: string,
    @Repeats() repetition: Repetition,
  ): Promise<LinkResponse> {
    return this.change(session, id, repetition, 'reject');
  }

  @Post('undo')
  @SessionRoute('write')
  @Logged('links-undo', 'write', (answer: UndoLinksResponse) => answer.rejected.length)
  @Documented({
    summary: 'Reject the applied links of a span',
    description: 'Newest first, each by itself, at most 1000 in a request.',
    response: UndoLinksResponse,
  })
  async undoLinks(
    @CurrentSession() session: ActiveSession,
    @Body() request: UndoLinksRequest,
    @Repeats() repetition: Repetition,
  ): Promise<UndoLinksResponse> {
    const write = { agentId: session.agentId, operation: 'links/undo', body: request };
    return this.writes.once(repetition, write, async () => {
      const { rejected, hasMore } = await this.links.undo(session, spanOf(request));
      return { ...sessionAnswer(session), rejected, has_more: hasMore };
    });
  }

  private change(
    session: ActiveSession,
    id: string,
    repetition: Repetition,
    operation: 'apply' | 'reject',
  ): Promise<LinkResponse> {
    const write = { agentId: session.agentId, operation: `links/${operation}`, body: { link_id: id } };
    return this.writes.once(repetition, write, async () => {
      await this.links[operation](session, id);
      return { ...sessionAnswer(session), ...toLinkRow(await this.links.find(session, id)) };
    });
  }
}
