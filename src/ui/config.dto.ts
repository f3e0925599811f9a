import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Shown } from '../common/fields';
import type { SettingKey } from '../config/setting';
import { SETTING_SOURCES, type SettingSource } from '../settings/setting-sources';
import type { Configuration } from './config.service';

type Value = string | number | boolean;

export class SettingDto {
  @ApiProperty({
    description: 'The value in effect; for a secret `set` or `unset`.',
    example: true,
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  })
  value!: Value;

  @Shown({
    description:
      'The first of `environment`, `stored` (by PATCH), `file` (CONFIG_FILE) and `default` that has a value.',
    example: 'default',
    enum: SETTING_SOURCES,
  })
  source!: SettingSource;

  @Shown({ description: 'It cannot be changed while the service runs.', example: false })
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

const CHANGES: Record<SettingKey, Parameters<typeof Shown>[0]> = {
  'session.default_duration_hours': {
    description: 'How long a session lasts, in hours: above 0 and at most 168.',
    example: 6,
    type: Number,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 168,
  },
  'session.renew_window_minutes': {
    description: 'A session with this many minutes left, 0 to 10080, is renewed by its next request.',
    example: 30,
    type: Number,
    minimum: 0,
    maximum: 10_080,
  },
  'session.auto_renew_enabled': {
    description: 'Whether sessions near their end are renewed.',
    example: true,
    type: Boolean,
  },
  'session.auto_recreate_enabled': {
    description: 'Whether an expired session is replaced for a caller with management access.',
    example: true,
    type: Boolean,
  },
  'recall.limit': {
    description: 'Memories returned where a request names no limit, 1 to 100.',
    example: 10,
    type: 'integer',
    minimum: 1,
    maximum: 100,
  },
  'schedule.cron': {
    description: 'When maintenance runs: a cron expression in UTC.',
    example: '55 23 * * *',
    type: String,
  },
  'schedule.enabled': {
    description: 'Whether maintenance runs automatically.',
    example: true,
    type: Boolean,
  },
  'schedule.max_fraction': {
    description:
      "The nightly sweep stops when it would expire more than this share of an agent's active memories; " +
      'above 0 and at most 1.',
    example: 0.5,
    type: Number,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  },
  'activity.retention_days': {
    description: 'Days for which the activity log is kept, 1 to 3650.',
    example: 30,
    type: 'integer',
    minimum: 1,
    maximum: 3_650,
  },
};

for (const [key, options] of Object.entries(CHANGES)) {
  Shown({ required: false, nullable: true, ...options })(ConfigChangesDto.prototype, key);
}

export class ConfigChangedDto {
  @Shown({
    description: 'The keys of the request, all of which are stored.',
    example: ['recall.limit'],
    type: String,
    isArray: true,
  })
  updated!: string[];
}
