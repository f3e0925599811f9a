// How much of the evidence of known questions recall finds, and how long it takes:
//   npm run bench -- recall --dataset FILE [--limit 100] [--language LANGUAGE]
//     [--database-url URL | --url URL [--key KEY]]
// With embeddings, beside without, from hashed words (`stub`) or an OpenAI-compatible server:
//   npm run bench -- recall --dataset FILE --embeddings stub|URL [--embeddings-model NAME]
// or from a sentence-transformer in a local folder, which `npm run model -- packages` lets the service run:
//   npm run bench -- recall --dataset FILE --model PATH
// Exits with 1 when hybrid recall then finds less than lexical recall does, by more than 0.01 at any limit.
import { startProgress, type Progress } from '../src/common/progress';
import type { AgentClient } from './support/agent-client';
import { Cleanup } from './support/cleanup';
import { readDataset, type BenchConversation, type BenchQuestion } from './support/dataset';
import { localEmbeddings, openEmbeddings, waitUntilEmbedded, type Embeddings } from './support/embeddings';
import { fallsBehind, type SessionedQuestion } from './support/evidence-recall';
import { createDatabase, serverVersion } from './support/fresh-database';
import { count, readOptions, required, text, type Values } from './support/options';
import {
  comparisonOf,
  printHybridReport,
  printRecallReport,
  type HybridReport,
  type RecallReport,
} from './support/recall-report';
import { residentMegabytes } from './support/resident-memory';
import { startService } from './support/service-process';
import { agentFor, storeConversation } from './support/store-conversation';

const TOLERANCE = 0.01;

const OPTIONS = {
  dataset: required('FILE'),
  limit: count(100),
  language: text,
  url: text,
  key: text,
  databaseUrl: text,
  embeddings: text,
  embeddingsModel: text,
  model: text,
};
type Options = Values<typeof OPTIONS>;

interface Target {
  url: string;
  key: string | null;
  database: string;
  embeddings: Embeddings | null;
  /** Of the service; null if it was there before. */
  pid: number | null;
}

interface RecallAnswer {
  memories: { id: string }[];
  retrieval: string;
  explain?: { lexical_reason: string | null };
}

interface Run {
  asked: SessionedQuestion[];
  hybridAnswers: number;
  batchTimes: number[];
  recallTimes: number[];
  limit: number;
  progress: Progress;
  /** Milliseconds from the first memory of a conversation to the last vector, in sum. */
  embeddingMs: number;
  /** Recalls while memories were embedded. */
  meanwhile: { asked: number; lexical: Record<string, number> };
}

function readRecallOptions(): Options {
  const options = readOptions(OPTIONS);
  if (options.limit > 100) throw new Error('--limit is 1 to 100');
  if ((options.embeddings || options.model) && options.url) {
    throw new Error('--embeddings and --model start services of their own: leave --url away');
  }
  return options;
}

async function openTarget(
  options: Options,
  embeddings: Embeddings | null,
  cleanup: Cleanup,
): Promise<Target> {
  if (options.url) {
    return {
      url: options.url,
      key: options.key,
      database: `that of ${options.url}`,
      embeddings,
      pid: null,
    };
  }
  const server = options.databaseUrl;
  const databaseUrl = server ? await createDatabase(server, cleanup) : null;
  const database = server ? await serverVersion(server) : 'embedded (PGlite)';
  const settings = { ...(options.language !== null && { RECALL_LANGUAGE: options.language }) };
  const service = await startService({ databaseUrl, embeddings, settings }, cleanup);
  return { url: service.url, key: service.key, database, embeddings, pid: service.child.pid };
}

