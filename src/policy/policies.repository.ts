import { Injectable } from '@nestjs/common';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { namespaceOf } from '../agents/agent';
import { lockKnownAgent } from '../agents/agents.repository';
import { demandVersion, type ReadVersion } from '../common/if-match.param';
import { PrismaService } from '../database/prisma.service';
import type { Prisma } from '../generated/prisma/client';
import type { PolicyDocument } from './policy';

export interface StoredPolicy {
  policy: PolicyDocument;
  updatedAt: Date;
}

@Injectable()
export class PoliciesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Null when none was set. */
  async find(agentId: string): Promise<StoredPolicy | null> {
    const row = await this.policies.findUnique({
      where: { agentId },
      select: { policy: true, updatedAt: true },
    });
    return row && { policy: row.policy as unknown as PolicyDocument, updatedAt: row.updatedAt };
  }

  /** Replaces the agent's policy, if it is still as `version` says. Throws AgentNotFound, PreconditionFailed. */
  async save(
    agentId: string,
    document: PolicyDocument,
    at: Date,
    version: ReadVersion | null,
  ): Promise<void> {
    const item = { kind: 'policy', id: agentId, event: 'set', fields: document };
    await recordedWrite(
      this.prisma,
      async () => {
        await lockKnownAgent(this.prisma, agentId);
        const stored = await this.find(agentId);
        demandVersion(version, stored?.updatedAt ?? null);
        await this.put(agentId, document, stored === null ? at : later(at, stored.updatedAt));
      },
      () => noteOn(namespaceOf(agentId), 'setPolicy', item),
    );
  }

  private async put(agentId: string, document: PolicyDocument, updatedAt: Date): Promise<void> {
    const values = { policy: document as unknown as Prisma.InputJsonObject, updatedAt };
    await this.policies.upsert({
      where: { agentId },
      create: { agentId, ...values },
      update: values,
      select: { agentId: true },
    });
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

/** A change always moves the time, also where two fall into one millisecond or a clock stands behind. */
function later(at: Date, before: Date): Date {
  return new Date(Math.max(at.getTime(), before.getTime() + 1));
}
