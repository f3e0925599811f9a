import type { Memory } from '../backend/memory';
import type { PageCursor, PageReading } from '../backend/pages';
import { encodeCursor } from '../memories/page-cursor';

/**
 * One JSON object in pieces: the fields of `head`, then the memories of a page, a slice in each piece, then what is
 * known when they are read. A line ends behind each memory and nowhere else, so that memories can be counted by lines.
 * `toRecords`: what is written of the memories of a slice.
 */
export async function* jsonPage(
  head: Readonly<Record<string, unknown>>,
  page: PageReading,
  toRecords: (memories: Memory[]) => Promise<unknown[]>,
): AsyncIterable<Buffer> {
  let count = 0;
  let next: PageCursor | null = null;
  let text = `${JSON.stringify(head).slice(0, -1)},"memories":[`;
  for await (const slice of page.slices) {
    next = slice.next;
    for (const record of await toRecords(slice.memories))
      text += `${count++ > 0 ? ',' : ''}${JSON.stringify(record)}\n`;
    yield Buffer.from(text);
    text = '';
  }
  const tail = { count, total_available: page.total, next_cursor: next ? encodeCursor(next) : null };
  yield Buffer.from(`${text}],${JSON.stringify(tail).slice(1)}`);
}
