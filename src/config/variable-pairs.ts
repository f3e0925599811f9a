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
export function badPairs(values: Readonly<Record<string, unknown>>): string[] {
  const isSet = (name: string) => values[name] !== null;
  return PAIRS.filter(({ given, other, wants }) => isSet(given) && isSet(other) !== (wants === 'set')).map(
    ({ given, other, wants, because }) =>
      `${other} must ${wants === 'set' ? '' : 'not '}be set when ${given} is: ${because}`,
  );
}

/** Without loopback rights, the management credential is the only way to manage agents. */
export function badManagement(values: Readonly<Record<string, unknown>>): string[] {
  const { LOOPBACK_MANAGEMENT, BACKEND_MODE, SERVICE_SECRET_KEY } = values;
  // In the cloud the credential is the key of the backend, which `badBackend` requires.
  if (LOOPBACK_MANAGEMENT !== false || BACKEND_MODE === 'cloud' || SERVICE_SECRET_KEY !== null) return [];
  return ['SERVICE_SECRET_KEY must be set when LOOPBACK_MANAGEMENT is false: no request could manage agents'];
}

/** The embedded database belongs to one process. */
export function badWorkers(values: Readonly<Record<string, unknown>>): string[] {
  if (values.DATABASE_URL !== null || !(Number(values.WORKERS) > 1)) return [];
  return [
    'WORKERS above 1 needs a PostgreSQL server: set DATABASE_URL, or set WORKERS to 1 for the embedded database',
  ];
}

/** What a backend in the cloud cannot do without. */
export function badBackend(values: Readonly<Record<string, unknown>>): string[] {
  if (values.BACKEND_MODE !== 'cloud') return [];
  return ['BACKEND_API_KEY', 'BACKEND_URL']
    .filter((name) => values[name] === null)
    .map((name) => `${name} is not configured: BACKEND_MODE cloud needs it`);
}
