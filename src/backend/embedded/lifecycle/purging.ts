import { errorCode } from '../../../database/database-errors';
import { MAX_LISTED, type PurgedMemory, type PurgeOutcome, type PurgeRequest } from '../../sweep';
import { SweepErrors } from '../../sweep-tally';
import type { MemoryDeletion } from '../memory-deletion';
import type { NamespacesRepository } from '../namespaces.repository';
import { workInSlices, type IdRange } from './id-slices';
import type { DueMemory, PurgeRepository } from './purge.repository';

const SLICE = 500;

/** Deletes memories of a namespace for good that expired long ago. */
export class Purging {
  constructor(
    private readonly purges: PurgeRepository,
    private readonly deletion: MemoryDeletion,
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
          add(
            slice.due,
            request.dryRun ? 0 : await this.deletion.deleteVersions(namespaceId, slice.due, request.act),
          );
          return slice;
        },
        ids: (range) => this.namespaces.memoryIds(namespaceId, range),
        fail: async (id, range, error) => {
          errors.add(id, error, errorCode(error));
          add((await find(range)).due, 0);
        },
      },
      SLICE,
    );
    return outcome;
  }
}

function toPurged({ id, title, expiredAt, expiredBy }: DueMemory): PurgedMemory {
  return { id, title, expiredAt: new Date(expiredAt), expiredBy };
}
