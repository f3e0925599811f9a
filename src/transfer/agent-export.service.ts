import { Injectable } from '@nestjs/common';
import { agentNotFound, namespaceOf } from '../agents/agent';
import { noteOn } from '../audit/recorded-write';
import { AuditTrail, type AuditNote } from '../audit/audit-trail';
import { Env } from '../config/env';
import { ExportService } from './export.service';
import { ExportSnapshots, type AgentSnapshot } from './export-snapshots.service';
import { TransferSlots, refuseExternalBackend } from './transfer-slots';

/** Exports of a process at a time. Each of them holds a connection to the database server. */
const MAX_EXPORTS = 2;

/** Streams an agent to a client, while the service runs. */
@Injectable()
export class AgentExport {
  private readonly slots = new TransferSlots('exports', MAX_EXPORTS);

  constructor(
    private readonly env: Env,
    private readonly snapshots: ExportSnapshots,
    private readonly exports: ExportService,
    private readonly trail: AuditTrail,
  ) {}

  /** An export as of its first piece. Throws AgentNotFound, TransferUnsupported, ServiceOverloaded. */
  async *stream(agentId: string): AsyncGenerator<Buffer> {
    refuseExternalBackend(this.env);
    const free = this.slots.take();
    try {
      const snapshot = await this.snapshotOf(agentId);
      await this.trail.record(readNote(agentId));
      yield* this.bytes(snapshot);
    } finally {
      free();
    }
  }

  private async *bytes(snapshot: AgentSnapshot): AsyncGenerator<Buffer> {
    for await (const piece of this.exports.writeAgent(snapshot)) yield Buffer.from(piece);
  }

  private async snapshotOf(agentId: string): Promise<AgentSnapshot> {
    const snapshot = await this.snapshots.ofAgent(agentId);
    if (snapshot === null) throw agentNotFound(agentId);
    return snapshot;
  }
}

/** Reading all memories of an agent is recorded as a write is. */
function readNote(agentId: string): AuditNote {
  return noteOn(namespaceOf(agentId), 'exportAgent', { kind: 'agent', id: agentId, event: 'exported' });
}
