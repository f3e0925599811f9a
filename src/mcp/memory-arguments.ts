import { FIELD_LIST, type NamedField } from '../backend/memory-columns';
import type { WritingTool } from '../backend/memory-field';
import {
  CONTENT,
  described,
  FLAG,
  INSTANT,
  OBJECT,
  SHARE,
  SHORT_TYPE,
  TAGS,
  TEXT,
  withDefault,
} from './schema';
import type { JsonSchema } from './tool';

/** The arguments of a tool that are fields of a memory, by name; the content is first. */
export function memoryArguments(tool: WritingTool): Record<string, JsonSchema> {
  const fields = FIELD_LIST.filter(({ name, tools }) => name !== 'content' && tools?.includes(tool));
  return {
    content: CONTENT,
    ...Object.fromEntries(fields.map((field) => [field.column, argumentOf(field, tool)])),
  };
}

/** A choice says its default, which models would have to guess. */
function argumentOf(field: NamedField, tool: WritingTool): JsonSchema {
  if (field.value.kind === 'choice' && tool === 'update') return SHORT_TYPE;
  const isChoice = field.value.kind === 'choice';
  const schema = isChoice ? withDefault(schemaOf(field), field.default) : schemaOf(field);
  return field.hint === undefined ? schema : described(schema, field.hint);
}

function schemaOf({ value }: NamedField): JsonSchema {
  switch (value.kind) {
    case 'choice':
      return { type: 'string', enum: value.values };
    case 'number':
      return { ...SHARE, minimum: value.min, maximum: value.max };
    case 'tags':
      return TAGS;
    case 'metadata':
      return OBJECT;
    case 'flag':
      return FLAG;
    case 'uuid':
    case 'label':
    case 'text':
      return TEXT;
    case 'time':
      return INSTANT;
  }
}
