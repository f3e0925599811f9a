import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { isSigned, WebhookReceiver } from './support/webhook-receiver';

const AGENT = 'called';
const KILLS = 3;
/** Memories before each kill. */
const ROUND = 40;
const VARIABLES = { RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_PRIVATE_NETWORKS: 'true' };

let store: TestStore;
let services: ServiceProcess[];
let receiver: WebhookReceiver;
let token = '';

async function call(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${services[0]?.url}/api/v2${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { 'X-Session-Token': token }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

async function activate(): Promise<void> {
  token = (await call(`/agents/${AGENT}/activate?join=true`, {})).session_token ?? '';
}

beforeAll(async () => {
  buildService();
  store = await newTestStore();
  receiver = await WebhookReceiver.start();
  // One process where the database allows one only; two share the deliveries else.
  const count = store.env.DATABASE_URL === null ? 1 : 2;
  services = [];
  for (let at = 0; at < count; at++) services.push(await startService(store.env, VARIABLES));
  await call('/agents', { agent_id: AGENT });
  await activate();
});

afterAll(async () => {
  receiver.close();
  await Promise.all(services.map((service) => service.kill()));
  await store.remove();
});

it('a queue loses nothing, and signs what it sends, while processes are killed in the middle of calls', async () => {
  // Slow enough that a kill finds calls under way.
  receiver.answer = (_call, response) => setTimeout(() => response.end(), 100);
  const { secret = '' } = await call('/webhooks', {
    url: receiver.url,
    agents: [AGENT],
    events: ['memory.created'],
  });
  const ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const called = receiver.calls.length;
    for (let at = 0; at < ROUND; at++) {
      ids.push((await call(`/agents/${AGENT}/remember`, { content: `Fact ${ids.length}` })).memory_id ?? '');
    }
    await eventually(
      () => receiver.calls.length - called,
      (count) => count >= 5,
    );
    await services.pop()?.kill();
    services.push(await startService(store.env, VARIABLES));
    await activate();
  }
  // What a killed process held is free after 15 s.
  await eventually(
    () => ids.filter((id) => !receiver.memoryIds.includes(id)).length,
    (missing) => missing === 0,
    60_000,
  );
  expect(receiver.calls.every((each) => isSigned(each, secret))).toBe(true);
  const seen = new Map<unknown, string>();
  for (const { headers, body } of receiver.calls) {
    expect(seen.get(headers['webhook-id']) ?? body).toBe(body);
    seen.set(headers['webhook-id'], body);
  }
  expect(seen.size).toBe(ids.length);
}, 240_000);
