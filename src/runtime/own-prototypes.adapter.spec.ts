import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Express, Request, Response } from 'express';
import { OwnPrototypesAdapter } from './own-prototypes.adapter';

describe('OwnPrototypesAdapter', () => {
  const adapter = new OwnPrototypesAdapter();
  let url: string;

  beforeAll(async () => {
    adapter.initHttpServer();
    const server = adapter.getHttpServer();
    server.prependListener('request', (request: Request, response: Response) => {
      response.locals = {
        request: Object.getPrototypeOf(request),
        response: Object.getPrototypeOf(response),
      };
    });
    adapter.getInstance<Express>().get('/:name', (request, response) => {
      const { locals } = response;
      const isUnchanged =
        Object.getPrototypeOf(request) === locals.request &&
        Object.getPrototypeOf(response) === locals.response;
      response
        .status(201)
        .json({ isUnchanged, name: request.params.name, type: request.get('X-Kind'), ip: request.ip });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => adapter.close());

  it('makes requests and responses whose prototypes Express leaves alone, and has their methods', async () => {
    const response = await fetch(`${url}/cat`, { headers: { 'X-Kind': 'tabby' } });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ isUnchanged: true, name: 'cat', type: 'tabby', ip: '127.0.0.1' });
  });

  it('cuts off what is under way when it closes', async () => {
    const other = new OwnPrototypesAdapter();
    other.initHttpServer();
    other.getHttpServer().listen(0, '127.0.0.1');
    await once(other.getHttpServer(), 'listening');
    const asked = once(other.getHttpServer(), 'request');
    other.getInstance<Express>().get('/', () => undefined);
    const answer = fetch(`http://127.0.0.1:${(other.getHttpServer().address() as AddressInfo).port}/`);
    const failed = expect(answer).rejects.toThrow('fetch failed');
    await asked;
    await other.close();
    await failed;
  });
});
