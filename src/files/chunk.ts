/** What is stored of a file as one memory. */
export interface Chunk {
  /** 1 to 10,000 code points. */
  text: string;
  /** Where it stands, such as `page 3` or `Sheet1, rows 12-40`; null where the format knows no places. */
  place: string | null;
  /** Which part of the file has been read with it, 0 to 1. */
  progress: number;
}
