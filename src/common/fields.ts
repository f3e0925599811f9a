import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { noteShown } from './answer-of';
import { defineField, enumWithNull, type FieldKind, type FieldOptions, nestList, problemsOf } from './field';
import {
  choiceRule,
  cleanTags,
  flagRule,
  instantRule,
  integerRule,
  labelRule,
  listRule,
  numberRule,
  tagsRule,
  textRule,
  type NumberLimits,
  type Rule,
  type TextLimits,
} from './field-rules';
import { INSTANT_PATTERN, ISO_PATTERN } from './utc-dates';
import { UUID_ANY_CASE } from './uuid';
import type { Property } from './with-properties';

const LABEL_SCHEMA = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' } as const;

const MAX_ID = 256;
const MAX_FILTER_ITEMS = 100;

/** For the API document: a limit that is no rule of the field, since the service refuses what is over it in a way of its own. */
interface DocumentedLimit {
  documentedMax?: number;
}

/** A text. Lengths count code points; a blank text is refused unless `allowBlank`. */
export const TextField = defineField<string, TextLimits & DocumentedLimit>((options) => {
  const maxLength = options.maxCodePoints ?? options.documentedMax;
  return {
    rule: textRule(options),
    schema: {
      type: String,
      ...(options.allowBlank ? {} : { minLength: 1 }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(options.pattern ? { pattern: options.pattern.regex.source } : {}),
    },
  };
});

/** Letters, digits, `.`, `_` and `-`; 1 to 64 of them. */
export const LabelField = defineField<string>(() => ({ rule: labelRule, schema: LABEL_SCHEMA }));

/** Labels, any number up to 100. */
export const LabelListField = defineField<string[]>(() => filterList(labelRule, LABEL_SCHEMA));

/** Texts of a filter, any number up to 100. */
export const TextListField = defineField<string[], { maxCodePoints: number }>(({ maxCodePoints }) =>
  filterList(textRule({ maxCodePoints }), { type: 'string', minLength: 1, maxLength: maxCodePoints }),
);

/** Ids of memories, in lower case where they are UUIDs; an external backend may have others. */
export const IdListField = defineField<string[], { maxItems: number }>(({ maxItems }) => ({
  rule: listRule(textRule({ maxCodePoints: MAX_ID }), 1, maxItems),
  clean: cleanIds,
  schema: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: MAX_ID },
    minItems: 1,
    maxItems,
  },
}));

export const ChoiceField = defineField<string, { values: readonly string[] }>(({ values }) => ({
  rule: choiceRule(values),
  schema: { type: String, enum: [...values] },
}));

export const ChoiceListField = defineField<string[], { values: readonly string[] }>(({ values }) =>
  filterList(choiceRule(values), { type: 'string', enum: [...values] }),
);

/** At most 20 tags of 1 to 64 code points, trimmed, without duplicates. */
export const TagsField = defineField<string[]>(() => ({
  rule: tagsRule,
  fromText: asList,
  clean: cleanTags,
  schema: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 64 }, maxItems: 20 },
}));

/** A number that is whole and exact in JSON's double precision. */
export const IntegerField = defineField<number, NumberLimits & DocumentedLimit>((options) => ({
  rule: integerRule(options),
  fromText: asNumber,
  schema: {
    type: 'integer',
    minimum: options.min ?? Number.MIN_SAFE_INTEGER,
    maximum: options.max ?? options.documentedMax ?? Number.MAX_SAFE_INTEGER,
  },
}));

/** How many entries a page of a list has at most. */
export function PageLimitField({ max, default: size = max }: { max: number; default?: number }) {
  return IntegerField<number>(`Entries of the page, 1 to ${max}`, size, { min: 1, max, default: size });
}

/** Where a page of a list starts. */
export function CursorField(example: string | null) {
  return TextField<string | null>('The `next_cursor` of the page before', example, {
    maxCodePoints: 100,
    required: false,
  });
}

export const NumberField = defineField<number, NumberLimits>((options) => ({
  rule: numberRule(options),
  fromText: asNumber,
  schema: { type: 'number', minimum: options.min, maximum: options.max },
}));

