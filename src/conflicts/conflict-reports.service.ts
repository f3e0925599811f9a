import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import { isQuarantined } from '../backend/judged-memory';
import type { Memory } from '../backend/memory';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import type { ActiveSession } from '../sessions/session';
import type { ConflictRow, OpenConflict, ReportedConflict } from './conflict-report';
import { ConflictReportsRepository } from './conflict-reports.repository';
import type { DetectionRequest, FoundConflict } from './generation';

type AgentOfReport = Pick<ActiveSession, 'agentId' | 'namespace'>;

/** Rows of one answer, each with what two memories say. */
export const MAX_LISTED = 1_000;

@Injectable()
export class ConflictReports {
  constructor(
    private readonly memories: MemoryStore,
    private readonly reports: ConflictReportsRepository,
    private readonly clock: Clock,
  ) {}

  /** Adds the found conflicts to the report, except pairs with a memory that was deleted, expired or changed since. */
  async append(
    { agentId, namespace, day }: DetectionRequest,
    found: readonly FoundConflict[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    if (found.length === 0) return;
    const ids = [...new Set(found.flatMap(({ pair }) => [pair.older.id, pair.newer.id]))];
    await this.memories.unitOfWork(namespace, {
      ids,
      lock: () => this.reports.lockAgent(agentId),
      work: (memories) => {
        const now = new Map(memories.map((memory) => [memory.id, memory]));
        return Promise.resolve(
          found.filter(({ pair }) => isAsJudged(pair.older, now) && isAsJudged(pair.newer, now)),
        );
      },
      record: async (lasting) => {
        await this.reports.lockAgent(agentId);
        await this.reports.append({ agentId, date: day.date }, lasting, this.clock.now());
      },
    });
  }

  /** Unresolved rows by their indexes, with their memories as they are now. A row without both, or with one that is quarantined, is left out. */
  async listOpen({ agentId, namespace }: AgentOfReport, date: string): Promise<OpenConflict[]> {
    const rows = await this.reports.listOpen({ agentId, date }, MAX_LISTED);
    const memories = await this.memoriesOf(namespace, rows);
    return rows.flatMap((row) => {
      const [older, newer] = [memories.get(row.oldMemoryId), memories.get(row.newMemoryId)];
      const isShown = older && newer && !isQuarantined(older) && !isQuarantined(newer);
      return isShown ? [{ ...row, old: older, new: newer }] : [];
    });
  }

  /** Rows of all reports, newest report first. `resolved`: null for both kinds. */
  async listOfAgent(
    { agentId, namespace }: ActiveSession,
    resolved: boolean | null,
    limit: number,
  ): Promise<ReportedConflict[]> {
    const rows = await this.reports.listOfAgent(agentId, resolved, limit);
    const memories = await this.memoriesOf(namespace, rows);
    return rows.map((row) => {
      return {
        ...row,
        old: memories.get(row.oldMemoryId) ?? null,
        new: memories.get(row.newMemoryId) ?? null,
      };
    });
  }

  private async memoriesOf(namespace: string, rows: readonly ConflictRow[]): Promise<Map<string, Memory>> {
    const ids = new Set(rows.flatMap((row) => [row.oldMemoryId, row.newMemoryId]));
    const found = ids.size === 0 ? [] : await this.memories.findAll(namespace, [...ids]);
    return new Map(found.map((memory) => [memory.id, memory]));
  }

  /** Throws AgentNotFound. */
  async namespaceOf(agentId: string): Promise<string> {
    const namespace = await this.reports.findNamespace(agentId);
    if (namespace === null) throw agentNotFound(agentId);
    return namespace;
  }
}

function isAsJudged(memory: Memory, now: ReadonlyMap<string, Memory>): boolean {
  const held = now.get(memory.id);
  return held?.status === 'active' && held.updatedAt.getTime() === memory.updatedAt.getTime();
}
