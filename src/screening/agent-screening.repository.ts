import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';

export interface AgentRedaction {
  /** Null: as the settings of the service say. */
  redaction: string | null;
  redactionPersonal: string | null;
}

@Injectable()
export class AgentScreeningRepository {
  constructor(private readonly prisma: PrismaService) {}

  get isInTransaction(): boolean {
    return this.prisma.isInTransaction;
  }

  /** What the agent of a namespace has instead of the settings; null without an agent. */
  find(namespace: string): Promise<AgentRedaction | null> {
    return this.prisma.models.agent.findUnique({
      where: { namespace },
      select: { redaction: true, redactionPersonal: true },
    });
  }
}
