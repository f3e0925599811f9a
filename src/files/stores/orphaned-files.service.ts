import { Injectable } from '@nestjs/common';
import { FileStore } from '../file-store';
import { FilesRepository } from '../files.repository';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Stored bytes that nobody will read: their upload, their deletion or their agent ended half-way. */
@Injectable()
export class OrphanedFiles {
  constructor(
    private readonly store: FileStore,
    private readonly files: FilesRepository,
  ) {}

  /** Removes those that have lain there since before a time, at most 1,000 of them; how many they were. */
  async remove(before: Date): Promise<number> {
    const keys = await this.store.list(before);
    const wanted = new Set(await this.files.unread(keys.filter((key) => UUID.test(key))));
    const orphans = keys.filter((key) => !wanted.has(key));
    for (const key of orphans) await this.store.delete(key);
    return orphans.length;
  }
}
