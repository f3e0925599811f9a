// How often the prompt hook of editors brings memories in its time, as whole processes, without load and beside busy ones:
//   npm run bench -- hooks [--rounds 20] [--busy 12] [--memories 1000] [--no-fail]
// Runs the compiled files, as an installed package does. A process that does nothing runs in turn with the hook: no hook
// can be faster. The busy processes end after two minutes at the latest. Exits with 1 when fewer than 19 of 20 prompts
// get memories beside the busy processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentClient } from './support/agent-client';
import type { Cleanup } from './support/cleanup';
import { installProgram } from './support/installed-program';
import { count, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { startService } from './support/service-process';
import { textTable } from './support/text-table';

const AGENT = 'bench';
const LEAST_SHARE = 19 / 20;
const BUSY_MS = 120_000;
/** Until the busy processes have started and each takes its share. */
const WARM_UP_ROUNDS = 2;
const PROMPT = 'Which theme does the user prefer in the editor?';

const options = readOptions({ rounds: count(20), busy: count(12), memories: count(1000), noFail: flag });

interface Run {
  ms: number;
  output: string;
}

interface Phase {
  name: string;
  hooks: Run[];
  bare: Run[];
  load: string;
}

async function run(args: readonly string[], input: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { cwd: env.HOME, env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined).end(input);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(child, 'close');
  return { ms: performance.now() - begun, output };
}

async function fill(url: string, key: string): Promise<void> {
  const agent = await AgentClient.create(url, key, AGENT);
  await agent.remember({ content: 'The user prefers dark themes in every editor.', type: 'preference' });
  for (let from = 0; from < options.memories; from += 100) {
    const numbers = Array.from({ length: Math.min(100, options.memories - from) }, (_, at) => from + at);
    await agent.rememberBatch(
      numbers.map((at) => `Note ${at}: the build of week ${at % 52} took ${at} minutes.`),
    );
  }
}

/** Each prompt is of another conversation, so that nothing was printed before. */
async function measure(name: string, program: string, env: NodeJS.ProcessEnv): Promise<Phase> {
  const phase: Phase = { name, hooks: [], bare: [], load: '' };
  for (let round = -WARM_UP_ROUNDS; round < options.rounds; round++) {
    const event = JSON.stringify({ session_id: `${name} ${round}`, prompt: PROMPT });
    const hook = await run([program, 'hook', 'prompt', '--agent', AGENT], event, env);
    const bare = await run(['-e', '0'], '', env);
    if (round < 0) continue;
    phase.hooks.push(hook);
    phase.bare.push(bare);
  }
  phase.load = loadavg()[0]?.toFixed(1) ?? '';
  return phase;
}

/** They end by themselves too, if this process is ended. */
function startBusy(cleanup: Cleanup): void {
  const program = `const end = Date.now() + ${BUSY_MS}; while (Date.now() < end);`;
  for (let at = 0; at < options.busy; at++) {
    const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    cleanup.add(() => void child.kill('SIGKILL'));
  }
}

function shareOf({ hooks }: Phase): number {
  return hooks.filter(({ output }) => output.includes('dark themes')).length / hooks.length;
}

function rowsOf(phase: Phase): string[][] {
  const times = (runs: readonly Run[]): string[] => {
    const { p50, p95 } = percentiles(runs.map(({ ms }) => ms));
    return [p50.toFixed(0), p95.toFixed(0)];
  };
  const brought = `${Math.round(shareOf(phase) * phase.hooks.length)} of ${phase.hooks.length}`;
  return [
    [`hook prompt, ${phase.name}`, brought, ...times(phase.hooks), phase.load],
    [`node -e 0, ${phase.name}`, '', ...times(phase.bare), phase.load],
  ];
}

export async function main(cleanup: Cleanup): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-bench-hooks-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const program = await installProgram(folder);
  const service = await startService({ databaseUrl: null, logsToFile: true }, cleanup);
  await fill(service.url, service.key);
  const env = { PATH: process.env.PATH, HOME: folder, AGENT_MEMORY_URL: service.url };

  const quiet = await measure('no load added', program, env);
  startBusy(cleanup);
  const busy = await measure(`${options.busy} busy processes`, program, env);
  console.log(`Node ${process.version}, ${cpus().length} cores, ${options.rounds} prompts each, ms\n`);
  const head = ['process', 'with memories', 'median', 'p95', 'load'];
  console.log(textTable(head, [...rowsOf(quiet), ...rowsOf(busy)]));
  return shareOf(busy) >= LEAST_SHARE || options.noFail ? 0 : 1;
}
