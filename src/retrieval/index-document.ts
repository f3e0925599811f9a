/** A memory as the index needs it. */
export interface IndexDocument {
  id: string;
  /** Position in storage order, kept by edits; unique within its namespace. */
  order: number;
  /**
   * Id of the transaction that wrote the memory last. It tells contents apart and nothing else: these ids
   * are given out when a transaction first writes, so a later write may carry a smaller one.
   */
  version: number;
  /** What it is a piece of, such as a session or a file; null for a document that stands alone. */
  group: string | null;
  /** What is searched: the caller composes it from title and content. Null: as it was indexed, and so the vector. */
  text: string | null;
  type: string;
  tags: readonly string[];
  source: string;
  status: 'active' | 'expired';
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Of the space of the feed's cursor, see `quantize`; null where it is not embedded (yet), or without a text. */
  vector: Int8Array | null;
}
