import { actAt, aMemory, anEdit, NO_FILTER } from '../../../../test/support/memories';
import { openBackend } from '../../../../test/support/open-backend';
import { useBackend } from '../../../../test/support/use-backend';
import { sql } from '../../../database/sql';
import type { PurgeRequest } from '../../memory-lifecycle';

const DAY = 86_400_000;
const NOW = actAt(100 * DAY);

const opened = useBackend(openBackend);

async function store(contents: readonly string[]): Promise<string[]> {
  const stored = contents.map((content) => aMemory({ content }));
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

const expire = (id: string, day: number) =>
  opened.backend.expire(opened.namespace, id, 'manual', actAt(day * DAY));
const purge = (request: Partial<PurgeRequest> = {}) =>
  opened.backend.purge(opened.namespace, {
    expiredUntil: actAt(50 * DAY).at,
    dryRun: false,
    act: { ...NOW, sessionId: null, by: 'demo' },
    ...request,
  });
const left = async () => (await opened.backend.page(opened.namespace, NO_FILTER, null, 10_000)).memories;
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `memory ${n}`);

async function fingerprints(): Promise<number> {
  const rows = await opened.database.query<{ count: number }>(sql`
    SELECT count(*)::float8 AS count FROM deleted_fingerprints d JOIN namespaces n ON n.id = d.namespace_id
    WHERE n.name = ${opened.namespace} AND length(d.fingerprint) = 32`);
  return rows[0]?.count ?? 0;
}

describe('a purge', () => {
  it('that is refused for a memory goes on without it', async () => {
    await opened.database.execute(sql`
      CREATE FUNCTION refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF OLD.content = 'memory 3' THEN RAISE EXCEPTION 'no' USING ERRCODE = '22000'; END IF;
        RETURN OLD;
      END $$`);
    await opened.database.execute(sql`
      CREATE TRIGGER refuse_delete BEFORE DELETE ON memories FOR EACH ROW EXECUTE FUNCTION refuse_delete()`);
    const ids = await store(numbered(9));
    for (const id of ids) await expire(id, 1);
    const outcome = await purge();
    await opened.database.execute(sql`DROP TRIGGER refuse_delete ON memories`);
    const error = 'the database refused it (22000)';
    expect(outcome).toMatchObject({ matched: 9, purged: 8, errors: [{ memoryId: ids[3], error }] });
    expect(outcome.memories).toHaveLength(9);
    expect((await left()).map(({ id }) => id)).toEqual([ids[3]]);
  });

  it('leaves of a memory its creation and deletion, and not what it said', async () => {
    const [id = ''] = await store(['Likes tea']);
    await opened.backend.edit(opened.namespace, id, anEdit({ content: 'Likes green tea' }), actAt(1));
    await expire(id, 1);
    await purge();
    const history = await opened.backend.history(opened.namespace, id);
    expect(history?.map(({ event, former }) => [event, former])).toEqual([
      ['deleted', null],
      ['expired', null],
      ['edited', null],
      ['created', null],
    ]);
    expect(history?.[0]).toMatchObject({ at: NOW.at, by: 'demo', sessionId: null });
    const rows = await opened.database.query(sql`
      SELECT 1 AS one FROM memory_history h WHERE h.memory_id = ${id}::uuid AND h.former IS NOT NULL`);
    expect(rows).toEqual([]);
  });
});

describe('content that was deleted for good', () => {
  it('leaves one fingerprint, however often it was deleted', async () => {
    for (const id of await store(['Likes tea', 'likes tea'])) {
      expect(await opened.backend.delete(opened.namespace, id, actAt(1))).toBe(true);
    }
    expect(await fingerprints()).toBe(1);
  });

  it('beside edits leaves nothing of what it said before', async () => {
    const ids = await store(numbered(40));
    await Promise.all(
      ids.flatMap((id, n) => [
        opened.backend.edit(opened.namespace, id, anEdit({ title: `title ${n}` }), actAt(1)),
        opened.backend.delete(opened.namespace, id, actAt(2)),
        opened.backend.edit(opened.namespace, id, anEdit({ content: `content ${n}` }), actAt(3)),
      ]),
    );
    expect(await left()).toEqual([]);
    const rows = await opened.database.query(sql`
      SELECT 1 AS one FROM memory_history h WHERE h.memory_id = ANY(${ids}::uuid[]) AND h.former IS NOT NULL`);
    expect(rows).toEqual([]);
  });
});
