import { Injectable } from '@nestjs/common';
import { contentKey, Fingerprints, formerContentKey } from '../backend/fingerprints';
import { Env } from '../config/env';
import { namespaceOf } from '../agents/agent';
import { AgentOverrides } from '../database/agent-overrides';
import { errorCode, isDatabaseError, isDatabaseUnavailable } from '../database/database-errors';
import type { Refusal } from './granted-lines';
import { lineProblem, type MemoryLimits } from './line-rules';
import { LineScreening } from './line-screening.service';
import { ImportMemoriesRepository, type ImportSlice } from './import-memories.repository';
import { ImportRowsRepository } from './import-rows.repository';
import { addBad, addDamaged, newTally, type ImportTally, type Outcome } from './import-tally';
import { lineBatches, MAX_LINE_BYTES, splitLines, type FileLine } from './split-lines';
import { BadLine, readHeader, readLine, type DataLine } from './transfer-line';

export interface ImportOptions {
  /** Null for all. */
  agents: readonly string[] | null;
  /** Also imports memories that were deleted here. */
  force: boolean;
  refusal?: Refusal | null;
  /** Default: documents. */
  limits?: MemoryLimits;
  /** A longer line is not imported. */
  maxLineBytes?: number;
  /** Is called with each namespace whose memories were imported, after the last line. */
  onImported?: (namespace: string) => void;
}

/** Imports the lines of an export. Existing rows stay unchanged, so that an import can be repeated. */
@Injectable()
export class ImportService {
  private readonly fingerprints: Fingerprints;

  constructor(
    private readonly memories: ImportMemoriesRepository,
    private readonly rows: ImportRowsRepository,
    private readonly screening: LineScreening,
    private readonly overrides: AgentOverrides,
    env: Env,
  ) {
    this.fingerprints = new Fingerprints(env);
  }

  /**
   * Imports every line that can be, in the order of the file. Throws BadLine, before any change, if the
   * bytes are no export or have a newer format. Rejects if the database is unavailable.
   */
  async import(bytes: AsyncIterable<Buffer>, options: ImportOptions): Promise<ImportTally> {
    const { agents, force, refusal = null, limits = 'documents', maxLineBytes = MAX_LINE_BYTES } = options;
    const tally = newTally();
    const chosen = new AgentSelection(agents);
    const lines = dataLines(splitLines(bytes, maxLineBytes), chosen, tally);
    const reasonOf: Refusal = (line) => refusal?.(line) ?? lineProblem(line, limits);
    const admitted = admittedLines(lines, reasonOf, tally);
    const screened = this.screening.screened(admitted, tally);
    for await (const batch of lineBatches(screened)) await this.take(batch, force, tally);
    tally.missing = chosen.missing();
    for (const namespace of tally.namespaces) options.onImported?.(namespace);
    return tally;
  }

  /** Imports a batch. If it fails, lines without an owner are left out, then its halves are imported to find bad lines. */
  private async take(batch: readonly DataLine[], force: boolean, tally: ImportTally): Promise<void> {
    try {
      if (batch.length > 0) addDone(tally, batch, await this.insert(batch, force, tally));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const owned = await this.ownedLines(batch, tally);
      const [line] = owned;
      if (owned.length < batch.length) await this.take(owned, force, tally);
      else if (batch.length > 1) for (const half of halves(batch)) await this.take(half, force, tally);
      else if (line) addBad(tally, line.number, refusalOf(error));
    }
  }

  private async ownedLines(batch: readonly DataLine[], tally: ImportTally): Promise<readonly DataLine[]> {
    const orphans = await this.rows.findOrphans(batch);
    for (const [line, owner] of orphans) addBad(tally, line.number, `its ${owner} is missing`);
    return batch.filter((line) => !orphans.has(line));
  }

  private async insert(
    batch: readonly DataLine[],
    force: boolean,
    tally: ImportTally,
  ): Promise<Record<Outcome, number>> {
    const kind = batch[0]?.kind ?? 'agent';
    const json = `[${batch.map((line) => line.text).join(',')}]`;
    if (kind === 'memory') return this.insertMemories(batch, json, { force, tally });
    const stored =
      kind === 'deleted'
        ? await this.memories.insertDeleted(sliceOf(batch, json))
        : await this.rows.insert(kind, json);
    if (kind === 'agent')
      for (const { fields } of batch) this.overrides.changed(namespaceOf(String(fields.agent_id)));
    return { stored, there: batch.length - stored, refused: 0 };
  }

