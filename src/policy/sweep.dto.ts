import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import type { SweepError, SweepOutcome } from '../backend/sweep';
import { CursorField, FlagField, PageLimitField, Shown } from '../common/fields';
import { encodeTimeCursor } from '../common/time-cursor';
import { invalid } from '../common/validation-error';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { isEmptyDocument, type PolicyDocument } from './policy';
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

export const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
export const AT = '2026-05-01T12:00:00.000Z';
const PER_RULE = { 'retention.context': 2 };
export const DRY_RUN = { description: 'Whether it only reported', example: false };
export const RUN_ID = {
  description: 'Its id among `policy/sweeps`; null for a dry run',
  example: ID,
  type: String,
  nullable: true,
};
export const ERRORS = {
  description: 'Memories that it failed for; the others were done',
  example: [],
  isArray: true,
};

export class SweepRequest {
  @FlagField({
    description: 'True reports what would happen and writes nothing',
    example: false,
    required: false,
    default: false,
  })
  dry_run?: boolean | null;
}

export class ApplyRequest extends SweepRequest {
  @ObjectField({
    description: 'With `dry_run` only: a policy to report about, in place of the stored one',
    example: null,
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
  @Shown({ description: 'The memory', example: ID })
  memory_id!: string;

  @Shown({ description: 'What went wrong', example: 'Error' })
  error!: string;
}

export class SweptMemoryRow {
  @Shown({ description: 'The memory', example: ID })
  id!: string;

  @Shown({ description: 'Its title', example: 'Yesterday the build was red' })
  title!: string;

  @Shown({ description: 'Its type', example: 'context', enum: MEMORY_TYPES })
  type!: MemoryType;

  @Shown({ description: 'When it was created', example: AT })
  created_at!: string;

  @Shown({ description: 'When it was updated last', example: AT })
  updated_at!: string;

  @Shown({ description: 'The rule, or `retention.<type>`', example: 'retention.context' })
  expired_by!: string;
}

export class SweepResponse extends AgentAnswer {
  @Shown(RUN_ID)
  sweep_id!: string | null;

  @Shown(DRY_RUN)
  dry_run!: boolean;

  @Shown({ description: 'Whether the policy says nothing, so that the sweep did nothing', example: false })
  policy_is_empty!: boolean;

  @Shown({ description: 'Active memories evaluated', example: 40, type: 'integer' })
  scanned!: number;

  @Shown({ description: 'Expired memories, which were not looked at', example: 3, type: 'integer' })
  already_expired!: number;

  @Shown({ description: 'Memories that a rule or their type says have expired', example: 2, type: 'integer' })
  matched!: number;

  @Shown({ description: 'Memories expired; 0 for a dry run', example: 2, type: 'integer' })
  expired!: number;

  @Shown({ description: 'Matches by rule name or `retention.<type>`', example: PER_RULE, type: Object })
  per_rule!: Record<string, number>;

  @Shown({
    description: 'The matches, at most 1000 of them',
    example: [],
    type: SweptMemoryRow,
    isArray: true,
  })
  memories!: SweptMemoryRow[];

  @Shown({ ...ERRORS, type: SweepErrorRow })
  errors!: SweepErrorRow[];

  @Shown({ description: 'When memories were judged, and the `expired_at` of each', example: AT })
  evaluated_at!: string;
}

export class SweepRow {
  @Shown({ description: 'By which it can be undone', example: ID })
  sweep_id!: string;

  @Shown({ description: '`sweep` expires, `purge` deletes for good', example: 'sweep', enum: SWEEP_KINDS })
  kind!: SweepKind;

  @Shown({ description: 'Whether somebody asked for it', example: 'manual', enum: SWEEP_CAUSES })
  cause!: SweepCause;

  @Shown({
    description:
      '`held`: a nightly one that would have expired too many, and expired none; `running`, long after it ' +
      'began: broken off, what it did stands',
    example: 'completed',
    enum: SWEEP_STATUSES,
  })
  status!: SweepStatus;

  @Shown({ description: 'When memories were judged', example: AT })
  evaluated_at!: string;

  @Shown({ description: 'When it ended', example: AT, type: String, nullable: true })
  finished_at!: string | null;

  @Shown({ description: 'Active memories evaluated; 0 for a purge', example: 40, type: 'integer' })
  scanned!: number;

  @Shown({ description: 'Memories that were to be expired or purged', example: 2, type: 'integer' })
  matched!: number;

  @Shown({ description: 'Memories expired', example: 2, type: 'integer' })
  expired!: number;

  @Shown({ description: 'Memories purged', example: 0, type: 'integer' })
  purged!: number;

  @Shown({ description: 'Memories that it failed for', example: 0, type: 'integer' })
  errors!: number;

  @Shown({ description: 'Matches by rule name or `retention.<type>`', example: PER_RULE, type: Object })
  per_rule!: Record<string, number>;
}

export class SweepListResponse extends AgentAnswer {
  @Shown({ description: 'Newest first', example: [], type: SweepRow, isArray: true })
  sweeps!: SweepRow[];

  @Shown({ description: 'How many are listed here', example: 0, type: 'integer' })
  count!: number;

  @Shown({ description: 'Where the next page starts', example: null, type: String, nullable: true })
  next_cursor!: string | null;
}

export class SweepUndoneResponse extends AgentAnswer {
  @Shown({ description: 'The sweep', example: ID })
  sweep_id!: string;

  @Shown({ description: 'Memories made active again', example: 2, type: 'integer' })
  restored!: number;

  @Shown({
    description: 'Memories left as they are, since they were edited, restored or deleted after the sweep',
    example: 0,
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
  const { sweepId, policy, outcome, evaluatedAt } = run;
  return {
    agent_id: agentId,
    sweep_id: sweepId,
    dry_run: sweepId === null,
    policy_is_empty: isEmptyDocument(policy),
    scanned: outcome.scanned,
    already_expired: outcome.alreadyExpired,
    matched: outcome.matched,
    expired: outcome.expired,
    per_rule: outcome.perRule,
    memories: outcome.memories.map(({ id, title, type, createdAt, updatedAt, expiredBy }) => ({
      id,
      title,
      type,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
      expired_by: expiredBy,
    })),
    errors: outcome.errors.map(toErrorRow),
    evaluated_at: evaluatedAt.toISOString(),
  };
}

export function toSweepRow(sweep: Sweep): SweepRow {
  return {
    sweep_id: sweep.sweepId,
    kind: sweep.kind,
    cause: sweep.cause,
    status: sweep.status,
    evaluated_at: sweep.evaluatedAt.toISOString(),
    finished_at: sweep.finishedAt?.toISOString() ?? null,
    scanned: sweep.scanned,
    matched: sweep.matched,
    expired: sweep.kind === 'sweep' ? sweep.changed : 0,
    purged: sweep.kind === 'purge' ? sweep.changed : 0,
    errors: sweep.errors,
    per_rule: sweep.perRule,
  };
}

export function toErrorRow({ memoryId, error }: SweepError): SweepErrorRow {
  return { memory_id: memoryId, error };
}
