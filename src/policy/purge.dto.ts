import type { PurgeOutcome } from '../backend/sweep';
import { Shown } from '../common/fields';
import { AgentAnswer } from '../sessions/session-answer.dto';
import type { PolicyRun } from './manual-sweeps.service';
import { NEVER } from './policy';
import { AT, DRY_RUN, ERRORS, ID, RUN_ID, SweepErrorRow, toErrorRow } from './sweep.dto';

export class PurgedMemoryRow {
  @Shown({ description: 'The memory', example: ID })
  id!: string;

  @Shown({ description: 'Its title', example: 'Yesterday the build was red' })
  title!: string;

  @Shown({ description: 'When it expired', example: AT })
  expired_at!: string;

  @Shown({ description: 'What it expired by', example: 'retention.context' })
  expired_by!: string;
}

export class PurgeResponse extends AgentAnswer {
  @Shown(RUN_ID)
  sweep_id!: string | null;

  @Shown(DRY_RUN)
  dry_run!: boolean;

  @Shown({ description: 'Whether the policy purges at all', example: true })
  enabled!: boolean;

  @Shown({ description: 'How long a memory must have been expired', example: '365d' })
  purge_expired_after!: string;

  @Shown({ description: 'Memories expired for longer', example: 2, type: 'integer' })
  matched!: number;

  @Shown({ description: 'Memories deleted for good; 0 for a dry run', example: 2, type: 'integer' })
  purged!: number;

  @Shown({
    description: 'The matches, at most 1000 of them',
    example: [],
    type: PurgedMemoryRow,
    isArray: true,
  })
  memories!: PurgedMemoryRow[];

  @Shown({ ...ERRORS, type: SweepErrorRow })
  errors!: SweepErrorRow[];

  @Shown({ description: 'When memories were judged', example: AT })
  evaluated_at!: string;
}

export function toPurgeResponse(agentId: string, run: PolicyRun<PurgeOutcome>): PurgeResponse {
  const { sweepId, policy, outcome, evaluatedAt } = run;
  return {
    agent_id: agentId,
    sweep_id: sweepId,
    dry_run: sweepId === null,
    enabled: policy.purge_expired_after !== NEVER,
    purge_expired_after: policy.purge_expired_after,
    matched: outcome.matched,
    purged: outcome.purged,
    memories: outcome.memories.map(({ id, title, expiredAt, expiredBy }) => ({
      id,
      title,
      expired_at: expiredAt.toISOString(),
      expired_by: expiredBy,
    })),
    errors: outcome.errors.map(toErrorRow),
    evaluated_at: evaluatedAt.toISOString(),
  };
}
