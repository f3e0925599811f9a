import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import type { SweepOutcome, PurgeOutcome } from '../backend/memory-lifecycle';
import { answerOf } from '../common/answer-of';
import { CursorField, FlagField, PageLimitField, Shown, ShownList } from '../common/fields';
import { encodeTimeCursor } from '../common/time-cursor';
import { invalid } from '../common/validation-error';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { isEmptyDocument, type PolicyDocument, NEVER } from './policy';
import { PolicyRequest, toPolicyDocument } from './policy.dto';
import { ObjectField } from './policy.fields';
import {
  SWEEP_CAUSES,
  SWEEP_KINDS,
  SWEEP_STATUSES,
  type Sweep,
  type SweepCause,
  type SweepKind,
  type SweepStatus,
} from './sweep';
import type { PolicyRun } from './manual-sweeps.service';

const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const AT = '2026-05-01T12:00:00.000Z';
const PER_RULE = { 'retention.context': 2 };
const ERRORS = 'Memories that it failed for; the others were done';

export class SweepRequest {
  @FlagField('True reports what would happen and writes nothing', false)
  dry_run?: boolean | null;
}

export class ApplyRequest extends SweepRequest {
  @ObjectField('With `dry_run` only: a policy to report about, in place of the stored one', null, {
    type: () => PolicyRequest,
    required: false,
  })
  policy?: PolicyRequest | null;
}

export class SweepListQuery {
  @PageLimitField({ max: 100, default: 20 })
  limit!: number;

  @CursorField(encodeTimeCursor({ time: new Date(AT), id: ID }))
  cursor!: string | null;
}

export class SweepErrorRow {
  @Shown('The memory', ID)
  memory_id!: string;

  @Shown('What went wrong', 'Error')
  error!: string;
}

export class SweptMemoryRow {
  @Shown('The memory', ID)
  id!: string;

  @Shown('Its title', 'Yesterday the build was red')
  title!: string;

  @Shown('Its type', 'context', { enum: MEMORY_TYPES })
  type!: MemoryType;

  @Shown('When it was created', AT)
  created_at!: string;

  @Shown('When it was updated last', AT)
  updated_at!: string;

  @Shown('The rule, or `retention.<type>`', 'retention.context')
  expired_by!: string;
}

class RunResponse extends AgentAnswer {
  @Shown('Its id among `policy/sweeps`; null for a dry run', ID, { type: String, nullable: true })
  sweep_id!: string | null;

  @Shown('Whether it only reported', false)
  dry_run!: boolean;
}

export class SweepResponse extends RunResponse {
  @Shown('Whether the policy says nothing, so that the sweep did nothing', false)
  policy_is_empty!: boolean;

  @Shown('Active memories evaluated', 40, { type: 'integer' })
  scanned!: number;

  @Shown('Expired memories, which were not looked at', 3, { type: 'integer' })
  already_expired!: number;

  @Shown('Memories that a rule or their type says have expired', 2, { type: 'integer' })
  matched!: number;

  @Shown('Memories expired; 0 for a dry run', 2, { type: 'integer' })
  expired!: number;

  @Shown('Matches by rule name or `retention.<type>`', PER_RULE, { type: Object })
  per_rule!: Record<string, number>;

  @ShownList('The matches, at most 1000 of them', SweptMemoryRow)
  memories!: SweptMemoryRow[];

  @ShownList(ERRORS, SweepErrorRow)
  errors!: SweepErrorRow[];

  @Shown('When memories were judged, and the `expired_at` of each', AT)
  evaluated_at!: string;
}

export class SweepRow {
  @Shown('By which it can be undone', ID)
  sweep_id!: string;

  @Shown('`sweep` expires, `purge` deletes for good', 'sweep', { enum: SWEEP_KINDS })
  kind!: SweepKind;

  @Shown('Whether somebody asked for it', 'manual', { enum: SWEEP_CAUSES })
  cause!: SweepCause;

  @Shown(
    '`held`: a nightly one that would have expired too many, and expired none; `running`, long after it ' +
      'began: broken off, what it did stands',
    'completed',
    { enum: SWEEP_STATUSES },
  )
  status!: SweepStatus;

  @Shown('When memories were judged', AT)
  evaluated_at!: string;

  @Shown('When it ended', AT, { type: String, nullable: true })
  finished_at!: string | null;

  @Shown('Active memories evaluated; 0 for a purge', 40, { type: 'integer' })
  scanned!: number;

  @Shown('Memories that were to be expired or purged', 2, { type: 'integer' })
  matched!: number;

  @Shown('Memories expired', 2, { type: 'integer' })
  expired!: number;

  @Shown('Memories purged', 0, { type: 'integer' })
  purged!: number;

  @Shown('Memories that it failed for', 0, { type: 'integer' })
  errors!: number;

  @Shown('Matches by rule name or `retention.<type>`', PER_RULE, { type: Object })
  per_rule!: Record<string, number>;
}

export class SweepListResponse extends AgentAnswer {
  @ShownList('Newest first', SweepRow)
  sweeps!: SweepRow[];

  @Shown('How many are listed here', 0, { type: 'integer' })
  count!: number;

  @Shown('Where the next page starts', null, { type: String, nullable: true })
  next_cursor!: string | null;
}

export class SweepUndoneResponse extends AgentAnswer {
  @Shown('The sweep', ID)
  sweep_id!: string;

  @Shown('Memories made active again', 2, { type: 'integer' })
  restored!: number;

  @Shown('Memories left as they are, since they were edited, restored or deleted after the sweep', 0, {
    type: 'integer',
  })
  skipped!: number;
}

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

class PurgedMemoryRow {
  @Shown('The memory', ID)
  id!: string;

  @Shown('Its title', 'Yesterday the build was red')
  title!: string;

  @Shown('When it expired', AT)
  expired_at!: string;

  @Shown('What it expired by', 'retention.context')
  expired_by!: string;
}

export class PurgeResponse extends RunResponse {
  @Shown('Whether the policy purges at all', true)
  enabled!: boolean;

  @Shown('How long a memory must have been expired', '365d')
  purge_expired_after!: string;

  @Shown('Memories expired for longer', 2, { type: 'integer' })
  matched!: number;

  @Shown('Memories deleted for good; 0 for a dry run', 2, { type: 'integer' })
  purged!: number;

  @ShownList('The matches, at most 1000 of them', PurgedMemoryRow)
  memories!: PurgedMemoryRow[];

  @ShownList(ERRORS, SweepErrorRow)
  errors!: SweepErrorRow[];

  @Shown('When memories were judged', AT)
  evaluated_at!: string;
}

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
