import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isPageValid, PAGE_BYTES } from './page-checksum';

export interface Piece {
  bytes: number;
  /** The first page with a wrong checksum. */
  wrong: { path: string; block: number } | null;
}

/**
 * The tables and indexes by the paths of their files. Empty if the database has no checksums. A creation that a crash
 * interrupted leaves a file without a table, which may end in a half-written page.
 */
export const RELATIONS = `
SELECT pg_relation_filepath(oid) AS path, relname AS name FROM pg_class
WHERE current_setting('data_checksums') = 'on' AND pg_relation_filepath(oid) IS NOT NULL`;

/** Shared catalogs, and the database `postgres` (Template0DbOid and PostgresDbOid in `pg_database.dat`). */
const FOLDERS = ['global', 'base/5'];
/**
 * A table or index, and the number of its file if it has several. The others of a table are maps of free space and
 * visibility, in which the engine replaces damaged pages.
 */
const FILE_NAME = /^(\d+)(?:\.(\d+))?$/;
/** RELSEG_SIZE in PostgreSQL's build configuration: blocks of one file. */
const FILE_BLOCKS = 131_072;
/** Takes about 0.1 ms if the system has cached the file; a statement waits no longer. */
const PIECE_PAGES = 32;
const PIECE_BYTES = PIECE_PAGES * PAGE_BYTES;
const PAUSE_MS = 2;

/** The files of tables and indexes, relative to the folder of the database; those of catalogs first. */
export function relationFiles(directory: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(directory, folder))
      .filter((name) => FILE_NAME.test(name))
      .sort((a, b) => Number.parseInt(a) - Number.parseInt(b))
      .map((name) => `${folder}/${name}`),
  );
}

/**
 * Reads all pages of the files and compares their checksums, one piece for each `next()`. For the thread of the engine
 * after its recovery: no page is being written then.
 */
export function* checkPages(directory: string, paths: readonly string[]): Generator<Piece, void> {
  const buffer = new Int32Array(PIECE_BYTES / Int32Array.BYTES_PER_ELEMENT);
  for (const path of paths) {
    const descriptor = openIfThere(join(directory, path));
    if (descriptor === null) continue;
    try {
      yield* checkFile(descriptor, path, buffer);
    } finally {
      closeSync(descriptor);
    }
  }
}

/** A page that the end of the file cuts is not part of the table: the engine writes it again. */
function* checkFile(descriptor: number, path: string, buffer: Int32Array): Generator<Piece, void> {
  const firstBlock = Number(/\.(\d+)$/.exec(path)?.[1] ?? 0) * FILE_BLOCKS;
  for (let page = 0, bytes = PIECE_BYTES; bytes === PIECE_BYTES; page += PIECE_PAGES) {
    bytes = readSync(descriptor, buffer, 0, PIECE_BYTES, page * PAGE_BYTES);
    const block = firstWrong(buffer, Math.floor(bytes / PAGE_BYTES), firstBlock + page);
    yield { bytes, wrong: block === null ? null : { path, block } };
  }
}

/** Null if the table was dropped since. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function firstWrong(buffer: Int32Array, pages: number, firstBlock: number): number | null {
  const pageWords = PAGE_BYTES / Int32Array.BYTES_PER_ELEMENT;
  for (let page = 0; page < pages; page++) {
    if (!isPageValid(buffer, page * pageWords, firstBlock + page)) return firstBlock + page;
  }
  return null;
}

/** The message names the file and the block. */
export class DamagedFile extends Error {}

/**
 * Checks the pages of a database, some before it is used and the rest beside its use. `namesOf` returns the names of
 * tables and indexes by the path of their first file; it is called at most once, and only before the rest.
 */
export class PageCheck {
  private names: ReadonlyMap<string, string> | null = null;

  constructor(
    private readonly pieces: Iterator<Piece, void>,
    private readonly namesOf: () => Promise<ReadonlyMap<string, string>>,
  ) {}

  /** Checks until that many bytes are read. Throws `DamagedFile`. */
  async first(mostBytes: number): Promise<void> {
    for (let bytes = 0; bytes < mostBytes;) {
      const { value, done } = this.pieces.next();
      if (done) return;
      if (value.wrong) this.names ??= await this.namesOf();
      this.refuse(value);
      bytes += value.bytes;
    }
    this.names ??= await this.namesOf();
  }

  /** Checks the rest with pauses, in which the engine answers, until the signal. Rejects with `DamagedFile`. */
  async rest(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { value, done } = this.pieces.next();
      if (done) return;
      this.refuse(value);
      await delay(PAUSE_MS);
    }
  }

  private refuse({ wrong }: Piece): void {
    if (wrong === null) return;
    const name = this.names?.get(wrong.path.replace(/\.\d+$/, ''));
    if (name === undefined) return;
    throw new DamagedFile(`${wrong.path} of ${name} has a wrong checksum in block ${wrong.block}`);
  }
}
