import { statSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import { Validator } from 'class-validator/cjs/validation/Validator';
import { readConfigFile } from './config-file';
import { Env } from './env';
import { NO_MODEL } from './env-choices';
import { variableRules } from './env-decorators';
import { isLocalModelLibraryInstalled, LOCAL_MODEL_MISSING } from './local-model-library';

/** The variables that the environment set. */
const named = new WeakMap<Env, ReadonlySet<string>>();

/** Whether a variable was set, even to its default; in an `Env` made otherwise, if it differs from the default. */
export function isGiven(env: Env, variable: keyof Env): boolean {
  return named.get(env)?.has(variable) === true || env[variable] !== DEFAULTS[variable];
}

const DEFAULTS: Readonly<Env> = new Env();
const RULES = variableRules(Env);

/** Variables whose leading and trailing spaces are part of the value. */
const VERBATIM: ReadonlySet<string> = new Set<keyof Env>([
  'EMBEDDINGS_QUERY_PREFIX',
  'EMBEDDINGS_TEXT_PREFIX',
]);

/**
 * Reads and validates the settings. An empty variable counts as unset. Throws one error that names every bad variable,
 * without the values, which may be secret.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = givenTexts(variables);
  const env = plainToInstance(Env, given);
  const problems = [
    ...badValues(env, given),
    ...badPairs(env),
    ...badBackend(env),
    ...badManagement(env),
    ...badWorkers(env),
    ...badJudge(env),
    ...badPaths(env),
  ];
  if (problems.length > 0) throw new Error(`Configuration is not valid:\n  ${problems.join('\n  ')}`);
  named.set(env, new Set(Object.keys(given)));
  return env;
}

/** The texts of the variables that are set. */
function givenTexts(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const texts = Object.keys(DEFAULTS).map((name) => {
    const text = variables[name] ?? '';
    return [name, VERBATIM.has(name) ? text : text.trim()] as const;
  });
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** Only given variables are checked: a default may stand for "unset". */
function badValues(env: Env, given: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(env).filter(([name]) => Object.hasOwn(given, name));
  const checked: unknown = Object.assign(Object.create(Env.prototype), Object.fromEntries(values));
  const failures = new Validator().validateSync(checked as object, { skipMissingProperties: true });
  return failures.flatMap(({ property, value }) =>
    RULES[property as keyof Env]
      .rule(value)
      .map(({ msg }) => `${property} ${msg.replace(/^(Input|String) should/, 'must')}`),
  );
}

type Pair = readonly [given: keyof Env, rule: 'needs' | 'excludes', other: keyof Env, because: string];

const PAIRS: readonly Pair[] = [
  ['DATABASE_URL', 'needs', 'SERVICE_SECRET_KEY', 'every replica signs tokens with it'],
  ['OIDC_ISSUER', 'needs', 'OIDC_AUDIENCE', 'it is how tokens name this service'],
  ['OIDC_AUDIENCE', 'needs', 'OIDC_ISSUER', 'it says whose tokens count'],
  ['OIDC_JWKS_URL', 'needs', 'OIDC_ISSUER', 'it says whose keys these are'],
  ['EMBEDDINGS_BASE_URL', 'needs', 'EMBEDDINGS_MODEL', 'it names the model to ask for'],
  ['EMBEDDINGS_BASE_URL', 'excludes', 'EMBEDDINGS_MODEL_PATH', 'choose one of them'],
  ['EMBEDDINGS_MODEL', 'needs', 'EMBEDDINGS_BASE_URL', 'it says who runs the model'],
  ['LLM_BASE_URL', 'needs', 'LLM_MODEL', 'it names the model to ask for'],
  ['LLM_MODEL', 'needs', 'LLM_BASE_URL', 'it says who runs the model'],
  ['DECISION_BASE_URL', 'needs', 'DECISION_MODEL', 'it names the model to ask for'],
  ['DECISION_MODEL', 'needs', 'DECISION_BASE_URL', 'it says who runs the model'],
  ['FILES_S3_ENDPOINT', 'needs', 'FILES_S3_BUCKET', 'it says where files lie'],
  ['FILES_S3_ACCESS_KEY_ID', 'needs', 'FILES_S3_BUCKET', 'it says where files lie'],
  ['FILES_S3_SECRET_ACCESS_KEY', 'needs', 'FILES_S3_BUCKET', 'it says where files lie'],
  ['FILES_S3_ACCESS_KEY_ID', 'needs', 'FILES_S3_SECRET_ACCESS_KEY', 'they belong together'],
  ['FILES_S3_SECRET_ACCESS_KEY', 'needs', 'FILES_S3_ACCESS_KEY_ID', 'they belong together'],
];

/** Problems between variables that are valid by themselves. */
function badPairs(env: Env): string[] {
  return PAIRS.filter(
    ([given, rule, other]) => env[given] !== null && (env[other] !== null) !== (rule === 'needs'),
  ).map(
    ([given, rule, other, because]) =>
      `${other} must ${rule === 'needs' ? '' : 'not '}be set when ${given} is: ${because}`,
  );
}

/** Without loopback rights, the management credential is the only way to manage agents. */
function badManagement({ LOOPBACK_MANAGEMENT, BACKEND_MODE, SERVICE_SECRET_KEY }: Env): string[] {
  // In cloud mode the credential is the key of the backend, which `badBackend` requires.
  if (LOOPBACK_MANAGEMENT !== false || BACKEND_MODE === 'cloud' || SERVICE_SECRET_KEY !== null) return [];
  return ['SERVICE_SECRET_KEY must be set when LOOPBACK_MANAGEMENT is false: no request could manage agents'];
}

/** The backend of the cloud may bring a model. */
function badJudge({ CONFLICT_JUDGE, BACKEND_MODE, LLM_BASE_URL, DECISION_BASE_URL }: Env): string[] {
  const hasModel = LLM_BASE_URL !== null || DECISION_BASE_URL !== null || BACKEND_MODE === 'cloud';
  if (CONFLICT_JUDGE !== 'model' || hasModel) return [];
  return [
    'LLM_BASE_URL or DECISION_BASE_URL must be set when CONFLICT_JUDGE is model: it says who runs the model',
  ];
}

/** The embedded database belongs to one process. */
function badWorkers({ DATABASE_URL, WORKERS }: Env): string[] {
  if (DATABASE_URL !== null || !(WORKERS > 1)) return [];
  return [
    'WORKERS above 1 needs a PostgreSQL server: set DATABASE_URL, or set WORKERS to 1 for the embedded database',
  ];
}

function badBackend(env: Env): string[] {
  if (env.BACKEND_MODE !== 'cloud') return [];
  return (['BACKEND_API_KEY', 'BACKEND_URL'] as const)
    .filter((name) => env[name] === null)
    .map((name) => `${name} is not configured: BACKEND_MODE cloud needs it`);
}

/** Variables that name files and folders. */
interface Paths {
  EMBEDDINGS_MODEL_PATH: string | null;
  CONFIG_FILE: string | null;
}

/** Problems of the files and folders that they name. */
export function badPaths(
  { EMBEDDINGS_MODEL_PATH, CONFIG_FILE }: Paths,
  isLibraryInstalled = isLocalModelLibraryInstalled,
): string[] {
  return [...badConfigFile(CONFIG_FILE), ...badModelFolder(EMBEDDINGS_MODEL_PATH, isLibraryInstalled)];
}

/** Checked at start and not by the first memory. */
function badModelFolder(path: string | null, isLibraryInstalled: () => boolean): string[] {
  if (path === null || path === NO_MODEL) return [];
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return ['EMBEDDINGS_MODEL_PATH must name a folder that is there'];
  }
  return isLibraryInstalled() ? [] : [LOCAL_MODEL_MISSING];
}

/** Checked before the database is opened. */
function badConfigFile(path: string | null): string[] {
  try {
    readConfigFile(path);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}
