// How often an extractive answer names a memory that holds the answer among its sources:
//   npm run bench -- answer --dataset FILE [--database-url URL] [--model PATH]
import type { Cleanup } from './support/cleanup';
import { commandLine } from './support/command-line';
import { readDataset, type BenchConversation } from './support/dataset';
import { localEmbeddings, waitUntilEmbedded } from './support/embeddings';
import { ADVERSARIAL } from './support/evidence-recall';
import { createDatabase, serverVersion } from './support/fresh-database';
import { readOptions, required, text } from './support/options';
import { percentiles } from './support/percentiles';
import { startProgress, type Progress } from '../src/common/progress';
import { startService } from './support/service-process';
import { agentFor, storeConversation } from './support/store-conversation';
import { textTable } from './support/text-table';

/** The share of the questions with an evidence turn among the sources, and the most sources of an answer. */
const WANTED = { share: 0.7, sources: 8 };

interface Answered {
  category: string;
  sources: number;
  found: boolean;
  /** Whether the certainty is high. */
  isCertain: boolean;
  ms: number;
}

interface Target {
  url: string;
  key: string | null;
  /** Whether the memories get vectors. */
  isEmbedding: boolean;
}

async function answerAll(
  target: Target,
  conversation: BenchConversation,
  progress: Progress,
  cleanup: Cleanup,
): Promise<Answered[]> {
  const agent = await agentFor(conversation, target, cleanup);
  const ids = await storeConversation(agent, conversation, (memories) => progress.step(memories));
  if (target.isEmbedding) await waitUntilEmbedded(target.url);
  const answered: Answered[] = [];
  for (const { question, category, evidence } of conversation.questions.filter(hasEvidence)) {
    const start = performance.now();
    const { sources, certainty, by } = await agent.answer(question);
    const ms = performance.now() - start;
    if (by !== 'extractive') throw new Error(`The answer was written by ${by}: unset LLM_BASE_URL`);
    const found = sources.some((id) => evidence.includes(ids.get(id) ?? ''));
    answered.push({ category, sources: sources.length, found, isCertain: certainty === 'high', ms });
    progress.step();
  }
  return answered;
}

function hasEvidence({ evidence }: { evidence: readonly string[] }): boolean {
  return evidence.length > 0;
}

function share(answered: readonly Answered[]): number {
  return answered.length === 0 ? 0 : answered.filter(({ found }) => found).length / answered.length;
}

function row(name: string, answered: readonly Answered[]): string[] {
  const sources = answered.map((each) => each.sources);
  const mean = sources.reduce((sum, each) => sum + each, 0) / Math.max(1, sources.length);
  const none = sources.filter((each) => each === 0).length;
  const certain = answered.filter(({ isCertain }) => isCertain);
  return [
    name,
    String(answered.length),
    share(answered).toFixed(3),
    mean.toFixed(1),
    String(Math.max(0, ...sources)),
    String(none),
    String(certain.length),
    share(certain).toFixed(3),
  ];
}

/** Whether what is wanted was reached. */
function report(answered: readonly Answered[], database: string): boolean {
  const counted = answered.filter(({ category }) => category !== ADVERSARIAL);
  const categories = [...new Set(answered.map(({ category }) => category))].sort();
  const rows = categories.map((category) =>
    row(
      category,
      answered.filter((each) => each.category === category),
    ),
  );
  const { p50, p99 } = percentiles(answered.map(({ ms }) => ms));
  const most = Math.max(0, ...counted.map(({ sources }) => sources));
  const met = share(counted) >= WANTED.share && most <= WANTED.sources;
  console.log(
    [
      '',
      `$ ${commandLine()}`,
      `Node ${process.version}, database: ${database}`,
      '',
      textTable(
        [
          'evidence among the sources',
          'questions',
          'share',
          'sources',
          'most',
          'without any',
          'certain',
          'share of these',
        ],
        [...rows, row(`overall (without ${ADVERSARIAL})`, counted)],
      ),
      '',
      `An answer took ${p50.toFixed(1)} ms at p50, ${p99.toFixed(1)} ms at p99.`,
      `Wanted: a share of ${WANTED.share} with at most ${WANTED.sources} sources: ${met ? 'met' : 'NOT met'}.`,
    ].join('\n'),
  );
  return met;
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions({ dataset: required('FILE'), databaseUrl: text, model: text });
  const conversations = await readDataset(options.dataset);
  const server = options.databaseUrl;
  const databaseUrl = server ? await createDatabase(server, cleanup) : null;
  const embeddings = options.model ? localEmbeddings(options.model) : null;
  const service = await startService({ databaseUrl, embeddings }, cleanup);
  const steps = conversations.map(
    ({ memories, questions }) => memories.length + questions.filter(hasEvidence).length,
  );
  const progress = startProgress(
    'Storing and asking',
    steps.reduce((sum, each) => sum + each, 0),
  );
  const answered: Answered[] = [];
  for (const conversation of conversations) {
    const target = { ...service, isEmbedding: embeddings !== null };
    answered.push(...(await answerAll(target, conversation, progress, cleanup)));
  }
  progress.stop();
  return report(answered, server ? await serverVersion(server) : 'embedded (PGlite)') ? 0 : 1;
}
