import { Registry } from 'prom-client';
import { httpMetrics } from './counters';
import { gauges } from './gauges';

describe('gauges', () => {
  it('show what is read whenever they are refreshed, and nothing where there is nothing or reading fails', async () => {
    const registry = new Registry();
    const read = jest.fn<Promise<{ waiting: number } | null>, []>();
    const refresh = gauges(registry, { waiting: ['What waits.', ({ waiting }) => waiting] }, read);
    const shown = async () => {
      await refresh();
      return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    };
    read.mockResolvedValueOnce(null);
    expect(await shown()).toEqual([]);
    read.mockResolvedValueOnce({ waiting: 3 });
    expect(await shown()).toEqual(['waiting 3']);
    read.mockRejectedValueOnce(new Error('away'));
    expect(await shown()).toEqual([]);
    read.mockResolvedValueOnce({ waiting: 0 });
    expect(await shown()).toEqual(['waiting 0']);
  });
});

describe('httpMetrics', () => {
  it('counts by method, route and status, and puts unheard-of methods together', async () => {
    const registry = new Registry();
    const observe = httpMetrics(registry);
    const request = {
      requestId: 'r',
      aborted: false,
      agentId: 'a',
      sessionId: 's',
      traceId: null,
      durationMs: 20,
    };
    observe({ ...request, method: 'GET', route: '/live', status: 200 });
    observe({ ...request, method: 'PROPFIND', route: 'none', status: 404 });
    observe({ ...request, method: 'MKCOL', route: 'none', status: 404 });
    const text = await registry.metrics();
    expect(text).toContain('http_requests_total{method="GET",route="/live",status="200"} 1');
    expect(text).toContain('http_requests_total{method="OTHER",route="none",status="404"} 2');
    expect(text).toContain('http_request_duration_seconds_bucket{le="0.01",method="GET",route="/live"} 0');
    expect(text).toContain('http_request_duration_seconds_bucket{le="0.025",method="GET",route="/live"} 1');
    expect(text).toContain('http_request_duration_seconds_sum{method="GET",route="/live"} 0.02');
  });
});
