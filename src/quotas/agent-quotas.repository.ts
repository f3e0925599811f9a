import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import type { QuotaLimits } from './quota';

@Injectable()
export class AgentQuotasRepository {
  constructor(private readonly prisma: PrismaService) {}

  get isInTransaction(): boolean {
    return this.prisma.isInTransaction;
  }

  /** What the agent of a namespace has instead of the settings; null without an agent. */
  async find(namespace: string): Promise<QuotaLimits | null> {
    const row = await this.prisma.models.agent.findUnique({
      where: { namespace },
      select: { maxMemories: true, maxBytes: true, writesPerMinute: true },
    });
    if (row === null) return null;
    return { ...row, maxMemories: numberOf(row.maxMemories), maxBytes: numberOf(row.maxBytes) };
  }
}

/** Limits are below 2^53. */
export function numberOf(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
