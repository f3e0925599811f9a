import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import request from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { useTestApp, type TestApp, type Reachable } from './support/test-app';
import { exported, exportPath, linesOf, memoriesOf, NDJSON } from './support/transfers';

/** More than the buffers between the service and a client that does not read. */
const MANY = 1_500;
const CONTENT_LENGTH = 9_000;

async function beginExport(app: Reachable, agentId: string): Promise<IncomingMessage> {
  const outgoing = get(`${app.url}${exportPath(agentId)}`, { agent: false });
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.headers['content-type']).toBe(NDJSON);
  return response;
}

/** Gives an agent so many memories that the export of them waits for its reader. */
async function fill({ app }: TestApp, agentId: string): Promise<void> {
  await app.get(PrismaService).execute(sql`
    INSERT INTO memories (namespace_id, id, title, title_derived, content, content_key, type, confidence, tags,
      source, provenance, actor_id, created_at, updated_at)
    SELECT n.id, gen_random_uuid(), 'title', false, repeat('x', ${CONTENT_LENGTH}), i, 'fact', 1, '{}', 'test',
      'observed', 'me', now(), now()
    FROM namespaces n, generate_series(1, ${MANY}) i WHERE n.name IN (
      SELECT namespace FROM agents WHERE agent_id = ${agentId})`);
}

describe('an export while its agent changes', () => {
  // Each process has its own limit of exports.
  const app = useTestApp({ alone: true });
  let agent: TestSession;

  beforeAll(async () => {
    agent = await newSession(app, 'busy');
    await fill(app, 'busy');
  });

  const begin = () => beginExport(app, 'busy');

  it('is as of the instant at which it began', async () => {
    const before = await exported(app, 'busy');
    const last = memoriesOf(before).slice(-3);
    const response = await begin();
    await agent.call('patch', `memories/${last[0]?.id}`).send({ content: 'Edited' }).expect(200);
    await agent.call('delete', `memories/${last[1]?.id}`).expect(200);
    await agent.call('post', `memories/${last[2]?.id}/expire`).expect(200);
    await remember(agent, { content: 'Stored after the export had begun' });
    expect(linesOf(await textOf(response)).slice(1)).toEqual(linesOf(before).slice(1));
    const after = memoriesOf(await exported(app, 'busy'));
    expect(after).toHaveLength(MANY);
    expect(after.filter(({ content }) => !content.startsWith('xxx'))).toHaveLength(2);
  });

  it('makes room for others when its client goes away', async () => {
    const open = [await begin(), await begin()];
    const refused = await request(app.url).get(exportPath('busy')).expect(503);
    expect(refused.headers['retry-after']).toBe('5');
    for (const response of open) response.destroy();
    const status = async () => {
      const response = await fetch(`${app.url}${exportPath('busy')}`);
      await response.arrayBuffer();
      return response.status;
    };
    await eventually(status, (each) => each === 200);
  });
});

describe('an export whose client stops reading', () => {
  const app = useTestApp({ alone: true, env: { STALLED_READER_TIMEOUT_MS: 1_500 } });

  beforeAll(async () => {
    await newSession(app, 'unread');
    await fill(app, 'unread');
  });

  /** Whether the database keeps rows as they were: on a server, how many other transactions are open. */
  async function snapshots(): Promise<number> {
    const database = app.app.get(PrismaService);
    const isEmbedded = database.kind === 'embedded';
    const [row] = await database.query<{ count: number }>(
      isEmbedded
        ? sql`SELECT count(*)::int AS count FROM pg_namespace WHERE nspname = 'export_snapshot'`
        : sql`SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
              AND backend_type = 'client backend'`,
    );
    return row?.count ?? 0;
  }

  it('is cut off without its end line, and its snapshot is released', async () => {
    const response = await beginExport(app, 'unread');
    expect(await snapshots()).toBeGreaterThan(0);
    await eventually(snapshots, (count) => count === 0);
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await expect(once(response, 'end')).rejects.toThrow('aborted');
    expect(text).not.toContain('"kind":"end"');
    expect(memoriesOf(await exported(app, 'unread'))).toHaveLength(MANY);
  });
});
