import { ApiProperty } from '@nestjs/swagger';
import { Cursor, Instant, OneOf, Optional, WholeNumber } from '../common/request-decorators';
import { encodeTimeCursor } from '../common/time-cursor';
import { parseInstant } from '../common/utc-dates';
import { AgentAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { Uuid } from './memory-fields';
import {
  LINK_FINDERS,
  LINK_KINDS,
  LINK_STATES,
  type LinkFinder,
  type LinkKind,
  type LinkState,
  type MemoryLink,
} from '../links/link';
import type { ShownLink } from '../links/links.service';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const OTHER_ID = '019ab3f2-0000-7d10-8a3b-2f6f0c9f1d2e';
const AT = '2026-05-01T12:00:00.000Z';

export class SpanFields {
  /**
   * Links made from here on; a date is the start of that day in UTC
   * @example '2026-05-01'
   */
  @Optional()
  @Instant({ edge: 'start', isoOnly: true })
  since?: string | null;

  /**
   * Links made before; a date is the start of that day in UTC
   * @example '2026-06-01'
   */
  @Optional()
  @Instant({ edge: 'start', isoOnly: true })
  until?: string | null;

  /**
   * Links that this one found
   * @example 'client'
   */
  @Optional()
  @OneOf(LINK_FINDERS)
  found_by?: LinkFinder | null;
}

export class LinksQuery extends SpanFields {
  /**
   * Links in this state
   * @example 'open'
   */
  @Optional()
  @OneOf(LINK_STATES)
  state?: LinkState | null;

  /**
   * Links of this kind
   * @example 'update'
   */
  @Optional()
  @OneOf(LINK_KINDS)
  kind?: LinkKind | null;

  /**
   * Links of this memory
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  @Optional()
  @Uuid()
  memory_id?: string | null;

  /**
   * Links of the page, 1 to 100
   * @example 20
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  limit = 20;

  /** The `next_cursor` of the page before */
  @Optional()
  @Cursor()
  @ApiProperty({ example: encodeTimeCursor({ time: new Date(AT), id: ID }) })
  cursor: string | null = null;
}

export class UndoLinksRequest extends SpanFields {}

export class LinkRow {
  /** By which it is applied or rejected */
  @ApiProperty({ example: ID })
  link_id!: string;

  /**
   * What the newer memory does: it replaces, contradicts or repeats the older one
   * @example 'update'
   */
  @ApiProperty({ enum: LINK_KINDS })
  kind!: LinkKind;

  /**
   * `applied`: the older memory is closed; `open`: nothing is closed
   * @example 'open'
   */
  @ApiProperty({ enum: LINK_STATES })
  state!: LinkState;

  /**
   * 0 to 1
   * @example 0.9
   */
  certainty!: number;

  /**
   * Who says so: a client, the service's judge, or a language model
   * @example 'judge'
   */
  @ApiProperty({ enum: LINK_FINDERS })
  found_by!: LinkFinder;

  /** The newer memory */
  @ApiProperty({ example: ID })
  newer_id!: string;

  /** The older memory */
  @ApiProperty({ example: OTHER_ID })
  older_id!: string;

  /** What the newer memory says; null when it was deleted */
  @ApiProperty({ example: 'The team deploys on Mondays.', type: String, nullable: true })
  newer_content!: string | null;

  /** What the older memory says; null when it was deleted */
  @ApiProperty({ example: 'The team deploys on Fridays.', type: String, nullable: true })
  older_content!: string | null;

  /** When it was made */
  @ApiProperty({ example: AT })
  made_at!: string;

  /** When its state changed last */
  @ApiProperty({ example: AT })
  changed_at!: string;

  /**
   * Who changed it last
   * @example 'my-agent'
   */
  changed_by!: string;
}

export class LinksResponse extends AgentAnswer {
  /** Newest first */
  @ApiProperty({ type: LinkRow, isArray: true, example: [] })
  links!: LinkRow[];

  /** Where the next page starts; null for the last page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;
}

/** The link as it is now. */
export class LinkResponse extends LinkRow {
  /**
   * The agent
   * @example 'my-agent'
   */
  agent_id!: string;

  /**
   * The session
   * @example 'sess_0123456789ab'
   */
  session_id!: string;
}

export class UndoLinksResponse extends SessionAnswer {
  /**
   * Ids of the links rejected now, at most 1000
   * @example []
   */
  rejected!: string[];

  /**
   * Whether there are more: send the request again
   * @example false
   */
  has_more!: boolean;
}

export function toLinkRow(link: ShownLink): LinkRow {
  return {
    link_id: link.linkId,
    kind: link.kind,
    state: link.state,
    certainty: link.certainty,
    found_by: link.foundBy,
    newer_id: link.newerId,
    older_id: link.olderId,
    newer_content: link.newer?.content ?? null,
    older_content: link.older?.content ?? null,
    made_at: link.madeAt.toISOString(),
    changed_at: link.changedAt.toISOString(),
    changed_by: link.changedBy,
  };
}

export function linkTime({ madeAt, linkId }: MemoryLink): { time: Date; id: string } {
  return { time: madeAt, id: linkId };
}

/** The span of a request; its texts were validated. */
export function spanOf({ since, until, found_by }: SpanFields) {
  return { since: instant(since), until: instant(until), foundBy: found_by ?? null };
}

function instant(text: string | null | undefined): Date | null {
  return text ? parseInstant(text, 'start') : null;
}
