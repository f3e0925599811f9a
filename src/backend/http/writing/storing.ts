import { contentKey } from '../../content-key';
import type { Fingerprints } from '../../fingerprints';
import { duplicateKey, judge } from '../../duplicates';
import type { Memory, NewMemory } from '../../memory';
import type { StoreOptions, StoreOutcome } from '../../memory-backend';
import type { Leases } from '../../leases/leases.service';
import { toMemory } from '../document';
import type { BackendApi } from '../protocol/backend-api';
import { comparePlaces, placeOf } from '../reading/storage-order';
import type { Changing } from './changing';
import { creationOf } from './memory-change';
import type { RemoteChangesRepository } from './remote-changes.repository';

/** Stores memories, but for those that are there already or were deleted for good, where that is asked for. */
export class Storing {
  constructor(
    private readonly api: Pick<BackendApi, 'pages'>,
    private readonly changing: Changing,
    private readonly changes: RemoteChangesRepository,
    private readonly leases: Leases,
    private readonly fingerprints: Fingerprints,
  ) {}

  /** A memory that is there already, by its very id, was stored by an earlier try, and is left as it is. */
  async store(
    namespace: string,
    memories: readonly NewMemory[],
    { dedupe, refuseDeleted }: StoreOptions,
  ): Promise<StoreOutcome[]> {
    const isDeleted = await this.deletedAmong(namespace, memories, refuseDeleted ?? false);
    const storeNew = async (known: ReadonlyMap<string, string> | null): Promise<StoreOutcome[]> => {
      const outcomes = judge(memories, known, isDeleted);
      const isNew = (_: NewMemory, at: number): boolean => outcomes[at]?.action === 'store';
      await this.insert(namespace, memories.filter(isNew));
      return outcomes;
    };
    if (!dedupe) return storeNew(null);
    // Of two at once the second one sees what the first one stored.
    return this.leases.hold([`dedupe:${namespace}`], async () =>
      storeNew(await this.findActive(namespace, memories)),
    );
  }

  private async insert(namespace: string, memories: readonly NewMemory[]): Promise<void> {
    if (memories.length === 0) return;
    const ids = memories.map(({ id }) => id);
    if (new Set(ids).size < ids.length) throw new Error('Two memories of one call have the same id');
    await this.changing.creating(namespace, ids, (current) =>
      this.changing.apply(namespace, memories.filter(({ id }) => !current.has(id)).map(creationOf)),
    );
  }

  /** Tells of the memory at a place whether its content was deleted from the namespace. */
  private async deletedAmong(
    namespace: string,
    memories: readonly NewMemory[],
    isAsked: boolean,
  ): Promise<(at: number) => boolean> {
    if (!isAsked) return () => false;
    const fingerprints = await this.fingerprints.of(memories.map(({ content }) => contentKey(content)));
    const deleted = await this.changes.findDeleted(namespace, fingerprints);
    return (at) => deleted.has(fingerprints[at] ?? '');
  }

  /** Of the active memories that say the same as one of these, the oldest of each kind by its key. */
  private async findActive(namespace: string, memories: readonly NewMemory[]): Promise<Map<string, string>> {
    const wanted = new Set(memories.map(duplicateKey));
    const own = new Set(memories.map(({ id }) => id));
    const oldest = new Map<string, Memory>();
    for await (const documents of this.api.pages(namespace)) {
      for (const memory of documents.map(toMemory)) {
        if (memory.status !== 'active' || own.has(memory.id)) continue;
        const key = duplicateKey(memory);
        if (wanted.has(key) && isOlder(memory, oldest.get(key))) oldest.set(key, memory);
      }
    }
    return new Map([...oldest].map(([key, { id }]) => [key, id]));
  }
}

function isOlder(memory: Memory, other: Memory | undefined): boolean {
  return other === undefined || comparePlaces(placeOf(memory), placeOf(other)) < 0;
}
