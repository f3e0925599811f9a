import { ChainCheck } from '../packages/cli/src/audit/chain-check';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const AGENT = 'survivor';
const WRITERS = 8;
/** Before the first entries get their places, and while they do. */
const KILL_AFTER_WRITES = [20, 250];
const NO_LIMIT = { RATE_LIMIT_PER_MINUTE: '0' };

let store: TestStore;
let service: ServiceProcess;
let token: string;
const acknowledged = new Set<string>();
let made = 0;

async function call(method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`${service.url}/api/v2/agents${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.text();
}

async function activate(): Promise<void> {
  const answer = await call('POST', `/${AGENT}/activate`, {});
  token = (JSON.parse(answer) as { session_token: string }).session_token;
}

/** Every third request is a batch. Ends with the first request that the kill cuts off. */
async function write(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const memories = Array.from({ length: made % 3 === 0 ? 5 : 1 }, () => ({ content: `Fact ${made++}` }));
    const text = await call('POST', `/${AGENT}/batch-remember`, { memories }).catch(() => null);
    if (text === null) return;
    for (const { id } of (JSON.parse(text) as { results: { id: string }[] }).results) acknowledged.add(id);
  }
}

async function killUnderWriters(afterWrites: number): Promise<void> {
  const stopped = new AbortController();
  const before = acknowledged.size;
  const writers = Array.from({ length: WRITERS }, () => write(stopped.signal));
  await eventually(
    () => acknowledged.size - before,
    (count) => count >= afterWrites,
    15_000,
  );
  await service.kill();
  stopped.abort();
  await Promise.all(writers);
}

interface ChainLine {
  kind: string;
  targets: { kind: string; ids: string[] }[];
}

/** The ids of memories that the chain has, each as often as it has them, and what is wrong with the chain. */
async function readChain(): Promise<{ ids: string[]; findings: unknown[] }> {
  const lines = (await call('GET', `/${AGENT}/audit/export`)).trimEnd().split('\n');
  const check = new ChainCheck(new Map());
  for (const line of lines) check.add(line);
  const records = lines.map((line) => JSON.parse(line) as ChainLine).filter(({ kind }) => kind === 'record');
  const targets = records.flatMap((record) => record.targets).filter(({ kind }) => kind === 'memory');
  return { ids: targets.flatMap(({ ids }) => ids), findings: check.result().findings };
}

async function storedIds(): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { memories: { id: string }[]; next_cursor: string | null } = JSON.parse(
      await call('POST', `/${AGENT}/recall/all`, { limit: 100, ...(cursor !== null && { cursor }) }),
    );
    found.push(...page.memories.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

beforeAll(async () => {
  buildService();
  store = await newTestStore();
  service = await startService(store.env, NO_LIMIT);
  token = '';
  await call('POST', '', { agent_id: AGENT });
  await activate();
});

afterAll(async () => {
  await service.kill();
  await store.remove();
});

it.each(KILL_AFTER_WRITES)(
  'a service that is killed under writers, after %d memories, has a record of each memory and no other',
  async (afterWrites) => {
    await killUnderWriters(afterWrites);
    service = await startService(store.env, NO_LIMIT);
    await activate();
    const { ids, findings } = await readChain();
    const stored = await storedIds();
    expect(findings).toEqual([]);
    expect([...ids].sort()).toEqual([...stored].sort());
    expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);
  },
);
