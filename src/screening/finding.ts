/** Something that should not be stored as it is: its kind, and UTF-16 offsets, the end not included. */
export interface Finding {
  kind: string;
  start: number;
  end: number;
}
