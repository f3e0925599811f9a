import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import type { Grant } from '../access/grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { namespaceOf } from '../agents/agent';
import { AgentIdParam } from '../agents/agent-id.param';
import { memoryNotFound } from '../backend/memory-limits';
import { Documented } from '../common/documented';
import { uuidParam } from '../common/uuid-param';
import { DueMemories } from './due-memories.service';
import { Repeats, type Repetition } from './idempotency-key.param';
import { TransferRequest, TransferResponse } from './memory-transfers.dto';
import { MemoryTransfers } from './memory-transfers.service';
import { answered } from './repeatable-writes.service';

const MemoryId = uuidParam('memory_id', 'Id of the memory', memoryNotFound);

@ApiTags('Storing memories')
@ManagementRoute('write')
@Controller('api/v2/agents/:agent_id/memories/:memory_id')
export class MemoryTransfersController {
  constructor(
    private readonly transfers: MemoryTransfers,
    private readonly due: DueMemories,
  ) {}

  @Post('copy')
  @Documented({
    summary: 'Copy a memory to another agent',
    description: 'With history and references; its provenance becomes `imported`. For both agents.',
    response: TransferResponse,
    errors: ['validation', 'SecretRefused', 'QuotaExceeded'],
  })
  async copyMemory(
    @AgentIdParam() agentId: string,
    @MemoryId() memoryId: string,
    @CurrentGrant() grant: Grant | null,
    @Body() { to }: TransferRequest,
    @Repeats() repetition: Repetition,
  ): Promise<TransferResponse> {
    const outcome = await this.transfers.copy({ agentId, memoryId, to, grant }, repetition.key);
    await this.due.changed(namespaceOf(to));
    return answered(repetition, outcome);
  }

  @Post('move')
  @Documented({
    summary: 'Move a memory to another agent',
    description: 'As a copy, with its id; then it is deleted here. Once more changes nothing.',
    response: TransferResponse,
    errors: ['validation', 'SecretRefused', 'QuotaExceeded'],
  })
  async moveMemory(
    @AgentIdParam() agentId: string,
    @MemoryId() memoryId: string,
    @CurrentGrant() grant: Grant | null,
    @Body() { to }: TransferRequest,
  ): Promise<TransferResponse> {
    const moved = await this.transfers.move({ agentId, memoryId, to, grant });
    await this.due.changed(namespaceOf(to));
    return moved;
  }
}
