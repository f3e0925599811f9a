import request from 'supertest';
import { AgentsService } from '../src/agents/agents.service';
import { DomainError } from '../src/common/domain-error';
import { eventually } from './support/eventually';
import { sendLines } from './support/raw-bytes';
import { useTestApp } from './support/test-app';

const POST_LINES = [
  'POST /api/v2/agents HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  'Content-Length: 1000',
];
/** Of the rate limit: each test is a client of its own. */
const PER_MINUTE = 4;

describe('limits', () => {
  // Replicas count each for themselves.
  const app = useTestApp({
    alone: true,
    env: {
      RATE_LIMIT_PER_MINUTE: PER_MINUTE,
      TRUSTED_PROXIES: 'loopback',
      MAX_CONCURRENT_REQUESTS: 1,
      MAX_HEADER_BYTES: 2_048,
      REQUEST_TIMEOUT_MS: 1_000,
      ALLOWED_ORIGINS: 'https://app.example.com',
    },
  });
  let port: number;

  beforeAll(async () => {
    port = Number(new URL(app.url).port);
  });

  /** As a management client elsewhere, named by a proxy that is trusted. */
  const listAgents = (client: string) =>
    request(app.url)
      .get('/api/v2/agents')
      .set('X-Forwarded-For', client)
      .set('Authorization', `Bearer ${app.env.SERVICE_SECRET_KEY}`);

  it('requests of one client beyond the rate are refused, and a browser may read why', async () => {
    for (let i = 0; i < PER_MINUTE; i++) await listAgents('192.0.2.1').expect(200);
    const { body, headers } = await listAgents('192.0.2.1')
      .set('Origin', 'https://app.example.com')
      .expect(429);
    expect(body).toEqual({
      detail: {
        error: 'RateLimited',
        message: expect.stringMatching(/^More than 4 requests in a minute: try again in \d+ s$/) as string,
        details: { limit_per_minute: PER_MINUTE, retry_after_seconds: Number(headers['retry-after']) },
      },
    });
    expect(headers['access-control-allow-origin']).toBe('https://app.example.com');
    await listAgents('192.0.2.2').expect(200);
    await request(app.url).get('/ready').expect(200);
  });

  it('a trusted proxy makes no loopback client of another', async () => {
    await listAgents('127.0.0.1').unset('Authorization').expect(401);
  });

  it('a trusted proxy makes a session cookie Secure', async () => {
    const management = {
      Authorization: `Bearer ${app.env.SERVICE_SECRET_KEY}`,
      'X-Forwarded-For': '192.0.2.3',
    };
    await request(app.url).post('/api/v2/agents').set(management).send({ agent_id: 'tls' }).expect(201);
    const { headers } = await request(app.url)
      .post('/api/v2/agents/tls/activate')
      .set({ ...management, 'X-Forwarded-Proto': 'https' })
      .expect(200);
    expect(String(headers['set-cookie'])).toMatch(/; Secure/i);
  });

  it('requests beyond so many at a time are refused at once, and served again after that', async () => {
    let finish = (): void => undefined;
    const held = new Promise<never>((_resolve, reject) => {
      finish = () => reject(new DomainError('AgentAlreadyExists', 'held'));
    });
    const creating = jest.spyOn(app.app.get(AgentsService), 'create').mockReturnValue(held);
    const slow = request(app.url).post('/api/v2/agents').send({ agent_id: 'held' });
    const finished = slow.then(({ status }) => status);
    await eventually(
      () => creating.mock.calls.length,
      (calls) => calls === 1,
    );
    const { body, headers } = await listAgents('192.0.2.5').expect(503);
    expect(body).toEqual({
      detail: {
        error: 'ServiceOverloaded',
        message: 'The service has as many requests under way as it takes: try again shortly',
        details: { max_concurrent_requests: 1 },
      },
    });
    expect(headers['retry-after']).toBe('1');
    await request(app.url).get('/ready').expect(200);
    finish();
    expect(await finished).toBe(409);
    creating.mockRestore();
    let client = 0;
    await eventually(
      () => listAgents(`198.51.100.${client++ % 256}`),
      ({ status }) => status === 200,
    );
  });

  describe('what cannot be read as a request is refused with a body that says so', () => {
    it('headers beyond MAX_HEADER_BYTES', async () => {
      const head = (size: number) => [
        'GET /live HTTP/1.1',
        'Host: localhost',
        `X-Filler: ${'x'.repeat(size)}`,
      ];
      expect((await sendLines('127.0.0.1', port, head(1_500))).status).toBe(200);
      const { status, text } = await sendLines('127.0.0.1', port, head(3_000));
      expect(status).toBe(431);
      expect(text).toMatch(/\r\n\r\n\{"detail":"The headers of the request are too large"\}$/);
    });

    it('no HTTP', async () => {
      const { status, text } = await sendLines('127.0.0.1', port, ['secret nonsense']);
      expect(status).toBe(400);
      expect(text).toMatch(/\r\n\r\n\{"detail":"The request is not HTTP"\}$/);
    });

    it('what does not come whole in time', async () => {
      const { status, text } = await sendLines('127.0.0.1', port, POST_LINES);
      expect(status).toBe(408);
      expect(text).toMatch(/\r\n\r\n\{"detail":"The request did not come whole in time"\}$/);
    });
  });
});
