import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { Env } from '../../src/config/env';
import { PrismaService } from '../../src/database/prisma.service';

const ROOT = resolve(__dirname, '../..');
/** How long a template of former sources is kept. */
const KEEP_MS = 3_600_000;
const CACHE = join(ROOT, 'node_modules/.cache/test-database');
/** A folder in memory, where the system has one, and what must be free there: a database takes 40 MB. */
const IN_MEMORY = '/dev/shm';
const IN_MEMORY_FREE_BYTES = 2 * 1024 ** 3;
/** What an embedded database is made from. */
const SOURCES = [
  'prisma/migrations',
  'src/database/embedded-postgres.worker.ts',
  'src/database/migrations.ts',
  'node_modules/@electric-sql/pglite/package.json',
];

/**
 * A data directory with a migrated embedded database in it. Making one takes seconds, so it is made once
 * for a state of the sources, and copied from then on.
 */
export async function newDataDir(): Promise<string> {
  template ??= templateDatabase();
  const made = await template;
  const dataDir = await shortTemporaryFolder();
  copyFolder(made, join(dataDir, 'postgres'));
  return dataDir;
}

/** Found once a test file, during which the sources stand still. */
let template: Promise<string> | null = null;

/** A Unix socket's path holds about 100 bytes, so names are short. */
async function shortTemporaryFolder(): Promise<string> {
  return mkdtemp(join(await fastFolder(), 'ams-'));
}

/** In memory, a database is made, synced and removed in a fraction of the time. */
async function fastFolder(): Promise<string> {
  const memory = await statfs(IN_MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize > IN_MEMORY_FREE_BYTES ? IN_MEMORY : tmpdir();
}

/** Hundreds of small files, with which `cp` of Node is a second busy. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target);
  }
}

async function templateDatabase(): Promise<string> {
  const template = join(CACHE, await fingerprint());
  if (existsSync(template)) return template;
  const dataDir = await shortTemporaryFolder();
  const database = await PrismaService.open(Object.assign(new Env(), { DATA_DIR: dataDir }), (error) => {
    throw error;
  });
  await database.close();
  await removeTemplatesOfServer(join(dataDir, 'postgres'));
  await publish(join(dataDir, 'postgres'), template);
  await rm(dataDir, { recursive: true });
  return template;
}

/**
 * `template1` and `template0`, from which only `CREATE DATABASE` reads, are two thirds of the files of a data directory:
 * each start would copy, sync and remove them.
 */
async function removeTemplatesOfServer(directory: string): Promise<void> {
  for (const database of ['1', '4']) {
    const folder = join(directory, 'base', database);
    const unused = (await readdir(folder)).filter((name) => name !== 'PG_VERSION');
    await Promise.all(unused.map((name) => rm(join(folder, name))));
  }
}

/** The rename at the end makes the template appear whole; of several makers one wins, and all use its work. */
async function publish(made: string, template: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  await removeOldTemplates();
  const own = await mkdtemp(join(CACHE, 'new-'));
  copyFolder(made, own);
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
  if (extname(path) !== '') return [path];
  const entries = await readdir(join(ROOT, path), { withFileTypes: true });
  const nested: string[][] = [];
  for (const entry of entries) {
    const inner = join(path, entry.name);
    nested.push(entry.isDirectory() ? await filesOf(inner) : [inner]);
  }
  return nested.flat();
}
