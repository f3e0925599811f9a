/** What one statement of a long piece of work did. */
export interface Slice<Key> {
  /** Where it ended, for the next one to go on from; null when there is nothing left. */
  last: Key | null;
  /** Rows it changed. */
  touched: number;
}

/**
 * Goes through a table by one short statement after the other, so that no one of them holds rows, or the one
 * connection of the embedded database, for long; the number of rows changed.
 */
export async function inSlices<Key>(first: Key, slice: (after: Key) => Promise<Slice<Key>>): Promise<number> {
  let touched = 0;
  let after: Key | null = first;
  while (after !== null) {
    const done: Slice<Key> = await slice(after);
    touched += done.touched;
    after = done.last;
  }
  return touched;
}
