import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import type { PrismaService } from './prisma.service';
import { sql } from './sql';

const AT = new Date('2026-05-01T12:00:00.123Z');

describe('PrismaService', () => {
  let test: TestDatabase;
  let db: PrismaService;

  beforeAll(async () => {
    test = await openTestDatabase();
    db = test.db;
  });

  afterAll(() => test.close());

  const create = (name: string) =>
    db.execute(sql`INSERT INTO namespaces (name, created_at) VALUES (${name}, ${AT}::timestamptz)`);
  const names = async (prefix: string) => {
    const rows = await db.query<{ name: string }>(
      sql`SELECT name FROM namespaces WHERE starts_with(name, ${prefix}) ORDER BY name`,
    );
    return rows.map((row) => row.name);
  };

  it('keeps what a transaction wrote', async () => {
    await db.transaction(async () => {
      await create('kept-a');
      await create('kept-b');
    });
    expect(await names('kept-')).toEqual(['kept-a', 'kept-b']);
  });

  it('keeps nothing of a transaction whose work fails', async () => {
    const work = db.transaction(async () => {
      await create('lost-a');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await names('lost-')).toEqual([]);
  });

  it('makes a transaction within another part of it', async () => {
    const work = db.transaction(async () => {
      await db.transaction(() => create('nested-a'));
      throw new Error('outer');
    });
    await expect(work).rejects.toThrow('outer');
    expect(await names('nested-')).toEqual([]);
  });

  it('lets queries of a transaction see its own writes', async () => {
    const seen = await db.transaction(async () => {
      await create('own-a');
      return names('own-');
    });
    expect(seen).toEqual(['own-a']);
  });

  it('brings model access into the transaction', async () => {
    const seen = await db.transaction(async () => {
      await db.execute(sql`
        INSERT INTO agents (agent_id, namespace, pattern, created_at)
        VALUES ('model', 'n', 'support', ${AT}::timestamptz)`);
      return db.models.agent.count({ where: { agentId: 'model' } });
    });
    expect(seen).toBe(1);
  });

  it('undoes writes of models together with the transaction', async () => {
    const data = { agentId: 'undone-a', namespace: 'undone', pattern: 'support', createdAt: AT };
    const work = db.transaction(async () => {
      await db.models.agent.create({ data });
      throw new Error('undo');
    });
    await expect(work).rejects.toThrow('undo');
    expect(await db.models.agent.count({ where: { agentId: 'undone-a' } })).toBe(0);
  });

  it('reports a unique violation of a model', async () => {
    const data = { agentId: 'twice-a', namespace: 'twice', pattern: 'support', createdAt: AT };
    await db.models.agent.create({ data });
    await expect(db.models.agent.create({ data })).rejects.toMatchObject({ code: 'P2002' });
  });

  it('is usable after a statement that failed', async () => {
    await expect(db.query(sql`SELECT 1 / 0 AS impossible`)).rejects.toThrow('division by zero');
    expect(await db.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('is usable after a statement that failed within a transaction', async () => {
    const work = db.transaction(async () => {
      await create('failed-a');
      await db.query(sql`SELECT * FROM no_such_table`);
    });
    await expect(work).rejects.toThrow('no_such_table');
    await create('failed-b');
    expect(await names('failed-')).toEqual(['failed-b']);
  });

  it('keeps parallel transactions apart', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) =>
        db.transaction(async () => {
          await create(`apart-${i}`);
          if (i % 2 === 1) throw new Error('odd');
        }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(6);
    expect(await names('apart-')).toHaveLength(6);
  });

  it('keeps no statement prepared that is sent once, also in a transaction', async () => {
    await db.query(sql`SELECT 'kept' AS what`);
    const once = sql`SELECT 'sent once' AS what, ${AT}::timestamptz AS at`;
    expect(await db.queryOnce(once)).toEqual([{ what: 'sent once', at: AT }]);
    expect(await db.transaction(() => db.queryOnce(once))).toEqual([{ what: 'sent once', at: AT }]);
    const prepared = sql`SELECT statement FROM pg_prepared_statements`;
    // On every connection that there may be.
    const rows = await Promise.all(
      Array.from({ length: 20 }, () => db.query<{ statement: string }>(prepared)),
    );
    const statements = rows.flat().map(({ statement }) => statement);
    expect(statements.some((statement) => statement.includes("'kept'"))).toBe(true);
    expect(statements.filter((statement) => statement.includes("'sent once'"))).toEqual([]);
  });

  it('keeps no statement of a model prepared that has a long list of values', async () => {
    const statements = await db.transaction(async () => {
      for (const length of [3, 60]) {
        const ids = Array.from({ length }, (_, at) => `session-${at}`);
        await db.models.consoleLogout.findMany({ where: { sessionId: { in: ids } } });
      }
      return db.query<{ statement: string }>(
        sql`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%console_logouts%'`,
      );
    });
    const lists = statements.map(({ statement }) => statement.match(/\$\d+/g)?.length ?? 0);
    expect(lists.some((values) => values >= 3)).toBe(true);
    expect(lists.filter((values) => values >= 60)).toEqual([]);
  });

  it('brings times back to the millisecond, in UTC', async () => {
    const rows = await db.query<{ at: Date }>(sql`SELECT ${AT}::timestamptz(3) AS at`);
    expect(rows[0]?.at).toEqual(AT);
  });

  it.each([new Date('0001-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')])(
    'takes %s, an end of the times that clients may name',
    async (at) => {
      const rows = await db.query<{ at: Date }>(sql`SELECT ${at}::timestamptz AS at`);
      expect(rows[0]?.at).toEqual(at);
    },
  );

  it('answers a ping', async () => {
    await expect(db.ping()).resolves.toBeUndefined();
  });
});
