// Runs one benchmark, or lists them: `npm run bench [-- NAME [options]]`.
import path from 'node:path';
import { BENCHMARKS } from './benchmarks';
import { runBenchmark, type Cleanup } from './support/cleanup';

/** What the file of a benchmark exports; `main` resolves with the exit code. */
interface Benchmark {
  main: (cleanup: Cleanup) => Promise<number>;
}

function list(): string {
  const lines = Object.entries(BENCHMARKS).map(([name, text]) => `  ${name.padEnd(10)} ${text}`);
  return ['Usage: npm run bench -- NAME [options]', '', ...lines].join('\n');
}

async function run(name: string | undefined): Promise<void> {
  if (name === undefined) return console.log(list());
  if (!Object.hasOwn(BENCHMARKS, name)) {
    console.error(`There is no benchmark ${name}.\n\n${list()}`);
    process.exit(2);
  }
  const { main } = (await import(path.join(__dirname, name))) as Benchmark;
  await runBenchmark(main);
}

void run(process.argv[2]);
