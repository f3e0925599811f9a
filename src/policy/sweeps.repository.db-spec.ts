import { randomUUID } from 'node:crypto';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { SweepsRepository } from './sweeps.repository';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const AN_HOUR_BEFORE = new Date('2026-05-01T11:00:00.000Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

describe('the record of sweeps', () => {
  it('is forgotten before a time, also where there is much of it', async () => {
    await database.db.execute(sql`
      INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('a', 'n', 'project', ${NOW}::timestamptz)`);
    await database.db.execute(sql`
      INSERT INTO sweeps (sweep_id, agent_id, kind, cause, status, evaluated_at)
      SELECT gen_random_uuid(), 'a', 'sweep', 'nightly', 'completed', ${AN_HOUR_BEFORE}::timestamptz
      FROM generate_series(1, 4500)`);
    const kept = randomUUID();
    await database.db.execute(sql`
      INSERT INTO sweeps (sweep_id, agent_id, kind, cause, status, evaluated_at)
      VALUES (${kept}::uuid, 'a', 'sweep', 'nightly', 'completed', ${NOW}::timestamptz)`);
    expect(await new SweepsRepository(database.db).prune(NOW)).toBe(4_500);
    expect(await database.db.query(sql`SELECT w.sweep_id::text AS id FROM sweeps w`)).toEqual([{ id: kept }]);
  });
});
