import type { Act } from '../../memory';
import { MAX_DOCUMENTS } from '../protocol/backend-api';
import type { Changing } from '../writing/changing';
import { restorationOf, type CurrentMemory } from '../writing/memory-change';
import type { RemoteSweepsRepository, SweptEntry } from './remote-sweeps.repository';

interface Undone {
  /** Memories that the sweep has expired. */
  expired: number;
  restored: number;
}

/** Takes sweeps back. */
export class RemoteUndo {
  constructor(
    private readonly changing: Changing,
    private readonly sweeps: RemoteSweepsRepository,
  ) {}

  /** Restores what a sweep expired and nobody touched since. Null when nothing is known of the sweep. */
  async undo(namespace: string, sweepId: string, act: Act): Promise<Undone | null> {
    const undone: Undone = { expired: 0, restored: 0 };
    let entries = await this.sweeps.findEntries(namespace, sweepId, 0, MAX_DOCUMENTS);
    if (entries.length === 0) return null;
    while (entries.length > 0) {
      const slice = await this.undoSlice(namespace, entries, act);
      undone.expired += slice.expired;
      undone.restored += slice.restored;
      const last = entries.at(-1)?.id ?? 0;
      entries = await this.sweeps.findEntries(namespace, sweepId, last, MAX_DOCUMENTS);
    }
    return undone;
  }

  private undoSlice(namespace: string, entries: readonly SweptEntry[], act: Act): Promise<Undone> {
    const ids = [...new Set(entries.map(({ memoryId }) => memoryId))];
    return this.changing.holding(namespace, ids, async (current) => {
      // Holding them has settled what was open.
      const confirmed = await this.sweeps.findConfirmed(entries.map(({ id }) => id));
      const untouched = new Set(confirmed.filter(({ isLast }) => isLast).map(({ id }) => id));
      const due = entries
        .filter(({ id }) => untouched.has(id))
        .flatMap((entry) => stillExpired(entry, current.get(entry.memoryId)) ?? []);
      await this.changing.apply(
        namespace,
        due.map((memory) => restorationOf(memory, act)),
      );
      return { expired: confirmed.length, restored: due.length };
    });
  }
}

function stillExpired({ at }: SweptEntry, current: CurrentMemory | undefined): CurrentMemory | null {
  return current?.memory.expiredAt?.getTime() === at.getTime() ? current : null;
}
