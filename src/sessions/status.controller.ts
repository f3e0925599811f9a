import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import type { Grant } from '../access/grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { Documented } from '../common/documented';
import { SessionStatusDto, sessionStatusDto } from './session.dto';
import { SessionsService } from './sessions.service';

@ApiTags('Sessions')
@Controller('api/v2/status')
export class StatusController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ManagementRoute('manage')
  @Documented({
    summary: 'Show the session activated last',
    description:
      'Returns the session that was activated last, if it is still active. It starts no session. A key gets that of the agents ' +
      'that it is for.',
    response: SessionStatusDto,
    errors: ['management_access_denied', 'no_active_session', 'BackendUnavailable'],
  })
  async getStatus(@CurrentGrant() grant: Grant | null): Promise<SessionStatusDto> {
    return sessionStatusDto(await this.sessions.current(grant?.agents ?? null));
  }
}
