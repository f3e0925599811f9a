import { Injectable } from '@nestjs/common';
import { plantedReasons } from '../backend/judged-memory';
import { deriveTitle } from '../backend/memory';
import { DomainError } from '../common/domain-error';
import { namespaceOf } from '../agents/agent';
import { TimeSlices } from '../retrieval/time-slices';
import { Screening } from '../screening/screening.service';
import { addBad, type ImportTally } from './import-tally';
import { ReleaseMarks } from './release-marks.service';
import type { DataLine } from './transfer-line';

/** How long the former values of a line may hold the event loop. */
const SLICE_MS = 5;

/** Looks through the lines of an export for secrets and planted texts, as through everything that is stored. */
@Injectable()
export class LineScreening {
  private readonly slices = new TimeSlices(SLICE_MS, () => performance.now());

  constructor(
    private readonly screening: Screening,
    private readonly releases: ReleaseMarks,
  ) {}

  /** The lines without secrets; one that must not be stored is left out, and the tally says why. */
  async *screened(lines: AsyncIterable<DataLine>, tally: ImportTally): AsyncGenerator<DataLine> {
    for await (const line of lines) {
      try {
        yield await this.screen(line);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        addBad(tally, line.number, error.message);
      }
    }
  }

  private async screen(line: DataLine): Promise<DataLine> {
    const { fields } = line;
    const namespace = namespaceIn(fields);
    const [{ row } = { row: fields }] = await this.screening.screen(namespace, [fields]);
    const isReleased = line.kind === 'memory' && (await this.releases.isReleased(fields));
    const judged = line.kind === 'memory' && !isReleased ? withTrust(row) : row;
    const history = await this.history(namespace, fields.history, isReleased);
    if (judged === fields && history === fields.history) return line;
    const changed = { ...judged, ...titleOf(row, fields), ...(history !== undefined && { history }) };
    return { ...line, fields: changed, text: JSON.stringify(changed) };
  }

  /** Former values of edited memories are texts too. */
  private async history(namespace: string, history: unknown, isReleased: boolean): Promise<unknown> {
    if (!Array.isArray(history)) return history;
    const entries = history as { former?: object | null }[];
    const formers = entries.map(({ former }) => former ?? {});
    const screened = await this.screening.screen(namespace, formers, { pathOf: (at) => `history[${at}].` });
    const rows: object[] = [];
    await this.slices.forEach(screened, ({ row }) => rows.push(isReleased ? row : withTrust(row)));
    if (rows.every((row, at) => row === formers[at])) return history;
    return entries.map((entry, at) => (entry.former ? { ...entry, former: rows[at] } : entry));
  }
}

/** The namespace of the line's agent, or of its memory. */
function namespaceIn({ namespace, agent_id }: DataLine['fields']): string {
  return typeof namespace === 'string' ? namespace : namespaceOf(String(agent_id));
}

/** A line's own trust does not count if a text looks planted, unless this service marked it. */
function withTrust<Fields extends object>(fields: Fields): Fields {
  const { source_ref: sourceRef, ...texts } = fields as Record<string, never>;
  const reasons = plantedReasons({ ...texts, sourceRef });
  return reasons.length === 0 ? fields : { ...fields, trust: 'quarantined', trust_reasons: reasons };
}

/** A derived title follows the content. */
function titleOf(row: DataLine['fields'], before: DataLine['fields']): { title?: string } {
  if (row.title_derived !== true || row.content === before.content) return {};
  return { title: deriveTitle(String(row.content)) };
}
