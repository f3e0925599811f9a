import { FlagField, Shown, ShownInteger, ShownList } from '../common/fields';
import type { ImportTally } from './import-tally';
import { LINE_KINDS } from './transfer-line';
import { withProperties } from '../common/with-properties';

/** Bad lines in an answer. */
const MAX_ERRORS = 20;
const MAX_REASON = 200;

export class ExportLine extends withProperties({
  kind: Shown(
    'What the line is. The other fields depend on it. The first line is the `header`, the last one the `end`, ' +
      'which has the number of lines before it.',
    'memory',
    { enum: ['header', ...LINE_KINDS, 'end'] },
  ),
}) {}

export class ImportQuery extends withProperties({
  restore_deleted: FlagField<boolean>(
    'Also imports memories that were deleted for good here, or whose content was.',
    false,
  ),
}) {}

export class ImportErrorDto extends withProperties({
  line: ShownInteger('The number of the line, from 1.', 17),
  reason: Shown('Why it was not imported.', 'it is not whole JSON'),
}) {}

export class ImportResponse extends withProperties({
  agents: ShownInteger('Agents in the stream that are here now.', 1),
  created: ShownInteger('Memories that were stored.', 120),
  existing: ShownInteger('Memories that were here already, and stay as they are.', 0),
  refused: ShownInteger('Memories that were not stored, because they were deleted for good here.', 0),
  errors: ShownList('Lines that could not be imported, the first 20.', ImportErrorDto),
}) {}

export function importResponse({ agents, memories, bad }: ImportTally): ImportResponse {
  const errors = bad.slice(0, MAX_ERRORS).map(({ number, reason }) => ({
    line: number,
    reason: reason.slice(0, MAX_REASON).toWellFormed(),
  }));
  const { stored: created, there: existing, refused } = memories;
  return { agents, created, existing, refused, errors };
}
