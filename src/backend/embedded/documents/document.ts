/** A document as a client of the backend server gave it, verbatim. */
export interface NewDocument {
  /** 1 to 256 bytes. */
  id: string;
  text: string;
  metadata: Readonly<Record<string, unknown>>;
}

export interface StoredDocument extends NewDocument {
  /** When it was first stored. */
  createdAt: Date;
}

/** A stretch of a listing: what comes after a document, and at most up to another one. By sequence number. */
export interface Stretch {
  after: number;
  until: number | null;
}
