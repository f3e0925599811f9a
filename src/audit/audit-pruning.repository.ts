// SQL: hashes are bytes in the database; a slice is deleted and the head gets its anchor in one statement.
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { changingChains } from './audit-chains.repository';
import { AuditLogRepository } from './audit-log.repository';
import type { AuditRecord, SignedPlace } from './audit-record';

/** The records with which a chain begins. */
export interface PrunedSlice {
  /** The last record that was pruned before; null for none. */
  anchor: SignedPlace | null;
  records: AuditRecord[];
}

/** The statements that prune the chains. */
@Injectable()
export class AuditPruningRepository {
  constructor(
    private readonly database: PrismaService,
    private readonly log: AuditLogRepository,
  ) {}

  changing<T>(work: () => Promise<T>): Promise<T> {
    return changingChains(this.database, work);
  }

  /** The next chain, by name, that begins before a time and has more than one record; null after the last. */
  async nextChain(after: string | null, before: Date): Promise<string | null> {
    const [row] = await this.database.query<{ chain: string }>(sql`
      SELECT h.chain FROM audit_heads h
      WHERE ${after === null ? sql`true` : sql`h.chain > ${after}`} AND h.seq > h.anchor_seq + 1
        AND (SELECT r.at FROM audit_records r WHERE r.chain = h.chain ORDER BY r.seq LIMIT 1) < ${before}
      ORDER BY h.chain LIMIT 1`);
    return row?.chain ?? null;
  }

  async slice(chain: string, limit: number): Promise<PrunedSlice> {
    const ends = await this.log.ends(chain);
    if (ends === null) return { anchor: null, records: [] };
    const records = await this.log.following(chain, ends.anchor?.seq ?? 0, ends.head.seq, limit);
    return { anchor: ends.anchor, records };
  }

  /** Deletes the records up to a place, which becomes the anchor. */
  async prune(chain: string, { seq, hash, at, keyId, signature }: SignedPlace): Promise<void> {
    await this.database.execute(sql`
      WITH pruned AS (DELETE FROM audit_records WHERE chain = ${chain} AND seq <= ${seq}::bigint)
      UPDATE audit_heads SET anchor_seq = ${seq}::bigint, anchor_hash = decode(${hash}, 'hex'), anchor_at = ${at},
        anchor_key_id = ${keyId}, anchor_signature = decode(${signature}, 'hex')
      WHERE chain = ${chain}`);
  }
}
