import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { newDatabaseStore, type TestStore } from './support/database-store';
import { eventually } from './support/eventually';
import { buildService, startService } from './support/service-process';
import { TraceCollector } from './support/trace-collector';

beforeAll(buildService);

describe('a collector that fails', () => {
  let collector: TraceCollector;
  let store: TestStore;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    store = await newDatabaseStore();
  });
  afterAll(async () => {
    await collector.http.close();
    await store.remove();
  });

  it('is reported once, and once when it is back; requests and the end of the service do not wait for it', async () => {
    const env = Object.assign(store.env, { PORT: 0, OTEL_EXPORTER_OTLP_ENDPOINT: collector.http.url });
    collector.http.outage = { kind: 'status', status: 500 };
    const service = await startService(env, {
      LOG_FORMAT: 'json',
      LOG_LEVEL: 'log',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    });
    const ask = () => request(service.url).get('/api/v2/agents').expect(200);
    const asked = async () => {
      await ask();
      return collector.http.requests.length;
    };
    await eventually(asked, (requests) => requests >= 5);
    const count = (what: string) => service.printed().split(what).length - 1;
    expect(count('Traces cannot be delivered and are dropped (status 500)')).toBe(1);
    collector.http.outage = null;
    await eventually(
      async () => (await ask(), count('Traces are delivered again')),
      (times) => times === 1,
    );
    collector.http.outage = { kind: 'hang' };
    const before = collector.http.requests.length;
    await eventually(asked, (requests) => requests > before);
    const begun = performance.now();
    expect(await service.terminate()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(45_000);
    expect(count('Traces cannot be delivered')).toBe(1);
  });
});

describe('a service without a collector', () => {
  let folder: string;
  let store: TestStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ams-'));
    store = await newDatabaseStore();
  });
  afterAll(async () => {
    await store.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the process had loaded of OpenTelemetry by its end. */
  async function loaded(endpoint: string | null): Promise<string[]> {
    const probe = join(folder, 'probe.cjs');
    await writeFile(
      probe,
      // Threads preload it too, such as that of the embedded database.
      `if (require('node:worker_threads').isMainThread) process.on('exit', () => {
        const names = Object.keys(require.cache).map((file) => /@opentelemetry.([\\w-]+)/.exec(file)?.[1]);
        require('node:fs').writeSync(1, '\\nloaded ' + JSON.stringify([...new Set(names)].filter(Boolean)) + '\\n');
      });`,
    );
    const env = Object.assign(store.env, { PORT: 0, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const service = await startService(env, { NODE_OPTIONS: `--require ${probe}` });
    const { headers } = await request(service.url).get('/api/v2/agents').expect(200);
    expect(headers).not.toHaveProperty('traceparent');
    expect(await service.terminate()).toBe(0);
    return JSON.parse(/^loaded (.*)$/m.exec(service.printed())?.[1] ?? 'null') as string[];
  }

  it('loads nothing of the SDK; only the metrics load the interface of it', async () => {
    expect(await loaded(null)).toEqual(['api']);
    expect(await loaded('http://127.0.0.1:9')).toEqual(
      expect.arrayContaining(['sdk-trace-base', 'exporter-trace-otlp-http']),
    );
  });
});
