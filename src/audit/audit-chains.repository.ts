// SQL: sealing moves entries of many chains in one statement; digests are bytes in the database and hex here.
import type { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import type { AuditEntry } from './audit-entry';
import type { AuditRecord, SignedPlace } from './audit-record';
import type { WrittenEvent } from './written-event';

/** An entry that waits for its place. */
export interface WaitingEntry extends AuditEntry {
  n: number;
  at: Date;
  mac: string;
  events: WrittenEvent[] | null;
}

/** A record that gets its place. */
export type PlacedRecord = AuditRecord & Pick<WaitingEntry, 'events'>;

/** The end of a chain, as it is stored. */
export interface ChainHead extends SignedPlace {
  chain: string;
  /** The hash of the record that the head names; null when there is no such record. */
  lastHash: string | null;
}

const SEALING = 'agent-memory-service/audit-sealing';

const HEAD = sql`h.chain, h.seq::float8 AS seq, encode(h.hash, 'hex') AS hash, h.at, h.key_id AS "keyId",
  encode(h.signature, 'hex') AS signature`;

/** Runs in one transaction, of which one runs at a time in all processes: sealing and pruning exclude each other. */
export function changingChains<T>(database: PrismaService, work: () => Promise<T>): Promise<T> {
  return database.transaction(async () => {
    await database.lockInTransaction(SEALING);
    return work();
  });
}

/** The statements that seal the chains. */
export class AuditChainsRepository {
  constructor(private readonly database: PrismaService) {}

  sealing<T>(work: () => Promise<T>): Promise<T> {
    return changingChains(this.database, work);
  }

  /** Reads the first waiting entries, in the order of their writes, without those of the chains `but`. */
  waiting(limit: number, but: readonly string[]): Promise<WaitingEntry[]> {
    return this.database.query<WaitingEntry>(sql`
      SELECT n::float8 AS n, chain, id, at, actor, operation, session_id AS "sessionId", targets, count,
        encode(digest, 'hex') AS digest, encode(mac, 'hex') AS mac, events
      FROM audit_entries WHERE chain <> ALL(${but}::text[]) ORDER BY audit_entries.n LIMIT ${limit}`);
  }

  heads(chains: readonly string[]): Promise<ChainHead[]> {
    return this.database.query<ChainHead>(sql`
      SELECT ${HEAD}, coalesce(
        (SELECT encode(r.hash, 'hex') FROM audit_records r WHERE r.chain = h.chain AND r.seq = h.seq),
        CASE WHEN h.anchor_seq = h.seq THEN encode(h.anchor_hash, 'hex') END) AS "lastHash"
      FROM audit_heads h WHERE h.chain = ANY(${chains}::text[])`);
  }

  /** Returns those of the chains that have records. */
  async withRecords(chains: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ chain: string }>(sql`
      SELECT c.chain FROM unnest(${chains}::text[]) AS c (chain)
      WHERE EXISTS (SELECT 1 FROM audit_records r WHERE r.chain = c.chain)`);
    return new Set(rows.map(({ chain }) => chain));
  }

  /** Gives entries their places and chains their heads. */
  async seal(
    waiting: readonly number[],
    records: readonly PlacedRecord[],
    heads: readonly (SignedPlace & { chain: string })[],
  ): Promise<void> {
    await this.database.execute(sql`
      WITH sealed AS (DELETE FROM audit_entries WHERE n = ANY(${waiting}::bigint[])),
      placed AS (
        INSERT INTO audit_records (chain, seq, id, at, actor, operation, session_id, targets, count, digest,
          proven, hash, events, event_seq)
        SELECT r.chain, r.seq, r.id, r.at, r.actor, r.operation, r."sessionId", r.targets, r.count,
          decode(r.digest, 'hex'), r.proven, decode(r.hash, 'hex'), r.events,
          CASE WHEN r.events IS NOT NULL THEN nextval('audit_records_event_seq_seq') END
        FROM ROWS FROM (json_to_recordset(${JSON.stringify(records)}::json) AS (chain text, seq bigint, id uuid,
          at timestamptz, actor text, operation text, "sessionId" text, targets json, count int, digest text,
          proven boolean, hash text, events json)) WITH ORDINALITY AS r ORDER BY r.ordinality
      )
      INSERT INTO audit_heads (chain, seq, hash, at, key_id, signature)
      SELECT h.chain, h.seq, decode(h.hash, 'hex'), h.at, h."keyId", decode(h.signature, 'hex')
      FROM json_to_recordset(${JSON.stringify(heads)}::json) AS h (chain text, seq bigint, hash text, at timestamptz,
        "keyId" text, signature text)
      ON CONFLICT (chain) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, at = excluded.at,
        key_id = excluded.key_id, signature = excluded.signature`);
  }
}
