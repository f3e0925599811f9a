import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { Env } from './env';
import { badBackend, badManagement, badPairs, badWorkers } from './variable-pairs';
import { badPaths } from './variable-paths';

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
