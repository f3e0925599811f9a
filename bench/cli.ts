// `npm run bench:cli [-- --rounds 20]`: how long the command line takes as a whole process, beside an empty program.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const PROGRAM = join(__dirname, '../packages/cli/bin/agent-memory.mjs');

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const commands: Record<string, string[]> = {
  'an empty program': ['-e', '0'],
  'agent-memory --help': [PROGRAM, '--help'],
  'agent-memory recall --help': [PROGRAM, 'recall', '--help'],
};

/** Milliseconds from the start of a process to its end. */
function timeOf(args: string[]): number {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
  return performance.now() - started;
}

const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, args] of Object.entries(commands)) times.get(name)?.push(timeOf(args));
}
for (const [name, all] of times) {
  const sorted = all.sort((a, b) => a - b);
  const [least, median, most] = [0, 0.5, 0.999].map(
    (part) => sorted[Math.floor(part * sorted.length)] ?? NaN,
  );
  console.log(`${name}: median ${median?.toFixed(0)} ms, ${least?.toFixed(0)} to ${most?.toFixed(0)} ms`);
}
