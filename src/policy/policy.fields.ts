import type { Type } from '@nestjs/common';
import { MEMORY_TYPES, PROVENANCES } from '../backend/memory';
import { DURATION_RULE, isDuration } from '../common/duration';
import {
  Field,
  type FieldOptions,
  type FieldSource,
  nestList,
  problemsOf,
  readFields,
} from '../common/field';
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
const DURATION_FORM = '^([1-9][0-9]{0,9}(m|h|d|w|mo|y)|never)$';

/** A text that `parseDuration` takes. */
export function DurationField(options: FieldOptions): PropertyDecorator {
  return Field(options, { rule: durationRule }, { type: 'string', pattern: DURATION_FORM });
}

/** Durations by memory type. */
export function RetentionField(options: FieldOptions): PropertyDecorator {
  const duration = { type: 'string', pattern: DURATION_FORM } as const;
  const properties = Object.fromEntries(MEMORY_TYPES.map((type) => [type, duration]));
  return Field(options, { rule: retentionRule }, { type: 'object', properties, additionalProperties: false });
}

/** One object, read and checked as an instance of a class with fields of its own. */
export function ObjectField<T extends object>(
  options: FieldOptions & { type: () => Type<T> },
): PropertyDecorator {
  const { type } = options;
  const nest = (value: unknown, source: FieldSource, ignored?: Set<string>) =>
    isObject(value) ? readFields(type(), value, source, ignored) : value;
  return Field(options, { rule: problemsOf, nest }, { type });
}

/** Rules of a policy, whose names differ. */
export function RulesField<T extends { name: string }>(
  options: FieldOptions & { type: () => Type<T> },
): PropertyDecorator {
  const { type } = options;
  return Field(
    options,
    { rule: rulesRule, nest: nestList(type, MAX_RULES) },
    { type, isArray: true, maxItems: MAX_RULES },
  );
}

/*
 * The lists of a rule's conditions. Elsewhere an empty list is no condition; here it is refused, since no
 * condition would make a rule match, and perhaps expire, everything.
 */

export function TypesCondition(options: FieldOptions): PropertyDecorator {
  return ConditionField(options, choiceRule(MEMORY_TYPES), { type: 'string', enum: [...MEMORY_TYPES] });
}

export function ProvenancesCondition(options: FieldOptions): PropertyDecorator {
  return ConditionField(options, choiceRule(PROVENANCES), { type: 'string', enum: [...PROVENANCES] });
}

export function SourcesCondition(options: FieldOptions): PropertyDecorator {
  return ConditionField(options, labelRule, { type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' });
}

export function TagsCondition(options: FieldOptions): PropertyDecorator {
  const filled = listRule(() => NO_PROBLEMS, 1, MAX_CONDITIONS);
  const rule: Rule = (value) => firstFound(filled(value), () => tagsRule(value));
  const items = { type: 'string', minLength: 1, maxLength: 64 };
  return Field(options, { rule, clean: cleanTags }, { type: 'array', items, minItems: 1, maxItems: 20 });
}

function ConditionField(
  options: FieldOptions,
  item: Rule,
  schema: { type: string; enum?: string[]; maxLength?: number; pattern?: string },
): PropertyDecorator {
  return Field(
    options,
    { rule: listRule(item, 1, MAX_CONDITIONS), clean: (values: string[]) => [...new Set(values)] },
    { type: 'array', items: schema, minItems: 1, maxItems: MAX_CONDITIONS },
  );
}

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
