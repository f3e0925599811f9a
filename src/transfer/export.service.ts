import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { PACKAGE } from '../config/package';
import {
  ExportPagesRepository,
  ExportRepository,
  type PagedKind,
  type AgentLine,
  type LineRow,
  type NamespaceLine,
} from './export.repository';
import { FORMAT } from './transfer-line';

/** Lines held at a time. */
const PAGE = 200;

/** What belongs to a namespace and to an agent, in the order that an import needs. */
const OF_NAMESPACE: readonly PagedKind[] = ['deleted', 'memory', 'document', 'fingerprint'];
const OF_AGENT: readonly PagedKind[] = ['policy', 'sweep', 'file', 'conflict'];

/** Writes agents with all that is remembered of them as lines of JSON. */
@Injectable()
export class ExportService {
  constructor(
    private readonly agents: ExportRepository,
    private readonly pages: ExportPagesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * A header, the lines of these agents (null: of all, and of the namespaces without one), and a last line that says
   * how many came before it. Pages are read one after the other, not in one snapshot. Throws if an agent is unknown.
   */
  async *lines(agentIds: readonly string[] | null): AsyncGenerator<string> {
    const chosen = agentIds === null ? this.allAgents() : await this.choose(agentIds);
    let written = 1;
    yield JSON.stringify({
      kind: 'header',
      format: FORMAT,
      program: PACKAGE.name,
      version: PACKAGE.version,
      exported_at: this.clock.now(),
      agents: agentIds,
    });
    for await (const line of this.content(chosen, agentIds === null)) {
      written += 1;
      // JSON columns may have line breaks between their parts; JSON strings have none.
      yield line.replaceAll('\n', ' ');
    }
    yield JSON.stringify({ kind: 'end', lines: written });
  }

  private async *content(
    chosen: AsyncIterable<AgentLine> | readonly AgentLine[],
    isAll: boolean,
  ): AsyncGenerator<string> {
    for await (const agent of chosen) {
      yield agent.line;
      const namespace = await this.agents.findNamespace(agent.namespace);
      if (namespace !== null) yield* this.namespace(namespace);
      for (const kind of OF_AGENT) yield* this.paged(kind, agent.key);
    }
    if (!isAll) return;
    const orphaned = rowsOfPages((after) => this.agents.orphanedNamespaces(after ?? '', PAGE));
    for await (const namespace of orphaned) yield* this.namespace(namespace);
  }

  private async *namespace(namespace: NamespaceLine): AsyncGenerator<string> {
    yield namespace.line;
    for (const kind of OF_NAMESPACE) yield* this.paged(kind, namespace.id);
  }

  private async *paged(kind: PagedKind, owner: string): AsyncGenerator<string> {
    const rows = rowsOfPages((after) => this.pages.page(kind, owner, after, PAGE));
    for await (const row of rows) yield row.line;
  }

  private allAgents(): AsyncGenerator<AgentLine> {
    return rowsOfPages((after) => this.agents.agents(after ?? '', PAGE));
  }

  private async choose(agentIds: readonly string[]): Promise<AgentLine[]> {
    const chosen: AgentLine[] = [];
    for (const agentId of [...new Set(agentIds)].sort()) {
      const agent = await this.agents.findAgent(agentId);
      if (agent === null) throw new Error(`there is no agent '${agentId}'`);
      chosen.push(agent);
    }
    return chosen;
  }
}

/** The rows of all pages, each page read when the one before it is used up. */
async function* rowsOfPages<Row extends LineRow>(
  read: (after: string | null) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.key;
  }
}