  private async insertMemories(
    batch: readonly DataLine[],
    json: string,
    { force, tally }: { force: boolean; tally: ImportTally },
  ): Promise<Record<Outcome, number>> {
    const contents = batch.map((line) => String(line.fields.content));
    const contentKeys = contents.map(contentKey);
    const slice = sliceOf(batch, json);
    const outcomes = await this.memories.insert({
      ...slice,
      contentKeys,
      fingerprints: await this.fingerprints.of(contentKeys),
      formerFingerprints: await this.fingerprints.of(contents.map(formerContentKey)),
      lastSeq: Math.max(...batch.map((line) => Number(line.fields.seq))),
      force,
    });
    tally.namespaces.add(slice.namespace);
    const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
    return { stored: count('stored'), there: count('there'), refused: count('refused') };
  }
}

/** What Prisma says names the statement, and no field. */
function refusalOf(error: unknown): string {
  if (isDatabaseError(error))
    return `the database refuses its values (code ${errorCode(error) ?? 'unknown'})`;
  return error instanceof Error ? error.message : String(error);
}

function sliceOf(batch: readonly DataLine[], json: string): ImportSlice {
  return {
    namespace: String(batch[0]?.fields.namespace),
    json,
    ids: batch.map(({ fields }) => String(fields.id)),
  };
}

function addDone(tally: ImportTally, batch: readonly DataLine[], done: Record<Outcome, number>): void {
  const kind = batch[0]?.kind;
  for (const outcome of ['stored', 'there', 'refused'] as const) {
    tally[outcome] += done[outcome];
    if (kind === 'memory') tally.memories[outcome] += done[outcome];
  }
  if (kind === 'agent') tally.agents += batch.length;
}

function halves<Item>(items: readonly Item[]): (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

async function* dataLines(
  lines: AsyncIterable<FileLine>,
  chosen: AgentSelection,
  tally: ImportTally,
): AsyncGenerator<DataLine> {
  let number = 0;
  for await (const line of lines) {
    number = line.number;
    if (number === 1) readHeader(line.text ?? '');
    else {
      const read = readData(line, tally);
      if (read !== null && chosen.has(read)) yield read;
    }
  }
  if (number === 0) throw new BadLine('it is empty', true);
}

async function* admittedLines(
  lines: AsyncIterable<DataLine>,
  refusal: Refusal,
  tally: ImportTally,
): AsyncGenerator<DataLine> {
  for await (const line of lines) {
    const reason = refusal(line);
    if (reason === null) yield line;
    else addBad(tally, line.number, reason);
  }
}

/** Null where it holds no data. */
function readData(line: FileLine, tally: ImportTally): DataLine | null {
  try {
    if (line.text === null) throw new BadLine('it is no text in UTF-8, or too long');
    if (tally.isComplete) throw new BadLine('it stands after the end of the export');
    const read = readLine(line.text, line.number);
    if (read.kind !== 'end') return read;
    tally.isComplete = true;
    if (read.lines !== line.number - 1) throw new BadLine(`${read.lines} lines were to come before it`);
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    addDamaged(tally, line.number, line.isWhole ? error.message : `it is half-written (${error.message})`);
  }
  return null;
}

/** Selects the lines of some agents. The line of an agent comes before all its other lines. */
class AgentSelection {
  private readonly namespaces = new Set<unknown>();
  private readonly seen = new Set<unknown>();

  /** `agentIds`: null for all. */
  constructor(private readonly agentIds: readonly string[] | null) {}

  has({ kind, fields }: DataLine): boolean {
    if (this.agentIds === null) return true;
    if (!('agent_id' in fields)) return this.namespaces.has(fields.namespace);
    if (!this.agentIds.some((id) => id === fields.agent_id)) return false;
    if (kind === 'agent') {
      this.seen.add(fields.agent_id);
      this.namespaces.add(fields.namespace);
    }
    return true;
  }

  missing(): string[] {
    return (this.agentIds ?? []).filter((id) => !this.seen.has(id));
  }
}
