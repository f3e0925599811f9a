import { MAX_LISTED, type PurgedMemory, type PurgeOutcome, type PurgeRequest } from '../../sweep';
import type { NamespacesRepository } from '../namespaces.repository';
import type { DeletionsRepository } from './deletions.repository';
import type { Fingerprints } from '../../fingerprints';
import { workInSlices, type IdRange } from './id-slices';
import type { DueMemory, PurgeRepository } from './purge.repository';
import { SweepErrors } from './sweep-errors';

const SLICE = 500;

/** Deletes memories of a namespace for good that expired long ago. */
export class Purging {
  constructor(
    private readonly purges: PurgeRepository,
    private readonly deletions: DeletionsRepository,
    private readonly fingerprints: Fingerprints,
    private readonly namespaces: NamespacesRepository,
  ) {}

  async purge(namespaceId: string, request: PurgeRequest): Promise<PurgeOutcome> {
    const errors = new SweepErrors();
    const outcome: PurgeOutcome = { matched: 0, purged: 0, memories: [], errors: errors.listed };
    const add = (due: readonly DueMemory[], purged: number): void => {
      outcome.matched += due.length;
      outcome.purged += purged;
      outcome.memories.push(...due.slice(0, MAX_LISTED - outcome.memories.length).map(toPurged));
    };
    const find = (range: IdRange) => this.purges.findDue(namespaceId, range, request.expiredUntil);
    await workInSlices(
      {
        take: async (range) => {
          const slice = await find(range);
          add(slice.due, request.dryRun ? 0 : await this.delete(namespaceId, slice.due, request));
          return slice;
        },
        ids: (range) => this.namespaces.memoryIds(namespaceId, range),
        fail: async (id, range, error) => {
          errors.add(id, error);
          add((await find(range)).due, 0);
        },
      },
      SLICE,
    );
    return outcome;
  }

  private async delete(
    namespaceId: string,
    due: readonly DueMemory[],
    { act }: PurgeRequest,
  ): Promise<number> {
    if (due.length === 0) return 0;
    const fingerprints = await this.fingerprints.of(due.map((memory) => memory.contentKey));
    const doomed = due.map(({ id, version }, at) => ({ id, version, fingerprint: fingerprints[at] ?? '' }));
    return this.deletions.deleteAll(namespaceId, doomed, act);
  }
}

function toPurged({ id, title, expiredAt, expiredBy }: DueMemory): PurgedMemory {
  return { id, title, expiredAt: new Date(expiredAt), expiredBy };
}
