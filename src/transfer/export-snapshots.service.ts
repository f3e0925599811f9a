import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { errorName } from '../common/error-name';
import { PrismaService } from '../database/prisma.service';
import type { LineSource, Scope } from './export-pages.repository';
import { ExportRepository, type AgentLine, type NamespaceLine } from './export.repository';
import { KeptLinesRepository } from './kept-lines.repository';

/** Rows as they were at one instant, until it is closed. */
export interface ExportSnapshot extends LineSource {
  close(): Promise<void>;
}

export interface AgentSnapshot {
  source: ExportSnapshot;
  agent: AgentLine;
  /** Null where nothing was remembered. */
  namespace: NamespaceLine | null;
}

/** Shows exports one instant, while others write (docs/adr/0038). */
@Injectable()
export class ExportSnapshots implements OnModuleInit {
  private readonly logger = new Logger(ExportSnapshots.name);
  private readonly running = new Set<string>();

  constructor(
    private readonly database: PrismaService,
    private readonly rows: ExportRepository,
    private readonly kept: KeptLinesRepository,
  ) {}

  /** A process that was killed may have left triggers. */
  async onModuleInit(): Promise<void> {
    if (this.database.kind === 'embedded') await this.kept.unwatch();
  }

  /** Opens a snapshot of the whole database. With the embedded database nothing else in the process may write. */
  async ofAll(): Promise<ExportSnapshot> {
    if (this.database.kind === 'embedded')
      return { reader: this.database, keptFor: null, isPaced: false, close: () => Promise.resolve() };
    const snapshot = await this.database.snapshot();
    return { reader: snapshot, keptFor: null, isPaced: false, close: () => snapshot.close() };
  }

  async ofAgent(agentId: string): Promise<AgentSnapshot | null> {
    if (this.database.kind === 'embedded') return this.database.transaction(() => this.keep(agentId));
    const source = { ...(await this.ofAll()), isPaced: true };
    const found = await this.find(source, agentId).catch(async (error: unknown) => {
      await source.close();
      throw error;
    });
    if (found === null) await source.close();
    return found;
  }

  /** Runs in a transaction, so no other one begins or ends an export meanwhile. */
  private async keep(agentId: string): Promise<AgentSnapshot | null> {
    const exportId = uuidv7();
    const close = () => this.end(exportId);
    const found = await this.find(
      { reader: this.database, keptFor: exportId, isPaced: true, close },
      agentId,
    );
    if (found === null) return null;
    if (this.running.size === 0) await this.kept.watch();
    this.running.add(exportId);
    try {
      await this.kept.begin(exportId, scopeOf(found));
    } catch (error) {
      this.running.delete(exportId);
      throw error;
    }
    return found;
  }

  /** Kept lines that cannot be removed now are removed when the next export begins. */
  private async end(exportId: string): Promise<void> {
    this.running.delete(exportId);
    const remove = () => (this.running.size === 0 ? this.kept.unwatch() : this.kept.end(exportId));
    await this.database.transaction(remove).catch((error: unknown) => {
      this.logger.warn(`The kept lines of an export stay for now: ${errorName(error)}`);
    });
  }

  private async find(source: ExportSnapshot, agentId: string): Promise<AgentSnapshot | null> {
    const agent = await this.rows.findAgent(source.reader, agentId);
    if (agent === null) return null;
    const namespace = await this.rows.findNamespace(source.reader, agent.namespace);
    return { source, agent, namespace };
  }
}

export function scopeOf({ agent, namespace }: Pick<AgentSnapshot, 'agent' | 'namespace'>): Scope {
  return { agentId: agent.key, namespaceId: namespace?.id ?? null, namespace: agent.namespace };
}
