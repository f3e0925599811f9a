import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { Shown } from '../common/fields';
import { SETTING_SOURCES, type SettingSource } from '../settings/setting-sources';
import type { Configuration } from './config.service';

type Value = string | number | boolean;

/** Fixed where they come from the environment, as secrets always are. */
export class SettingDto {
  @ApiProperty({
    description: 'The value in force. Of a secret only whether it is `set` or `unset`.',
    example: true,
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  })
  value!: Value;

  @Shown({
    description:
      'What says so: the first of `environment`, `stored` (by PATCH), `file` (CONFIG_FILE) and `default` that has it.',
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

const OPTIONAL = { required: false, nullable: true } as const;

/** For the API document: bodies are read by `configChanges`, since a key that is none of these is refused. */
export class ConfigChangesDto {
  @Shown({
    ...OPTIONAL,
    description: 'Hours, above 0 and at most 168, that a session lasts.',
    example: 6,
    type: Number,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 168,
  })
  'session.default_duration_hours'?: number | null;

  @Shown({
    ...OPTIONAL,
    description: 'A session with this many minutes left, 0 to 10080, is renewed by its next request.',
    example: 30,
    type: Number,
    minimum: 0,
    maximum: 10_080,
  })
  'session.renew_window_minutes'?: number | null;

  @Shown({
    ...OPTIONAL,
    description: 'Whether sessions near their end are renewed.',
    example: true,
    type: Boolean,
  })
  'session.auto_renew_enabled'?: boolean | null;

  @Shown({
    ...OPTIONAL,
    description: 'Whether a lapsed session is replaced for a caller with management access.',
    example: true,
    type: Boolean,
  })
  'session.auto_recreate_enabled'?: boolean | null;

  @Shown({
    ...OPTIONAL,
    description: 'Memories returned where a request names no limit, 1 to 100.',
    example: 10,
    type: 'integer',
    minimum: 1,
    maximum: 100,
  })
  'recall.limit'?: number | null;

  @Shown({
    ...OPTIONAL,
    description: 'When maintenance runs: a cron expression in UTC.',
    example: '55 23 * * *',
    type: String,
  })
  'schedule.cron'?: string | null;

  @Shown({ ...OPTIONAL, description: 'Whether maintenance runs by itself.', example: true, type: Boolean })
  'schedule.enabled'?: boolean | null;

  @Shown({
    ...OPTIONAL,
    description:
      "The nightly sweep holds back where it would expire more than this share of an agent's active memories; " +
      'above 0 and at most 1.',
    example: 0.5,
    type: Number,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
  })
  'schedule.max_fraction'?: number | null;

  @Shown({
    ...OPTIONAL,
    description: 'Days for which the activity log is kept, 1 to 3650.',
    example: 30,
    type: 'integer',
    minimum: 1,
    maximum: 3_650,
  })
  'activity.retention_days'?: number | null;
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
