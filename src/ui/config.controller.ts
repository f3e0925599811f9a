import { Body, Controller, Get, Header, Patch } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import { DomainError } from '../common/domain-error';
import { LockedSettings } from '../settings/setting-sources';
import { ConfigChangedDto, ConfigChangesDto, configDto, ConfigDto, SettingDto } from './config.dto';
import { ConfigService, configChanges } from './config.service';

@ApiTags('Local pages')
@ApiExtraModels(SettingDto)
@LocalRoute()
@Controller('api/ui/config')
export class ConfigController {
  constructor(private readonly config: ConfigService) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Documented({
    summary: 'Show the settings in effect and their sources',
    description: 'Secrets are shown as set or unset.',
    response: ConfigDto,
  })
  async getSettings(): Promise<ConfigDto> {
    return configDto(await this.config.read());
  }

  @Patch()
  @ApiBody({ type: ConfigChangesDto, required: false })
  @Documented({
    summary: 'Change settings, on every replica at once',
    description:
      'All of the changes or none. They survive a restart and override the configuration file; null deletes a stored value.',
    response: ConfigChangedDto,
    errors: ['settings_locked'],
  })
  async changeSettings(@Body() body: unknown): Promise<ConfigChangedDto> {
    try {
      return { updated: await this.config.change(configChanges(body)) };
    } catch (error) {
      if (error instanceof LockedSettings) throw new DomainError('settings_locked', error.message);
      throw error;
    }
  }
}
