import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '../src/config/env';
import { TEST_SECRET_KEY } from './support/database';
import { eventually } from './support/eventually';
import { EventReader } from './support/event-reader';
import { ON_PREM } from './support/kind-of-run';
import { OwnPostgres } from './support/own-postgres';
import { ResumingReader } from './support/resuming-reader';
import { buildService, startService, type ServiceProcess } from './support/service-process';
import { TcpProxy } from './support/tcp-proxy';
import { WebhookReceiver } from './support/webhook-receiver';

const AGENT = 'watched';
const WRITERS = 8;
/** Memories between two steps of a test. */
const SOME = 80;
const VARIABLES = { RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_PRIVATE_NETWORKS: 'true' };
const ARRIVAL_MS = 60_000;

const whyNot = ON_PREM ? 'events come from the database' : OwnPostgres.whyNot();
const describeFailover = whyNot === null ? describe : describe.skip;

describeFailover.each([
  ['has all that was acknowledged', '-c synchronous_standby_names=*'],
  ['lacks the last commits', ''],
])('events after a standby took over that %s', (_, options) => {
  const isWhole = options !== '';
  const acknowledged: string[] = [];
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let proxy: TcpProxy;
  let service: ServiceProcess;
  let dataDir: string;
  let env: Env;
  let receiver: WebhookReceiver;
  let token = '';

  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${service.url}/api/v2${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { 'X-Session-Token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  /** Goes on where its writes fail, since the database is killed under it. */
  async function write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const content = `Fact ${Math.random()}`;
      await call('POST', `/agents/${AGENT}/remember`, { content }).then(
        ({ memory_id }) => acknowledged.push(String(memory_id)),
        () => new Promise((resolve) => setTimeout(resolve, 50)),
      );
    }
  }

  async function storedIds(): Promise<string[]> {
    const found: string[] = [];
    let cursor: unknown = null;
    do {
      const query = { limit: 100, ...(cursor !== null && { cursor }) };
      const page = await call('POST', `/agents/${AGENT}/recall/all`, query);
      found.push(...(page.memories as { id: string }[]).map(({ id }) => id));
      cursor = page.next_cursor ?? null;
    } while (cursor !== null);
    return found;
  }

  async function moreAcknowledged(): Promise<void> {
    const before = acknowledged.length;
    await eventually(
      () => acknowledged.length - before,
      (count) => count >= SOME,
    );
  }

  async function failOver(): Promise<void> {
    await primary.kill();
    if (!isWhole) await standby.resume();
    await standby.promote();
    proxy.turnTo(standby.url);
  }

  async function restart(): Promise<void> {
    await service.kill();
    service = await startService(env, VARIABLES);
  }

  const address = () => `${service.url}/api/v2/agents/${AGENT}/events`;

  beforeAll(async () => {
    buildService();
    primary = await OwnPostgres.start({ options });
    standby = await primary.standby();
    proxy = await TcpProxy.before(primary.url);
    dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
    receiver = await WebhookReceiver.start();
    const settings = { DATA_DIR: dataDir, DATABASE_URL: proxy.urlOf(primary.url), PORT: 0 };
    env = Object.assign(new Env(), { ...settings, SERVICE_SECRET_KEY: TEST_SECRET_KEY });
    service = await startService(env, VARIABLES);
    await call('POST', '/agents', { agent_id: AGENT });
    token = String((await call('POST', `/agents/${AGENT}/activate`, {})).session_token);
    await call('POST', '/webhooks', { url: receiver.url, agents: [AGENT], events: ['memory.created'] });
  });

  afterAll(async () => {
    receiver.close();
    await service.kill();
    await proxy.close();
    await Promise.all([primary.remove(), standby.remove()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('reach a reader and a webhook whole, and a reader gets a reset if the log is another one', async () => {
    const stopped = new AbortController();
    const reader = new ResumingReader(() => ({ url: address(), token }));
    const reads = reader.run(stopped.signal);
    await eventually(
      () => reader.lastId,
      (id) => id !== null,
    );
    const writers = new AbortController();
    const writes = Array.from({ length: WRITERS }, () => write(writers.signal));
    await moreAcknowledged();
    if (!isWhole) {
      await standby.stop('fast');
      await moreAcknowledged();
      // What the reader has by now the standby does not have.
      await eventually(
        () => acknowledged.slice(0, SOME + 20).filter((id) => !reader.seen.includes(id)).length,
        (missing) => missing === 0,
      );
    }
    const { lastId } = reader;
    await failOver();
    await moreAcknowledged();
    // A chain that ends earlier than this process knows may have been tampered with: its entries wait for a new process.
    if (!isWhole) await restart();
    await moreAcknowledged();
    writers.abort();
    await Promise.all(writes);

    const stored = await storedIds();
    const lost = acknowledged.filter((id) => !stored.includes(id));
    expect(isWhole ? lost.length === 0 : lost.length > 0).toBe(true);
    const missing = (seen: readonly string[]) => stored.filter((id) => !seen.includes(id));
    await eventually(
      () => [missing(reader.seen).length, missing(receiver.memoryIds).length],
      ([ofReader, ofWebhook]) => ofReader === 0 && ofWebhook === 0,
      ARRIVAL_MS,
    );
    stopped.abort();
    await reads;
    expect(new Set(reader.resets)).toEqual(new Set(isWhole ? [] : ['unknown_place']));
    // One that was away meanwhile: the new log has other records at its place.
    const away = await EventReader.open(address(), {
      'X-Session-Token': token,
      'Last-Event-ID': lastId ?? '',
    });
    await away.until(({ changes }) => changes.length > 0);
    expect(away.events[0]?.event).toBe(isWhole ? 'ready' : 'reset');
    if (!isWhole) await away.until((each) => missing(each.idsOf('memory.created')).length === 0);
    away.close();
  }, 240_000);
});
