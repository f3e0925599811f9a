// What clients without a credential cost, and clients with one whose bodies never end:
//   npm run bench -- strangers [--seconds 15]
// Each case runs against a fresh service with its default settings. While it runs, `/live` is asked every 20 ms and an
// agent's memories every 100 ms. Prints figures only: the targets are checked by test/http-bodies.e2e-spec.ts.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { AgentClient } from './support/agent-client';
import { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { count, readOptions } from './support/options';
import { residentMegabytes } from './support/resident-memory';
import { startService } from './support/service-process';
import { textTable } from './support/text-table';

const MIB = 1_048_576;
const LIVE_EVERY_MS = 20;
const AGENT_EVERY_MS = 100;
const CHUNK = Buffer.alloc(MIB / 4, ' ');

interface Service {
  url: string;
  pid: number;
  agent: AgentClient;
}

/** One connection, which has sent its request. */
type Send = (service: Service, token: string | null) => Promise<Socket>;

interface Case {
  name: string;
  count: number;
  send: Send;
  hasToken: boolean;
}

/** Deep lists compress best and cost the parser most. */
const BOMB = gzipSync('['.repeat(4 * MIB) + ']'.repeat(4 * MIB - 1), { level: 9 });

const bomb: Send = async (service, token) => {
  const socket = await open(service, token, ['Content-Encoding: gzip', `Content-Length: ${BOMB.length}`]);
  socket.write(BOMB);
  return socket;
};

const oneByte: Send = async (service, token) => {
  const socket = await open(service, token, [`Content-Length: ${8 * MIB}`]);
  socket.write('{');
  return socket;
};

const unfinished: Send = async (service, token) => {
  const socket = await open(service, token, [`Content-Length: ${8 * MIB}`]);
  for (let sent = 0; sent < 8 * MIB - CHUNK.length; sent += CHUNK.length) socket.write(CHUNK);
  return socket;
};

const CASES: readonly Case[] = [
  { name: '16 gzip bodies of 8 MiB', count: 16, send: bomb, hasToken: false },
  { name: '16 gzip bodies of 8 MiB', count: 16, send: bomb, hasToken: true },
  { name: '1,000 bodies of one byte', count: 1_000, send: oneByte, hasToken: false },
  { name: '1,000 bodies of one byte', count: 1_000, send: oneByte, hasToken: true },
  { name: '150 unfinished bodies of 8 MB', count: 150, send: unfinished, hasToken: false },
  { name: '150 unfinished bodies of 8 MB', count: 150, send: unfinished, hasToken: true },
];

async function open({ url, agent }: Service, token: string | null, head: readonly string[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  const lines = [
    `POST ${agent.path}/remember HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...(token === null ? [] : [`X-Session-Token: ${token}`]),
    ...head,
  ];
  socket.resume().write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Runs `ask` at an interval until `stop`; what each took, in ms, and what it returned. */
function sample(everyMs: number, ask: () => Promise<number>) {
  const taken: { ms: number; status: number }[] = [];
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const begun = performance.now();
      const status = await ask().catch(() => 0);
      taken.push({ ms: performance.now() - begun, status });
      await pause(everyMs);
    }
  })();
  const stop = async () => {
    isStopped = true;
    await running;
    return taken;
  };
  return { stop };
}

async function status(url: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  return response.status;
}

async function measure({ name, count, send, hasToken }: Case, seconds: number): Promise<string[]> {
  const cleanup = new Cleanup();
  try {
    const { url, key, child } = await startService({ databaseUrl: null }, cleanup);
    const agent = await AgentClient.create(url, key, 'bench-strangers');
    const service = { url, pid: child.pid, agent };
    const idle = residentMegabytes(child.pid);
    let peak = idle;
    const memory = setInterval(() => (peak = Math.max(peak, residentMegabytes(child.pid))), 50);
    const live = sample(LIVE_EVERY_MS, () => status(`${url}/live`));
    const others = sample(AGENT_EVERY_MS, () => status(`${url}/api/v2/agents`));
    const begun = performance.now();
    const sent = Array.from({ length: count }, () => send(service, hasToken ? agent.sessionToken : null));
    const ends = (await Promise.all(sent)).map((socket) => answered(socket));
    await Promise.race([Promise.all(ends), pause(seconds * 1_000)]);
    const took = (performance.now() - begun) / 1_000;
    const [lives, statuses] = await Promise.all([live.stop(), others.stop()]);
    clearInterval(memory);
    const worst = Math.max(...lives.map(({ ms }) => ms));
    const served = statuses.filter((each) => each.status === 200).length;
    const share = `${served} of ${statuses.length}`;
    const token = hasToken ? 'yes' : 'no';
    return [name, token, took.toFixed(1), worst.toFixed(0), share, (peak - idle).toFixed(0)];
  } finally {
    await cleanup.run();
  }
}

/** Resolves with the first bytes of an answer, or when the connection ends without one. */
function answered(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || socket.bytesRead > 0) return resolve();
    socket.once('data', () => resolve());
    socket.once('close', () => resolve());
  });
}

export async function main(): Promise<number> {
  const options = readOptions({ seconds: count(15) });
  const rows: string[][] = [];
  for (const each of CASES) {
    const row = await measure(each, options.seconds);
    console.error(row.join('  '));
    rows.push(row);
  }
  const header = ['what', 'token', 'seconds', 'worst /live ms', 'others served', 'growth MB'];
  console.log(`\n$ ${commandLine()}\n`);
  console.log(textTable(header, rows));
  return 0;
}