/** Ids found, best first, and how; the session is far from its renewal. */
async function recall(
  agent: AgentClient,
  url: string,
  query: string,
  limit: number,
  explain = false,
): Promise<{ found: string[]; retrieval: string; reason: string | null }> {
  const response = await fetch(`${url.replace(/\/+$/, '')}${agent.path}/recall`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Session-Token': agent.sessionToken },
    body: JSON.stringify({ query, limit, explain }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${agent.path}/recall: ${response.status} ${text.slice(0, 500)}`);
  const { memories, retrieval, explain: why } = JSON.parse(text) as RecallAnswer;
  return { found: memories.map(({ id }) => id), retrieval, reason: why?.lexical_reason ?? null };
}

async function ask(
  agent: AgentClient,
  question: BenchQuestion,
  stored: { url: string; ids: ReadonlyMap<string, string>; sessions: ReadonlyMap<string, string> },
  run: Run,
): Promise<void> {
  const start = performance.now();
  const { found, retrieval } = await recall(agent, stored.url, question.question, run.limit);
  run.recallTimes.push(performance.now() - start);
  if (retrieval === 'hybrid') run.hybridAnswers++;
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
  const agent = await agentFor(conversation, target, cleanup);
  const start = performance.now();
  const ids = await storeConversation(agent, conversation, (memories, ms) => {
    run.batchTimes.push(ms);
    run.progress.step(memories);
  });
  if (target.embeddings !== null) {
    await waitUntilEmbedded(target.url, () => askMeanwhile(agent, target.url, conversation, run));
    run.embeddingMs += performance.now() - start;
  }
  const sessions = new Map(conversation.memories.map((memory) => [memory.id, memory.session]));
  const stored = { url: target.url, ids, sessions };
  for (const question of conversation.questions.filter(hasEvidence)) await ask(agent, question, stored, run);
}

/** Each query is a new one: the service keeps the vectors of earlier ones. */
async function askMeanwhile(
  agent: AgentClient,
  url: string,
  { questions }: BenchConversation,
  { meanwhile, limit }: Run,
): Promise<void> {
  const { question = 'What happened?' } = questions[meanwhile.asked % questions.length] ?? {};
  const { reason } = await recall(agent, url, `${question} ${meanwhile.asked++}`, limit, true);
  if (reason !== null) meanwhile.lexical[reason] = (meanwhile.lexical[reason] ?? 0) + 1;
}

function hasEvidence(question: BenchQuestion): boolean {
  return question.evidence.length > 0;
}

/** One run through all conversations. What it starts is stopped before it returns. */
async function measure(
  options: Options,
  conversations: readonly BenchConversation[],
  embeddings: Embeddings | null,
  outer: Cleanup,
): Promise<RecallReport> {
  const cleanup = new Cleanup();
  outer.add(() => cleanup.run());
  const target = await openTarget(options, embeddings, cleanup);
  const memories = conversations.reduce((sum, { memories }) => sum + memories.length, 0);
  const questions = conversations.flatMap(({ questions }) => questions);
  const askable = questions.filter(hasEvidence).length;
  const progress = startProgress('Storing and asking', memories + askable);
  const { limit } = options;
  const run: Run = {
    ...{ asked: [], hybridAnswers: 0, batchTimes: [], recallTimes: [], limit, progress },
    ...{ embeddingMs: 0, meanwhile: { asked: 0, lexical: {} } },
  };
  for (const conversation of conversations) await runConversation(target, conversation, run, cleanup);
  progress.stop();
  const residentMb = target.pid === null ? null : residentMegabytes(target.pid);
  await cleanup.run();
  const { database } = target;
  const skipped = questions.length - askable;
  return { ...run, database, conversations: conversations.length, memories, skipped, residentMb };
}

async function embeddingsOf(options: Options, cleanup: Cleanup): Promise<Embeddings | null> {
  if (options.model) return localEmbeddings(options.model);
  if (!options.embeddings) return null;
  return openEmbeddings(options.embeddings, options.embeddingsModel, cleanup);
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readRecallOptions();
  const conversations = await readDataset(options.dataset);
  const embeddings = await embeddingsOf(options, cleanup);
  const lexical = await measure(options, conversations, null, cleanup);
  if (embeddings === null) {
    printRecallReport(lexical);
    return 0;
  }
  const hybrid = await measure(options, conversations, embeddings, cleanup);
  const report: HybridReport = { lexical, hybrid, model: embeddings.model };
  printHybridReport(report);
  return fallsBehind(comparisonOf(report), TOLERANCE) ? 1 : 0;
}
