import request from 'supertest';
import { AuditSealer } from '../src/audit/audit-sealer.service';
import { PrismaService } from '../src/database/prisma.service';
import { startBackendServer, type TestBackendServer } from './support/backend-server';
import { Documents } from './support/documents';

/** The operations in the chain of a namespace, oldest first. */
async function recordedIn({ app }: TestBackendServer, chain: string): Promise<string[]> {
  await app.get(AuditSealer).sealAll();
  const rows = await app
    .get(PrismaService)
    .models.auditRecord.findMany({ where: { chain }, orderBy: { seq: 'asc' } });
  return rows.map(({ operation }) => operation);
}

const UUID = '0190b5a0-7c00-7000-8000-000000000001';

describe('the backend server', () => {
  let server: TestBackendServer;
  let documents: Documents;

  beforeAll(async () => {
    server = await startBackendServer();
    documents = new Documents(server.url);
  });
  afterAll(() => server.close());

  const http = () => request(server.url);
  const post = (path: string, body: object) => documents.post(path, body);

  it('says that it is there', async () => {
    const { body } = await http().get('/health').expect(200);
    expect(body).toMatchObject({ status: 'ok' });
  });

  describe('namespaces', () => {
    it('are made once, listed with their items in both spellings, and deleted once', async () => {
      const name = await documents.newNamespace();
      const { body: refused } = await post('/namespaces', { namespace_name: name, type: 'text' }).expect(409);
      expect(refused).toEqual({ error: 'namespace_exists', message: `Namespace '${name}' exists already` });
      await documents.put(name, [
        { id: 'a', text: 'one' },
        { id: 'b', text: 'two' },
      ]);
      const { body } = await http().get('/namespaces').expect(200);
      expect((body as { namespaces: unknown[] }).namespaces).toContainEqual({
        namespace_name: name,
        type: 'text',
        item_count: 2,
        itemCount: 2,
      });
      await http().delete(`/namespaces/${name}`).expect(200);
      const { body: gone } = await http().delete(`/namespaces/${name}`).expect(404);
      expect(gone).toMatchObject({ error: 'namespace_not_found' });
    });

    it('leave a record of each change, and of those of their documents', async () => {
      const name = await documents.newNamespace();
      await documents.put(name, [{ id: 'a', text: 'one' }]);
      await post('/namespaces', { namespace_name: name, type: 'text' }).expect(409);
      await documents.delete(name, ['a']);
      await documents.delete(name, ['a']);
      await http().delete(`/namespaces/${name}`).expect(200);
      expect(await recordedIn(server, name)).toEqual([
        'createNamespace',
        'storedDocuments',
        'deletedDocuments',
        'deleteNamespace',
      ]);
    });

    it('are made by one of those who make them at the same moment', async () => {
      const made = await Promise.all(
        Array.from({ length: 10 }, () => post('/namespaces', { namespace_name: 'contested', type: 'text' })),
      );
      expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    });

    it('hold nothing of a namespace of the same name before', async () => {
      const name = await documents.newNamespace();
      await documents.put(name, [{ id: 'a', text: 'the former one' }]);
      await http().delete(`/namespaces/${name}`).expect(200);
      await post('/namespaces', { namespace_name: name }).expect(201);
      expect((await documents.list(name)).items).toEqual([]);
      const { body } = await post('/search', { namespaces: [name], query: 'former' }).expect(200);
      expect(body).toMatchObject({ results: [] });
    });
  });

  describe('documents', () => {
    it('come back as they went, by both paths', async () => {
      const name = await documents.newNamespace();
      const metadata = {
        title: 'Ü "x"',
        tags: ['a', 'b'],
        count: 1.5,
        flag: true,
        none: null,
        memory_type: 'odd',
      };
      const { body } = await documents.put(name, [
        { id: UUID, text: ' line\n\n[FACT] \u{1F600} ', ...metadata },
        { id: 'not a/uuid?', text: 'two', metadata: { source: 'nested', page: 2 }, page: 3 },
        { id: 17, text: 'three' },
      ]);
      expect(body).toMatchObject({ submitted_ids: [UUID, 'not a/uuid?', '17'], total: 3 });
      const { job_id } = body as { job_id: string };
      const { body: job } = await http().get(`/namespaces/${name}/upload-jobs/${job_id}`).expect(200);
      expect(job).toMatchObject({ job_id, status: 'completed', total: 3 });
      const items = [
        { id: UUID, text: ' line\n\n[FACT] \u{1F600} ', metadata },
        { id: 'not a/uuid?', text: 'two', metadata: { source: 'nested', page: 3 } },
        { id: '17', text: 'three', metadata: {} },
      ];
      const ids = [UUID, 'not a/uuid?', 17, 'none', UUID.toUpperCase()];
      const { body: got } = await post(`/namespaces/${name}/documents/get`, { ids }).expect(200);
      expect(got).toMatchObject({ items, documents: items });
      const { body: same } = await post(`/namespaces/${name}/items/get`, { ids }).expect(200);
      expect(same).toMatchObject({ items });
      expect((await documents.list(name)).items).toMatchObject(
        items.map((item) => ({ ...item, is_summary: false })),
      );
    });

    it('replace one of the same id where it stands, and keep its age', async () => {
      const name = await documents.newNamespace();
      await documents.put(name, [
        { id: 'a', text: 'first of all', colour: 'red' },
        { id: 'b', text: 'second' },
      ]);
      const before = await documents.list(name);
      await documents.put(name, [
        { id: 'a', text: 'lost' },
        { id: 'a', text: 'the better one' },
      ]);
      const after = await documents.list(name);
      expect(after.items.map(({ id, text }) => [id, text])).toEqual([
        ['a', 'the better one'],
        ['b', 'second'],
      ]);
      expect(after.items[0]).toMatchObject({ metadata: {}, created_at: before.items[0]?.created_at });
      const { body } = await post('/search', { namespaces: [name], query: 'first' }).expect(200);
      expect(body).toMatchObject({ results: [] });
    });

    it.each(['documents', 'items'])(
      'are deleted under %s, with an error when they cannot be',
      async (path) => {
        const name = await documents.newNamespace();
        await documents.put(name, [
          { id: 'a', text: 'alpha' },
          { id: 'b', text: 'beta' },
        ]);
        const { body } = await post(`/namespaces/${name}/${path}/delete`, { ids: ['a', 'none'] }).expect(200);
        expect(body).toEqual({
          status: 'success',
          deleted_ids: ['a', 'none'],
          actual_deletions: 1,
          errors: [],
        });
        const { body: partly } = await post(`/namespaces/${name}/${path}/delete`, { ids: ['b', ''] }).expect(
          207,
        );
        expect(partly).toMatchObject({ status: 'partial', deleted_ids: ['b'], errors: [{ id: '' }] });
        expect((await documents.list(name)).items).toEqual([]);
        const { body: found } = await post('/search', { namespaces: [name], query: 'alpha beta' }).expect(
          200,
        );
        expect(found).toMatchObject({ results: [] });
      },
    );
  });

  describe('search', () => {
    const search = async (body: object) => {
      const found = await post('/search', body).expect(200);
      return found.body as { results: { id: string; score: number; namespace: string }[]; retrieval: string };
    };

    it('finds documents of every status by their words, best first, as they were given', async () => {
      const name = await documents.newNamespace();
      await documents.put(name, [
        { id: 'dark', text: 'The user prefers dark themes.', status: 'expired', expired_at: '2026-01-01' },
        { id: 'both', text: 'Dark themes and dark roast.', memory_type: 'preference' },
        { id: 'tea', text: 'The user drinks tea.' },
      ]);
      const { results, retrieval } = await search({ namespaces: [name], query: 'dark themes', top_k: 10 });
      expect(retrieval).toBe('lexical');
      expect(results.map(({ id }) => id).sort()).toEqual(['both', 'dark']);
      expect(results.find(({ id }) => id === 'both')).toMatchObject({
        text: 'Dark themes and dark roast.',
        metadata: { memory_type: 'preference' },
      });
      const scores = results.map(({ score }) => score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      for (const score of scores) expect(score).toBeLessThanOrEqual(1);
      const { results: one } = await search({ namespaces: [name], query: 'dark themes', top_k: 1 });
      expect(one).toEqual(results.slice(0, 1));
    });

    it('looks in several namespaces, and needs all of them', async () => {
      const [one, two] = [await documents.newNamespace(), await documents.newNamespace()];
      await documents.put(one, [{ id: 'a', text: 'green apples' }]);
      await documents.put(two, [{ id: 'a', text: 'apples' }]);
      const { results } = await search({ namespaces: [one, two, one], query: 'apples' });
      expect(results.map(({ namespace }) => namespace).sort()).toEqual([one, two]);
      const { body } = await post('/search', { namespaces: [one, 'none'], query: 'apples' }).expect(404);
      expect(body).toMatchObject({ error: 'namespace_not_found' });
    });

    it('heeds a threshold in kiosk mode alone', async () => {
      const name = await documents.newNamespace();
      await documents.put(name, [{ id: 'a', text: 'apples and pears' }]);
      const asked = { namespaces: [name], query: 'apples bananas cherries', threshold: 1 };
      expect((await search(asked)).results).toHaveLength(1);
      expect((await search({ ...asked, kiosk_mode: true })).results).toHaveLength(0);
    });
  });
});
