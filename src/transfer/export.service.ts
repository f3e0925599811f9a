import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { PACKAGE } from '../config/package';
import type { PagedKind } from './export-lines.repository';
import { ExportPagesRepository, type LineSource, type Scope } from './export-pages.repository';
import { ExportRepository, type AgentLine, type LineRow, type NamespaceLine } from './export.repository';
import { ExportSnapshots, scopeOf, type AgentSnapshot } from './export-snapshots.service';
import { ReleaseMarks } from './release-marks.service';
import { FORMAT } from './transfer-line';

/** Agents and namespaces read at a time. */
const PAGE = 200;

/** What belongs to a namespace and to an agent, in the order that an import needs. */
const OF_NAMESPACE: readonly PagedKind[] = ['deleted', 'memory', 'document', 'fingerprint'];
const OF_AGENT: readonly PagedKind[] = ['policy', 'sweep', 'file', 'conflict', 'link'];

/** A paced export rests so many times as long as the database worked for a page. */
const REST = 4;

/** Some lines, each with its line break. */
interface Piece {
  text: string;
  count: number;
}

/** Writes agents with all that is remembered of them as lines of JSON, as of one instant. */
@Injectable()
export class ExportService {
  constructor(
    private readonly rows: ExportRepository,
    private readonly pages: ExportPagesRepository,
    private readonly snapshots: ExportSnapshots,
    private readonly releases: ReleaseMarks,
    private readonly clock: Clock,
  ) {}

  /**
   * A header, the lines of these agents (null: of all, and of namespaces without one) and a last line with their
   * number, in whole lines. Throws for an unknown agent. Nothing else may write to an embedded database meanwhile.
   */
  async *write(agentIds: readonly string[] | null): AsyncGenerator<string> {
    const source = await this.snapshots.ofAll();
    try {
      const some = agentIds === null ? null : await this.choose(source, agentIds);
      const chosen = () => some ?? this.allAgents(source);
      yield* this.framed(agentIds, this.content(source, chosen, agentIds === null));
    } finally {
      await source.close();
    }
  }

  /** The same of one agent, whose snapshot it closes. Others may write meanwhile. */
  async *writeAgent(snapshot: AgentSnapshot): AsyncGenerator<string> {
    try {
      yield* this.framed([snapshot.agent.key], this.agentWithReads(snapshot));
    } finally {
      await snapshot.source.close();
    }
  }

  private async *framed(
    agentIds: readonly string[] | null,
    content: AsyncIterable<Piece>,
  ): AsyncGenerator<string> {
    const { name: program, version } = PACKAGE;
    const header = { kind: 'header', format: FORMAT, program, version, exported_at: this.clock.now() };
    let written = 1;
    yield `${JSON.stringify({ ...header, agents: agentIds })}\n`;
    for await (const { text, count } of content) {
      written += count;
      yield text;
    }
    yield `${JSON.stringify({ kind: 'end', lines: written })}\n`;
  }

  private async *content(
    source: AgentSnapshot['source'],
    chosen: () => AsyncIterable<AgentLine> | readonly AgentLine[],
    isAll: boolean,
  ): AsyncGenerator<Piece> {
    for await (const agent of chosen()) {
      const namespace = await this.rows.findNamespace(source.reader, agent.namespace);
      yield* this.agent({ source, agent, namespace });
    }
    for await (const agent of chosen()) yield* this.reads({ source, agent, namespace: null });
    if (!isAll) return;
    const orphaned = rowsOfPages((after) => this.rows.orphanedNamespaces(source.reader, after ?? '', PAGE));
    for await (const namespace of orphaned) {
      yield* this.namespace(source, namespace, {
        agentId: null,
        namespaceId: namespace.id,
        namespace: namespace.key,
      });
    }
  }

  private async *agent(snapshot: AgentSnapshot): AsyncGenerator<Piece> {
    const { source, agent, namespace } = snapshot;
    const scope = scopeOf(snapshot);
    yield pieceOf(agent);
    if (namespace !== null) yield* this.namespace(source, namespace, scope);
    for (const kind of OF_AGENT) yield* this.paged(source, kind, scope);
  }

  private async *agentWithReads(snapshot: AgentSnapshot): AsyncGenerator<Piece> {
    yield* this.agent(snapshot);
    yield* this.reads(snapshot);
  }

  /** After all agents: both of a line must be there when it is imported. */
  private reads(snapshot: AgentSnapshot): AsyncGenerator<Piece> {
    return this.paged(snapshot.source, 'read', scopeOf(snapshot));
  }

  private async *namespace(
    source: LineSource,
    namespace: NamespaceLine,
    scope: Scope,
  ): AsyncGenerator<Piece> {
    yield pieceOf(namespace);
    for (const kind of OF_NAMESPACE) yield* this.paged(source, kind, scope);
  }

  private async *paged(source: LineSource, kind: PagedKind, scope: Scope): AsyncGenerator<Piece> {
    let after: string | null = null;
    do {
      const page = await this.pages.page(source, kind, scope, after);
      if (page.count > 0) yield kind === 'memory' ? await this.marked(page) : page;
      after = page.next;
      if (source.isPaced) await pause(page.ms * REST);
    } while (after !== null);
  }

  private async marked({ text, count }: Piece): Promise<Piece> {
    return { text: await this.releases.marked(text), count };
  }

  private allAgents({ reader }: LineSource): AsyncGenerator<AgentLine> {
    return rowsOfPages((after) => this.rows.agents(reader, after ?? '', PAGE));
  }

  private async choose({ reader }: LineSource, agentIds: readonly string[]): Promise<AgentLine[]> {
    const chosen: AgentLine[] = [];
    for (const agentId of [...new Set(agentIds)].sort()) {
      const agent = await this.rows.findAgent(reader, agentId);
      if (agent === null) throw new Error(`there is no agent '${agentId}'`);
      chosen.push(agent);
    }
    return chosen;
  }
}

/** No value of these lines has a line break between its parts. */
function pieceOf({ line }: LineRow): Piece {
  return { text: `${line}\n`, count: 1 };
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
