import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '../src/config/env';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { Prisma } from '../src/generated/prisma/client';
import { newDataDir } from './support/embedded-template';
import { buildService, spawnService } from './support/service-process';

const ROOT = join(__dirname, '..');
/** A process that hangs is killed then; on a busy machine one that ends takes several seconds. */
const LIMIT_MS = 30_000;

/** BLCKSZ of PostgreSQL. */
const PAGE_BYTES = 8_192;

type Settings = Record<string, string>;

let folder: string;

beforeAll(async () => {
  buildService();
  folder = await mkdtemp(join(tmpdir(), 'ams-refused-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the service in a shell, after a command of that, and expects it to end with 1; what it printed. */
function refusal(settings: Settings, before = ':'): string {
  const { status, signal, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `${before}; exec "$0" dist/main.js`, process.execPath],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        LOG_FORMAT: 'text',
        PORT: '0',
        DATA_DIR: folder,
        ...settings,
      },
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      encoding: 'utf8',
    },
  );
  expect([status, signal, stdout]).toEqual([1, null, '']);
  return stderr;
}

/** One line, which starts as all do. */
const line = (text: string) => `The service did not start: ${text}\n`;

describe('the service does not start, says why in one line, and exits with 1', () => {
  /** Found wrong before the database is opened. */
  const WORKERS: Settings = {
    WORKERS: '2',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    SERVICE_SECRET_KEY: 'secret key of a test',
  };

  it('with several workers on the embedded database', () => {
    expect(refusal({ WORKERS: '2' })).toBe(
      line(
        'Configuration is not valid:\n  WORKERS above 1 needs a PostgreSQL server: set DATABASE_URL, ' +
          'or set WORKERS to 1 for the embedded database',
      ),
    );
  });

  it.each<[string, Settings]>([
    ['a name that is not known', { HOST: 'no-such-host.invalid' }],
    ['an address of another machine', { HOST: '203.0.113.9' }],
    ['an address of another machine, with workers', { HOST: '203.0.113.9', ...WORKERS }],
  ])('with HOST as %s', (_, settings) => {
    expect(refusal(settings)).toMatch(
      /^The service did not start: .*HOST (no-such-host\.invalid|203\.0\.113\.9).*: set HOST to .*\n$/,
    );
  });

  it.each<[string, Settings]>([
    ['one process', {}],
    ['workers', WORKERS],
  ])('where %s may open too few files', (_, settings) => {
    expect(refusal(settings, 'ulimit -n 64')).toMatch(
      /^The service did not start: This process may open too few files .*: raise the limit .* to 4096 or more\n$/,
    );
  });

  it.each(['/proc/memories', '/proc/self/fd', '/dev/null/memories'])('with DATA_DIR %s', (DATA_DIR) => {
    expect(refusal({ DATA_DIR })).toMatch(
      new RegExp(
        `^The service did not start: DATA_DIR ${DATA_DIR} cannot be written to \\(E[A-Z]+\\): set DATA_DIR to .*\\n$`,
      ),
    );
  });

  it('with a CONFIG_FILE that is a pipe, or whose aliases grow', async () => {
    const pipe = join(folder, 'pipe.yaml');
    execFileSync('mkfifo', [pipe]);
    const problem = (text: string) => line(`Configuration is not valid:\n  ${text}`);
    expect(refusal({ CONFIG_FILE: pipe })).toBe(
      problem(`CONFIG_FILE ${pipe}: is not a regular file: name a YAML file with settings`),
    );
    const bomb = join(folder, 'bomb.yaml');
    const lines = Array.from({ length: 20 }, (_, i) => `k${i}: &k${i} [*k${i - 1}, *k${i - 1}]`);
    await writeFile(bomb, ['k-1: &k-1 x', ...lines].join('\n'));
    expect(refusal({ CONFIG_FILE: bomb, ...WORKERS })).toBe(
      problem(`CONFIG_FILE ${bomb}: has aliases (*name): write the values out`),
    );
  });

  it('without loopback rights and without a credential', () => {
    expect(refusal({ LOOPBACK_MANAGEMENT: 'false' })).toMatch(
      /\n {2}SERVICE_SECRET_KEY must be set when .*\n$/,
    );
  });
});

describe('on a damaged embedded database', () => {
  let dataDir: string;
  const inDatabase = (name: string) => join(dataDir, 'postgres', name);
  const cannotBeOpened = (reason: string) =>
    line(
      `The embedded database in ${join(dataDir, 'postgres')} cannot be opened (${reason}): unless its disk is full or ` +
        'read-only, it is damaged; restore DATA_DIR from a backup, or move this folder away to start with an empty database',
    );

  const problem = (reason: string) =>
    `The embedded database in ${join(dataDir, 'postgres')} is damaged (${reason}): restore DATA_DIR from a backup, or ` +
    'export what can be read with EMBEDDED_SKIP_DAMAGED_PAGES=true npm run export -- FILE, and import that into an empty database';
  const damaged = (reason: string) => line(problem(reason));

  beforeEach(async () => {
    dataDir = await newDataDir();
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('the service says which file is missing', async () => {
    await rm(inDatabase('PG_VERSION'));
    expect(refusal({ DATA_DIR: dataDir })).toBe(cannotBeOpened('PG_VERSION is missing'));
  });

  it('the service says that it cannot be opened where a catalog holds garbage', async () => {
    await overwrite(inDatabase('base/5/1259'));
    const printed = refusal({ DATA_DIR: dataDir });
    const reason = /\((.*)\)/.exec(printed)?.[1] ?? '';
    expect(printed).toBe(cannotBeOpened(reason));
  });

  it('the service says that it is damaged where a table does', async () => {
    // Those of the service: files of the catalogs have smaller numbers.
    const tables = readdirSync(inDatabase('base/5')).filter((name) => /^\d{5}$/.test(name));
    expect(tables.length).toBeGreaterThan(10);
    for (const table of tables) await truncate(inDatabase(`base/5/${table}`), 5_000);
    expect(refusal({ DATA_DIR: dataDir })).toMatch(
      /^The service did not start: The database is damaged \(.*base\/5\/\d+.*\): restore it from a backup\n$/,
    );
  });

  it('the service names the file and the block where a page of a table holds garbage that no start reads', async () => {
    const path = await newTable('filler');
    await overwrite(inDatabase(path), { from: 3 * PAGE_BYTES, bytes: PAGE_BYTES });
    expect(refusal({ DATA_DIR: dataDir })).toBe(damaged(`${path} of filler has a wrong checksum in block 3`));
  });

  it('the service names the file where one bit of a page is wrong', async () => {
    const path = await newTable('filler');
    const file = await open(inDatabase(path), 'r+');
    const at = PAGE_BYTES + PAGE_BYTES - 100;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, at);
    await file.close();
    expect(refusal({ DATA_DIR: dataDir })).toBe(damaged(`${path} of filler has a wrong checksum in block 1`));
  });

  it('the service starts where a damaged file belongs to no table', async () => {
    await writeFile(inDatabase('base/5/99999'), Buffer.alloc(PAGE_BYTES, 0xa5));
    const { listening, terminate } = spawnService({ DATA_DIR: dataDir });
    await listening;
    expect(await terminate()).toBe(0);
  });

  it('the service ends soon after its start where a table of hundreds of megabytes holds garbage', async () => {
    const path = await newTable('filler');
    const block = 40_000;
    // Zeros are empty pages.
    await truncate(inDatabase(path), block * PAGE_BYTES);
    await writeFile(inDatabase(path), Buffer.alloc(PAGE_BYTES, 0xa5), { flag: 'a' });
    const { ended, printed } = spawnService({ DATA_DIR: dataDir });
    expect(await ended).toBe(1);
    expect(printed()).toContain(
      `The embedded database failed: ${problem(`${path} of filler has a wrong checksum in block ${block}`)}\n`,
    );
  });

  /** Of several pages, written by the engine; the path of its file. */
  async function newTable(name: string): Promise<string> {
    const database = await PrismaService.open(Object.assign(new Env(), { DATA_DIR: dataDir }), (error) => {
      throw error;
    });
    const table = Prisma.raw(name);
    await database.execute(
      sql`CREATE TABLE ${table} AS SELECT repeat('x', 1000) FROM generate_series(1, 50)`,
    );
    const [found] = await database.query<{ path: string }>(sql`SELECT pg_relation_filepath(${name}) AS path`);
    await database.close();
    return found!.path;
  }

  async function overwrite(path: string, part = { from: 0, bytes: statSync(path).size }): Promise<void> {
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(part.bytes, 0xa5), 0, part.bytes, part.from);
    await file.close();
  }
});
