// Options that several commands have.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseMoment } from './dates.ts';

export const MEMORY_TYPES = [
  'fact',
  'preference',
  'goal',
  'decision',
  'artifact',
  'learning',
  'event',
  'instruction',
  'relationship',
  'context',
  'observation',
  'commitment',
  'error',
] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

export const MOST_IN_A_LIST = 100;
const AGENT_ID = /^[A-Za-z0-9_-]{1,128}$/;

export interface FilterOptions extends ScopeOptions {
  type?: MemoryType[];
  tag?: string[];
  limit?: number;
}

export interface ScopeOptions {
  scope?: string[];
  metadata?: Metadata;
}

/** `--type`, `--tag`, `--scope`, `--metadata` and `--limit` of a listing. Types and tags may be given several times: any of them matches. */
export function addFilters(command: Command): Command {
  return addScopeFilters(command)
    .addOption(typeFilter())
    .option('--tag <tag>', 'only memories with this tag; may be repeated', collect)
    .option('--limit <n>', `at most so many memories, up to ${MOST_IN_A_LIST}`, parseLimit);
}

/** `--scope` and `--metadata` of what finds memories. */
export function addScopeFilters(command: Command): Command {
  return command
    .option(
      '--scope <scope>',
      'only of this scope, or of those that begin so (user:*); may be repeated',
      collect,
    )
    .option('--metadata <key=value>', 'only with this value; may be repeated', collectMetadata);
}

/** The fields of the client's methods. */
export function scopesOf({ scope, metadata }: ScopeOptions): { scopes?: string[]; metadata?: Metadata } {
  return { scopes: scope, metadata };
}

export type Metadata = Record<string, string | number | boolean | string[] | null>;

/** `key=value`: numbers, true, false and null as such, anything else as a text. A repeated key has a list. */
export function collectMetadata(text: string, former: Metadata = {}): Metadata {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give a key and a value: key=value.');
  const [key, value] = [text.slice(0, at), text.slice(at + 1)];
  if (!Object.hasOwn(former, key)) return { ...former, [key]: valueOf(value) };
  const known = former[key];
  return { ...former, [key]: [...(Array.isArray(known) ? known : [String(known)]), value] };
}

function valueOf(text: string): string | number | boolean | null {
  const isValue = /^(-?(0|[1-9]\d*)(\.\d+)?|true|false|null)$/.test(text);
  return isValue ? (JSON.parse(text) as number | boolean | null) : text;
}

export interface TruthOptions {
  superseded?: boolean;
  validAt?: Date;
}

/** `--superseded` and `--valid-at` of what finds memories that hold now. */
export function addTruthOptions(command: Command): Command {
  return addValidAt(command.option('--superseded', 'also what no longer holds'));
}

export function addValidAt(command: Command): Command {
  return command.option(
    '--valid-at <time>',
    'only what held then: a day, an age or an ISO 8601 time',
    (text: string) => parseMoment(text, 'end'),
  );
}

/** The fields of the client's methods. */
export function truthOf({ superseded, validAt }: TruthOptions): { include?: 'superseded'; validAt?: Date } {
  return { validAt, ...(superseded && { include: 'superseded' as const }) };
}

export function typeFilter(): Option {
  return new Option('--type <type>', 'only memories of this type; may be repeated').argParser(
    (text, former: MemoryType[] | undefined) => [...(former ?? []), parseType(text)],
  );
}

/** The fields of the client's listing methods. */
export function filterOf({ type, tag, limit, ...scoped }: FilterOptions): ReturnType<typeof scopesOf> & {
  type?: MemoryType[];
  tags?: string[];
  limit?: number;
} {
  return { type, tags: tag, limit, ...scopesOf(scoped) };
}

export function parseType(text: string): MemoryType {
  const found = MEMORY_TYPES.find((type) => type === text);
  if (found === undefined) throw new InvalidArgumentError(`Give one of: ${MEMORY_TYPES.join(', ')}.`);
  return found;
}

export function collect(text: string, former: string[] = []): string[] {
  return [...former, text];
}

export function parseLimit(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= 1 && value <= MOST_IN_A_LIST)) {
    throw new InvalidArgumentError(`Give a whole number from 1 to ${MOST_IN_A_LIST}.`);
  }
  return value;
}

/** A number from 0 to 1. */
export function parseShare(text: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Give a number from 0 to 1.');
  return value;
}

export function checkAgentName(text: string): string {
  if (AGENT_ID.test(text)) return text;
  throw new InvalidArgumentError('It has 1 to 128 letters, digits, hyphens and underscores.');
}
