import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_TYPES, type MemoryType, PROVENANCES, type Provenance } from '../backend/memory';
import { Decimal, Label, NestedObject, Objects, Optional, WholeNumber } from '../common/request-decorators';
import {
  IsDuration,
  ProvenancesCondition,
  Retention,
  SourcesCondition,
  TagsCondition,
  TypesCondition,
} from './policy.fields';
import { invalid } from '../common/validation-error';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { duplicateName, MAX_RULES, NEVER, type PolicyDocument, type RuleDocument } from './policy';

export const RETENTION = { context: '7d', event: '30d' };
const RULES = [{ name: 'pinned', match: { tags: ['pinned'] }, expire_after: NEVER }];
export const EXAMPLE = { version: 1, retention: RETENTION, rules: [], purge_expired_after: NEVER };

/** Every condition given must hold; without any, a rule matches every memory. */
export class RuleMatchRequest {
  /**
   * Memories of these types
   * @example ["context"]
   */
  @Optional()
  @TypesCondition()
  type?: MemoryType[] | null;

  /**
   * Memories with any of these tags
   * @example ["pinned"]
   */
  @Optional()
  @TagsCondition()
  tags?: string[] | null;

  /**
   * Memories of these writers
   * @example ["agent"]
   */
  @Optional()
  @SourcesCondition()
  source?: string[] | null;

  /**
   * Memories of these provenances
   * @example ["imported"]
   */
  @Optional()
  @ProvenancesCondition()
  provenance?: Provenance[] | null;

  /**
   * Memories of a confidence strictly below this
   * @example 0.5
   */
  @Optional()
  @Decimal({ min: 0, max: 1 })
  confidence_below?: number | null;
}

export class ExpiryRuleRequest {
  /**
   * Stamped as `expired_by`; unlike that of any other rule
   * @example 'pinned'
   */
  @Label()
  name!: string;

  /**
   * Which memories it is about; every one, without a condition
   * @example {"tags":["pinned"]}
   */
  @Optional()
  @NestedObject(() => RuleMatchRequest)
  match?: RuleMatchRequest | null;

  /** The age at which they expire; `never` keeps them active in spite of later rules and retention */
  @IsDuration()
  @ApiProperty({ example: NEVER })
  expire_after!: string;
}

/** Fields left out or null are as in a policy that was never set. */
export class PolicyRequest {
  /**
   * Version of the document
   * @example 1
   */
  @Optional()
  @WholeNumber({ min: 1 })
  version = 1;

  /** The age at which memories of a type expire; types left out do not */
  @Optional()
  @Retention()
  @ApiProperty({ example: RETENTION })
  retention?: Partial<Record<MemoryType, string>> | null;

  /** At most 100, in order: the first that matches a memory decides, over retention too */
  @Optional()
  @Objects(() => ExpiryRuleRequest, { maxItems: MAX_RULES })
  @ApiProperty({ example: RULES })
  rules?: ExpiryRuleRequest[] | null;

  /** How long a memory must have been expired to be purged for good */
  @Optional()
  @IsDuration()
  @ApiProperty({ example: NEVER, default: NEVER })
  purge_expired_after = NEVER;
}

export class RuleMatchView {
  /**
   * Types
   * @example ["context"]
   */
  @ApiProperty({ enum: MEMORY_TYPES, isArray: true })
  type?: MemoryType[];

  /**
   * Any of these tags
   * @example ["pinned"]
   */
  tags?: string[];

  /**
   * Writers
   * @example ["agent"]
   */
  source?: string[];

  /**
   * Provenances
   * @example ["imported"]
   */
  @ApiProperty({ enum: PROVENANCES, isArray: true })
  provenance?: Provenance[];

  /**
   * Confidence strictly below this
   * @example 0.5
   */
  confidence_below?: number;
}

export class ExpiryRuleView {
  /**
   * Stamped as `expired_by`
   * @example 'pinned'
   */
  name!: string;

  /**
   * Which memories it is about
   * @example {"tags":["pinned"]}
   */
  match!: RuleMatchView;

  /** The age at which they expire */
  @ApiProperty({ example: NEVER })
  expire_after!: string;
}

export class PolicyView {
  /**
   * Version of the document
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  version!: number;

  /** Durations by memory type */
  @ApiProperty({ example: RETENTION, type: Object })
  retention!: Partial<Record<MemoryType, string>>;

  /** In order; the first match decides */
  @ApiProperty({ example: RULES, type: ExpiryRuleView, isArray: true })
  rules!: ExpiryRuleView[];

  /** How long a memory must have been expired to be purged */
  @ApiProperty({ example: NEVER })
  purge_expired_after!: string;
}

export class PolicyResponse extends AgentAnswer {
  /** The policy */
  @ApiProperty({ example: EXAMPLE })
  policy!: PolicyView;

  /**
   * Without rules and retention
   * @example false
   */
  is_empty!: boolean;

  /** When it was set; null: never */
  @ApiProperty({ example: null, format: 'date-time', type: String, nullable: true })
  updated_at!: string | null;
}

export class PolicyStoredResponse extends AgentAnswer {
  /**
   * The path of the policy
   * @example '/api/v2/agents/my-agent/policy'
   */
  path!: string;

  /** The policy */
  @ApiProperty({ example: EXAMPLE })
  policy!: PolicyView;
}

/** Throws a ValidationError if two rules have one name. */
export function toPolicyDocument(request: PolicyRequest): PolicyDocument {
  refuseDuplicateNames(request.rules ?? []);
  return {
    version: request.version,
    retention: request.retention ?? {},
    rules: (request.rules ?? []).map(toRuleDocument),
    purge_expired_after: request.purge_expired_after,
  };
}

function refuseDuplicateNames(rules: readonly ExpiryRuleRequest[]): void {
  const index = duplicateName(rules);
  if (index === null) return;
  const name = rules[index]?.name;
  throw invalid(['body', 'rules', index, 'name'], `An earlier rule is named '${name}' too`, name);
}

function toRuleDocument({ name, match, expire_after }: ExpiryRuleRequest): RuleDocument {
  const given = Object.entries(match ?? {}).filter(([, condition]) => condition !== null);
  return { name, match: Object.fromEntries(given), expire_after };
}
