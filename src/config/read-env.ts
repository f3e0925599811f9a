import { statSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { readConfigFile } from './config-file';
import { Env } from './env';
import { isLocalModelLibraryInstalled, LOCAL_MODEL_MISSING } from './local-model-library';

/** The variables that an environment named, by what was read from it. */
const named = new WeakMap<Env, ReadonlySet<string>>();

/**
 * Whether a variable was given explicitly, be it with the value that is the default anyway. Settings that were put
 * together by hand, and not read, count as given where they differ from the default.
 */
export function isGiven(env: Env, variable: keyof Env): boolean {
  return named.get(env)?.has(variable) === true || env[variable] !== DEFAULTS[variable];
}

const DEFAULTS: Readonly<Env> = new Env();

/** Spaces at the ends of these are part of the value. */
const VERBATIM: ReadonlySet<string> = new Set<keyof Env>([
  'EMBEDDINGS_QUERY_PREFIX',
  'EMBEDDINGS_TEXT_PREFIX',
]);

/** Reads the settings. Throws one error naming every bad variable; values are not repeated, they may be secret. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.keys(new Env()).flatMap((name) => {
      const value = VERBATIM.has(name) ? variables[name] : variables[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const env = plainToInstance(Env, given, { exposeDefaultValues: true });
  const problems = inOrder(validateSync(env)).flatMap((error) => Object.values(error.constraints ?? {}));
  problems.push(...badPairs({ ...env }), ...badBackend({ ...env }), ...badManagement({ ...env }));
  problems.push(...badWorkers({ ...env }), ...badPaths(env));
  if (problems.length > 0) throw new Error(`Configuration is not valid:\n  ${problems.join('\n  ')}`);
  named.set(env, new Set(Object.keys(given)));
  return env;
}

/** As the fields stand in `Env`: class-validator puts those of its superclass last. */
function inOrder(errors: ValidationError[]): ValidationError[] {
  const names = Object.keys(DEFAULTS);
  return errors.sort((a, b) => names.indexOf(a.property) - names.indexOf(b.property));
}

interface Pair {
  /** Where this one is set, */
  given: string;
  /** this one must be set too, or must not be. */
  other: string;
  wants: 'set' | 'unset';
  because: string;
}

const PAIRS: readonly Pair[] = [
  {
    given: 'DATABASE_URL',
    other: 'SERVICE_SECRET_KEY',
    wants: 'set',
    because: 'every replica signs tokens with it',
  },
  {
    given: 'EMBEDDINGS_BASE_URL',
    other: 'EMBEDDINGS_MODEL',
    wants: 'set',
    because: 'it names the model to ask for',
  },
  {
    given: 'EMBEDDINGS_BASE_URL',
    other: 'EMBEDDINGS_MODEL_PATH',
    wants: 'unset',
    because: 'choose one of them',
  },
  {
    given: 'EMBEDDINGS_MODEL',
    other: 'EMBEDDINGS_BASE_URL',
    wants: 'set',
    because: 'it says who runs the model',
  },
  { given: 'LLM_BASE_URL', other: 'LLM_MODEL', wants: 'set', because: 'it names the model to ask for' },
  { given: 'LLM_MODEL', other: 'LLM_BASE_URL', wants: 'set', because: 'it says who runs the model' },
  ...['FILES_S3_ENDPOINT', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'].map((given): Pair => ({
    given,
    other: 'FILES_S3_BUCKET',
    wants: 'set',
    because: 'it says where files lie',
  })),
  {
    given: 'FILES_S3_ACCESS_KEY_ID',
    other: 'FILES_S3_SECRET_ACCESS_KEY',
    wants: 'set',
    because: 'they belong together',
  },
  {
    given: 'FILES_S3_SECRET_ACCESS_KEY',
    other: 'FILES_S3_ACCESS_KEY_ID',
    wants: 'set',
    because: 'they belong together',
  },
];

/** What is wrong between the variables, each of which may be right by itself; null is unset. */
function badPairs(values: Readonly<Record<string, unknown>>): string[] {
  const isSet = (name: string) => values[name] !== null;
  return PAIRS.filter(({ given, other, wants }) => isSet(given) && isSet(other) !== (wants === 'set')).map(
    ({ given, other, wants, because }) =>
      `${other} must ${wants === 'set' ? '' : 'not '}be set when ${given} is: ${because}`,
  );
}

/** Without loopback rights, the management credential is the only way to manage agents. */
function badManagement(values: Readonly<Record<string, unknown>>): string[] {
  const { LOOPBACK_MANAGEMENT, BACKEND_MODE, SERVICE_SECRET_KEY } = values;
  // In the cloud the credential is the key of the backend, which `badBackend` requires.
  if (LOOPBACK_MANAGEMENT !== false || BACKEND_MODE === 'cloud' || SERVICE_SECRET_KEY !== null) return [];
  return ['SERVICE_SECRET_KEY must be set when LOOPBACK_MANAGEMENT is false: no request could manage agents'];
}

/** The embedded database belongs to one process. */
function badWorkers(values: Readonly<Record<string, unknown>>): string[] {
  if (values.DATABASE_URL !== null || !(Number(values.WORKERS) > 1)) return [];
  return [
    'WORKERS above 1 needs a PostgreSQL server: set DATABASE_URL, or set WORKERS to 1 for the embedded database',
  ];
}

/** What a backend in the cloud cannot do without. */
function badBackend(values: Readonly<Record<string, unknown>>): string[] {
  if (values.BACKEND_MODE !== 'cloud') return [];
  return ['BACKEND_API_KEY', 'BACKEND_URL']
    .filter((name) => values[name] === null)
    .map((name) => `${name} is not configured: BACKEND_MODE cloud needs it`);
}

/** Variables that name what must be there. */
interface Paths {
  EMBEDDINGS_MODEL_PATH: string | null;
  CONFIG_FILE: string | null;
}

/** What is wrong with what they name. */
export function badPaths(
  { EMBEDDINGS_MODEL_PATH, CONFIG_FILE }: Paths,
  isLibraryInstalled = isLocalModelLibraryInstalled,
): string[] {
  return [...badConfigFile(CONFIG_FILE), ...badModelFolder(EMBEDDINGS_MODEL_PATH, isLibraryInstalled)];
}

/** Checked at the start: otherwise the first embedded memory would show it. */
function badModelFolder(path: string | null, isLibraryInstalled: () => boolean): string[] {
  if (path === null) return [];
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return ['EMBEDDINGS_MODEL_PATH must name a folder that is there'];
  }
  return isLibraryInstalled() ? [] : [LOCAL_MODEL_MISSING];
}

/** Found out here, before a database is opened. */
function badConfigFile(path: string | null): string[] {
  try {
    readConfigFile(path);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
