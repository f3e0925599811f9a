/** What a memory said before an edit, and what else an edit kept of it. */
export interface FormerVersion {
  memoryId: string;
  /** Of its entry in the history. */
  key: string;
  /** Former values by column. */
  values: Record<string, unknown>;
}

const SLICE = 500;

/** Removes what deleted memories and edits leave behind, beyond what `MemoryStore.deleteAll` removes. */
export abstract class MemoryErasure {
  /** Reads all former versions in a namespace, in slices, in the order of edits. */
  async *former(namespace: string): AsyncIterable<FormerVersion[]> {
    let key = '0';
    for (;;) {
      const found = await this.formerAfter(namespace, key, SLICE);
      if (found.length > 0) yield found;
      if (found.length < SLICE) return;
      key = found.at(-1)?.key ?? key;
    }
  }

  /** The first of those whose keys are greater. */
  protected abstract formerAfter(namespace: string, key: string, limit: number): Promise<FormerVersion[]>;
  /** Reads the former versions of these memories. */
  abstract formerOf(namespace: string, ids: readonly string[]): Promise<FormerVersion[]>;
  /** Empties these entries of histories; the number of those that held values. What was then reads as the next version. */
  abstract eraseFormer(namespace: string, keys: readonly string[]): Promise<number>;
  /** Lets extraction and import refuse contents by their fingerprints from now on, like those of deleted memories. */
  abstract refuse(namespace: string, fingerprints: readonly string[]): Promise<void>;
  /** Removes what recall keeps beside the memories, such as the words of deleted ones; it is made again from the memories. */
  abstract dropDerived(namespace: string): Promise<void>;
}
