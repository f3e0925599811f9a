import { isObject } from './objects';
import { codePoints, isBlank, isStorable } from './text';
import { DATE_FORMATS, isIso, parseInstant } from './utc-dates';

/** What is wrong with a field's value. */
export interface Problem {
  type: string;
  msg: string;
  /** From the field to the part at fault, such as an index of a list. */
  path: readonly (string | number)[];
  /** The part at fault. */
  input: unknown;
}

/** Says what is wrong with a value; empty when nothing is. */
export type Rule = (value: unknown) => readonly Problem[];

export const NO_PROBLEMS: readonly Problem[] = [];

const LABEL = /^[A-Za-z0-9._-]+$/;
const MAX_LABEL = 64;
export const MAX_TAGS = 20;
export const MAX_TAG = 64;

export function problem(
  type: string,
  msg: string,
  input: unknown,
  path: Problem['path'] = [],
): readonly Problem[] {
  return [{ type, msg, path, input }];
}

export interface TextLimits {
  maxCodePoints?: number;
  allowBlank?: boolean;
  /** A form that the text must have, and how to say so. */
  pattern?: { regex: RegExp; says: string };
}

export function textRule({ maxCodePoints, allowBlank = false, pattern }: TextLimits): Rule {
  return (value) => {
    if (typeof value !== 'string') return problem('string_type', 'Input should be a valid string', value);
    if (maxCodePoints !== undefined && isLonger(value, maxCodePoints)) return tooLong(value, maxCodePoints);
    if (!isStorable(value)) {
      return problem('value_error', 'Text must not hold null characters or lone surrogates', value);
    }
    if (!allowBlank && isBlank(value)) return problem('string_too_short', 'Text must not be blank', value);
    if (pattern && !pattern.regex.test(value)) return problem('value_error', pattern.says, value);
    return NO_PROBLEMS;
  };
}

export const labelRule: Rule = (value) => {
  if (typeof value !== 'string') return problem('string_type', 'Input should be a valid string', value);
  if (value === '') return problem('string_too_short', 'String should have at least 1 character', value);
  if (value.length > MAX_LABEL) return tooLong(value, MAX_LABEL);
  if (!LABEL.test(value)) {
    return problem('value_error', "Only letters, digits, '.', '_' and '-' are allowed", value);
  }
  return NO_PROBLEMS;
};

export function choiceRule(values: readonly string[]): Rule {
  const known = new Set<unknown>(values);
  const msg = `Input should be ${spoken(values)}`;
  return (value) => (known.has(value) ? NO_PROBLEMS : problem('literal_error', msg, value));
}

/** A list whose items each follow a rule; the first item at fault is reported, with its index. */
export function listRule(item: Rule, minItems: number, maxItems: number): Rule {
  return (value) => {
    if (!Array.isArray(value)) return problem('list_type', 'Input should be a valid list', value);
    if (value.length > maxItems) return tooMany(value, maxItems);
    if (value.length < minItems) {
      return problem('too_short', `List should have at least ${items(minItems)}, not ${value.length}`, value);
    }
    return firstAtFault(value, item);
  };
}

/** Tags count trimmed and without duplicates, as they are stored. */
export const tagsRule: Rule = (value) => {
  if (!Array.isArray(value)) return problem('list_type', 'Input should be a valid list', value);
  const distinct = new Set<string>();
  for (let index = 0; index < value.length; index++) {
    const tag: unknown = value[index];
    const found = tagProblems(tag);
    if (found.length > 0) return within(index, found);
    distinct.add((tag as string).trim());
    if (distinct.size > MAX_TAGS) return tooMany(value, MAX_TAGS);
  }
  return NO_PROBLEMS;
};

export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}

export interface NumberLimits {
  min?: number;
  max?: number;
}

export function integerRule(limits: NumberLimits): Rule {
  return (value) =>
    Number.isSafeInteger(value)
      ? rangeProblems(value as number, limits)
      : problem('int_type', 'Input should be a valid integer', value);
}

export function numberRule(limits: NumberLimits): Rule {
  return (value) =>
    Number.isFinite(value)
      ? rangeProblems(value as number, limits)
      : problem('float_type', 'Input should be a valid number', value);
}

export const flagRule: Rule = (value) =>
  typeof value === 'boolean' ? NO_PROBLEMS : problem('bool_type', 'Input should be a valid boolean', value);

export const dictRule: Rule = (value) =>
  isObject(value) ? NO_PROBLEMS : problem('dict_type', 'Input should be a valid object', value);

/** `isoOnly`: see `isIso`. */
export function instantRule(edge: 'start' | 'end', isoOnly = false): Rule {
  return (value) => {
    if (typeof value !== 'string') {
      return problem('string_type', `Input should be a valid string: ${DATE_FORMATS}`, value);
    }
    if (parseInstant(value, edge) !== null && (!isoOnly || isIso(value))) return NO_PROBLEMS;
    return problem('value_error', `Invalid date: use ${DATE_FORMATS}`, value);
  };
}

/** The same problems, seen from one step further out. */
export function within(step: string | number, problems: readonly Problem[]): readonly Problem[] {
  return problems.map((each) => ({ ...each, path: [step, ...each.path] }));
}

function firstAtFault(list: readonly unknown[], item: Rule): readonly Problem[] {
  for (let index = 0; index < list.length; index++) {
    const found = item(list[index]);
    if (found.length > 0) return within(index, found);
  }
  return NO_PROBLEMS;
}

export function tooMany(value: readonly unknown[], maxItems: number): readonly Problem[] {
  return problem('too_long', `List should have at most ${items(maxItems)}`, value);
}

const plainTagProblems = textRule({ allowBlank: false });

/** The limit counts what is stored: the trimmed tag. */
function tagProblems(tag: unknown): readonly Problem[] {
  const found = plainTagProblems(tag);
  if (found.length > 0) return found;
  return isLonger((tag as string).trim(), MAX_TAG) ? tooLong(tag, MAX_TAG) : NO_PROBLEMS;
}

function rangeProblems(value: number, { min, max }: NumberLimits): readonly Problem[] {
  if (min !== undefined && value < min) {
    return problem('greater_than_equal', `Input should be greater than or equal to ${min}`, value);
  }
  if (max !== undefined && value > max) {
    return problem('less_than_equal', `Input should be less than or equal to ${max}`, value);
  }
  return NO_PROBLEMS;
}

function isLonger(text: string, maxCodePoints: number): boolean {
  // Two UTF-16 units make at most one code point fewer, so most texts need no counting.
  if (text.length <= maxCodePoints) return false;
  return text.length > 2 * maxCodePoints || codePoints(text) > maxCodePoints;
}

function tooLong(value: unknown, max: number): readonly Problem[] {
  return problem('string_too_long', `String should have at most ${max} characters`, value);
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

/** 'a', 'b' or 'c'. */
function spoken(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.pop() ?? '';
  return quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last;
}
