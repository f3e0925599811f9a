// How fast a file passes through the service to the disk, and in how much memory:
//   npm run bench -- upload [--megabytes 2048] [--no-fail]
// One upload, made up on the way, beside the same bytes through a plain node:http server that pipes them into a file.
// Nothing is read of the file. Exits with 1 on a missed target.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentClient } from './support/agent-client';
import { Child } from './support/child-process';
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { freePort } from '../test/support/free-port';
import { count, flag, readOptions } from './support/options';
import { pollUntil } from './support/polling';
import { residentMegabytes } from './support/resident-memory';
import { startService } from './support/service-process';
import { textTable } from './support/text-table';

const MIB = 1_048_576;
const CHUNK = Buffer.alloc(MIB / 4, 'A line of a file that somebody uploads.\n');
const BOUNDARY = 'bench-upload-boundary';
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="bench.txt"\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;
const SAMPLE_MS = 20;
const START_LIMIT_MS = 10_000;
/** Above what the process takes when it is idle; MB. */
const WANTED_GROWTH = 200;

interface Target {
  name: string;
  url: string;
  pid: number;
  headers: Record<string, string>;
}

interface Figures {
  name: string;
  rate: number;
  idle: number;
  growth: number;
}

async function measure(target: Target, mebibytes: number): Promise<Figures> {
  const idle = residentMegabytes(target.pid);
  let peak = idle;
  const sampling = setInterval(() => (peak = Math.max(peak, residentMegabytes(target.pid))), SAMPLE_MS);
  const start = performance.now();
  await send(target, mebibytes);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(sampling);
  return { name: target.name, rate: (mebibytes * MIB) / 1e6 / seconds, idle, growth: peak - idle };
}

async function send({ url, headers }: Target, mebibytes: number): Promise<void> {
  const outgoing = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.write(HEAD);
  // No two files are the same, which would be kept once.
  outgoing.write(`${mebibytes}\n`);
  for (let sent = 0; sent < mebibytes * MIB; sent += CHUNK.length) {
    if (!outgoing.write(CHUNK)) await once(outgoing, 'drain');
  }
  outgoing.end(END);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 200) throw new Error(`The upload was answered ${response.statusCode}`);
  await once(response, 'end');
}

async function serviceTarget(cleanup: Cleanup): Promise<Target> {
  const preload = [join(__dirname, 'support/preloaded-no-ingest.js')];
  const { url, key, child } = await startService({ databaseUrl: null, preload }, cleanup);
  const agent = await AgentClient.create(url, key, 'bench-upload');
  const headers = { 'X-Session-Token': agent.sessionToken };
  return { name: 'upload-file', url: `${url}${agent.path}/upload-file`, pid: child.pid, headers };
}

async function plainTarget(cleanup: Cleanup): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-bench-plain-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const program = join(__dirname, 'support/plain-upload-server.js');
  const child = Child.start('The plain server', process.execPath, [program, String(port), folder]);
  cleanup.add(() => child.stop());
  const target = {
    name: 'node:http piped to a file',
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    headers: {},
  };
  await pollUntil('The plain server listens', START_LIMIT_MS, () => {
    child.assertRunning();
    return send(target, 0).then(
      () => true,
      () => false,
    );
  });
  return target;
}

function row({ name, rate, idle, growth }: Figures, judged: boolean): string[] {
  const verdict = judged ? [`below ${WANTED_GROWTH}`, growth < WANTED_GROWTH ? 'yes' : 'NO'] : ['', ''];
  return [name, rate.toFixed(0), idle.toFixed(0), growth.toFixed(0), ...verdict];
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions({ megabytes: count(2048), noFail: flag });
  const mebibytes = options.megabytes;
  const plain = await measure(await plainTarget(cleanup), mebibytes);
  const service = await measure(await serviceTarget(cleanup), mebibytes);
  const header = ['what', 'MB/s', 'idle MB', 'growth MB', 'wanted', 'met'];
  console.log(`\n$ ${commandLine()}\n${mebibytes} MiB in one upload.\n`);
  console.log(textTable(header, [row(service, true), row(plain, false)]));
  console.log(`\nOf the plain server's speed: ${((service.rate / plain.rate) * 100).toFixed(0)} %`);
  return service.growth < WANTED_GROWTH || options.noFail ? 0 : 1;
}
