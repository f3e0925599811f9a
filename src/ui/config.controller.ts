import { Body, Controller, Get, Header, Patch } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import { DomainError } from '../common/domain-error';
import { Shown } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { VARIABLES } from '../config/env';
import { ENV_TEXTS } from '../config/env-texts';
import { SETTINGS } from '../config/setting';
import { LockedSettings, SETTING_SOURCES, type SettingSource } from '../settings/setting-sources';
import { ConfigService, configChanges, type Configuration } from './config.service';

const TEXTS = Object.assign({}, ...Object.values(ENV_TEXTS)) as (typeof ENV_TEXTS)[string];

type Value = string | number | boolean;

class SettingDto {
  @ApiProperty({
    description: 'The value in effect; for a secret `set` or `unset`.',
    example: true,
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  })
  value!: Value;

  @Shown(
    'The first of `environment`, `stored` (by PATCH), `file` (CONFIG_FILE) and `default` that has a value.',
    'default',
    { enum: SETTING_SOURCES },
  )
  source!: SettingSource;

  @Shown('It cannot be changed while the service runs.', false)
  locked!: boolean;
}

class ConfigDto {
  @ApiProperty({
    description: 'The settings by their keys.',
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(SettingDto) },
    example: {
      'session.auto_recreate_enabled': { value: true, source: 'default', locked: false },
      'service.secret_key': { value: 'unset', source: 'default', locked: true },
    },
  })
  settings!: Record<string, SettingDto>;
}

function configDto({ settings, secrets }: Configuration): ConfigDto {
  const plain = Object.entries(settings).map(
    ([key, { value, source }]) => [key, { value, source, locked: source === 'environment' }] as const,
  );
  const hidden = secrets.map(({ key, isSet }): [string, SettingDto] => [
    key,
    { value: isSet ? 'set' : 'unset', source: isSet ? 'environment' : 'default', locked: true },
  ]);
  return { settings: Object.fromEntries([...plain, ...hidden]) };
}

/** The settings of the body, for the API document only: `configChanges` reads it, because unknown keys are refused. */
class ConfigChangesDto {}

for (const [key, variable] of Object.entries(SETTINGS)) {
  const { default: example, schema } = VARIABLES[variable];
  const description = TEXTS[variable] ?? '';
  Shown(description, example, { required: false, nullable: true, ...schema })(
    ConfigChangesDto.prototype,
    key,
  );
}

class ConfigChangedDto extends withProperties({
  updated: Shown('The keys of the request, all of which are stored.', ['recall.limit'], {
    type: String,
    isArray: true,
  }),
}) {}

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
      'The service makes all of the changes or none. They survive a restart and override the configuration file; ' +
      'null deletes a stored value.',
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
