import { AgentOverrides } from '../../src/database/agent-overrides';
import { Screening } from '../../src/screening/screening.service';
import { LineScreening } from '../../src/transfer/line-screening.service';
import { Clock } from '../../src/common/clock';
import { Env } from '../../src/config/env';
import type { PrismaService } from '../../src/database/prisma.service';
import { ExportPagesRepository } from '../../src/transfer/export-pages.repository';
import { ExportRepository } from '../../src/transfer/export.repository';
import { ExportSnapshots } from '../../src/transfer/export-snapshots.service';
import { ExportService } from '../../src/transfer/export.service';
import { ImportMemoriesRepository } from '../../src/transfer/import-memories.repository';
import { ImportRowsRepository } from '../../src/transfer/import-rows.repository';
import type { ImportTally } from '../../src/transfer/import-tally';
import { KeptLinesRepository } from '../../src/transfer/kept-lines.repository';
import { ReleaseMarks } from '../../src/transfer/release-marks.service';
import { ImportService, type ImportOptions } from '../../src/transfer/import.service';
import { TEST_SECRET_KEY } from './database-store';

const ALL: ImportOptions = { agents: null, force: false };
const env = Object.assign(new Env(), { SERVICE_SECRET_KEY: TEST_SECRET_KEY });

const releases = new ReleaseMarks(env);

/** The lines of an export. */
export async function exported(db: PrismaService, agents: string[] | null = null): Promise<string[]> {
  const { service } = exportsOf(db);
  let text = '';
  for await (const piece of service.write(agents)) text += piece;
  return text.split('\n').slice(0, -1);
}

export function exportsOf(db: PrismaService): { service: ExportService; snapshots: ExportSnapshots } {
  const rows = new ExportRepository();
  const snapshots = new ExportSnapshots(db, rows, new KeptLinesRepository(db));
  return {
    snapshots,
    service: new ExportService(rows, new ExportPagesRepository(), snapshots, releases, new Clock()),
  };
}

/** Imports the text of a file. */
export function imported(
  db: PrismaService,
  text: string,
  options: Partial<ImportOptions> = {},
): Promise<ImportTally> {
  async function* bytes(): AsyncGenerator<Buffer> {
    await Promise.resolve();
    yield Buffer.from(text);
  }
  const overrides = new AgentOverrides(db);
  const screening = new LineScreening(new Screening(env, overrides), releases);
  const rows = new ImportRowsRepository(db);
  const service = new ImportService(new ImportMemoriesRepository(db), rows, screening, overrides, env);
  return service.import(bytes(), { ...ALL, ...options });
}

export const fileOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
