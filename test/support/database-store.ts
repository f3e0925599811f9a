import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/common/clock';
import { Env } from '../../src/config/env';
import { newDataDir } from './embedded-template';
import { onServer, serverTemplate } from './server-template';

export const TEST_SECRET_KEY = 'test-secret-key-0123456789abcdef';

/** A fresh, migrated database: on the server of TEST_DATABASE_URL where that is set, else an embedded one. */
export interface TestStore {
  env: Env;
  /** Gives the backend's server, if there is one, the clock of the test. */
  follow?(clock: Clock): void;
  /** Removes it, after it was closed. */
  remove(): Promise<void>;
}

/** Where and how to open a database of one's own, without a backend server beside it. */
export async function newDatabaseStore(overrides: Partial<Env> = {}): Promise<TestStore> {
  const server = process.env.TEST_DATABASE_URL;
  const env = Object.assign(new Env(), { SERVICE_SECRET_KEY: TEST_SECRET_KEY, PORT: 0, LOG_LEVEL: 'error' });
  if (!server) return embeddedStore(Object.assign(env, overrides));
  return serverStore(env, overrides, server);
}

async function embeddedStore(env: Env): Promise<TestStore> {
  const dataDir = await newDataDir();
  return {
    env: Object.assign(env, { DATA_DIR: dataDir, DATABASE_URL: null }),
    // Tried again: a service that fails to start may still be opening its database.
    remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}

async function serverStore(env: Env, overrides: Partial<Env>, server: string): Promise<TestStore> {
  const name = `ams_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${await serverTemplate(server)}`);
  // Uploads and stored files are on the disk all the same.
  const dataDir = await mkdtemp(join(tmpdir(), 'ams-'));
  return {
    env: Object.assign(env, { DATA_DIR: dataDir }, overrides, { DATABASE_URL: url.href }),
    remove: async () => {
      await rm(dataDir, { recursive: true, force: true });
      // Without FORCE: the server waits for connections that are closing, and one left open is a mistake.
      await onServer(server, `DROP DATABASE ${name}`);
    },
  };
}
