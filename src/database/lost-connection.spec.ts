import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Env } from '../config/env';
import { PrismaService } from './prisma.service';
import { sql } from './sql';
import { isDatabaseUnavailable } from './database-errors';

/** Authentication is passed, then the server waits for a query. */
const GREETING = Buffer.concat([message('R', int32(0)), message('Z', Buffer.from('I'))]);
const FAREWELL = message(
  'E',
  Buffer.from(
    'SFATAL\0VFATAL\0C57P02\0Mterminating connection because of crash of another server process\0\0',
  ),
);

/** Of the PostgreSQL protocol: a letter, the length of the rest, the rest. */
function message(letter: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

describe('a connection that breaks as soon as it is made', () => {
  let server: Server;
  let db: PrismaService;

  beforeAll(async () => {
    // The first message is the client's name and settings; what follows is not answered any more.
    server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([GREETING, FAREWELL])));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const settings = { DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/nothing` };
    db = PrismaService.attach(Object.assign(new Env(), settings), () => undefined);
  });

  afterAll(async () => {
    await db.close();
    server.close();
  });

  // An error event without a listener ends the process.
  it.each([
    ['a statement', () => db.ping()],
    ['a transaction', () => db.transaction(() => db.query(sql`SELECT 1 AS one`))],
  ])('fails what it was made for, and nothing else: %s', async (_, work) => {
    const failure: unknown = await work().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(db.connections.total).toBe(0);
  });
});
