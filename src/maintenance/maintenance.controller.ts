import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { answerOf } from '../common/answer-of';
import { Documented } from '../common/documented';
import { Shown, ShownInteger, ShownList } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { RUN_CAUSES, type MaintenanceRun, type RunCause } from './maintenance-run';
import { MaintenanceService, type MaintenanceReport } from './maintenance.service';

const SHOWN_CAUSES = RUN_CAUSES.filter((cause) => cause !== 'install');

class MaintenanceErrorDto extends withProperties({
  task: Shown('`sweep`, or the name of a clean-up task.', 'sweep'),
  agent_id: Shown('The agent, if the error is about one.', 'support-bot', { type: String, nullable: true }),
  error: Shown('What went wrong.', 'DatabaseError 57014'),
}) {}

class MaintenanceRunDto extends withProperties({
  id: ShownInteger('The number of the run.', 12),
  cause: Shown<RunCause>('`schedule`: automatically; `command`: by `npm run maintenance`.', 'schedule', {
    enum: SHOWN_CAUSES,
  }),
  started_at: Shown('When it started.', '2026-05-01T23:55:00.000Z'),
  finished_at: Shown(
    'Null while it runs, and for a run that did not finish: then the next run did the rest.',
    '2026-05-01T23:55:07.123Z',
    { type: String, nullable: true },
  ),
  agents: ShownInteger('Swept agents.', 3),
  expired: ShownInteger('Memories expired.', 120),
  purged: ShownInteger('Memories deleted for good.', 0),
  held: ShownList(
    'Agents that were not swept, because too many of their memories would have expired; at most 1000.',
    String,
  ),
  errors: ShownList('What failed; the run continued. At most 1000.', MaintenanceErrorDto),
}) {}

class MaintenanceDto extends withProperties({
  runs: ShownList('Newest first.', MaintenanceRunDto),
  next_run: Shown(
    'When the next run is due; a time in the past means now. Null when the schedule is disabled.',
    '2026-05-02T23:55:00.000Z',
    { type: String, nullable: true },
  ),
  enabled: Shown('Whether this process runs maintenance automatically.', true),
}) {}

function maintenanceDto(report: MaintenanceReport): MaintenanceDto {
  return {
    runs: report.runs.map(runDto),
    next_run: report.nextRun?.toISOString() ?? null,
    enabled: report.isEnabled,
  };
}

function runDto(run: MaintenanceRun): MaintenanceRunDto {
  const errors = run.errors.map((error) => answerOf(MaintenanceErrorDto, error));
  return answerOf(MaintenanceRunDto, { ...run, held: [...run.held], errors });
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
      'Maintenance sweeps and purges every agent that has a policy, and deletes outdated activity, sessions, ' +
      'idempotency keys and records of its own. Shows the last 50 runs, newest first.',
    response: MaintenanceDto,
  })
  async getMaintenance(): Promise<MaintenanceDto> {
    return maintenanceDto(await this.maintenance.report(MAX_RUNS));
  }
}
