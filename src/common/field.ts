import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, registerDecorator } from 'class-validator';
import type { Rule } from './field-rules';

/** The name of the one class-validator constraint that a field has. */
export const FIELD = 'field';

/** Where a request's fields come from. A query has only texts, so its numbers and flags are read from them. */
export type FieldSource = 'body' | 'query';

/** How a field is read, checked and tidied, in this order. */
export interface FieldDefinition {
  /** Takes the place of an absent value. */
  default: unknown;
  /** The value that a query's text stands for; a text that stands for none is returned as it is. */
  fromText: ((text: unknown) => unknown) | null;
  /** Builds instances of nested classes; anything else is returned as it is. */
  nest: ((value: unknown, source: FieldSource) => unknown) | null;
  rule: Rule;
  /** Brings a value that passed into the form in which it is stored. */
  clean: ((value: never) => unknown) | null;
}

export interface FieldOptions {
  description: string;
  example: unknown;
  /** Default true. An optional field may also be null, which is the same as absent. */
  required?: boolean;
  default?: unknown;
}

export type FieldKind = Pick<FieldDefinition, 'rule'> &
  Partial<Pick<FieldDefinition, 'fromText' | 'nest' | 'clean'>>;

/**
 * A field of a request: one class-validator constraint and its entry in the API document. The definition
 * travels as the constraint's context, so that inherited and mapped classes (PickType, PartialType) keep it.
 */
export function Field(options: FieldOptions, kind: FieldKind, schema: ApiPropertyOptions): PropertyDecorator {
  const required = options.required ?? true;
  const definition: FieldDefinition = {
    default: options.default ?? null,
    fromText: kind.fromText ?? null,
    nest: kind.nest ?? null,
    rule: kind.rule,
    clean: kind.clean ?? null,
  };
  return (target, key) => {
    registerDecorator({
      name: FIELD,
      target: target.constructor,
      propertyName: key as string,
      options: { context: definition },
      validator: {
        validate: (value: unknown) => definition.rule(value).length === 0,
        defaultMessage: (context) => definition.rule(context?.value)[0]?.msg ?? '',
      },
    });
    if (!required) IsOptional()(target, key);
    ApiProperty(documented(options, required, schema))(target, key);
  };
}

function documented(
  options: FieldOptions,
  required: boolean,
  schema: ApiPropertyOptions,
): ApiPropertyOptions {
  const { description, example } = options;
  const entry = { ...schema, description, example, required } as ApiPropertyOptions;
  if (!required) Object.assign(entry, { nullable: true, ...enumWithNull(entry) });
  if (options.default !== undefined) Object.assign(entry, { default: options.default });
  return entry;
}

/** `nullable` adds no null to an `enum`, which would rule it out (OpenAPI 3.0.3, Schema Object). */
export function enumWithNull({ enum: values }: ApiPropertyOptions): { enum?: unknown[] } {
  return Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {};
}
