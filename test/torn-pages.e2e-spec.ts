import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Env } from '../src/config/env';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newDataDir } from './support/embedded-template';
import { buildService } from './support/service-process';

const WRITER = join(__dirname, 'fixtures/write-until-killed.cjs');
const PAGE_BYTES = 8_192;
const KILLS = 6;

let dataDir: string;

beforeAll(() => buildService());
beforeEach(async () => {
  dataDir = await newDataDir();
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Kills a process that changes the database, after so many of its changes and in the middle of the next one. */
async function killAfter(changes: number): Promise<void> {
  const writer = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(writer, 'close');
  let seen = 0;
  for await (const chunk of writer.stdout) {
    seen += String(chunk).split('\n').length - 1;
    if (seen >= changes) break;
  }
  writer.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

function openDatabase(): Promise<PrismaService> {
  return PrismaService.open(Object.assign(new Env(), { DATA_DIR: dataDir }), (error) => {
    throw error;
  });
}

async function expectAllRows(): Promise<void> {
  const database = await openDatabase();
  const rows = await database.query(sql`SELECT count(*)::int AS rows FROM filler WHERE length(text) = 1600`);
  expect(rows).toEqual([{ rows: 12_000 }]);
  await database.close();
}

/** The table of the writer is by far the largest. */
function largestFile(): string {
  const folder = join(dataDir, 'postgres/base/5');
  const paths = readdirSync(folder).map((name) => join(folder, name));
  return paths.sort((a, b) => statSync(b).size - statSync(a).size)[0] as string;
}

describe('an embedded database whose process was killed', () => {
  it(`opens after each of ${KILLS} kills in the middle of writes`, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await killAfter(3 + 5 * kill);
      await expectAllRows();
    }
  }, 180_000);

  it('opens after a kill that left halves of pages unwritten', async () => {
    // No checkpoint has been made since the rows were inserted.
    await killAfter(1);
    const file = await open(largestFile(), 'r+');
    for (const page of [0, 1, 500]) {
      await file.write(Buffer.alloc(PAGE_BYTES / 2, 0xa5), 0, PAGE_BYTES / 2, (page + 0.5) * PAGE_BYTES);
    }
    await file.close();
    await expectAllRows();
  }, 120_000);
});
