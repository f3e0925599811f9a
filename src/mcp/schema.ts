import { MEMORY_TYPES } from '../backend/memory';
import { MAX_CONTENT } from '../backend/memory-limits';
import type { JsonSchema, ObjectSchema } from './tool';

/**
 * The parts of the tools' JSON schemas. Models pay for every character of them, so they say only what a name does not;
 * the request classes of the HTTP interface hold the rules (`readRequest`).
 */

export const TEXT: JsonSchema = { type: 'string' };
export const FLAG: JsonSchema = { type: 'boolean' };
export const COUNT: JsonSchema = { type: 'integer' };
export const SHARE: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
export const TYPE: JsonSchema = { type: 'string', enum: MEMORY_TYPES };
export const TYPES: JsonSchema = { type: 'array', items: TYPE };
export const TAGS: JsonSchema = { type: 'array', items: TEXT, maxItems: 20 };
export const CONTENT: JsonSchema = { type: 'string', maxLength: MAX_CONTENT };

export function described(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description };
}

export function withDefault(schema: JsonSchema, value: unknown): JsonSchema {
  return { ...schema, default: value };
}

/** Arguments; a name that is not among them is refused. */
export function argumentsOf(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): ObjectSchema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** A result whose properties are all there, but for the `optional` ones. */
export function resultOf(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): ObjectSchema {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
  };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** A memory in a result; see `ShownMemory`. */
export const MEMORY = resultOf(
  { id: TEXT, type: TEXT, title: TEXT, content: TEXT, tags: listOf(TEXT), created_at: TEXT },
  { updated_at: TEXT, score: { type: 'number' }, status: TEXT, cut: FLAG },
);

/** A list of memories; see `ShownMemories`. */
export const MEMORIES = resultOf({ memories: listOf(MEMORY), count: COUNT, left_out: COUNT });

/** The memories of a recall; `verdict` only with a cut. */
export const RECALLED = resultOf(
  { memories: listOf(MEMORY), count: COUNT, left_out: COUNT },
  { verdict: TEXT },
);

/** What tools that change nothing have in common. */
export const READ_ONLY = { annotations: { readOnlyHint: true }, access: 'read' } as const;
