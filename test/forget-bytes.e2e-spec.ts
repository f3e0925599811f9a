import { readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { Env } from '../src/config/env';
import { newSession, type TestSession } from './support/agents';
import { newDataDir } from './support/embedded-template';
import { eventually } from './support/eventually';
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

describe('the files of the embedded database', () => {
  let dataDir: string;
  let service: ServiceProcess;
  let agent: TestSession;

  beforeAll(async () => {
    buildService();
    dataDir = await newDataDir();
    const env = Object.assign(new Env(), { DATA_DIR: dataDir, TRACE: 'full', PORT: 0 });
    service = await startService(env);
    agent = await newSession(service, 'bytes');
  });
  afterAll(async () => {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('hold nothing of what was forgotten, outside of the write-ahead log', async () => {
    await fill();
    await service.terminate();
    expect(holding(dataDir).filter((path) => !isLog(path)).length).toBeGreaterThan(2);
    service = await startService(Object.assign(new Env(), { DATA_DIR: dataDir, TRACE: 'full', PORT: 0 }));
    const { body } = await request(service.url)
      .post('/api/v2/agents/bytes/forget')
      .send({ about: NAME, dry_run: false })
      .expect(200);
    expect(body).toMatchObject({ receipt: { state: 'done', counts: { files: 1, former_versions: 2 } } });
    await service.terminate();
    expect(holding(dataDir).filter((path) => !isLog(path))).toEqual([]);
  });

  async function fill(): Promise<void> {
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
    for (let n = 0; n < 20; n++)
      await agent.call('post', 'remember').send({ content: `Note ${n} on ${NAME}` });
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
});
