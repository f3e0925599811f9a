import { answerOf } from '../common/answer-of';
import { Field } from '../common/field';
import { listRule, textRule } from '../common/field-rules';
import { ChoiceField, InstantField, IntegerField, Shown, ShownInteger, TextField } from '../common/fields';
import { parseInstant } from '../common/utc-dates';
import { invalid } from '../common/validation-error';
import { withProperties } from '../common/with-properties';
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

export class CreateKeyRequest extends withProperties({
  name: TextField('Names the holder in the activity log and in histories, as `key:<name>`.', 'ci', {
    maxCodePoints: MAX_NAME,
  }),
  agents: Field<string[]>(
    'The agents that the key is for: ids, or prefixes and `*`. `*` is every agent.',
    ['support-*'],
    {
      rule: listRule(agentPattern, 1, MAX_GRANTED_PATTERNS),
      clean: (patterns: string[]) => [...new Set(patterns)],
      schema: {
        type: 'array',
        items: { type: 'string', pattern: AGENT_ID_PATTERN.source },
        minItems: 1,
        maxItems: MAX_GRANTED_PATTERNS,
      },
    },
  ),
  access: ChoiceField(
    '`read` changes nothing; `write` also changes memories, files and conflicts; `manage` also creates, activates, ' +
      'exports and deletes agents and changes their policies.',
    'write',
    { values: ACCESS_LEVELS },
  ),
  expires_at: InstantField<string | null>(
    'From when on the key is refused; never, when absent. It must lie in the future.',
    '2099-12-31T23:59:59Z',
    { required: false, edge: 'end', isoOnly: true },
  ),
  rate_limit_per_minute: IntegerField<number | null>(
    'Requests a minute, counted by each replica for itself; no limit of its own, when absent.',
    600,
    { required: false, min: 1, max: MAX_RATE },
  ),
}) {}

export class KeyDto extends withProperties({
  key_id: Shown('Id of the key, which is no secret.', '3f9c0a1b2d4e5f60'),
  name: Shown('Name of the key.', 'ci'),
  agents: Shown('The agents that it is for.', ['support-*'], { type: String, isArray: true }),
  access: Shown('What it allows.', 'write', { enum: ACCESS_LEVELS }),
  created_at: Shown('When it was created.', '2026-05-01T12:00:00.000Z'),
  expires_at: Shown('From when on it is refused; null for never.', '2099-12-31T23:59:59.000Z', {
    type: String,
    nullable: true,
  }),
  last_used_at: Shown(
    'When it was used last, up to a minute ago; null if it was not used.',
    '2026-05-01T12:30:00.000Z',
    { type: String, nullable: true },
  ),
  rate_limit_per_minute: Shown('Its requests a minute; null for no limit of its own.', 600, {
    type: 'integer',
    nullable: true,
  }),
}) {}

export class CreatedKeyDto extends withProperties(KeyDto, {
  key: Shown(
    'The key. The service keeps only its digest, so it is shown only here.',
    'amk_3f9c0a1b2d4e5f60_sVf0b3mY2k8Q5x1Z7c9W4n6T0r2E8u5I1o3P7a9S4dA',
  ),
}) {}

export class KeyListDto extends withProperties({
  keys: Shown<KeyDto[]>('The keys, newest first.', [], { type: () => [KeyDto] }),
  count: ShownInteger('How many they are.', 1),
}) {}

export class KeyRevokedDto extends withProperties({
  status: Shown('What became of it.', 'revoked', { enum: ['revoked'] }),
  key_id: Shown('Id of the key.', '3f9c0a1b2d4e5f60'),
}) {}

/** Throws a ValidationError for an expiry that is not in the future. */
export function toKeyOrder(request: CreateKeyRequest, now: Date): KeyOrder {
  const { name, agents, access, expires_at, rate_limit_per_minute } = request;
  const expiresAt = expires_at === null ? null : parseInstant(expires_at, 'end');
  if (expiresAt !== null && expiresAt.getTime() <= now.getTime()) {
    throw invalid(['body', 'expires_at'], 'Value must lie in the future', expires_at);
  }
  return { name, agents, access, expiresAt, rateLimitPerMinute: rate_limit_per_minute };
}

export function keyDto(key: ApiKey): KeyDto {
  return answerOf(KeyDto, { ...key, agents: [...key.agents] });
}
