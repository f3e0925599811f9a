import { uuidv7 } from 'uuidv7';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql, type Sql } from '../database/sql';
import { MetricsRepository } from './metrics.repository';

describe('the backlog of files', () => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase();
    await opened.db.execute(sql`
      INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('demo', 'demo', 'tool', now())`);
  });
  afterAll(() => opened.close());

  async function file(status: string, attempts: number, heldUntil: Sql, deleting = false): Promise<void> {
    const id = uuidv7();
    const holder = attempts > 0 ? sql`${uuidv7()}::uuid` : sql`NULL`;
    await opened.db.execute(sql`
      INSERT INTO files (file_id, agent_id, session_id, file_name, file_size, sha256, created_at, status, attempts,
        holder, held_until, deleting, error)
      VALUES (${id}::uuid, 'demo', 'sess_1', 'notes.txt', 1, decode(replace(${id}, '-', ''), 'hex'), now(), ${status},
        ${attempts}::int, ${holder}, ${heldUntil}, ${deleting},
        ${status === 'failed' ? 'unreadable' : null}::text)`);
  }

  it('is nothing where there are no files', async () => {
    expect(await new MetricsRepository(opened.db, opened.store.env).fileBacklog()).toEqual({
      waiting: 0,
      running: 0,
      failing: 0,
    });
  });

  it('is those that wait, that are held, and that wait after a try; not what is done, failed or to go', async () => {
    const never = sql`NULL`;
    const later = sql`now() + interval '1 hour'`;
    const before = sql`now() - interval '1 second'`;
    await file('processing', 0, never);
    await file('processing', 1, later);
    await file('processing', 2, before);
    await file('processing', 0, never, true);
    await file('indexed', 1, never);
    await file('failed', 1, never);
    expect(await new MetricsRepository(opened.db, opened.store.env).fileBacklog()).toEqual({
      waiting: 2,
      running: 1,
      failing: 1,
    });
  });
});
