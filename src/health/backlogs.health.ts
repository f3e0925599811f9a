import { Injectable } from '@nestjs/common';
import type { HealthIndicatorResult } from '@nestjs/terminus';
import { EmbeddingsHealth } from './embeddings.health';
import { FilesHealth } from './files.health';
import { IndexesHealth } from './indexes.health';

/** What is done in the background and how far it is, and what recall keeps in memory. */
@Injectable()
export class BacklogsHealth {
  constructor(
    private readonly embeddings: EmbeddingsHealth,
    private readonly files: FilesHealth,
    private readonly indexes: IndexesHealth,
  ) {}

  async check(): Promise<HealthIndicatorResult> {
    const [embeddings, files] = await Promise.all([this.embeddings.check(), this.files.check()]);
    return { ...embeddings, ...files, ...this.indexes.check() };
  }
}
