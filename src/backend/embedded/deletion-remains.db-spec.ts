import { randomUUID } from 'node:crypto';
import { actAt, aMemory } from '../../../test/support/memories';
import { openBackend } from '../../../test/support/open-backend';
import { useBackend } from '../../../test/support/use-backend';
import { sql } from '../../database/sql';
import { EmbeddingModelsRepository } from './embeddings/embedding-models.repository';

const TRIGGERS = ['memories_leave_tombstones', 'memories_leave_reports', 'memories_leave_links'];
const AT = new Date('2026-05-10T12:00:00.000Z');

const opened = useBackend(openBackend);

/** Deletions by the statements that this version sends, without help, and with the triggers of the version before. */
describe.each(['with', 'without'])('a deletion %s the triggers', (state) => {
  const alter = async (how: 'ENABLE' | 'DISABLE') => {
    for (const name of TRIGGERS)
      await opened.database.execute(sql([`ALTER TABLE memories ${how} TRIGGER ${name}`]));
  };

  beforeAll(() => alter(state === 'with' ? 'ENABLE' : 'DISABLE'));
  afterAll(() => alter('ENABLE'));

  it('leaves one tombstone, and no vector, link or words in a report', async () => {
    const [id, newer] = await storedPair();
    await opened.backend.delete(opened.namespace, id, actAt(1));
    expect(await remains(id)).toEqual({ tombstones: 1, vectors: 0, waiting: 0, links: 0, titles: [''] });
    expect(await remains(newer)).toMatchObject({ tombstones: 0, vectors: 1, waiting: 1 });
  });

  it('keeps an applied link of the newer memory, while the older one is there', async () => {
    const [older, newer] = await storedPair('applied');
    await opened.backend.delete(opened.namespace, newer, actAt(1));
    expect(await remains(newer)).toMatchObject({ tombstones: 1, links: 1 });
    await opened.backend.delete(opened.namespace, older, actAt(2));
    expect(await remains(older)).toMatchObject({ tombstones: 1, links: 0 });
  });

  it('spares what another agent says of a memory of the same id', async () => {
    const [id, newer] = await storedPair();
    const other = await opened.newNamespace();
    await link(other, [id, newer], 'open');
    await opened.backend.deleteAll(opened.namespace, [id, newer], actAt(1));
    expect(await remains(id)).toMatchObject({ tombstones: 1, links: 0 });
    expect(await remains(id, other)).toMatchObject({ links: 1, titles: ['title'] });
  });
});

it('deletes for a replica of the version before, whose statements leave it to the triggers', async () => {
  const [id] = await storedPair();
  await opened.database.execute(sql`DELETE FROM memories m WHERE m.id = ${id}::uuid`);
  expect(await remains(id)).toEqual({ tombstones: 1, vectors: 0, waiting: 0, links: 0, titles: [''] });
});

/** Two memories with vectors, a link and a report about them. */
async function storedPair(state: 'open' | 'applied' = 'open'): Promise<[string, string]> {
  const { database, backend, namespace } = opened;
  const model = await new EmbeddingModelsRepository(database).register({
    name: 'one',
    textPrefix: '',
    dimensions: 4,
    mean: 0.1,
    deviation: 0.05,
  });
  const memories = [aMemory({ content: 'older' }), aMemory({ content: 'newer' })] as const;
  await backend.store(namespace, memories, { dedupe: false });
  const ids: [string, string] = [memories[0].id, memories[1].id];
  await database.execute(sql`
    INSERT INTO memory_embeddings (namespace_id, memory_id, model_id, text_hash, vector)
    SELECT m.namespace_id, m.id, ${model.id}::int, '\\x00', '\\x01020304' FROM memories m
    WHERE m.id = ANY(${ids}::uuid[])`);
  await link(namespace, ids, state);
  return ids;
}

async function link(namespace: string, [older, newer]: [string, string], state: string): Promise<void> {
  const { database } = opened;
  await database.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at)
    VALUES (${namespace}, ${namespace}, 'project', ${AT}::timestamptz)`);
  await database.execute(sql`
    INSERT INTO memory_links (agent_id, link_id, newer_id, older_id, kind, certainty, found_by, state, made_at, changed_at,
      changed_by)
    VALUES (${namespace}, ${randomUUID()}::uuid, ${newer}::uuid, ${older}::uuid, 'update', 1, 'client', ${state},
      ${AT}::timestamptz, ${AT}::timestamptz, 'somebody')`);
  await database.execute(sql`
    INSERT INTO conflict_rows (agent_id, date, index, type, title, description, recommendation, old_memory_id,
      new_memory_id, generated_by, created_at)
    VALUES (${namespace}, ${AT}::date, 0, 'update', 'title', 'd', 'r', ${older}::uuid, ${newer}::uuid, 'rules',
      ${AT}::timestamptz)`);
}

async function remains(id: string, namespace = opened.namespace) {
  const [row] = await opened.database.query(sql`
    SELECT (SELECT count(*) FROM memory_tombstones t WHERE t.memory_id = ${id}::uuid)::int AS tombstones,
      (SELECT count(*) FROM memory_embeddings e WHERE e.memory_id = ${id}::uuid)::int AS vectors,
      (SELECT count(*) FROM embedding_backlog b WHERE b.memory_id = ${id}::uuid)::int AS waiting,
      (SELECT count(*) FROM memory_links l WHERE l.agent_id = ${namespace}
        AND ${id}::uuid IN (l.newer_id, l.older_id))::int AS links,
      ARRAY(SELECT c.title FROM conflict_rows c WHERE c.agent_id = ${namespace}
        AND ${id}::uuid IN (c.old_memory_id, c.new_memory_id)) AS titles`);
  return row;
}
