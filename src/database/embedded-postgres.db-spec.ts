import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataDir } from '../../test/support/embedded-template';
import { Env } from '../config/env';
import { DataDirInUse } from './data-dir';
import { PrismaService } from './prisma.service';
import { sql } from './sql';

const fail = (error: Error) => {
  throw error;
};

/** The inodes of this process's listening TCP sockets, where the system tells. */
async function listeningTcpSockets(): Promise<string[]> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  const listening = '0A';
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/self/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((row) => row.trim().split(/\s+/));
  return rows.flatMap((row) => {
    const inode = row[9] ?? '';
    return row[3] === listening && links.includes(`socket:[${inode}]`) ? [inode] : [];
  });
}

const rows = (database: PrismaService) =>
  database.query<{ name: string }>(sql`SELECT name FROM namespaces ORDER BY name`);

describe('the running embedded database', () => {
  let env: Env;
  let db: PrismaService;
  let listeningBefore: string[];

  beforeAll(async () => {
    env = Object.assign(new Env(), { DATA_DIR: await newDataDir() });
    listeningBefore = process.platform === 'linux' ? await listeningTcpSockets() : [];
    db = await PrismaService.open(env, fail);
  });

  afterAll(async () => {
    await db.close();
    await rm(env.DATA_DIR, { recursive: true, force: true });
  });

  it('is reached by a socket that only its owner may use', async () => {
    const { mode } = await stat(join(env.DATA_DIR, '.s.PGSQL.5432'));
    expect(mode & 0o777).toBe(0o600);
  });

  // The list of sockets that this reads exists on Linux only.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('listens on no TCP port', async () => {
    const after = await listeningTcpSockets();
    expect(after.filter((inode) => !listeningBefore.includes(inode))).toEqual([]);
  });

  it('works at UTC', async () => {
    expect(await db.query(sql`SELECT current_setting('timezone') AS zone`)).toEqual([{ zone: 'UTC' }]);
  });

  it('refuses a second opening of its directory, and goes on', async () => {
    await expect(PrismaService.open(env, fail)).rejects.toThrow(DataDirInUse);
    await expect(db.ping()).resolves.toBeUndefined();
  });
});

describe('an embedded database that is opened again', () => {
  let dataDir: string;
  let env: Env;

  beforeEach(async () => {
    dataDir = await newDataDir();
    env = Object.assign(new Env(), { DATA_DIR: dataDir });
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const sockets = () => [join(dataDir, '.s.PGSQL.5432'), join(dataDir, 'lock-0000000010000')];

  it('left no socket behind when it was closed, and has kept its data', async () => {
    const first = await PrismaService.open(env, fail);
    await first.execute(sql`INSERT INTO namespaces (name, created_at) VALUES ('kept', now())`);
    await first.close();
    expect(sockets().filter(existsSync)).toEqual([]);
    const second = await PrismaService.open(env, fail);
    expect(await rows(second)).toEqual([{ name: 'kept' }]);
    await second.close();
  });

  it('takes over the sockets of a crash', async () => {
    for (const path of sockets()) await writeFile(path, '');
    const db = await PrismaService.open(env, fail);
    await expect(db.ping()).resolves.toBeUndefined();
    await db.close();
  });

  it('is recreated over a creation that was cut short', async () => {
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new'), 'half');
    const db = await PrismaService.open(env, fail);
    expect(await rows(db)).toEqual([]);
    await db.close();
  });
});
