import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { Env } from '../config/env';
import { Database } from '../database/database';
import { Embedder } from '../inference/embedder';
import { InferenceModule } from '../inference/inference.module';
import { LentTextGenerator } from '../inference/lent-text-generator';
import { TextGenerator } from '../inference/text-generator';
import { EmbeddedBackend } from './embedded/embedded-backend';
import { EmbeddingWorker } from './embedded/embeddings/embedding-worker';
import { BackendTextGenerator } from './http/backend-text-generator';
import { HttpBackend } from './http/http-backend';
import { BackendClient } from './http/protocol/backend-client';
import { connectBackend } from './http/protocol/connect-backend';
import { MemoryBackend } from './memory-backend';

@Module({
  imports: [InferenceModule],
  providers: [
    { provide: BackendClient, useFactory: connectBackend, inject: [Env] },
    { provide: EmbeddingWorker, useFactory: chooseWorker, inject: [Env, Database, Embedder] },
    {
      provide: MemoryBackend,
      useFactory: chooseBackend,
      inject: [Env, Database, Embedder, EmbeddingWorker, BackendClient],
    },
  ],
  exports: [MemoryBackend],
})
export class BackendModule implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly generator: TextGenerator,
    @Inject(BackendClient) private readonly client: BackendClient | null,
  ) {}

  onModuleInit(): void {
    if (this.client === null || !(this.generator instanceof LentTextGenerator)) return;
    this.generator.lend(new BackendTextGenerator(this.client, this.env));
  }
}

/** Null where another server has the memories, and their vectors. */
function chooseWorker(env: Env, database: Database, embedder: Embedder): EmbeddingWorker | null {
  return env.BACKEND_MODE === 'embedded' ? new EmbeddingWorker(database, embedder, env) : null;
}

function chooseBackend(
  env: Env,
  database: Database,
  embedder: Embedder,
  worker: EmbeddingWorker | null,
  client: BackendClient | null,
): MemoryBackend {
  if (client !== null) return new HttpBackend(client, database, env);
  if (worker === null) throw new Error('There is neither a worker nor a client for the memories');
  return new EmbeddedBackend(database, env, embedder, worker);
}
