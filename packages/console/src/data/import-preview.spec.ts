import { previewOf } from './import-preview.ts';

const memory = (fields: object) => JSON.stringify({ kind: 'memory', id: 'a', type: 'fact', content: 'x', ...fields });

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}

describe('a file to import', () => {
  const lines = [
    '{"kind":"header","format":1,"agents":["bot"]}',
    memory({ id: 'a', created_at: '2026-05-02T00:00:00Z' }),
    memory({ id: 'b', type: 'event', created_at: '2026-05-01T00:00:00Z', content: 'y'.repeat(500) }),
    '{"kind":"end","lines":3}',
  ];

  it.each([1, 7, 10_000])('is counted in pieces of %i characters', async (size) => {
    expect(await previewOf(inPieces(lines.join('\n'), size))).toEqual({
      agents: ['bot'],
      memories: 2,
      byType: { fact: 1, event: 1 },
      oldest: new Date('2026-05-01T00:00:00Z'),
      newest: new Date('2026-05-02T00:00:00Z'),
      ids: ['a', 'b'],
      first: [
        { id: 'a', type: 'fact', content: 'x' },
        { id: 'b', type: 'event', content: 'y'.repeat(200) },
      ],
      damaged: 0,
      isWhole: true,
    });
  });

  it('says what is damaged, and that it broke off', async () => {
    const text = [lines[0], '{"kind":"memory"', '[1]', '', memory({ created_at: 'never' })].join('\n');
    expect(await previewOf(inPieces(text, 5))).toMatchObject({ memories: 1, damaged: 2, isWhole: false });
  });

  it('shows the first ten', async () => {
    const text = Array.from({ length: 12 }, (_, n) => memory({ id: String(n) })).join('\n');
    const { first, memories } = await previewOf(inPieces(text, 100));
    expect([first.length, memories]).toEqual([10, 12]);
  });
});
