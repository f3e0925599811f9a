import { parseArgs } from 'node:util';

const PARTS = ['traffic', 'edits', 'agent', 'night'] as const;
type Part = (typeof PARTS)[number];

export interface LargeOptions {
  memories: number;
  agents: number;
  /** Of each phase of traffic. */
  seconds: number;
  /** Requests a second. */
  rate: number;
  /** RECALL_INDEX_MEMORY_MB of each replica. */
  indexMb: number;
  /** The data directory of the server, filled by an earlier run or by this one. Null: a temporary one. */
  keep: string | null;
  /** More options of the server, such as `-c max_wal_size=8GB`. */
  postgresOptions: readonly string[];
  /** Measured in this order; none: only fill, and print the sizes. */
  parts: readonly Part[];
}

/** Throws on an option that is unknown or out of range. */
export function readLargeOptions(args: readonly string[]): LargeOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      memories: { type: 'string', default: '10000000' },
      agents: { type: 'string', default: '10000' },
      seconds: { type: 'string', default: '60' },
      rate: { type: 'string', default: '100' },
      'index-mb': { type: 'string', default: '1024' },
      keep: { type: 'string' },
      'postgres-options': { type: 'string', default: '' },
      parts: { type: 'string', default: PARTS.join() },
    },
  });
  const options = {
    memories: wholeNumber('memories', values.memories),
    agents: wholeNumber('agents', values.agents),
    seconds: wholeNumber('seconds', values.seconds),
    rate: wholeNumber('rate', values.rate),
    indexMb: wholeNumber('index-mb', values['index-mb']),
    keep: values.keep ?? null,
    postgresOptions: values['postgres-options'].split(' ').filter((each) => each !== ''),
    parts: partsOf(values.parts),
  };
  if (options.memories < options.agents * 10) throw new Error('--memories is at least ten times --agents');
  if (options.agents < 10) throw new Error('--agents is at least 10');
  return options;
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`--${name} is a whole number from 1`);
}

/** Separated by commas. */
function partsOf(text: string): Part[] {
  const given = text.split(',').filter((each) => each !== '');
  const unknown = given.find((each) => !PARTS.some((part) => part === each));
  if (unknown !== undefined) throw new Error(`--parts has no ${unknown}: there are ${PARTS.join()}`);
  return PARTS.filter((part) => given.includes(part));
}
