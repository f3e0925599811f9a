import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { failure, GREETING } from '../../test/support/scripted-postgres';
import { Env } from '../config/env';
import { PrismaService } from './prisma.service';
import { sql } from './sql';
import { isDatabaseUnavailable } from './database-errors';

describe('a connection that breaks as soon as it is made', () => {
  let server: Server;
  let db: PrismaService;

  beforeAll(async () => {
    // The first message is the client's name and settings; what follows is not answered any more.
    server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([GREETING, failure('FATAL', '57P02')])));
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
