import type { MemoryType, Provenance } from '../backend/memory';
import { Field } from '../common/field';
import { textRule } from '../common/field-rules';
import { IntegerField, LabelField, NumberField, Shown, ShownList } from '../common/fields';
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
  @TypesCondition('Memories of these types', ['context'], { required: false })
  type?: MemoryType[] | null;

  @TagsCondition('Memories with any of these tags', ['pinned'], { required: false })
  tags?: string[] | null;

  @SourcesCondition('Memories of these writers', ['agent'], { required: false })
  source?: string[] | null;

  @ProvenancesCondition('Memories of these provenances', ['imported'], { required: false })
  provenance?: Provenance[] | null;

  @NumberField('Memories of a confidence strictly below this', 0.5, { min: 0, max: 1, required: false })
  confidence_below?: number | null;
}

export class ExpiryRuleRequest {
  @LabelField('Stamped as `expired_by`; unlike that of any other rule', 'pinned')
  name!: string;

  @ObjectField(
    'Which memories it is about; every one, without a condition',
    { tags: ['pinned'] },
    { type: () => RuleMatchRequest, required: false },
  )
  match?: RuleMatchRequest | null;

  @DurationField(
    'The age at which they expire; `never` keeps them active in spite of later rules and retention',
    NEVER,
  )
  expire_after!: string;
}

/** Fields left out or null are as in a policy that was never set. */
export class PolicyRequest {
  @IntegerField('Version of the document', 1, { min: 1, default: 1 })
  version?: number | null;

  @RetentionField('The age at which memories of a type expire; types left out do not', RETENTION, {
    required: false,
  })
  retention?: Partial<Record<MemoryType, string>> | null;

  @RulesField('At most 100, in order: the first that matches a memory decides, over retention too', RULES, {
    type: () => ExpiryRuleRequest,
    required: false,
  })
  rules?: ExpiryRuleRequest[] | null;

  @DurationField('How long a memory must have been expired to be purged for good', NEVER, { default: NEVER })
  purge_expired_after?: string | null;
}

export class PresetRequest {
  // No choice: the interface answers an unknown one as 400.
  @Field(`The preset: ${PRESET_NAMES.join(', ')}`, 'balanced', {
    rule: textRule({ allowBlank: true }),
    schema: { type: String, enum: [...PRESET_NAMES] },
  })
  name!: string;
}

export class RuleMatchView {
  @Shown('Types', ['context'], { type: String, isArray: true, required: false })
  type?: MemoryType[];

  @Shown('Any of these tags', ['pinned'], { type: String, isArray: true, required: false })
  tags?: string[];

  @Shown('Writers', ['agent'], { type: String, isArray: true, required: false })
  source?: string[];

  @Shown('Provenances', ['imported'], { type: String, isArray: true, required: false })
  provenance?: Provenance[];

  @Shown('Confidence strictly below this', 0.5, { required: false })
  confidence_below?: number;
}

export class ExpiryRuleView {
  @Shown('Stamped as `expired_by`', 'pinned')
  name!: string;

  @Shown('Which memories it is about', { tags: ['pinned'] }, { type: RuleMatchView })
  match!: RuleMatchView;

  @Shown('The age at which they expire', NEVER)
  expire_after!: string;
}

export class PolicyView {
  @Shown('Version of the document', 1, { type: 'integer' })
  version!: number;

  @Shown('Durations by memory type', RETENTION, { type: Object })
  retention!: Partial<Record<MemoryType, string>>;

  @Shown('In order; the first match decides', RULES, { type: ExpiryRuleView, isArray: true })
  rules!: ExpiryRuleView[];

  @Shown('How long a memory must have been expired to be purged', NEVER)
  purge_expired_after!: string;
}

export class PolicyResponse extends AgentAnswer {
  @Shown('The policy', EXAMPLE, { type: PolicyView })
  policy!: PolicyView;

  @Shown('Without rules and retention, so that a sweep does nothing', false)
  is_empty!: boolean;
}

export class PolicyStoredResponse extends AgentAnswer {
  @Shown('Where the policy is', '/api/v2/agents/my-agent/policy')
  path!: string;

  @Shown('The policy', EXAMPLE, { type: PolicyView })
  policy!: PolicyView;
}

export class PresetAdoptedResponse extends AgentAnswer {
  @Shown('The preset', 'balanced', { enum: PRESET_NAMES })
  preset!: PresetName;

  @Shown('The policy', EXAMPLE, { type: PolicyView })
  policy!: PolicyView;
}

class DescribedPreset {
  @Shown('Name', 'balanced', { enum: PRESET_NAMES })
  name!: PresetName;

  @Shown('For people to read', findPreset('balanced')?.description)
  description!: string;
}

export class PresetSummary extends DescribedPreset {
  @Shown('Durations by memory type', RETENTION, { type: Object })
  retention!: Partial<Record<MemoryType, string>>;

  @Shown('How many rules it has', 1, { type: 'integer' })
  rule_count!: number;

  @Shown('How long a memory must have been expired to be purged', NEVER)
  purge_expired_after!: string;
}

export class PresetListResponse {
  @ShownList('From the most careful on', PresetSummary)
  presets!: PresetSummary[];
}

export class PresetResponse extends DescribedPreset {
  @Shown('The policy', EXAMPLE, { type: PolicyView })
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
