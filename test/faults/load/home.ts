import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '../../../src/config/env';
import { TEST_SECRET_KEY } from '../../support/database';
import { newDataDir } from '../../support/embedded-template';
import { OwnPostgres } from '../../support/own-postgres';

export type DatabaseKind = 'embedded' | 'server';

/** Where a service under fault has its data: a folder, and a PostgreSQL of its own or the embedded database. */
export interface Home {
  env: Env;
  /** Null with the embedded database. */
  postgres: OwnPostgres | null;
  remove(): Promise<void>;
}

/** In a temporary folder unless another is given. */
export async function newHome(
  kind: DatabaseKind,
  overrides: Partial<Env> = {},
  folder?: string,
): Promise<Home> {
  const postgres = kind === 'server' ? await OwnPostgres.start({ folder }) : null;
  const dataDir = await mkdtemp(join(folder ?? tmpdir(), 'ams-'));
  if (postgres === null) await moveInto(dataDir, await newDataDir());
  const settings: Partial<Env> = {
    PORT: 0,
    LOG_LEVEL: 'error',
    SERVICE_SECRET_KEY: TEST_SECRET_KEY,
    SESSION_DEFAULT_DURATION_HOURS: 168,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres?.url ?? null,
    ...overrides,
  };
  return {
    env: Object.assign(new Env(), settings),
    postgres,
    remove: async () => {
      await postgres?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Onto another disk, perhaps. */
async function moveInto(folder: string, from: string): Promise<void> {
  await cp(from, folder, { recursive: true });
  await rm(from, { recursive: true });
}

/** For each database that can be had here; for the others it says why not. */
export function describeDatabases(name: string, tests: (kind: DatabaseKind) => void): void {
  describe(`${name}, on the embedded database`, () => tests('embedded'));
  describeServer(`${name}, on PostgreSQL`, () => tests('server'));
}

/** Where a PostgreSQL can be started; else it says why not. */
export function describeServer(name: string, tests: () => void): void {
  const why = OwnPostgres.whyNot();
  if (why === null) describe(name, tests);
  else describe.skip(`${name} (skipped: ${why})`, tests);
}
