// How much of the evidence of known questions recall finds, and how long it takes:
//   npm run bench:recall -- --dataset FILE [--limit 100] [--database-url URL | --url URL [--key KEY]]
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { AgentClient } from './support/agent-client';
import { runBenchmark, type Cleanup } from './support/cleanup';
import { batchesOf, readDataset, type BenchConversation, type BenchQuestion } from './support/dataset';
import type { SessionedQuestion } from './support/evidence-recall';
import { createDatabase, serverVersion } from './support/fresh-database';
import { startProgress, type Progress } from './support/progress';
import { printRecallReport } from './support/recall-report';
import { startService } from './support/service-process';

const BATCH = 100;

interface Target {
  url: string;
  key: string | null;
  database: string;
}

interface Run {
  asked: SessionedQuestion[];
  batchTimes: number[];
  recallTimes: number[];
  limit: number;
  progress: Progress;
}

function readOptions(): { dataset: string; limit: number; values: Record<string, string | undefined> } {
  const { values } = parseArgs({
    options: {
      dataset: { type: 'string' },
      limit: { type: 'string', default: '100' },
      url: { type: 'string' },
      key: { type: 'string' },
      'database-url': { type: 'string' },
    },
  });
  const limit = Number(values.limit);
  if (!values.dataset) throw new Error('--dataset FILE is missing');
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw new Error('--limit is 1 to 100');
  return { dataset: values.dataset, limit, values };
}

async function openTarget(values: Record<string, string | undefined>, cleanup: Cleanup): Promise<Target> {
  if (values.url) return { url: values.url, key: values.key ?? null, database: `that of ${values.url}` };
  const server = values['database-url'];
  const databaseUrl = server ? await createDatabase(server, cleanup) : null;
  const database = server ? await serverVersion(server) : 'embedded (PGlite)';
  const service = await startService({ databaseUrl }, cleanup);
  return { url: service.url, key: service.key, database };
}

/** A session of the conversation is a session of the agent. Returns the dataset's ids by memory id. */
async function store(
  agent: AgentClient,
  conversation: BenchConversation,
  run: Run,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let session: string | null = null;
  for (const batch of batchesOf(conversation.memories, BATCH)) {
    const next = batch[0]?.session ?? null;
    if (session !== null && next !== session) await agent.activate();
    session = next;
    const start = performance.now();
    const stored = await agent.rememberBatch(batch.map((memory) => memory.content));
    run.batchTimes.push(performance.now() - start);
    batch.forEach((memory, index) => ids.set(stored[index] ?? '', memory.id));
    run.progress.step(batch.length);
  }
  return ids;
}

async function ask(
  agent: AgentClient,
  question: BenchQuestion,
  stored: { ids: ReadonlyMap<string, string>; sessions: ReadonlyMap<string, string> },
  run: Run,
): Promise<void> {
  const start = performance.now();
  const found = await agent.recall(question.question, run.limit);
  run.recallTimes.push(performance.now() - start);
  const { ids, sessions } = stored;
  run.asked.push({ ...question, found: found.map((id) => ids.get(id) ?? ''), sessions });
  run.progress.step();
}

async function runConversation(
  target: Target,
  conversation: BenchConversation,
  run: Run,
  cleanup: Cleanup,
): Promise<void> {
  const name = conversation.conversation.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 80);
  const agent = await AgentClient.create(
    target.url,
    target.key,
    `bench-${name}-${randomBytes(4).toString('hex')}`,
  );
  cleanup.add(() => agent.remove());
  const ids = await store(agent, conversation, run);
  const sessions = new Map(conversation.memories.map((memory) => [memory.id, memory.session]));
  const stored = { ids, sessions };
  for (const question of conversation.questions.filter(hasEvidence)) await ask(agent, question, stored, run);
}

function hasEvidence(question: BenchQuestion): boolean {
  return question.evidence.length > 0;
}

async function main(cleanup: Cleanup): Promise<number> {
  const { dataset, limit, values } = readOptions();
  const conversations = await readDataset(dataset);
  const target = await openTarget(values, cleanup);
  const memories = conversations.reduce((sum, { memories }) => sum + memories.length, 0);
  const questions = conversations.flatMap(({ questions }) => questions);
  const askable = questions.filter(hasEvidence).length;
  const progress = startProgress('Storing and asking', memories + askable);
  const run: Run = { asked: [], batchTimes: [], recallTimes: [], limit, progress };
  for (const conversation of conversations) await runConversation(target, conversation, run, cleanup);
  progress.stop();
  printRecallReport({
    ...run,
    database: target.database,
    conversations: conversations.length,
    memories,
    skipped: questions.length - askable,
  });
  return 0;
}

void runBenchmark(main);
