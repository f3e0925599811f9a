import type { FormerVersion } from '../backend/memory-erasure';
import type { MemoryStore } from '../backend/memory-store';
import { meantOf } from './judging';
import { type Judge, textsIn } from './selector';

/** The former versions whose texts a selector matches, of memories that meet its other conditions. */
export async function meantVersions(
  store: MemoryStore,
  namespace: string,
  versions: readonly FormerVersion[],
  judge: Judge,
): Promise<FormerVersion[]> {
  const meant = await meantOf(versions, ({ values }) => judge.isCertain(textsIn(values)));
  const ids = [...new Set(meant.map(({ memoryId }) => memoryId))];
  const memories = ids.length === 0 ? [] : await store.findAll(namespace, ids);
  const passing = new Set(memories.filter((memory) => judge.passes(memory)).map(({ id }) => id));
  return meant.filter(({ memoryId }) => passing.has(memoryId));
}
