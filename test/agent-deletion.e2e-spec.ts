import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newDatabaseStore, type TestStore } from './support/database-store';
import { eventually } from './support/eventually';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { shownMetric } from './support/shown-metric';

const AGENT = 'forgotten';
const MEMORIES = 4_000;
const BATCH = 100;

describe('an agent that is deleted with its memories', () => {
  let store: TestStore;
  let service: ServiceProcess;
  let token = '';

  beforeAll(async () => {
    buildService();
    store = await newDatabaseStore();
    service = await startService(store.env);
  });
  afterAll(async () => {
    await service.terminate();
    await store.remove();
  });

  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${service.url}/api/v2/agents${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`status ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }
  const activate = async () => {
    token = (await call('POST', `/${AGENT}/activate`, {})).session_token as string;
  };
  const pending = (): Promise<number> => shownMetric(service.url, 'deleted_memories_pending');
  /** While no service runs. */
  const rowsLeft = async (): Promise<Record<string, number>> => {
    const database = await PrismaService.open(store.env, (error) => {
      throw error;
    });
    const [rows] = await database.query<Record<string, number>>(sql`
      SELECT (SELECT count(*) FROM namespaces)::float8 AS namespaces,
        (SELECT count(*) FROM memories)::float8 AS memories,
        (SELECT count(*) FROM memory_history)::float8 AS history,
        (SELECT count(*) FROM memory_tombstones)::float8 AS tombstones`);
    await database.close();
    return rows ?? {};
  };
  const memoryCount = async () => (await call('GET', `/${AGENT}`)).memory_count;

  it('is gone at once, though its process is killed and an agent of the same id follows', async () => {
    await call('POST', '', { agent_id: AGENT });
    await activate();
    for (let at = 0; at < MEMORIES; at += BATCH) {
      const memories = Array.from({ length: BATCH }, (_, i) => ({ content: `Likes tea number ${at + i}` }));
      await call('POST', `/${AGENT}/batch-remember`, { memories });
    }
    expect(await memoryCount()).toBe(MEMORIES);

    await call('DELETE', `/${AGENT}?delete-backup-too=true`);
    await service.kill();
    expect((await rowsLeft()).memories).toBeGreaterThan(0);
    service = await startService(store.env);

    await call('POST', '', { agent_id: AGENT });
    await activate();
    expect(await memoryCount()).toBe(0);
    expect((await call('POST', `/${AGENT}/recall`, { query: 'tea' })).memories).toEqual([]);
    expect(await call('POST', `/${AGENT}/recall/recent`, {})).toMatchObject({ count: 0, total_available: 0 });
    await call('POST', `/${AGENT}/remember`, { content: 'Likes coffee' });

    await eventually(pending, (left) => left === 0);
    expect(await memoryCount()).toBe(1);
    await service.terminate();
    expect(await rowsLeft()).toEqual({ namespaces: 1, memories: 1, history: 0, tombstones: 0 });
  });
});
