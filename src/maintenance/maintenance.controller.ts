import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import { MaintenanceDto, maintenanceDto } from './maintenance.dto';
import { MaintenanceService } from './maintenance.service';

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
    errors: ['BackendUnavailable'],
  })
  async getMaintenance(): Promise<MaintenanceDto> {
    return maintenanceDto(await this.maintenance.report(MAX_RUNS));
  }
}
