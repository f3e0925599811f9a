// SQL: locks of several agents, and one insert of a list that keeps its order.
import { Injectable } from '@nestjs/common';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { agentNotFound, namespaceOf } from './agent';

/** Which agents an agent reads beside its own memories. */
@Injectable()
export class AgentReadsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The agents that an agent reads, in the order in which they were given; null without the agent. */
  async find(agentId: string): Promise<string[] | null> {
    const agent = await this.prisma.models.agent.findUnique({
      where: { agentId },
      select: { reads: { orderBy: { place: 'asc' }, select: { readId: true } } },
    });
    return agent && agent.reads.map(({ readId }) => readId);
  }

  /** Replaces the list. Throws AgentNotFound for the reader, or the first of the others that does not exist. */
  async replace(agentId: string, reads: readonly string[]): Promise<void> {
    const item = { kind: 'agent', id: agentId, event: 'edited', fields: { reads } };
    await recordedWrite(
      this.prisma,
      async () => {
        await this.hold([agentId, ...reads]);
        await this.prisma.models.agentRead.deleteMany({ where: { agentId } });
        const data = reads.map((readId, at) => ({ agentId, readId, place: at + 1 }));
        await this.prisma.models.agentRead.createMany({ data });
      },
      () => noteOn(namespaceOf(agentId), 'setAgentReads', item),
    );
  }

  /** Keeps the agents until the transaction ends; in one order, so that two requests cannot wait for each other. */
  private async hold(agentIds: readonly string[]): Promise<void> {
    const rows = await this.prisma.query<{ id: string }>(sql`
      SELECT agent_id AS id FROM agents WHERE agent_id = ANY(${agentIds}::text[])
      ORDER BY agent_id FOR NO KEY UPDATE`);
    const known = new Set(rows.map(({ id }) => id));
    const missing = agentIds.find((id) => !known.has(id));
    if (missing !== undefined) throw agentNotFound(missing);
  }
}
