import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { boundedFetch } from './openai-client';

describe('a bounded fetch', () => {
  let server: Server;
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const serve = (body: string | Buffer, headers: Record<string, string> = {}) =>
    new Promise<void>((resolve) => {
      server = createServer((_, response) =>
        response.writeHead(headers.Location ? 302 : 200, headers).end(body),
      );
      server.listen(0, '127.0.0.1', resolve);
    });

  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  it('gives an answer of the greatest length whole', async () => {
    await serve('x'.repeat(1_000));
    expect((await (await boundedFetch(1_000)(url())).text()).length).toBe(1_000);
  });

  it('fails beyond it', async () => {
    await serve('x'.repeat(1_001));
    const response = await boundedFetch(1_000)(url());
    await expect(response.text()).rejects.toThrow('longer than 1000 bytes');
  });

  it('counts what compressed bytes become', async () => {
    await serve(gzipSync('x'.repeat(100_000)), { 'Content-Encoding': 'gzip' });
    const response = await boundedFetch(1_000)(url());
    await expect(response.text()).rejects.toThrow('longer than 1000 bytes');
  });

  it('follows no redirect', async () => {
    await serve('', { Location: 'http://127.0.0.1:9/' });
    expect((await boundedFetch(1_000)(url())).status).toBe(302);
  });
});
