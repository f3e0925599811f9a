import { parseArgs } from 'node:util';

export interface SweepOptions {
  /** Null: a temporary server. */
  databaseUrl: string | null;
  memories: number;
  /** Of the memories, 0 to 1, those that the sweep expires. */
  share: number;
  /** Recalls before the sweep. */
  recalls: number;
  /** Print only: exit with 0 whatever the figures. */
  noFail: boolean;
}

/** Throws on an option that is unknown or out of range. */
export function readSweepOptions(args: readonly string[], environment: NodeJS.ProcessEnv): SweepOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'database-url': { type: 'string' },
      memories: { type: 'string', default: '1000000' },
      share: { type: 'string', default: '0.5' },
      recalls: { type: 'string', default: '2000' },
      'no-fail': { type: 'boolean', default: false },
    },
  });
  return {
    databaseUrl: values['database-url'] ?? environment.BENCH_DATABASE_URL ?? null,
    memories: numberOf('memories', values.memories, (value) => Number.isInteger(value) && value >= 1_000),
    share: numberOf('share', values.share, (value) => value > 0 && value <= 1),
    recalls: numberOf('recalls', values.recalls, (value) => Number.isInteger(value) && value >= 100),
    noFail: values['no-fail'],
  };
}

function numberOf(name: string, text: string, isInRange: (value: number) => boolean): number {
  const value = Number(text);
  if (text.trim() !== '' && isInRange(value)) return value;
  throw new Error(`--${name} is out of range`);
}
