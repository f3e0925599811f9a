import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { reaches } from '../access/grant';
import { Identities } from '../access/identities.service';
import { namespaceOf } from '../agents/agent';
import { AgentsService } from '../agents/agents.service';
import { isQuarantined } from '../backend/judged-memory';
import type { Memory } from '../backend/memory';
import { NO_EDIT } from '../backend/memory-edit';
import { ALL_MEMORIES, type MemoryFilter } from '../backend/memory-filter';
import { memoryNotFound } from '../backend/memory-limits';
import { MemoryListings } from '../backend/memory-listings';
import { MemoryStore } from '../backend/memory-store';
import type { CountedSlice } from '../backend/pages';
import { Clock } from '../common/clock';
import type { ActiveSession } from '../sessions/session';
import { decodeCursor } from './page-cursor';
import type { QuarantineQuery } from './quarantine.dto';

const QUARANTINED: MemoryFilter = { ...ALL_MEMORIES, trusts: ['quarantined'] };

/** Memories that look planted, until a person says that they are not. */
@Injectable()
export class Quarantine {
  constructor(
    private readonly agents: AgentsService,
    private readonly memories: MemoryStore,
    private readonly listings: MemoryListings,
    private readonly clock: Clock,
    private readonly identities: Identities,
  ) {}

  /** Whether the texts of a memory are held back from a request, since who makes it may not release the memory. */
  async isHeldBack({ grant }: ActiveSession, request: IncomingMessage, memory: Memory): Promise<boolean> {
    if (!isQuarantined(memory)) return false;
    return grant === undefined ? !(await this.identities.mayManage(request)) : !reaches(grant, 'manage');
  }

  /** A page, newest first. Throws AgentNotFound. */
  async list(agentId: string, { limit, cursor }: QuarantineQuery): Promise<CountedSlice> {
    await this.agents.get(agentId, false);
    const after = cursor ? decodeCursor(cursor, (each) => this.listings.knowsCursor(each), 'query') : null;
    return this.listings.newestPage(namespaceOf(agentId), QUARANTINED, { after, limit });
  }

  /** Whether it was quarantined. What looked planted in it stays noted. Throws AgentNotFound, `memory_not_found`. */
  async release(agentId: string, id: string, by: string): Promise<boolean> {
    await this.agents.get(agentId, false);
    const namespace = namespaceOf(agentId);
    return this.memories.unitOfWork(namespace, {
      ids: [id],
      work: async ([memory]: Memory[]) => {
        if (memory === undefined) throw memoryNotFound(id);
        if (!isQuarantined(memory)) return false;
        const act = { at: this.clock.writeTime(), sessionId: null, by };
        return this.memories.edit(namespace, id, { ...NO_EDIT, trust: 'trusted' }, act);
      },
    });
  }
}
