import { readFileSync } from 'node:fs';
import request from 'supertest';
import { parseAllDocuments } from 'yaml';
import { MaintenanceService } from '../src/maintenance/maintenance.service';
import { newSession, remember } from './support/agents';
import { newTestStore, TEST_SECRET_KEY } from './support/database';
import { startEmbeddingServer, type EmbeddingServer } from './support/embedding-server';
import { eventually } from './support/eventually';
import { describeEmbedded } from './support/kind-of-run';
import { missingParts } from './support/promql';
import { rule, SweptAgent } from './support/swept-agent';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';

/** 0 of a name that has not been counted. Counters count since the process began, which runs other test files too. */
function valueOf(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

describe('GET /metrics', () => {
  // Each process counts its own requests.
  const app = useTestApp({ env: { SERVICE_SECRET_KEY: TEST_SECRET_KEY }, alone: true });

  const metrics = async () => (await request(app.url).get('/metrics').expect(200)).text;
  const remote = () => request(app.url).get('/metrics').set('X-Forwarded-For', '10.0.0.1');

  it('is for loopback clients and for the management credential', async () => {
    const refused = await remote().expect(401);
    expect(refused.body).toMatchObject({ detail: expect.anything() as unknown });
    expect(refused.text).not.toContain('http_requests_total');
    await remote().set('Authorization', 'Bearer not-the-credential').expect(401);
    const { text } = await remote().set('Authorization', `Bearer ${TEST_SECRET_KEY}`).expect(200);
    expect(text).toContain('http_requests_total');
  });

  it('is in the text format of Prometheus, and not to be kept', async () => {
    const { headers } = await request(app.url).get('/metrics').expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain;.* version=0\.0\.4/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('counts requests by the pattern of their route, so that agents and paths make no series', async () => {
    const session = await newSession(app, 'metrics-agent');
    await remember(session, { content: 'something to count' });
    await request(app.url).get('/no/such/path-of-mine').expect(404);
    await request(app.url).get('/api/v2/agents/%E0%A4%A').expect(400);
    const text = await metrics();
    expect(text).toContain(
      'http_requests_total{method="POST",route="/api/v2/agents/:agent_id/remember",status="200"} 1',
    );
    expect(text).toContain('http_requests_total{method="GET",route="none",status="404"} 1');
    expect(text).not.toMatch(/metrics-agent|path-of-mine|%E0/);
  });

  it('has the pool, the event loop and the process', async () => {
    const text = await metrics();
    expect(text).toMatch(/^database_pool_connections [1-9]/m);
    expect(text).toMatch(/^database_pool_idle_connections \d/m);
    expect(text).toMatch(/^database_pool_waiting \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
    expect(text).toMatch(/^llm_calls_total\{outcome="answered"\} \d+$/m);
  });

  it('has what the last run of maintenance did, once there was one', async () => {
    const agent = await SweptAgent.create(app, 'swept-agent');
    await agent.rememberMany(2, 'event');
    await agent.put({ rules: [rule('events', { type: ['event'] })] });
    const before = await metrics();
    expect(before).not.toMatch(/^maintenance_last_/m);
    await agent.later(2);
    await app.app.get(MaintenanceService).runNow();
    const text = await metrics();
    expect(text).toMatch(/^maintenance_last_expired 2$/m);
    expect(text).toMatch(/^maintenance_last_purged 0$/m);
    expect(text).toMatch(/^maintenance_last_held 0$/m);
    expect(text).toMatch(/^maintenance_last_errors 0$/m);
    const at = app.clock.now().getTime() / 1000;
    expect(text).toContain(`maintenance_last_finished_timestamp_seconds ${at}`);
    const swept = 'sweeps_total{kind="sweep",cause="nightly",status="completed"}';
    expect(valueOf(text, swept)).toBe(valueOf(before, swept) + 1);
  });

  it('counts the sweeps that callers ask for, but no dry runs', async () => {
    const agent = await SweptAgent.create(app, 'hand-swept-agent');
    await agent.rememberMany(3, 'event');
    await agent.put({ rules: [rule('events', { type: ['event'] })] });
    await agent.later(2);
    const labels = 'kind="sweep",cause="manual"';
    const counts = async () => {
      const text = await metrics();
      return [`sweeps_total{${labels},status="completed"}`, `swept_memories_total{${labels}}`].map((name) =>
        valueOf(text, name),
      );
    };
    const [sweeps = 0, memories = 0] = await counts();
    await agent.apply({ dry_run: true });
    expect(await counts()).toEqual([sweeps, memories]);
    await agent.apply();
    expect(await counts()).toEqual([sweeps + 1, memories + 3]);
  });

  it('has how many files wait to be read', async () => {
    const text = await metrics();
    for (const what of ['waiting', 'running', 'failing'])
      expect(text).toMatch(new RegExp(`^file_jobs_${what} 0$`, 'm'));
  });

  it('leaves the id of a request to pages of other origins', async () => {
    const { headers } = await request(app.url)
      .get('/live')
      .set('Origin', 'http://localhost:5173')
      .expect(200);
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id');
  });
});

interface Dashboard {
  templating: { list: { name: string; query: string | { query: string } }[] };
  panels: { title: string; targets: { expr: string; refId: string }[] }[];
}

interface Rules {
  kind: string;
  spec: { groups: { rules: { alert: string; expr: string }[] }[] };
}

/** The name and the query of each alert of the chart, and of each panel and variable of its dashboard. */
function chartQueries(): [name: string, query: string][] {
  const rendered = parseAllDocuments(readFileSync('deploy/helm/rendered/full.yaml', 'utf8'));
  const manifests = rendered.map((each) => each.toJS() as Rules | null);
  const rules = manifests.find((each) => each?.kind === 'PrometheusRule')?.spec.groups[0]?.rules ?? [];
  const file = 'deploy/helm/agent-memory-service/dashboards/agent-memory-service.json';
  const { panels, templating } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
  const queried = templating.list.flatMap(({ name, query }): [string, string][] =>
    typeof query === 'string'
      ? []
      : [[name, query.query.replace(/^label_values\((.+), (\w+)\)$/, 'sum by ($2) ($1)')]],
  );
  return [
    ...rules.map(({ alert, expr }): [string, string] => [`the alert ${alert}`, expr]),
    ...queried.map(([name, query]): [string, string] => [`the variable ${name}`, query]),
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, refId }): [string, string] => [`the panel ${title}, ${refId}`, expr]),
    ),
  ];
}

