import request from 'supertest';
import { Database } from '../src/database/database';
import { spyOnEach } from './support/replica-providers';
import { startTestApp, type TestApp } from './support/test-app';

describe('with the database away', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    spyOnEach(app, Database, 'query').mockRejectedValue(away);
    spyOnEach(app, Database, 'execute').mockRejectedValue(away);
    spyOnEach(app, Database, 'transaction').mockRejectedValue(away);
  });
  afterAll(() => app.close());

  it('lives, but is not ready', async () => {
    await request(app.url).get('/live').expect(200);
    const { body, text } = await request(app.url).get('/ready').expect(503);
    expect(body).toMatchObject({ status: 'error', error: { database: { status: 'down' } } });
    expect(text).not.toContain('10.0.0.1');
    await request(app.url).get('/health').expect(503);
  });

  it('answers requests with 503 and no address', async () => {
    const { body, text } = await request(app.url).post('/api/v2/agents').send({ agent_id: 'a' }).expect(503);
    expect(body).toMatchObject({ detail: { error: 'BackendUnavailable', details: {} } });
    expect(text).not.toContain('10.0.0.1');
  });
});
