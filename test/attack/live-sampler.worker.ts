import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { percentiles } from '../../bench/support/percentiles';
import type { LiveReport } from './live-sampler';

const EVERY_MS = 20;
/** What the machine makes any process wait shows here too, and is subtracted. */
const BARE_SERVER = `
  const server = require('node:http').createServer((request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.stdin.on('end', () => process.exit()).resume();
`;

interface Timing {
  startedAt: number;
  /** Null while nothing has come. */
  ms: number | null;
  ok: boolean;
}

interface Sample {
  live: Timing;
  bare: Timing;
}

const agent = new Agent({ keepAlive: true });
const samples: Sample[] = [];

function ask(url: string): Timing {
  const timing: Timing = { startedAt: Date.now(), ms: null, ok: true };
  const from = performance.now();
  const end = (ok: boolean) => {
    timing.ms ??= performance.now() - from;
    timing.ok &&= ok;
  };
  const request = get(url, { agent }, (response) => {
    response.resume().once('end', () => end(response.statusCode === 200));
  });
  request.once('error', () => end(false));
  return timing;
}

function report(since: number): LiveReport {
  const now = Date.now();
  const wait = ({ ms, startedAt }: Timing) => ms ?? now - startedAt;
  // A sample that still waited when the window opened belongs to it.
  const inWindow = samples.filter(({ live }) => live.startedAt + wait(live) >= since);
  const excess = inWindow.map(({ live, bare }) => Math.max(0, wait(live) - wait(bare)));
  const failed = inWindow.filter(({ live }) => !live.ok).length;
  return {
    worstMs: excess.reduce((most, each) => Math.max(most, each), 0),
    p99Ms: percentiles(excess).p99,
    failed,
    samples: inWindow.length,
  };
}

async function start(): Promise<void> {
  const { url } = workerData as { url: string };
  const bareServer = spawn(process.execPath, ['-e', BARE_SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = (await once(bareServer.stdout, 'data')) as [Buffer];
  const bare = `http://127.0.0.1:${port.toString().trim()}/`;
  setInterval(() => samples.push({ live: ask(`${url}/live`), bare: ask(bare) }), EVERY_MS);
  parentPort?.on('message', (since: number) => parentPort?.postMessage(report(since)));
}

void start();