describeEmbedded('GET /metrics of a service with an embedding model', () => {
  let server: EmbeddingServer;
  let app: TestApp;

  beforeAll(async () => {
    server = await startEmbeddingServer();
    app = await startTestApp({ env: { EMBEDDINGS_BASE_URL: server.url, EMBEDDINGS_MODEL: 'hash-64' } });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it('has how many memories wait for their vector', async () => {
    const session = await newSession(app, 'embedded-agent');
    await remember(session, { content: 'to be embedded' });
    const metrics = async () => (await request(app.url).get('/metrics').expect(200)).text;
    const text = await eventually(metrics, (each) => /^embeddings_backlog 0$/m.test(each));
    expect(text).toMatch(/^embeddings_failing 0$/m);
    server.http.outage = { kind: 'hang' };
    await remember(session, { content: 'to wait' });
    await eventually(metrics, (each) => /^embeddings_backlog 1$/m.test(each));
    server.http.outage = null;
  });

  describe('of which the chart asks', () => {
    let text: string;

    beforeAll(async () => {
      const session = await newSession(app, 'alert-agent');
      await remember(session, { content: 'to be found' });
      await session.call('post', 'recall').send({ query: 'found' }).expect(200);
      await request(app.url).get('/ready').expect(200);
      await app.app.get(MaintenanceService).runNow();
      text = await eventually(
        async () => (await request(app.url).get('/metrics').expect(200)).text,
        (each) => /^embeddings_backlog /m.test(each),
      );
    });

    it.each(chartQueries())('has every metric and label of %s', (_, query) => {
      expect(missingParts(query, text)).toEqual([]);
    });

    it.each([
      ['recall_index_count', 'recall_index_count'],
      ['sum by (path) (rate(http_requests_total[5m]))', 'path'],
      ['http_requests_total{code=~"5.."}', 'http_requests_total{code=~"5.."}'],
      ['http_requests_total{route="/readyz"} > 0', 'http_requests_total{route="/readyz"}'],
    ])('lacks a part of %s', (query, missing) => {
      expect(missingParts(query, text)).toEqual([missing]);
    });
  });
});

describeEmbedded('a service whose memory for indexes is too small for one', () => {
  const app = useTestApp({ env: { RECALL_INDEX_MEMORY_MB: 1 }, alone: true });

  it('keeps the index, and shows the excess with the setting to raise', async () => {
    const session = await newSession(app, 'large-agent');
    const words = (from: number) => Array.from({ length: 1100 }, (_, i) => `w${from * 1100 + i}`).join(' ');
    const contents = Array.from({ length: 20 }, (_, n) => ({ content: words(n), type: 'fact' }));
    await session.call('post', 'batch-remember').send({ memories: contents }).expect(200);
    // The first recall may build the index; the second one finds it.
    for (const query of ['w1', 'w2']) await session.call('post', 'recall').send({ query }).expect(200);
    const { body } = await request(app.url).get('/health').expect(200);
    expect(body).toMatchObject({
      status: 'ok',
      details: {
        recall_indexes: {
          status: 'up',
          indexes: 1,
          memories: 20,
          budget_bytes: 786_432,
          excess_bytes: expect.any(Number) as number,
          message: expect.stringContaining('set RECALL_INDEX_MEMORY_MB to at least 2') as string,
        },
      },
    });
    const { text } = await request(app.url).get('/metrics').expect(200);
    expect(text).toMatch(/^recall_indexes 1$/m);
    expect(text).toMatch(/^recall_index_memories 20$/m);
    expect(text).toMatch(/^recall_index_budget_bytes 786432$/m);
    expect(text).toMatch(/^recall_index_excess_bytes [1-9]/m);
    expect(text).toMatch(/^recall_index_starts_total\{origin="built"\} [1-9]/m);
    expect(text).toMatch(/^recall_index_start_seconds_total\{origin="built"\} \d+\.\d/m);
    expect(text).toMatch(/^recall_index_searches_total\{index="warm"\} [1-9]/m);
    expect(text).toMatch(/^recall_index_evictions_total \d/m);
    expect(text).toMatch(/^recall_segment_refusals_total\{reason="damaged"\} \d+$/m);
    expect(text).toMatch(/^recall_segments_total\{outcome="failed"\} \d+$/m);
  });
});

describeEmbedded('a service that starts again', () => {
  it('prepares the index of the agent that was activated last before anybody asks', async () => {
    const store = await newTestStore();
    const first = await startTestApp({ store, alone: true });
    const session = await newSession(first, 'used-last');
    await remember(session, { content: 'The office is in Lisbon.' });
    await first.close();
    const again = await startTestApp({ store, alone: true, clock: first.clock });
    const memories = async () => {
      const { text } = await request(again.url).get('/metrics').expect(200);
      return valueOf(text, 'recall_index_memories');
    };
    await eventually(memories, (count) => count === 1);
    await again.close();
    await store.remove();
  });
});

describe('X-Request-Id', () => {
  const app = useTestApp();

  it('is returned as it came where it is usable, with failures too', async () => {
    for (const path of ['/live', '/nowhere', '/api/v2/agents/none-such']) {
      const { headers } = await request(app.url).get(path).set('X-Request-Id', 'abc:{1}"2"');
      expect(headers['x-request-id']).toBe('abc:{1}"2"');
    }
  });

  it.each(['', 'two words', 'x'.repeat(129), 'é'])('is made where %j came', async (given) => {
    const { headers } = await request(app.url).get('/live').set('X-Request-Id', given);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is another for every request', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await request(app.url).get('/live')).headers['x-request-id'] as string),
    );
    expect(new Set(ids).size).toBe(3);
  });
});
