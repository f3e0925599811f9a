import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { AuditTrail } from '../audit/audit-trail';
import { embeddedPorts } from '../backend/embedded/embedded-ports';
import { EmbeddingWorker } from '../backend/embedded/embeddings/embedding-worker';
import { type MemoryPorts, providePorts } from '../backend/memory-ports.provider';
import { Env } from '../config/env';
import { PrismaService } from '../database/prisma.service';
import { Embedder } from '../inference/embedder';
import { InferenceModule } from '../inference/inference.module';
import { QuotasModule } from '../quotas/quotas.module';
import { Quotas } from '../quotas/quotas.service';
import { ScreeningModule } from '../screening/screening.module';
import { AnsweringService } from './answering.service';
import { DocumentsController } from './documents.controller';
import { DocumentsService } from './documents.service';
import { FileIndexingService } from './file-indexing.service';
import { NamespacesController } from './namespaces.controller';
import { ProbeController } from './probe.controller';
import { ProbeService } from './probe.controller';
import { QueriesController } from './queries.controller';
import { SearchingService } from './searching.service';
import { UploadsController } from './uploads.controller';
import { UploadsService } from './uploads.service';

/** The backend protocol over HTTP, always on the embedded backend. */
@Module({
  imports: [AuditModule, InferenceModule, QuotasModule, ScreeningModule],
  controllers: [
    ProbeController,
    NamespacesController,
    DocumentsController,
    QueriesController,
    UploadsController,
  ],
  providers: [
    EmbeddingWorker,
    ...providePorts(openPorts, [PrismaService, Env, Embedder, EmbeddingWorker, AuditTrail, Quotas]),
    DocumentsService,
    SearchingService,
    AnsweringService,
    FileIndexingService,
    UploadsService,
    ProbeService,
  ],
})
export class BackendServerModule {}

type Given = [PrismaService, Env, Embedder, EmbeddingWorker, AuditTrail, Quotas];

function openPorts(...[database, env, embedder, worker, trail, quotas]: Given): MemoryPorts {
  return embeddedPorts(database, env, embedder, worker, { trail, quotas });
}
