import { Injectable } from '@nestjs/common';
import { FileStore } from '../file-store';
import { FilesRepository } from '../files.repository';
import { UUID } from '../../common/uuid';

/** Stored bytes that nobody will read: their upload, their deletion or their agent ended half-way. */
@Injectable()
export class OrphanedFiles {
  constructor(
    private readonly store: FileStore,
    private readonly files: FilesRepository,
  ) {}

  /** Removes those that have been there since before a time; how many they were. */
  async remove(before: Date): Promise<number> {
    let removed = 0;
    let after: string | null = null;
    do {
      const keys: string[] = await this.store.list(before, after);
      removed += await this.removeAmong(keys);
      after = keys.at(-1) ?? null;
    } while (after !== null);
    return removed;
  }

  private async removeAmong(keys: readonly string[]): Promise<number> {
    const wanted = new Set(await this.files.findUnread(keys.filter((key) => UUID.test(key))));
    const orphans = keys.filter((key) => !wanted.has(key));
    for (const key of orphans) await this.store.delete(key);
    return orphans.length;
  }
}
