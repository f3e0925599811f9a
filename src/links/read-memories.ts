import { LRUCache } from 'lru-cache';
import type { Memory } from '../backend/memory';
import type { Language } from '../common/languages';
import { type ReadMemory, readMemory } from './judge/features';

/** UTF-16 units of their contents: some 20 MB as they are read. */
const MOST_TEXT = 1_000_000;

/** Memories as the judge reads them, which takes three times as long as to compare two: candidates of one come again. */
export class ReadMemories {
  private readonly kept = new LRUCache<string, ReadMemory>({ maxSize: MOST_TEXT });

  constructor(private readonly language: Language) {}

  read(memory: Memory): ReadMemory {
    const version = `${memory.id} ${memory.updatedAt.getTime()}`;
    const known = this.kept.get(version);
    if (known) return known;
    const read = readMemory(saidBy(memory), this.language);
    this.kept.set(version, read, { size: memory.content.length + 1 });
    return read;
  }
}

function saidBy({ content, type, createdAt, validFrom, names, key }: Memory) {
  return { content, type, created_at: createdAt, valid_from: validFrom, names, key };
}
