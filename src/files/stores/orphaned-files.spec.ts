import type { FileStore } from '../file-store';
import type { FilesRepository } from '../files.repository';
import { OrphanedFiles } from './orphaned-files.service';

const PAGE = 1_000;
const keyOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

describe('orphaned files', () => {
  it('are found behind any number of files that wait to be read', async () => {
    const stored = new Set(Array.from({ length: 2_500 }, (_, at) => keyOf(at)));
    const orphans = [keyOf(1_000), keyOf(1_700), keyOf(2_499)];
    const store = {
      list: (_before: Date, after: string | null) =>
        Promise.resolve([...stored].filter((key) => after === null || key > after).slice(0, PAGE)),
      delete: (key: string) => Promise.resolve(void stored.delete(key)),
    } as Partial<FileStore> as FileStore;
    const files = {
      findUnread: (keys: readonly string[]) => Promise.resolve(keys.filter((key) => !orphans.includes(key))),
    } as Partial<FilesRepository> as FilesRepository;

    expect(await new OrphanedFiles(store, files).remove(new Date())).toBe(3);
    expect(stored.size).toBe(2_497);
    expect(orphans.some((key) => stored.has(key))).toBe(false);
  });
});
