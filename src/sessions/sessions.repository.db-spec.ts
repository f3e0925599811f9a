import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { AgentsRepository } from '../agents/agents.repository';
import { sql } from '../database/sql';
import { namespaceVersionOf } from './namespace-version-of';
import type { ActiveSession } from './session';
import { SessionsRepository } from './sessions.repository';
import { AgentOverrides } from '../database/agent-overrides';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const HASH = '00'.repeat(32);

let database: TestDatabase;
let overrides: AgentOverrides;
let repository: SessionsRepository;
let session: ActiveSession;
let serial = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  overrides = new AgentOverrides(database.db);
  repository = new SessionsRepository(database.db, overrides);
});

afterAll(() => database.close());

beforeEach(async () => {
  const agentId = `a${++serial}`;
  const namespace = `service_agent_${agentId}`;
  const agent = { agentId, namespace, pattern: 'project', description: null, createdAt: NOW } as const;
  await new AgentsRepository(database.db, new AgentOverrides(database.db)).insert(agent);
  const expiresAt = new Date(NOW.getTime() + 3_600_000);
  session = {
    sessionId: `sess_${serial}`,
    agentId,
    namespace,
    pattern: 'project',
    startedAt: NOW,
    expiresAt,
  };
  expect(await repository.insert(session, HASH, null)).toBe(true);
});

describe('SessionsRepository', () => {
  it('does not take an id twice', async () => {
    expect(await repository.insert(session, HASH, null)).toBe(false);
  });

  it('keeps one active session an agent, with concurrent writers too', async () => {
    await expect(repository.insert({ ...session, sessionId: 'sess_other' }, HASH, null)).rejects.toThrow();
  });

  it('finds as many sessions as are asked for, each with what it says, and no other', async () => {
    const missing = Array.from({ length: 99 }, (_, at) => `sess_missing${at}`);
    for (const others of [0, 1, 3, 4, 15, 99]) {
      const found = await repository.findAll([...missing.slice(0, others), session.sessionId]);
      expect([...found.keys()]).toEqual([session.sessionId]);
      expect(found.get(session.sessionId)).toMatchObject({ agentId: session.agentId, status: 'active' });
    }
  });

  it('reads the version of the namespace with a session, of which a copy knows it too', async () => {
    await database.db.execute(sql`
      INSERT INTO namespaces (name, created_at, language) VALUES (${session.namespace}, ${NOW}, 'english')`);
    const found = await repository.find(session.sessionId);
    expect(namespaceVersionOf({ ...found! })).toMatch(/^[0-9]+ /);
    expect(Object.keys(found!)).not.toContain('namespaceVersion');
  });

  it('reads with a session what the agent has instead of settings', async () => {
    const { agentId, namespace } = session;
    expect(await overrides.of(namespace)).toMatchObject({ redaction: null });
    const data = { redaction: 'warn', maxBytes: 2n ** 52n };
    await database.db.models.agent.update({ where: { agentId }, data });
    const found = await repository.find(session.sessionId);
    expect(await overrides.of(namespace)).toMatchObject({
      redaction: 'warn',
      maxBytes: 2 ** 52,
      maxMemories: null,
    });
    expect(Object.keys(found!)).not.toContain('overrides');
    await database.db.models.agent.update({ where: { agentId }, data: { redaction: null, maxBytes: null } });
    await repository.find(session.sessionId);
    expect(await overrides.of(namespace)).toMatchObject({ redaction: null, maxBytes: null });
  });

  it('forgets what it read of an agent that was changed meanwhile', async () => {
    const { agentId, namespace } = session;
    const finding = repository.find(session.sessionId);
    overrides.changed(namespace);
    await finding;
    await database.db.models.agent.update({ where: { agentId }, data: { redaction: 'off' } });
    expect(await overrides.of(namespace)).toMatchObject({ redaction: 'off' });
  });

  it('names the namespaces with a live session, those activated last first', async () => {
    const [before] = await repository.findLiveNamespaces(NOW, 2);
    expect(before).toBe(session.namespace);
    expect(await repository.findLiveNamespaces(session.expiresAt, 2)).toEqual([]);
    expect(await repository.terminate(session, NOW)).toBe(true);
    expect(await repository.findLiveNamespaces(NOW, 1_000)).not.toContain(session.namespace);
  });

  it('looks a session up by a statement that is not planned again each time', async () => {
    // The connection used last is used next; after five plans for the very values PostgreSQL takes its choice.
    for (let time = 0; time < 20; time++) await repository.find(`sess_${time}`);
    const plans = await database.db.query(sql`
      SELECT generic_plans > 0 AS has_generic, custom_plans::int AS custom FROM pg_prepared_statements
      WHERE statement LIKE ${'%session_id IN ($1)'}`);
    expect(plans).toEqual([{ has_generic: true, custom: 5 }]);
  });
});
