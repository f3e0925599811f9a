import type { MemoryType, Provenance } from '../backend/memory';
import { Field } from '../common/field';
import { textRule } from '../common/field-rules';
import { IntegerField, LabelField, NumberField, Shown, ShownInteger, ShownList } from '../common/fields';
import { withProperties } from '../common/with-properties';
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
import { findPreset, PRESET_NAMES, type PolicyPreset } from './policy-presets';

const RETENTION = { context: '7d', event: '30d' };
const RULES = [{ name: 'pinned', match: { tags: ['pinned'] }, expire_after: NEVER }];
const EXAMPLE = findPreset('balanced')?.policy;

/** Every condition given must hold; without any, a rule matches every memory. */
export class RuleMatchRequest extends withProperties({
  type: TypesCondition('Memories of these types', ['context'], { required: false }),
  tags: TagsCondition('Memories with any of these tags', ['pinned'], { required: false }),
  source: SourcesCondition('Memories of these writers', ['agent'], { required: false }),
  provenance: ProvenancesCondition('Memories of these provenances', ['imported'], { required: false }),
  confidence_below: NumberField('Memories of a confidence strictly below this', 0.5, {
    min: 0,
    max: 1,
    required: false,
  }),
}) {}

export class ExpiryRuleRequest extends withProperties({
  name: LabelField('Stamped as `expired_by`; unlike that of any other rule', 'pinned'),
  match: ObjectField(
    'Which memories it is about; every one, without a condition',
    { tags: ['pinned'] },
    { type: () => RuleMatchRequest, required: false },
  ),
  expire_after: DurationField(
    'The age at which they expire; `never` keeps them active in spite of later rules and retention',
    NEVER,
  ),
}) {}

/** Fields left out or null are as in a policy that was never set. */
export class PolicyRequest extends withProperties({
  version: IntegerField('Version of the document', 1, { min: 1, default: 1 }),
  retention: RetentionField('The age at which memories of a type expire; types left out do not', RETENTION, {
    required: false,
  }),
  rules: RulesField(
    'At most 100, in order: the first that matches a memory decides, over retention too',
    RULES,
    { type: () => ExpiryRuleRequest, required: false },
  ),
  purge_expired_after: DurationField(
    'How long a memory must have been expired to be purged for good',
    NEVER,
    { default: NEVER },
  ),
}) {}

export class PresetRequest extends withProperties({
  // No choice: the interface answers an unknown one as 400.
  name: Field<string>(`The preset: ${PRESET_NAMES.join(', ')}`, 'balanced', {
    rule: textRule({ allowBlank: true }),
    schema: { type: String, enum: [...PRESET_NAMES] },
  }),
}) {}

export class RuleMatchView extends withProperties({
  type: Shown<MemoryType[] | undefined>('Types', ['context'], {
    type: String,
    isArray: true,
    required: false,
  }),
  tags: Shown('Any of these tags', ['pinned'], { type: String, isArray: true, required: false }),
  source: Shown('Writers', ['agent'], { type: String, isArray: true, required: false }),
  provenance: Shown<Provenance[] | undefined>('Provenances', ['imported'], {
    type: String,
    isArray: true,
    required: false,
  }),
  confidence_below: Shown('Confidence strictly below this', 0.5, { required: false }),
}) {}

export class ExpiryRuleView extends withProperties({
  name: Shown('Stamped as `expired_by`', 'pinned'),
  match: Shown('Which memories it is about', { tags: ['pinned'] }, { type: RuleMatchView }),
  expire_after: Shown('The age at which they expire', NEVER),
}) {}

export class PolicyView extends withProperties({
  version: ShownInteger('Version of the document', 1),
  retention: Shown<Partial<Record<MemoryType, string>>>('Durations by memory type', RETENTION, {
    type: Object,
  }),
  rules: Shown('In order; the first match decides', RULES, { type: ExpiryRuleView, isArray: true }),
  purge_expired_after: Shown('How long a memory must have been expired to be purged', NEVER),
}) {}

export class PolicyResponse extends withProperties(AgentAnswer, {
  policy: Shown('The policy', EXAMPLE, { type: PolicyView }),
  is_empty: Shown('Without rules and retention, so that a sweep does nothing', false),
}) {}

export class PolicyStoredResponse extends withProperties(AgentAnswer, {
  path: Shown('Where the policy is', '/api/v2/agents/my-agent/policy'),
  policy: Shown('The policy', EXAMPLE, { type: PolicyView }),
}) {}

export class PresetAdoptedResponse extends withProperties(AgentAnswer, {
  preset: Shown('The preset', 'balanced', { enum: PRESET_NAMES }),
  policy: Shown('The policy', EXAMPLE, { type: PolicyView }),
}) {}

class DescribedPreset extends withProperties({
  name: Shown('Name', 'balanced', { enum: PRESET_NAMES }),
  description: Shown<string>('For people to read', findPreset('balanced')?.description),
}) {}

export class PresetSummary extends withProperties(DescribedPreset, {
  retention: Shown<Partial<Record<MemoryType, string>>>('Durations by memory type', RETENTION, {
    type: Object,
  }),
  rule_count: ShownInteger('How many rules it has', 1),
  purge_expired_after: Shown('How long a memory must have been expired to be purged', NEVER),
}) {}

export class PresetListResponse extends withProperties({
  presets: ShownList('From the most careful on', PresetSummary),
}) {}

export class PresetResponse extends withProperties(DescribedPreset, {
  policy: Shown('The policy', EXAMPLE, { type: PolicyView }),
}) {}

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
