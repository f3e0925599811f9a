import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as Nested } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import {
  choiceRule,
  cleanTags,
  dictRule,
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
import { KeepsRule } from './keeps-rule';
import { DAY_FORM, INSTANT_PATTERN, ISO_PATTERN } from './utc-dates';
import { UUID_ANY_CASE } from './uuid';

/*
 * Decorators for the properties of request classes. Each is a rule of class-validator, and the part of the API document
 * that follows from it. `@Optional()` above it lets clients leave it out. Description and example come from the comment of
 * the property, a default from its initializer.
 */

/** The group of class-transformer in which texts of a query become numbers, flags and lists. */
export const QUERY = 'query';

const LABEL_SCHEMA = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' } as const;
export const MAX_ID = 256;
const MAX_FILTER_ITEMS = 100;

/** What else the API document says of a property. */
export interface Documented {
  /** A default that the service applies later, since it must know whether the property was given. */
  documentedDefault?: unknown;
  /** A limit that is no rule of the property: the service refuses what is over it in a way of its own. */
  documentedMax?: number;
}

/** A property that may be left out or null, which is the same: then it has the value of its initializer. */
export function Optional(): PropertyDecorator {
  return applyDecorators(IsOptional(), ApiProperty({ required: false, nullable: true }));
}

/** A property that may be left out, and for which null is a value of its own. */
export function OrNull(): PropertyDecorator {
  return applyDecorators(
    IsOptional({ context: { keepsNull: true } }),
    ApiProperty({ required: false, nullable: true }),
  );
}

/** A property that keeps to a rule. A problem that the rule finds becomes an issue of the answer. */
export function Keeps(name: string, rule: Rule, schema: ApiPropertyOptions, more: Documented = {}) {
  return applyDecorators(
    KeepsRule(name, rule),
    ApiProperty({
      ...schema,
      ...(more.documentedDefault === undefined ? {} : { default: more.documentedDefault }),
    }),
  );
}

/** A text. Lengths count code points; a blank text is refused unless `allowBlank`. */
export function Text(options: TextLimits & Documented = {}): PropertyDecorator {
  const maxLength = options.maxCodePoints ?? options.documentedMax;
  const schema = {
    type: String,
    ...(options.allowBlank ? {} : { minLength: 1 }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(options.pattern ? { pattern: options.pattern.regex.source } : {}),
  };
  return Keeps('text', textRule(options), schema, options);
}

/** Letters, digits, `.`, `_` and `-`; 1 to 64 of them. */
export function Label(more?: Documented): PropertyDecorator {
  return Keeps('label', labelRule, LABEL_SCHEMA, more);
}

/** Labels of a filter, at most 100. */
export function Labels(): PropertyDecorator {
  return Filter(labelRule, LABEL_SCHEMA);
}

/** Texts of a filter, at most 100. */
export function Texts({ maxCodePoints }: { maxCodePoints: number }): PropertyDecorator {
  return Filter(textRule({ maxCodePoints }), { type: 'string', minLength: 1, maxLength: maxCodePoints });
}

/** Ids of memories, in lower case where they are UUIDs; an external backend may have others. */
export function MemoryIds({ maxItems }: { maxItems: number }): PropertyDecorator {
  const rule = listRule(textRule({ maxCodePoints: MAX_ID }), 1, maxItems);
  const items = { type: 'string', minLength: 1, maxLength: MAX_ID };
  return applyDecorators(
    Keeps('ids', rule, { type: 'array', items, minItems: 1, maxItems }),
    Cleaned(rule, cleanIds),
  );
}

export function OneOf(values: readonly string[], more?: Documented): PropertyDecorator {
  return Keeps('choice', choiceRule(values), { type: String, enum: [...values] }, more);
}

/** Choices of a filter, at most 100. */
export function AnyOf(values: readonly string[]): PropertyDecorator {
  return Filter(choiceRule(values), { type: 'string', enum: [...values] });
}

/** At most 20 tags of 1 to 64 code points, trimmed, without duplicates. */
export function Tags(): PropertyDecorator {
  const items = { type: 'string', minLength: 1, maxLength: 64 };
  return applyDecorators(
    Keeps('tags', tagsRule, { type: 'array', items, maxItems: 20 }),
    FromQuery(asList),
    Cleaned(tagsRule, cleanTags),
  );
}

/** A number that is whole and exact in JSON's double precision. */
export function WholeNumber(options: NumberLimits & Documented = {}): PropertyDecorator {
  const minimum = options.min ?? Number.MIN_SAFE_INTEGER;
  const maximum = options.max ?? options.documentedMax ?? Number.MAX_SAFE_INTEGER;
  return applyDecorators(
    Keeps('integer', integerRule(options), { type: 'integer', minimum, maximum }, options),
    FromQuery(asNumber),
  );
}

export function Decimal(options: NumberLimits & Documented = {}): PropertyDecorator {
  const schema = { type: 'number', minimum: options.min, maximum: options.max } as ApiPropertyOptions;
  return applyDecorators(Keeps('number', numberRule(options), schema, options), FromQuery(asNumber));
}

export function Flag(more?: Documented): PropertyDecorator {
  return applyDecorators(Keeps('flag', flagRule, { type: Boolean }, more), FromQuery(asFlag));
}

/** A text that `parseInstant` takes, unparsed. `edge`: of its day, for a bare date; `isoOnly`: only ISO 8601. */
export function Instant({ edge, isoOnly }: { edge: 'start' | 'end'; isoOnly?: boolean }): PropertyDecorator {
  const pattern = isoOnly ? ISO_PATTERN : INSTANT_PATTERN;
  return Keeps('instant', instantRule(edge, isoOnly), { type: String, pattern });
}

/** A day as YYYY-MM-DD. */
export function UtcDayText(): PropertyDecorator {
  return Text({ pattern: DAY_FORM });
}

/** The cursor of a page. */
export function Cursor(maxCodePoints = 100): PropertyDecorator {
  return Text({ maxCodePoints });
}

/** A list of objects, each an instance of a class with rules of its own. */
export function Objects(
  type: () => Type<object>,
  { minItems = 0, maxItems }: { minItems?: number; maxItems: number },
): PropertyDecorator {
  const bounds = minItems > 0 ? { minItems, maxItems } : { maxItems };
  return applyDecorators(
    // Swagger reads a class later if the function is named `type`.
    Keeps('objects', listRule(dictRule, minItems, maxItems), {
      type: () => type(),
      isArray: true,
      ...bounds,
    }),
    ValidateNested({ each: true }),
    Nested(type),
  );
}

/** An object that is an instance of a class with rules of its own. */
export function NestedObject(type: () => Type<object>): PropertyDecorator {
  return applyDecorators(Keeps('object', dictRule, { type: () => type() }), ValidateNested(), Nested(type));
}

/**
 * An object with keys of the client, of which Nest's ValidationPipe leaves out `__proto__`, `constructor` and `prototype`.
 * It is the last of the decorators that read the value, since class-transformer begins with the last.
 */
export function Dictionary(name: string, rule: Rule, schema: ApiPropertyOptions): PropertyDecorator {
  return applyDecorators(
    Keeps(name, rule, schema),
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => obj[key]),
  );
}

/** Brings a value that keeps to the rule into the form in which it is stored; a bad one is left for the answer. */
export function Cleaned<Value>(rule: Rule, clean: (value: Value) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    rule(value).length === 0 ? clean(value as Value) : value,
  );
}

/** A query has only texts: reads the value that one stands for, and leaves any other as it is. */
export function FromQuery(read: (text: unknown) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => read(value), { groups: [QUERY] });
}

type Items = Extract<ApiPropertyOptions, { items?: unknown }>['items'];

function Filter(item: Rule, items: Items): PropertyDecorator {
  const rule = listRule(item, 0, MAX_FILTER_ITEMS);
  return applyDecorators(
    Keeps('filter', rule, { type: 'array', items, maxItems: MAX_FILTER_ITEMS }),
    FromQuery(asList),
    Cleaned(rule, distinct),
  );
}

function asNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function asFlag(text: unknown): unknown {
  if (text === 'true') return true;
  return text === 'false' ? false : text;
}

/** A query that names a list's property once. */
function asList(text: unknown): unknown {
  return typeof text === 'string' ? [text] : text;
}

function cleanIds(ids: readonly string[]): string[] {
  return distinct(ids.map((id) => (UUID_ANY_CASE.test(id) ? id.toLowerCase() : id)));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
