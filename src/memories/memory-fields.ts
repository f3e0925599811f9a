import { MEMORY_TYPES } from '../backend/memory';
import type { Replaced } from '../backend/replaced-clause';
import {
  instantRule,
  listRule,
  NO_PROBLEMS,
  problem,
  type Rule,
  textRule,
  within,
} from '../common/field-rules';
import { isObject } from '../common/objects';
import {
  Cleaned,
  Decimal,
  type Documented,
  Keeps,
  Label,
  MAX_ID,
  OneOf,
  Text,
} from '../common/request-decorators';
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

/** The key of a memory. */
export function Key(): PropertyDecorator {
  return Text({ maxCodePoints: MAX_KEY });
}

export function Scope(): PropertyDecorator {
  return Text({ maxCodePoints: MAX_SCOPE });
}

/** The memories that this one replaces: their ids, or an id and the clause that no longer holds. */
export function Supersedes(): PropertyDecorator {
  const items = { oneOf: [{ type: 'string', minLength: 1, maxLength: MAX_ID }, replacedClauseSchema] };
  const documented = { type: 'array', items, minItems: 0, maxItems: MAX_SUPERSEDED } as const;
  const decorators = [
    Keeps('superseded memories', supersedesRule, documented),
    Cleaned(supersedesRule, cleanReplaced),
  ];
  return (target, name) => decorators.forEach((decorate) => decorate(target, name));
}

const idRule = textRule({ maxCodePoints: MAX_ID });
const clauseRule = textRule({ maxCodePoints: MAX_CONTENT });
const replacedClauseSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, text: { type: 'string' } },
  required: ['id', 'text'],
};

const supersedesRule = listRule(
  (value) => {
    if (!isObject(value)) return idRule(value);
    return [...within('id', idRule(value.id)), ...within('text', clauseRule(value.text))];
  },
  0,
  MAX_SUPERSEDED,
);

function cleanReplaced(replaced: readonly Replaced[]): Replaced[] {
  const idOf = (id: string): string => (UUID_ANY_CASE.test(id) ? id.toLowerCase() : id);
  const cleaned = replaced.map((each) =>
    typeof each === 'string' ? idOf(each) : { id: idOf(each.id), text: each.text },
  );
  return [...new Set(cleaned)];
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
