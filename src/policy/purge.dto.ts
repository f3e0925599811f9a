import type { PurgeOutcome } from '../backend/sweep';
import { answerOf } from '../common/answer-of';
import { Shown, ShownList } from '../common/fields';
import { AgentAnswer } from '../sessions/session-answer.dto';
import type { PolicyRun } from './manual-sweeps.service';
import { NEVER } from './policy';
import { AT, DRY_RUN, ERRORS, ID, RUN_ID, SweepErrorRow } from './sweep.dto';

export class PurgedMemoryRow {
  @Shown('The memory', ID)
  id!: string;

  @Shown('Its title', 'Yesterday the build was red')
  title!: string;

  @Shown('When it expired', AT)
  expired_at!: string;

  @Shown('What it expired by', 'retention.context')
  expired_by!: string;
}

export class PurgeResponse extends AgentAnswer {
  @Shown(...RUN_ID)
  sweep_id!: string | null;

  @Shown(...DRY_RUN)
  dry_run!: boolean;

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
