import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** What a statement gets: that it is done, a code of PostgreSQL's, or nothing. */
export type ScriptedAnswer = 'done' | 'silence' | { code: string };

/** Authentication is passed, then the server waits for a statement. */
export const GREETING = greeting(1);
const STATEMENT = 'Q'.charCodeAt(0);
const HEAD_BYTES = 5;

/** A server that speaks as much of PostgreSQL's protocol as connections and their failures need, without a database. */
export class ScriptedPostgres {
  /** Open connections. */
  connections = 0;
  private processId = 0;
  private readonly listener = createServer((socket) => this.accept(socket));

  private constructor(private readonly answerTo: (statement: string) => ScriptedAnswer) {}

  static async listen(answerTo: (statement: string) => ScriptedAnswer): Promise<ScriptedPostgres> {
    const server = new ScriptedPostgres(answerTo);
    server.listener.listen(0, '127.0.0.1');
    await once(server.listener, 'listening');
    return server;
  }

  get url(): string {
    return `postgresql://user@127.0.0.1:${(this.listener.address() as AddressInfo).port}/database`;
  }

  close(): void {
    this.listener.close();
  }

  private accept(socket: Socket): void {
    this.connections++;
    socket.on('error', () => undefined);
    socket.once('close', () => this.connections--);
    // The first message is the client's name and settings.
    socket.once('data', () => {
      socket.write(greeting(++this.processId));
      socket.on('data', (bytes) => this.answer(socket, bytes));
    });
  }

  /** One statement at a time, which fits into a packet. */
  private answer(socket: Socket, bytes: Buffer): void {
    if (bytes[0] !== STATEMENT) return;
    const answer = this.answerTo(bytes.subarray(HEAD_BYTES, bytes.indexOf(0, HEAD_BYTES)).toString());
    if (answer === 'silence') return;
    const result =
      answer === 'done' ? message('C', Buffer.from('SELECT 0\0')) : failure('ERROR', answer.code);
    socket.write(Buffer.concat([result, ready()]));
  }
}

/** `severity`: FATAL ends the connection. */
export function failure(severity: 'ERROR' | 'FATAL', code: string): Buffer {
  return message('E', Buffer.from(`S${severity}\0V${severity}\0C${code}\0Mfailed\0\0`));
}

function greeting(processId: number): Buffer {
  const key = Buffer.concat([int32(processId), int32(0)]);
  return Buffer.concat([message('R', int32(0)), message('K', key), ready()]);
}

function ready(): Buffer {
  return message('Z', Buffer.from('I'));
}

/** A letter, the length of the rest, the rest. */
function message(letter: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
