import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import express from 'express';
import { boundRequestTime, unboundRequestTime } from './request-time';

const HEAD = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n';

let server: Server;

beforeEach(async () => {
  const app = express();
  app.use(boundRequestTime(50));
  app.post('/unbound', (request, _response, next) => {
    unboundRequestTime(request);
    next();
  });
  app.use(express.text({ type: () => true }), (_request, response) => void response.send('whole'));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function begin(head: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(head);
  return socket;
}

describe('boundRequestTime', () => {
  it('cuts off a request whose body does not come', async () => {
    expect(await text(await begin(HEAD))).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('leaves alone one that has come whole', async () => {
    const socket = await begin(`${HEAD}body`);
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('leaves alone one that is to take its time', async () => {
    const slow = await begin(HEAD.replace('/body', '/unbound'));
    // Another that began later is cut off meanwhile.
    await text(await begin(HEAD));
    slow.write('body');
    const [answer] = (await once(slow.setEncoding('utf8'), 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    slow.destroy();
  });
});
