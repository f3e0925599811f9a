// How fast an uploaded text file is indexed, over HTTP, beside `psql \copy` of its lines into a bare table:
//   npm run bench -- ingest [--database-url URL] [--megabytes 100] [--no-fail]
// Without a URL (or BENCH_DATABASE_URL) it starts a PostgreSQL server of its own. Exits with 1 on a missed target.
import { spawnSync } from 'node:child_process';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { createDatabase, runStatement, serverVersion } from './support/fresh-database';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { pollUntil } from './support/polling';
import { seededRandom } from './support/random';
import { MemoryPeak, residentMegabytes } from './support/resident-memory';
import { sentenceMaker } from './support/sentences';
import { startService, type ServiceProcess } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const AGENT = 'reader';
const SENTENCES_A_PARAGRAPH = 5;
const LEAST_SPEED = 5;
/** MB above idle. */
const MOST_GROWTH = 200;
const LIMIT_MS = 600_000;

interface Figures {
  seconds: number;
  chunks: number;
  growth: number;
  copySeconds: number;
}

/** Paragraphs of made-up sentences, the same at every run. */
async function writeText(path: string, megabytes: number): Promise<void> {
  const sentence = sentenceMaker(seededRandom(7));
  const out = createWriteStream(path);
  let bytes = 0;
  while (bytes < megabytes * 1e6) {
    const paragraph = `${Array.from({ length: SENTENCES_A_PARAGRAPH }, sentence).join(' ')}\n\n`;
    bytes += Buffer.byteLength(paragraph);
    if (!out.write(paragraph)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

async function index(service: ServiceProcess, path: string): Promise<Omit<Figures, 'copySeconds'>> {
  const base = `${service.url}/api/v2/agents`;
  const json = { 'Content-Type': 'application/json' };
  await fetch(base, { method: 'POST', headers: json, body: JSON.stringify({ agent_id: AGENT }) });
  const activated = await fetch(`${base}/${AGENT}/activate`, { method: 'POST' });
  const { session_token: token } = (await activated.json()) as { session_token: string };
  const headers = { 'X-Session-Token': token };
  const idle = residentMegabytes(service.child.pid);
  const form = new FormData();
  form.append('file', await openAsBlob(path), 'long.txt');
  const uploaded = await fetch(`${base}/${AGENT}/upload-file`, { method: 'POST', headers, body: form });
  const { file_id: fileId } = (await uploaded.json()) as { file_id: string };
  const start = performance.now();
  const peak = new MemoryPeak(service.child.pid);
  let file = { status: 'processing', chunks: 0 };
  await pollUntil('The file is indexed', LIMIT_MS, async () => {
    file = (await (await fetch(`${base}/${AGENT}/files/${fileId}`, { headers })).json()) as typeof file;
    return file.status !== 'processing';
  });
  if (file.status !== 'indexed') throw new Error(`The file is ${file.status}`);
  const seconds = (performance.now() - start) / 1_000;
  return { seconds, chunks: file.chunks, growth: peak.stop() - idle };
}

/** Seconds for its lines into a table without an index. */
async function copyLines(url: string, path: string): Promise<number> {
  await runStatement(url, 'CREATE TABLE copied (line text)');
  const start = performance.now();
  // A delimiter and a quote that the text does not have: each line is one value.
  const command = `\\copy copied FROM '${path}' WITH (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')`;
  const { status, stderr } = spawnSync('psql', [url, '-q', '-c', command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`psql failed: ${stderr}`);
  return (performance.now() - start) / 1_000;
}

function report(
  { seconds, chunks, growth, copySeconds }: Figures,
  megabytes: number,
  server: string,
): boolean {
  const speed = megabytes / seconds;
  const copySpeed = megabytes / copySeconds;
  console.log(`\n$ ${commandLine()}`);
  console.log(
    `Node ${process.version}, ${server}, ${cpus().length} cores shared by client, service and database\n`,
  );
  const rows = [
    ['indexed', seconds.toFixed(1), speed.toFixed(1), String(chunks)],
    ['psql \\copy of its lines', copySeconds.toFixed(1), copySpeed.toFixed(1), ''],
    ['ratio', (seconds / copySeconds).toFixed(1), '', ''],
  ];
  console.log(textTable([`${megabytes} MB of text`, 's', 'MB/s', 'chunks'], rows));
  const targets = [
    ['MB/s', `${LEAST_SPEED} or more`, speed.toFixed(1), speed >= LEAST_SPEED],
    ['MB above idle', `below ${MOST_GROWTH}`, growth.toFixed(0), growth < MOST_GROWTH],
  ] as const;
  const shown = targets.map(([name, target, found, isMet]) => [
    name,
    target,
    found,
    isMet ? 'met' : 'MISSED',
  ]);
  console.log(`\n${textTable(['target', 'wanted', 'measured', ''], shown)}`);
  return targets.every(([, , , isMet]) => isMet);
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions({ databaseUrl, megabytes: count(100), noFail: flag });
  const megabytes = options.megabytes;
  const folder = await mkdtemp(join(tmpdir(), 'memory-bench-text-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'long.txt');
  await writeText(path, megabytes);
  const server = options.databaseUrl ?? (await startTemporaryPostgres(cleanup));
  const url = await createDatabase(server, cleanup);
  const service = await startService({ databaseUrl: url }, cleanup);
  const indexed = await index(service, path);
  const copySeconds = await copyLines(url, path);
  const isMet = report({ ...indexed, copySeconds }, megabytes, await serverVersion(server));
  return isMet || options.noFail ? 0 : 1;
}
