import express from 'express';
import request from 'supertest';
import { DomainError } from '../common/domain-error';
import { limitRate, ratePerMinute } from './rate-limit';

/** An application with the limit, that believes these proxies. */
function limited(perMinute: number, proxies: string[] = []) {
  const app = express();
  app.set('trust proxy', proxies);
  app.use(limitRate(perMinute));
  app.use((_request, response) => void response.send('served'));
  app.use(
    (error: unknown, _request: express.Request, response: express.Response, next: express.NextFunction) => {
      if (error instanceof DomainError) response.status(429).json(error.fields);
      else next(error);
    },
  );
  return app;
}

describe('limitRate', () => {
  it('refuses what goes beyond, and says when to go on', async () => {
    const app = limited(3);
    for (let i = 0; i < 3; i++) await request(app).get('/').expect(200);
    const { body, headers } = await request(app).get('/').expect(429);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(body).toEqual({ limit_per_minute: 3, retry_after_seconds: seconds });
  });

  it('always answers probes, but not what only looks like one', async () => {
    const app = limited(1);
    await request(app).get('/').expect(200);
    for (const path of ['/live', '/ready?verbose', '/health']) await request(app).get(path).expect(200);
    for (const path of ['/?x=/live', '/live/x', '/lives']) await request(app).get(path).expect(429);
  });

  it('counts the client that a trusted proxy names, and not what the client wrote itself', async () => {
    const app = limited(1, ['loopback']);
    const from = (clients: string) => request(app).get('/').set('X-Forwarded-For', clients);
    await from('192.0.2.1').expect(200);
    await from('192.0.2.1').expect(429);
    await from('192.0.2.2').expect(200);
    await from('198.51.100.4, 192.0.2.2').expect(429);
  });

  it.each([[[]], [['203.0.113.9']]])('counts the peer where only %j is trusted', async (proxies) => {
    const app = limited(1, proxies);
    await request(app).get('/').set('X-Forwarded-For', '192.0.2.1').expect(200);
    await request(app).get('/').set('X-Forwarded-For', '192.0.2.2').expect(429);
  });
});

describe('ratePerMinute', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('is no limit by default on %s', (HOST) => {
    expect(ratePerMinute({ HOST, RATE_LIMIT_PER_MINUTE: null })).toBe(0);
    expect(ratePerMinute({ HOST, RATE_LIMIT_PER_MINUTE: 5 })).toBe(5);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'memory.example.com'])('is one by default on %s', (HOST) => {
    expect(ratePerMinute({ HOST, RATE_LIMIT_PER_MINUTE: null })).toBe(6_000);
    expect(ratePerMinute({ HOST, RATE_LIMIT_PER_MINUTE: 0 })).toBe(0);
  });
});
