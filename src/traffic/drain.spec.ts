import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Drain } from './drain';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let drain: Drain;
let waiting: ServerResponse[];
let sockets: Socket[];

beforeEach(async () => {
  waiting = [];
  sockets = [];
  server = createServer((_request, response) => {
    waiting.push(response);
    server.emit('came');
  });
  drain = new Drain(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  await Promise.all([once(socket, 'connect'), accepted]);
  return socket;
}

async function send(socket: Socket): Promise<ServerResponse> {
  const came = once(server, 'came');
  socket.write(REQUEST);
  await came;
  const response = waiting.at(-1);
  if (!response) throw new Error('No request came');
  return response;
}

describe('Drain', () => {
  it('ends at once where no client is connected', async () => {
    expect(await drain.finish(60_000)).toBe(0);
    expect(server.listening).toBe(false);
  });

  it('waits for the answer that is due, which is the last of its connection', async () => {
    const socket = await open();
    const response = await send(socket);
    const finished = drain.finish(60_000);
    response.end('whole');
    expect(await text(socket)).toMatch(/Connection: close\r\n[^]*whole$/);
    expect(await finished).toBe(0);
  });

  it('answers a request that comes on an open connection after the drain began', async () => {
    const socket = await open();
    (await send(socket)).end('first');
    await once(socket, 'data');
    const finished = drain.finish(60_000);
    (await send(socket)).end('second');
    expect(await text(socket)).toMatch(/Connection: close\r\n[^]*second$/);
    expect(await finished).toBe(0);
  });

  it('closes connections at rest, and those that never sent anything', async () => {
    const rested = await open();
    (await send(rested)).end('once');
    await once(rested, 'data');
    const unused = await open();
    const closed = Promise.all([text(rested), text(unused)]);
    expect(await drain.finish(60_000)).toBe(0);
    expect(await closed).toEqual(['', '']);
  });

  it('cuts off what takes longer than it may, and counts it', async () => {
    const socket = await open();
    await send(socket);
    const ended = text(socket).catch(() => 'broken off');
    expect(await drain.finish(50)).toBe(1);
    await ended;
    expect(socket.destroyed).toBe(true);
  });
});
