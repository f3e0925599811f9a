import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditChainsRepository } from '../src/audit/audit-chains.repository';
import { AuditKeys } from '../src/audit/audit-keys';
import { AuditSealer } from '../src/audit/audit-sealer.service';
import { AuditSealing } from '../src/audit/audit-sealing';
import { AuditTrail } from '../src/audit/audit-trail';
import { SigningKey } from '../src/audit/signing-key';
import { Env } from '../src/config/env';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newDatabaseStore, type TestStore } from './support/database-store';
import { newDataDir } from './support/embedded-template';
import { plantAgent, someMemories } from './support/planted-agents';
import { buildService } from './support/service-process';

const ROOT = join(__dirname, '..');

const memories = someMemories(20, 1).map((each, at) => ({
  ...each,
  content: `memory ${at}`,
  isDeleted: false,
}));

function open(store: Pick<TestStore, 'env'>): Promise<PrismaService> {
  return PrismaService.open(store.env, (error) => {
    throw error;
  });
}

/** Runs a command to its end, with the settings of a store. */
function run(
  program: string,
  env: Env,
  args: string[],
): { status: number | null; stderr: string; out: string } {
  const settings = Object.entries(env).filter(([, value]) => value !== null && value !== '');
  const { status, stderr, stdout } = spawnSync(process.execPath, [`dist/${program}.js`, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(settings.map(([key, value]) => [key, String(value)])),
    },
  });
  return { status, stderr: stderr.toString(), out: stdout.toString() };
}

describe('the commands of backup', () => {
  let from: TestStore;
  let to: TestStore;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    buildService();
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
    file = join(folder, 'all.ndjson');
    [from, to] = [await newDatabaseStore(), await newDatabaseStore()];
    const db = await open(from);
    await plantAgent(db, 'moving', memories);
    await db.close();
  });

  afterAll(async () => {
    await Promise.all([from.remove(), to.remove()]);
    await rm(folder, { recursive: true });
  });

  it('move an agent to another database', async () => {
    expect(run('export-run', from.env, [file])).toMatchObject({ status: 0, out: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(run('import-run', to.env, [file]).status).toBe(0);
    const db = await open(to);
    const rows = await db.query(sql`SELECT content FROM memories ORDER BY seq`);
    await db.close();
    expect(rows).toEqual(memories.map(({ content }) => ({ content })));
  });

  it('leave audit records of an import, which the service can prove', async () => {
    const db = await open(to);
    const [trail, key] = [new AuditTrail(db, to.env), new SigningKey(to.env)];
    const chains = new AuditChainsRepository(db);
    await new AuditSealer(new AuditSealing(chains, trail, key, new AuditKeys(db, key))).sealAll();
    const records = await db.query<{ chain: string; count: number }>(sql`
      SELECT chain, sum(count)::int AS count FROM audit_records
      WHERE actor = 'local' AND operation = 'importAgents' AND proven GROUP BY chain`);
    await db.close();
    expect(records).toContainEqual({ chain: 'ns_moving', count: memories.length });
  });

  it.each(['export', 'import'])('print how to use npm run %s', (name) => {
    const { status, out, stderr } = run(`${name}-run`, { ...from.env, DATA_DIR: '/proc/none' }, ['--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(out).toMatch(new RegExp(`^Usage: npm run ${name} -- \\[FILE\\]`));
  });

  it('take one file', () => {
    const { status, stderr } = run('import-run', to.env, [file, '--in', 'other.ndjson']);
    expect(status).toBe(1);
    expect(stderr).toBe(`The import failed: more than one file is named: other.ndjson, ${file}\n`);
  });

  it('write to the standard output what they write to a file', async () => {
    const { out } = run('export-run', from.env, ['-']);
    const [, ...lines] = (await readFile(file, 'utf8')).split('\n');
    expect(out.split('\n').slice(1)).toEqual(lines);
  });

  it('end with 1 where a file was cut off, and name the line', async () => {
    await truncate(file, (await stat(file)).size - 5);
    const { status, stderr } = run('import-run', to.env, ['--in', file]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/Line \d+ was not imported: it is half-written/);
  });

  it('leave no file where the export fails', async () => {
    const out = join(folder, 'none.ndjson');
    const { status, stderr } = run('export-run', from.env, ['--agent', 'nobody', '--out', out]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "The export failed: there is no agent 'nobody'\n",
    });
    await expect(stat(out)).rejects.toThrow('ENOENT');
    await expect(stat(`${out}.part`)).rejects.toThrow('ENOENT');
  });

  it('refuse to export what is in a backend server', () => {
    const { status, stderr } = run('export-run', { ...from.env, BACKEND_MODE: 'on-prem' }, []);
    expect(status).toBe(1);
    expect(stderr).toContain('back that one up');
  });
});

describe('the export of a damaged embedded database', () => {
  /** BLCKSZ of PostgreSQL. */
  const PAGE_BYTES = 8_192;

  it('refuses, and with EMBEDDED_SKIP_DAMAGED_PAGES writes the memories that can be read', async () => {
    buildService();
    const env = Object.assign(new Env(), { DATA_DIR: await newDataDir(), LOG_LEVEL: 'error' });
    try {
      const db = await open({ env });
      const planted = someMemories(400, 1).map((each) => ({ ...each, isDeleted: false }));
      await plantAgent(db, 'damaged', planted);
      const [table] = await db.query<{ path: string }>(sql`SELECT pg_relation_filepath('memories') AS path`);
      await db.close();
      const path = join(env.DATA_DIR, 'postgres', table!.path);
      const bytes = await readFile(path);
      await writeFile(path, bytes.fill(0xa5, PAGE_BYTES, 2 * PAGE_BYTES));

      const refused = run('export-run', env, []);
      expect(refused.stderr).toMatch(
        / of memories has a wrong checksum in block 1\).*EMBEDDED_SKIP_DAMAGED_PAGES=true/,
      );
      expect([refused.status, refused.out]).toEqual([1, '']);

      const rest = run('export-run', { ...env, EMBEDDED_SKIP_DAMAGED_PAGES: true }, []);
      expect([rest.status, rest.stderr]).toEqual([0, 'Export finished\n']);
      const exported = rest.out.split('\n').filter((line) => line.includes('"kind":"memory"')).length;
      expect(exported).toBeGreaterThan(200);
      expect(exported).toBeLessThan(400);
    } finally {
      await rm(env.DATA_DIR, { recursive: true });
    }
  });
});
