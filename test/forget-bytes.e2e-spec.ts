import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { Env } from '../src/config/env';
import { TOUCHED_TABLES } from '../src/forgetting/compaction.repository';
import { newSession, type TestSession } from './support/agents';
import { TEST_SECRET_KEY } from './support/database';
import { newDataDir } from './support/embedded-template';
import { eventually } from './support/eventually';
import { OwnPostgres } from './support/own-postgres';
import { onServer } from './support/server-template';
import { buildService, startService, type ServiceProcess } from './support/service-process';

/** Invented, so that no file holds it by chance. */
const NAME = 'Zephyrine Quillfeather';
const NEEDLES = ['zephyrin', 'quillfeath'];

/** Paths of the files under a folder that hold one of the needles, whatever its case. */
function holding(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return paths.filter((path) => {
    if (!statSync(path).isFile()) return false;
    const text = readFileSync(path, 'latin1').toLowerCase();
    return NEEDLES.some((needle) => text.includes(needle));
  });
}

const isLog = (path: string): boolean => path.includes('pg_wal');
const outsideOfLog = (folder: string): string[] => holding(folder).filter((path) => !isLog(path));
const whyNoServer = OwnPostgres.whyNot();

let service: ServiceProcess | null = null;

beforeAll(() => buildService());
afterEach(() => service?.kill());

it('the files of the embedded database hold nothing of what was forgotten, outside of the write-ahead log', async () => {
  const dataDir = await newDataDir();
  try {
    const env = Object.assign(new Env(), { DATA_DIR: dataDir, TRACE: 'full', PORT: 0 });
    await fillAndEnd(env);
    expect(outsideOfLog(dataDir).length).toBeGreaterThan(2);
    await forgetAndEnd(env);
    expect(outsideOfLog(dataDir)).toEqual([]);
  } finally {
    await service?.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});

(whyNoServer === null ? it : it.skip)(
  'the files of a PostgreSQL server hold nothing of it once its administrator wrote the tables again',
  async () => {
    const server = await OwnPostgres.start();
    const dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
    try {
      const env = {
        DATA_DIR: dataDir,
        DATABASE_URL: server.url,
        SERVICE_SECRET_KEY: TEST_SECRET_KEY,
        TRACE: 'full',
        PORT: 0,
      };
      await fillAndEnd(Object.assign(new Env(), env));
      await onServer(server.url, 'CHECKPOINT');
      expect(outsideOfLog(server.dataFolder).length).toBeGreaterThan(2);
      await forgetAndEnd(Object.assign(new Env(), env));
      for (const table of TOUCHED_TABLES) await onServer(server.url, `VACUUM (FULL, ANALYZE) ${table}`);
      await onServer(server.url, 'VACUUM FULL pg_statistic');
      await onServer(server.url, 'CHECKPOINT');
      expect([...outsideOfLog(server.dataFolder), ...outsideOfLog(dataDir)]).toEqual([]);
    } finally {
      await service?.kill();
      await server.remove();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

async function fillAndEnd(env: Env): Promise<void> {
  service = await startService(env);
  await fill(await newSession(service, 'bytes'));
  await service.terminate();
}

async function forgetAndEnd(env: Env): Promise<void> {
  service = await startService(env);
  const { body } = await request(service.url)
    .post('/api/v2/agents/bytes/forget')
    .send({ about: NAME, dry_run: false })
    .expect(200);
  expect(body).toMatchObject({ receipt: { state: 'done', counts: { files: 1, former_versions: 2 } } });
  await service.terminate();
}

async function fill(agent: TestSession): Promise<void> {
  const { body } = await agent.call('post', 'remember').send({
    content: `${NAME} lives in Oslo`,
    tags: ['zephyrine-quillfeather'],
    names: [NAME],
    metadata: { customer: NAME },
    source_ref: 'crm/zephyrine-quillfeather',
  });
  const id = (body as { memory_id: string }).memory_id;
  await agent
    .call('patch', `memories/${id}`)
    .send({ content: `${NAME} lives in Rome` })
    .expect(200);
  const { body: other } = await agent.call('post', 'remember').send({ content: `${NAME} sings` });
  const otherId = (other as { memory_id: string }).memory_id;
  await agent.call('patch', `memories/${otherId}`).send({ content: 'Somebody sings' }).expect(200);
  for (let n = 0; n < 20; n++) await agent.call('post', 'remember').send({ content: `Note ${n} on ${NAME}` });
  await agent
    .call('post', 'recall')
    .send({ query: `Where does ${NAME} live?` })
    .expect(200);
  const text = Buffer.from(`# About ${NAME}\n\nShe plays chess.\n`);
  await agent.call('post', 'upload-file').attach('file', text, `${NAME}.md`).expect(200);
  const files = () => agent.call('get', 'files').expect(200);
  await eventually(
    files,
    ({ body }) => (body as { files: { status: string }[] }).files[0]?.status === 'indexed',
  );
}
