import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Env } from '../../src/config/env';
import { Database } from '../../src/database/database';

const ROOT = resolve(__dirname, '../..');
/** How long a template of former sources is kept. */
const KEEP_MS = 3_600_000;
const CACHE = join(ROOT, 'node_modules/.cache/test-database');
/** What an embedded database is made from. */
const SOURCES = ['prisma/migrations', 'src/database', 'node_modules/@electric-sql/pglite/package.json'];

/**
 * A data directory with a migrated embedded database in it. Making one takes seconds, so it is made once
 * for a state of the sources, and copied from then on.
 */
export async function newDataDir(): Promise<string> {
  const template = await templateDatabase();
  const dataDir = await shortTemporaryFolder();
  await cp(template, join(dataDir, 'postgres'), { recursive: true });
  return dataDir;
}

/** A Unix socket's path holds about 100 bytes, so names are short. */
function shortTemporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'ams-'));
}

async function templateDatabase(): Promise<string> {
  const template = join(CACHE, await fingerprint());
  if (existsSync(template)) return template;
  const dataDir = await shortTemporaryFolder();
  const database = await Database.open(Object.assign(new Env(), { DATA_DIR: dataDir }), (error) => {
    throw error;
  });
  await database.close();
  await publish(join(dataDir, 'postgres'), template);
  await rm(dataDir, { recursive: true });
  return template;
}

/** The rename at the end makes the template appear whole; of several makers one wins, and all use its work. */
async function publish(made: string, template: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await removeOldTemplates();
  const own = await mkdtemp(join(CACHE, 'new-'));
  await cp(made, own, { recursive: true });
  await rename(own, template).catch(async (error: NodeJS.ErrnoException) => {
    await rm(own, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

async function removeOldTemplates(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const path = join(CACHE, name);
    const entry = await stat(path).catch(() => null);
    // Tests that run right now may still copy from a younger one.
    if (entry && Date.now() - entry.mtimeMs > KEEP_MS) await rm(path, { recursive: true, force: true });
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await Promise.all(SOURCES.map(filesOf))).flat().sort()) {
    hash.update(file).update(await readFile(join(ROOT, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(path: string): Promise<string[]> {
  if (path.endsWith('.json')) return [path];
  const entries = await readdir(join(ROOT, path), { withFileTypes: true });
  const nested: string[][] = [];
  for (const entry of entries) {
    const inner = join(path, entry.name);
    nested.push(entry.isDirectory() ? await filesOf(inner) : [inner]);
  }
  return nested.flat();
}
