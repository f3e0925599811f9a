import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { ResumingReader } from './support/resuming-reader';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const AGENT = 'watched';
const WRITERS = 20;
const KILLS = 3;
/** Memories before each kill. */
const ROUND = 150;
const NO_LIMIT = { RATE_LIMIT_PER_MINUTE: '0' };

let store: TestStore;
let writing: ServiceProcess;
/** The same process where the database allows one only. */
let reading: ServiceProcess;
let token: string;
const acknowledged = new Set<string>();
let made = 0;

async function call(service: ServiceProcess, method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(`${service.url}/api/v2/agents${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': token },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.text();
}

async function activate(): Promise<void> {
  const answer = await call(writing, 'POST', `/${AGENT}/activate?join=true`, {});
  token = (JSON.parse(answer) as { session_token: string }).session_token;
}

/** Single writes share statements, batches have one of their own. */
async function writeOne(): Promise<void> {
  const kind = made % 4;
  const memories = Array.from({ length: kind === 0 ? 7 : 1 }, () => ({ content: `Fact ${made++}` }));
  const [content] = memories;
  if (kind === 1) {
    const { memory_id: id } = JSON.parse(await call(writing, 'POST', `/${AGENT}/remember`, content)) as {
      memory_id: string;
    };
    acknowledged.add(id);
    return;
  }
  const text = await call(writing, 'POST', `/${AGENT}/batch-remember`, { memories });
  for (const { id } of (JSON.parse(text) as { results: { id: string }[] }).results) acknowledged.add(id);
}

/** Goes on where its writes fail, since the service is killed under it. */
async function write(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await writeOne().catch(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

beforeAll(async () => {
  buildService();
  store = await newTestStore();
  writing = await startService(store.env, NO_LIMIT);
  reading = store.env.DATABASE_URL === null ? writing : await startService(store.env, NO_LIMIT);
  token = '';
  await call(writing, 'POST', '', { agent_id: AGENT });
  await activate();
});

afterAll(async () => {
  await Promise.all([writing.kill(), reading.kill()]);
  await store.remove();
});

/** With two processes, the other one takes over until a new one has started. The reader is on the killed one each time. */
async function kill(round: number): Promise<void> {
  if (reading === writing) {
    await reading.kill();
    reading = writing = await startService(store.env, NO_LIMIT);
    return activate();
  }
  const isWriting = round % 2 === 1;
  const [killed, left] = isWriting ? [writing, reading] : [reading, writing];
  await killed.kill();
  reading = writing = left;
  const started = await startService(store.env, NO_LIMIT);
  if (isWriting) writing = started;
  else reading = started;
}

it('a reader misses nothing under 20 writers and kills of the processes that read and write', async () => {
  const stopped = new AbortController();
  const reader = new ResumingReader(() => ({ url: `${reading.url}/api/v2/agents/${AGENT}/events`, token }));
  const reads = reader.run(stopped.signal);
  await eventually(
    () => reader.lastId,
    (id) => id !== null,
  );
  const writers = new AbortController();
  const writes = Array.from({ length: WRITERS }, () => write(writers.signal));
  for (let round = 0; round < KILLS; round++) {
    const before = acknowledged.size;
    await eventually(
      () => acknowledged.size - before,
      (count) => count >= ROUND,
    );
    await kill(round);
  }
  writers.abort();
  await Promise.all(writes);
  const missing = () => [...acknowledged].filter((id) => !reader.seen.includes(id));
  await eventually(
    () => missing().length,
    (count) => count === 0,
    30_000,
  );
  stopped.abort();
  await reads;
  expect(acknowledged.size).toBeGreaterThan(KILLS * ROUND);
  expect(missing()).toEqual([]);
  expect(reader.resets).toEqual([]);
  // At least once; here once, since a place counts what was read.
  expect(reader.seen.length).toBe(new Set(reader.seen).size);
});
