import { DomainError } from '../../common/domain-error';
import type { Database } from '../../database/database';
import { contentKey } from '../content-key';
import { duplicateKey, judge } from '../duplicates';
import type { NewMemory } from '../memory';
import type { StoreOptions, StoreOutcome } from '../memory-backend';
import type { DeletionsRepository } from './lifecycle/deletions.repository';
import type { Fingerprints } from '../fingerprints';
import { InsertsTogether } from './inserts-together';
import type { MemoriesRepository } from './memories.repository';

/** Stores memories, but for those that are there already or were deleted for good, where that is asked for. */
export class Storing {
  private readonly together: InsertsTogether;

  constructor(
    private readonly database: Database,
    private readonly memories: MemoriesRepository,
    private readonly deletions: DeletionsRepository,
    private readonly fingerprints: Fingerprints,
  ) {
    this.together = new InsertsTogether(memories, database.mostConnections);
  }

  async store(
    namespace: string,
    memories: readonly NewMemory[],
    { dedupe, refuseDeleted }: StoreOptions,
  ): Promise<StoreOutcome[]> {
    if (!dedupe && !refuseDeleted) {
      await this.insertAsTheyAre(namespace, memories);
      return memories.map(({ id, type }) => ({ action: 'store', id, type }));
    }
    const fingerprints = refuseDeleted ? await this.fingerprintsOf(memories) : null;
    return this.database.transaction(async () => {
      const known = dedupe ? await this.findActive(namespace, memories) : null;
      const deleted = fingerprints && (await this.deletions.findDeleted(namespace, fingerprints));
      const isDeleted = (at: number): boolean => deleted?.has(fingerprints?.[at] ?? '') ?? false;
      const outcomes = judge(memories, known, isDeleted);
      await this.insert(
        namespace,
        memories.filter((_, at) => outcomes[at]?.action === 'store'),
      );
      return outcomes;
    });
  }

  /** A single one with those of other requests. */
  private async insertAsTheyAre(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    const [memory] = memories;
    if (memory === undefined || memories.length > 1 || this.database.isInTransaction) {
      return this.insert(namespace, memories);
    }
    if (!(await this.together.insert({ namespace, memory }))) throw noNamespace(namespace);
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const stored = await this.memories.insert(namespace, memories);
    if (stored === 0) throw noNamespace(namespace);
  }

  private fingerprintsOf(memories: readonly NewMemory[]): Promise<string[]> {
    return this.fingerprints.of(memories.map((memory) => contentKey(memory.content)));
  }

  /** Of the active memories that say the same as one of these, the oldest of each kind by its key. */
  private async findActive(namespace: string, memories: readonly NewMemory[]): Promise<Map<string, string>> {
    await this.memories.lockForDedupe(namespace);
    const contents = memories.map((memory) => memory.content);
    const known = new Map<string, string>();
    for (const memory of await this.memories.findActiveByContent(namespace, contents)) {
      const key = duplicateKey(memory);
      if (!known.has(key)) known.set(key, memory.id);
    }
    return known;
  }
}

function noNamespace(namespace: string): DomainError {
  return new DomainError('AgentNotFound', `Namespace '${namespace}' does not exist`);
}
