import { Module } from '@nestjs/common';
import { InferenceModule } from '../inference/inference.module';
import { EmbeddedBackend } from './embedded/embedded-backend';
import { EmbeddingWorker } from './embedded/embeddings/embedding-worker';
import { MemoryBackend } from './memory-backend';

@Module({
  imports: [InferenceModule],
  providers: [EmbeddingWorker, EmbeddedBackend, { provide: MemoryBackend, useExisting: EmbeddedBackend }],
  exports: [MemoryBackend],
})
export class BackendModule {}
