// How long the command line takes, as whole processes: `--help`, and the hooks of editors with the service up, slow (2 s
// before each answer) and away:
//   npm run bench -- cli [--rounds 20] [--memories 1000] [--no-fail]
// Runs the compiled files, as an installed package does. Exits with 1 when the median of `--help` is 150 ms or more, or
// that of a hook 300 ms or more.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentClient } from './support/agent-client';
import type { Cleanup } from './support/cleanup';
import { freePort } from '../test/support/free-port';
import { installProgram } from './support/installed-program';
import { count, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { startService } from './support/service-process';
import { textTable } from './support/text-table';

const HELP_MS = 150;
const HOOK_MS = 300;
/** A hook that waits for the service ends after 1,500 ms. */
const SLOW_HOOK_MS = 1_700;
const SLOW_MS = 2_000;
const AGENT = 'bench';

const options = readOptions({ rounds: count(20), memories: count(1000), noFail: flag });

interface Case {
  name: string;
  args: readonly string[];
  input: string;
  url: string | null;
  limitMs: number | null;
}

async function timeOf({ args, input, url }: Case, folder: string, program: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...(url !== null && { AGENT_MEMORY_URL: url }) },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.on('error', () => undefined).end(input);
  await once(child, 'exit');
  return performance.now() - begun;
}

function hooks(service: string, url: string, transcript: string): Case[] {
  const event = (fields: object): string => JSON.stringify({ session_id: 's', ...fields });
  const inputs: Record<string, string> = {
    'session-start': event({ source: 'startup' }),
    prompt: event({ prompt: 'Which theme does the user prefer in the editor?' }),
    stop: event({ transcript_path: transcript }),
  };
  return Object.entries(inputs).map(([name, input]) => ({
    name: `hook ${name}, service ${service}`,
    args: ['hook', name, '--agent', AGENT],
    input,
    url,
    limitMs: service === 'slow' ? SLOW_HOOK_MS : HOOK_MS,
  }));
}

async function slowService(cleanup: Cleanup): Promise<string> {
  const server = createServer((_, response) => {
    setTimeout(() => response.end('{}'), SLOW_MS);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fill(url: string, key: string): Promise<void> {
  const agent = await AgentClient.create(url, key, AGENT);
  await agent.remember({ content: 'The user prefers dark themes in every editor.', type: 'preference' });
  const count = options.memories;
  for (let from = 0; from < count; from += 100) {
    const numbers = Array.from({ length: Math.min(100, count - from) }, (_, at) => from + at);
    await agent.rememberBatch(
      numbers.map((at) => `Note ${at}: the build of week ${at % 52} took ${at} minutes.`),
    );
  }
}

export async function main(cleanup: Cleanup): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-bench-cli-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const program = await installProgram(folder);
  const transcript = join(folder, 'transcript.jsonl');
  await writeFile(transcript, '');
  const bare = join(folder, 'bare.mjs');
  await writeFile(bare, '');

  const service = await startService({ databaseUrl: null, logsToFile: true }, cleanup);
  await fill(service.url, service.key);
  const away = `http://127.0.0.1:${await freePort()}`;
  const cases: Case[] = [
    { name: 'node without a program', args: [], input: '', url: null, limitMs: null },
    { name: '--help', args: ['--help'], input: '', url: null, limitMs: HELP_MS },
    { name: 'recall --help', args: ['recall', '--help'], input: '', url: null, limitMs: HELP_MS },
    ...hooks('up', service.url, transcript),
    ...hooks('slow', await slowService(cleanup), transcript),
    ...hooks('away', away, transcript),
  ];
  const times = new Map<Case, number[]>(cases.map((each) => [each, []]));
  // In turns, so that a slow moment of the machine does not hit one case alone.
  for (let run = 0; run <= options.rounds; run++) {
    for (const [each, measured] of times) {
      const time = await timeOf(each, folder, each.limitMs === null ? bare : program);
      if (run > 0) measured.push(time);
    }
  }
  const load = loadavg().map((each) => each.toFixed(1));
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load ${load.join(' ')}, ${options.rounds} rounds, ms\n`,
  );
  const rows = [...times].map(([{ name, limitMs }, measured]) => {
    const { p50, p99 } = percentiles(measured);
    return { name, limitMs, p50, p99 };
  });
  console.log(
    textTable(
      ['command', 'median', 'p99', 'limit'],
      rows.map(({ name, limitMs, p50, p99 }) => [
        name,
        p50.toFixed(0),
        p99.toFixed(0),
        String(limitMs ?? ''),
      ]),
    ),
  );
  const missed = rows.filter(({ limitMs, p50 }) => limitMs !== null && p50 >= limitMs);
  for (const { name, p50 } of missed) console.error(`${name}: ${p50.toFixed(0)} ms`);
  return missed.length === 0 || options.noFail ? 0 : 1;
}
