import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { keyDigest, newKey } from '../access/key';
import { KeysRepository } from '../access/keys.repository';
import { AgentsRepository } from '../agents/agents.repository';
import { sql } from '../database/sql';
import { SessionsRepository } from './sessions.repository';
import { AgentOverrides } from '../database/agent-overrides';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const EXPIRES = new Date('2026-05-01T13:00:00.000Z');
const LIMITS = { expiresAt: EXPIRES, rateLimitPerMinute: 60 } as const;
const GRANT = { name: 'ci', agents: ['a*', 'b'], access: 'write', scopes: null } as const;

let database: TestDatabase;
let repository: SessionsRepository;
const { keyId, key } = newKey();

beforeAll(async () => {
  database = await openTestDatabase();
  repository = new SessionsRepository(database.db, new AgentOverrides(database.db));
  const stored = { ...GRANT, ...LIMITS, keyId, digest: keyDigest(key), createdAt: NOW };
  await new KeysRepository(database.db).insert(stored, 1);
  const agents = new AgentsRepository(database.db, new AgentOverrides(database.db));
  const agent = { pattern: 'project', description: null, createdAt: NOW } as const;
  for (const agentId of ['a', 'b'])
    await agents.insert({ ...agent, agentId, namespace: `namespace-${agentId}` });
  const session = {
    sessionId: 'sess_a',
    agentId: 'a',
    namespace: 'namespace-a',
    pattern: 'project',
  } as const;
  const times = { startedAt: NOW, expiresAt: EXPIRES };
  await repository.insert({ ...session, ...times }, '00'.repeat(32), null);
});

afterAll(() => database.close());

describe('sessions by grants', () => {
  it('finds the key, the agent and its session, each if there is one', async () => {
    const found = await repository.findByGrants([
      `${keyId}/a`,
      `${keyId}/b`,
      `${keyId}/c`,
      '/a',
      'none/',
      '/',
    ]);
    const stored = { ...GRANT, ...LIMITS, keyId, digest: Buffer.from(keyDigest(key)) };
    expect(found.get(`${keyId}/a`)).toMatchObject({ key: stored, session: { sessionId: 'sess_a' } });
    const shown = [...found].map(([pair, row]) => [pair, row.key?.keyId, row.hasAgent, row.session?.agentId]);
    expect(shown.sort()).toEqual(
      [
        [`${keyId}/a`, keyId, true, 'a'],
        [`${keyId}/b`, keyId, true, undefined],
        [`${keyId}/c`, keyId, false, undefined],
        ['/a', undefined, true, 'a'],
        ['none/', undefined, false, undefined],
        ['/', undefined, false, undefined],
      ].sort(),
    );
  });

  it('finds as many pairs as are asked for, and no other', async () => {
    for (const count of [1, 2, 4, 5, 16, 17, 100]) {
      const wanted = Array.from({ length: count }, (_, i) => `${keyId}/${i === 0 ? 'a' : `missing-${i}`}`);
      const found = await repository.findByGrants(wanted);
      expect([...found.keys()].sort()).toEqual(wanted.sort());
      expect(found.get(`${keyId}/a`)?.session?.sessionId).toBe('sess_a');
    }
  });

  it('looks a pair up by a statement that is not planned again each time', async () => {
    for (let time = 0; time < 20; time++) await repository.findByGrants([`${keyId}/a${time}`]);
    const plans = await database.db.query(sql`
      SELECT generic_plans > 0 AS has_generic, custom_plans::int AS custom FROM pg_prepared_statements
      WHERE statement LIKE ${'%(VALUES ($1, $2)) AS%'}`);
    expect(plans).toEqual([{ has_generic: true, custom: 5 }]);
  });
});
