import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { enumWithNull, Field, type FieldOptions, nestList, problemsOf } from './field';
import {
  choiceRule,
  cleanTags,
  filterListRule,
  flagRule,
  instantRule,
  integerRule,
  labelRule,
  listRule,
  numberRule,
  tagsRule,
  textRule,
  type NumberLimits,
  type TextLimits,
} from './field-rules';
import { INSTANT_PATTERN, ISO_PATTERN } from './utc-dates';
import { UUID_ANY_CASE } from './uuid';

const LABEL_SCHEMA = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' } as const;

const MAX_ID = 256;

/** For the API document: a limit that is no rule of the field, since the service refuses what is over it in a way of its own. */
interface DocumentedLimit {
  documentedMax?: number;
}

/** A text. Lengths count code points; a blank text is refused unless `allowBlank`. */
export function TextField(options: FieldOptions & TextLimits & DocumentedLimit): PropertyDecorator {
  const maxLength = options.maxCodePoints ?? options.documentedMax;
  return Field(
    options,
    { rule: textRule(options) },
    {
      type: String,
      ...(options.allowBlank ? {} : { minLength: 1 }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(options.pattern ? { pattern: options.pattern.regex.source } : {}),
    },
  );
}

/** Letters, digits, `.`, `_` and `-`; 1 to 64 of them. */
export function LabelField(options: FieldOptions): PropertyDecorator {
  return Field(options, { rule: labelRule }, LABEL_SCHEMA);
}

/** Labels, any number up to 100. */
export function LabelListField(options: FieldOptions): PropertyDecorator {
  return Field(
    options,
    { rule: filterListRule(labelRule), fromText: asList, clean: distinct },
    { type: 'array', items: LABEL_SCHEMA, maxItems: 100 },
  );
}

/** Texts of a filter, any number up to 100. */
export function TextListField(options: FieldOptions & { maxCodePoints: number }): PropertyDecorator {
  const { maxCodePoints } = options;
  return Field(
    options,
    { rule: filterListRule(textRule({ maxCodePoints })), fromText: asList, clean: distinct },
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: maxCodePoints }, maxItems: 100 },
  );
}

/** Ids of memories, in lower case where they are UUIDs; an external backend may have others. */
export function IdListField(options: FieldOptions & { maxItems: number }): PropertyDecorator {
  const { maxItems } = options;
  return Field(
    options,
    { rule: listRule(textRule({ maxCodePoints: MAX_ID }), 1, maxItems), clean: cleanIds },
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: MAX_ID }, minItems: 1, maxItems },
  );
}

export function ChoiceField(options: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  return Field(options, { rule: choiceRule(options.values) }, { type: String, enum: [...options.values] });
}

export function ChoiceListField(options: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  return Field(
    options,
    { rule: filterListRule(choiceRule(options.values)), fromText: asList, clean: distinct },
    { type: 'array', items: { type: 'string', enum: [...options.values] }, maxItems: 100 },
  );
}

/** At most 20 tags of 1 to 64 code points, trimmed, without duplicates. */
export function TagsField(options: FieldOptions): PropertyDecorator {
  return Field(
    options,
    { rule: tagsRule, fromText: asList, clean: cleanTags },
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: 64 }, maxItems: 20 },
  );
}

/** A number that is whole and exact in JSON's double precision. */
export function IntegerField(options: FieldOptions & NumberLimits & DocumentedLimit): PropertyDecorator {
  const minimum = options.min ?? Number.MIN_SAFE_INTEGER;
  const maximum = options.max ?? options.documentedMax ?? Number.MAX_SAFE_INTEGER;
  return Field(
    options,
    { rule: integerRule(options), fromText: asNumber },
    { type: 'integer', minimum, maximum },
  );
}

/** How many entries a page of a list has at most. */
export function PageLimitField(options: { max: number; default?: number }): PropertyDecorator {
  const { max, default: size = max } = options;
  const description = `Entries of the page, 1 to ${max}`;
  return IntegerField({ description, example: size, min: 1, max, required: false, default: size });
}

/** Where a page of a list starts. */
export function CursorField(example: string | null): PropertyDecorator {
  const description = 'The `next_cursor` of the page before';
  return TextField({ description, example, maxCodePoints: 100, required: false });
}

export function NumberField(options: FieldOptions & NumberLimits): PropertyDecorator {
  const { min: minimum, max: maximum } = options;
  return Field(
    options,
    { rule: numberRule(options), fromText: asNumber },
    { type: 'number', minimum, maximum },
  );
}

export function FlagField(options: FieldOptions): PropertyDecorator {
  return Field(options, { rule: flagRule, fromText: asFlag }, { type: Boolean });
}

/**
 * A text that `parseInstant` accepts; it stays a text, for the caller to parse. `edge` says which end of its
 * day a bare date means, and `isoOnly` that nothing but ISO 8601 counts.
 */
export function InstantField(
  options: FieldOptions & { edge: 'start' | 'end'; isoOnly?: boolean },
): PropertyDecorator {
  const { edge, isoOnly } = options;
  const pattern = isoOnly ? ISO_PATTERN : INSTANT_PATTERN;
  return Field(options, { rule: instantRule(edge, isoOnly) }, { type: String, pattern });
}

/** A list of objects, each read and checked as an instance of a class with fields of its own. */
export function ObjectListField<T extends object>(
  options: FieldOptions & { type: () => Type<T>; minItems: number; maxItems: number },
): PropertyDecorator {
  const { type, minItems, maxItems } = options;
  return Field(
    options,
    { rule: listRule(problemsOf, minItems, maxItems), nest: nestList(type, maxItems) },
    {
      type,
      isArray: true,
      minItems,
      maxItems,
    },
  );
}

/** A property of a response. */
export function Shown(options: {
  description: string;
  example: unknown;
  type?: ApiPropertyOptions['type'];
  nullable?: boolean;
  isArray?: boolean;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  /** Of a timestamp whose example is null; else the example says it. */
  format?: 'date-time';
  /** Whether a number at `minimum` is one too little. */
  exclusiveMinimum?: boolean;
  /** Default true: the property is always there. */
  required?: boolean;
}): PropertyDecorator {
  const { enum: values, ...rest } = options;
  const format = isDateTime(options.example) ? { format: 'date-time' } : {};
  const entry = { ...rest, ...format, ...(values ? { enum: [...values] } : {}) } as ApiPropertyOptions;
  return ApiProperty(options.nullable ? { ...entry, ...enumWithNull(entry) } : entry);
}

/** RFC 3339 asks for a zone; the timestamps of agents have none, so they are plain strings. */
function isDateTime(example: unknown): boolean {
  return typeof example === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(example);
}

function asNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function asFlag(text: unknown): unknown {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

/** A query that names a list's field once. */
function asList(text: unknown): unknown {
  return typeof text === 'string' ? [text] : text;
}

function cleanIds(ids: readonly string[]): string[] {
  return distinct(ids.map((id) => (UUID_ANY_CASE.test(id) ? id.toLowerCase() : id)));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
