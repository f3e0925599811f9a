import { newTestStore, type TestStore } from './support/database';
import { everything, shownFile, upload, type FileClient, type ShownFile } from './support/files';
import { eventually } from './support/eventually';
import { buildService, startService, type ServiceProcess } from './support/service-process';

const AGENT = 'survivor';
const SENTENCES = 100_000;
const KILLS = 2;
/** Longer than a hold that was not released. */
const TAKEN_OVER_MS = 60_000;

let store: TestStore;
let service: ServiceProcess;
let client: FileClient;

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${service.url}/api/v2/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function start(): Promise<void> {
  service = await startService(store.env);
  await post('agents', { agent_id: AGENT });
  const { session_token: token } = (await post(`agents/${AGENT}/activate`, {})) as { session_token: string };
  client = { url: service.url, agentId: AGENT, token };
}

function until(fileId: string, satisfies: (file: ShownFile) => boolean): Promise<ShownFile> {
  return eventually(() => shownFile(client, fileId), satisfies, TAKEN_OVER_MS);
}

beforeAll(async () => {
  buildService();
  store = await newTestStore();
  await start();
});

afterAll(async () => {
  await service.kill();
  await store.remove();
});

describe('a file whose reader is killed', () => {
  it('is read to its end by another process, and each chunk is stored once', async () => {
    const text = Array.from({ length: SENTENCES }, (_, n) => `Sentence w${n} is about tea.`).join(' ');
    const fileId = await upload(client, 'long.txt', text);
    let before = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      const file = await until(fileId, ({ chunks, status }) => chunks > before || status !== 'processing');
      expect(file.status).toBe('processing');
      expect(file.progress).toBeGreaterThan(0);
      before = file.chunks;
      await service.kill();
      await start();
    }
    const { chunks, status } = await until(fileId, (file) => file.status !== 'processing');
    expect(status).toBe('indexed');
    const stored = await everything(client);
    expect(stored.map(({ source_ref }) => source_ref).sort()).toEqual(
      Array.from({ length: chunks }, (_, n) => `${fileId}#${n}`).sort(),
    );
    const said = new Set(stored.flatMap(({ content }) => content.match(/w\d+/g) ?? []));
    expect(said.size).toBe(SENTENCES);
  });
});
