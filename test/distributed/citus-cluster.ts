import { Client } from 'pg';
import { OwnPostgres } from '../support/own-postgres';

const OPTIONS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'fsync=off',
  'timezone=UTC',
  'max_connections=200',
  'max_prepared_transactions=200',
  'citus.shard_count=8',
  'citus.node_conninfo=sslmode=disable',
]
  .map((each) => `-c ${each}`)
  .join(' ');
const WORKERS = 2;
const HOST = '127.0.0.1';

/** A coordinator and workers with the Citus extension, which must be installed for PostgreSQL on this machine. */
export class CitusCluster {
  private constructor(
    readonly coordinator: OwnPostgres,
    readonly workers: readonly OwnPostgres[],
  ) {}

  /** Why there can be none on this machine; null when there can. */
  static async whyNot(): Promise<string | null> {
    const reason = OwnPostgres.whyNot();
    if (reason !== null) return reason;
    const server = await OwnPostgres.start();
    try {
      const found = await queryAt(server.url, `SELECT FROM pg_available_extensions WHERE name = 'citus'`);
      return found.length === 0 ? 'the extension Citus is not installed for PostgreSQL' : null;
    } finally {
      await server.remove();
    }
  }

  static async start(): Promise<CitusCluster> {
    const servers: OwnPostgres[] = [];
    while (servers.length <= WORKERS) servers.push(await OwnPostgres.start({ options: OPTIONS }));
    const [coordinator, ...workers] = servers;
    if (coordinator === undefined) throw new Error('There is no coordinator');
    const { password } = new URL(coordinator.url);
    for (const { url } of servers)
      await queryAt(
        url,
        `CREATE EXTENSION citus; ALTER ROLE postgres PASSWORD '${password}';
         INSERT INTO pg_dist_authinfo (nodeid, rolename, authinfo) VALUES (0, 'postgres', 'password=${password}')`,
      );
    const cluster = new CitusCluster(coordinator, workers);
    await cluster.query(`SELECT citus_set_coordinator_host('${HOST}', ${new URL(coordinator.url).port})`);
    for (const { url } of workers)
      await cluster.query(`SELECT citus_add_node('${HOST}', ${new URL(url).port})`);
    return cluster;
  }

  get url(): string {
    return this.coordinator.url;
  }

  query<Row>(statement: string): Promise<Row[]> {
    return queryAt(this.url, statement);
  }

  /** Of the worker that has the memories of an agent. */
  async portOf(agent: string): Promise<number> {
    const [row] = await this.query<{ port: number }>(`
      SELECT s.nodeport AS port FROM citus_shards s
      WHERE s.shardid = get_shard_id_for_distribution_column('memories', namespace_id('service_agent_${agent}'))`);
    if (row === undefined) throw new Error(`Agent ${agent} has no shard`);
    return row.port;
  }

  async remove(): Promise<void> {
    for (const server of [this.coordinator, ...this.workers]) await server.remove();
  }
}

async function queryAt<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}
