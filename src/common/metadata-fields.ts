import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { listRule, NO_PROBLEMS, textRule } from './field-rules';
import { MAX_METADATA_KEYS, MAX_SCOPE, metadataFilterRule, metadataRule, sortedMetadata } from './metadata';
import { Cleaned, Dictionary, FromQuery, Keeps } from './request-decorators';

/* The metadata of a memory, and the filters of metadata and scopes, as properties of request classes. */

type SchemaObject = Exclude<
  NonNullable<Extract<ApiPropertyOptions, { additionalProperties: unknown }>['additionalProperties']>,
  boolean
>;

const VALUE_SCHEMAS: SchemaObject[] = [
  { type: 'string', nullable: true },
  { type: 'number' },
  { type: 'boolean' },
];
export const METADATA_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  additionalProperties: {
    anyOf: [...VALUE_SCHEMAS, { type: 'array', items: { type: 'string' } }],
  },
};

const METADATA_QUERY_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  maxProperties: MAX_METADATA_KEYS,
  additionalProperties: { anyOf: [...VALUE_SCHEMAS, { type: 'array', items: {} }] },
};

const MAX_SCOPES = 100;
const scopeRule = textRule({ maxCodePoints: MAX_SCOPE });
const scopesRule = listRule((value) => (value === null ? NO_PROBLEMS : scopeRule(value)), 1, MAX_SCOPES);

function parsedJson(given: unknown): unknown {
  try {
    return typeof given === 'string' ? JSON.parse(given) : given;
  } catch {
    return given;
  }
}

export function MetadataOfMemory(): PropertyDecorator {
  return applyDecorators(
    Cleaned(metadataRule, sortedMetadata),
    Dictionary('metadata', metadataRule, { ...METADATA_SCHEMA, maxProperties: MAX_METADATA_KEYS }),
  );
}

/** Scopes of a filter, at least one, so that an empty list does not mean all; in a query, the empty text stands for null. */
export function Scopes(): PropertyDecorator {
  const items = { type: 'string', minLength: 1, maxLength: MAX_SCOPE, nullable: true } as const;
  return applyDecorators(
    Keeps('scopes', scopesRule, { type: 'array', items, minItems: 1, maxItems: MAX_SCOPES }),
    FromQuery((given) => {
      const scopes: unknown[] = Array.isArray(given) ? given : [given];
      return scopes.map((scope) => (scope === '' ? null : scope));
    }),
  );
}

/** Values of metadata that a filter asks for; in a query, as JSON. */
export function MetadataConditions(schema = METADATA_QUERY_SCHEMA): PropertyDecorator {
  return applyDecorators(FromQuery(parsedJson), Dictionary('metadata', metadataFilterRule, schema));
}
