import type { PageCursor } from '../backend/pages';
import { encodeCursor } from '../memories/page-cursor';

/**
 * One JSON object in pieces: the fields of `head`, then the memories of a page, a slice in each piece, then what is
 * known when they are read. A line ends behind each memory and nowhere else, so that memories can be counted by lines.
 */
export async function* jsonPage<Item>(
  head: Readonly<Record<string, unknown>>,
  page: { total: number; slices: AsyncIterable<{ memories: Item[]; next: PageCursor | null }> },
  toJson: (memory: Item) => unknown,
): AsyncIterable<Buffer> {
  let count = 0;
  let next: PageCursor | null = null;
  let text = `${JSON.stringify(head).slice(0, -1)},"memories":[`;
  for await (const slice of page.slices) {
    next = slice.next;
    for (const memory of slice.memories)
      text += `${count++ > 0 ? ',' : ''}${JSON.stringify(toJson(memory))}\n`;
    yield Buffer.from(text);
    text = '';
  }
  const tail = { count, total_available: page.total, next_cursor: next ? encodeCursor(next) : null };
  yield Buffer.from(`${text}],${JSON.stringify(tail).slice(1)}`);
}
