import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { newDataDir } from '../../test/support/embedded-template';
import { Env } from '../config/env';
import { EmbeddedPostgres } from './embedded-postgres';
import { poolConfig } from './pool';

/** The part of `pg` that writes single messages, to send what no client would. */
interface Wire {
  connection: {
    stream: { destroy(): void };
    parse(query: { name: string; text: string; types: number[] }): void;
    bind(config: object): void;
    execute(config: object): void;
    flush(): void;
    once(event: string, listener: () => void): void;
  };
}

/** The embedded database is the same in a run on a server. */
const whenEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe;

whenEmbedded('the server of the embedded database', () => {
  let env: Env;
  let host: EmbeddedPostgres;
  const clients: Client[] = [];

  beforeAll(async () => {
    env = Object.assign(new Env(), { DATA_DIR: await newDataDir() });
    host = await EmbeddedPostgres.start({ dataDir: env.DATA_DIR, skipsDamagedPages: false }, (error) => {
      throw error;
    });
    await withClient((client) =>
      client.query('CREATE TABLE counted (n int NOT NULL); INSERT INTO counted VALUES (0)'),
    );
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });
  afterAll(async () => {
    await host.stop();
    await rm(env.DATA_DIR, { recursive: true, force: true });
  });

  async function connect(): Promise<Client> {
    const client = new Client(poolConfig(env));
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  }

  async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  const counted = () =>
    withClient(async (client) => {
      const { rows } = await client.query<{ n: number }>('SELECT n FROM counted');
      return rows[0]?.n ?? NaN;
    });

  const breakOff = (client: Client) => (client as unknown as Wire).connection.stream.destroy();

  it('continues after statements that fail, prepared or not', async () => {
    await withClient(async (client) => {
      const fails = { name: 'fails', text: 'SELECT 1 / $1::int AS x', values: [0] };
      await expect(client.query(fails)).rejects.toMatchObject({ code: '22012' });
      await expect(client.query({ name: 'bad', text: 'SELECT nothing' })).rejects.toMatchObject({
        code: '42703',
      });
      expect((await client.query({ ...fails, values: [1] })).rows).toEqual([{ x: 1 }]);
    });
  });

  it('carries long messages', async () => {
    const text = 'long '.repeat(400_000);
    const { rows } = await withClient((client) =>
      client.query<{ text: string }>('SELECT $1::text AS text', [text]),
    );
    expect(rows[0]?.text === text).toBe(true);
  });

  it('gives each client a new session, without the prepared statements of the one before', async () => {
    for (const answer of [1, 2]) {
      const query = { name: 'q', text: `SELECT ${answer} AS answer` };
      expect((await withClient((client) => client.query(query))).rows).toEqual([{ answer }]);
    }
  });

  it('lets a second client wait until the first one leaves', async () => {
    const first = await connect();
    const second = connect();
    await first.query('UPDATE counted SET n = n');
    await first.end();
    expect((await (await second).query('SELECT 1 AS x')).rows).toEqual([{ x: 1 }]);
  });

  it('rolls back the open transaction of a connection that breaks', async () => {
    const client = await connect();
    await client.query('BEGIN');
    await client.query('UPDATE counted SET n = 77');
    breakOff(client);
    expect(await counted()).toBe(0);
  });

  it('rolls back statements that a broken connection did not synchronise', async () => {
    const client = await connect();
    const { connection } = client as unknown as Wire;
    const done = new Promise<void>((resolve) => connection.once('commandComplete', resolve));
    connection.parse({ name: '', text: 'UPDATE counted SET n = 77', types: [] });
    connection.bind({ portal: '', statement: '', values: [] });
    connection.execute({ portal: '', rows: 0 });
    connection.flush();
    await done;
    breakOff(client);
    expect(await counted()).toBe(0);
  });
});
