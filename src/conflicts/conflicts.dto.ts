import { MEMORY_TYPES } from '../backend/memory';
import { answerOf } from '../common/answer-of';
import { Field } from '../common/field';
import { textRule } from '../common/field-rules';
import { ChoiceField, IntegerField, Shown, ShownInteger, ShownList, TextField } from '../common/fields';
import { DAY_FIELD, requestedDay, toUtcDay, type UtcDay } from '../common/utc-dates';
import { invalid } from '../common/validation-error';
import { withProperties } from '../common/with-properties';
import { MAX_CONTENT } from '../backend/memory-limits';
import { AgentAnswer, SessionAnswer } from '../sessions/session-answer.dto';
import { CONFLICT_ID, conflictIdOf, type OpenConflict } from './conflict-report';
import type { Generation } from './conflict-run.service';
import { CONFLICT_TYPES } from './detection/verdict';
import { CONFLICT_ACTIONS } from './resolution';

const OLD_ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const NEW_ID = '019ab3f3-11aa-7c44-9b1d-5a0e6a7c8b90';
const SESSION_ID = Shown('The session', 'sess_0123456789ab');
const DATE = Shown('The day in UTC', '2026-05-01');

export class GenerateConflictsRequest extends withProperties({
  date: TextField(...DAY_FIELD),
}) {}

export class ConflictsQuery extends withProperties({
  date: TextField(...DAY_FIELD),
}) {}

class GeneratedConflicts extends withProperties({
  status: Shown('`no_memories` when no active memory was created or changed on the day', 'success', {
    enum: ['success', 'no_memories'],
  }),
  conflict_count: ShownInteger('Unresolved conflicts in the report now', 1),
}) {}

/** The answer for the local page, which has no session. */
export class GenerationResult extends withProperties(AgentAnswer, {
  date: DATE,
  conflicts: Shown(
    'What the report holds',
    { status: 'success', conflict_count: 1 },
    { type: GeneratedConflicts },
  ),
  generated_by: Shown('Who judged: `rules`, `backend` or the name of the model', 'rules'),
}) {}

export class GenerateConflictsResponse extends withProperties(GenerationResult, {
  session_id: SESSION_ID,
}) {}

class ConflictRowDto extends withProperties({
  conflict_id: Shown('Id of the row, unique in the agent; it never changes', '2026-05-01-0'),
  index: ShownInteger('Place in the full report of the day, resolved rows counted; it never changes', 0),
  type: Shown('What the pair comes to', 'contradiction', { enum: CONFLICT_TYPES }),
  title: Shown('The conflict in a few words', 'Different values for where the user lives'),
  description: Shown(
    'The conflict in a sentence',
    'The older memory says Berlin, the newer one says Munich.',
  ),
  recommendation: Shown('What to do about it', 'Keep the newer one if the user has moved.'),
  old_memory_id: Shown('The memory that was created first', OLD_ID),
  new_memory_id: Shown('The other one', NEW_ID),
  old_content: Shown('What the older one says now', 'The user lives in Berlin.'),
  new_content: Shown('What the newer one says now', 'The user lives in Munich.'),
  old_created_at: Shown('When the older one was created', '2026-04-20T08:00:00.000Z'),
  new_created_at: Shown('When the newer one was created', '2026-05-01T12:00:00.000Z'),
  old_source: Shown('Label of the writer of the older one', 'agent'),
  new_source: Shown('Label of the writer of the newer one', 'agent'),
  resolved: Shown('Always false: resolved rows are not listed', false),
}) {}

export class ConflictsResponse extends withProperties(SessionAnswer, {
  date: DATE,
  conflicts: ShownList(
    'The unresolved rows by their indexes; at most 1000, more follow when these are resolved',
    ConflictRowDto,
  ),
  count: ShownInteger('Rows listed', 0),
}) {}

export class ResolveConflictRequest extends withProperties({
  conflict_id: TextField(
    'The `conflict_id` of the row, such as `2026-05-01-0`: instead of `conflict_index` and `date`',
    null,
    {
      pattern: { regex: CONFLICT_ID, says: 'Value error, expected the conflict_id of a row' },
      required: false,
    },
  ),
  conflict_index: IntegerField(
    'The `index` of the row in the report of `date`; required without `conflict_id`',
    0,
    { required: false },
  ),
  // No choice: the interface answers an unknown one as 500.
  action: Field<string>('What to do with the two memories', 'keep_new', {
    rule: textRule({ allowBlank: true }),
    schema: { type: String, enum: [...CONFLICT_ACTIONS] },
  }),
  date: TextField(...DAY_FIELD),
  manual_content: TextField(
    'What takes the place of both, for `manual`; at most 10000 characters',
    'The user moved from Berlin to Munich in April 2026.',
    { documentedMax: MAX_CONTENT, required: false, allowBlank: true },
  ),
  manual_type: ChoiceField('Memory type of the replacement; `fact` when omitted', 'fact', {
    values: MEMORY_TYPES,
    required: false,
  }),
}) {}

export class ResolveConflictResponse extends withProperties(SessionAnswer, {
  date: DATE,
  action: Shown('What was done', 'keep_new', { enum: CONFLICT_ACTIONS }),
  deleted: Shown('Ids of memories deleted for good', [OLD_ID], { type: String, isArray: true }),
  expired: ShownList('Ids of memories expired, with the reason `conflict-resolution`', String),
  new_memory_id: Shown('Id of the replacement', null, { type: String, nullable: true }),
  status: Shown('Always `resolved`', 'resolved', { enum: ['resolved'] }),
}) {}

export function toGenerationResult(agentId: string, generation: Generation): GenerationResult {
  const { date, status, conflictCount, generatedBy } = generation;
  return {
    agent_id: agentId,
    date,
    conflicts: { status, conflict_count: conflictCount },
    generated_by: generatedBy,
  };
}

/** The row that a request names in one of the two ways. Throws a ValidationError for both, or none. */
export function requestedRow(request: ResolveConflictRequest, now: Date): { day: UtcDay; index: number } {
  const { conflict_id: id, conflict_index: index, date } = request;
  const [, idDate, idIndex] = CONFLICT_ID.exec(id ?? '') ?? [];
  if (idDate === undefined) {
    if (typeof index === 'number') return { day: requestedDay(date, now), index };
    throw invalid(['body', 'conflict_index'], 'Field required', null, 'missing');
  }
  if ((index ?? date ?? null) !== null) {
    throw invalid(['body', 'conflict_id'], 'Value error, send it without conflict_index and date', id);
  }
  const day = toUtcDay(idDate, now);
  if (day === null) throw invalid(['body', 'conflict_id'], 'Value error, the calendar has no such day', id);
  return { day, index: Number(idIndex) };
}

export function toConflictRow(conflict: OpenConflict, date: string): ConflictRowDto {
  const { old, new: newer } = conflict;
  return answerOf(ConflictRowDto, {
    ...conflict,
    conflictId: conflictIdOf(date, conflict.index),
    oldContent: old.content,
    newContent: newer.content,
    oldCreatedAt: old.createdAt,
    newCreatedAt: newer.createdAt,
    oldSource: old.source,
    newSource: newer.source,
    resolved: false,
  });
}
