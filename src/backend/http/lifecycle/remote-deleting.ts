import { DomainError } from '../../../common/domain-error';
import { contentKey } from '../../content-key';
import type { Act } from '../../act';
import type { Fingerprints } from '../../fingerprints';
import { MAX_DOCUMENTS } from '../protocol/backend-api';
import { slicesOf } from '../protocol/slices';
import type { Changing } from '../writing/changing';
import { deletionOf } from '../writing/memory-change';

/** Deletes memories of a namespace for good that are named one by one. */
export class RemoteDeleting {
  constructor(
    private readonly changing: Changing,
    private readonly fingerprints: Fingerprints,
  ) {}

  /** The number of those that there were. */
  async delete(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    let deleted = 0;
    for (const slice of slicesOf(ids, MAX_DOCUMENTS))
      deleted += await this.deleteSlice(namespace, slice, act);
    return deleted;
  }

  private async deleteSlice(namespace: string, ids: readonly string[], act: Act): Promise<number> {
    try {
      return await this.changing.holding(namespace, ids, async (current) => {
        const doomed = [...current.values()];
        const fingerprints = await this.fingerprints.of(
          doomed.map(({ memory }) => contentKey(memory.content)),
        );
        const changes = doomed.map((memory, at) => deletionOf(memory, fingerprints[at] ?? '', act));
        await this.changing.apply(namespace, changes);
        return changes.length;
      });
    } catch (error) {
      // A namespace that is gone has no memories.
      if (error instanceof DomainError && error.code === 'AgentNotFound') return 0;
      throw error;
    }
  }
}
