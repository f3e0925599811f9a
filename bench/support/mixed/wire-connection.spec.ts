import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { WireConnection } from './wire-connection';

const request = { path: '/recall', token: 'secret', body: '{"query":"Zürich"}' };

describe('WireConnection', () => {
  let server: Server;
  let received: string;
  let answer: (socket: Socket) => void;
  let connection: WireConnection;

  beforeEach(async () => {
    received = '';
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        received += chunk.toString();
        answer(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    connection = await WireConnection.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });

  afterEach(async () => {
    connection.close();
    server.close();
    await once(server, 'close');
  });

  it('posts a body with its length in bytes and the token', async () => {
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    await expect(connection.post(request)).resolves.toBe(200);
    expect(received).toContain('POST /recall HTTP/1.1\r\n');
    expect(received).toContain('X-Session-Token: secret\r\n');
    expect(received).toContain('Content-Length: 19\r\n\r\n{"query":"Zürich"}');
  });

  it('answers once the last byte is here, and takes the next request on the same connection', async () => {
    let answered = false;
    answer = (socket) => {
      socket.write('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 4\r\n');
      setImmediate(() => {
        socket.write('\r\n12');
        setImmediate(() => {
          expect(answered).toBe(false);
          socket.write('34');
        });
      });
    };
    await expect(connection.post(request).finally(() => (answered = true))).resolves.toBe(503);
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    await expect(connection.post(request)).resolves.toBe(200);
  });

  it('fails when the server hangs up, then and later', async () => {
    answer = (socket) => socket.destroy();
    await expect(connection.post(request)).rejects.toThrow();
    expect(connection.isOpen).toBe(false);
    await expect(connection.post(request)).rejects.toThrow('The connection is closed');
  });

  it('reads an answer in chunks to its last one', async () => {
    let answered = false;
    answer = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n');
      setImmediate(() => {
        expect(answered).toBe(false);
        socket.write('0\r\n\r\n');
      });
    };
    await expect(connection.post(request).finally(() => (answered = true))).resolves.toBe(200);
  });

  it('fails on an answer without a length', async () => {
    answer = (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n');
    await expect(connection.post(request)).rejects.toThrow('does not read');
  });
});
