import { MEMORY_TYPES } from '../backend/memory';
import { instantRule, NO_PROBLEMS, problem, type Rule } from '../common/field-rules';
import { Decimal, type Documented, Keeps, Label, MemoryIds, OneOf, Text } from '../common/request-decorators';
import { MAX_SCOPE } from '../common/metadata';
import { ISO_PATTERN, parseInstant } from '../common/utc-dates';
import { UUID_ANY_CASE } from '../common/uuid';
import {
  isMemoryTime,
  MAX_CONTENT,
  MAX_KEY,
  MAX_SOURCE_REF,
  MAX_SUPERSEDED,
  MAX_TITLE,
} from '../backend/memory-limits';

/* The properties of a memory in requests that store or edit one. */

/** Its length is judged apart: too long a content has an error of its own. */
export function Content(): PropertyDecorator {
  return Text({ documentedMax: MAX_CONTENT });
}

export function TypeOfMemory(more?: Documented): PropertyDecorator {
  return OneOf(MEMORY_TYPES, more);
}

export function Title(): PropertyDecorator {
  return Text({ maxCodePoints: MAX_TITLE });
}

export function Confidence(more?: Documented): PropertyDecorator {
  return Decimal({ min: 0, max: 1, ...more });
}

export function Source(more?: Documented): PropertyDecorator {
  return Label(more);
}

/** The start or the end of its time: ISO 8601, or a date, which is the start of that day. */
export function ValidTime(): PropertyDecorator {
  return Keeps('valid time', validTimeRule, { type: String, pattern: ISO_PATTERN });
}

/** The id of another memory. */
export function Uuid(): PropertyDecorator {
  return Text({ pattern: { regex: UUID_ANY_CASE, says: 'Input should be a valid UUID' } });
}

/** What the memory is about. */
export function Key(): PropertyDecorator {
  return Text({ maxCodePoints: MAX_KEY });
}

export function Scope(): PropertyDecorator {
  return Text({ maxCodePoints: MAX_SCOPE });
}

/** The ids of the memories that this one replaces. */
export function Supersedes(): PropertyDecorator {
  return MemoryIds({ minItems: 0, maxItems: MAX_SUPERSEDED });
}

const isoRule = instantRule('start', true);

/** Of a time that the database holds. */
const validTimeRule: Rule = (value) => {
  const found = isoRule(value);
  if (found.length > 0) return found;
  const time = parseInstant(value as string, 'start');
  if (time !== null && isMemoryTime(time)) return NO_PROBLEMS;
  return problem('value_error', 'Input should be a time of the years 1 to 9999', value);
};

export function SourceRef(): PropertyDecorator {
  return Text({ maxCodePoints: MAX_SOURCE_REF });
}
