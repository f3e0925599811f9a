import request from 'supertest';
import { newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { createKey } from './support/keys';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { isSigned, WebhookReceiver } from './support/webhook-receiver';

const app = useTestApp({
  env: { WEBHOOK_PRIVATE_NETWORKS: true, WEBHOOK_PAUSE_AFTER: 3, WEBHOOK_TIMEOUT_MS: 500 },
});
let session: TestSession;
let receiver: WebhookReceiver;
const LIMIT_MS = 25_000;

interface Hook {
  webhook_id: string;
  secret: string;
  status: string;
  failures: number;
  pause_reason: string | null;
}

interface Delivery {
  delivery_id: string;
  state: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at: string | null;
  created_at: string;
}

const HOOKS = '/api/v2/webhooks';

beforeEach(async () => {
  session = await newSession(app, uniqueId());
  receiver = await WebhookReceiver.start();
});
afterEach(async () => {
  receiver.close();
  const { body } = await request(app.url).get(HOOKS).expect(200);
  for (const { webhook_id } of (body as { webhooks: Hook[] }).webhooks)
    await request(app.url).delete(`${HOOKS}/${webhook_id}`).expect(204);
});

async function add(fields: object = {}): Promise<Hook> {
  const sent = { url: receiver.url, agents: [session.agentId], ...fields };
  return (await request(app.url).post(HOOKS).send(sent).expect(201)).body as Hook;
}

async function hookOf({ webhook_id: id }: Hook): Promise<Hook> {
  const { body } = await request(app.url).get(HOOKS).expect(200);
  const found = (body as { webhooks: Hook[] }).webhooks.find(({ webhook_id }) => webhook_id === id);
  if (!found) throw new Error('There is no such webhook');
  return found;
}

async function deliveriesOf({ webhook_id }: Hook, query: object = {}): Promise<Delivery[]> {
  const { body } = await request(app.url).get(`${HOOKS}/${webhook_id}/deliveries`).query(query).expect(200);
  return (body as { deliveries: Delivery[] }).deliveries;
}

const called = (times: number) =>
  eventually(
    () => receiver.calls.length,
    (count) => count >= times,
    LIMIT_MS,
  );

/** The newest delivery, once it has been tried. */
async function tried(hook: Hook): Promise<Delivery> {
  const [first] = await eventually(
    () => deliveriesOf(hook),
    ([newest]) => newest?.attempts === 1,
    LIMIT_MS,
  );
  return first!;
}

describe('a webhook', () => {
  it('sends signed events, without content', async () => {
    const hook = await add();
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const id = await remember(session, { content: 'Likes quartz' });
    await called(1);
    const [call] = receiver.calls;
    expect(isSigned(call!, hook.secret)).toBe(true);
    expect(Math.abs(Number(call!.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(JSON.parse(call!.body)).toMatchObject({
      type: 'memory.created',
      data: { memory_ids: [id], agent_id: session.agentId, kind: 'memory.created' },
    });
    expect(call!.body).not.toContain('quartz');
    const delivery = await tried(hook);
    expect(delivery).toMatchObject({
      delivery_id: call!.headers['webhook-id'],
      state: 'delivered',
      last_status: 200,
    });
  });

  it('sends the kinds and agents that it is for, and nothing from before it', async () => {
    const other = await newSession(app, uniqueId());
    const id = await remember(session, { content: 'Likes tea' });
    // Places of what is written before the webhook: events that wait for theirs would count as later.
    await session.call('get', 'events').query({ follow: false }).expect(200);
    await add({ events: ['memory.deleted'] });
    await remember(other, { content: 'Likes milk' });
    await session.call('delete', `memories/${id}`).expect(200);
    await called(1);
    expect(receiver.calls.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'memory.deleted',
    ]);
    expect(receiver.memoryIds).toEqual([id]);
  });

  it('shows its secret once', async () => {
    const hook = await add();
    const shown = JSON.stringify([await hookOf(hook), (await request(app.url).get(HOOKS)).body]);
    expect(shown).not.toContain(hook.secret.slice(6));
    expect(shown).not.toContain('whsec_');
  });

  it('is for management only', async () => {
    const { key } = await createKey(app, { access: 'manage' });
    await request(app.url).get(HOOKS).set('X-Api-Key', key).expect(403);
    await request(app.url).post(HOOKS).set('X-Forwarded-For', '203.0.113.9').send({}).expect(401);
  });

  it.each([
    [{ url: 'ftp://example.com' }],
    [{ url: 'https://user:password@example.com' }],
    [{ url: 'http://' }],
    [{ url: 'https://example.com/#part' }],
    [{ url: 'https://example.com', events: ['memory.read'] }],
    [{ url: 'https://example.com', agents: [] }],
    [{}],
  ])('refuses %j', async (body) => {
    await request(app.url).post(HOOKS).send(body).expect(422);
  });

  it('is answered 404 where it is not there', async () => {
    const id = '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e';
    const hook = await add();
    await request(app.url).get(`${HOOKS}/${id}/deliveries`).expect(404);
    await request(app.url).patch(`${HOOKS}/${id}`).send({ status: 'paused' }).expect(404);
    await request(app.url).delete(`${HOOKS}/${id}`).expect(404);
    await request(app.url).post(`${HOOKS}/${hook.webhook_id}/deliveries/${id}/redeliver`).expect(404);
  });

  it('lists deliveries in pages, by state', async () => {
    const hook = await add();
    for (let at = 0; at < 3; at++) await remember(session, { content: `Fact ${at}` });
    await eventually(
      () => deliveriesOf(hook, { state: 'delivered' }),
      ({ length }) => length === 3,
      LIMIT_MS,
    );
    const all = await deliveriesOf(hook);
    const { body } = await request(app.url)
      .get(`${HOOKS}/${hook.webhook_id}/deliveries`)
      .query({ limit: 2 })
      .expect(200);
    const { deliveries, next_cursor: cursor } = body as { deliveries: Delivery[]; next_cursor: string };
    expect([...deliveries, ...(await deliveriesOf(hook, { limit: 2, cursor }))]).toEqual(all);
    expect(await deliveriesOf(hook, { state: 'failed' })).toEqual([]);
    await request(app.url).get(`${HOOKS}/${hook.webhook_id}/deliveries`).query({ cursor: 'x' }).expect(422);
  });

  it('can be changed, paused and removed; events of a pause follow it', async () => {
    const hook = await add();
    const change = (fields: object) => request(app.url).patch(`${HOOKS}/${hook.webhook_id}`).send(fields);
    await change({}).expect(400);
    const paused = await change({ status: 'paused' }).expect(200);
    expect(paused.body).toMatchObject({ status: 'paused', pause_reason: 'requested' });
    const id = await remember(session, { content: 'Likes tea' });
    await session.call('get', 'events').query({ follow: false }).expect(200);
    expect(await deliveriesOf(hook)).toEqual([]);
    await change({ status: 'active', url: `${receiver.url}/other` }).expect(200);
    await called(1);
    expect(receiver.memoryIds).toEqual([id]);
    expect(receiver.calls[0]?.path).toBe('/hook/other');
    await request(app.url).delete(`${HOOKS}/${hook.webhook_id}`).expect(204);
    await request(app.url).get(`${HOOKS}/${hook.webhook_id}/deliveries`).expect(404);
  });
});

describe('a receiver that', () => {
  it('answers wrongly gets the call again within 30 s, with the same id and a signature', async () => {
    receiver.answer = (_call, response) => response.writeHead(receiver.calls.length === 1 ? 500 : 204).end();
    const hook = await add();
    await remember(session, { content: 'Likes tea' });
    const failed = await tried(hook);
    expect(failed).toMatchObject({ state: 'pending', last_status: 500, last_error: 'answered 500' });
    expect((await hookOf(hook)).failures).toBe(1);
    await called(2);
    const [first, second] = receiver.calls;
    expect(second!.at - first!.at).toBeLessThan(30_000);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    expect(isSigned(second!, hook.secret)).toBe(true);
    await eventually(
      () => hookOf(hook),
      ({ failures }) => failures === 0,
      LIMIT_MS,
    );
  });

  it('is slow is cut off', async () => {
    receiver.answer = () => undefined;
    const hook = await add();
    await remember(session, { content: 'Likes tea' });
    expect(await tried(hook)).toMatchObject({ last_status: null, last_error: 'no answer in 500 ms' });
  });

  it('never ends its answer is not read', async () => {
    receiver.answer = (_call, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.once('close', () => clearInterval(timer));
    };
    const hook = await add();
    await remember(session, { content: 'Likes tea' });
    expect(await tried(hook)).toMatchObject({ state: 'delivered', last_status: 200 });
  });

  it('redirects is not followed', async () => {
    const target = await WebhookReceiver.start();
    receiver.answer = (_call, response) => response.writeHead(307, { Location: target.url }).end();
    const hook = await add();
    await remember(session, { content: 'Likes tea' });
    expect(await tried(hook)).toMatchObject({ last_status: 307, last_error: 'redirects are not followed' });
    expect(target.calls).toEqual([]);
    target.close();
  });

  it('is away is paused after failures in a row, and gets all when it is back, a few at once', async () => {
    const hook = await add();
    receiver.close();
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) ids.push(await remember(session, { content: `Fact ${at}` }));
    const paused = await eventually(
      () => hookOf(hook),
      ({ status }) => status === 'paused',
      LIMIT_MS,
    );
    expect(paused).toMatchObject({ pause_reason: 'failures' });
    receiver = await WebhookReceiver.start();
    receiver.answer = async (_call, response) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      response.end();
    };
    await request(app.url)
      .patch(`${HOOKS}/${hook.webhook_id}`)
      .send({ status: 'active', url: receiver.url })
      .expect(200);
    await eventually(
      () => new Set(receiver.memoryIds).size,
      (count) => count === 12,
      LIMIT_MS,
    );
    expect([...receiver.memoryIds].sort()).toEqual([...ids].sort());
    expect(Math.max(...receiver.calls.map(({ atOnce }) => atOnce))).toBeLessThanOrEqual(4);
  });

  it('is gone for good is paused at once', async () => {
    receiver.answer = (_call, response) => response.writeHead(410).end();
    const hook = await add();
    await remember(session, { content: 'Likes tea' });
    const paused = await eventually(
      () => hookOf(hook),
      ({ status }) => status === 'paused',
      LIMIT_MS,
    );
    expect(paused).toMatchObject({ pause_reason: 'gone' });
  });

  it('asks for a delivery again gets it', async () => {
    const hook = await add();
    await remember(session, { content: 'Likes tea' });
    const { delivery_id: id } = await tried(hook);
    const again = await request(app.url)
      .post(`${HOOKS}/${hook.webhook_id}/deliveries/${id}/redeliver`)
      .expect(200);
    expect(again.body).toMatchObject({ delivery_id: id, state: 'pending', attempts: 0 });
    await called(2);
    expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(receiver.calls[0]?.body).toBe(receiver.calls[1]?.body);
  });
});
