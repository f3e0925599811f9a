import * as fc from 'fast-check';
import { jsonItems } from './json-items.ts';

async function items(text: string, keys: string[] = [], size = 7, maxBytes?: number): Promise<unknown[]> {
  async function* chunks(): AsyncGenerator<Buffer> {
    await Promise.resolve();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const read: unknown[] = [];
  for await (const item of jsonItems(chunks(), keys, maxBytes)) read.push(item);
  return read;
}

describe('the elements of a JSON file', () => {
  it('are those of any array, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (values, size) => {
          expect(await items(JSON.stringify(values), [], size)).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
    );
  });

  it('are those of a named array in an object, wherever it is', async () => {
    const results = [
      { id: 1, results: [0] },
      { id: 2, text: '"] }' },
    ];
    for (const value of [
      { results, next: null, more: [1] },
      { count: 2, other: [{ a: [1] }], results },
    ]) {
      expect(await items(JSON.stringify(value), ['results'])).toEqual(results);
      expect(await items(JSON.stringify(value, null, 2), ['results'], 1)).toEqual(results);
    }
  });

  it('are the elements of several named arrays', async () => {
    expect(await items('{"edges": [1, 2], "a": {}, "episodes": [3], "b": 4}', ['edges', 'episodes'])).toEqual(
      [1, 2, 3],
    );
  });

  it('are whole objects without such an array, one after the other', async () => {
    expect(await items('\uFEFF{"a": {"results": [1]}}\n{"b": 2}\n', ['results'])).toEqual([
      { a: { results: [1] } },
      { b: 2 },
    ]);
  });

  it('are none in an empty array', async () => {
    expect(await items(' [ ] ')).toEqual([]);
    expect(await items('{"results": []}', ['results'])).toEqual([]);
  });

  it.each([
    ['', 'holds no JSON'],
    ['PK\u0003\u0004', 'holds no JSON'],
    ['[{"a": 1}, {"b"', 'ends in the middle'],
    ['[{"a": "x', 'ends in the middle'],
    ['[{"a": 1 "b"}]', 'not valid JSON'],
  ])('cannot be read from %j', async (text, reason) => {
    await expect(items(text)).rejects.toThrow(reason);
  });

  it('may not be nested without end, also where nothing is kept', async () => {
    const deep = '['.repeat(20_000);
    await expect(items(deep)).rejects.toThrow('more than 10000 levels of nesting');
    await expect(items(`{"results": [1], "a": ${deep}`, ['results'])).rejects.toThrow('levels of nesting');
    const allowed = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    expect(await items(`[${allowed}, 1]`)).toHaveLength(2);
  });

  it('may not be longer than the limit, which bounds the memory that is used', async () => {
    const long = 'x'.repeat(2_000_000);
    await expect(items(JSON.stringify([{ long }]), [], 65_536, 1_048_576)).rejects.toThrow(
      'longer than 1 MiB',
    );
    expect(await items(JSON.stringify({ long, results: [1] }), ['results'], 65_536, 3_000_000)).toEqual([1]);
  });
});
