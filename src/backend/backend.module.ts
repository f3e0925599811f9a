import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail';
import { AuditModule } from '../audit/audit.module';
import { Env } from '../config/env';
import { PrismaService } from '../database/prisma.service';
import { Embedder } from '../inference/embedder';
import { InferenceModule } from '../inference/inference.module';
import { QuotasModule } from '../quotas/quotas.module';
import { Quotas } from '../quotas/quotas.service';
import { ScreeningModule } from '../screening/screening.module';
import { DeferredTextGenerator, TextGenerator } from '../inference/text-generator';
import { embeddedPorts } from './embedded/embedded-ports';
import { EmbeddingWorker } from './embedded/embeddings/embedding-worker';
import { BackendTextGenerator } from './http/backend-text-generator';
import { httpPorts } from './http/http-ports';
import { BackendClient } from './http/protocol/backend-client';
import { connectBackend } from './http/protocol/connect-backend';
import { type MemoryPorts, PORT_TOKENS, providePorts } from './memory-ports.provider';

@Module({
  imports: [AuditModule, InferenceModule, QuotasModule, ScreeningModule],
  providers: [
    { provide: BackendClient, useFactory: connectBackend, inject: [Env] },
    { provide: EmbeddingWorker, useFactory: chooseWorker, inject: [Env, PrismaService, Embedder] },
    ...providePorts(choosePorts, [
      Env,
      PrismaService,
      Embedder,
      EmbeddingWorker,
      BackendClient,
      AuditTrail,
      Quotas,
    ]),
  ],
  exports: PORT_TOKENS,
})
export class BackendModule implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly generator: TextGenerator,
    @Inject(BackendClient) private readonly client: BackendClient | null,
  ) {}

  onModuleInit(): void {
    if (this.client === null || !(this.generator instanceof DeferredTextGenerator)) return;
    this.generator.use(new BackendTextGenerator(this.client, this.env));
  }
}

/** Null where another server has the memories, and their vectors. */
function chooseWorker(env: Env, database: PrismaService, embedder: Embedder): EmbeddingWorker | null {
  return env.BACKEND_MODE === 'embedded' ? new EmbeddingWorker(database, embedder, env) : null;
}

type Given = [Env, PrismaService, Embedder, EmbeddingWorker | null, BackendClient | null, AuditTrail, Quotas];

function choosePorts(...[env, database, embedder, worker, client, trail, quotas]: Given): MemoryPorts {
  if (client !== null) return httpPorts(client, database, env, quotas);
  if (worker === null) throw new Error('There is neither a worker nor a client for the memories');
  return embeddedPorts(database, env, embedder, worker, { trail, quotas });
}
