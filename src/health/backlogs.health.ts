import { Injectable } from '@nestjs/common';
import type { HealthIndicatorResult } from '@nestjs/terminus';
import { EmbeddingsHealth } from './embeddings.health';
import { FilesHealth } from './files.health';

/** What is done in the background, and how far it is. */
@Injectable()
export class BacklogsHealth {
  constructor(
    private readonly embeddings: EmbeddingsHealth,
    private readonly files: FilesHealth,
  ) {}

  async check(): Promise<HealthIndicatorResult> {
    const [embeddings, files] = await Promise.all([this.embeddings.check(), this.files.check()]);
    return { ...embeddings, ...files };
  }
}
