import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newTestStore, type TestStore } from './support/database';
import { buildService, startService, type ServiceProcess } from './support/service-process';

/** A request to store contents, and the ids it was answered, if it was. */
interface Write {
  key: string;
  contents: string[];
  ids: string[] | null;
}

interface Stored {
  id: string;
  content: string;
}

/** Ends the thread of the embedded database when a file appears. */
const BREAK_ENGINE = join(__dirname, 'fixtures/break-engine.cjs');
const AGENT = 'survivor';
const WRITERS = 6;
/** Acknowledged requests after which the process is killed, while others are under way. */
const KILL_AFTER = 100;
const ROUNDS = 2;

let store: TestStore;
let service: ServiceProcess;
let token: string;
let writes: Write[];
let made = 0;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A text that tells by itself whether it is whole. */
function newContent(): string {
  const text = `memory number${made++} ${'and so on '.repeat(made % 300)}`;
  return `${sha256(text)} ${text}`;
}

function isWhole(content: string): boolean {
  const space = content.indexOf(' ');
  return content.slice(0, space) === sha256(content.slice(space + 1));
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}/api/v2/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': token, ...headers },
    body: JSON.stringify(body),
  });
}

async function activate(): Promise<void> {
  const answer = (await (await post(`agents/${AGENT}/activate`, {})).json()) as { session_token: string };
  token = answer.session_token;
}

/** Every third request is a batch. */
function newWrite(): Write {
  const contents = writes.length % 3 === 0 ? [newContent(), newContent(), newContent()] : [newContent()];
  const write = { key: `key-${made}`, contents, ids: null };
  writes.push(write);
  return write;
}

async function send(write: Write): Promise<void> {
  const memories = write.contents.map((content) => ({ content }));
  const headers = { 'Idempotency-Key': write.key };
  const single = memories.length === 1;
  const path = `agents/${AGENT}/${single ? 'remember' : 'batch-remember'}`;
  const response = await post(path, single ? memories[0]! : { memories }, headers);
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  const body = (await response.json()) as { memory_id?: string; results?: { id: string }[] };
  write.ids = body.results?.map((row) => row.id) ?? [body.memory_id ?? ''];
}

const acknowledged = () => writes.filter((write) => write.ids !== null).length;

/** Streams requests on several connections, and kills the process in the middle of them. */
async function writeUntilKilled(): Promise<void> {
  const enough = acknowledged() + KILL_AFTER;
  const kill: { under: Promise<void> | null } = { under: null };
  const writer = async () => {
    while (kill.under === null) {
      await send(newWrite()).catch((error: unknown) => {
        if (kill.under === null) throw error;
      });
      if (acknowledged() >= enough) kill.under ??= service.kill();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await kill.under;
}

async function everything(): Promise<Stored[]> {
  const response = await post(`agents/${AGENT}/recall/all`, {}, { Accept: 'application/x-ndjson' });
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Stored);
}

async function restart(): Promise<Stored[]> {
  service = await startService(store.env);
  await activate();
  return everything();
}

beforeAll(async () => {
  buildService();
  store = await newTestStore();
  service = await startService(store.env);
  token = '';
  writes = [];
  await post('agents', { agent_id: AGENT });
  await activate();
});

afterAll(async () => {
  await service.kill();
  await store.remove();
});

describe('a service that is killed while it is storing', () => {
  it.each(Array.from({ length: ROUNDS }, (_, i) => i + 1))(
    'has every memory that it acknowledged when it starts again (kill %d)',
    async () => {
      await writeUntilKilled();
      const contentById = new Map((await restart()).map((memory) => [memory.id, memory.content]));
      const lost = writes.flatMap(({ ids, contents }) =>
        (ids ?? []).filter((id, i) => contentById.get(id) !== contents[i]),
      );
      expect(lost).toEqual([]);
    },
  );

  it('was interrupted in the middle of requests', () => {
    expect(writes.filter((write) => write.ids === null).length).toBeGreaterThan(0);
  });

  it('has no memory that is half written', async () => {
    expect((await everything()).filter((memory) => !isWhole(memory.content))).toEqual([]);
  });

  it('has all or nothing of each batch', async () => {
    const stored = new Set((await everything()).map((memory) => memory.content));
    const halves = writes.filter(
      ({ contents }) => new Set(contents.map((content) => stored.has(content))).size > 1,
    );
    expect(halves).toEqual([]);
  });

  it('stores what was interrupted once, when that is sent again under its key', async () => {
    const interrupted = writes.filter((write) => write.ids === null);
    for (const write of interrupted) await send(write);
    const stored = (await everything()).map((memory) => memory.content).sort();
    expect(stored).toEqual(writes.flatMap((write) => write.contents).sort());
  });

  it('finds by recall what it stored before it was killed', async () => {
    const response = await post(`agents/${AGENT}/recall`, { query: 'number0' });
    const { memories } = (await response.json()) as { memories: Stored[] };
    expect(memories[0]?.content).toBe(writes[0]?.contents[0]);
  });
});

/** The service survives the end of a server, but the embedded database ends with its process. */
const whenEmbedded = process.env.TEST_DATABASE_URL ? it.skip : it;

whenEmbedded(
  'a service whose embedded database breaks ends with 1, so that its supervisor restarts it',
  async () => {
    const own = await newTestStore();
    const signal = join(own.env.DATA_DIR, 'break');
    const broken = await startService(own.env, {
      NODE_OPTIONS: `--require ${BREAK_ENGINE}`,
      BREAK_ENGINE_WHEN: signal,
    });
    await writeFile(signal, '');
    expect(await broken.ended).toBe(1);
    expect(broken.printed()).toMatch(/^The embedded database failed: its thread ended with code 7$/m);
    const again = await startService(own.env);
    expect((await fetch(`${again.url}/ready`)).status).toBe(200);
    await again.kill();
    await own.remove();
  },
);
