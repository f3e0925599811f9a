import { parseArgs } from 'node:util';
import type { MixedOptions } from './mixed/mixed-options';

export const LOAD_KINDS = ['remember', 'recall'] as const;
export type LoadKind = (typeof LOAD_KINDS)[number];

/** The parts of the benchmark: one kind of request at a time, and all kinds mixed. */
const PARTS = ['separate', 'mixed'] as const;
type Part = (typeof PARTS)[number];
const PROFILES = [...LOAD_KINDS, 'mixed'] as const;

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
  profile: (typeof PROFILES)[number] | null;
  /** Null: all parts. */
  only: Part | null;
  mixed: MixedOptions;
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
      only: { type: 'string' },
      'mixed-agents': { type: 'string', default: '200' },
      'mixed-memories': { type: 'string', default: '5000' },
      'mixed-connections': { type: 'string', default: '64' },
      'index-mb': { type: 'string', default: '768' },
      dataset: { type: 'string' },
    },
  });
  return {
    databaseUrl: values['database-url'] ?? environment.BENCH_DATABASE_URL ?? null,
    seconds: count('seconds', values.seconds),
    rounds: count('rounds', values.rounds),
    connections: count('connections', values.connections),
    memories: count('memories', values.memories),
    noFail: values['no-fail'],
    profile: values.profile === undefined ? null : oneOf('profile', PROFILES, values.profile),
    only: values.only === undefined ? null : oneOf('only', PARTS, values.only),
    mixed: {
      agents: count('mixed-agents', values['mixed-agents']),
      memories: count('mixed-memories', values['mixed-memories']),
      connections: count('mixed-connections', values['mixed-connections']),
      seconds: count('seconds', values.seconds),
      rounds: count('rounds', values.rounds),
      indexMb: count('index-mb', values['index-mb']),
      dataset: values.dataset ?? null,
    },
  };
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new Error(`--${name} must be a whole number from 1`);
}

function oneOf<T extends string>(name: string, known: readonly T[], text: string): T {
  const found = known.find((each) => each === text);
  if (found !== undefined) return found;
  throw new Error(`--${name} must be one of ${known.join(', ')}`);
}
