import { Injectable } from '@nestjs/common';
import type { WrittenItem } from '../audit/audit-entry';
import type { AuditNote } from '../audit/audit-trail';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { namespaceOf } from '../agents/agent';
import { lockKnownAgent } from '../agents/agents.repository';
import { PrismaService } from '../database/prisma.service';
import type { ConflictRow, ReportedRow } from './conflict-report';
import type { FoundLink } from '../links/link';
import { LinksRepository } from '../links/links.repository';
import { BUILT_IN } from '../links/pair-judge';
import type { ConflictType } from './verdict';
import { pairKey, type FoundConflict, type Pair, type PairSet } from './generation';
import type { ConflictAction } from './resolution';

export interface ReportKey {
  agentId: string;
  /** YYYY-MM-DD. */
  date: string;
}

/** What a row shows. */
const SHOWN = {
  index: true,
  type: true,
  title: true,
  description: true,
  recommendation: true,
  oldMemoryId: true,
  newMemoryId: true,
} as const;
/** Pairs whose place in reports is looked up by one statement. */
const PAIRS_A_LOOK = 1_000;

/** The largest index that the column holds. */
const MAX_INDEX = 2 ** 31 - 1;

@Injectable()
export class ConflictReportsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly links: LinksRepository,
  ) {}

  async findNamespace(agentId: string): Promise<string | null> {
    const agent = await this.prisma.models.agent.findUnique({
      where: { agentId },
      select: { namespace: true },
    });
    return agent?.namespace ?? null;
  }

  /** Locks the agent until the transaction ends: its reports are written one at a time. Throws AgentNotFound. */
  lockAgent(agentId: string): Promise<void> {
    return lockKnownAgent(this.prisma, agentId);
  }

  /** The pairs, by `pairKey`, that are in the report or were resolved since both memories were last changed. */
  async findSettled(key: ReportKey, pairs: readonly Pair[]): Promise<Set<string>> {
    const { agentId, date } = inReport(key);
    const found = new Map(pairs.map((pair) => [pairKey(pair.older.id, pair.newer.id), pair]));
    const ids = [...new Set(pairs.flatMap(({ older, newer }) => [older.id, newer.id]))];
    const rows = await this.rows.findMany({
      where: { agentId, oldMemoryId: { in: ids }, newMemoryId: { in: ids } },
      select: { oldMemoryId: true, newMemoryId: true, date: true, resolvedAt: true },
    });
    const keys = rows.flatMap((row) => {
      const pair = pairKey(row.oldMemoryId, row.newMemoryId);
      const inSameReport = row.date.getTime() === date.getTime();
      return inSameReport || isResolvedSince(row.resolvedAt, found.get(pair)) ? [pair] : [];
    });
    return new Set(keys.filter((pair) => found.has(pair)));
  }

  /** The pairs that need a look, in the order they were found in. */
  async findUnsettled<P extends Pair>(key: ReportKey, pairs: PairSet<P>): Promise<P[]> {
    const all = pairs.list();
    const left: P[] = [];
    for (let from = 0; from < all.length; from += PAIRS_A_LOOK) {
      const some = all.slice(from, from + PAIRS_A_LOOK);
      const settled = await this.findSettled(key, some);
      left.push(...some.filter(({ older, newer }) => !settled.has(pairKey(older.id, newer.id))));
    }
    return left;
  }

  /** Adds conflicts, with an open link of each, after those that the report has, except for settled pairs. The caller holds the agent. */
  async append(key: ReportKey, found: readonly FoundConflict[], at: Date): Promise<void> {
    const settled = await this.findSettled(
      key,
      found.map(({ pair }) => pair),
    );
    const fresh = found.filter(({ pair }) => !settled.has(pairKey(pair.older.id, pair.newer.id)));
    const size = await this.size(key);
    const data = fresh.map(({ row }, place) => ({
      ...row,
      ...inReport(key),
      index: size + place,
      createdAt: at,
    }));
    await recordedWrite(
      this.prisma,
      () => this.rows.createMany({ data }),
      () => (data.length > 0 ? reportNote(key, data) : null),
    );
    await this.links.open(key.agentId, fresh.map(toLink), { at, by: key.agentId });
  }

  /** Rows of the report, resolved ones too: their indexes are all below it. */
  async size(key: ReportKey): Promise<number> {
    const { _max } = await this.rows.aggregate({ where: inReport(key), _max: { index: true } });
    return (_max.index ?? -1) + 1;
  }

  /** Unresolved rows, by their indexes. */
  async listOpen(key: ReportKey, limit: number): Promise<ConflictRow[]> {
    const where = { ...inReport(key), resolved: false };
    const rows = await this.rows.findMany({ where, select: SHOWN, orderBy: { index: 'asc' }, take: limit });
    return rows.map(toRow);
  }

  /** Rows of all reports of the agent, newest report first. `resolved`: null for both kinds. */
  async listOfAgent(agentId: string, resolved: boolean | null, limit: number): Promise<ReportedRow[]> {
    const rows = await this.rows.findMany({
      where: { agentId, ...(resolved !== null && { resolved }) },
      select: { ...SHOWN, date: true, resolved: true },
      orderBy: [{ date: 'desc' }, { index: 'desc' }],
      take: limit,
    });
    return rows.map(({ date, resolved: isResolved, ...row }) => {
      return { ...toRow(row), date: date.toISOString().slice(0, 10), isResolved };
    });
  }

  async find(key: ReportKey, index: number): Promise<ConflictRow | null> {
    if (index < 0 || index > MAX_INDEX) return null;
    const row = await this.rows.findFirst({ where: { ...inReport(key), index }, select: SHOWN });
    return row && toRow(row);
  }

  /** Whether a row is unresolved. In a transaction it is held until that ends. */
  async holdOpen(key: ReportKey, index: number): Promise<boolean> {
    // Prisma has no row locks. An update locks the row too, and this one changes nothing.
    const { count } = await this.rows.updateMany({
      where: { ...inReport(key), index, resolved: false },
      data: { resolved: false },
    });
    return count === 1;
  }

  /**
   * Marks a row resolved that was open when its resolution began, which may have deleted its memories since. False
   * when another resolution has done so.
   */
  async close(key: ReportKey, index: number, action: ConflictAction, at: Date): Promise<boolean> {
    const where = { ...inReport(key), index, OR: [{ resolved: false }, { action: 'gone' }] };
    const data = { resolved: true, action, resolvedAt: at };
    const closed = await recordedWrite(
      this.prisma,
      () => this.rows.updateManyAndReturn({ where, data, select: { oldMemoryId: true, newMemoryId: true } }),
      ([row]) =>
        row ? noteOn(namespaceOf(key.agentId), 'resolveConflict', resolved(key, index, action, row)) : null,
    );
    return closed.length === 1;
  }

  private get rows() {
    return this.prisma.models.conflictRow;
  }
}

