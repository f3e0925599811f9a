import { openTestDatabase, type TestDatabase } from '../../../test/support/database';
import { newTestBackend, type EmbeddedBackend } from '../../../test/support/backend';
import { aMemory } from '../../../test/support/memories';
import { sql } from '../../database/sql';
import { NO_EDIT } from '../memory-edit';

const SPACE = 'quotas';
const NOW = new Date('2026-05-01T12:00:00.000Z');
const ACT = { at: null, sessionId: null, by: 'demo' };

describe('the bytes of a namespace', () => {
  let opened: TestDatabase;
  let backend: EmbeddedBackend;

  beforeAll(async () => {
    opened = await openTestDatabase();
    ({ backend } = newTestBackend(opened.db, opened.store.env));
    await backend.createNamespace(SPACE, NOW);
  });
  afterAll(() => opened.close());

  async function sum(): Promise<{ memories: number; bytes: number }> {
    const [row] = await opened.db.query<{ memories: number; bytes: number }>(sql`
      SELECT count(*)::float8 AS memories,
        coalesce(sum(octet_length(content) + octet_length(title) + octet_length(metadata::text)), 0)::float8 AS bytes
      FROM memories`);
    return row ?? { memories: -1, bytes: -1 };
  }

  it('are those of its rows after every kind of change, and after one that was undone', async () => {
    const memories = [aMemory({ content: 'Grüße' }), aMemory({ content: 'Tea', metadata: { cups: 3 } })];
    const [first, second] = memories.map(({ id }) => id) as [string, string];
    await backend.store(SPACE, memories, { dedupe: false });
    expect(await backend.use(SPACE)).toEqual(await sum());
    await backend.edit(SPACE, first, { ...NO_EDIT, content: 'A longer text', metadata: { a: 'b' } }, ACT);
    expect(await backend.use(SPACE)).toEqual(await sum());
    await backend.expire(SPACE, second, 'test', ACT);
    expect(await backend.use(SPACE)).toEqual(await sum());
    const before = await backend.use(SPACE);
    const undone = opened.db.transaction(async () => {
      await backend.store(SPACE, [aMemory({ content: 'Gone' })], { dedupe: false });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await backend.use(SPACE)).toEqual(before);
    await backend.delete(SPACE, first, ACT);
    expect(await backend.use(SPACE)).toEqual(await sum());
    expect((await backend.use(SPACE)).memories).toBe(1);
  });
});
