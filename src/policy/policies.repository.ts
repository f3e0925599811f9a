import { Injectable } from '@nestjs/common';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { agentNotFound, namespaceOf } from '../agents/agent';
import { PrismaService } from '../database/prisma.service';
import { isForeignKeyViolation } from '../database/database-errors';
import type { Prisma } from '../generated/prisma/client';
import type { PolicyDocument } from './policy';

@Injectable()
export class PoliciesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null when none was set. */
  async find(agentId: string): Promise<PolicyDocument | null> {
    const row = await this.policies.findUnique({ where: { agentId }, select: { policy: true } });
    return row && (row.policy as unknown as PolicyDocument);
  }

  /** Replaces the agent's policy. Throws AgentNotFound. */
  async save(agentId: string, document: PolicyDocument, at: Date): Promise<void> {
    const values = { policy: document as unknown as Prisma.InputJsonObject, updatedAt: at };
    try {
      const item = { kind: 'policy', id: agentId, event: 'set', fields: document };
      await recordedWrite(
        this.prisma,
        () =>
          this.policies.upsert({
            where: { agentId },
            create: { agentId, ...values },
            update: values,
            select: { agentId: true },
          }),
        () => noteOn(namespaceOf(agentId), 'setPolicy', item),
      );
    } catch (error) {
      throw isForeignKeyViolation(error) ? agentNotFound(agentId) : error;
    }
  }

  /** Agents with a policy, in order of their ids, from the one after `after` on. */
  async listAgents(after: string | null, limit: number): Promise<string[]> {
    const rows = await this.policies.findMany({
      where: { agentId: { gt: after ?? '' } },
      orderBy: { agentId: 'asc' },
      take: limit,
      select: { agentId: true },
    });
    return rows.map((row) => row.agentId);
  }

  private get policies() {
    return this.prisma.models.policy;
  }
}
