import { parseArgs } from 'node:util';

/** How the value of one option is read from the command line. */
interface Option<T> {
  kind: 'string' | 'boolean';
  /** `given` is undefined if the option is missing. Throws if the value is out of range. */
  read(name: string, given: string | undefined, environment: NodeJS.ProcessEnv): T;
}

type Options = Record<string, Option<unknown>>;

/** The values by their names in code: `no-fail` becomes `noFail`. */
export type Values<T extends Options> = { [K in keyof T]: ReturnType<T[K]['read']> };

/** What every benchmark with a database takes: null starts a temporary server. */
export const databaseUrl: Option<string | null> = {
  kind: 'string',
  read: (name, given, environment) => {
    const url = given ?? environment.BENCH_DATABASE_URL ?? null;
    if (url !== null && !URL.canParse(url)) fail(`--${name} must be the URL of one server`);
    return url;
  },
};

/** False if it is missing. */
export const flag: Option<boolean> = { kind: 'boolean', read: (_name, given) => given !== undefined };

/** Null if it is missing. */
export const text: Option<string | null> = { kind: 'string', read: (_name, given) => given ?? null };

/** @param placeholder what the value is, for the message if it is missing, for example `FILE` */
export function required(placeholder: string): Option<string> {
  return { kind: 'string', read: (name, given) => given || fail(`--${name} ${placeholder} is missing`) };
}

/** A whole number. */
export function count(standard: number, min = 1): Option<number> {
  return {
    kind: 'string',
    read: (name, given) => (given === undefined ? standard : whole(name, given, min)),
  };
}

/** Whole numbers with commas between them, each once, in rising order. */
export function counts(standard: readonly number[], min = 1): Option<number[]> {
  const read = (name: string, given: string | undefined): number[] =>
    given === undefined ? [...standard] : given.split(',').map((each) => whole(name, each, min));
  return {
    kind: 'string',
    read: (name, given) => [...new Set(read(name, given))].sort((a, b) => a - b),
  };
}

/** A number above 0 and up to 1. */
export function share(standard: number): Option<number> {
  return {
    kind: 'string',
    read: (name, given) => {
      const value = given === undefined ? standard : Number(given);
      return value > 0 && value <= 1 ? value : fail(`--${name} must be above 0 and at most 1`);
    },
  };
}

/** A number above 0. */
export function price(standard: number): Option<number> {
  return {
    kind: 'string',
    read: (name, given) => {
      const value = given === undefined ? standard : Number(given);
      return value > 0 && value < Infinity ? value : fail(`--${name} must be above 0`);
    },
  };
}

/** Null if it is missing. */
export function oneOf<T extends string>(known: readonly T[]): Option<T | null> {
  return {
    kind: 'string',
    read: (name, given) => (given === undefined ? null : knownName(name, known, given)),
  };
}

/** Some of the known names with commas between them, in the order in which they are known; all if it is missing. */
export function someOf<T extends string>(known: readonly T[]): Option<T[]> {
  return {
    kind: 'string',
    read: (name, given) => {
      if (given === undefined) return [...known];
      const names = given.split(',').filter((each) => each !== '');
      const chosen = names.map((each) => knownName(name, known, each));
      return known.filter((each) => chosen.includes(each));
    },
  };
}

/**
 * The one reader of the options of all benchmarks.
 *
 * @param args without the name of the benchmark
 * @throws if an option is unknown, missing or out of range
 */
export function readOptions<T extends Options>(
  options: T,
  args: readonly string[] = argumentsOf(),
  environment: NodeJS.ProcessEnv = process.env,
): Values<T> {
  const kinds = Object.entries(options).map(([key, { kind }]) => [kebab(key), { type: kind }] as const);
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(kinds) });
  const read = Object.entries(options).map(([key, option]) => {
    const given = values[kebab(key)];
    return [key, option.read(kebab(key), given === undefined ? undefined : String(given), environment)];
  });
  // The compiler cannot follow the names through Object.entries.
  return Object.fromEntries(read) as Values<T>;
}

/** Behind `bench/main.ts NAME`. */
function argumentsOf(): string[] {
  return process.argv.slice(3);
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function whole(name: string, given: string, min: number): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isInteger(value) && value >= min) return value;
  return fail(`--${name} must be a whole number from ${min}`);
}

function knownName<T extends string>(name: string, known: readonly T[], given: string): T {
  return known.find((each) => each === given) ?? fail(`--${name} must be one of ${known.join(', ')}`);
}

function fail(message: string): never {
  throw new Error(message);
}
