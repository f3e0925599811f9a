import { itemOf, MAX_CONTENT } from './entry.ts';
import { importStream, memoryId } from './import-lines.ts';
import { itemsOf, splitText } from './split-text.ts';

const target = { agentId: 'a', namespace: 'service_agent_a' };
const now = new Date('2026-01-01T00:00:00Z');

function linesFor(fields: Partial<Parameters<typeof itemOf>[0]>): Record<string, unknown>[] {
  const item = itemOf({ ref: '1', content: 'The sky\nis blue.', ...fields });
  const bytes = importStream(target, 'mem0', [{ id: memoryId(target, 'mem0', '1'), item, place: 1 }], now);
  const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('the id of an imported memory', () => {
  it('is a UUID, and the same for the same item of the same agent', () => {
    const id = memoryId(target, 'mem0', '1');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(memoryId({ ...target }, 'mem0', '1')).toBe(id);
    const others = [
      memoryId(target, 'zep', '1'),
      memoryId(target, 'mem0', '2'),
      memoryId({ ...target, namespace: 'b' }, 'mem0', '1'),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });
});

describe('the lines of an import', () => {
  it('keep the times of the other system', () => {
    const [header, memory, end] = linesFor({
      createdAt: new Date('2024-01-01T00:00:00Z'),
      updatedAt: new Date('2024-02-01T00:00:00Z'),
    });
    expect(header).toEqual({ kind: 'header', format: 1, agents: ['a'] });
    expect(memory).toMatchObject({
      created_at: '2024-01-01T00:00:00.000Z',
      updated_at: '2024-02-01T00:00:00.000Z',
      title: 'The sky is blue.',
      title_derived: true,
      source_ref: 'mem0:1',
      status: 'active',
    });
    expect(end).toEqual({ kind: 'end', lines: 2 });
  });

  it('have the time of the import where there is none', () => {
    expect(linesFor({})[1]).toMatchObject({ created_at: now.toISOString(), updated_at: now.toISOString() });
  });

  it('expire what the other system has expired, with its history', () => {
    const [, memory] = linesFor({
      createdAt: new Date('2024-01-01T00:00:00Z'),
      expired: { at: new Date('2024-03-01T00:00:00Z'), by: 'zep' },
    });
    expect(memory).toMatchObject({
      status: 'expired',
      expired_at: '2024-03-01T00:00:00.000Z',
      updated_at: '2024-03-01T00:00:00.000Z',
      history: [{ event: 'expired', at: '2024-03-01T00:00:00.000Z', by: 'import:mem0' }],
    });
  });

  it('stay within the limits of the service', () => {
    const tags = [...Array.from({ length: 30 }, (_, at) => `tag ${at}`), 'x'.repeat(100), '', null, 7];
    const item = itemOf({
      ref: 'r'.repeat(600),
      content: 'x',
      title: 't'.repeat(200),
      tags,
      thread: 'y'.repeat(80),
    });
    expect(item.ref.length).toBe(512);
    expect(item.title?.length).toBe(100);
    expect(item.tags).toHaveLength(20);
    expect(item.thread?.length).toBe(64);
  });
});

describe('a long text', () => {
  it('becomes several memories of one thread, and nothing of it is lost', () => {
    const words = Array.from({ length: 6_000 }, (_, at) => `word${at}`);
    const text = words.map((word, at) => (at % 50 === 49 ? `${word}.\n\n` : word)).join(' ');
    const items = itemsOf({ ref: 'note.md', content: text });
    expect(items.length).toBeGreaterThan(3);
    expect(Math.max(...items.map(({ content }) => content.length))).toBeLessThanOrEqual(MAX_CONTENT);
    expect(items.map(({ ref, thread }) => [ref, thread])[1]).toEqual(['note.md#2', 'note.md']);
    expect(items.flatMap(({ content }) => content.split(/\s+/)).join(' ')).toBe(
      text.split(/\s+/).join(' ').trim(),
    );
  });

  it('is not cut inside of a character', () => {
    expect(splitText('🎈'.repeat(25), 10).map((piece) => Array.from(piece).length)).toEqual([10, 10, 5]);
    expect(splitText('🎈'.repeat(10), 10)).toHaveLength(1);
  });
});
