import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { Documented } from '../common/documented';
import { SessionStatusDto, sessionStatusDto } from './session.dto';
import { SessionsService } from './sessions.service';

@ApiTags('Sessions')
@Controller('api/v2/status')
export class StatusController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ManagementRoute()
  @Documented({
    summary: 'Show the session activated last',
    response: SessionStatusDto,
    errors: ['management_access_denied', 'no_active_session', 'BackendUnavailable'],
  })
  async status(): Promise<SessionStatusDto> {
    return sessionStatusDto(await this.sessions.current());
  }
}
