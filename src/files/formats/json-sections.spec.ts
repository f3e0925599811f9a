import fc from 'fast-check';
import { jsonSections } from './json-sections';

async function sectionsOf(...pieces: string[]): Promise<[string | null, string][]> {
  async function* parts() {
    for (const text of pieces) yield { text, progress: 1 };
  }
  const sections: [string | null, string][] = [];
  for await (const { place, text } of jsonSections(parts())) sections.push([place, text]);
  return sections;
}

describe('sections of JSON', () => {
  it('are elements of an array at the root', async () => {
    expect(await sectionsOf('[{"a":1},"two",[3,[4]],null,true]')).toEqual([
      ['[0]', 'a: 1'],
      ['[1]', 'two'],
      ['[2]', '3\n[1]: 4'],
      ['[4]', 'true'],
    ]);
  });

  it('are elements of arrays in objects, however deep, but not of arrays in those', async () => {
    expect(await sectionsOf('{"data":{"total":2,"rows":[{"x":[{"y":1},{"y":2}]}]}}')).toEqual([
      ['data', 'total: 2'],
      ['data.rows[0]', 'x[0].y: 1\nx[1].y: 2'],
    ]);
  });

  it('return to an object after an array in it', async () => {
    expect(await sectionsOf('{"a":1,"list":[5],"b":{"c":2},"d":3}')).toEqual([
      [null, 'a: 1'],
      ['list[0]', '5'],
      ['b', 'c: 2'],
      [null, 'd: 3'],
    ]);
  });

  it('may be a lone value', async () => {
    expect(await sectionsOf('"word"')).toEqual([[null, 'word']]);
    expect(await sectionsOf(' -1.5e3 ')).toEqual([[null, '-1.5e3']]);
  });

  it('are values of JSON lines, of any kind', async () => {
    expect(await sectionsOf('[1,2]\n{"a":{"b":3}}\n"four"\n')).toEqual([
      ['record 1', '1, 2'],
      ['record 2', 'a.b: 3'],
      ['record 3', 'four'],
    ]);
  });

  it('are the same however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 9 }), async (value, size) => {
        const text = JSON.stringify({ value, more: [value] });
        const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(await sectionsOf(...pieces)).toEqual(await sectionsOf(text));
      }),
    );
  });

  it('hold every word of it', async () => {
    const words = fc.stringMatching(/^[a-z]{1,12}$/);
    const record = fc.dictionary(words, fc.oneof(words, fc.array(words, { minLength: 1 })));
    await fc.assert(
      fc.asyncProperty(fc.array(record), async (records) => {
        const text = (await sectionsOf(JSON.stringify(records))).map(([, section]) => section).join('\n');
        const found = new Set(text.match(/[a-z]+/g));
        const values = records.flatMap((entry) => Object.values(entry).flat());
        expect(values.filter((word) => !found.has(word))).toEqual([]);
      }),
    );
  });

  it.each(['{"a":}', '[1,', '{"a" 1}', 'nope', '[1] x'])('are not read out of %s', async (text) => {
    await expect(sectionsOf(text)).rejects.toThrow('The file is not valid JSON');
  });
});
