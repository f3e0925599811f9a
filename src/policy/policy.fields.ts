import type { Type } from '@nestjs/common';
import { MEMORY_TYPES, type MemoryType, PROVENANCES, type Provenance } from '../backend/memory';
import { DURATION_RULE, isDuration } from '../common/duration';
import { defineField, nestList, problemsOf, readFields } from '../common/field';
import {
  NO_PROBLEMS,
  choiceRule,
  labelRule,
  listRule,
  problem,
  tagsRule,
  cleanTags,
  within,
  type Problem,
  type Rule,
} from '../common/field-rules';
import { isObject } from '../common/objects';
import { MAX_RULES, duplicateName } from './policy';

const MAX_CONDITIONS = 100;
const MAX_SHOWN_NAME = 100;
const DURATION = { type: 'string', pattern: '^([1-9][0-9]{0,9}(m|h|d|w|mo|y)|never)$' } as const;

const durationRule: Rule = (value) => {
  if (typeof value !== 'string') return problem('string_type', 'Input should be a valid string', value);
  return isDuration(value) ? NO_PROBLEMS : problem('value_error', `Value should be ${DURATION_RULE}`, value);
};

const retentionRule: Rule = (value) => {
  if (!isObject(value)) return problem('dict_type', 'Input should be a valid object', value);
  const unknown = Object.keys(value).find((type) => !isMemoryType(type));
  if (unknown !== undefined) {
    const named = unknown.slice(0, MAX_SHOWN_NAME).toWellFormed();
    return problem('value_error', `'${named}' is no memory type: use ${MEMORY_TYPES.join(', ')}`, value);
  }
  return Object.entries(value).flatMap(([type, age]) => within(type, durationRule(age)));
};

const someRules = listRule(problemsOf, 0, MAX_RULES);

const rulesRule: Rule = (value) => firstFound(someRules(value), () => duplicateProblems(value as never));

/** A text that `parseDuration` takes. */
export const DurationField = defineField<string>(() => ({ rule: durationRule, schema: DURATION }));

/** Durations by memory type. */
export const RetentionField = defineField<Partial<Record<MemoryType, string>>>(() => ({
  rule: retentionRule,
  schema: {
    type: 'object',
    properties: Object.fromEntries(MEMORY_TYPES.map((type) => [type, DURATION])),
    additionalProperties: false,
  },
}));

/** One object, read and checked as an instance of a class with fields of its own. */
export const ObjectField = defineField<object, { type: () => Type<object> }>(({ type }) => ({
  rule: problemsOf,
  nest: (value, source, ignored) => (isObject(value) ? readFields(type(), value, source, ignored) : value),
  schema: { type },
}));

/** Rules of a policy, whose names differ. */
export const RulesField = defineField<object[], { type: () => Type<{ name: string }> }>(({ type }) => ({
  rule: rulesRule,
  nest: nestList(type, MAX_RULES),
  schema: { type, isArray: true, maxItems: MAX_RULES },
}));

/*
 * The lists of a rule's conditions. Elsewhere an empty list is no condition; here it is refused, since no
 * condition would make a rule match, and perhaps expire, everything.
 */

export const TypesCondition = condition<MemoryType>(choiceRule(MEMORY_TYPES), {
  type: 'string',
  enum: [...MEMORY_TYPES],
});

export const ProvenancesCondition = condition<Provenance>(choiceRule(PROVENANCES), {
  type: 'string',
  enum: [...PROVENANCES],
});

export const SourcesCondition = condition(labelRule, {
  type: 'string',
  maxLength: 64,
  pattern: '^[A-Za-z0-9._-]+$',
});

export const TagsCondition = defineField<string[]>(() => {
  const filled = listRule(() => NO_PROBLEMS, 1, MAX_CONDITIONS);
  return {
    rule: (value) => firstFound(filled(value), () => tagsRule(value)),
    clean: cleanTags,
    schema: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 64 },
      minItems: 1,
      maxItems: 20,
    },
  };
});

function condition<Item extends string>(
  item: Rule,
  items: { type: string; enum?: string[]; maxLength?: number; pattern?: string },
) {
  return defineField<Item[]>(() => ({
    rule: listRule(item, 1, MAX_CONDITIONS),
    clean: (values: string[]) => [...new Set(values)],
    schema: { type: 'array', items, minItems: 1, maxItems: MAX_CONDITIONS },
  }));
}

function duplicateProblems(rules: readonly { name: string }[]): readonly Problem[] {
  const index = duplicateName(rules);
  if (index === null) return NO_PROBLEMS;
  const name = rules[index]?.name;
  return within(
    index,
    within('name', problem('value_error', `An earlier rule is named '${name}' too`, name)),
  );
}

function firstFound(found: readonly Problem[], next: () => readonly Problem[]): readonly Problem[] {
  return found.length > 0 ? found : next();
}

function isMemoryType(text: string): boolean {
  return (MEMORY_TYPES as readonly string[]).includes(text);
}
