/**
 * Names and stamps: the client has camelCase and `Date`, the service snake_case and ISO 8601 strings.
 */

/** Objects whose keys are data, such as rule names and memory types. They are copied as they are. */
const MAPS = new Set(['by_type', 'details', 'error', 'info', 'metadata', 'per_rule', 'retention']);
const STAMPS = new Set(['at', 'last_session', 'as_of_date', 'since_date', 'valid_from', 'valid_to']);
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** A body of the service with camelCase names and `Date` for stamps. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire);
  if (!isObject(value)) return value;
  const converted: Record<string, unknown> = {};
  for (const name in value) converted[camelCase(name)] = fieldFromWire(name, value[name]);
  return converted;
}

function fieldFromWire(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isStamp(name) ? toDate(value) : value;
  return MAPS.has(name) && !Array.isArray(value) ? value : fromWire(value);
}

/** A request body for the service: snake_case names, ISO 8601 strings for dates, no undefined fields. */
export function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  if (!isObject(value)) return value;
  const converted: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    const wireName = snakeCase(name);
    converted[wireName] = MAPS.has(wireName) ? field : toWire(field);
  }
  return converted;
}

/** A stamp as a `Date`. A stamp without a zone is UTC; one that cannot be read stays a string. */
export function toDate(stamp: string): Date | string {
  const date = new Date(ZONE.test(stamp) || !stamp.includes('T') ? stamp : `${stamp}Z`);
  return Number.isNaN(date.getTime()) ? stamp : date;
}

function isStamp(name: string): boolean {
  return name.endsWith('_at') || STAMPS.has(name);
}

const camelNames = new Map<string, string>();

/** Field names are few and come with every memory, so each is converted once. */
function camelCase(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) return known;
  const converted = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  if (camelNames.size < 1_000) camelNames.set(name, converted);
  return converted;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
