import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { closeStalledReaders } from './stalled-readers';

const STALL_MS = 200;
/** More than the kernel takes for a client that does not read. */
const LARGE = 'x'.repeat(20_000_000);

let server: Server;
let client: Socket;

beforeEach(() => {
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
});

afterEach(() => jest.restoreAllMocks());

/** Serves one request of a client that reads nothing by itself; resolves with the response. */
async function serve(listener: RequestListener): Promise<ServerResponse> {
  server = createServer(listener);
  closeStalledReaders(server, STALL_MS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return response;
}

function stop(): void {
  client.destroy();
  server.close();
}

describe('a client that reads nothing', () => {
  afterEach(stop);

  it.each<[string, RequestListener]>([
    ['one large write', (_request, response) => void response.end(LARGE)],
    ['a stream that waits for it', (_request, response) => void response.write(LARGE)],
  ])('has its connection closed: %s', async (_, listener) => {
    const response = await serve(listener);
    await once(response, 'close');
    expect(Logger.prototype.warn).toHaveBeenCalledTimes(1);
  });

  it('has its connection closed although small pieces are still added', async () => {
    const response = await serve((_request, answer) => void answer.write(LARGE));
    const pieces = setInterval(() => response.write(': keepalive\n\n'), STALL_MS / 10);
    await once(response, 'close');
    clearInterval(pieces);
    expect(Logger.prototype.warn).toHaveBeenCalledTimes(1);
  });
});

describe('a client that waits for an answer', () => {
  afterEach(stop);

  it('is left alone while there is nothing to send', async () => {
    const response = await serve((_request, answer) => void answer.write('first'));
    setTimeout(() => response.end('last'), STALL_MS * 4);
    let text = '';
    for await (const chunk of client) {
      text += String(chunk);
      if (text.includes('last')) break;
    }
    expect(text).toContain('first');
  });
});

describe('a client that reads slowly', () => {
  beforeEach(() => jest.useFakeTimers());

  afterEach(() => jest.useRealTimers());

  /** A connection that is sending 1,000 bytes in one write. */
  function sending() {
    const socket = Object.assign(new EventEmitter(), {
      writableLength: 1_000,
      bytesWritten: 1_000,
      _handle: { writeQueueSize: 1_000 },
      destroy: jest.fn(),
    });
    const fake = new EventEmitter();
    closeStalledReaders(fake as Server, STALL_MS);
    fake.emit('connection', socket);
    return socket;
  }

  it('is left alone as long as it takes parts of a write', () => {
    const socket = sending();
    for (; socket._handle.writeQueueSize > 0; socket._handle.writeQueueSize -= 100)
      jest.advanceTimersByTime(STALL_MS * 0.9);
    expect(socket.destroy).not.toHaveBeenCalled();
  });

  it('is left alone as long as it takes whole writes', () => {
    const socket = sending();
    for (let writes = 0; writes < 10; writes++) {
      jest.advanceTimersByTime(STALL_MS * 0.9);
      socket.bytesWritten += 1_000;
    }
    expect(socket.destroy).not.toHaveBeenCalled();
  });

  it('is closed when it stops', () => {
    const socket = sending();
    jest.advanceTimersByTime(STALL_MS * 0.9);
    socket._handle.writeQueueSize = 500;
    jest.advanceTimersByTime(STALL_MS * 1.5);
    expect(socket.destroy).toHaveBeenCalled();
  });
});
