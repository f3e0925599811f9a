import { startBackendServer, type TestBackendServer } from './support/backend-server';
import { Documents, type ListedItem } from './support/documents';

const TOTAL = 3_000;
const SLICE = 100;

describe('the listing of the backend server', () => {
  let server: TestBackendServer;
  let documents: Documents;
  let namespace: string;

  beforeAll(async () => {
    server = await startBackendServer();
    documents = new Documents(server.url);
    namespace = await documents.newNamespace();
    for (let at = 0; at < TOTAL; at += SLICE) await documents.put(namespace, numbered(at, SLICE));
  });
  afterAll(() => server.close());

  const numbered = (from: number, count: number, text = 'text') =>
    Array.from({ length: count }, (_, at) => ({ id: `d${from + at}`, text: `${text} ${from + at}` }));

  it('goes through documents in the order of their storing, each once', async () => {
    const walked = await idsOf(documents.walk(namespace));
    expect(walked).toEqual(Array.from({ length: TOTAL }, (_, at) => `d${at}`));
  });

  it('ends with a page that says so, also where a page is full', async () => {
    const small = await documents.newNamespace();
    await documents.put(small, numbered(0, 6));
    const pages: string[][] = [];
    for await (const items of documents.walk(small, 3)) pages.push(items.map(({ id }) => id));
    expect(pages).toEqual([
      ['d0', 'd1', 'd2'],
      ['d3', 'd4', 'd5'],
    ]);
    const empty = await documents.list(await documents.newNamespace());
    expect(empty.pagination).toEqual({ limit: 100, has_more: false, next_token: null });
  });

  it('misses and repeats none that stays, while others write and delete', async () => {
    const before = await idsOf(documents.walk(namespace));
    const gone = before.filter((_, at) => at % 3 === 0);
    const changed = before.filter((_, at) => at % 3 === 1);
    const disturbance = disturb(gone.slice(0, 1_500), changed.slice(0, 1_500), 'new');
    const walked = await idsOf(documents.walk(namespace, 50));
    await disturbance;
    const seen = new Map<string, number>();
    for (const id of walked) seen.set(id, (seen.get(id) ?? 0) + 1);
    const touched = new Set(gone);
    const staying = before.filter((id) => !touched.has(id));
    expect(staying.filter((id) => seen.get(id) !== 1)).toEqual([]);
    expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
  });

  /** Deletes some, replaces some and stores new ones, in parallel. */
  async function disturb(gone: readonly string[], changed: readonly string[], name: string): Promise<void> {
    for (let at = 0; at < gone.length; at += 50) {
      await Promise.all([
        documents.delete(namespace, gone.slice(at, at + 50)),
        documents.put(
          namespace,
          changed.slice(at, at + 50).map((id) => ({ id, text: `changed ${id}` })),
        ),
        documents.put(
          namespace,
          Array.from({ length: 20 }, (_, n) => ({ id: `${name}-${at}-${n}`, text: 'new' })),
        ),
      ]);
    }
  }
});

async function idsOf(pages: AsyncIterable<ListedItem[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const items of pages) ids.push(...items.map(({ id }) => id));
  return ids;
}
