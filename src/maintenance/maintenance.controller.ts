import { ApiProperty } from '@nestjs/swagger';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import { RUN_CAUSES, type MaintenanceRun, type RunCause } from './maintenance-run';
import { MaintenanceService, type MaintenanceReport } from './maintenance.service';

const SHOWN_CAUSES = RUN_CAUSES.filter((cause) => cause !== 'install');

export class MaintenanceErrorDto {
  /**
   * `sweep`, or the name of a clean-up task.
   * @example 'sweep'
   */
  task!: string;

  /**
   * The agent, if the error is about one.
   * @example 'support-bot'
   */
  agent_id!: string | null;

  /**
   * What went wrong.
   * @example 'DatabaseError 57014'
   */
  error!: string;
}

export class MaintenanceRunDto {
  /**
   * The number of the run.
   * @example 12
   */
  @ApiProperty({ type: 'integer' })
  id!: number;

  /**
   * `schedule`: automatically; `command`: by `npm run maintenance`.
   * @example 'schedule'
   */
  @ApiProperty({ enum: SHOWN_CAUSES })
  cause!: RunCause;

  /**
   * When it started.
   * @example '2026-05-01T23:55:00.000Z'
   */
  started_at!: string;

  /**
   * Null while it runs, and for a run that did not finish: then the next run did the rest.
   * @example '2026-05-01T23:55:07.123Z'
   */
  finished_at!: string | null;

  /**
   * Swept agents.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  agents!: number;

  /**
   * Memories expired.
   * @example 120
   */
  @ApiProperty({ type: 'integer' })
  expired!: number;

  /**
   * Memories deleted for good.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  purged!: number;

  /**
   * Agents that were not swept, because too many of their memories would have expired; at most 1000.
   * @example []
   */
  held!: string[];

  /**
   * What failed; the run continued. At most 1000.
   * @example []
   */
  errors!: MaintenanceErrorDto[];
}

export class MaintenanceDto {
  /**
   * Newest first.
   * @example []
   */
  runs!: MaintenanceRunDto[];

  /**
   * When the next run is due; a time in the past means now. Null when the schedule is disabled.
   * @example '2026-05-02T23:55:00.000Z'
   */
  next_run!: string | null;

  /**
   * Whether this process runs maintenance automatically.
   * @example true
   */
  enabled!: boolean;
}

function maintenanceDto(report: MaintenanceReport): MaintenanceDto {
  return {
    runs: report.runs.map(runDto),
    next_run: report.nextRun?.toISOString() ?? null,
    enabled: report.isEnabled,
  };
}

function runDto(run: MaintenanceRun): MaintenanceRunDto {
  return {
    id: run.id,
    cause: run.cause,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    agents: run.agents,
    expired: run.expired,
    purged: run.purged,
    held: [...run.held],
    errors: run.errors.map(({ task, agentId, error }) => ({ task, agent_id: agentId, error })),
  };
}

const MAX_RUNS = 50;

@ApiTags('Local pages')
@Controller('api/ui/maintenance')
@LocalRoute()
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  @Get()
  @Documented({
    summary: 'Show the last runs of maintenance, and the time of the next',
    description:
      'Maintenance sweeps and purges agents by their policies, and deletes outdated activity, sessions, idempotency keys and runs. The last 50 runs, newest first.',
    response: MaintenanceDto,
  })
  async getMaintenance(): Promise<MaintenanceDto> {
    return maintenanceDto(await this.maintenance.report(MAX_RUNS));
  }
}
