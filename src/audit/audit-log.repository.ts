// SQL: filters that may be absent, bytes as hex, and the anchor beside the head.
import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import type { AuditFilter } from './audit-filter';
import type { AuditRecord, SignedPlace } from './audit-record';

/** The signed ends of a chain. */
export interface ChainEnds {
  head: SignedPlace;
  /** The last record that was pruned; null when none was. */
  anchor: SignedPlace | null;
}

const COLUMNS = sql`r.chain, r.seq::float8 AS seq, r.id, r.at, r.actor, r.operation, r.session_id AS "sessionId",
  r.targets, r.count, encode(r.digest, 'hex') AS digest, r.proven, encode(r.hash, 'hex') AS hash`;

/** The reads of the chains. */
@Injectable()
export class AuditLogRepository {
  constructor(private readonly database: PrismaService) {}

  /** Reads records before a place, the newest first. */
  newest(chain: string, filter: AuditFilter, before: number | null, limit: number): Promise<AuditRecord[]> {
    const { since, until, actor, operation, target } = filter;
    return this.database.query<AuditRecord>(sql`
      SELECT ${COLUMNS} FROM audit_records r
      WHERE r.chain = ${chain}
        ${before === null ? sql`` : sql`AND r.seq < ${before}`}
        ${since === null ? sql`` : sql`AND r.at >= ${since}`}
        ${until === null ? sql`` : sql`AND r.at <= ${until}`}
        ${actor === null ? sql`` : sql`AND r.actor = ${actor}`}
        ${operation === null ? sql`` : sql`AND r.operation = ${operation}`}
        ${
          target === null
            ? sql``
            : sql`AND EXISTS (
          SELECT 1 FROM json_array_elements(r.targets) t, json_array_elements_text(t -> 'ids') i (id) WHERE i.id = ${target})`
        }
      ORDER BY r.seq DESC LIMIT ${limit}`);
  }

  /** Reads records after a place and up to another one, the oldest first. */
  following(chain: string, after: number, until: number, limit: number): Promise<AuditRecord[]> {
    return this.database.query<AuditRecord>(sql`
      SELECT ${COLUMNS} FROM audit_records r
      WHERE r.chain = ${chain} AND r.seq > ${after} AND r.seq <= ${until} ORDER BY r.seq LIMIT ${limit}`);
  }

  /** Returns those of the chains whose agents exist. */
  async existing(chains: readonly string[]): Promise<Set<string>> {
    const agents = await this.database.models.agent.findMany({
      where: { namespace: { in: [...chains] } },
      select: { namespace: true },
    });
    return new Set(agents.map(({ namespace }) => namespace));
  }

  /** Null for a chain without records. */
  async ends(chain: string): Promise<ChainEnds | null> {
    const head = await this.database.models.auditHead.findUnique({ where: { chain } });
    if (head === null) return null;
    const { anchorSeq, anchorHash, anchorAt, anchorKeyId, anchorSignature } = head;
    const isPruned = anchorHash && anchorAt && anchorKeyId !== null && anchorSignature;
    return {
      head: placeOf(head),
      anchor: isPruned
        ? placeOf({
            seq: anchorSeq,
            hash: anchorHash,
            at: anchorAt,
            keyId: anchorKeyId,
            signature: anchorSignature,
          })
        : null,
    };
  }
}

interface PlaceRow {
  seq: bigint;
  hash: Uint8Array;
  at: Date;
  keyId: string;
  signature: Uint8Array;
}

function placeOf({ seq, hash, at, keyId, signature }: PlaceRow): SignedPlace {
  return { seq: Number(seq), hash: hex(hash), at, keyId, signature: hex(signature) };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
