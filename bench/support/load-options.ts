import { parseArgs } from 'node:util';

export const LOAD_KINDS = ['remember', 'recall'] as const;
export type LoadKind = (typeof LOAD_KINDS)[number];

export interface LoadOptions {
  /** Null: a temporary server. */
  databaseUrl: string | null;
  /** Measured seconds of a phase. */
  seconds: number;
  rounds: number;
  connections: number;
  /** Memories of the agent that recall is asked on. */
  memories: number;
  /** Print only: exit with 0 whatever the figures. */
  noFail: boolean;
  /** Only profile the service under this load. */
  profile: LoadKind | null;
}

/** Throws on an option that is unknown or out of range. */
export function readLoadOptions(args: readonly string[], environment: NodeJS.ProcessEnv): LoadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'database-url': { type: 'string' },
      seconds: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '16' },
      memories: { type: 'string', default: '10000' },
      'no-fail': { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  return {
    databaseUrl: values['database-url'] ?? environment.BENCH_DATABASE_URL ?? null,
    seconds: count('seconds', values.seconds),
    rounds: count('rounds', values.rounds),
    connections: count('connections', values.connections),
    memories: count('memories', values.memories),
    noFail: values['no-fail'],
    profile: values.profile === undefined ? null : kind(values.profile),
  };
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`--${name} must be a whole number from 1`);
}

function kind(text: string): LoadKind {
  const found = LOAD_KINDS.find((known) => known === text);
  if (found !== undefined) return found;
  throw new Error(`--profile must be one of ${LOAD_KINDS.join(', ')}`);
}
