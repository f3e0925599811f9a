import type { MemoryType, Provenance } from '../backend/memory';
import { Field } from '../common/field';
import { textRule } from '../common/field-rules';
import { IntegerField, LabelField, NumberField, Shown } from '../common/fields';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { NEVER, type PolicyDocument, type RuleDocument } from './policy';
import {
  DurationField,
  ObjectField,
  ProvenancesCondition,
  RetentionField,
  RulesField,
  SourcesCondition,
  TagsCondition,
  TypesCondition,
} from './policy.fields';
import { findPreset, PRESET_NAMES, type PolicyPreset, type PresetName } from './policy-presets';

const RETENTION = { context: '7d', event: '30d' };
const RULES = [{ name: 'pinned', match: { tags: ['pinned'] }, expire_after: NEVER }];
const EXAMPLE = findPreset('balanced')?.policy;

/** Every condition given must hold; without any, a rule matches every memory. */
export class RuleMatchRequest {
  @TypesCondition({ description: 'Memories of these types', example: ['context'], required: false })
  type?: MemoryType[] | null;

  @TagsCondition({ description: 'Memories with any of these tags', example: ['pinned'], required: false })
  tags?: string[] | null;

  @SourcesCondition({ description: 'Memories of these writers', example: ['agent'], required: false })
  source?: string[] | null;

  @ProvenancesCondition({
    description: 'Memories of these provenances',
    example: ['imported'],
    required: false,
  })
  provenance?: Provenance[] | null;

  @NumberField({
    description: 'Memories of a confidence strictly below this',
    example: 0.5,
    min: 0,
    max: 1,
    required: false,
  })
  confidence_below?: number | null;
}

export class ExpiryRuleRequest {
  @LabelField({ description: 'Stamped as `expired_by`; unlike that of any other rule', example: 'pinned' })
  name!: string;

  @ObjectField({
    description: 'Which memories it is about; every one, without a condition',
    example: { tags: ['pinned'] },
    type: () => RuleMatchRequest,
    required: false,
  })
  match?: RuleMatchRequest | null;

  @DurationField({
    description:
      'The age at which they expire; `never` keeps them active in spite of later rules and retention',
    example: NEVER,
  })
  expire_after!: string;
}

/** Fields left out or null are as in a policy that was never set. */
export class PolicyRequest {
  @IntegerField({
    description: 'Version of the document',
    example: 1,
    min: 1,
    required: false,
    default: 1,
  })
  version?: number | null;

  @RetentionField({
    description: 'The age at which memories of a type expire; types left out do not',
    example: RETENTION,
    required: false,
  })
  retention?: Partial<Record<MemoryType, string>> | null;

  @RulesField({
    description: 'At most 100, in order: the first that matches a memory decides, over retention too',
    example: RULES,
    type: () => ExpiryRuleRequest,
    required: false,
  })
  rules?: ExpiryRuleRequest[] | null;

  @DurationField({
    description: 'How long a memory must have been expired to be purged for good',
    example: NEVER,
    required: false,
    default: NEVER,
  })
  purge_expired_after?: string | null;
}

export class PresetRequest {
  // No choice: the interface answers an unknown one as 400.
  @Field(
    { description: `The preset: ${PRESET_NAMES.join(', ')}`, example: 'balanced' },
    { rule: textRule({ allowBlank: true }) },
    { type: String, enum: [...PRESET_NAMES] },
  )
  name!: string;
}

export class RuleMatchView {
  @Shown({ description: 'Types', example: ['context'], type: String, isArray: true, required: false })
  type?: MemoryType[];

  @Shown({
    description: 'Any of these tags',
    example: ['pinned'],
    type: String,
    isArray: true,
    required: false,
  })
  tags?: string[];

  @Shown({ description: 'Writers', example: ['agent'], type: String, isArray: true, required: false })
  source?: string[];

  @Shown({
    description: 'Provenances',
    example: ['imported'],
    type: String,
    isArray: true,
    required: false,
  })
  provenance?: Provenance[];

