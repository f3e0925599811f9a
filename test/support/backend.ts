import { EmbeddedBackend } from '../../src/backend/embedded/embedded-backend';
import { EmbeddingWorker } from '../../src/backend/embedded/embeddings/embedding-worker';
import type { Env } from '../../src/config/env';
import type { Database } from '../../src/database/database';
import type { Embedder } from '../../src/inference/embedder';
import { NoEmbedder } from '../../src/inference/no-embedder';

export interface TestBackend {
  backend: EmbeddedBackend;
  /** It works only once it is started by `onApplicationBootstrap`. */
  worker: EmbeddingWorker;
}

/** The embedded backend without the service around it. */
export function newTestBackend(
  database: Database,
  env: Env,
  embedder: Embedder = new NoEmbedder(),
): TestBackend {
  const worker = new EmbeddingWorker(database, embedder, env);
  return { backend: new EmbeddedBackend(database, env, embedder, worker), worker };
}
