import { isIP } from 'node:net';
import { CronTime } from 'cron';
import {
  choiceRule,
  flagRule,
  integerRule,
  NO_PROBLEMS,
  numberRule,
  problem,
  textRule,
  type Rule,
  type TextLimits,
} from '../common/field-rules';
import { MCP_TOOL_NAMES, mcpToolsOf } from './mcp-tools';

/** An environment variable: its default, how its text is read, and which values it takes. */
export interface Variable<Value> {
  default: Value;
  rule: Rule;
  /** The value that a text stands for; any other text is returned as it is. */
  fromText?: (text: string) => unknown;
  /** Its limits, for the documents. */
  schema: VariableSchema;
}

export interface VariableSchema {
  type: 'string' | 'number' | 'integer' | 'boolean';
  enum?: readonly string[];
  minLength?: number;
  minimum?: number;
  /** Whether a number at `minimum` is one too little. */
  exclusiveMinimum?: boolean;
  maximum?: number;
}

/** A variable that is null unless it is set. */
export function optional<Value>(variable: Variable<Value>): Variable<Value | null> {
  return { ...variable, default: null };
}

export function text(value = '', limits: TextLimits = {}): Variable<string> {
  return { default: value, rule: textRule({ allowBlank: true, ...limits }), schema: { type: 'string' } };
}

export function oneOf<Value extends string>(values: readonly Value[], value: Value): Variable<Value> {
  return { default: value, rule: choiceRule(values), schema: { type: 'string', enum: values } };
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Reads true, 1, false and 0. */
export function flag(value: boolean): Variable<boolean> {
  const fromText = (given: string) => FLAGS[given.toLowerCase()] ?? given;
  return { default: value, rule: flagRule, fromText, schema: { type: 'boolean' } };
}

/** A whole number; both ends inclusive. */
export function whole(min: number, max: number, value = min): Variable<number> {
  const schema = { type: 'integer', minimum: min, maximum: max } as const;
  return { default: value, rule: integerRule({ min, max }), fromText: Number, schema };
}

/** A number; both ends inclusive. */
export function decimal(min: number, max: number, value: number): Variable<number> {
  const schema = { type: 'number', minimum: min, maximum: max } as const;
  return { default: value, rule: numberRule({ min, max }), fromText: Number, schema };
}

export function aboveZero(max: number, value: number): Variable<number> {
  const upTo = numberRule({ max });
  const rule: Rule = (given) => {
    const found = upTo(given);
    if (found.length > 0 || (given as number) > 0) return found;
    return problem('greater_than', 'Input should be greater than 0', given);
  };
  const schema = { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: max } as const;
  return { default: value, rule, fromText: Number, schema };
}

/** A secret of so many characters or more. */
export function secret(minLength: number): Variable<string | null> {
  const says = `Input should have at least ${minLength} characters`;
  const rule: Rule = (given) =>
    String(given).length < minLength ? problem('string_too_short', says, null) : NO_PROBLEMS;
  return { default: null, rule, schema: { type: 'string', minLength } };
}

/** A key that a header can carry. */
export function key(): Variable<string | null> {
  const says = 'Input should be visible ASCII characters without spaces';
  return optional(text('', { pattern: { regex: /^[!-~]+$/, says } }));
}

/** Of a server, with a path where it has one. A message that repeats a bad one would repeat its credentials. */
export function address(example: string): Variable<string | null> {
  const says = `Input should be like ${example}, without credentials, query or fragment`;
  return optional(text('', { pattern: { regex: /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, says } }));
}

/** A URL of https, or of http on this machine. */
export function secureAddress(example: string, { query = false } = {}): Variable<string | null> {
  const parts = query ? 'credentials or fragment' : 'credentials, query or fragment';
  const says = `Input should be like ${example}, without ${parts}; http is allowed for localhost only`;
  const rule: Rule = (given) => {
    const url = String(given);
    return isSecureUrl(url) && (query || !url.includes('?'))
      ? NO_PROBLEMS
      : problem('value_error', says, null);
  };
  return { default: null, rule, schema: { type: 'string' } };
}

const MAX_CRON = 100;
/** Any instant will do: an expression is looked at for the eight years that follow, leap years among them. */
const SOME_INSTANT = new Date(Date.UTC(2026, 0, 1));

/** Five fields, or six with seconds first, or a name such as `@daily`; not the 30th of February. */
export function cron(value: string): Variable<string> {
  const says = "Input should be a cron expression in UTC such as '55 23 * * *' that names some instant";
  const rule: Rule = (given) => {
    if (typeof given !== 'string') return problem('string_type', 'Input should be a valid string', given);
    return isCronExpression(given) ? NO_PROBLEMS : problem('value_error', says, given);
  };
  return { default: value, rule, schema: { type: 'string' } };
}

function isCronExpression(given: string): boolean {
  if (given.length > MAX_CRON) return false;
  try {
    new CronTime(given, 'UTC').getNextDateFrom(SOME_INSTANT, 'UTC');
    return true;
  } catch {
    return false;
  }
}

/** `core`, `full`, or names of tools, separated by commas. */
export function mcpTools(value: string): Variable<string> {
  const says = `Input should be core, full, or names among ${MCP_TOOL_NAMES.join(', ')}, separated by commas`;
  const rule: Rule = (given) =>
    mcpToolsOf(String(given)) === null ? problem('value_error', says, given) : NO_PROBLEMS;
  return { default: value, rule, schema: { type: 'string' } };
}

/** Names that Express knows for networks, https://expressjs.com/en/guide/behind-proxies.html */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Addresses, and networks as `10.0.0.0/8` or by name, separated by commas. */
export function networks(): Variable<string> {
  const says =
    'Input should be addresses or networks such as 10.0.0.0/8, loopback or uniquelocal, separated by commas';
  const rule: Rule = (given) =>
    String(given)
      .split(',')
      .every((each) => isNetwork(each.trim()))
      ? NO_PROBLEMS
      : problem('value_error', says, given);
  return { default: '', rule, schema: { type: 'string' } };
}

function isNetwork(given: string): boolean {
  if (NETWORK_NAMES.has(given)) return true;
  const [ip = '', prefix, ...rest] = given.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

const SECURE_URL =
  /^(https:\/\/[^\s/?#@]+|http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?)(\/[^\s?#]*)?(\?[^\s#]*)?$/;

/** Whether a URL is safe from changes on the network: it is https, or http of this machine. */
export function isSecureUrl(url: string): boolean {
  return SECURE_URL.test(url) && URL.canParse(url);
}