/** False when it is absent, unless the options say otherwise. */
export function FlagField<Value = boolean | null | undefined>(
  description: string,
  example: boolean,
  options: FieldOptions = { default: false },
): Property<Value> {
  return Flag<Value>(description, example, options);
}

const Flag = defineField<boolean>(() => ({ rule: flagRule, fromText: asFlag, schema: { type: Boolean } }));

/** A text that `parseInstant` takes, unparsed. `edge`: of its day, for a bare date; `isoOnly`: only ISO 8601. */
export const InstantField = defineField<string, { edge: 'start' | 'end'; isoOnly?: boolean }>(
  ({ edge, isoOnly }) => ({
    rule: instantRule(edge, isoOnly),
    schema: { type: String, pattern: isoOnly ? ISO_PATTERN : INSTANT_PATTERN },
  }),
);

interface ObjectListOptions {
  type: () => Type<object>;
  minItems: number;
  maxItems: number;
}

/** A list of objects, each read and checked as an instance of a class with fields of its own. */
export const ObjectListField = defineField<object[], ObjectListOptions>(({ type, minItems, maxItems }) => ({
  rule: listRule(problemsOf, minItems, maxItems),
  nest: nestList(type, maxItems),
  schema: { type, isArray: true, minItems, maxItems },
}));

export interface ShownOptions {
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
}

type OneOf<Options, Example> = Options extends { enum: readonly (infer Choice)[] }
  ? Choice
  : Options extends { type: 'integer' | NumberConstructor }
    ? number
    : Options extends { type: StringConstructor }
      ? string
      : Options extends { type: Type<infer Item> }
        ? Item
        : Example;

/** The type of a property's values, by its options, else by its example. */
type ShownValue<Options, Example> =
  | (Options extends { isArray: true } ? OneOf<Options, Example>[] : OneOf<Options, Example>)
  | (Options extends { nullable: true } ? null : never)
  | (Options extends { required: false } ? undefined : never);

/** A property of a response. Name the type of its values where neither options nor example tell it. */
export function Shown<Example, const Options extends ShownOptions = object>(
  description: string,
  example: Example,
  options?: Options,
): Property<ShownValue<Options, Example>>;
export function Shown<Value>(description: string, example: unknown, options?: ShownOptions): Property<Value>;
export function Shown(
  description: string,
  example: unknown,
  { enum: values, ...rest }: ShownOptions = {},
): PropertyDecorator {
  const format = isDateTime(example) ? { format: 'date-time' } : {};
  const choices = values ? { enum: [...values] } : {};
  const entry = {
    description,
    example,
    ...typeOf(example),
    ...rest,
    ...format,
    ...choices,
  } as ApiPropertyOptions;
  const property = ApiProperty(rest.nullable ? { ...entry, ...enumWithNull(entry) } : entry);
  return (target, key) => {
    noteShown(target, String(key));
    property(target, key);
  };
}

function typeOf(example: unknown): ApiPropertyOptions {
  const type = { string: String, number: Number, boolean: Boolean }[typeof example as string];
  return type === undefined ? {} : { type };
}

/** A whole number in a response. */
export function ShownInteger(description: string, example: number): Property<number> {
  return Shown(description, example, { type: 'integer' });
}

/** A list in a response, whose example is empty. */
export function ShownList<
  const Kind extends ApiPropertyOptions['type'],
  const Options extends ShownOptions = object,
>(
  description: string,
  type: Kind,
  options?: Options,
): Property<ShownValue<Options & { type: Kind; isArray: true }, never>>;
export function ShownList(description: string, type: ApiPropertyOptions['type'], options?: ShownOptions) {
  return Shown(description, [], { type, isArray: true, ...options });
}

/** RFC 3339 asks for a zone; the timestamps of agents have none, so they are plain strings. */
function isDateTime(example: unknown): boolean {
  return typeof example === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(example);
}

type Items = Extract<ApiPropertyOptions, { items?: unknown }>['items'];

function filterList(item: Rule, items: Items): FieldKind {
  const schema = { type: 'array', items, maxItems: MAX_FILTER_ITEMS } as ApiPropertyOptions;
  return { rule: listRule(item, 0, MAX_FILTER_ITEMS), fromText: asList, clean: distinct, schema };
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
