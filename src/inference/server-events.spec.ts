import { readEvents } from './server-events';

async function dataOf(...chunks: string[]): Promise<string[]> {
  const bytes = chunks.map((chunk) => Buffer.from(chunk, 'latin1'));
  const found: string[] = [];
  for await (const { data } of readEvents(stream(bytes))) if (data !== null) found.push(data);
  return found;
}

async function* stream(chunks: Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}

describe('server-sent events', () => {
  it.each([
    ['one', ['data: {"a": 1}\n\n'], ['{"a": 1}']],
    ['several in a chunk', ['data: a\n\ndata:b\n\n'], ['a', 'b']],
    ['cut anywhere', ['da', 'ta: a\r', '\n\r', '\nda', 'ta: b\n', '\n'], ['a', 'b']],
    ['of several lines', ['data: a\ndata: b\n\n'], ['a\nb']],
    ['with comments and other fields', [': wait\nevent: x\nid: 1\ndata: a\n\n: wait\n\n'], ['a']],
    ['with a name alone', ['event: x\n\ndata: a\r\r'], ['a']],
    ['with a letter of two bytes cut', ['data: \xc3', '\xa9\n\n'], ['é']],
    ['without an end', ['data: a\n\ndata: b\n'], ['a']],
    ['none', ['<html></html>'], []],
  ])('are read: %s', async (_, chunks, expected) => {
    expect(await dataOf(...chunks)).toEqual(expected);
  });
});
