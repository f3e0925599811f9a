import { Shown } from '../common/fields';
import { RUN_CAUSES, type MaintenanceRun, type RunCause, type RunError } from './maintenance-run';
import type { MaintenanceReport } from './maintenance.service';

const SHOWN_CAUSES = RUN_CAUSES.filter((cause) => cause !== 'install');

export class MaintenanceErrorDto {
  @Shown({ description: '`sweep`, or the name of a clean-up task.', example: 'sweep' })
  task!: string;

  @Shown({
    description: 'The agent, if the error is about one.',
    example: 'support-bot',
    type: String,
    nullable: true,
  })
  agent_id!: string | null;

  @Shown({ description: 'What went wrong.', example: 'DatabaseError 57014' })
  error!: string;
}

export class MaintenanceRunDto {
  @Shown({ description: 'The number of the run.', example: 12, type: 'integer' })
  id!: number;

  @Shown({
    description: '`schedule`: automatically; `command`: by `npm run maintenance`.',
    example: 'schedule',
    enum: SHOWN_CAUSES,
  })
  cause!: RunCause;

  @Shown({ description: 'When it started.', example: '2026-05-01T23:55:00.000Z' })
  started_at!: string;

  @Shown({
    description: 'Null while it runs, and for a run that did not finish: then the next run did the rest.',
    example: '2026-05-01T23:55:07.123Z',
    type: String,
    nullable: true,
  })
  finished_at!: string | null;

  @Shown({ description: 'Swept agents.', example: 3, type: 'integer' })
  agents!: number;

  @Shown({ description: 'Memories expired.', example: 120, type: 'integer' })
  expired!: number;

  @Shown({ description: 'Memories deleted for good.', example: 0, type: 'integer' })
  purged!: number;

  @Shown({
    description:
      'Agents that were not swept, because too many of their memories would have expired; at most 1000.',
    example: [],
    type: String,
    isArray: true,
  })
  held!: string[];

  @Shown({
    description: 'What failed; the run continued. At most 1000.',
    example: [],
    type: () => MaintenanceErrorDto,
    isArray: true,
  })
  errors!: MaintenanceErrorDto[];
}

export class MaintenanceDto {
  @Shown({ description: 'Newest first.', example: [], type: () => MaintenanceRunDto, isArray: true })
  runs!: MaintenanceRunDto[];

  @Shown({
    description:
      'When the next run is due; a time in the past means now. Null when the schedule is disabled.',
    example: '2026-05-02T23:55:00.000Z',
    type: String,
    nullable: true,
  })
  next_run!: string | null;

  @Shown({ description: 'Whether this process runs maintenance automatically.', example: true })
  enabled!: boolean;
}

export function maintenanceDto(report: MaintenanceReport): MaintenanceDto {
  return {
    runs: report.runs.map(runDto),
    next_run: report.nextRun?.toISOString() ?? null,
    enabled: report.isEnabled,
  };
}

function runDto(run: MaintenanceRun): MaintenanceRunDto {
  const { startedAt, finishedAt, errors, ...same } = run;
  return {
    ...same,
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    errors: errors.map(errorDto),
  };
}

function errorDto({ agentId, task, error }: RunError): MaintenanceErrorDto {
  return { task, agent_id: agentId, error };
}
