import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import { MAX_CONTENT } from '../backend/memory-limits';
import type { JsonSchema, ObjectSchema, ToolAnnotations } from './tool';

/**
 * The parts of the tools' JSON schemas. Models pay for every character of them, so they say only what a name does not;
 * the request classes of the HTTP interface hold the rules (`readRequest`).
 */

export const TEXT: JsonSchema = { type: 'string' };
/** Marks arguments that name an instant, for \`readableArguments\`. JSON leaves symbols out, so models do not see it. */
export const IS_INSTANT = Symbol('instant');
export const INSTANT: JsonSchema = { ...TEXT, [IS_INSTANT]: true };
/** Marks the whole schema of rows of which models see the beginning, because another tool has it; see `rowsIn`. */
export const WHOLE = Symbol('whole');
export const FLAG: JsonSchema = { type: 'boolean' };
export const OBJECT: JsonSchema = { type: 'object' };
export const COUNT: JsonSchema = { type: 'integer' };
export const SHARE: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };
const TYPE: JsonSchema = { type: 'string', enum: MEMORY_TYPES };
/** What each type is for, in the words that a model chooses by. */
const TYPE_USES: Readonly<Record<MemoryType, string>> = {
  fact: 'what is so',
  preference: 'a like or wish',
  goal: 'to be reached',
  decision: 'settled, and why',
  artifact: 'a file, link or work',
  learning: 'found out by doing',
  event: 'happened at a time',
  instruction: 'how to work',
  relationship: 'who is what to whom',
  context: 'so for now',
  observation: 'noticed, unproven',
  commitment: 'promised, by when',
  error: 'failed, and its remedy',
};
/** For the tool that most memories come from; the others refer to it. */
export const EXPLAINED_TYPE: JsonSchema = {
  ...TYPE,
  description: MEMORY_TYPES.map((type) => `${type}: ${TYPE_USES[type]}`).join('\n'),
};
/** The request classes refuse other words, and name all thirteen. */
export const SHORT_TYPE: JsonSchema = { ...TEXT, description: 'As in remember' };
export const TYPES: JsonSchema = { type: 'array', items: TEXT, description: 'As in remember' };
export const TAGS: JsonSchema = { type: 'array', items: TEXT };
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

/** A result with stored content: a client may hand its model this part without the text. */
export function notesOf(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): ObjectSchema {
  return resultOf(properties, { notice: TEXT, ...optional });
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** A memory in a result; see `ShownMemory`. */
export const MEMORY = resultOf(
  { id: TEXT, type: TEXT, title: TEXT, content: TEXT, tags: listOf(TEXT), created_at: TEXT },
  { updated_at: TEXT, score: { type: 'number' }, status: TEXT, cut: FLAG },
);

/** A list of memories; see `ShownMemories`. What each has says the tool `get`. */
export const MEMORIES = notesOf({ memories: listOf(OBJECT), count: COUNT, left_out: COUNT });

/** The memories of a recall; `verdict` only with a cut. */
export const RECALLED = notesOf(
  { memories: listOf(OBJECT), count: COUNT, left_out: COUNT },
  { verdict: TEXT },
);

/** Every tool states all four hints: what is left out has another meaning (a tool destroys, and reaches the world). */
function hints(readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean): ToolAnnotations {
  return { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false };
}

/** It changes nothing. */
export const READS = hints(true, false, true);
/** It adds; once more adds again. */
export const ADDS = hints(false, false, false);
/** It changes what is there, and can be taken back; once more changes nothing. */
export const CHANGES = hints(false, false, true);
/** It may delete. */
export const DELETES = hints(false, true, false);

/** What tools that change nothing have in common. */
export const READ_ONLY = { annotations: READS, access: 'read' } as const;
