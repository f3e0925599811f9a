import { counted } from './attention.ts';
import { type BulkTask, oneByOne } from './bulk.ts';
import { agentOf, type ConflictAction, type ConflictRow } from './client.ts';
import { undoOf } from './conflict-actions.ts';

type Resolved = Parameters<typeof undoOf>[2] & { conflict: ConflictRow };

/** Decides each of many conflicts in the same way. `said`: what is said of so many. */
export function deciding(
  agentId: string,
  conflicts: readonly ConflictRow[],
  action: Extract<ConflictAction, 'supersede' | 'expire_new' | 'keep_both'>,
  said: string,
): BulkTask<Resolved> {
  const rows = new Map(conflicts.map((conflict) => [conflict.conflictId, conflict]));
  return {
    doing: 'Deciding',
    work: oneByOne(async (id) => {
      const conflict = rows.get(id);
      if (conflict === undefined) return null;
      return { ...(await agentOf(agentId).conflicts.resolve(id, action)), conflict };
    }),
    done: (count) => `${counted(count, 'conflict')} decided: ${said}.`,
    ...(action !== 'keep_both' && {
      undo: oneByOne(async (done: Resolved) => {
        const undo = undoOf(agentId, done.conflict, done);
        await undo?.();
        return undo && done;
      }),
      undone: (count: number) => `The memories of ${counted(count, 'conflict')} are as they were. The conflicts stay decided.`,
    }),
  };
}
