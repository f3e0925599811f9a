import request from 'supertest';
import { activate, newSession, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { everything, settled, shownFile, upload, type FileClient } from './support/files';
import { useTestApp } from './support/test-app';

const app = useTestApp({ env: { INGEST_CONCURRENCY: 2 } });
let agents = 0;
let session: TestSession;
let client: FileClient;

beforeEach(async () => {
  session = await newSession(app, `reader-${agents++}`);
  client = { url: app.url, agentId: session.agentId, token: session.token };
});

const filler = (about: string, count: number) =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} says something about ${about}.`).join(' ');

/** Three chunks: the middle one alone speaks of what is asked. */
const THREE = [
  filler('gardens', 45),
  `${filler('kettles', 44)} The instrument is a xylophone.`,
  filler('roads', 45),
].join('\n\n');

describe('an uploaded file', () => {
  it('becomes memories, in order, each with its place', async () => {
    const fileId = await upload(
      client,
      'guide.md',
      `# Setup\n\n${filler('setup', 60)}\n\n# Use\n\n${filler('use', 60)}`,
    );
    const file = await settled(client, fileId);
    const chunks = await everything(client);
    expect(file).toMatchObject({ status: 'indexed', progress: 1, error: null, chunks: chunks.length });
    expect(chunks.map(({ source_ref }) => source_ref)).toEqual(chunks.map((_, n) => `${fileId}#${n}`));
    expect(chunks[0]).toMatchObject({ type: 'artifact', source: 'upload', provenance: 'imported' });
    expect(chunks[0]?.title).toBe('guide.md: Setup');
    expect(chunks.at(-1)?.title).toBe('guide.md: Use');
  });

  it('is found by what it says, and what stands beside it in the file is lifted', async () => {
    await settled(client, await upload(client, 'three.txt', THREE));
    const { body } = await session.call('post', 'recall').send({ query: 'xylophone instrument' }).expect(200);
    const found = (body as { memories: { content: string; source_ref: string }[] }).memories;
    expect(found[0]?.content).toContain('xylophone');
    if (process.env.TEST_BACKEND === 'on-prem') return;
    const [, middle] = (found[0]?.source_ref ?? '').split('#').map(Number);
    const beside = found.slice(1).map(({ source_ref }) => Number(source_ref.split('#')[1]));
    expect(beside.length).toBeGreaterThan(0);
    for (const n of beside) expect(Math.abs(n - (middle ?? NaN))).toBeLessThanOrEqual(2);
  });

  it('is removed with all its chunks and nothing else', async () => {
    const fileId = await upload(client, 'gone.txt', THREE);
    const keptId = await upload(client, 'kept.txt', `${THREE} And more.`);
    const { chunks } = await settled(client, fileId);
    const kept = await settled(client, keptId);
    const { body } = await session.call('delete', `files/${fileId}`).expect(200);
    expect(body).toMatchObject({ file_id: fileId, status: 'deleted', chunks_deleted: chunks });
    expect(await everything(client)).toHaveLength(kept.chunks);
    await session.call('get', `files/${fileId}`).expect(404);
    await session.call('delete', `files/${fileId}`).expect(404);
  });

  it('that is removed while it is read leaves nothing behind', async () => {
    const fileId = await upload(client, 'long.txt', filler('long roads', 60_000));
    await eventually(
      () => shownFile(client, fileId),
      ({ chunks, status }) => chunks > 0 || status !== 'processing',
    );
    await session.call('delete', `files/${fileId}`).expect(200);
    expect(await everything(client)).toEqual([]);
    // Another one is read all the same, after which a late batch would have come.
    const next = await settled(client, await upload(client, 'next.txt', THREE));
    expect(await everything(client)).toHaveLength(next.chunks);
  });

  it('goes with its agent and the memories, while it is read', async () => {
    const fileId = await upload(client, 'long.txt', filler('long roads', 60_000));
    await eventually(
      () => shownFile(client, fileId),
      ({ chunks, status }) => chunks > 0 || status !== 'processing',
    );
    await request(app.url).delete(`/api/v2/agents/${session.agentId}?delete-backup-too=true`).expect(200);
    session = await newSession(app, session.agentId);
    client = { ...client, token: session.token };
    const next = await settled(client, await upload(client, 'next.txt', THREE));
    // A batch that was on its way to the backend may come, and is removed.
    await eventually(
      () => everything(client),
      (chunks) => chunks.length === next.chunks,
    );
  });

  it('that is not what its name says fails with a reason, and those after it are read', async () => {
    const failed = await settled(client, await upload(client, 'lying.pdf', 'This is no PDF'));
    expect(failed).toMatchObject({ status: 'failed', chunks: 0 });
    expect(failed.error).toMatch(/PDF/);
    expect(await settled(client, await upload(client, 'fine.txt', THREE))).toMatchObject({
      status: 'indexed',
    });
  });

  it('shows in the health of the service until it is read', async () => {
    await settled(client, await upload(client, 'three.txt', THREE));
    const healthy = () => request(app.url).get('/health');
    const { body } = await eventually(
      async () => (await healthy()) as { body: { details: { files?: { processing: number } } } },
      (answer) => answer.body.details.files?.processing === 0,
    );
    expect(body.details.files).toMatchObject({ status: 'up', processing: 0, failing: 0 });
  });

  it('does not count among what its session remembered, however far it has been read', async () => {
    await settled(client, await upload(client, 'three.txt', THREE));
    const { body } = await session.call('post', 'deactivate').expect(200);
    expect(body).toMatchObject({ memories_created: 0, summary_memory_id: null });
  });

  it('is read under a session that has been followed by another one', async () => {
    const fileId = await upload(client, 'three.txt', THREE);
    const next = await activate(app, session.agentId);
    const file = await settled({ ...client, token: next.token }, fileId);
    expect(file.status).toBe('indexed');
  });
});
