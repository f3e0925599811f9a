import { count, databaseUrl, flag, readOptions, share, type Values } from './options';

const OPTIONS = {
  databaseUrl,
  memories: count(1_000_000, 1_000),
  /** Of the memories, those that the sweep expires. */
  share: share(0.5),
  /** Recalls before the sweep. */
  recalls: count(2_000, 100),
  /** Print only: exit with 0 whatever the figures. */
  noFail: flag,
};
export type SweepOptions = Values<typeof OPTIONS>;

export function readSweepOptions(args?: readonly string[], environment?: NodeJS.ProcessEnv): SweepOptions {
  return readOptions(OPTIONS, args, environment);
}