  @Shown({ description: 'Confidence strictly below this', example: 0.5, required: false })
  confidence_below?: number;
}

export class ExpiryRuleView {
  @Shown({ description: 'Stamped as `expired_by`', example: 'pinned' })
  name!: string;

  @Shown({
    description: 'Which memories it is about',
    example: { tags: ['pinned'] },
    type: RuleMatchView,
  })
  match!: RuleMatchView;

  @Shown({ description: 'The age at which they expire', example: NEVER })
  expire_after!: string;
}

export class PolicyView {
  @Shown({ description: 'Version of the document', example: 1, type: 'integer' })
  version!: number;

  @Shown({ description: 'Durations by memory type', example: RETENTION, type: Object })
  retention!: Partial<Record<MemoryType, string>>;

  @Shown({
    description: 'In order; the first match decides',
    example: RULES,
    type: ExpiryRuleView,
    isArray: true,
  })
  rules!: ExpiryRuleView[];

  @Shown({ description: 'How long a memory must have been expired to be purged', example: NEVER })
  purge_expired_after!: string;
}

export class PolicyResponse extends AgentAnswer {
  @Shown({ description: 'The policy', example: EXAMPLE, type: PolicyView })
  policy!: PolicyView;

  @Shown({ description: 'Without rules and retention, so that a sweep does nothing', example: false })
  is_empty!: boolean;
}

export class PolicyStoredResponse extends AgentAnswer {
  @Shown({ description: 'Where the policy is', example: '/api/v2/agents/my-agent/policy' })
  path!: string;

  @Shown({ description: 'The policy', example: EXAMPLE, type: PolicyView })
  policy!: PolicyView;
}

export class PresetAdoptedResponse extends AgentAnswer {
  @Shown({ description: 'The preset', example: 'balanced', enum: PRESET_NAMES })
  preset!: PresetName;

  @Shown({ description: 'The policy', example: EXAMPLE, type: PolicyView })
  policy!: PolicyView;
}

export class PresetSummary {
  @Shown({ description: 'Name', example: 'balanced', enum: PRESET_NAMES })
  name!: PresetName;

  @Shown({ description: 'For people to read', example: findPreset('balanced')?.description })
  description!: string;

  @Shown({ description: 'Durations by memory type', example: RETENTION, type: Object })
  retention!: Partial<Record<MemoryType, string>>;

  @Shown({ description: 'How many rules it has', example: 1, type: 'integer' })
  rule_count!: number;

  @Shown({ description: 'How long a memory must have been expired to be purged', example: NEVER })
  purge_expired_after!: string;
}

export class PresetListResponse {
  @Shown({ description: 'From the most careful on', example: [], type: PresetSummary, isArray: true })
  presets!: PresetSummary[];
}

export class PresetResponse {
  @Shown({ description: 'Name', example: 'balanced', enum: PRESET_NAMES })
  name!: PresetName;

  @Shown({ description: 'For people to read', example: findPreset('balanced')?.description })
  description!: string;

  @Shown({ description: 'The policy', example: EXAMPLE, type: PolicyView })
  policy!: PolicyView;
}

export function toPolicyDocument(request: PolicyRequest): PolicyDocument {
  return {
    version: request.version ?? 1,
    retention: request.retention ?? {},
    rules: (request.rules ?? []).map(toRuleDocument),
    purge_expired_after: request.purge_expired_after ?? NEVER,
  };
}

export function toPresetSummary({ name, description, policy }: PolicyPreset): PresetSummary {
  return {
    name,
    description,
    retention: policy.retention,
    rule_count: policy.rules.length,
    purge_expired_after: policy.purge_expired_after,
  };
}

function toRuleDocument({ name, match, expire_after }: ExpiryRuleRequest): RuleDocument {
  const given = Object.entries(match ?? {}).filter(([, condition]) => condition !== null);
  return { name, match: Object.fromEntries(given), expire_after };
}
