import { ApiProperty } from '@nestjs/swagger';
import { Cursor, Optional, WholeNumber } from '../common/request-decorators';
import { encodeTimeCursor } from '../common/time-cursor';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { SWEEP_CAUSES, SWEEP_KINDS, SWEEP_STATUSES, type Sweep } from './sweep';
import { AT, ID, PER_RULE } from './sweep.dto';

export class SweepListQuery {
  /**
   * Entries of the page, 1 to 100
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

export class SweepRow {
  /** By which it can be undone */
  @ApiProperty({ example: ID })
  sweep_id!: string;

  /**
   * `sweep` expires, `purge` deletes for good
   * @example 'sweep'
   */
  @ApiProperty({ enum: SWEEP_KINDS })
  kind!: (typeof SWEEP_KINDS)[number];

  /**
   * `manual` if a request started it, `nightly` if maintenance did
   * @example 'manual'
   */
  @ApiProperty({ enum: SWEEP_CAUSES })
  cause!: (typeof SWEEP_CAUSES)[number];

  /**
   * `held`: a nightly sweep that would have expired too many memories, and expired none. `running` long after the
   * start: its process ended; what it expired stays expired
   * @example 'completed'
   */
  @ApiProperty({ enum: SWEEP_STATUSES })
  status!: (typeof SWEEP_STATUSES)[number];

  /** When memories were judged */
  @ApiProperty({ example: AT })
  evaluated_at!: string;

  /** When it ended */
  @ApiProperty({ example: AT, type: String, nullable: true })
  finished_at!: string | null;

  /**
   * Active memories evaluated; 0 for a purge
   * @example 40
   */
  @ApiProperty({ type: 'integer' })
  scanned!: number;

  /**
   * Memories that were to be expired or purged
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  matched!: number;

  /**
   * Memories expired
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  expired!: number;

  /**
   * Memories purged
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  purged!: number;

  /**
   * Memories that it failed for
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  errors!: number;

  /** Matches by rule name or `retention.<type>` */
  @ApiProperty({ example: PER_RULE, type: Object, additionalProperties: true })
  per_rule!: Record<string, number>;
}

export class SweepListResponse extends AgentAnswer {
  /**
   * Newest first
   * @example []
   */
  sweeps!: SweepRow[];

  /**
   * How many are listed here
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count!: number;

  /** The cursor of the next page */
  @ApiProperty({ example: null, type: String, nullable: true })
  next_cursor!: string | null;
}

export class SweepUndoneResponse extends AgentAnswer {
  /** The sweep */
  @ApiProperty({ example: ID })
  sweep_id!: string;

  /**
   * Memories made active again
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  restored!: number;

  /**
   * Memories left as they are, since they were edited, restored or deleted after the sweep
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  skipped!: number;
}

export function toSweepRow(sweep: Sweep): SweepRow {
  const expired = sweep.kind === 'sweep' ? sweep.changed : 0;
  return {
    sweep_id: sweep.sweepId,
    kind: sweep.kind,
    cause: sweep.cause,
    status: sweep.status,
    evaluated_at: sweep.evaluatedAt.toISOString(),
    finished_at: sweep.finishedAt?.toISOString() ?? null,
    scanned: sweep.scanned,
    matched: sweep.matched,
    expired,
    purged: sweep.changed - expired,
    errors: sweep.errors,
    per_rule: sweep.perRule,
  };
}
