import { Injectable } from '@nestjs/common';
import type { Act, Memory } from '../backend/memory';
import { NO_EDIT, type MemoryEdit } from '../backend/memory-edit';
import { memoryNotFound } from '../backend/memory-limits';
import { MemoryStore } from '../backend/memory-store';
import { beginningOf } from '../backend/valid-time';
import { UUID_ANY_CASE } from '../common/uuid';
import { invalid } from '../common/validation-error';

/** The memories that a request names as replaced. */
export interface Replacement {
  /** The memory that says what holds instead; null when it was not stored. */
  newerId: string | null;
  olderIds: readonly string[];
  /** Of the field in the request. */
  path: readonly (string | number)[];
}

/** Marks memories as superseded, together with the write of what replaces them: all of it or nothing. */
@Injectable()
export class Supersession {
  constructor(private readonly memories: MemoryStore) {}

  /** `olderIds`: of all replacements. Throws `memory_not_found` for one that does not exist. */
  replacing<Result>(
    namespace: string,
    olderIds: readonly string[],
    act: Act,
    work: () => Promise<{ result: Result; replacements: readonly Replacement[] }>,
  ): Promise<Result> {
    const wanted = [...new Set(olderIds)];
    for (const id of wanted) if (!UUID_ANY_CASE.test(id)) throw memoryNotFound(id);
    return this.memories.unitOfWork(namespace, {
      ids: wanted,
      work: async (found) => {
        const older = byId(found);
        for (const id of wanted) if (!older.has(id)) throw memoryNotFound(id);
        const { result, replacements } = await work();
        for (const replacement of replacements) await this.supersede(namespace, older, replacement, act);
        return result;
      },
    });
  }

  private async supersede(
    namespace: string,
    older: ReadonlyMap<string, Memory>,
    { newerId, olderIds, path }: Replacement,
    act: Act,
  ): Promise<void> {
    if (newerId === null || olderIds.length === 0) return;
    if (olderIds.includes(newerId)) throw supersedesItself([...path, 'supersedes'], newerId);
    const newer = await this.memories.find(namespace, newerId);
    if (newer === null) throw memoryNotFound(newerId);
    for (const id of olderIds) {
      const memory = older.get(id);
      const edit = memory && supersededEdit(memory, newer);
      if (edit) await this.memories.edit(namespace, id, edit, act);
    }
  }
}

export function supersedesItself(path: readonly (string | number)[], id: string): Error {
  return invalid(['body', ...path], 'Value error, a memory cannot supersede itself', id);
}

/**
 * When a memory that another one replaces ends: when that begins, but not before its own start, and not after an end that
 * it has already.
 */
export function endBy({ validFrom, validTo }: Pick<Memory, 'validFrom' | 'validTo'>, newer: Memory): Date {
  const begins = beginningOf(newer);
  const end = validTo !== null && validTo < begins ? validTo : begins;
  return validFrom !== null && validFrom > end ? validFrom : end;
}

/** Null when the memory says so already, as for a repeated request. */
function supersededEdit(memory: Memory, newer: Memory): MemoryEdit | null {
  const validTo = endBy(memory, newer);
  const isDone = memory.supersededBy === newer.id && memory.validTo?.getTime() === validTo.getTime();
  return isDone ? null : { ...NO_EDIT, supersededBy: newer.id, validTo };
}

function byId(memories: readonly Memory[]): Map<string, Memory> {
  return new Map(memories.map((memory) => [memory.id, memory]));
}
