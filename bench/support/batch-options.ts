import { count, databaseUrl, flag, oneOf, readOptions, type Values } from './options';

const BATCH_DATABASES = ['server', 'embedded'] as const;
export type BatchDatabase = (typeof BATCH_DATABASES)[number];

const OPTIONS = {
  databaseUrl,
  memories: count(100_000, 100),
  only: oneOf(BATCH_DATABASES),
  /** Print only: exit with 0 whatever the figures. */
  noFail: flag,
  /** Only profile the service. */
  profile: flag,
};
export type BatchOptions = Values<typeof OPTIONS>;

export function readBatchOptions(args?: readonly string[], environment?: NodeJS.ProcessEnv): BatchOptions {
  return readOptions(OPTIONS, args, environment);
}
