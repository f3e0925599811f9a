import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import { type Grant, managerOf } from '../access/grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { AgentIdParam } from '../agents/agent-id.param';
import { Documented } from '../common/documented';
import { toMemoryRecord } from './memory-record.dto';
import { encodeCursor } from './page-cursor';
import { QuarantineQuery, QuarantineResponse, ReleaseResponse } from './quarantine.dto';
import { Quarantine } from './quarantine.service';
import { MemoryIdParam } from './memory-id.param';

/** For people: a session of the agent reaches neither, since it could read planted texts, or release them itself. */
@ApiTags('Agents')
@ManagementRoute('manage')
@Controller('api/v2/agents/:agent_id')
export class QuarantineController {
  constructor(private readonly quarantine: Quarantine) {}

  @Post('memories/:memory_id/release')
  @HttpCode(200)
  @Documented({
    summary: 'Release a quarantined memory',
    description: 'It is recalled from then on. `trust_reasons` stays.',
    response: ReleaseResponse,
  })
  async releaseMemory(
    @CurrentGrant() grant: Grant | null,
    @AgentIdParam() agentId: string,
    @MemoryIdParam() id: string,
  ): Promise<ReleaseResponse> {
    const isReleased = await this.quarantine.release(agentId, id, managerOf(grant));
    return { agent_id: agentId, memory_id: id, status: isReleased ? 'released' : 'unchanged' };
  }

  @Get('quarantine')
  @Documented({
    summary: 'The memories that look planted, newest first',
    description: 'They are not recalled until they are released.',
    response: QuarantineResponse,
  })
  async listQuarantine(
    @AgentIdParam() agentId: string,
    @Query() query: QuarantineQuery,
  ): Promise<QuarantineResponse> {
    const { memories, total, next } = await this.quarantine.list(agentId, query);
    return {
      agent_id: agentId,
      memories: memories.map((memory) => toMemoryRecord(memory, agentId, false)),
      total_available: total,
      next_cursor: next && encodeCursor(next),
    };
  }
}
