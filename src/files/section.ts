/** A piece of a file as its format gives it, in the order of the file: a page, what stands under a heading, a row. */
export interface Section {
  /** Not blank. */
  text: string;
  /** Such as `page 3`, `Setup > Linux`, `Sheet1, row 12`; null where the format knows no places. */
  place: string | null;
  /** Sections of the same group may stand in one chunk, such as the rows of a sheet or the paragraphs under a heading. */
  group: string;
  /** Which part of the file has been read with it, 0 to 1. */
  progress: number;
}
