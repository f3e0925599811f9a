import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { listRule, textRule } from '../common/field-rules';
import { Cleaned, Instant, Keeps, OneOf, Optional, Text, WholeNumber } from '../common/request-decorators';
import { MAX_SCOPE } from '../common/metadata';
import { parseInstant } from '../common/utc-dates';
import { invalid } from '../common/validation-error';
import { ACCESS_LEVELS, AGENT_ID_PATTERN, MAX_GRANTED_PATTERNS } from './grant';
import type { ApiKey } from './key';
import type { KeyOrder } from './keys.service';

const MAX_NAME = 64;
const MAX_RATE = 1_000_000;

const agentPattern = textRule({
  pattern: {
    regex: AGENT_ID_PATTERN,
    says: 'Value must be an agent id (1 to 128 letters, digits, hyphens and underscores), or a prefix and *',
  },
});

const scopesOfKey = listRule(textRule({ maxCodePoints: MAX_SCOPE }), 1, MAX_GRANTED_PATTERNS);

/** Scopes, or beginnings and `*`. */
function KeyScopes(): PropertyDecorator {
  const items = { type: 'string', minLength: 1, maxLength: MAX_SCOPE };
  return applyDecorators(
    Keeps('scopes', scopesOfKey, { type: 'array', items, minItems: 1, maxItems: MAX_GRANTED_PATTERNS }),
    Cleaned(scopesOfKey, (scopes: string[]) => [...new Set(scopes)]),
  );
}

/** Ids of agents, or prefixes and `*`. */
export function Patterns(): PropertyDecorator {
  const rule = listRule(agentPattern, 1, MAX_GRANTED_PATTERNS);
  const items = { type: 'string', pattern: AGENT_ID_PATTERN.source };
  return applyDecorators(
    Keeps('patterns', rule, { type: 'array', items, minItems: 1, maxItems: MAX_GRANTED_PATTERNS }),
    Cleaned(rule, (patterns: string[]) => [...new Set(patterns)]),
  );
}

export class CreateKeyRequest {
  /**
   * Names the holder in the activity log and in histories, as `key:<name>`.
   * @example 'ci'
   */
  @Text({ maxCodePoints: MAX_NAME })
  name!: string;

  /**
   * The agents that the key is for: ids, or prefixes and `*`. `*` is every agent.
   * @example ["support-*"]
   */
  @Patterns()
  agents!: string[];

  /**
   * `read` changes nothing; `write` also changes memories, files and conflicts; `create` also creates agents;
   * `manage` also lists, activates, exports and deletes agents and changes their policies.
   * @example 'write'
   */
  @OneOf(ACCESS_LEVELS)
  access!: (typeof ACCESS_LEVELS)[number];

  /**
   * The only scopes whose memories the key is for, or beginnings of scopes and `*`; all memories, when absent. Such a key
   * reads and writes memories, and nothing else of an agent.
   * @example ["user:dana@example.com"]
   */
  @Optional()
  @KeyScopes()
  scopes?: string[] | null;

  /**
   * From when on the key is refused; never, when absent. It must lie in the future.
   * @example '2099-12-31T23:59:59Z'
   */
  @Optional()
  @Instant({ edge: 'end', isoOnly: true })
  expires_at?: string | null;

  /**
   * Requests a minute, counted by each replica for itself; no limit of its own, when absent.
   * @example 600
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_RATE })
  rate_limit_per_minute?: number | null;
}

export class KeyDto {
  /**
   * Id of the key, which is no secret.
   * @example '3f9c0a1b2d4e5f60'
   */
  key_id!: string;

  /**
   * Name of the key.
   * @example 'ci'
   */
  name!: string;

  /**
   * The agents that it is for.
   * @example ["support-*"]
   */
  agents!: string[];

  /**
   * What it allows.
   * @example 'write'
   */
  @ApiProperty({ enum: ACCESS_LEVELS })
  access!: (typeof ACCESS_LEVELS)[number];

  /**
   * The scopes that it is for; null for all memories.
   * @example ["user:dana@example.com"]
   */
  @ApiProperty({ type: [String] })
  scopes!: string[] | null;

  /**
   * When it was created.
   * @example '2026-05-01T12:00:00.000Z'
   */
  created_at!: string;

  /**
   * From when on it is refused; null for never.
   * @example '2099-12-31T23:59:59.000Z'
   */
  expires_at!: string | null;

  /**
   * When it was used last, up to a minute ago; null if it was not used.
   * @example '2026-05-01T12:30:00.000Z'
   */
  last_used_at!: string | null;

  /**
   * Its requests a minute; null for no limit of its own.
   * @example 600
   */
  @ApiProperty({ type: 'integer' })
  rate_limit_per_minute!: number | null;
}

export class CreatedKeyDto extends KeyDto {
  /**
   * The key. The service keeps only its digest, so it is shown only here.
   * @example 'amk_3f9c0a1b2d4e5f60_sVf0b3mY2k8Q5x1Z7c9W4n6T0r2E8u5I1o3P7a9S4dA'
   */
  key!: string;
}

export class KeyListDto {
  /**
   * The keys, newest first.
   * @example []
   */
  keys!: KeyDto[];

  /**
   * How many they are.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  count!: number;
}

export class KeyRevokedDto {
  /**
   * What became of it.
   * @example 'revoked'
   */
  @ApiProperty({ enum: ['revoked'] })
  status!: 'revoked';

  /**
   * Id of the key.
   * @example '3f9c0a1b2d4e5f60'
   */
  key_id!: string;
}

/** Throws a ValidationError for an expiry that is not in the future, and for scopes with access that is not about memories. */
export function toKeyOrder(request: CreateKeyRequest, now: Date): KeyOrder {
  const { name, agents, access, scopes = null, expires_at, rate_limit_per_minute } = request;
  if (scopes !== null && access === 'manage') {
    throw invalid(['body', 'scopes'], 'Value error, a key with manage access is for all memories', scopes);
  }
  const expiresAt = expires_at ? parseInstant(expires_at, 'end') : null;
  if (expiresAt !== null && expiresAt.getTime() <= now.getTime()) {
    throw invalid(['body', 'expires_at'], 'Value must lie in the future', expires_at);
  }
  return { name, agents, access, scopes, expiresAt, rateLimitPerMinute: rate_limit_per_minute ?? null };
}

export function keyDto(key: ApiKey): KeyDto {
  return {
    key_id: key.keyId,
    name: key.name,
    agents: [...key.agents],
    access: key.access,
    scopes: key.scopes && [...key.scopes],
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    rate_limit_per_minute: key.rateLimitPerMinute,
  };
}
