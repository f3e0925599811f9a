import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { Env } from '../../src/config/env';
import { PrismaService } from '../../src/database/prisma.service';
import { readMigrations } from '../../src/database/migrations';

const MIGRATIONS = join(__dirname, '../../prisma/migrations');
/** Any number: the holder of this lock creates the template, and the others wait. */
const LOCK = 7_270_736;

let template: Promise<string> | null = null;

/** A migrated database on the server, created once: copying it is quicker than migrating each test's own. */
export function serverTemplate(server: string): Promise<string> {
  template ??= createOnce(server);
  return template;
}

/** Runs one statement on the server. */
export function onServer(server: string, statement: string): Promise<void> {
  return connected(server, async (client) => void (await client.query(statement)));
}

function createOnce(server: string): Promise<string> {
  return connected(server, async (client) => {
    const name = await templateName();
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      const unfinished = `${name}_new`;
      await client.query(`DROP DATABASE IF EXISTS ${unfinished}`);
      await client.query(`CREATE DATABASE ${unfinished}`);
      await migrate(server, unfinished);
      await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
    }
    return name;
  });
}

/** Names the state of the migrations, so that a server kept between runs holds no outdated template. */
async function templateName(): Promise<string> {
  const hash = createHash('sha256');
  for (const { checksum } of await readMigrations(MIGRATIONS)) hash.update(checksum);
  return `ams_template_${hash.digest('hex').slice(0, 16)}`;
}

async function migrate(server: string, name: string): Promise<void> {
  const url = new URL(server);
  url.pathname = `/${name}`;
  const env = Object.assign(new Env(), { DATABASE_URL: url.href });
  const database = await PrismaService.open(env, (error) => {
    throw error;
  });
  await database.close();
}

async function connected<T>(server: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
