import { storedMemory } from '../../test/support/memories';
import type { Memory } from '../backend/memory';
import type { MemorySlice } from '../backend/pages';
import { decodeCursor } from '../memories/page-cursor';
import { jsonPage } from './json-page';

const HEAD = { agent_id: 'a "quoted" one', temporal_mode: 'all' };
const NEXT = { createdAt: 5, key: '7' };

async function* slicesOf(...slices: MemorySlice[]): AsyncIterable<MemorySlice> {
  yield* slices;
}

function sliceOf(contents: string[], next: MemorySlice['next'] = null): MemorySlice {
  return { memories: contents.map((content) => storedMemory({ content })), next };
}

const contentsOf = (memories: Memory[]) => Promise.resolve(memories.map(({ content }) => ({ content })));

async function written(total: number, ...slices: MemorySlice[]): Promise<string> {
  let text = '';
  const pieces = jsonPage(HEAD, { total, slices: slicesOf(...slices) }, contentsOf);
  for await (const piece of pieces) text += piece.toString();
  return text;
}

describe('a page as JSON', () => {
  it('is one object with the memories of all slices', async () => {
    const text = await written(9, sliceOf(['a\nb', 'c'], NEXT), sliceOf(['d'], null));
    expect(JSON.parse(text)).toEqual({
      ...HEAD,
      memories: [{ content: 'a\nb' }, { content: 'c' }, { content: 'd' }],
      count: 3,
      total_available: 9,
      next_cursor: null,
    });
  });

  it('has a line for each memory', async () => {
    expect((await written(3, sliceOf(['a\nb', 'c'], NEXT), sliceOf(['d']))).split('\n')).toHaveLength(4);
  });

  it('says where the next page starts', async () => {
    const page = JSON.parse(await written(2, sliceOf(['a'], NEXT))) as { next_cursor: string };
    expect(decodeCursor(page.next_cursor, () => true)).toEqual(NEXT);
  });

  it.each<[string, MemorySlice[]]>([
    ['no slice', []],
    ['an empty slice', [sliceOf([])]],
  ])('is whole with %s', async (_, slices) => {
    expect(JSON.parse(await written(0, ...slices))).toEqual({
      ...HEAD,
      memories: [],
      count: 0,
      total_available: 0,
      next_cursor: null,
    });
  });

  it('is not whole when a slice fails', async () => {
    async function* broken(): AsyncIterable<MemorySlice> {
      yield sliceOf(['a'], NEXT);
      throw new Error('no database');
    }
    const pieces = jsonPage(HEAD, { total: 2, slices: broken() }, contentsOf);
    let text = '';
    const read = async () => {
      for await (const piece of pieces) text += piece.toString();
    };
    await expect(read()).rejects.toThrow('no database');
    expect(() => JSON.parse(text) as unknown).toThrow();
  });
});
