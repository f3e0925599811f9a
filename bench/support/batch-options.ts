import { parseArgs } from 'node:util';

export const BATCH_DATABASES = ['server', 'embedded'] as const;
export type BatchDatabase = (typeof BATCH_DATABASES)[number];

export interface BatchOptions {
  /** Null: a temporary server. */
  databaseUrl: string | null;
  memories: number;
  only: BatchDatabase | null;
  /** Print only: exit with 0 whatever the figures. */
  noFail: boolean;
  /** Only profile the service. */
  profile: boolean;
}

/** Throws on an option that is unknown or out of range. */
export function readBatchOptions(args: readonly string[], environment: NodeJS.ProcessEnv): BatchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'database-url': { type: 'string' },
      memories: { type: 'string', default: '100000' },
      only: { type: 'string' },
      'no-fail': { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  });
  const memories = Number(values.memories);
  if (!Number.isInteger(memories) || memories < 100) throw new Error('--memories is a whole number from 100');
  return {
    databaseUrl: values['database-url'] ?? environment.BENCH_DATABASE_URL ?? null,
    memories,
    only: values.only === undefined ? null : database(values.only),
    noFail: values['no-fail'],
    profile: values.profile,
  };
}

function database(text: string): BatchDatabase {
  const found = BATCH_DATABASES.find((known) => known === text);
  if (found !== undefined) return found;
  throw new Error(`--only must be one of ${BATCH_DATABASES.join(', ')}`);
}
