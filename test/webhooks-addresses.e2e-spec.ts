import request from 'supertest';
import { newSession, remember } from './support/agents';
import { eventually } from './support/eventually';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';
import { WebhookReceiver } from './support/webhook-receiver';

const HOOKS = '/api/v2/webhooks';
const strict = useTestApp();
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
afterAll(() => receiver.close());

describe('addresses of private networks', () => {
  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://0x7f.1/',
    'http://[::ffff:10.0.0.1]/',
  ])('are refused: %s', async (url) => {
    await request(strict.url).post(HOOKS).send({ url }).expect(422);
  });

  it('are not called where a name stands for one', async () => {
    const owner = await newSession(strict, uniqueId());
    const url = `http://localhost:${receiver.port}/`;
    const hook = (await request(strict.url).post(HOOKS).send({ url }).expect(201)).body as {
      webhook_id: string;
    };
    await remember(owner, { content: 'Likes tea' });
    const path = `${HOOKS}/${hook.webhook_id}/deliveries`;
    const deliveries = await eventually(
      async () =>
        (
          (await request(strict.url).get(path).expect(200)).body as {
            deliveries: { attempts: number; last_error: string }[];
          }
        ).deliveries,
      ([first]) => first?.attempts === 1,
      25_000,
    );
    expect(deliveries[0]).toMatchObject({ last_error: 'the address is in a private network' });
    expect(receiver.calls).toEqual([]);
  });
});
