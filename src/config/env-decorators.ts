import { Transform } from 'class-transformer';
import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage';
import {
  choiceRule,
  flagRule,
  integerRule,
  numberRule,
  textRule,
  type Rule,
  type TextLimits,
} from '../common/field-rules';
import { KeepsRule } from '../common/keeps-rule';
import {
  aboveZeroRule,
  addressPattern,
  cronRule,
  databaseUrlRule,
  HEADER_KEY,
  mcpToolsRule,
  networksRule,
  secretRule,
  secureAddressRule,
} from './env-rules';

/*
 * Decorators for the properties of `Env`, like those of request classes (common/request-decorators.ts). Each is a rule of
 * class-validator with the limits that the documents show, and reads the value that a text stands for.
 */

/** The limits of a variable, for the documents. */
export interface VariableSchema {
  type: 'string' | 'number' | 'integer' | 'boolean';
  enum?: readonly string[];
  minLength?: number;
  minimum?: number;
  /** Whether a number at `minimum` is one too little. */
  exclusiveMinimum?: boolean;
  maximum?: number;
}

/** What a decorator of this file says of a property. */
export interface VariableRule {
  rule: Rule;
  schema: VariableSchema;
}

/** The rule of each property of a class that has only decorators of this file. */
export function variableRules<T extends object>(type: new () => T): Readonly<Record<keyof T, VariableRule>> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const entries = rules.map(({ propertyName, context }) => [propertyName, context as VariableRule]);
  return Object.fromEntries(entries) as Record<keyof T, VariableRule>;
}

export function Text(limits: TextLimits = {}): PropertyDecorator {
  return Variable(textRule({ allowBlank: true, ...limits }), { type: 'string' });
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return Variable(choiceRule(values), { type: 'string', enum: values });
}

/** A secret of at least `minLength` characters. */
export function Secret({ minLength }: { minLength: number }): PropertyDecorator {
  return Variable(secretRule(minLength), { type: 'string', minLength });
}

/** A key that a header can carry. */
export function Key(): PropertyDecorator {
  return Text({ pattern: HEADER_KEY });
}

/** The URL of a server, with a path if it has one. */
export function Address(example: string): PropertyDecorator {
  return Text({ pattern: addressPattern(example) });
}

/** A URL of https, or of http on this machine. */
export function SecureAddress(example: string, { query = false } = {}): PropertyDecorator {
  return Variable(secureAddressRule(example, query), { type: 'string' });
}

/** A PostgreSQL server, or several of which one is the primary. */
export function DatabaseUrl(): PropertyDecorator {
  return Variable(databaseUrlRule, { type: 'string' });
}

/** A schedule in UTC. */
export function Cron(): PropertyDecorator {
  return Variable(cronRule, { type: 'string' });
}

export function McpTools(): PropertyDecorator {
  return Variable(mcpToolsRule, { type: 'string' });
}

export function Networks(): PropertyDecorator {
  return Variable(networksRule, { type: 'string' });
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Reads true, 1, false and 0. */
export function Flag(): PropertyDecorator {
  return Variable(flagRule, { type: 'boolean' }, (text) => FLAGS[text.toLowerCase()] ?? text);
}

interface Range {
  min: number;
  max: number;
}

/** A whole number; both ends inclusive. */
export function WholeNumber({ min, max }: Range): PropertyDecorator {
  return Variable(integerRule({ min, max }), { type: 'integer', minimum: min, maximum: max }, Number);
}

/** A number; both ends inclusive. */
export function Decimal({ min, max }: Range): PropertyDecorator {
  return Variable(numberRule({ min, max }), { type: 'number', minimum: min, maximum: max }, Number);
}

export function AboveZero({ max }: { max: number }): PropertyDecorator {
  const schema = { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: max } as const;
  return Variable(aboveZeroRule(max), schema, Number);
}

/** `fromText`: the value that a text stands for. A text that stands for none is left as it is, for the rule to refuse. */
function Variable(
  rule: Rule,
  schema: VariableSchema,
  fromText: (text: string) => unknown = (text) => text,
): PropertyDecorator {
  return (target, property) => {
    KeepsRule('variable', rule, { schema })(target, property);
    Transform(({ value }: { value: string }) => fromText(value))(target, property);
  };
}
