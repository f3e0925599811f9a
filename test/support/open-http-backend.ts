import { httpPorts } from '../../src/backend/http/http-ports';
import type { RemoteLifecycle } from '../../src/backend/http/lifecycle/remote-lifecycle';
import type { PrismaService } from '../../src/database/prisma.service';
import { sql } from '../../src/database/sql';
import { namespacesOf, wholeBackend, type WholeBackend, newQuotas } from './backend';
import { openTestDatabase, type TestStore } from './database';
import { FakeBackendApi } from './fake-backend-api';

export type HttpBackend = WholeBackend & RemoteLifecycle;

/** The adapter for external backends on a database of its own, with a backend in memory. */
export interface OpenHttpBackend {
  store: TestStore;
  database: PrismaService;
  api: FakeBackendApi;
  backend: HttpBackend;
  /** Another process of the service, on the same database and backend. */
  newReplica(): HttpBackend;
  /** Makes a namespace and answers its name. */
  newNamespace(): Promise<string>;
  /** Lets the leases of dead holders expire. */
  expireLeases(): Promise<void>;
  countOpen(): Promise<number>;
  close(): Promise<void>;
}

export async function openHttpBackend(): Promise<OpenHttpBackend> {
  const { store, db: database, close } = await openTestDatabase();
  const api = new FakeBackendApi();
  const newReplica = (): HttpBackend =>
    wholeBackend(httpPorts(api, database, store.env, newQuotas(database, store.env)));
  const backend = newReplica();
  return {
    store,
    database,
    api,
    backend,
    newReplica,
    newNamespace: namespacesOf(backend),
    expireLeases: async () => {
      await database.execute(sql`UPDATE leases SET until = now() - interval '1 minute'`);
    },
    countOpen: async () => {
      const rows = await database.query<{ count: number }>(
        sql`SELECT count(*)::float8 AS count FROM remote_changes WHERE NOT confirmed`,
      );
      return rows[0]?.count ?? -1;
    },
    close,
  };
}
