import { isIP } from 'node:net';
import { CronTime } from 'cron';
import { NO_PROBLEMS, numberRule, problem, type Rule, type TextLimits } from '../common/field-rules';
import { readDatabaseUrl } from './database-url';
import { MCP_TOOL_NAMES, mcpToolsOf } from './mcp-tools';
import { isSecureUrl } from './secure-url';

type Pattern = NonNullable<TextLimits['pattern']>;

/** The same as `AGENT_ID` of the agents; this file imports only what comes before it. */
export const AGENT: Pattern = {
  regex: /^[A-Za-z0-9_-]{1,128}$/,
  says: 'Input should be 1 to 128 letters, digits, hyphens and underscores',
};
export const BUCKET: Pattern = {
  regex: /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/,
  says: 'Input should be the name of a bucket',
};
export const REGION: Pattern = {
  regex: /^[A-Za-z0-9-]{1,64}$/,
  says: 'Input should be the name of a region',
};
export const ORIGINS: Pattern = {
  regex: /^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/,
  says: 'Input should be origins such as https://app.example.com, separated by commas',
};
/** A key that a header can carry. */
export const HEADER_KEY: Pattern = {
  regex: /^[!-~]+$/,
  says: 'Input should be visible ASCII characters without spaces',
};

/** One server or several; the problem does not repeat the password. */
export const databaseUrlRule: Rule = (given) => {
  const text = String(given);
  if (!/^postgres(ql)?:\/\//.test(text)) {
    return problem('value_error', 'Input should start with postgres:// or postgresql://', null);
  }
  const says =
    'Input should name servers as host1:5432,host2:5432, with target_session_attrs of read-write, primary or any';
  return readDatabaseUrl(text) === null ? problem('value_error', says, null) : NO_PROBLEMS;
};

export function aboveZeroRule(max: number): Rule {
  const upTo = numberRule({ max });
  return (given) => {
    const found = upTo(given);
    if (found.length > 0 || (given as number) > 0) return found;
    return problem('greater_than', 'Input should be greater than 0', given);
  };
}

/** The problem of a secret does not repeat it. */
export function secretRule(minLength: number): Rule {
  const says = `Input should have at least ${minLength} characters`;
  return (given) =>
    String(given).length < minLength ? problem('string_too_short', says, null) : NO_PROBLEMS;
}

/** A message that repeats a bad address would repeat its credentials. */
export function addressPattern(example: string): Pattern {
  const says = `Input should be like ${example}, without credentials, query or fragment`;
  return { regex: /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, says };
}

/** `query`: whether the URL may have one. */
export function secureAddressRule(example: string, query: boolean): Rule {
  const parts = query ? 'credentials or fragment' : 'credentials, query or fragment';
  const says = `Input should be like ${example}, without ${parts}; http is allowed for localhost only`;
  return (given) => {
    const url = String(given);
    return isSecureUrl(url) && (query || !url.includes('?'))
      ? NO_PROBLEMS
      : problem('value_error', says, null);
  };
}

const MAX_CRON = 100;
/** Any instant will do: an expression is looked at for the eight years that follow, leap years among them. */
const SOME_INSTANT = new Date(Date.UTC(2026, 0, 1));

/** Five fields, or six with seconds first, or a name such as `@daily`; not the 30th of February. */
export const cronRule: Rule = (given) => {
  const says = "Input should be a cron expression in UTC such as '55 23 * * *' that names some instant";
  if (typeof given !== 'string') return problem('string_type', 'Input should be a valid string', given);
  return isCronExpression(given) ? NO_PROBLEMS : problem('value_error', says, given);
};

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
export const mcpToolsRule: Rule = (given) => {
  const says = `Input should be core, full, or names among ${MCP_TOOL_NAMES.join(', ')}, separated by commas`;
  return mcpToolsOf(String(given)) === null ? problem('value_error', says, given) : NO_PROBLEMS;
};

/** Names that Express knows for networks, https://expressjs.com/en/guide/behind-proxies.html */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Addresses, and networks as `10.0.0.0/8` or by name, separated by commas. */
export const networksRule: Rule = (given) => {
  const says =
    'Input should be addresses or networks such as 10.0.0.0/8, loopback or uniquelocal, separated by commas';
  const parts = String(given).split(',');
  return parts.every((each) => isNetwork(each.trim())) ? NO_PROBLEMS : problem('value_error', says, given);
};

function isNetwork(given: string): boolean {
  if (NETWORK_NAMES.has(given)) return true;
  const [ip = '', prefix, ...rest] = given.split('/');
  const family = isIP(ip);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Of memories or bytes: a number that JSON and the database hold exactly. */
export const MAX_QUOTA = Number.MAX_SAFE_INTEGER;
export const MAX_WRITES = 1_000_000;
