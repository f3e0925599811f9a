import { Injectable } from '@nestjs/common';
import { demandAgent, type Grant, managerOf } from '../access/grant';
import { namespaceOf } from '../agents/agent';
import { AgentsService } from '../agents/agents.service';
import type { Act } from '../backend/memory';
import { memoryNotFound } from '../backend/memory-limits';
import { MemoryStore } from '../backend/memory-store';
import type { TransferResponse } from './memory-transfers.dto';
import { IdempotencyService, type Outcome } from './idempotency.service';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { invalid } from '../common/validation-error';
import { Screening } from '../screening/screening.service';

/** A memory that goes to another agent. */
export interface Transfer {
  agentId: string;
  memoryId: string;
  to: string;
  /** Null where everything is allowed. */
  grant: Grant | null;
}

/** Copies memories to other agents, and moves them. */
@Injectable()
export class MemoryTransfers {
  constructor(
    private readonly memories: MemoryStore,
    private readonly agents: AgentsService,
    private readonly screening: Screening,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
  ) {}

  /**
   * Once for each idempotency key. Throws KeyNotForAgent, AgentNotFound, `memory_not_found`, a validation error for the agent
   * itself, SecretRefused.
   */
  async copy(transfer: Transfer, key: string | null): Promise<Outcome<TransferResponse>> {
    const { agentId, memoryId, to } = transfer;
    await this.demandBoth(transfer);
    const repeatable = { agentId, key, operation: 'copy', body: { memory_id: memoryId, to } };
    return this.idempotency.once(repeatable, (newId) => this.transfer(transfer, newId(0, memoryId)));
  }

  /** As `copy`. Repeating a move that is done changes nothing. */
  async move(transfer: Transfer): Promise<TransferResponse> {
    await this.demandBoth(transfer);
    return this.transfer(transfer, transfer.memoryId);
  }

  private async demandBoth({ agentId, to, grant }: Transfer): Promise<void> {
    if (to === agentId) throw invalid(['body', 'to'], 'Value error, the memory is there already', to);
    // The guard has asked for the access, which is the same for all agents of a key.
    if (grant !== null) demandAgent(grant, to);
    await this.agents.get(agentId, false);
    await this.agents.get(to, false);
  }

  private async transfer(
    { agentId, memoryId, to, grant }: Transfer,
    newId: string,
  ): Promise<TransferResponse> {
    const [from, target] = [namespaceOf(agentId), namespaceOf(to)];
    const [id, isMove] = [memoryId, newId === memoryId];
    if (await this.demandAllowed(from, target, id, newId)) {
      const isDone = await this.memories.transfer({
        from,
        to: target,
        id,
        newId,
        isMove,
        act: this.act(grant),
      });
      // Another request may have moved it meanwhile.
      if (!isDone && !(isMove && (await this.memories.find(target, id)))) throw memoryNotFound(id);
    }
    return { agent_id: to, memory_id: newId };
  }

  /** False where the memory is not here but there: it was moved. */
  private async demandAllowed(from: string, to: string, id: string, newId: string): Promise<boolean> {
    const memory = await this.memories.find(from, id);
    if (memory === null) {
      if (newId === id && (await this.memories.find(to, id)) !== null) return false;
      throw memoryNotFound(id);
    }
    const [screened] = await this.screening.screen(to, [memory]);
    if (screened && screened.redacted.length > 0) {
      const message = 'The other agent does not store the secrets of this memory: edit it first';
      throw new DomainError('SecretRefused', message, { secrets: screened.redacted });
    }
    return true;
  }

  private act(grant: Grant | null): Act {
    return { at: this.clock.writeTime(), sessionId: null, by: managerOf(grant) };
  }
}
