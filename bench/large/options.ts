import { count, readOptions, someOf, text, type Values } from '../support/options';

const PARTS = ['traffic', 'restart', 'edits', 'agent', 'night'] as const;

const OPTIONS = {
  memories: count(10_000_000),
  agents: count(10_000, 10),
  /** Of each phase of traffic. */
  seconds: count(60),
  /** Requests a second. */
  rate: count(100),
  /** RECALL_INDEX_MEMORY_MB of each replica. */
  indexMb: count(1024),
  /** The data directory of the server, filled by an earlier run or by this one. Null: a temporary one. */
  keep: text,
  postgresOptions: text,
  /** Measured in this order; none: only fill, and print the sizes. */
  parts: someOf(PARTS),
};

export interface LargeOptions extends Omit<Values<typeof OPTIONS>, 'postgresOptions'> {
  /** More options of the server, such as `-c max_wal_size=8GB`. */
  postgresOptions: readonly string[];
}

/** Throws on an option that is unknown or out of range. */
export function readLargeOptions(args?: readonly string[]): LargeOptions {
  const { postgresOptions, ...options } = readOptions(OPTIONS, args);
  if (options.memories < options.agents * 10) throw new Error('--memories is at least ten times --agents');
  return { ...options, postgresOptions: (postgresOptions ?? '').split(' ').filter((each) => each !== '') };
}
