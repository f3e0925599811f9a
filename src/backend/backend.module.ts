import { Module } from '@nestjs/common';
import { EmbeddedBackend } from './embedded/embedded-backend';
import { MemoryBackend } from './memory-backend';

@Module({
  providers: [EmbeddedBackend, { provide: MemoryBackend, useExisting: EmbeddedBackend }],
  exports: [MemoryBackend],
})
export class BackendModule {}
