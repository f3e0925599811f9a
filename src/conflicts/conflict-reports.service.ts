import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import { MemoryStore } from '../backend/memory-store';
import type { ActiveSession } from '../sessions/session';
import type { OpenConflict } from './conflict-report';
import { ConflictReportsRepository } from './conflict-reports.repository';

/** Rows of one answer, each with what two memories say. */
export const MAX_LISTED = 1_000;

@Injectable()
export class ConflictReports {
  constructor(
    private readonly memories: MemoryStore,
    private readonly reports: ConflictReportsRepository,
  ) {}

  /** Unresolved rows by their indexes, with their memories as they are now. A row without both is left out. */
  async listOpen({ agentId, namespace }: ActiveSession, date: string): Promise<OpenConflict[]> {
    const rows = await this.reports.listOpen({ agentId, date }, MAX_LISTED);
    const ids = new Set(rows.flatMap((row) => [row.oldMemoryId, row.newMemoryId]));
    const found = ids.size === 0 ? [] : await this.memories.findAll(namespace, [...ids]);
    const memories = new Map(found.map((memory) => [memory.id, memory]));
    return rows.flatMap((row) => {
      const [older, newer] = [memories.get(row.oldMemoryId), memories.get(row.newMemoryId)];
      return older && newer ? [{ ...row, old: older, new: newer }] : [];
    });
  }

  /** Throws AgentNotFound. */
  async namespaceOf(agentId: string): Promise<string> {
    const namespace = await this.reports.findNamespace(agentId);
    if (namespace === null) throw agentNotFound(agentId);
    return namespace;
  }
}
