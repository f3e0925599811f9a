import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '../../src/config/env';
import { newTestStore, TEST_SECRET_KEY } from './database';
import { ON_PREM } from './kind-of-run';
import { OwnPostgres } from './own-postgres';

/** Where a service that is killed has its memories. */
export interface KillPlace {
  env: Env;
  close(): Promise<void>;
}

async function ofOwnServer(): Promise<KillPlace> {
  const server = await OwnPostgres.start();
  const dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
  const settings = { DATA_DIR: dataDir, DATABASE_URL: server.url, SERVICE_SECRET_KEY: TEST_SECRET_KEY };
  return {
    env: Object.assign(new Env(), { ...settings, PORT: 0 }),
    close: async () => {
      await server.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ofRun(): Promise<KillPlace> {
  const { env, remove } = await newTestStore();
  return { env, close: () => remove() };
}

const whyNoServer = OwnPostgres.whyNot() ?? (ON_PREM ? 'memories are in the backend' : null);

/** With TEST_BACKEND=on-prem the first one has its memories in a backend server. */
export const KILL_PLACES: [string, () => Promise<KillPlace>][] = [
  ['the database of the run', ofRun],
  ...(whyNoServer === null
    ? [['a PostgreSQL server', ofOwnServer] as [string, () => Promise<KillPlace>]]
    : []),
];
