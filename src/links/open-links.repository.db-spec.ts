import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { settled } from '../../test/support/feed';
import { AgentsRepository } from '../agents/agents.repository';
import { AgentOverrides } from '../database/agent-overrides';
import { sql } from '../database/sql';
import { namespaceVersionOf } from '../sessions/namespace-version-of';
import type { ReadAgent } from '../sessions/session';
import { SessionsRepository } from '../sessions/sessions.repository';
import { uuidv7 } from 'uuidv7';
import { LinksRepository } from './links.repository';
import { OpenLinksRepository } from './open-links.repository';

const AT = new Date('2026-05-01T12:00:00.000Z');

let database: TestDatabase;
let open: OpenLinksRepository;
let serial = 0;
let agentId: string;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  agentId = `a${++serial}`;
  open = new OpenLinksRepository(database.db);
  await makeAgent();
});

describe('OpenLinksRepository', () => {
  it('finds links by the newer and by the older memory, each once', async () => {
    const { newerId, olderId } = await addLink();
    const expected = [{ newerId, olderId, kind: 'update', certainty: 0.8 }];
    for (const ids of [[newerId], [olderId], [olderId, newerId, uuidv7()]])
      expect(await open.of(await readAgent(), ids)).toEqual(expected);
  });

  it('finds what another process adds, with the next session that is read', async () => {
    await addLink();
    const other = uuidv7();
    expect(await open.of(await readAgent(), [other])).toEqual([]);
    await addLink(other);
    expect(await open.of(await readAgent(), [other])).toHaveLength(1);
  });

  it('runs no statement for memories without links, once it knows those of the agent', async () => {
    await addLink();
    const agent = await readAgent();
    await open.of(agent, [uuidv7()]);
    const query = jest.spyOn(database.db, 'query');
    await open.of(agent, [uuidv7(), uuidv7()]);
    await open.of({ ...agent, linksVersion: null }, [uuidv7()]);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('runs no statement for memories with links, while nothing is written', async () => {
    const { newerId } = await addLink();
    const agent = await readAgent();
    await settled(database.db);
    const links = await open.of(agent, [newerId]);
    const query = jest.spyOn(database.db, 'query');
    expect(await open.of(agent, [newerId])).toEqual(links);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it('finds no link that another process took away', async () => {
    const { newerId, linkId } = await addLink();
    await addLink();
    expect(await open.of(await readAgent(), [newerId])).toHaveLength(1);
    const link = (await repository().find(agentId, linkId))!;
    expect(await repository().change(agentId, link, 'rejected', { at: AT, by: agentId })).toBe(true);
    expect(await open.of(await readAgent(), [newerId])).toEqual([]);
  });

  it('finds no link whose other memory was deleted', async () => {
    const { newerId, olderId } = await addLink();
    await addLink();
    const before = await readAgent();
    await settled(database.db);
    expect(await open.of(before, [newerId])).toHaveLength(1);
    await database.db.models.memoryLink.deleteMany({ where: { olderId } });
    expect(await open.of(before, [newerId])).toHaveLength(1);
    await database.db.execute(sql`
      INSERT INTO memory_tombstones (namespace_id, memory_id)
      SELECT id, ${olderId}::uuid FROM namespaces WHERE name = ${before.namespace}`);
    expect(await open.of(await readAgent(), [newerId])).toEqual([]);
  });

  it('knows nothing of an agent that had the name before', async () => {
    await addLink();
    await open.of(await readAgent(), [uuidv7()]);
    await database.db.models.agent.delete({ where: { agentId } });
    await makeAgent();
    const { newerId } = await addLink();
    expect(await open.of(await readAgent(), [newerId])).toHaveLength(1);
  });

  it('asks for each memory where an agent has very many links', async () => {
    const row = { agentId, kind: 'update', certainty: 0.8, foundBy: 'judge', state: 'open', changedBy: 'x' };
    const times = { madeAt: AT, changedAt: AT };
    const ids = Array.from({ length: 5_001 }, () => ({
      newerId: uuidv7(),
      olderId: uuidv7(),
      linkId: uuidv7(),
    }));
    await database.db.models.memoryLink.createMany({
      data: ids.map((each) => ({ ...row, ...times, ...each })),
    });
    const agent = await readAgent();
    expect(
      await open.of(
        agent,
        ids.slice(-2).map(({ olderId }) => olderId),
      ),
    ).toHaveLength(2);
    expect(await open.of(agent, [uuidv7()])).toEqual([]);
  });
});

async function makeAgent(): Promise<void> {
  const overrides = new AgentOverrides(database.db);
  const namespace = `service_agent_${agentId}`;
  const agent = { agentId, namespace, pattern: 'project', description: null } as const;
  await new AgentsRepository(database.db, overrides).insert({ ...agent, createdAt: AT });
  await database.db.execute(sql`
    INSERT INTO namespaces (name, created_at, language) VALUES (${namespace}, ${AT}, 'english') ON CONFLICT DO NOTHING`);
  const session = { sessionId: `sess_${uuidv7()}`, ...agent, startedAt: AT, expiresAt: AT };
  await new SessionsRepository(database.db, overrides).insert(session, '00'.repeat(32), null);
}

/** The agent as a request reads it with its session. */
async function readAgent(): Promise<ReadAgent> {
  const { sessionId } = await database.db.models.session.findFirstOrThrow({ where: { agentId } });
  const session = (await new SessionsRepository(database.db, new AgentOverrides(database.db)).find(
    sessionId,
  ))!;
  const { namespace, linksVersion = null } = session;
  return { agentId, namespace, linksVersion, namespaceVersion: namespaceVersionOf(session) };
}

function repository(): LinksRepository {
  return new LinksRepository(database.db);
}

async function addLink(newerId = uuidv7()): Promise<{ newerId: string; olderId: string; linkId: string }> {
  const pair = { newerId, olderId: uuidv7() };
  const link = { ...pair, kind: 'update', certainty: 0.8, foundBy: 'judge' } as const;
  const [made] = await repository().open(agentId, [link], { at: AT, by: agentId });
  return { ...pair, linkId: made!.linkId };
}
