// SQL: holds by the database's clock, sums of counts in place, and decoded hashes.
import { Injectable } from '@nestjs/common';
import type { CountedChange } from '../database/bounded-work';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { compact } from './compaction.repository';
import { Prisma } from '../generated/prisma/client';
import {
  NO_COUNTS,
  type AuditHead,
  type Counts,
  type ForgottenKind,
  type OpenRun,
  type Receipt,
  type Remaining,
  type Signature,
} from './forget-run';

/** A run whose process died goes on in another one after this time. */
const HOLD_SECONDS = 30;

export type SealedRun = Omit<OpenRun, 'selector'> & { sealed: Uint8Array };

@Injectable()
export class ForgetRunsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Held by its process from the start. */
  async start({ receiptId, agentIds, by, sessionId, sealed }: SealedRun, holder: string): Promise<void> {
    await this.prisma.execute(sql`
      INSERT INTO forget_runs (receipt_id, agent_ids, by, session_id, sealed, started_at, holder, held_until)
      VALUES (${receiptId}::uuid, ${agentIds}::text[], ${by}, ${sessionId}, ${sealed}, now(), ${holder}::uuid,
        now() + make_interval(secs => ${HOLD_SECONDS}))`);
  }

  /** Takes the oldest run that no process does; null when there is none. */
  async take(holder: string): Promise<SealedRun | null> {
    const [run] = await this.prisma.query<SealedRun>(sql`
      UPDATE forget_runs r SET holder = ${holder}::uuid, held_until = now() + make_interval(secs => ${HOLD_SECONDS})
      WHERE r.receipt_id = (
        SELECT o.receipt_id FROM forget_runs o
        WHERE o.state = 'running' AND (o.held_until IS NULL OR o.held_until NOT BETWEEN now() AND now() + interval '1 hour')
        ORDER BY o.started_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING r.receipt_id AS "receiptId", r.agent_ids AS "agentIds", r.by, r.session_id AS "sessionId", r.sealed`);
    return run ?? null;
  }

  /** False when another process has taken the run. */
  async hold(receiptId: string, holder: string): Promise<boolean> {
    const held = await this.prisma.execute(sql`
      UPDATE forget_runs r SET held_until = now() + make_interval(secs => ${HOLD_SECONDS})
      WHERE r.receipt_id = ${receiptId}::uuid AND r.holder = ${holder}::uuid AND r.state = 'running'`);
    return held > 0;
  }

  async release(receiptId: string, holder: string): Promise<void> {
    await this.prisma.execute(sql`
      UPDATE forget_runs r SET held_until = NULL WHERE r.receipt_id = ${receiptId}::uuid AND r.holder = ${holder}::uuid`);
  }

  /** `digests` in hex; those that the run has already stay once. */
  async addDigests(receiptId: string, digests: readonly string[]): Promise<void> {
    if (digests.length === 0) return;
    await this.prisma.execute(sql`
      INSERT INTO forget_digests (receipt_id, digest)
      SELECT DISTINCT ${receiptId}::uuid, decode(d.digest, 'hex') FROM unnest(${digests}::text[]) AS d (digest)
      ON CONFLICT DO NOTHING`);
  }

  async addCounts(receiptId: string, counts: Partial<Counts>): Promise<void> {
    const added = Object.entries(counts).filter(([, count]) => count > 0);
    if (added.length === 0) return;
    const kinds = added.map(([kind]) => kind);
    const numbers = added.map(([, count]) => count);
    await this.prisma.execute(sql`
      UPDATE forget_runs r SET counts = r.counts || (
        SELECT jsonb_object_agg(a.kind, coalesce((r.counts ->> a.kind)::bigint, 0) + a.number)
        FROM unnest(${kinds}::text[], ${numbers}::bigint[]) AS a (kind, number))
      WHERE r.receipt_id = ${receiptId}::uuid`);
  }

  /** Runs a deletion with its count in one transaction, so that no end of the process loses or doubles the count. */
  counted(receiptId: string, kind: ForgottenKind): CountedChange {
    return (deletion) =>
      this.prisma.transaction(async () => {
        const count = await deletion();
        await this.addCounts(receiptId, { [kind]: count });
        return count;
      });
  }

  async addFiles(receiptId: string, fileIds: readonly string[]): Promise<void> {
    if (fileIds.length === 0) return;
    await this.prisma.execute(sql`
      UPDATE forget_runs r SET file_ids = ARRAY(SELECT DISTINCT f FROM unnest(r.file_ids || ${fileIds}::uuid[]) AS f)
      WHERE r.receipt_id = ${receiptId}::uuid`);
  }

  async findFiles(receiptId: string): Promise<string[]> {
    const run = await this.prisma.models.forgetRun.findUnique({
      where: { receiptId },
      select: { fileIds: true },
    });
    return run?.fileIds ?? [];
  }

  async setRemaining(receiptId: string, remaining: readonly Remaining[]): Promise<void> {
    await this.prisma.models.forgetRun.update({
      where: { receiptId },
      data: { remaining: remaining.map((each) => ({ ...each })) },
    });
  }

  /** The state, the signature and the erased selector in one; false when the run is done already. */
  async finish(receiptId: string, { at, auditHead, keyId, signature }: Signature): Promise<boolean> {
    const { count } = await this.prisma.models.forgetRun.updateMany({
      where: { receiptId, state: 'running' },
      data: {
        ...{ state: 'done', sealed: null, heldUntil: null, finishedAt: at, keyId, signature },
        auditHead: auditHead === null ? Prisma.DbNull : { ...auditHead },
      },
    });
    return count > 0;
  }

  /** Takes deleted texts out of the files of the embedded database. */
  compact(): Promise<void> {
    return compact(this.prisma);
  }

  async find(receiptId: string): Promise<Receipt | null> {
    const run = await this.prisma.models.forgetRun.findUnique({ where: { receiptId } });
    if (run === null) return null;
    const digests = await this.prisma.query<{ digest: string }>(sql`
      SELECT encode(d.digest, 'hex') AS digest FROM forget_digests d
      WHERE d.receipt_id = ${receiptId}::uuid ORDER BY d.digest`);
    return {
      ...run,
      state: run.state as Receipt['state'],
      at: run.finishedAt,
      counts: { ...NO_COUNTS, ...(run.counts as Partial<Counts>) },
      remaining: run.remaining as unknown as Remaining[],
      auditHead: run.auditHead as AuditHead | null,
      digests: digests.map(({ digest }) => digest),
    };
  }
}
