import type { RemoteDocument } from '../protocol/backend-api';
import type { MemoryChange } from './memory-change';

/** Changes to memories of a namespace that come to be together, or not at all. */
export class UnitOfWork {
  /** By id, each memory as it was before the first of its changes; null: there was none. */
  readonly before = new Map<string, RemoteDocument | null>();
  /** Ids of the changes, none of which is confirmed yet. */
  readonly changeIds: number[] = [];
  hasEnded = false;

  constructor(readonly namespace: string) {}

  note(changes: readonly Pick<MemoryChange, 'id' | 'before'>[], changeIds: readonly number[]): void {
    this.changeIds.push(...changeIds);
    for (const { id, before } of changes) if (!this.before.has(id)) this.before.set(id, before);
  }
}
