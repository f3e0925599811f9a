import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import { MaintenanceDto, maintenanceDto } from './maintenance.dto';
import { MaintenanceService } from './maintenance.service';

/** Runs shown. */
const MOST_RUNS = 50;

@ApiTags('UI')
@Controller('api/ui/maintenance')
@LocalRoute()
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  @Get()
  @Documented({
    summary: 'Show the last runs of maintenance, and when the next is due',
    description:
      'Maintenance sweeps and purges every agent that has a policy, and forgets what is out of date: the activity ' +
      'log, ended sessions, used idempotency keys and its own records. The last 50 runs are shown, newest first.',
    response: MaintenanceDto,
    errors: ['BackendUnavailable'],
  })
  async show(): Promise<MaintenanceDto> {
    return maintenanceDto(await this.maintenance.report(MOST_RUNS));
  }
}
