import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { isSettingKey, SETTING_KEYS, settingProblems, type SettingValues } from './setting';

/** A file with every setting takes a hundredth. */
const MOST_BYTES = 65_536;
const MOST_PROBLEMS = 10;

type Leaf = readonly [key: string, value: unknown];

/** The settings of the configuration file, none without a file. Throws one error that names the file and each bad key. */
export function readConfigFile(path: string | null): Partial<SettingValues> {
  if (path === null) return {};
  try {
    return parseConfig(contentOf(path));
  } catch (error) {
    throw new Error(`CONFIG_FILE ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Settings from YAML: nested maps and dotted keys, in any mixture; a key without a value counts as not given. Throws
 * one error that names each bad key. Values are not repeated.
 */
export function parseConfig(text: string): Partial<SettingValues> {
  const leaves = leavesOf(parsed(text), null);
  const seen = new Set<string>();
  const problems = leaves.flatMap(([key, value]) => {
    if (seen.has(key)) return [`${key}: is given twice`];
    seen.add(key);
    return leafProblems(key, value);
  });
  if (problems.length > 0) throw new Error(inShort(problems));
  return Object.fromEntries(leaves.filter(([, value]) => value !== null));
}

function inShort(problems: readonly string[]): string {
  const left = problems.length - MOST_PROBLEMS;
  return [...problems.slice(0, MOST_PROBLEMS), ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

function contentOf(path: string): string {
  checkFile(path);
  return readable(() => readFileSync(path, 'utf8'));
}

/** Reading a pipe waits for its writer, and a device may never end. */
function checkFile(path: string): void {
  const found = readable(() => statSync(path));
  if (!found.isFile()) throw new Error('is not a regular file: name a YAML file with settings');
  if (found.size <= MOST_BYTES) return;
  throw new Error(`has ${found.size} bytes, more than ${MOST_BYTES}: name a YAML file with settings`);
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`, {
      cause: error,
    });
  }
}

function parsed(text: string): unknown {
  // A pretty message would quote the line at fault.
  const document = loadYaml().parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw new Error(`is not valid YAML: ${error.code} in line ${line}`);
  }
  try {
    // No setting needs an alias, and nested aliases expand exponentially.
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof ReferenceError)
      throw new Error('has aliases (*name): write the values out', { cause: error });
    throw error;
  }
}

/** Loaded only if there is a file, because most installations have none. */
function loadYaml(): typeof Yaml {
  return createRequire(__filename)('yaml') as typeof Yaml;
}

/** The values with their dotted keys. A list, or a date, is a value. */
function leavesOf(value: unknown, path: string | null): Leaf[] {
  if (!isMap(value)) {
    if (path !== null) return [[path, value]];
    if (value === null) return [];
    throw new Error('must be a map of settings');
  }
  // A map stands where a value should: it is looked into no further.
  if (path !== null && isSettingKey(path)) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === null ? name : `${path}.${name}`),
  );
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function leafProblems(key: string, value: unknown): string[] {
  if (isSettingKey(key)) {
    return value === null ? [] : settingProblems(key, value).map(({ msg }) => `${key}: ${msg}`);
  }
  const isSection = value === null && SETTING_KEYS.some((known) => known.startsWith(`${key}.`));
  return isSection ? [] : [`${key}: is no setting`];
}
