import { Pool } from 'pg';
import { eventually } from '../../test/support/eventually';
import { ScriptedPostgres } from '../../test/support/scripted-postgres';
import { PoolConnections } from './pool-connections';

describe('PoolConnections', () => {
  let server: ScriptedPostgres;
  let pool: Pool;
  let connections: PoolConnections;
  const errors: Error[] = [];

  beforeEach(async () => {
    server = await ScriptedPostgres.listen(() => 'done');
    pool = new Pool({ connectionString: server.url, max: 3 });
    pool.on('error', (error) => errors.push(error));
    connections = new PoolConnections(pool);
  });

  afterEach(async () => {
    await pool.end();
    server.close();
  });

  const open = (count: number) => Promise.all(Array.from({ length: count }, () => pool.connect()));

  it('knows those in use, by how long they are', async () => {
    const [first, second] = await open(2);
    await eventually(
      async () => connections.inUseFor(50),
      (found) => found.length === 2,
    );
    first?.release();
    expect(connections.inUseFor(0)).toEqual([second]);
    const [again] = await open(1);
    expect(connections.inUseFor(50)).toEqual([second]);
    for (const client of [second, again]) client?.release();
    expect(connections.inUseFor(0)).toEqual([]);
  });

  it('closes idle ones at once, and those in use when they are released', async () => {
    const [busy, idle] = await open(2);
    idle?.release();
    connections.replace(new Error('replaced'));
    await eventually(
      async () => server.connections,
      (count) => count === 1,
    );
    expect(errors.map(({ message }) => message)).toEqual(['replaced']);
    await expect(busy?.query('SELECT')).resolves.toMatchObject({ command: 'SELECT' });
    busy?.release();
    await eventually(
      async () => server.connections,
      (count) => count === 0,
    );
  });

  it('keeps those that are made afterwards', async () => {
    connections.replace(new Error('replaced'));
    const [client] = await open(1);
    client?.release();
    await pool.query('SELECT');
    expect([pool.totalCount, server.connections]).toEqual([1, 1]);
  });
});
