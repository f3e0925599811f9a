import type { Chunk } from '../chunk';

/** What a reader tells, a line of JSON each; the last line is an end, or why there is none. */
export type ReaderLine = { chunk: Chunk } | { end: true } | { unreadable: string };

/** Where the reader writes its lines: what a library prints goes elsewhere. */
export const LINES_FD = 3;
