import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { MEMORY_TYPES, PROVENANCES } from '../backend/memory';
import { DURATION_RULE, isDuration } from '../common/duration';
import {
  NO_PROBLEMS,
  choiceRule,
  cleanTags,
  labelRule,
  listRule,
  problem,
  tagsRule,
  within,
  type Problem,
  type Rule,
} from '../common/field-rules';
import { isObject } from '../common/objects';
import { Cleaned, Dictionary, Keeps } from '../common/request-decorators';

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

/** A text that `parseDuration` takes. */
export function IsDuration(): PropertyDecorator {
  return Keeps('duration', durationRule, DURATION);
}

/** Durations by memory type. */
export function Retention(): PropertyDecorator {
  return Dictionary('retention', retentionRule, {
    type: 'object',
    properties: Object.fromEntries(MEMORY_TYPES.map((type) => [type, DURATION])),
    additionalProperties: false,
  });
}

/*
 * The lists of a rule's conditions. Elsewhere an empty list is no condition; here it is refused, since no
 * condition would make a rule match, and perhaps expire, everything.
 */

export function TypesCondition(): PropertyDecorator {
  return Condition(choiceRule(MEMORY_TYPES), { type: 'string', enum: [...MEMORY_TYPES] });
}

export function ProvenancesCondition(): PropertyDecorator {
  return Condition(choiceRule(PROVENANCES), { type: 'string', enum: [...PROVENANCES] });
}

export function SourcesCondition(): PropertyDecorator {
  return Condition(labelRule, { type: 'string', maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' });
}

const filled = listRule(() => NO_PROBLEMS, 1, MAX_CONDITIONS);
const someTagsRule: Rule = (value) => firstFound(filled(value), () => tagsRule(value));

export function TagsCondition(): PropertyDecorator {
  const items = { type: 'string', minLength: 1, maxLength: 64 };
  return applyDecorators(
    Keeps('tags', someTagsRule, { type: 'array', items, minItems: 1, maxItems: 20 }),
    Cleaned(someTagsRule, cleanTags),
  );
}

function Condition(item: Rule, items: object): PropertyDecorator {
  const rule = listRule(item, 1, MAX_CONDITIONS);
  const schema = { type: 'array', items, minItems: 1, maxItems: MAX_CONDITIONS } as ApiPropertyOptions;
  return applyDecorators(
    Keeps('condition', rule, schema),
    Cleaned(rule, (values: string[]) => [...new Set(values)]),
  );
}

function firstFound(found: readonly Problem[], next: () => readonly Problem[]): readonly Problem[] {
  return found.length > 0 ? found : next();
}

function isMemoryType(text: string): boolean {
  return (MEMORY_TYPES as readonly string[]).includes(text);
}
