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

const MOST_IN_A_LIST = 100;

export interface FilterOptions {
  type?: MemoryType[];
  tag?: string[];
  limit?: number;
}

/** `--type`, `--tag` and `--limit` of a listing. Types and tags may be given several times: any of them matches. */
export function addFilters(command: Command): Command {
  return command
    .addOption(typeFilter())
    .option('--tag <tag>', 'only memories with this tag; may be repeated', collect)
    .option('--limit <n>', `at most so many memories, up to ${MOST_IN_A_LIST}`, parseLimit);
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
export function filterOf({ type, tag, limit }: FilterOptions): {
  type?: MemoryType[];
  tags?: string[];
  limit?: number;
} {
  return { type, tags: tag, limit };
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
