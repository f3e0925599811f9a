/** A page, a row, or the text under a heading, in the order of the file. */
export interface Section {
  /** Not blank. */
  text: string;
  /** Such as `page 3`, `Setup > Linux`, `Sheet1, row 12`; null for a format without places. */
  place: string | null;
  /** Sections of one group may share a chunk, such as the rows of a sheet. */
  group: string;
  /** The share of the file that has been read up to here, 0 to 1. */
  progress: number;
}

/** A part of a file that is stored as one memory. */
export interface Chunk {
  /** 1 to 10,000 code points. */
  text: string;
  /** Such as `page 3` or `Sheet1, rows 12-40`; null for a format without places. */
  place: string | null;
  /** The share of the file that has been read up to here, 0 to 1. */
  progress: number;
}

/** The file cannot be read, and a retry would not help. The message is for the person who uploaded it. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableFile';
  }
}
