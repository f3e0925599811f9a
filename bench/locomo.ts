// Converts LoCoMo (github.com/snap-research/locomo, data/locomo10.json, CC BY-NC 4.0) for `npm run bench -- recall`:
//   node -r @swc-node/register bench/locomo.ts locomo10.json out.json
import { readFile, writeFile } from 'node:fs/promises';
import { convertSample, type LocomoSample } from './locomo-conversion';

async function main(source: string | undefined, target: string | undefined): Promise<void> {
  if (source === undefined || target === undefined) {
    throw new Error('Usage: node -r @swc-node/register bench/locomo.ts locomo10.json out.json');
  }
  const samples = JSON.parse(await readFile(source, 'utf8')) as LocomoSample[];
  const dataset = samples.map(convertSample);
  await writeFile(target, `${JSON.stringify(dataset, null, 1)}\n`);
  const memories = dataset.reduce((sum, { memories }) => sum + memories.length, 0);
  const questions = dataset.reduce((sum, { questions }) => sum + questions.length, 0);
  console.log(`${target}: ${dataset.length} conversations, ${memories} memories, ${questions} questions`);
}

main(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
