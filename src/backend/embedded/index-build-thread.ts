import { Worker, type WorkerOptions } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { bulkhead } from 'cockatiel';
import type { Env } from '../../config/env';
import type { FeedCursor } from '../../retrieval/change-feed';
import type { IndexImage } from '../../retrieval/index-image';
import type { IndexBuilder } from '../../retrieval/index-follower';

export interface BuildOrder {
  env: Env;
  namespace: string;
  withVectors: boolean;
}

export type BuildAnswer =
  | { kind: 'built'; cursor: FeedCursor; image: IndexImage }
  | { kind: 'gone' }
  | { kind: 'failed'; message: string };

/** Documents and terms of a build are short-lived; a young generation of V8's default size would stay large. */
const YOUNG_GENERATION_MB = 32;

/**
 * Builds large indexes; null on the embedded database, whose engine has one session: the thread would wait for it until
 * the process is idle, and all requests for the thread.
 */
export function largeIndexBuilder(env: Env, withVectors: boolean): IndexBuilder | null {
  return env.DATABASE_URL === null ? null : new IndexBuildThread(env, withVectors);
}

/**
 * Builds indexes on a thread of its own with a connection of its own, one at a time, because an unfinished index counts
 * towards no budget. The thread ends with the build. It does not keep the process alive.
 */
export class IndexBuildThread implements IndexBuilder {
  private readonly logger = new Logger(IndexBuildThread.name);
  private readonly turns = bulkhead(1, Number.POSITIVE_INFINITY);

  /** `withVectors`: whether the feed reads vectors. */
  constructor(
    private readonly env: Env,
    private readonly withVectors: boolean,
    private readonly script = require.resolve('./index-build.worker'),
    private readonly options: WorkerOptions = {},
  ) {}

  async build(namespace: string): ReturnType<IndexBuilder['build']> {
    const answer = await this.turns.execute(() => this.run(namespace));
    if (answer.kind === 'gone') return 'gone';
    if (answer.kind === 'built') return answer;
    this.logger.warn(
      `The thread that builds the index of ${namespace} failed (${answer.message}): it is built without it`,
    );
    return 'failed';
  }

  private run(namespace: string): Promise<BuildAnswer> {
    const order: BuildOrder = {
      env: { ...this.env, DATABASE_POOL_SIZE: 1 },
      namespace,
      withVectors: this.withVectors,
    };
    return new Promise((resolve) => {
      const worker = new Worker(this.script, {
        workerData: order,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
        ...this.options,
      });
      worker.unref();
      worker.once('message', resolve);
      worker.once('error', (error: Error) => resolve({ kind: 'failed', message: error.message }));
      worker.once('exit', (code) => resolve({ kind: 'failed', message: `it ended with code ${code}` }));
    });
  }
}
