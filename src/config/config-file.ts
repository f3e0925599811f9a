import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { isSettingKey, SETTING_KEYS, settingProblems, type SettingValues } from './setting';

type Leaf = readonly [key: string, value: unknown];

/** What the configuration file sets, none without a file. Throws one error that names the file and each bad key. */
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
  const problems = leaves.flatMap(([key, value], index) =>
    leaves.findIndex(([other]) => other === key) === index
      ? leafProblems(key, value)
      : [`${key}: is given twice`],
  );
  if (problems.length > 0) throw new Error(problems.join('; '));
  return Object.fromEntries(leaves.filter(([, value]) => value !== null));
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
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
  return document.toJS();
}

/** For those who have a file. */
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