/** A row in the records of changes. */
function rowId(key: ReportKey, index: number): string {
  return `${inReport(key).date.toISOString().slice(0, 10)}/${index}`;
}

function resolved(
  key: ReportKey,
  index: number,
  action: ConflictAction,
  { oldMemoryId: older, newMemoryId: newer }: { oldMemoryId: string; newMemoryId: string },
): WrittenItem {
  const memories = { older, newer };
  return { kind: 'conflict', id: rowId(key, index), event: 'resolved', fields: { action }, memories };
}

/** The record of rows that were added to a report. */
function reportNote(
  key: ReportKey,
  rows: readonly { index: number; oldMemoryId: string; newMemoryId: string }[],
): AuditNote {
  const items = rows.map(({ index, oldMemoryId, newMemoryId }) => {
    const fields = { oldMemoryId, newMemoryId };
    const memories = { older: oldMemoryId, newer: newMemoryId };
    return { kind: 'conflict', id: rowId(key, index), event: 'found', fields, memories };
  });
  return { chain: namespaceOf(key.agentId), operation: 'generateConflicts', actor: key.agentId, items };
}

/** Of conflicts that a backend found: backends report no certainty. */
const REPORTED_CERTAINTY = 0.5;

function toLink({ pair, row, certainty = REPORTED_CERTAINTY }: FoundConflict): FoundLink {
  return {
    olderId: pair.older.id,
    newerId: pair.newer.id,
    kind: row.type,
    certainty,
    foundBy: row.generatedBy === BUILT_IN ? 'judge' : 'model',
  };
}

/** Whether a row was resolved since both memories of the pair were last changed. */
function isResolvedSince(resolvedAt: Date | null, pair: Pair | undefined): boolean {
  return (
    resolvedAt !== null &&
    pair !== undefined &&
    resolvedAt >= pair.older.updatedAt &&
    resolvedAt >= pair.newer.updatedAt
  );
}

function inReport({ agentId, date }: ReportKey): { agentId: string; date: Date } {
  return { agentId, date: new Date(date) };
}

function toRow(row: Omit<ConflictRow, 'type'> & { type: string }): ConflictRow {
  return { ...row, type: row.type as ConflictType };
}
