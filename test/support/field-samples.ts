import type { Memory } from '../../src/backend/memory';
import { FIELD_LIST, type NamedField } from '../../src/backend/memory-columns';

/** A valid value of a field that is not its default, as the description of the field allows it. */
export function sampleOf({ name, value }: NamedField): unknown {
  switch (value.kind) {
    case 'uuid':
      return '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
    case 'text':
      return `a ${name}`;
    case 'label':
      return `a-${name}`;
    case 'choice':
      return value.values.at(-1);
    case 'metadata':
      return { amount: 1.5, tags: ['a', 'b'], user: 'dana' };
    case 'flag':
      return true;
    case 'tags':
      return ['a', 'b,c'];
    case 'time':
      // No memory expires at its own time before that is tested.
      if (name === 'expiresAt') return new Date(Date.UTC(2100, 0));
      return new Date(TIMES.indexOf(name) + Date.UTC(2026, 4, 1, 12));
    case 'number':
      return value.min + 0.3125 * (value.max - value.min);
  }
}

/** So that no two times are the same. */
const TIMES = FIELD_LIST.filter(({ value }) => value.kind === 'time').map(({ name }) => name);

/** A memory without a field that has its default. */
export function sampleMemory(): Memory {
  return Object.fromEntries(FIELD_LIST.map((field) => [field.name, sampleOf(field)])) as unknown as Memory;
}

/** The sample as a request or an answer has it: times are texts. */
export function shownSampleOf(field: NamedField): unknown {
  const value = sampleOf(field);
  return value instanceof Date ? value.toISOString() : value;
}

/** By the names of HTTP, the fields that meet a condition. */
export function sampleBody(isWanted: (field: NamedField) => boolean): Record<string, unknown> {
  return Object.fromEntries(FIELD_LIST.filter(isWanted).map((field) => [field.column, shownSampleOf(field)]));
}
