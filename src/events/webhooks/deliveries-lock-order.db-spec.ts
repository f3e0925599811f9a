import { randomUUID } from 'node:crypto';
import { openTestDatabase, type TestDatabase } from '../../../test/support/database';
import { lockWaits } from '../../../test/support/lock-waits';
import { sql } from '../../database/sql';
import { DeliveriesRepository, type HeldDelivery } from './deliveries.repository';
import { WebhooksRepository } from './webhooks.repository';

const HOLDER = randomUUID();
const LONG_MS = 60_000;
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

/** Transactions that overlap: a PostgreSQL server only, since the embedded database runs one at a time. */
onServer('the deletion of a webhook', () => {
  let database: TestDatabase;
  let deliveries: DeliveriesRepository;
  let webhooks: WebhooksRepository;

  beforeAll(async () => {
    database = await openTestDatabase();
    deliveries = new DeliveriesRepository(database.db);
    webhooks = new WebhooksRepository(database.db);
  });

  afterAll(() => database.close());

  async function aHeldDelivery(): Promise<HeldDelivery> {
    const webhookId = randomUUID();
    const hook = { webhookId, url: 'http://127.0.0.1/', events: [], agents: [] };
    await webhooks.insert({ ...hook, secretDigest: Buffer.alloc(32), eventSeq: 0 }, 100);
    const one = { deliveryId: randomUUID(), eventId: '1', kind: 'memory.created', agentId: 'a', body: '{}' };
    await deliveries.queue(webhookId, [one as never], 1);
    await database.db.execute(sql`UPDATE webhooks SET failures = 1 WHERE webhook_id = ${webhookId}::uuid`);
    const [held] = await deliveries.take(webhookId, HOLDER, LONG_MS);
    return held!;
  }

  it.each<[string, (held: HeldDelivery) => Promise<void>]>([
    ['succeeded', (held) => deliveries.delivered(held, HOLDER, 204)],
    ['failed', (held) => deliveries.failed(held, HOLDER, { status: 500, error: 'status 500' }, 5)],
  ])('waits for the note that a delivery %s', async (_outcome, note) => {
    const { db } = database;
    const held = await aHeldDelivery();
    let both: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await db.transaction(async () => {
      await db.query(
        sql`SELECT 1 AS one FROM webhook_deliveries WHERE delivery_id = ${held.deliveryId}::uuid FOR UPDATE`,
      );
      const noted = db.apart(() => note(held));
      await lockWaits(db);
      const deleted = db.apart(() => webhooks.delete(held.webhookId));
      both = Promise.allSettled([noted, deleted]);
      await lockWaits(db, 2);
    });
    expect(await both).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'fulfilled', value: true },
    ]);
  });
});
