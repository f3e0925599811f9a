import { Client } from 'pg';
import { newSession, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { eventually } from './support/eventually';
import { everything, shownFile, upload, type FileClient, type ShownFile } from './support/files';
import { describeReplicas, REPLICAS } from './support/kind-of-run';
import { ReplicaProcesses } from './support/replica-processes';
import { buildService } from './support/service-process';

/** Takes a process some seconds to read. */
const LONG = 60_000;
const WRITERS = 6;
/** Longer than a job outlives its holder. */
const TAKEN_OVER_MS = 120_000;

/** Notes every time that somebody takes a file to read it, and how many others are being read then. */
const NOTE_TAKERS = `
  CREATE TABLE takers (file_id uuid, holder uuid, beside int);
  CREATE FUNCTION note_taker() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.holder IS DISTINCT FROM OLD.holder AND NEW.holder IS NOT NULL THEN
      INSERT INTO takers SELECT NEW.file_id, NEW.holder, count(*) FROM files f
      WHERE f.holder IS NOT NULL AND f.held_until > now() AND f.file_id <> NEW.file_id;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER note_taker AFTER UPDATE ON files FOR EACH ROW EXECUTE FUNCTION note_taker();`;

const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `Sentence ${word}${n} is about tea.`).join(' ');

describeReplicas('the jobs of processes on one database', () => {
  let store: TestStore;
  let replicas: ReplicaProcesses;
  let database: Client;

  beforeAll(async () => {
    buildService();
    store = await newTestStore({ INGEST_CONCURRENCY: 1 });
    replicas = await ReplicaProcesses.start(store.env, REPLICAS);
    database = new Client({ connectionString: store.env.DATABASE_URL ?? '' });
    await database.connect();
    await database.query(NOTE_TAKERS);
  });

  beforeEach(() => database.query('DELETE FROM takers'));

  afterAll(async () => {
    await database.end();
    await replicas.close();
    await store.remove();
  });

  /** Asks one process after the other, as a client behind the proxy does. */
  const clientOf = ({ agentId, token }: TestSession, url = replicas.url): FileClient => ({
    url,
    agentId,
    token,
  });

  /** The file when it is not being read any more, which may take a while. */
  async function settled(session: TestSession, fileId: string): Promise<ShownFile> {
    const deadline = Date.now() + TAKEN_OVER_MS;
    const shown = () => shownFile(clientOf(session, replicas.urls[0]), fileId);
    for (;;) {
      const file = await eventually(shown, ({ status }) => status !== 'processing').catch(() => null);
      if (file !== null) return file;
      if (Date.now() > deadline) throw new Error(`Still being read: ${JSON.stringify(await shown())}`);
    }
  }

  /** How often each file was taken. */
  async function timesTaken(ids: readonly string[]): Promise<number[]> {
    const { rows } = await database.query<{ file_id: string; times: number }>(
      'SELECT file_id, count(*)::int AS times FROM takers GROUP BY file_id',
    );
    return ids.map((id) => rows.find(({ file_id }) => file_id === id)?.times ?? 0);
  }

  async function count(statement: string): Promise<number> {
    const { rows } = await database.query<{ count: number }>(statement);
    return rows[0]?.count ?? 0;
  }

  /** Each chunk of each file is there once, and each sentence is in one of them. */
  async function expectWhole(session: TestSession, files: readonly ShownFile[], sentencesEach: number) {
    expect(files.map(({ status, error }) => [status, error])).toEqual(files.map(() => ['indexed', null]));
    const stored = (await everything(clientOf(session, replicas.urls[0]))).filter(
      ({ source }) => source === 'upload',
    );
    const expected = files.flatMap(({ file_id, chunks }) =>
      Array.from({ length: chunks }, (_, n) => `${file_id}#${n}`),
    );
    expect(stored.map(({ source_ref }) => source_ref).sort()).toEqual(expected.sort());
    const said = new Set(stored.flatMap(({ content }) => content.match(/\b[a-z]+\d+\b/g) ?? []));
    expect(said.size).toBe(files.length * sentencesEach);
  }

  it('are each done once by one of them, and several at the same time', async () => {
    const session = await newSession(replicas, 'reader');
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const ids = await Promise.all(
      names.map((name) => upload(clientOf(session), `${name}.txt`, sentences(2_000, name))),
    );
    const files = await Promise.all(ids.map((id) => settled(session, id)));
    await expectWhole(session, files, 2_000);
    expect(await timesTaken(ids)).toEqual(ids.map(() => 1));
    const beside = await count('SELECT max(beside)::int AS count FROM takers');
    expect(beside).toBeGreaterThanOrEqual(1);
    expect(beside).toBeLessThan(REPLICAS);
  });

  it('and what was acknowledged outlive a process that is killed', async () => {
    const session = await newSession(replicas, 'survivor');
    const names = ['x', 'y', 'z'].slice(0, REPLICAS);
    const ids = await Promise.all(
      names.map((name) => upload(clientOf(session), `${name}.txt`, sentences(LONG, name))),
    );
    const reading = () => count('SELECT count(*)::int AS count FROM files WHERE holder IS NOT NULL');
    await eventually(reading, (held) => held === names.length);
    const acknowledged = await writeWhile(session, () => replicas.killOne());

    const files = await Promise.all(ids.map((id) => settled(session, id)));
    await expectWhole(session, files, LONG);
    expect((await timesTaken(ids)).sort()).toEqual([1, 1, 2]);
    await replicas.add();
    for (const url of replicas.urls) {
      const kept = new Set((await everything(clientOf(session, url))).map(({ id }) => id));
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    }
  }, 300_000);

  /** Writes by several clients before, during and after the work; the ids of what was acknowledged. */
  async function writeWhile(session: TestSession, work: () => Promise<void>): Promise<string[]> {
    const ids: string[] = [];
    let done = false;
    const writer = async (): Promise<void> => {
      while (!done) {
        const remembering = session.call('post', 'remember').send({ content: `Note ${ids.length}` });
        // A client of the killed process gets no answer, or an error answer.
        const answer = await remembering.then(
          (response) => response,
          () => null,
        );
        if (answer?.status === 200) ids.push((answer.body as { memory_id: string }).memory_id);
        else if (answer !== null) throw new Error(`Status ${answer.status}: ${answer.text}`);
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, writer));
    const enough = (more: number) =>
      eventually(
        async () => ids.length,
        (now) => now >= more,
      );
    try {
      await enough(60);
      await work();
      await enough(ids.length + 60);
    } finally {
      done = true;
    }
    await writers;
    return ids;
  }
});
