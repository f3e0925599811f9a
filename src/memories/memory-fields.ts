import { MEMORY_TYPES } from '../backend/memory';
import { Decimal, type Documented, Label, OneOf, Text } from '../common/request-decorators';
import { MAX_CONTENT, MAX_SOURCE_REF, MAX_TITLE } from '../backend/memory-limits';

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

export function SourceRef(): PropertyDecorator {
  return Text({ maxCodePoints: MAX_SOURCE_REF });
}
