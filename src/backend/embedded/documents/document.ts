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

/** A range of a listing by sequence number: after one document, and up to another one if there is an end. */
export interface SequenceRange {
  after: number;
  until: number | null;
}
