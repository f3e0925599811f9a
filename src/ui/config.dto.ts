import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Env } from '../config/env';
import { SETTING_KEYS, SETTINGS, settingSchema } from '../config/setting';
import { SETTING_TEXTS } from '../config/setting-texts';
import { SETTING_SOURCES, type SettingSource } from '../settings/setting-sources';
import type { Configuration } from './config.service';

const DEFAULTS: Readonly<Env> = new Env();

type Value = string | number | boolean;

export class SettingDto {
  @ApiProperty({
    description: 'The value in effect; for a secret `set` or `unset`.',
    example: true,
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  })
  value!: Value;

  /**
   * The first of `environment`, `stored` (by PATCH), `file` (CONFIG_FILE) and `default` that has a value.
   * @example 'default'
   */
  @ApiProperty({ enum: SETTING_SOURCES })
  source!: SettingSource;

  /**
   * It cannot be changed while the service runs.
   * @example false
   */
  locked!: boolean;
}

export class ConfigDto {
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

export function configDto({ settings, secrets }: Configuration): ConfigDto {
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
export class ConfigChangesDto {}

for (const key of SETTING_KEYS) {
  const example = DEFAULTS[SETTINGS[key]];
  const description = SETTING_TEXTS[key];
  const property = { description, example, required: false, nullable: true, ...settingSchema(key) };
  ApiProperty(property)(ConfigChangesDto.prototype, key);
}

export class ConfigChangedDto {
  /**
   * The keys of the request. All are stored.
   * @example ["recall.limit"]
   */
  updated!: string[];
}
