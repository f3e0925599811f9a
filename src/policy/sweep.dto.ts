import { MEMORY_TYPES } from '../backend/memory';
import type { SweepOutcome, PurgeOutcome } from '../backend/memory-lifecycle';
import { answerOf } from '../common/answer-of';
import { CursorField, FlagField, PageLimitField, Shown, ShownInteger, ShownList } from '../common/fields';
import { encodeTimeCursor } from '../common/time-cursor';
import { invalid } from '../common/validation-error';
import { withProperties } from '../common/with-properties';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { isEmptyDocument, type PolicyDocument, NEVER } from './policy';
import { PolicyRequest, toPolicyDocument } from './policy.dto';
import { ObjectField } from './policy.fields';
import { SWEEP_CAUSES, SWEEP_KINDS, SWEEP_STATUSES, type Sweep } from './sweep';
import type { PolicyRun } from './manual-sweeps.service';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const AT = '2026-05-01T12:00:00.000Z';
const PER_RULE = { 'retention.context': 2 };
const ERRORS = 'Memories that it failed for; the others were done';

export class SweepRequest extends withProperties({
  dry_run: FlagField('True reports what would happen and writes nothing', false),
}) {}

export class ApplyRequest extends withProperties(SweepRequest, {
  policy: ObjectField('With `dry_run` only: a policy to report about, in place of the stored one', null, {
    type: () => PolicyRequest,
    required: false,
  }),
}) {}

export class SweepListQuery extends withProperties({
  limit: PageLimitField({ max: 100, default: 20 }),
  cursor: CursorField(encodeTimeCursor({ time: new Date(AT), id: ID })),
}) {}

export class SweepErrorRow extends withProperties({
  memory_id: Shown('The memory', ID),
  error: Shown('What went wrong', 'Error'),
}) {}

export class SweptMemoryRow extends withProperties({
  id: Shown('The memory', ID),
  title: Shown('Its title', 'Yesterday the build was red'),
  type: Shown('Its type', 'context', { enum: MEMORY_TYPES }),
  created_at: Shown('When it was created', AT),
  updated_at: Shown('When it was updated last', AT),
  expired_by: Shown('The rule, or `retention.<type>`', 'retention.context'),
}) {}

class RunResponse extends withProperties(AgentAnswer, {
  sweep_id: Shown('Its id among `policy/sweeps`; null for a dry run', ID, { type: String, nullable: true }),
  dry_run: Shown('Whether it only reported', false),
}) {}

export class SweepResponse extends withProperties(RunResponse, {
  policy_is_empty: Shown('Whether the policy says nothing, so that the sweep did nothing', false),
  scanned: ShownInteger('Active memories evaluated', 40),
  already_expired: ShownInteger('Expired memories, which were not looked at', 3),
  matched: ShownInteger('Memories that a rule or their type says have expired', 2),
  expired: ShownInteger('Memories expired; 0 for a dry run', 2),
  per_rule: Shown<Record<string, number>>('Matches by rule name or `retention.<type>`', PER_RULE, {
    type: Object,
  }),
  memories: ShownList('The matches, at most 1000 of them', SweptMemoryRow),
  errors: ShownList(ERRORS, SweepErrorRow),
  evaluated_at: Shown('When memories were judged, and the `expired_at` of each', AT),
}) {}

export class SweepRow extends withProperties({
  sweep_id: Shown('By which it can be undone', ID),
  kind: Shown('`sweep` expires, `purge` deletes for good', 'sweep', { enum: SWEEP_KINDS }),
  cause: Shown('Whether somebody asked for it', 'manual', { enum: SWEEP_CAUSES }),
  status: Shown(
    '`held`: a nightly one that would have expired too many, and expired none; `running`, long after it ' +
      'began: broken off, what it did stands',
    'completed',
    { enum: SWEEP_STATUSES },
  ),
  evaluated_at: Shown('When memories were judged', AT),
  finished_at: Shown('When it ended', AT, { type: String, nullable: true }),
  scanned: ShownInteger('Active memories evaluated; 0 for a purge', 40),
  matched: ShownInteger('Memories that were to be expired or purged', 2),
  expired: ShownInteger('Memories expired', 2),
  purged: ShownInteger('Memories purged', 0),
  errors: ShownInteger('Memories that it failed for', 0),
  per_rule: Shown<Record<string, number>>('Matches by rule name or `retention.<type>`', PER_RULE, {
    type: Object,
  }),
}) {}

export class SweepListResponse extends withProperties(AgentAnswer, {
  sweeps: ShownList('Newest first', SweepRow),
  count: ShownInteger('How many are listed here', 0),
  next_cursor: Shown('Where the next page starts', null, { type: String, nullable: true }),
}) {}

export class SweepUndoneResponse extends withProperties(AgentAnswer, {
  sweep_id: Shown('The sweep', ID),
  restored: ShownInteger('Memories made active again', 2),
  skipped: ShownInteger(
    'Memories left as they are, since they were edited, restored or deleted after the sweep',
    0,
  ),
}) {}

/** The policy that a dry run names; null for the stored one. Throws a ValidationError if another run names one. */
export function namedPolicy({ dry_run: dryRun, policy }: ApplyRequest): PolicyDocument | null {
  if (policy === null || policy === undefined) return null;
  if (dryRun !== true) {
    throw invalid(
      ['body', 'policy'],
      'Only a dry run takes a policy: store it with PUT, then apply it',
      null,
    );
  }
  return toPolicyDocument(policy);
}

export function toSweepResponse(agentId: string, run: PolicyRun<SweepOutcome>): SweepResponse {
  const { memories, errors, ...counts } = run.outcome;
  return answerOf(SweepResponse, {
    ...run,
    ...counts,
    agentId,
    dryRun: run.sweepId === null,
    policyIsEmpty: isEmptyDocument(run.policy),
    memories: memories.map((memory) => answerOf(SweptMemoryRow, memory)),
    errors: errors.map((error) => answerOf(SweepErrorRow, error)),
  });
}

export function toSweepRow(sweep: Sweep): SweepRow {
  const expired = sweep.kind === 'sweep' ? sweep.changed : 0;
  return answerOf(SweepRow, { ...sweep, expired, purged: sweep.changed - expired });
}

class PurgedMemoryRow extends withProperties({
  id: Shown('The memory', ID),
  title: Shown('Its title', 'Yesterday the build was red'),
  expired_at: Shown('When it expired', AT),
  expired_by: Shown('What it expired by', 'retention.context'),
}) {}

export class PurgeResponse extends withProperties(RunResponse, {
  enabled: Shown('Whether the policy purges at all', true),
  purge_expired_after: Shown('How long a memory must have been expired', '365d'),
  matched: ShownInteger('Memories expired for longer', 2),
  purged: ShownInteger('Memories deleted for good; 0 for a dry run', 2),
  memories: ShownList('The matches, at most 1000 of them', PurgedMemoryRow),
  errors: ShownList(ERRORS, SweepErrorRow),
  evaluated_at: Shown('When memories were judged', AT),
}) {}

export function toPurgeResponse(agentId: string, run: PolicyRun<PurgeOutcome>): PurgeResponse {
  const { memories, errors, ...counts } = run.outcome;
  const purgeExpiredAfter = run.policy.purge_expired_after;
  return answerOf(PurgeResponse, {
    ...run,
    ...counts,
    agentId,
    dryRun: run.sweepId === null,
    enabled: purgeExpiredAfter !== NEVER,
    purgeExpiredAfter,
    memories: memories.map((memory) => answerOf(PurgedMemoryRow, memory)),
    errors: errors.map((error) => answerOf(SweepErrorRow, error)),
  });
}
