import { parseArgs } from 'node:util';

export interface ListingOptions {
  /** Null: a temporary server. */
  databaseUrl: string | null;
  /** Of a round of one kind of requests. */
  seconds: number;
  rounds: number;
  connections: number;
  /** Memories of the larger agent whose newest are listed. */
  recent: number;
  /** Agents of the list, and the memories of all of them together. */
  agents: number;
  memories: number;
  /** Of the activity log. */
  entries: number;
  /** Print only: exit with 0 whatever the figures. */
  noFail: boolean;
}

/** Throws on an option that is unknown or out of range. */
export function readListingOptions(args: readonly string[], environment: NodeJS.ProcessEnv): ListingOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'database-url': { type: 'string' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '16' },
      recent: { type: 'string', default: '100000' },
      agents: { type: 'string', default: '1000' },
      memories: { type: 'string', default: '100000' },
      entries: { type: 'string', default: '2000000' },
      'no-fail': { type: 'boolean', default: false },
    },
  });
  return {
    databaseUrl: values['database-url'] ?? environment.BENCH_DATABASE_URL ?? null,
    seconds: wholeNumber('seconds', values.seconds),
    rounds: wholeNumber('rounds', values.rounds),
    connections: wholeNumber('connections', values.connections),
    recent: wholeNumber('recent', values.recent),
    agents: wholeNumber('agents', values.agents),
    memories: wholeNumber('memories', values.memories),
    entries: wholeNumber('entries', values.entries),
    noFail: values['no-fail'],
  };
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`--${name} is a whole number from 1`);
}
