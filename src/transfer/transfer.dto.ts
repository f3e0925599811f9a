import { FlagField, Shown, ShownList } from '../common/fields';
import type { ImportTally } from './import-tally';
import { LINE_KINDS, type LineKind } from './transfer-line';

/** Bad lines in an answer. */
const MAX_ERRORS = 20;
const MAX_REASON = 200;

export class ExportLine {
  @Shown(
    'What the line is. The other fields depend on it. The first line is the `header`, the last one the `end`, ' +
      'which has the number of lines before it.',
    'memory',
    { enum: ['header', ...LINE_KINDS, 'end'] },
  )
  kind!: LineKind | 'header' | 'end';
}

export class ImportQuery {
  @FlagField('Also imports memories that were deleted for good here, or whose content was.', false)
  restore_deleted!: boolean;
}

export class ImportErrorDto {
  @Shown('The number of the line, from 1.', 17, { type: 'integer' })
  line!: number;

  @Shown('Why it was not imported.', 'it is not whole JSON')
  reason!: string;
}

export class ImportResponse {
  @Shown('Agents in the stream that are here now.', 1, { type: 'integer' })
  agents!: number;

  @Shown('Memories that were stored.', 120, { type: 'integer' })
  created!: number;

  @Shown('Memories that were here already, and stay as they are.', 0, { type: 'integer' })
  existing!: number;

  @Shown('Memories that were not stored, because they were deleted for good here.', 0, { type: 'integer' })
  refused!: number;

  @ShownList('Lines that could not be imported, the first 20.', ImportErrorDto)
  errors!: ImportErrorDto[];
}

export function importResponse({ agents, memories, bad }: ImportTally): ImportResponse {
  const errors = bad.slice(0, MAX_ERRORS).map(({ number, reason }) => ({
    line: number,
    reason: reason.slice(0, MAX_REASON).toWellFormed(),
  }));
  const { stored: created, there: existing, refused } = memories;
  return { agents, created, existing, refused, errors };
}
