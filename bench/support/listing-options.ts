import { count, databaseUrl, flag, readOptions, type Values } from './options';

const OPTIONS = {
  databaseUrl,
  /** Of a round of one kind of requests. */
  seconds: count(5),
  rounds: count(3),
  connections: count(16),
  /** Memories of the larger agent whose newest are listed. */
  recent: count(100_000),
  /** Agents of the list, and the memories of all of them together. */
  agents: count(1_000),
  memories: count(100_000),
  /** Of the activity log. */
  entries: count(2_000_000),
  /** Print only: exit with 0 whatever the figures. */
  noFail: flag,
};
export type ListingOptions = Values<typeof OPTIONS>;

export function readListingOptions(): ListingOptions {
  return readOptions(OPTIONS);
}
