import { rm } from 'node:fs/promises';
import { Client } from 'pg';
import { newDataDir } from '../../../test/support/embedded-template';
import { embeddedPoolConfig, EmbeddedPostgres } from '../embedded-postgres';

/** What `pg` writes with, to send what no client would. */
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

const IDLE_MS = 500;
/** The database is of this process alone: what a server is like does not matter here. */
const whenEmbedded = process.env.TEST_DATABASE_URL ? describe.skip : describe;

whenEmbedded('several connections to the embedded database', () => {
  let dataDir: string;
  let host: EmbeddedPostgres;
  const clients: Client[] = [];

  beforeAll(async () => {
    dataDir = await newDataDir();
    host = await EmbeddedPostgres.start(dataDir, IDLE_MS, (error) => {
      throw error;
    });
    await (await connect()).query('CREATE TABLE counted (n int NOT NULL); INSERT INTO counted VALUES (0)');
  });
  beforeEach(async () => {
    await (await connect()).query('UPDATE counted SET n = 0');
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });
  afterAll(async () => {
    await host.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function connect(): Promise<Client> {
    const client = new Client(embeddedPoolConfig(dataDir));
    // Some are broken off on purpose.
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  const some = (count: number) => Promise.all(Array.from({ length: count }, connect));

  async function counted(client: Client): Promise<number> {
    const { rows } = await client.query<{ n: number }>('SELECT n FROM counted');
    return rows[0]?.n ?? NaN;
  }

  async function countOn(client: Client): Promise<void> {
    await client.query('BEGIN');
    const n = await counted(client);
    await client.query({ name: 'set', text: 'UPDATE counted SET n = $1', values: [n + 1] });
    await client.query('COMMIT');
  }

  it('have transactions that do not mix', async () => {
    const all = await some(6);
    await Promise.all(
      all.map(async (client) => {
        for (let round = 0; round < 25; round += 1) await countOn(client);
      }),
    );
    expect(await counted(await connect())).toBe(150);
  });

  it('may mean different statements by the same name', async () => {
    const all = await some(6);
    const asked = all.map(async (client, index) => {
      const text = `SELECT $1::int * ${index} AS product`;
      for (let round = 0; round < 25; round += 1) {
        const { rows } = await client.query<{ product: number }>({ name: 'q', text, values: [round] });
        expect(rows).toEqual([{ product: round * index }]);
      }
    });
    await Promise.all(asked);
  });

  it('go on after statements that fail, prepared or not', async () => {
    const [one, other] = await some(2);
    const fails = { name: 'fails', text: 'SELECT 1 / $1::int AS x', values: [0] };
    for (const client of [one, other, one]) {
      await expect(client?.query(fails)).rejects.toMatchObject({ code: '22012' });
      await expect(client?.query({ name: 'bad', text: 'SELECT nothing' })).rejects.toMatchObject({
        code: '42703',
      });
      expect((await client?.query({ ...fails, values: [1] }))?.rows).toEqual([{ x: 1 }]);
    }
  });

  it('carry what is long', async () => {
    const all = await some(2);
    const text = 'long '.repeat(400_000);
    const asked = all.map(async (client) => {
      const { rows } = await client.query<{ text: string }>('SELECT $1::text AS text', [text]);
      expect(rows[0]?.text === text).toBe(true);
    });
    await Promise.all(asked);
  });

  it('leave no more statements behind than there are texts, however many come and go', async () => {
    const prepared = async () => {
      const { rows } = await (
        await connect()
      ).query<{ n: number }>('SELECT count(*)::int AS n FROM pg_prepared_statements');
      return rows[0]?.n;
    };
    const use = async () => {
      const client = await connect();
      await client.query({ name: `of ${clients.length}`, text: 'SELECT 42 AS answer' });
      await client.end();
    };
    await use();
    const before = await prepared();
    for (let round = 0; round < 5; round += 1) await use();
    expect(await prepared()).toBe(before);
  });

  it('have what they left open undone when they break off, and let the others go on', async () => {
    const [dying, other] = await some(2);
    await dying?.query('BEGIN');
    await dying?.query('UPDATE counted SET n = 77');
    const waiting = counted(other!);
    breakOff(dying);
    expect(await waiting).toBe(0);
  });

  it('have undone what they never finished sending', async () => {
    const [dying, other] = await some(2);
    const { connection } = dying as unknown as Wire;
    const done = new Promise<void>((resolve) => connection.once('commandComplete', resolve));
    connection.parse({ name: '', text: 'UPDATE counted SET n = 77', types: [] });
    connection.bind({ portal: '', statement: '', values: [] });
    connection.execute({ portal: '', rows: 0 });
    connection.flush();
    await done;
    breakOff(dying);
    expect(await counted(other!)).toBe(0);
  });

  it('are ended when they keep the others waiting in a transaction', async () => {
    const [idle, other] = await some(2);
    await idle?.query('BEGIN');
    await idle?.query('UPDATE counted SET n = 77');
    const ended = new Promise<Error>((resolve) => idle?.once('error', resolve));
    expect(await counted(other!)).toBe(0);
    expect(await ended).toMatchObject({ code: '25P03' });
    await expect(idle?.query('COMMIT')).rejects.toThrow();
  });
});

function breakOff(client: Client | undefined): void {
  (client as unknown as Wire).connection.stream.destroy();
}
