// SQL: places of several chains are compared in one statement.
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { sql, type Sql } from '../database/sql';
import type { EventRecord } from './agent-event';

/** The places of the first and the last record that are kept; `first` is greater than `last` for none. */
export interface LogExtent {
  first: number;
  last: number;
}

export interface KnownEnd {
  chain: string;
  seq: number;
}

export interface LogEnd {
  chain: string;
  last: number;
  /** The id of the record at the known place; null if it is gone. */
  knownId: string | null;
}

/** A record with its chain, and its place among those of all chains. */
export interface PlacedEvents extends EventRecord {
  chain: string;
  eventSeq: number;
}

const COLUMNS: Sql = sql`r.seq::float8 AS seq, r.id AS "recordId", r.at, r.actor, r.session_id AS "sessionId",
  coalesce(r.events, '[]'::json) AS events`;

/** Events as they stand in the audit chains. */
@Injectable()
export class EventLogRepository {
  constructor(private readonly database: PrismaService) {}

  async extent(chain: string): Promise<LogExtent> {
    const head = await this.database.models.auditHead.findUnique({
      where: { chain },
      select: { seq: true, anchorSeq: true },
    });
    return head ? { first: Number(head.anchorSeq) + 1, last: Number(head.seq) } : { first: 1, last: 0 };
  }

  /** Reads records in order, from a place on. */
  from(chain: string, seq: number, limit: number): Promise<EventRecord[]> {
    return this.database.query<EventRecord>(sql`
      SELECT ${COLUMNS} FROM audit_records r
      WHERE r.chain = ${chain} AND r.seq >= ${seq}::bigint ORDER BY r.seq LIMIT ${limit}`);
  }

  /** Reads the ends of these chains in one snapshot. */
  ends(known: readonly KnownEnd[]): Promise<LogEnd[]> {
    return this.database.query<LogEnd>(sql`
      SELECT w.chain, coalesce(h.seq, 0)::float8 AS last,
        (SELECT r.id::text FROM audit_records r WHERE r.chain = w.chain AND r.seq = w.seq) AS "knownId"
      FROM unnest(${known.map(({ chain }) => chain)}::text[], ${known.map(({ seq }) => seq)}::bigint[]) AS w (chain, seq)
      LEFT JOIN audit_heads h ON h.chain = w.chain`);
  }

  /** The place of the first record that is not older. Places follow times but for the length of a transaction. */
  async firstSince(chain: string, at: Date): Promise<number> {
    let { first, last } = await this.extent(chain);
    while (first <= last) {
      const middle = Math.floor((first + last) / 2);
      const [record] = await this.from(chain, middle, 1);
      if (record !== undefined && record.at < at) first = middle + 1;
      else last = middle - 1;
    }
    return first;
  }

  /** Reads records of all chains, in the order in which they were sealed. */
  afterInAll(eventSeq: number, limit: number): Promise<PlacedEvents[]> {
    return this.database.query<PlacedEvents>(sql`
      SELECT r.chain, r.event_seq::float8 AS "eventSeq", ${COLUMNS} FROM audit_records r
      WHERE r.event_seq > ${eventSeq}::bigint ORDER BY r.event_seq LIMIT ${limit}`);
  }

  /** The greatest place of all chains; 0 for none. */
  async lastInAll(): Promise<number> {
    const [row] = await this.database.query<{ last: number }>(sql`
      SELECT coalesce(max(r.event_seq), 0)::float8 AS last FROM audit_records r WHERE r.event_seq IS NOT NULL`);
    return row?.last ?? 0;
  }
}
