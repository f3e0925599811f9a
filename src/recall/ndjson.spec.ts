import { ndjson } from './ndjson';

async function* slicesOf(...slices: number[][]): AsyncIterable<number[]> {
  for (const slice of slices) yield slice;
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

const asTheyAre = (slice: number[]) => Promise.resolve(slice);

describe('ndjson', () => {
  it('writes one item a line, slice after slice', async () => {
    const stream = ndjson(slicesOf([1, 2], [3]), (slice) =>
      Promise.resolve(slice.map((item) => ({ item, note: 'a\nb' }))),
    );
    expect(await textOf(stream)).toBe(
      '{"item":1,"note":"a\\nb"}\n{"item":2,"note":"a\\nb"}\n{"item":3,"note":"a\\nb"}\n',
    );
  });

  it('is empty when there is nothing', async () => {
    expect(await textOf(ndjson(slicesOf(), asTheyAre))).toBe('');
  });

  it('fails when its source fails', async () => {
    async function* broken(): AsyncIterable<number[]> {
      yield [1];
      throw new Error('the database went away');
    }
    await expect(textOf(ndjson(broken(), asTheyAre))).rejects.toThrow('the database went away');
  });
});
